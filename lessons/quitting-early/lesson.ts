/** 4.4 Quitting early: what a program saves that does not wait for all replies, and what it does not know then. */
import { ours, ran, said } from "../sources.ts";
import type { Checkpoint, ChoicePrediction, Lesson, LessonNumber, RunNumber } from "../types.ts";
import type { NumberPrediction, ParamValues, StageState, Step } from "../types.ts";

const EXPERIMENT = "multirpc/call";
const THREE: ParamValues = { servers: 3, trials: 1 };
const TWO_OF_THREE: ParamValues = { ...THREE, waitFor: 2 };
const RANDOM: ParamValues = { servers: 3, trials: 100, distribution: "exponential", computeMs: 50 };
const RANDOM_FIVE: ParamValues = { ...RANDOM, servers: 5 };
/** Two calls one after the other; the second one waits for all servers. */
const TWICE: ParamValues = { servers: 3, trials: 2, gapMs: 0, waitFor: 2, followUp: "all" };
/** RPC2 before its cure: each reply is acknowledged by the next request, and nobody says no. */
const OLD: ParamValues = { ...TWICE, replyAcks: "on", nak: "off" };

const run = (measure: string, value: string, unit: string, set: ParamValues): RunNumber =>
  ran(EXPERIMENT, measure, value, unit, set);
const time = (value: string, set: ParamValues): RunNumber => run("multiRpcMs", value, "ms", set);
const stall = (value: string, set: ParamValues): RunNumber => run("stallMs", value, "ms", set);

const numbers: Readonly<Record<string, LessonNumber>> = {
  all: time("51.6", THREE),
  two: time("45.4", TWO_OF_THREE),
  allRandom: time("128", RANDOM),
  twoRandom: time("80", { ...RANDOM, waitFor: 2 }),
  last: ours("allRandom - twoRandom", "48", "ms", "All three replies, minus two of three"),
  begin3: run("start Compute@server3", "12,820", "us", TWO_OF_THREE),
  begin2: run("start Compute@server2", "19,101", "us", TWO_OF_THREE),
  begin1: run("start Compute@server1", "25,382", "us", TWO_OF_THREE),
  inFront: said("first", { "Server 3": "begin3", "Server 2": "begin2", "Server 1": "begin1" }),
  atTheEnd: said("last", { "Server 1": "begin1", "Server 2": "begin2", "Server 3": "begin3" }),
  wholeComputation: said("about as much", { "the last reply": "last", "a computation": "50" }),
  nearlyHalf: said("nearly half", { saved: "fiveAll - fiveThree", "all five": "fiveAll" }),
  fiveAll: time("156", RANDOM_FIVE),
  fiveThree: time("85", { ...RANDOM_FIVE, waitFor: 3 }),
  stuck: stall("60,076", OLD),
  minute: ours("stuck / 1000", "60.1", "s", "The same in seconds"),
  withNak: stall("46.8", { ...OLD, nak: "on" }),
  withoutAcks: stall("40.4", { ...OLD, replyAcks: "off" }),
  later: stall("30,316", { ...OLD, library: "2025" }),
  laterSeconds: ours("later / 1000", "30.3", "s", "The same in seconds"),
};

const BASE: StageState = {
  experiment: EXPERIMENT,
  set: TWO_OF_THREE,
  moment: "end",
  hero: "timeline",
  figures: ["calls", "inspector"],
  open: ["calls"],
};
const SPREAD: StageState = { ...BASE, set: RANDOM, hero: "distribution", figures: ["distribution", "use"], open: [] };

