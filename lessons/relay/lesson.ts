/** 5.2 Relay efficiency and the n² tail: what a chain of callees costs on the way out, and on the way back. */
import { cell, ran, said } from "../sources.ts";
import type { CellNumber, Checkpoint, Lesson, LessonNumber, ModelNumber, RunNumber, ParamValues } from "../types.ts";
import type { NumberPrediction, StageState, Step } from "../types.ts";

const EXPERIMENT = "flexrpc/multicast";
const SIZE = 32768; // bytes of an argument and of a result, as in Figure 3(d)

const parameter = (row: string): CellNumber => cell("parameters", row, "value");
const alpha = (callee: number): CellNumber => ({
  kind: "cell",
  table: "relay-efficiency",
  row: String(callee),
  column: "alpha",
  unit: "",
});

const call = (fn: string, callees: number, value: string): ModelNumber => ({
  kind: "model",
  fn,
  args: { callees, argument_bytes: SIZE, result_bytes: SIZE },
  value,
  unit: "us",
});
const arrival = (callee: number, value: string): ModelNumber => ({
  kind: "model",
  fn: "argument_arrival_us",
  args: { callee, argument_bytes: SIZE },
  value,
  unit: "us",
});
const run = (measure: string, value: string, unit: string, set: ParamValues = {}): RunNumber =>
  ran(EXPERIMENT, measure, value, unit, set);

/** A callee may take so much longer before anybody waits for it: `results` are still to pass beyond it. */
const slack = (name: string, results: number, value: string): LessonNumber => ({
  kind: "ours",
  expression: `(seven - ${results} * result - ${name} - processing) / 1000`,
  value,
  unit: "ms",
  how: `The whole call minus the ${results} results that pass from there on, minus argument and processing there`,
});

const numbers: Readonly<Record<string, LessonNumber>> = {
  callees: { kind: "cell", table: "text", row: "maxDegree", column: "value" },
  processing: parameter("tp"),
  one: call("latency_us", 1, "724"),
  seven: call("latency_us", 7, "10,178"),
  ideal: call("ideal_latency_us", 7, "9,524"),
  result: { kind: "model", fn: "send_us", args: { size_bytes: SIZE }, value: "291.64", unit: "us" },
  times: {
    kind: "ours",
    expression: "seven / one",
    value: "14.1",
    unit: "times",
    how: "By equation (10), the time with seven callees divided by the time with one",
  },
  three: call("latency_us", 3, "2,830"),
  threeTimes: {
    kind: "ours",
    expression: "three / one",
    value: "3.9",
    unit: "times",
    how: "By equation (10), the time with three callees divided by the time with one",
  },
  twoEach: { kind: "ours", expression: "2 * callees", value: "14", unit: "times", how: "Two for each of seven" },
  twoOfThree: { kind: "ours", expression: "2 * 3", value: "6", unit: "times", how: "Two for each of three" },
  crossings: {
    kind: "ours",
    expression: "callees * (callees + 1) / 2",
    value: "28",
    unit: "results",
    how: "Seven results cross the first link, six the next, and so on to one",
  },
  tail: {
    kind: "ours",
    expression: "crossings * result",
    value: "8,166",
    unit: "us",
    how: "The time of one result on one link, times the results that cross links one after another",
  },
  tailShare: {
    kind: "ours",
    expression: "100 * tail / seven",
    value: "80",
    unit: "%",
    how: "As a share of the whole call",
  },
  head: arrival(7, "1,871"),
  straight: {
    kind: "ours",
    expression: "callees * result",
    value: "2,041",
    unit: "us",
    how: "Each of the seven results crosses the caller’s link once",
  },
  gap: {
    kind: "ours",
    expression: "seven - ideal",
    value: "654",
    unit: "us",
    how: "Equation (10) minus equation (11)",
  },
  first: alpha(1),
  second: alpha(2),
  sixth: alpha(6),
  stretch: {
    kind: "ours",
    expression: "1 / (first * second * third * fourth * fifth * sixth)",
    value: "3.24",
    unit: "times",
    how: "How six relays together stretch the time to send the argument",
  },
  third: alpha(3),
  fourth: alpha(4),
  fifth: alpha(5),
  here: run("latencyUs", "10,428", "us"),
  free: run("latencyUs", "9,640", "us", { relayCost: 0 }),
  arrival1: arrival(1, "291.64"),
  arrival2: arrival(2, "640.43"),
  arrival3: arrival(3, "939.99"),
  slack1: slack("arrival1", 7, "7.7"),
  slack2: slack("arrival2", 13, "5.6"),
  slack3: slack("arrival3", 18, "3.8"),
  recurrence: {
    kind: "model",
    fn: "recurrence_latency_us",
    args: { callees: 7, argument_bytes: SIZE, result_bytes: SIZE },
    value: "10,467",
    unit: "us",
  },
  apart: {
    kind: "ours",
    expression: "100 * (recurrence / seven - 1)",
    value: "2.8",
    unit: "%",
    how: "The recurrence of equation (3) compared with its closed form",
  },
  size: { kind: "cell", table: "text", row: "fig3dSize", column: "value" },
  tailHere: run("resultPhaseUs", "9,082", "us"),
  moreThanModel: said("more than", { "our run": "here", "equation (10)": "seven" }),
  moreBack: said("more than", { "our run": "tailHere", "equation (10)": "tail" }),
  mostBack: said("most", { "the way back": "tail", "the call": "seven" }),
  tailFree: run("resultPhaseUs", "8,961", "us", { relayCost: 0 }),
  tailPipelined: run("resultPhaseUs", "2,874", "us", { results: "pipelined" }),
};

