/** 5.1 Parallel or serial: a caller that sends to every callee itself, against a chain that hands the call on. */
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
const run = (set: ParamValues, measure: string, value: string, unit: string): LessonNumber => ({
  kind: "run",
  experiment: EXPERIMENT,
  set: { argumentBytes: 64 * KB, resultBytes: 0, ...set },
  faults: [],
  seed: 1,
  measure,
  value,
  unit,
});

const numbers: Readonly<Record<string, LessonNumber>> = {
  largest: { kind: "cell", table: "text", row: "argMax", column: "value" },
  crossover: { kind: "cell", table: "text", row: "crossover", column: "value" },
  hop: { kind: "cell", table: "parameters", row: "t0", column: "value" },
  crossoverBytes: {
    kind: "ours",
    expression: "1024 * crossover",
    value: "16,384",
    unit: "bytes",
    how: "A KB is 1,024 bytes",
  },
  parallelLarge: parallel(64 * KB, "4,223"),
  serialLarge: serial(64 * KB, "2,957"),
  parallelSmall: parallel(KB, "204"),
  serialSmall: serial(KB, "1,096"),
  linkUse: run({ mode: "parallel" }, "callerLinkUse", "82", "%"),
  plainSevenBytes: crossing(7, 0, "27,687"),
  plainTwoBytes: crossing(2, 0, "52,035"),
  workSevenBytes: crossing(7, 55, "16,178"),
  workTwoBytes: crossing(2, 55, "14,956"),
  plainSeven: inKB("plainSevenBytes", "27.0", "By the model, if sending is all that a callee costs the caller"),
  plainTwo: inKB("plainTwoBytes", "50.8", "Likewise for two callees"),
  workSeven: inKB("workSevenBytes", "15.8", "By the model, with that much more work a callee"),
  workTwo: inKB("workTwoBytes", "14.6", "Likewise for two callees"),
  idealBytes: model("crossover_bytes", { callees: 7, per_callee_us: 0, ideal: 1 }, "17,345", "bytes"),
  lostChain: run({ failCallee: 3 }, "answers", "2", "results"),
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
    "Draw the bandwidth of both for seven callees: the bits of one argument over the time of the call. Where do the " +
    "curves cross, if they do?",
  title: "Bandwidth",
  unit: "Mbit/s",
  x: { label: "Argument", unit: "KB", values: [8, 16, 24, 32, 40, 48, 56, 64], each: KB },
  curves: ["Parallel", "Serial"],
  max: 250,
  step: 5,
  truth: "crossover",
  tolerance: 4,
  hit: "Yes: below {crossover} parallel is ahead, above it serial, though its packets pass seven hops.",
  misses: {
    first: {
      reply:
        "Seven hops must take longer than one, so the chain can never win: that would be so if each callee waited " +
        "for the whole argument. The stage now shows the chain. See when the first callee begins to send.",
      tags: [],
    },
    second: {
      reply:
        "The chain spares the caller's link, so it should always win. But its last callee begins to receive seven " +
        "hops late, whatever the size. The stage now shows the chain: how long is it until the seventh gets anything?",
      tags: [],
    },
    early: {
      reply:
        "Right way round, and too early. Parallel's head start is what the chain's hops cost, {hop} each, whatever " +
        "the size. The stage now shows the chain: how long until the last callee gets anything?",
      tags: [],
    },
    late: {
      reply:
        "Right way round, and too late. The caller pays for each callee of a parallel call by more than the bits it " +
        "sends. The stage now shows the chain: compare how much of it is hops.",
      tags: [],
    },
    other: {
      reply:
        "Think of the two ends. A small argument is over at once, and a chain still has its hops. A large one must " +
        "leave the caller seven times, or once. The stage now shows the chain.",
      tags: [],
    },
  },
  observe: { ...CHAIN, hero: "chart", open: ["timeline"] },
  second:
    "By the model, at the two ends: an argument of one KB, then one of {largest}. Parallel is the naive sum, seven " +
    "times the link.",
  bars: [
    { label: "Small, parallel", number: "parallelSmall" },
    { label: "Small, serial", number: "serialSmall" },
    { label: "Large, parallel", number: "parallelLarge" },
    { label: "Large, serial", number: "serialLarge" },
  ],
  third:
    "They cross at {crossover}. A chain pays for its hops once, at the start; after that all its links carry packets " +
    "at the same time. The caller of a parallel call pays for every copy on one link.",
  variant: {
    question: "Each callee now takes the whole argument before it sends any of it on. When does the chain win?",
    options: [
      {
        id: "later",
        text: "Only for larger arguments than before",
        reply: "Then every hop takes as long as a copy: seven hops and seven copies cost alike, and hops cost more.",
      },
      {
        id: "never",
        text: "Never",
        right: true,
        reply: "Yes: seven whole hops one after another are no faster than seven copies, and each hop adds {hop}.",
      },
      {
        id: "same",
        text: "As before: the same bytes cross the same links",
        reply: "They do, but one link at a time. That they overlap, packet by packet, is the whole gain.",
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
      says: "two KB less: serial over parallel latency",
    },
    {
      experiment: EXPERIMENT,
      measure: "latencyUs",
      beside: { argumentBytes: 2 * KB },
      over: { mode: "parallel" },
      test: "at most",
      bound: 1,
      says: "two KB more: serial over parallel latency",
    },
  ],
  solution: { argumentBytes: solution },
  fails: fails.map((argumentBytes) => ({ argumentBytes })),
});