const lastReply: NumberPrediction = {
  kind: "number",
  id: "last-reply",
  question:
    "Each of three servers needs a random time, fifty milliseconds in the mean. Most take less, a few take much " +
    "longer. How long does the client wait for the third reply, after the second has come?",
  unit: "ms",
  min: 0,
  max: 200,
  truth: "last",
  near: 8,
  beliefs: [
    { says: "All three end together", gives: "all - two" },
    { says: "Ends are spread evenly over a computation", gives: "50 / 3" },
    { says: "Half of a computation is left", gives: "50 / 2" },
    { says: "Waiting for two and waiting for the third are one", gives: "twoRandom" },
    { says: "A call for all is what the third costs", gives: "allRandom" },
    { says: "The third begins when the second has ended", gives: "2 * 50" },
  ],
  hit:
    "Yes. All three take {allRandom}, two of three {twoRandom}. The last reply costs {wholeComputation} as a " +
    "whole computation.",
  misses: {
    tooHigh: {
      reply:
        "You wait longer than for a whole computation. When two have answered, the third has been at work as long as " +
        "they. The stage shows how the times spread.",
      tags: [],
    },
    tooLow: {
      reply:
        "All three begin soon after one another, but they do not end so. When the others are done, the last one is " +
        "still out. The stage shows how the times spread.",
      tags: ["M4"],
    },
  },
  observe: { set: { ...RANDOM, waitFor: 2 } },
  second: "The bars show the time of a call: for two of three replies, and for all three.",
  bars: [
    { label: "Two of three", number: "twoRandom" },
    { label: "All three", number: "allRandom" },
  ],
  third:
    "It is {last}. The last of three waits for the slowest server alone, and that one takes about a whole " +
    "computation longer in the mean.",
  variant: {
    question: "Now there are five servers, and three of them are enough. What does the program save?",
    options: [
      {
        id: "little",
        text: "Little: three still take their time",
        reply: "The two slowest no longer count. All five take {fiveAll}, three of them {fiveThree}.",
      },
      {
        id: "half",
        text: "Nearly half of the time",
        right: true,
        reply: "Yes, {nearlyHalf}. All five take {fiveAll}, three of five {fiveThree}.",
      },
      {
        id: "two-fifths",
        text: "Two fifths of the packets",
        reply: "All requests go out at the beginning. What is saved is time: {fiveThree} in place of {fiveAll}.",
      },
    ],
  },
};

const whatIsKnown: ChoicePrediction = {
  kind: "choice",
  id: "what-is-known",
  question:
    "The call has returned with success, after the replies of Server 3 and Server 2. What does the program know of " +
    "Server 1, which has not answered?",
  options: [
    {
      id: "lives",
      text: "It is alive, because otherwise the call would have failed",
      reply: "The call ended before anybody asked. On the stage Server 1 now crashes. Look at the end of the call.",
      tags: [],
    },
    {
      id: "dead",
      text: "It is dead: it did not answer",
      reply: "Its reply may have been a millisecond late. Silence says nothing yet.",
      tags: ["M3"],
    },
    {
      id: "nothing",
      text: "Nothing",
      right: true,
      reply: "Yes. A late reply is thrown away, and the next call will find out.",
    },
  ],
  hit: "Yes. A late reply is thrown away, and the next call will find out.",
  observe: { faults: ["crash server1 at 10ms"], moment: "end", later: true },
  second: "The bars show the call with two replies and the call with three: the program waited no longer.",
  bars: [
    { label: "Two replies", number: "two" },
    { label: "Three replies", number: "all" },
  ],
  third:
    "It knows nothing. The client moves its number for Server 1 on. So it does not take a late reply for the answer " +
    "to its next call.",
  variant: {
    question: "A reply to the first call comes during the second call. What does the client do with it?",
    options: [
      {
        id: "takes",
        text: "It takes it as the answer",
        reply: "Its number belongs to the first call. The client asks for the next number now.",
        tags: [],
      },
      {
        id: "drops",
        text: "It throws it away",
        right: true,
        reply: "Yes. The number says that it belongs to a call that is over.",
      },
      {
        id: "fails",
        text: "It ends the call with an error",
        reply: "A late reply is no error. The client has nothing to do with it.",
      },
    ],
  },
};

