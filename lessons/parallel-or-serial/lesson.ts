/** 5.1 Parallel or serial: a caller that sends to every callee itself, against a chain that hands the call on. */
import { ran, said } from "../sources.ts";
import type { CheckpointPart, CrossingPrediction, Lesson, LessonNumber, ModelNumber, ParamValues } from "../types.ts";
import type { Checkpoint, StageState, Step } from "../types.ts";

const EXPERIMENT = "flexrpc/multicast";
const KB = 1024;

const model = (fn: string, args: ModelNumber["args"], value: string, unit: string): ModelNumber => ({
  kind: "model",
  fn,
  args,
  value,
  unit,
});
const parallel = (bytes: number, value: string): ModelNumber =>
  model("parallel_latency_us", { callees: 7, argument_bytes: bytes, result_bytes: 0, per_callee_us: 0 }, value, "us");
const serial = (bytes: number, value: string): ModelNumber =>
  model("latency_us", { callees: 7, argument_bytes: bytes, result_bytes: 0 }, value, "us");
const crossing = (callees: number, work: number, value: string): ModelNumber =>
  model("crossover_bytes", { callees, per_callee_us: work }, value, "bytes");
const inKB = (name: string, value: string, how: string): LessonNumber => ({
  kind: "ours",
  expression: `${name} / 1024`,
  value,
  unit: "KB",
  how,
});
const run = (set: ParamValues, measure: string, value: string, unit: string): LessonNumber =>
  ran(EXPERIMENT, measure, value, unit, { argumentBytes: 64 * KB, resultBytes: 0, ...set });

const numbers: Readonly<Record<string, LessonNumber>> = {
  largest: { kind: "cell", table: "text", row: "argMax", column: "value" },
  crossover: { kind: "cell", table: "text", row: "crossover", column: "value" },
  hop: { kind: "cell", table: "parameters", row: "t0", column: "value" },
  crossoverBytes: {
    kind: "ours",
    expression: "1024 * crossover",
    value: "16,384",
    unit: "bytes",
    how: "A KB has 1,024 bytes",
  },
  parallelLarge: parallel(64 * KB, "4,223"),
  serialLarge: serial(64 * KB, "2,957"),
  parallelSmall: parallel(KB, "204"),
  serialSmall: serial(KB, "1,096"),
  chainLarge: run({}, "latencyUs", "2,928", "us"),
  copiesLarge: run({ mode: "parallel" }, "latencyUs", "4,770", "us"),
  chainSmall: run({ argumentBytes: KB }, "latencyUs", "1,185", "us"),
  copiesSmall: run({ mode: "parallel", argumentBytes: KB }, "latencyUs", "786", "us"),
  linkUse: run({ mode: "parallel" }, "callerLinkUse", "82", "%"),
  plainSevenBytes: crossing(7, 0, "27,687"),
  plainTwoBytes: crossing(2, 0, "52,035"),
  workSevenBytes: crossing(7, 55, "16,178"),
  workTwoBytes: crossing(2, 55, "14,956"),
  plainSeven: inKB("plainSevenBytes", "27.0", "By the model, if sending were the only cost of a callee"),
  plainTwo: inKB("plainTwoBytes", "50.8", "The same for two callees"),
  workSeven: inKB("workSevenBytes", "15.8", "By the model, with that much more work for each callee"),
  workTwo: inKB("workTwoBytes", "14.6", "The same for two callees"),
  idealBytes: model("crossover_bytes", { callees: 7, per_callee_us: 0, ideal: 1 }, "17,345", "bytes"),
  ideal: inKB("idealBytes", "16.9", "By the model with relays that cost nothing"),
  lostChain: run({ failCallee: 3 }, "answers", "2", "results"),
  notBehind: said("never", { "results from behind the third": "lostChain - 2" }),
  allButOne: said("all but", { results: "lostParallel", "the other callees": "7 - 1" }),
  lostParallel: run({ mode: "parallel", failCallee: 3 }, "answers", "6", "results"),
};

const LARGE = { argumentBytes: 64 * KB, resultBytes: 0 } as const;
const COPIES: StageState = {
  experiment: EXPERIMENT,
  set: { mode: "parallel", ...LARGE },
  moment: "start",
  highlight: { name: "argument", machine: "caller" },
  figures: ["use", "chart"],
  chart: "figure-3a",
  hero: "timeline",
};
const CHAIN: StageState = {
  ...COPIES,
  set: LARGE,
  moment: { at: "start", of: { name: "argument", machine: "callee1" } },
  highlight: { name: "argument", machine: "callee1" },
};