const twoCrossings: Checkpoint = {
  id: "crossings",
  question:
    "Find where the two modes change order, for three callees and for seven. Between two KB less than yours and two " +
    "KB more, they must.",
  parts: [
    part(3, "three", 18 * KB, [0, 8 * KB, 12 * KB, 24 * KB, 32 * KB, 64 * KB]),
    part(7, "seven", 16 * KB, [0, 8 * KB, 12 * KB, 20 * KB, 24 * KB, 32 * KB, 64 * KB]),
  ],
  hints: [
    "Which mode leads with no argument at all, and which with {largest}? Halve the range, submit, and halve again.",
    "Each submission shows both ratios. Where the first fails too, serial is ahead already: go down. Where the " +
      "second fails, parallel still is: go up.",
  ],
  solution:
    "About {crossover} for seven callees, that is {crossoverBytes}, and a little more for three: fewer copies to " +
    "spare, and fewer hops to pay.",
  variant: {
    question: "The network becomes ten times as fast, and the hops cost what they did. Where do the modes cross now?",
    options: [
      {
        id: "lower",
        text: "At smaller arguments",
        reply: "Copies are cheap now, so there is less for the chain to spare. Its hops cost {hop} each, as before.",
      },
      {
        id: "same",
        text: "At the same arguments",
        reply: "Only if hops got faster too. They stay at {hop}; what a copy costs does not.",
      },
      {
        id: "higher",
        text: "At larger arguments",
        right: true,
        reply: "Yes: it takes a larger argument before the copies that are spared outweigh the hops.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "copies",
    gist: "Seven copies",
    action: "Drag the playhead along, and watch the caller's link.",
    stage: COPIES,
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
    action: "Put the two modes side by side, for the large argument and the small.",
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
    action: "Take the caller's work for a callee away, and give it back.",
    stage: { ...COPIES, moment: "end", highlight: { name: "Call one of several callees" }, hero: "chart" },
    cover: { until: "both-bandwidths", figures: ["chart"] },
    tries: [
      {
        id: "none",
        label: "No work for a callee",
        stage: {
          set: { mode: "parallel", ...LARGE, calleeUs: 0 },
          highlight: { name: "argument", machine: "caller" },
        },
      },
      { id: "fitted", label: "As fitted", stage: {} },
    ],
    explain: {
      id: "work",
      prompt: "What might a caller do for each callee of a parallel call, besides sending the bits?",
      picks: [
        { id: "wait", text: "Wait for its answer before the next." },
        { id: "software", text: "Start a call, and take an answer in: software." },
        { id: "copy", text: "Compute the result itself." },
      ],
      ours:
        "Start one call more, and handle one answer more. The paper does not measure it: our {crossover} are a fit, " +
        "of one number to one crossing, and the other crossings follow from it.",
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
    action: "Set an argument for each, then submit.",
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
    action: "Answer for a system of today.",
    stage: { ...COPIES, moment: "end", figures: ["use", "inspector"], hero: "timeline" },
    transfer: {
      question:
        "The file system HDFS writes its copies of a block down a chain of machines. When would sending to all of " +
        "them at once be better?",
      answer:
        "When blocks are small: then hops and set-up are all of the time, and there is little to spare on the first " +
        "link. Also where one slow or failed machine in the middle must not hold up the rest.",
    },
  },
];

export const lesson: Lesson = {
  slug: "parallel-or-serial",
  paper: "flexrpc",
  can: ["say which link is the bottleneck of a multicast call", "find where parallel and serial change places"],
  numbers,
  steps,
};