const stalls: Checkpoint = {
  id: "stalls",
  question:
    "Two calls follow each other. Make the second one stall for ten seconds or more, without any fault. Then " +
    "change one switch so that it no longer does.",
  parts: [
    {
      id: "stuck",
      title: "The second call stalls for at least ten seconds",
      experiment: EXPERIMENT,
      set: { servers: 3, trials: 2, gapMs: 0 },
      free: ["waitFor", "followUp", "replyAcks", "nak"],
      within: { waitFor: [1, 3] },
      seeds: [1],
      conditions: [
        {
          experiment: EXPERIMENT,
          set: { servers: 3, trials: 2, gapMs: 0 },
          measure: "stallMs",
          test: "at least",
          bound: 10_000,
          says: "longest stall",
        },
      ],
      near: [
        {
          set: { waitFor: 2, replyAcks: "on", nak: "off" },
          reply: "The second call goes on without Server 1 again, so nobody notices that it is stuck.",
        },
        {
          set: { waitFor: 3, followUp: "all", replyAcks: "on", nak: "off" },
          reply: "All replies have come, so no server is left behind.",
        },
      ],
      solution: { waitFor: 2, followUp: "all", replyAcks: "on", nak: "off" },
      fails: [
        { waitFor: 2, followUp: "all", replyAcks: "on" },
        { waitFor: 2, followUp: "all", nak: "off" },
        { waitFor: 2, replyAcks: "on", nak: "off" },
        { waitFor: 3, followUp: "all", replyAcks: "on", nak: "off" },
      ],
    },
    {
      id: "cured",
      title: "The same two calls, with a stall that is shorter than a call",
      experiment: EXPERIMENT,
      set: { servers: 3, trials: 2, gapMs: 0, waitFor: 2, followUp: "all", replyAcks: "on" },
      free: ["nak"],
      begin: { nak: "off" },
      seeds: [1],
      conditions: [
        {
          experiment: EXPERIMENT,
          set: { servers: 3, trials: 2, gapMs: 0, waitFor: 2, followUp: "all", replyAcks: "on" },
          measure: "stallMs",
          test: "at most",
          bound: 50,
          says: "longest stall",
        },
      ],
      solution: { nak: "on" },
      fails: [{ nak: "off" }],
    },
  ],
  hints: [
    "A server that waits for an acknowledgement takes no new request. Which setting makes it wait for one?",
    "The second call must need the server that the first call left behind.",
  ],
  solution:
    "Quit at the second reply, let the next call wait for all, acknowledge replies, and never say no. Then both " +
    "sides wait. A server that refuses a request that comes too early ends that.",
  variant: {
    question: "The designers later gave the acknowledgements up. What does a server lose by that?",
    options: [
      {
        id: "knowledge",
        text: "It no longer knows when it may forget a reply",
        right: true,
        reply: "Yes. It keeps the reply for a while, or until the next request.",
      },
      {
        id: "once",
        text: "It may run a call twice",
        reply: "Its numbers still tell an old request from a new one.",
        tags: ["M2"],
      },
      {
        id: "nothing",
        text: "Nothing",
        reply: "An acknowledgement told it that the reply had come. Now it has to guess.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "two",
    gist: "Two are enough",
    action: "Pull the number of replies from two to three, and see where the call ends.",
    stage: { ...BASE, later: true, open: [] },
    tries: [
      { id: "two", label: "Wait for two", stage: {} },
      { id: "three", label: "Wait for three", stage: { set: THREE } },
    ],
    cover: { until: "last-reply", figures: ["distribution"] },
  },
  {
    id: "predict-last",
    gist: "The last reply",
    action: "Enter a time, then commit.",
    stage: SPREAD,
    cover: { until: "last-reply", figures: ["distribution"] },
    predict: lastReply,
  },
  {
    id: "five",
    gist: "Three of five",
    action: "Pull the number of replies from five to three, and watch the times move.",
    stage: { ...SPREAD, set: RANDOM_FIVE },
    tries: [
      { id: "all", label: "All five", stage: {} },
      { id: "three", label: "Three of five", stage: { set: { ...RANDOM_FIVE, waitFor: 3 } } },
    ],
  },
  {
    id: "predict-known",
    gist: "What is known?",
    action: "Choose, then commit.",
    stage: BASE,
    predict: whatIsKnown,
  },
  {
    id: "sixty",
    gist: "Sixty seconds",
    action: "Follow three rounds in which client and server ignore each other.",
    stage: { ...BASE, set: OLD, call: 2, axis: "linear" },
    tries: [
      { id: "old", label: "As it was", stage: {} },
      { id: "rounds", label: "Stretch the first rounds", stage: { axis: "log" } },
      { id: "nak", label: "With a refusal", stage: { set: { ...OLD, nak: "on" } } },
      { id: "none", label: "Without acknowledgements", stage: { set: { ...OLD, replyAcks: "off" } } },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set the switches for each part, then submit.",
    stage: { ...BASE, set: TWICE, call: 2, axis: "linear", open: [] },
    checkpoint: stalls,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: { ...BASE, set: { ...OLD, library: "2025" }, call: 2, axis: "linear" },
    transfer: {
      question: "A client sends a read to two replicas and takes the first answer. Who stops the other one?",
      answer:
        "Nobody, unless the client cancels it. The slower replica does its work, and its answer is thrown away. So " +
        "such a request cuts the long waits and costs work. Send the second one late, and cancel it when an answer " +
        "is there.",
    },
  },
];

export const lesson: Lesson = {
  slug: "quitting-early",
  part: "multirpc",
  place: 4,
  title: "Quitting early",
  question: "May I stop at enough?",
  minutes: 12,
  buildsOn: ["callback", "exactly-once"],
  paper: "multirpc",
  can: [
    "say what the last reply costs",
    "say what success means after an early end",
    "find a deadlock between a client and a server",
  ],
  general: {
    "the client waits twice as long": "The rule of its timer.",
    "all rounds can be seen": "Of the figure.",
    "their last replies": "Those that came last.",
    "no call waits for another one": "The rule of the new protocol.",
    "calls all three": "Three servers",
    "All three": "Three servers",
    "All five": "Five servers",
    "The longest wait": "The measure is the longest one",
    "nobody notices": "The program asks for no more",
    "the last reply": "The reply that comes last",
    "The last reply": "The reply that comes last",
  },
  numbers,
  steps,
};