const both: CrossingPrediction = {
  kind: "crossing",
  id: "both-bandwidths",
  question:
    "Draw the bandwidth of both modes for seven callees: how many bits of the argument arrive per second. Where do " +
    "the curves cross, if they cross?",
  title: "Bandwidth",
  unit: "Mbit/s",
  x: { label: "Argument", unit: "KB", values: [8, 16, 24, 32, 40, 48, 56, 64], each: KB },
  curves: ["Parallel", "Serial"],
  max: 250,
  step: 5,
  truth: "crossover",
  tolerance: 4,
  hit: "Yes. Below {crossover} parallel is faster. Above it serial is faster, though its packets pass seven hops.",
  misses: {
    first: {
      reply:
        "You expect that seven hops always take longer than one. That would be so if each callee waited for the " +
        "whole argument. The stage now shows the chain. See when the first callee begins to send.",
      tags: [],
    },
    second: {
      reply:
        "You expect that the chain always wins, because the caller sends only once. But the data reach the last " +
        "callee seven hops late, whatever the size. The stage now shows the chain. How long does the seventh " +
        "callee wait for its first packet?",
      tags: [],
    },
    early: {
      reply:
        "The order is right, but your crossing is too early. The chain needs {hop} for each hop, whatever the " +
        "size: that is the head start of parallel. The stage now shows the chain. How long does the last callee " +
        "wait for its first packet?",
      tags: [],
    },
    late: {
      reply:
        "The order is right, but your crossing is too late. In parallel the caller does more for each callee " +
        "than send the bits. The stage now shows the chain. Compare how much of its time goes into hops.",
      tags: [],
    },
    other: {
      reply:
        "Think of the smallest argument and the largest. The caller sends a small argument in no time, but a " +
        "chain still has all its hops. It must send a large argument seven times, or once. The stage now shows " +
        "the chain.",
      tags: [],
    },
  },
  observe: { ...CHAIN, hero: "chart", open: ["timeline"] },
  second:
    "The bars show our run for an argument of one KB and for one of {largest}. For the small one the hops count, for " +
    "the large one the copies.",
  bars: [
    { label: "Small, parallel", number: "copiesSmall" },
    { label: "Small, serial", number: "chainSmall" },
    { label: "Large, parallel", number: "copiesLarge" },
    { label: "Large, serial", number: "chainLarge" },
  ],
  third:
    "They cross at {crossover}. A chain pays for its hops once, at the start. After that all its links carry " +
    "packets at the same time. In parallel all copies cross the caller’s one link.",
  variant: {
    question: "Each callee now receives the whole argument before it sends any of it on. When does the chain win?",
    options: [
      {
        id: "later",
        text: "Only for larger arguments than before",
        reply:
          "Then every hop takes as long as a copy. Seven hops take as long as seven copies, and each hop adds {hop}.",
      },
      {
        id: "never",
        text: "Never",
        right: true,
        reply: "Yes. Seven whole hops one after another are no faster than seven copies, and each hop adds {hop}.",
      },
      {
        id: "same",
        text: "At the same size as before, because the same bytes cross the same links",
        reply:
          "They do, but now only one link is busy at a time. The chain won only because its hops overlapped, " +
          "packet by packet.",
      },
    ],
  },
};

const part = (callees: number, id: string, solution: number, fails: readonly number[]): CheckpointPart => ({
  id,
  title: `An argument, in bytes, within two KB of the crossing for ${callees === 3 ? "three" : "seven"} callees`,
  experiment: EXPERIMENT,
  set: { callees, mode: "serial", resultBytes: 0 },
  free: ["argumentBytes"],
  labels: { argumentBytes: `Argument to ${callees === 3 ? "three" : "seven"} callees` },
  within: { argumentBytes: [0, 64 * KB] },
  seeds: [1],
  conditions: [
    {
      experiment: EXPERIMENT,
      measure: "latencyUs",
      beside: { argumentBytes: -2 * KB },
      over: { mode: "parallel" },
      test: "at least",
      bound: 1,
      says: "two KB smaller: the chain takes",
      as: "as long as the parallel call",
    },
    {
      experiment: EXPERIMENT,
      measure: "latencyUs",
      beside: { argumentBytes: 2 * KB },
      over: { mode: "parallel" },
      test: "at most",
      bound: 1,
      says: "two KB larger: the chain takes",
      as: "as long as the parallel call",
    },
  ],
  solution: { argumentBytes: solution },
  fails: fails.map((argumentBytes) => ({ argumentBytes })),
});

