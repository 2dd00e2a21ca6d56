/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { Part } from "./types.ts";

/** The parts of the course and their lessons, in their order. */
export const COURSE: readonly Part[] = [
  {
    id: "cedar",
    title: "Cedar",
    authors: "Birrell and Nelson",
    year: 1984,
    lessons: [
      { number: "1.1", slug: "across-the-wire", title: "A call that crosses the wire", minutes: 10, buildsOn: [] },
      {
        number: "1.2",
        slug: "exactly-once",
        title: "Exactly once, or an exception",
        minutes: 12,
        buildsOn: ["across-the-wire"],
      },
      { number: "1.3", slug: "slow-is-not-dead", title: "Slow is not dead", minutes: 10, buildsOn: ["exactly-once"] },
      { number: "1.4", slug: "too-big", title: "Too big for one packet", minutes: 10, buildsOn: ["exactly-once"] },
      { number: "1.5", slug: "binding", title: "Binding and restart", minutes: 10, buildsOn: ["exactly-once"] },
    ],
  },
  {
    id: "firefly",
    title: "Firefly",
    authors: "Schroeder and Burrows",
    year: 1990,
    lessons: [
      { number: "2.1", slug: "where-2-66-ms-go", title: "Where 2.66 ms go", minutes: 12, buildsOn: [] },
      { number: "2.2", slug: "more-threads", title: "More threads", minutes: 12, buildsOn: ["where-2-66-ms-go"] },
      { number: "2.3", slug: "marshalling", title: "Marshalling", minutes: 9, buildsOn: ["where-2-66-ms-go"] },
      {
        number: "2.4",
        slug: "make-it-faster",
        title: "What would make it faster",
        minutes: 14,
        buildsOn: ["where-2-66-ms-go"],
      },
      { number: "2.5", slug: "fewer-processors", title: "Fewer processors", minutes: 12, buildsOn: ["more-threads"] },
    ],
  },
  {
    id: "sun-rpc",
    title: "Sun RPC",
    authors: "Elliott and Nutt",
    year: 1989,
    lessons: [
      { number: "3.1", slug: "three-orders", title: "Three orders of magnitude", minutes: 10, buildsOn: [] },
      { number: "3.2", slug: "xdr", title: "XDR byte by byte", minutes: 10, buildsOn: ["three-orders"] },
      {
        number: "3.3",
        slug: "timeouts",
        title: "select, timeouts and TCP",
        minutes: 12,
        buildsOn: ["xdr", "exactly-once"],
      },
    ],
  },
  {
    id: "multirpc",
    title: "MultiRPC",
    authors: "Satyanarayanan and Siegel",
    year: 1990,
    lessons: [
      { number: "4.1", slug: "callback", title: "A callback to a hundred workstations", minutes: 10, buildsOn: [] },
      { number: "4.2", slug: "ceiling", title: "The speedup ceiling", minutes: 14, buildsOn: ["callback"] },
      { number: "4.3", slug: "scale", title: "When scale bites", minutes: 14, buildsOn: ["ceiling"] },
      {
        number: "4.4",
        slug: "quitting-early",
        title: "Quitting early",
        minutes: 12,
        buildsOn: ["callback", "exactly-once"],
      },
      { number: "4.5", slug: "stub-compiler", title: "Stubs from a specification", minutes: 10, buildsOn: ["xdr"] },
    ],
  },
  {
    id: "flexrpc",
    title: "FlexRPC",
    authors: "Kim, Kim and Maeng",
    year: null,
    lessons: [
      { number: "5.1", slug: "parallel-or-serial", title: "Parallel or serial", minutes: 10, buildsOn: [] },
      {
        number: "5.2",
        slug: "relay",
        title: "Relay efficiency and the n² tail",
        minutes: 12,
        buildsOn: ["parallel-or-serial"],
      },
    ],
  },
  {
    id: "sweepstakes",
    title: "The sweepstakes",
    authors: "all of them",
    year: null,
    lessons: [
      {
        number: "6.1",
        slug: "who-is-fastest",
        title: "Who is fastest, and on whose terms",
        minutes: 10,
        buildsOn: ["where-2-66-ms-go"],
      },
      {
        number: "6.2",
        slug: "many",
        title: "Other ways to call many",
        minutes: 14,
        buildsOn: ["quitting-early", "parallel-or-serial"],
      },
      {
        number: "6.3",
        slug: "what-rules-are-for",
        title: "What each rule is for",
        minutes: 12,
        buildsOn: ["exactly-once", "many"],
      },
    ],
  },
];

/** What is to be mended in lessons, a sentence a mistake. The course goes on without a lesson that has one. */
export const TO_MEND: readonly string[] = [];