const CHAIN: StageState = {
  experiment: EXPERIMENT,
  moment: "end",
  hero: "chart",
  figures: ["chart", "inspector"],
  chart: "figure-3d",
};
const SHORT: StageState = {
  ...CHAIN,
  set: { callees: 3 },
  moment: { at: "start", of: { name: "argument forward", machine: "callee2" } },
  highlight: { name: "argument forward", machine: "callee2" },
  hero: "timeline",
};

const sevenTimes: NumberPrediction = {
  kind: "number",
  id: "seven-times",
  question: "A call to one callee takes {one}. How many times as long does a call to a chain of seven callees take?",
  unit: "times",
  min: 0,
  max: 60,
  truth: "times",
  near: 0.7,
  beliefs: [
    { says: "A call for each callee, one after another", gives: "callees" },
    { says: "Each result counts, and nothing else", gives: "crossings" },
    { says: "Every result passes every link", gives: "callees * callees" },
    { says: "Hops overlap on the way back, too", gives: "straight / one" },
    { says: "All seven take as long as one", gives: "1" },
    { says: "One callee more than there are", gives: "callees + 1" },
  ],
  hit:
    "Yes. It takes {seven}, not {one}: {times} as long. The way back takes {mostBack} of that time. Whoever counts " +
    "two for each callee comes to {twoEach} by chance: with three callees it is {threeTimes} and not {twoOfThree}.",
  misses: {
    tooHigh: {
      reply:
        "Perhaps you let every result pass every link. But a result passes only the links between its callee and " +
        "the caller. The stage now shows all seven. Count what crosses each link on the way back.",
      tags: [],
    },
    tooLow: {
      reply:
        "Perhaps you let the hops overlap, as they did with the argument. On the way back they do not overlap: a " +
        "callee waits for the whole bundle from behind it, and then sends it on. The stage now shows all seven. " +
        "Look at the way back.",
      tags: ["M4"],
    },
  },
  observe: { set: { callees: 7 }, moment: "end", highlight: { name: "result forward", machine: "callee1" } },
  second:
    "The bars show the parts of the model: the argument on its way out, one procedure, and the results on their " +
    "way back.",
  bars: [
    { label: "Argument", number: "head" },
    { label: "Procedure", number: "processing" },
    { label: "Results", number: "tail" },
  ],
  third:
    "It takes {times} as long: {seven} divided by {one}. Bundles go back whole, hop by hop, and each is larger " +
    "than the one before. That makes {crossings} on links, one after another. They take {tail}, which is " +
    "{tailShare} of the call.",
  variant: {
    question: "Now there are eight callees. How many results cross a link, one after another, on their way back?",
    options: [
      { id: "eight", text: "Eight, one for each callee", reply: "The last callee’s result alone crosses eight links." },
      {
        id: "sum",
        text: "Eight more than with seven",
        right: true,
        reply: "Yes. The new callee’s result crosses every link, and {crossings} cross links as before.",
      },
      {
        id: "square",
        text: "Eight times eight",
        reply: "That counts every result on every link. The first callee’s result crosses only one.",
      },
    ],
  },
};

