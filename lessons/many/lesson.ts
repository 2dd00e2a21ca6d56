/** 6.2 Other ways to call many: one packet for all, who knows what at the end, and which way fits which job. */
import { ours, ran, said } from "../sources.ts";
import type { ChoicePrediction, Lesson, LessonNumber, ParamValues, RunNumber } from "../types.ts";
import type { StageState, Step } from "../types.ts";
import { waysFit } from "./jobs.ts";

const EXPERIMENT = "many/call";
const SUN: ParamValues = { way: "sun-broadcast" };
const V: ParamValues = { way: "v-group" };
const LOSSY_V: ParamValues = { ...V, loss: 0.1 };
/** The program wants ten replies, and one of the ten machines has no power. */
const TENTH: ParamValues = { ...SUN, wanted: 10, dead: 1 };
const SLOW_AND_DEAD: ParamValues = { slow: 1, dead: 1 };
const MORE_LOSS: ParamValues = { loss: 0.3 };

const run = (set: ParamValues, measure: string, value: string, unit: string): RunNumber =>
  ran(EXPERIMENT, measure, value, unit, set);
const time = (set: ParamValues, value: string): RunNumber => run(set, "msPerCall", value, "ms");
const answers = (set: ParamValues, value: string): RunNumber => run(set, "answered", value, "");

/** The chance, in percent, that ten things all happen, each with this chance. */
const tenTimes = (chance: string): string => `100${` * ${chance} / 100`.repeat(10)}`;

const numbers: Readonly<Record<string, LessonNumber>> = {
  all: time({ ...SUN, wanted: 10 }, "32.6"),
  sunMs: time(SUN, "54,196"),
  sun: ours("sunMs / 1000", "54.2", "s", "The whole call, in seconds"),
  times: run(SUN, "mostExecutions", "6", ""),
  loss: ours("10", "10", "%", "As many packets are lost here"),
  one: ours("100 - loss", "90", "%", "One packet comes through"),
  back: ours("one * one / 100", "81", "%", "A request and its reply both come through"),
  ten: ours(tenTimes("back"), "12", "%", "Twenty packets all come through: ten requests and ten replies"),
  forty: ours("5", "5", "", "Counted in the runs with the seeds from one to forty"),
  five: ours(tenTimes("one"), "35", "%", "Ten packets all come through: five requests and five replies"),
  counted: time(TENTH, "4,041"),
  machines: answers(TENTH, "9"),
  answered: answers({ ...SUN, wanted: 10 }, "10"),
  allTen: said("All ten", { answered: "answered", callees: "10" }),
  timesAgain: run(TENTH, "leastExecutions", "2", "times"),
  ranTwice: said("twice", { "runs of the callee that ran least": "timesAgain" }),
  named: run({ ...SUN, ...SLOW_AND_DEAD }, "namedDead", "0", "callees"),
  nobody: said("nobody", { "callees named dead": "named" }),
  chainPackets: run({ way: "flexrpc-serial" }, "callerPackets", "1", "packets"),
  sendsOnce: said("once", { "packets of the caller": "chainPackets" }),
  allAnswers: said("all", { answers: "multiLoss", callees: "10" }),
  sunKnows: answers({ ...SUN, ...SLOW_AND_DEAD }, "8"),
  vMs: time({ ...V, ...SLOW_AND_DEAD }, "128"),
  multi: time({ way: "multirpc", ...SLOW_AND_DEAD }, "60,061"),
  minute: ours("multi / 1000", "60.1", "s", "The same in seconds"),
  geminiMs: time({ way: "gemini", ...SLOW_AND_DEAD }, "127,000"),
  gemini: ours("geminiMs / 1000", "127", "s", "The same in seconds"),
  bound: time({ way: "gemini" }, "58.3"),
  forked: time({ way: "gemini", bound: "call" }, "96.8"),
  single: run({ way: "circus" }, "packets", "20", "packets"),
  double: run({ way: "circus", clients: "2" }, "packets", "39", "packets"),
  stream: time({ way: "mercury", calls: 10, atOnce: 10 }, "6.0"),
  chain: time({ way: "flexrpc-serial" }, "112"),
  vLoss: answers({ ...V, ...MORE_LOSS }, "5"),
  vFirefly: time({ ...V, machine: "firefly", ...SLOW_AND_DEAD }, "106"),
  vEnds: time({ ...V, ...MORE_LOSS }, "121"),
  multiLoss: answers({ way: "multirpc", ...MORE_LOSS }, "10"),
  multiEnds: time({ way: "multirpc", ...MORE_LOSS }, "1,440"),
  megabyte: ran("flexrpc/gfs-push", "callerBytes", "1,096,450", "bytes", { mode: "serial" }),
  copies: ran("flexrpc/gfs-push", "callerBytes", "3,289,458", "bytes", { mode: "parallel" }),
  size: ours("800", "800", "bytes", "The copy that the third card asks for"),
  most: ours("1000", "1,000", "bytes", "The limit of the third card"),
};

