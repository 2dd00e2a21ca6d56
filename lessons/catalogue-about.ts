/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { LessonAbout, PartAbout } from "./types.ts";

/** By the part’s file. */
export const PARTS_ABOUT: Readonly<Record<string, PartAbout>> = {
  cedar: { authors: "Birrell and Nelson", year: 1984 },
  firefly: { authors: "Schroeder and Burrows", year: 1990 },
  "sun-rpc": { authors: "Elliott and Nutt", year: 1989 },
  multirpc: { authors: "Satyanarayanan and Siegel", year: 1990 },
  flexrpc: { authors: "Kim, Kim and Maeng", year: null },
  sweepstakes: { authors: "all of them", year: null },
  today: { authors: null, year: null },
};

/** By the lesson’s slug. */
export const LESSONS_ABOUT: Readonly<Record<string, LessonAbout>> = {
  "across-the-wire": {
    number: "1.1",
    question: "What lies between my call and its answer?",
    minutes: 10,
    buildsOn: [],
  },
  "exactly-once": {
    number: "1.2",
    question: "If a packet is lost, did my procedure run?",
    minutes: 12,
    buildsOn: ["across-the-wire"],
  },
  "slow-is-not-dead": {
    number: "1.3",
    question: "When may a caller give up?",
    minutes: 10,
    buildsOn: ["exactly-once"],
  },
  "too-big": { number: "1.4", question: "What if it does not fit?", minutes: 10, buildsOn: ["exactly-once"] },
  binding: {
    number: "1.5",
    question: "Who is at the other end after a crash?",
    minutes: 10,
    buildsOn: ["exactly-once"],
  },
  "where-2-66-ms-go": { number: "2.1", question: "Which steps make up a call?", minutes: 12, buildsOn: [] },
  "more-threads": {
    number: "2.2",
    question: "How far do parallel calls go?",
    minutes: 12,
    buildsOn: ["where-2-66-ms-go"],
  },
  marshalling: { number: "2.3", question: "What do arguments cost?", minutes: 9, buildsOn: ["where-2-66-ms-go"] },
  "make-it-faster": {
    number: "2.4",
    question: "Which improvement would you buy?",
    minutes: 14,
    buildsOn: ["where-2-66-ms-go"],
  },
  "fewer-processors": {
    number: "2.5",
    question: "Why is one processor so much worse than two?",
    minutes: 12,
    buildsOn: ["more-threads"],
  },
  "three-orders": { number: "3.1", question: "How much dearer than a C call?", minutes: 10, buildsOn: [] },
  xdr: { number: "3.2", question: "What is in the packet?", minutes: 10, buildsOn: ["three-orders"] },
  timeouts: {
    number: "3.3",
    question: "Who notices when nothing comes back?",
    minutes: 12,
    buildsOn: ["xdr", "exactly-once"],
  },
  callback: { number: "4.1", question: "What does one dead machine cost everyone?", minutes: 10, buildsOn: [] },
  ceiling: { number: "4.2", question: "Why not n times faster?", minutes: 14, buildsOn: ["callback"] },
  scale: { number: "4.3", question: "What gives way beyond 25?", minutes: 14, buildsOn: ["ceiling"] },
  "quitting-early": {
    number: "4.4",
    question: "May I stop at enough?",
    minutes: 12,
    buildsOn: ["callback", "exactly-once"],
  },
  "stub-compiler": { number: "4.5", question: "What does a stub compiler write?", minutes: 10, buildsOn: ["xdr"] },
  "parallel-or-serial": { number: "5.1", question: "Seven copies, or a chain?", minutes: 10, buildsOn: [] },
  relay: { number: "5.2", question: "Why is the way back so long?", minutes: 12, buildsOn: ["parallel-or-serial"] },
  "who-is-fastest": { number: "6.1", question: "Which system won?", minutes: 10, buildsOn: ["where-2-66-ms-go"] },
  many: {
    number: "6.2",
    question: "Which one fits my job?",
    minutes: 14,
    buildsOn: ["quitting-early", "parallel-or-serial"],
  },
  "what-rules-are-for": {
    number: "6.3",
    question: "What breaks when one is left out?",
    minutes: 12,
    buildsOn: ["exactly-once", "many"],
  },
  blip: { number: "7.1", question: "The cause is gone. Why does it stay down?", minutes: 14, buildsOn: ["timeouts"] },
  "forty-calls": {
    number: "7.2",
    question: "Every service is fast. Why is the page slow?",
    minutes: 12,
    buildsOn: ["quitting-early"],
  },
  deadline: {
    number: "7.3",
    question: "The user has left. Who still works for him?",
    minutes: 12,
    buildsOn: ["blip", "slow-is-not-dead"],
  },
  "two-timers": {
    number: "7.4",
    question: "Always the same extra. Which timer is it?",
    minutes: 14,
    buildsOn: ["timeouts", "scale"],
  },
};