const slowForFree: Checkpoint = {
  id: "slow-for-free",
  question: "Which callee can be five milliseconds slower at nearly no cost to the call?",
  parts: [
    {
      id: "place",
      title: "Choose the slow callee so that the call takes at most a hundredth longer than without a slow one",
      experiment: EXPERIMENT,
      free: ["slowCallee"],
      within: { slowCallee: [0, 7] },
      changes: 1,
      seeds: [1],
      conditions: [
        {
          experiment: EXPERIMENT,
          set: { slowMs: 5 },
          measure: "latencyUs",
          from: "call",
          test: "at most",
          bound: 1.01,
          relative: true,
          says: "the call takes",
          as: "as long as without a slow callee",
        },
      ],
      near: [
        {
          set: { slowCallee: 3 },
          reply:
            "Nearly. The third callee has {slack3} until the results behind it arrive. It needs five milliseconds.",
        },
        {
          set: { slowCallee: 7 },
          reply: "The last callee has no time to spare. The results begin with its own, and all others wait for it.",
        },
      ],
      solution: { slowCallee: 1 },
      fails: [
        { slowCallee: 0 },
        { slowCallee: 3 },
        { slowCallee: 4 },
        { slowCallee: 5 },
        { slowCallee: 6 },
        { slowCallee: 7 },
        { slowCallee: 8 },
      ],
    },
  ],
  hints: [
    "Which callee waits for which? On the way back a callee has nothing to do until the bundle behind it has " +
      "arrived whole.",
    "For each callee compare two moments: the end of its own procedure, and the arrival of the results from " +
      "behind it.",
  ],
  solution:
    "It can be the first callee or the second. The first has the argument before all others, and its bundle " +
    "arrives last. So it can lose {slack1} at no cost. The second can lose {slack2}, the third {slack3}, the " +
    "seventh nothing.",
  variant: {
    question: "The slow callee stands at the end of the chain. Where does the call lose time?",
    options: [
      {
        id: "nowhere",
        text: "Nowhere, because the others work meanwhile",
        reply: "The others finished long before. The results can only start from the end.",
      },
      {
        id: "all",
        text: "At every callee before it, because all wait for its result",
        right: true,
        reply: "Yes. The call takes longer by the whole delay.",
      },
      {
        id: "own",
        text: "Only on its own link",
        reply: "All links are idle: nothing can go back before its result does.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "phases",
    gist: "Three phases",
    action: "Look at the second callee. When does it start to run? When does it start to send back?",
    stage: SHORT,
    cover: { until: "seven-times", figures: ["chart"] },
  },
  {
    id: "predict-times",
    gist: "Seven against one",
    action: "Enter a factor, then commit.",
    stage: { ...SHORT, moment: "end", highlight: { name: "result forward", machine: "callee1" } },
    cover: { until: "seven-times", figures: ["chart"] },
    predict: sevenTimes,
  },
  {
    id: "ideal",
    gist: "The least it takes",
    action: "Find on the chart how far the model lies above the ideal. Then make relaying free.",
    stage: CHAIN,
    cover: {
      until: "seven-times",
      figures: ["chart"],
      after: { at: "end", of: { name: "Process the call", machine: "callee7" } },
    },
    tries: [
      { id: "free", label: "Make relaying free", stage: { set: { relayCost: 0 } } },
      { id: "measured", label: "Relay as measured", stage: {} },
    ],
    explain: {
      id: "gap",
      prompt: "The ideal also counts every result on the way back. What does it forget?",
      picks: [
        {
          id: "results",
          text: "Results wait until they are whole.",
          reply: "The ideal counts this: each bundle waits until it is whole.",
        },
        {
          id: "relay",
          text: "A callee that receives and sends at the same time is slower.",
          right: true,
          reply: "Yes. To receive and to send share one machine, so each slows the other.",
        },
        {
          id: "processing",
          text: "The procedures take time.",
          reply: "The ideal counts this: one procedure, {processing}, as the model does.",
        },
      ],
      ours:
        "A callee that still receives the argument cannot send it on at full speed. By the model this costs {gap} of " +
        "{seven}, all of it on the way out. The ideal contains the way back already.",
    },
  },
  {
    id: "pipelined",
    gist: "Results as they come",
    action: "Let the callees pass results on as they come.",
    stage: { ...CHAIN, highlight: { name: "result forward", machine: "callee1" }, hero: "timeline" },
    tries: [
      { id: "come", label: "Pass results on as they come", stage: { set: { results: "pipelined" } } },
      { id: "whole", label: "Pass on whole bundles", stage: {} },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Choose a callee, then submit.",
    stage: {
      ...CHAIN,
      set: { slowMs: 5 },
      highlight: { name: "result forward", machine: "callee1" },
      hero: "timeline",
    },
    checkpoint: slowForFree,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: CHAIN,
    transfer: {
      question:
        "In chain replication a write goes from the head of a chain of servers to its tail. The tail answers the " +
        "client itself. Which part of the call’s time does this save?",
      answer:
        "It saves the way back. Nothing returns along the chain, so {tailShare} of the time is saved, and one " +
        "small answer remains. The argument still passes every relay. One slow server at the end still holds up " +
        "all others.",
    },
  },
];

export const lesson: Lesson = {
  slug: "relay",
  part: "flexrpc",
  place: 2,
  title: "Relay efficiency and the n² tail",
  question: "Why is the way back so long?",
  minutes: 12,
  buildsOn: ["parallel-or-serial"],
  paper: "flexrpc",
  can: [
    "split the latency of a chain by phase",
    "explain why n(n+1)/2 results cross the links of n callees",
    "find the callee that may be slow at no cost",
  ],
  general: {
    "crosses every link": "It comes from the end of the chain",
    "shows all seven": "Seven callees",
    "all of it on the way out": "Only the argument is relayed by its packets",
    "The first has": "The first callee",
    "the first gets": "The first callee",
    "The first gets": "The first callee",
  },
  numbers,
  steps,
};