const twoCrossings: Checkpoint = {
  id: "crossings",
  question:
    "Find the argument size at which the two modes change order, for three callees and for seven. The order must " +
    "change within two KB of your value.",
  parts: [
    part(3, "three", 18 * KB, [0, 8 * KB, 12 * KB, 24 * KB, 32 * KB, 64 * KB]),
    part(7, "seven", 16 * KB, [0, 8 * KB, 12 * KB, 20 * KB, 24 * KB, 32 * KB, 64 * KB]),
  ],
  hints: [
    "Which mode is faster with no argument at all, and which with {largest}? Halve the range, submit, and halve " +
      "again.",
    "Each submission shows both ratios. If the first fails, serial is faster there already: try a smaller " +
      "argument. If the second fails, parallel is still faster: try a larger one.",
  ],
  solution:
    "Seven callees cross at about {crossover}, that is {crossoverBytes}. Three callees cross between " +
    "seventeen and eighteen KB: the chain saves fewer copies there, and it has fewer hops.",
  variant: {
    question:
      "The network becomes ten times as fast, but each hop takes as long as before. Where do the modes cross now?",
    options: [
      {
        id: "lower",
        text: "At smaller arguments",
        reply: "Copies take little time now, so the chain saves less. Each hop still takes {hop}.",
      },
      {
        id: "same",
        text: "At the same arguments",
        reply: "That would be so if hops got faster too. Each hop still takes {hop}; only the copies take less time.",
      },
      {
        id: "higher",
        text: "At larger arguments",
        right: true,
        reply: "Yes. The copies take less time now, so only a larger argument saves more than the hops cost.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "copies",
    gist: "Seven copies",
    action: "Drag the playhead to the right: how many copies have left the caller by then?",
    stage: { ...COPIES, open: ["use"] },
    cover: { until: "both-bandwidths", figures: ["chart"] },
  },
  {
    id: "predict-crossing",
    gist: "Draw both curves",
    action: "Draw both curves, then commit.",
    stage: { ...COPIES, hero: "chart" },
    cover: { until: "both-bandwidths", figures: ["chart"] },
    predict: both,
  },
  {
    id: "pipeline",
    gist: "A chain",
    action: "Put the two modes side by side, first for the large argument, then for the small one.",
    stage: { ...CHAIN, figures: ["use", "inspector"] },
    tries: [
      {
        id: "large",
        label: "Twin, large argument",
        stage: { twin: { name: "Parallel", experiment: EXPERIMENT, set: { mode: "parallel", ...LARGE } } },
      },
      {
        id: "small",
        label: "Twin, small argument",
        stage: {
          set: { argumentBytes: KB, resultBytes: 0 },
          twin: {
            name: "Parallel",
            experiment: EXPERIMENT,
            set: { mode: "parallel", argumentBytes: KB, resultBytes: 0 },
          },
        },
      },
      { id: "chain", label: "The chain alone", stage: {} },
    ],
  },
  {
    id: "fit",
    gist: "What a callee costs",
    action: "Remove the caller’s work for each callee, then put it back.",
    stage: { ...COPIES, moment: "end", highlight: { name: "Call one of several callees" }, hero: "chart" },
    cover: { until: "both-bandwidths", figures: ["chart"] },
    tries: [
      {
        id: "none",
        label: "No work for each callee",
        stage: {
          set: { mode: "parallel", ...LARGE, calleeUs: 0 },
          highlight: { name: "argument", machine: "caller" },
        },
      },
      { id: "fitted", label: "The work that we fitted", stage: {} },
    ],
    explain: {
      id: "work",
      prompt: "What else might a caller do for each callee of a parallel call, besides sending the bits?",
      picks: [
        {
          id: "wait",
          text: "It waits for one answer before it calls the next.",
          reply: "Then the call would not be parallel. All copies go out before an answer comes.",
        },
        {
          id: "software",
          text: "Its software starts a call and takes in an answer.",
          right: true,
          reply: "Yes. This work is needed once for each callee, however short the argument is.",
        },
        {
          id: "copy",
          text: "It computes the result itself.",
          reply: "The callees compute the results. The caller only collects them.",
        },
      ],
      ours:
        "It starts one more call and handles one more answer. The paper does not measure this work. We fitted " +
        "one number so that our crossing is at {crossover}. The other crossings follow from it.",
    },
  },
  {
    id: "fail",
    gist: "One callee fails",
    action: "Let the third callee fail, in each mode.",
    stage: { ...CHAIN, moment: "end", figures: ["use", "inspector"], hero: "timeline" },
    tries: [
      { id: "chain", label: "It fails in the chain", stage: { set: { ...LARGE, failCallee: 3 } } },
      {
        id: "parallel",
        label: "It fails in parallel",
        stage: {
          set: { mode: "parallel", ...LARGE, failCallee: 3 },
          highlight: { name: "argument", machine: "caller" },
        },
      },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set an argument for each part, then submit.",
    stage: {
      ...CHAIN,
      set: { callees: 3, mode: "serial", resultBytes: 0 },
      moment: "end",
      figures: ["use", "inspector"],
      hero: "timeline",
    },
    checkpoint: twoCrossings,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: { ...COPIES, moment: "end", figures: ["use", "inspector"], hero: "timeline" },
    transfer: {
      question:
        "The file system HDFS sends the copies of a block down a chain of machines. When would it be better to " +
        "send to all of them at once?",
      answer:
        "It would be better when blocks are small. Then hops and set-up take nearly all of the time, and there " +
        "is little to save on the first link. It would also be better when one slow or failed machine must not " +
        "hold up the others.",
    },
  },
];

export const lesson: Lesson = {
  slug: "parallel-or-serial",
  part: "flexrpc",
  place: 1,
  title: "Parallel or serial",
  question: "Seven copies, or a chain?",
  minutes: 10,
  paper: "flexrpc",
  can: [
    "say which link limits a call to many callees",
    "find the argument size from which serial is faster than parallel",
  ],
  numbers,
  steps,
};