const BASE: StageState = {
  experiment: EXPERIMENT,
  set: SUN,
  moment: "end",
  hero: "timeline",
  figures: ["inspector", "table"],
};
const TABLE: StageState = {
  ...BASE,
  set: { way: "multirpc", ...SLOW_AND_DEAD },
  hero: "table",
  figures: ["table", "inspector"],
};

const allTen: ChoicePrediction = {
  kind: "choice",
  id: "all-ten",
  question:
    "Each packet gets lost with a chance of {loss}. The program sends one packet to all ten, and each callee sends " +
    "one reply. How likely is it that all ten answers arrive?",
  options: [
    {
      id: "one",
      text: "{one}",
      reply: "That is one packet. Here each of ten requests and each of ten replies must get through.",
      tags: ["M7"],
    },
    {
      id: "back",
      text: "{back}",
      reply: "That is one callee, there and back. There are ten of them.",
      tags: ["M7"],
    },
    {
      id: "ten",
      text: "{ten}",
      right: true,
      reply: "Yes: {back} for one callee, ten times over. In forty runs it happened {forty} times.",
    },
  ],
  hit: "Yes: {back} for one callee, ten times over.",
  observe: { set: LOSSY_V },
  second: "The bars show the chance for one packet, for one callee there and back, and for all ten.",
  bars: [
    { label: "One packet", number: "one" },
    { label: "One callee", number: "back" },
    { label: "All ten", number: "ten" },
  ],
  third: "It is {ten}. One packet on the wire still has ten receivers, and each of them may miss it.",
  variant: {
    question: "Now there are five callees. How likely is it that all answers arrive?",
    options: [
      {
        id: "half",
        text: "About twice as likely",
        reply: "Chances multiply. With five callees ten packets must get through, not twenty: {five}.",
      },
      {
        id: "thrice",
        text: "{five}",
        right: true,
        reply: "Yes. Ten packets must get through.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "one-packet",
    gist: "One packet for all",
    action: "Run on to the end, and count how often each callee works.",
    stage: { ...BASE, axis: "linear" },
    cover: { until: "all-ten", figures: ["table"] },
  },
  {
    id: "predict-ten",
    gist: "Guess",
    action: "Choose an answer, then commit.",
    stage: { ...BASE, set: V },
    cover: { until: "all-ten", figures: ["table"] },
    predict: allTen,
  },
  {
    id: "tenth",
    gist: "Who is the tenth?",
    action: "Find the reply that counts as the tenth. Then give the dead one its power back.",
    stage: { ...BASE, set: TENTH },
    tries: [
      { id: "dead", label: "One is dead", stage: {} },
      { id: "alive", label: "All are alive", stage: { set: { ...SUN, wanted: 10 } } },
    ],
    explain: {
      id: "who-answered",
      prompt: "The program has ten replies, and only nine callees answered. Why did it not notice?",
      picks: [
        {
          id: "counts",
          text: "It counts replies, and keeps no list of who answered.",
          right: true,
          reply: "Yes. It does not even know how many callees there are.",
        },
        {
          id: "lost",
          text: "A reply was lost on the way.",
          reply: "Nothing is lost in this run. Count the replies on the timeline.",
        },
        {
          id: "dead-answers",
          text: "The dead callee answered late.",
          reply: "It has no power for the whole run. Look how often the others reply.",
        },
      ],
      ours:
        "The broadcast goes out again, because the program still waits. Each living callee runs the procedure " +
        "{ranTwice}, and the first of their second replies counts as the tenth. After {counted} the program believes " +
        "that all is well.",
    },
  },
  {
    id: "slow-and-dead",
    gist: "Slow and dead",
    action:
      "Let each way call, with one callee slow and one dead. Pull the edge of another callee inwards: who learns of " +
      "its crash?",
    stage: { ...TABLE, hero: "timeline", figures: ["calls", "table"], open: ["calls"] },
    tries: [
      { id: "sun", label: "Sun’s broadcast", stage: { set: { ...SUN, ...SLOW_AND_DEAD } } },
      { id: "v", label: "V, to a group", stage: { set: { ...V, ...SLOW_AND_DEAD } } },
      { id: "multi", label: "MultiRPC", stage: {} },
      { id: "circus", label: "Circus", stage: { set: { way: "circus", ...SLOW_AND_DEAD } } },
    ],
  },
  {
    id: "price",
    gist: "The price",
    action: "Choose a way, pull one of its packets to the ground, and find what it pays. Then fill the table.",
    stage: { ...TABLE, set: { way: "gemini", bound: "call" }, hero: "timeline", open: ["table"] },
    tries: [
      { id: "gemini", label: "Gemini opens connections", stage: {} },
      { id: "circus-two", label: "Circus with two callers", stage: { set: { way: "circus", clients: "2" } } },
      {
        id: "mercury",
        label: "Mercury’s stream of ten calls",
        stage: { set: { way: "mercury", calls: 10, atOnce: 10 } },
      },
      { id: "flexrpc", label: "FlexRPC’s chain", stage: { set: { way: "flexrpc-serial" } } },
    ],
  },
  {
    id: "more-loss",
    gist: "More loss",
    action: "Raise the loss, and compare both ways: how many answers, and when the call ends.",
    stage: { ...BASE, set: LOSSY_V, hero: "chart", figures: ["chart", "table"], chart: "loss" },
    tries: [
      { id: "v-loss", label: "V, three in ten lost", stage: { set: { ...V, ...MORE_LOSS }, hero: "timeline" } },
      {
        id: "multi-loss",
        label: "MultiRPC, three in ten lost",
        stage: { set: { way: "multirpc", ...MORE_LOSS }, hero: "timeline" },
      },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Put a way on each card, then submit.",
    stage: { ...TABLE, set: { way: "sun-broadcast", ...SLOW_AND_DEAD } },
    checkpoint: waysFit,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Change the machine under two ways. See which facts stay, and which times move.",
    stage: { ...BASE, set: { way: "multirpc", ...SLOW_AND_DEAD } },
    tries: [
      {
        id: "firefly",
        label: "MultiRPC on Fireflies",
        stage: { set: { way: "multirpc", machine: "firefly", ...SLOW_AND_DEAD } },
      },
      { id: "v-firefly", label: "V on Fireflies", stage: { set: { ...V, machine: "firefly", ...SLOW_AND_DEAD } } },
    ],
  },
  {
    id: "modern",
    gist: "A modern case",
    action: "Pull a callee down, and see what the caller learns. Then write an answer, and compare it with ours.",
    stage: { ...BASE, set: { way: "multirpc", callees: 5 }, figures: ["calls", "table"], open: ["calls"] },
    transfer: {
      question: "A write goes to five regions, and three must confirm. What must the way to call offer?",
      answer:
        "An end at three answers. Failures that are told for each region. Late answers that do no harm. And a number " +
        "for each write, so that a repeated one runs once. A plain broadcast offers none of them.",
    },
  },
];

export const lesson: Lesson = {
  slug: "many",
  part: "sweepstakes",
  place: 2,
  title: "Other ways to call many",
  question: "Which one fits my job?",
  minutes: 14,
  buildsOn: ["quitting-early", "parallel-or-serial"],
  paper: "multirpc",
  can: [
    "say why one packet to all is not heard by all",
    "tell who knows what at the end of a call to many",
    "name what each way pays for its promise",
    "choose a way for a job, and say why",
  ],
  general: {
    "the first call": "Its place in time.",
    "The first call opens them": "The first of the program",
    "the first of their second replies": "The tenth reply in all",
    "believes that all is well": "What the program believes",
    "all answers came": "A chance, reckoned",
  },
  numbers,
  steps,
};
