/** 5.2 Relay efficiency and the n² tail: what a chain of callees costs on the way out, and on the way back. */
import type { CellNumber, Checkpoint, Lesson, LessonNumber, ModelNumber, RunNumber } from "../types.ts";
import type { NumberPrediction, StageState, Step } from "../types.ts";

const EXPERIMENT = "flexrpc/multicast";
const SIZE = 32768; // bytes of an argument and of a result, as in Figure 3(d)

const parameter = (row: string): CellNumber => ({ kind: "cell", table: "parameters", row, column: "value" });
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
const run = (measure: string, value: string, unit: string, set: RunNumber["set"] = {}): RunNumber => ({
  kind: "run",
  experiment: EXPERIMENT,
  set,
  faults: [],
  seed: 1,
  measure,
  value,
  unit,
});

/** How much longer a callee may take before anybody waits for it: `results` are still to pass beyond it. */
const slack = (name: string, results: number, value: string): LessonNumber => ({
  kind: "ours",
  expression: `(seven - ${results} * result - ${name} - processing) / 1000`,
  value,
  unit: "ms",
  how: `The whole call, less the ${results} results that pass from there on, less argument and processing there`,
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
    how: "By equation (10), seven callees over one",
  },
  crossings: {
    kind: "ours",
    expression: "callees * (callees + 1) / 2",
    value: "28",
    unit: "results",
    how: "Seven over the first link, six over the next, and so on to one",
  },
  tail: {
    kind: "ours",
    expression: "crossings * result",
    value: "8,166",
    unit: "us",
    how: "One result over one link, as often as that happens one after another",
  },
  tailShare: {
    kind: "ours",
    expression: "100 * tail / seven",
    value: "80",
    unit: "%",
    how: "Of the whole call",
  },
  head: arrival(7, "1,871"),
  straight: {
    kind: "ours",
    expression: "callees * result",
    value: "2,041",
    unit: "us",
    how: "Each of seven results once over the caller's link",
  },
  gap: { kind: "ours", expression: "seven - ideal", value: "654", unit: "us", how: "Equation (10) less equation (11)" },
  first: alpha(1),
  second: alpha(2),
  sixth: alpha(6),
  stretch: {
    kind: "ours",
    expression: "1 / (first * second * third * fourth * fifth * sixth)",
    value: "3.24",
    unit: "times",
    how: "What six relays together make of the time to send the argument",
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
    how: "The recurrence of (3) in place of its closed form",
  },
  size: { kind: "cell", table: "text", row: "fig3dSize", column: "value" },
  tailHere: run("resultPhaseUs", "9,082", "us"),
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
  question: "One callee takes {one}. How many times as long do seven callees in a chain take?",
  unit: "times",
  min: 0,
  max: 60,
  step: 0.1,
  truth: "times",
  hit: "Yes: {seven} against {one}, {times}. It is the way back that takes them.",
  misses: {
    tooHigh: {
      reply:
        "Every callee's result passes every link, you may have thought. But each passes only the links between its " +
        "callee and the caller. The stage now shows all seven: count what crosses each link on the way back.",
      tags: [],
    },
    tooLow: {
      reply:
        "Seven callees, seven times the work; or less, because hops overlap, as they did with the argument. On the " +
        "way back they do not: a callee waits for the whole bundle from behind it, and then sends it on. The stage " +
        "now shows all seven: look at the way back.",
      tags: ["M4"],
    },
  },
  observe: { set: { callees: 7 }, moment: "end", highlight: { name: "result forward", machine: "callee1" } },
  second: "By the model, part by part: the argument on its way to the last callee, one procedure, the results back.",
  bars: [
    { label: "Argument", number: "head" },
    { label: "Procedure", number: "processing" },
    { label: "Results", number: "tail" },
  ],
  third:
    "It is {times}: {seven} over {one}. Bundles go back whole, hop by hop, each larger than the one before: " +
    "{crossings} in all, {tail}, which is {tailShare} of the call.",
  variant: {
    question: "And eight callees: how many results cross a link, one after another, on their way back?",
    options: [
      { id: "eight", text: "Eight, one for each callee", reply: "The last callee's alone crosses eight links." },
      {
        id: "sum",
        text: "Eight more than with seven",
        right: true,
        reply: "Yes: the new callee's result crosses every link, and {crossings} cross as before.",
      },
      {
        id: "square",
        text: "Eight times eight",
        reply: "That would have every result on every link. The first callee's crosses only one.",
      },
    ],
  },
};

const slowForFree: Checkpoint = {
  id: "slow-for-free",
  question: "One of the seven callees takes five milliseconds longer than the others. Which one may it be?",
  parts: [
    {
      id: "place",
      title: "Choose the slow callee so that the call takes at most a hundredth longer than without one",
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
          test: "at most",
          bound: 1.01,
          relative: true,
          says: "latency, over that without a slow callee",
        },
      ],
      near: [
        {
          set: { slowCallee: 3 },
          reply: "Nearly: the third has {slack3} before the results behind it come in. It needs five.",
        },
        {
          set: { slowCallee: 7 },
          reply: "The last has no time to spare: the results begin with its own, and all others wait for it.",
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
    "Who waits for whom? On the way back a callee has nothing to do until the bundle from behind it is whole.",
    "Compare, for each callee, when its own procedure ends with when the results from behind it have come.",
  ],
  solution:
    "The first callee or the second. The first has the argument before all others and gets its bundle last: " +
    "{slack1} in between cost nothing. The second has {slack2}, the third {slack3}, the seventh none.",
  variant: {
    question: "The slow one stands at the end of the chain. Where does the call lose its time?",
    options: [
      {
        id: "nowhere",
        text: "Nowhere: the others work meanwhile",
        reply: "They have long finished. Results can only start from the end.",
      },
      {
        id: "all",
        text: "At every callee before it: all wait for its result",
        right: true,
        reply: "Yes: the whole delay is added to the call.",
      },
      {
        id: "own",
        text: "Only on its own link",
        reply: "Its link is idle, and so are all the others: nothing can go back before its result does.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "phases",
    gist: "Three phases",
    action: "Step to where the second callee enters its second phase, and its third.",
    stage: SHORT,
    cover: { until: "seven-times", figures: ["chart"] },
  },
  {
    id: "predict-times",
    gist: "Seven against one",
    action: "Commit a factor and an interval.",
    stage: { ...SHORT, moment: "end", highlight: { name: "result forward", machine: "callee1" } },
    cover: { until: "seven-times", figures: ["chart"] },
    predict: sevenTimes,
  },
  {
    id: "ideal",
    gist: "The least it takes",
    action: "Find on the chart how far the model lies above the ideal.",
    stage: CHAIN,
    cover: {
      until: "seven-times",
      figures: ["chart"],
      after: { at: "end", of: { name: "Process the call", machine: "callee7" } },
    },
    explain: {
      id: "gap",
      prompt: "The ideal has every result on the way back too. What does it leave out?",
      picks: [
        { id: "results", text: "That results wait to be whole." },
        { id: "relay", text: "That receiving and sending at once slows a callee down." },
        { id: "processing", text: "The time of the procedures." },
      ],
      ours:
        "That a callee which still receives the argument cannot send it on at full speed. {gap} of {seven} are that, " +
        "and they come on the way out. The tail on the way back is in the ideal already.",
    },
  },
  {
    id: "alpha",
    gist: "Relay efficiency",
    action: "Make relaying free, and see how much of the call that saves.",
    stage: {
      ...CHAIN,
      moment: { at: "start", of: { name: "argument", machine: "callee1" } },
      highlight: { name: "argument forward", machine: "callee1" },
      hero: "timeline",
    },
    tries: [
      { id: "free", label: "Make relaying free", stage: { set: { relayCost: 0 } } },
      { id: "measured", label: "As measured", stage: {} },
    ],
  },
  {
    id: "pipelined",
    gist: "Results as they come",
    action: "Let callees pass results on as they come.",
    stage: { ...CHAIN, highlight: { name: "result forward", machine: "callee1" }, hero: "timeline" },
    tries: [
      { id: "come", label: "Pass results on as they come", stage: { set: { results: "pipelined" } } },
      { id: "whole", label: "In whole bundles", stage: {} },
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
    action: "Answer for a system of today.",
    stage: CHAIN,
    transfer: {
      question:
        "In chain replication a write goes from the head of a chain of servers to its tail, and the tail answers the " +
        "client itself. Which term of the call's time goes?",
      answer:
        "The way back. Nothing returns along the chain, so the {tailShare} are gone, and one small answer remains. " +
        "The argument still passes every relay, and one slow server at the end still holds up all.",
    },
  },
];

export const lesson: Lesson = {
  slug: "relay",
  paper: "flexrpc",
  can: [
    "split the latency of a chain by phase",
    "explain why results grow with n (n + one) over two",
    "find the callee that may be slow for free",
  ],
  numbers,
  steps,
};
