/** 4.2 The speed-up ceiling: why a call to n servers is not n times as fast as n calls. */
import type { CellNumber, Checkpoint, CurvePrediction, Lesson, LessonNumber, ModelNumber } from "../types.ts";
import type { ParamValues, RunNumber, StageState, Step } from "../types.ts";

const EXPERIMENT = "multirpc/call";
/** One trial shows it: nothing here is left to chance. */
const FIVE: ParamValues = { servers: 5, computeMs: 20, trials: 1 };
const FIFTEEN: ParamValues = { ...FIVE, servers: 15 };
/** Half of cloh, Table VI. */
const HALF_MS = 2.99;

const cell = (table: string, row: string, column: string): CellNumber => ({ kind: "cell", table, row, column });
const component = (name: string): CellNumber => cell("table-vi", name, "ms");
const model = (fn: string, value: string, unit: string, args: ModelNumber["args"]): ModelNumber => ({
  kind: "model",
  fn,
  args,
  value,
  unit,
});
const predicted = (servers: number, value: string): ModelNumber =>
  model("speedup", value, "", { servers, compute_ms: 20 });
const limit = (ms: number, value: string): ModelNumber => model("speedup_limit", value, "", { compute_ms: ms });
const run = (set: ParamValues, measure: string, value: string, unit: string): RunNumber => ({
  kind: "run",
  experiment: EXPERIMENT,
  set,
  faults: [],
  seed: 1,
  measure,
  value,
  unit,
});
const simulated = (servers: number, value: string): RunNumber => run({ ...FIVE, servers }, "speedup", value, "");
const ours = (expression: string, value: string, unit: string, how: string): LessonNumber => ({
  kind: "ours",
  expression,
  value,
  unit,
  how,
});

const numbers: Readonly<Record<string, LessonNumber>> = {
  pack: component("pack"),
  cloh: component("cloh"),
  servoh: component("servoh"),
  clproc: component("clproc"),
  unpack: component("unpack"),
  sendtime: component("sendtime"),
  disk: cell("text", "serverDelays2", "value"),
  rpctime: cell("table-v", "0; 1", "rpc2Ms"),
  nullMulti: cell("table-v", "0; 1", "multiRpcMs"),
  oneCall: ours("rpctime + disk", "47.80", "ms", "An empty RPC2 call, and the server's computation"),
  perServer: ours(
    "cloh + clproc + unpack",
    "10.11",
    "ms",
    "The client's own work for one server: it sends, takes in, unpacks",
  ),
  idle: run(FIVE, "clientIdleMs", "11.1", "ms"),
  busy: run(FIVE, "busy client.cpu0", "85", "%"),
  model2: predicted(2, "1.94"),
  model5: predicted(5, "3.72"),
  model10: predicted(10, "4.70"),
  run2: simulated(2, "1.75"),
  run5: simulated(5, "3.26"),
  run10: simulated(10, "4.31"),
  run15: simulated(15, "4.50"),
  runHandler: run({ ...FIFTEEN, handlerMs: 5 }, "speedup", "3.07", ""),
  limit10: limit(10, "3.74"),
  limit20: limit(20, "4.73"),
  limit50: limit(50, "7.70"),
  knee: model("saturation_servers", "7.5", "servers", { compute_ms: 20 }),
  handler: ours(
    "oneCall / (perServer + 5)",
    "3.16",
    "",
    "The ceiling, where the client spends five milliseconds more on each",
  ),
  half: model("speedup_limit", "6.71", "", { compute_ms: 20, request_ms: HALF_MS }),
  runHalf: run({ ...FIFTEEN, requestMs: HALF_MS }, "speedup", "6.23", ""),
  byFormula: ours("14 * sendtime - servoh", "58.4", "ms", "The paper's waittime, zero for fifteen servers"),
  idleAtEvents: run({ servers: 15, trials: 1, computeMs: 44 }, "clientIdleMs", "4.0", "ms"),
  runNull: run({ servers: 1, trials: 1, computeMs: 0 }, "multiRpcMs", "29.1", "ms"),
  parts: ours("pack + cloh + servoh + clproc + unpack", "24.36", "ms", "An empty MultiRPC call by its components"),
  byEvents: ours("14 * (clproc + unpack) - servoh", "44.1", "ms", "The last reply comes while fourteen are handled"),
  model13: model("multi_rpc_ms", "133.88", "ms", { servers: 13, compute_ms: 50 }),
  event13: model("multi_rpc_event_ms", "146.12", "ms", { servers: 13, compute_ms: 50 }),
  measured13: cell("table-viii", "50; 13", "multiRpcMs"),
  missing: ours("nullMulti - parts", "4.64", "ms", "The measured empty MultiRPC call, less its components"),
  measured2: { ...cell("table-viii", "20; 2", "speedup"), unit: "" },
  measured5: { ...cell("table-viii", "20; 5", "speedup"), unit: "" },
  measured10: { ...cell("table-viii", "20; 10", "speedup"), unit: "" },
};

const BASE: StageState = {
  experiment: EXPERIMENT,
  set: FIVE,
  moment: "end",
  hero: "chart",
  figures: ["chart", "use"],
  chart: "speedup",
};
const FIRST_REPLY: StageState = {
  ...BASE,
  moment: { at: "end", of: { name: "reply", machine: "server5" } },
  highlight: { name: "reply", machine: "server5" },
  hero: "timeline",
};

const curve: CurvePrediction = {
  kind: "curve",
  id: "ceiling-curve",
  question:
    "Draw the speedup: the time of calls in turn over the time of one MultiRPC call, for one to a hundred servers. " +
    "Each computes {disk}.",
  experiment: EXPERIMENT,
  measure: "speedup",
  max: 20,
  step: 0.1,
  truth: { table: "table-vii", column: "speedup", only: { computeMs: 20 }, at: [1, 2, 5, 10, 20, 50, 100] },
  hit: "Yes: {model2} with two servers, {model5} with five, {model10} with ten, and never more than {limit20}.",
  misses: {
    tooHigh: {
      reply:
        "A hundred servers work for you, so a hundred times the speed: that counts the servers, and forgets the one " +
        "client. The stage now calls fifteen. See how busy its processor is.",
      tags: ["M4"],
    },
    tooLow: {
      reply:
        "You expect little of parallel calls. But while one server computes, the client can send to the next. The " +
        "stage now calls fifteen: see how much of the servers' time is hidden.",
      tags: [],
    },
    shape: {
      reply:
        "It ends where the paper's does and gets there another way. With two servers hardly anything is in the way " +
        "of anything. The stage now calls fifteen: from how many on is there no idle time left?",
      tags: [],
    },
  },
  observe: { set: FIFTEEN, moment: "end", open: ["use"] },
  second: "Bar by bar: what one server costs when called in turn, and what it costs the client in a MultiRPC call.",
  bars: [
    { label: "In turn", number: "oneCall" },
    { label: "Send", number: "cloh" },
    { label: "Take in", number: "clproc" },
    { label: "Unpack", number: "unpack" },
  ],
  third:
    "It bends before ten servers and tends to {limit20}. In turn each server costs {oneCall}; in parallel it still " +
    "costs the client {perServer}, one after another, however many servers compute at the same time.",
  variant: {
    question: "Now each server computes longer than before. What becomes of the ceiling?",
    options: [
      {
        id: "same",
        text: "It stays: the client's work is the same",
        reply: "The client's is. But in turn each call is longer, and that is what parallel calls save.",
      },
      {
        id: "higher",
        text: "It rises",
        right: true,
        reply: "Yes: more can be hidden behind the same {perServer}. With the longest of the tests it is {limit50}.",
      },
      {
        id: "lower",
        text: "It falls: the servers are slower",
        reply: "Both ways are slower, but calls in turn much more: with the longest of the tests it is {limit50}.",
      },
    ],
  },
};

const noIdle: Checkpoint = {
  id: "no-idle",
  question:
    "Fifteen servers on the ring. How long may each compute, in whole milliseconds, so that the client never waits " +
    "for a reply?",
  parts: [
    {
      id: "compute",
      title: "The longest computation with which the client has no idle time",
      experiment: EXPERIMENT,
      set: { servers: 15, trials: 1 },
      free: ["computeMs"],
      within: { computeMs: [0, 100] },
      seeds: [1], // service times are constant
      conditions: [
        {
          experiment: EXPERIMENT,
          measure: "clientIdleMs",
          test: "at most",
          bound: 0,
          says: "time in which the client has nothing to do",
        },
      ],
      neighbour: { param: "computeMs", by: 1 },
      near: [
        {
          set: { computeMs: 58 },
          reply:
            "That is the paper's formula, {byFormula}: it asks only when the first reply comes, and takes all others " +
            "for there. But the last one leaves last. Go down.",
        },
        {
          set: { computeMs: 44 },
          reply:
            "Right by the components, {byEvents}. But the run then idles for {idleAtEvents}: of eight replies " +
            "interrupts have done a part while requests still left, so less hides the last one. Go further down.",
        },
      ],
      solution: { computeMs: 35 },
      fails: [0, 10, 20, 30, 34, 36, 37, 42, 44, 50, 58, 100].map((computeMs) => ({ computeMs })),
    },
  ],
  hints: [
    "Which reply is the last to come? It must be there while the fourteen before it are still handled.",
    "Handling one takes {clproc} and {unpack}, and a server takes {servoh} beside computing. Begin with what that " +
      "gives, and see which way the run differs.",
  ],
  solution:
    "The formula would allow {byFormula}; its components, event by event, {byEvents}. The run idles earlier, for two " +
    "reasons that Table VI does not tell. Interrupts take replies in while requests still leave: that work is done " +
    "before, not after. And a server must wake up, which no component counts: an empty call takes {runNull}, its " +
    "components {parts}.",
  variant: {
    question: "Thirty servers in place of fifteen. May each compute longer before the client idles?",
    options: [
      {
        id: "longer",
        text: "Yes, much longer",
        right: true,
        reply: "More than twice as long: twenty-nine replies hide the last one, {clproc} and {unpack} each.",
      },
      {
        id: "same",
        text: "No: each server still has the same time",
        reply: "A server's time is hidden by what the client has to do for all others. There are more of them now.",
      },
      {
        id: "shorter",
        text: "No, less: more servers must be waited for",
        reply: "They compute at the same time. What grows is the work of the client, and that hides them.",
        tags: ["M4"],
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "idle",
    gist: "Where the client idles",
    action: "Find the stretch in which the client's processor does nothing.",
    stage: FIRST_REPLY,
    cover: { until: "ceiling-curve", figures: ["chart"] },
  },
  {
    id: "predict-curve",
    gist: "Draw the speedup",
    action: "Draw the curve, then commit.",
    stage: BASE,
    cover: { until: "ceiling-curve", figures: ["chart"] },
    predict: curve,
  },
  {
    id: "measured",
    gist: "The model is kind",
    action: "Read on the chart how far the measured points lie below the model.",
    stage: BASE,
    cover: { until: "ceiling-curve", figures: ["chart"] },
    explain: {
      id: "kind",
      prompt: "What does the model leave out, that it promises too much?",
      picks: [
        { id: "wire", text: "The time on the ring." },
        { id: "gaps", text: "That replies come one by one, with idle time and wake-ups between them." },
        { id: "loss", text: "That packets are lost." },
      ],
      ours:
        "That replies come one by one. The model waits for the first and takes all others for there. But the last " +
        "request leaves last, so its reply comes last; and each reply that finds the client idle must wake it.",
    },
  },
  {
    id: "knees",
    gist: "Three ceilings",
    action: "Let servers compute shorter and longer, and see where the curve bends.",
    stage: { ...BASE, figures: ["chart", "model"], modelAt: "speedup_limit", open: ["model"] },
    cover: { until: "ceiling-curve", figures: ["chart", "model"] },
    tries: [
      { id: "short", label: "Compute shorter", stage: { set: { ...FIVE, computeMs: 10 } } },
      { id: "middle", label: "As before", stage: {} },
      { id: "long", label: "Compute longer", stage: { set: { ...FIVE, computeMs: 50 } } },
    ],
  },
  {
    id: "handler",
    gist: "A handler that works",
    action: "Let the handler compute, and see what becomes of the speedup.",
    stage: { ...BASE, set: FIFTEEN },
    cover: { until: "ceiling-curve", figures: ["chart"] },
    tries: [
      {
        id: "works",
        label: "It computes",
        stage: { set: { ...FIFTEEN, handlerMs: 5 }, highlight: { name: "The client's handler" } },
      },
      { id: "nothing", label: "It does nothing", stage: {} },
      {
        id: "cheaper",
        label: "Sending costs half",
        stage: { set: { ...FIFTEEN, requestMs: HALF_MS }, highlight: { name: "Prepare a request" } },
      },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set what each server computes, then submit.",
    stage: { ...BASE, set: { servers: 15, trials: 1 }, figures: ["use", "inspector"], hero: "use" },
    checkpoint: noIdle,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Answer for a system of today.",
    stage: BASE,
    cover: { until: "ceiling-curve", figures: ["chart"] },
    transfer: {
      question:
        "A search asks two hundred machines, and one coordinator spends fifty microseconds on each reply. What is " +
        "the cap on searches, and what would a tree of coordinators change?",
      answer:
        "Replies alone cost the coordinator ten milliseconds a search, so a hundred searches a second are the most " +
        "that one processor can do, however fast the machines are. A tree divides the replies: each node takes in " +
        "those of a few, at the price of one hop more for each level.",
    },
  },
];

export const lesson: Lesson = {
  slug: "ceiling",
  paper: "multirpc",
  can: [
    "derive the limit of the speedup from the client's work",
    "say from how many servers on more of them gain nothing",
    "say where a model promises too much",
  ],
  numbers,
  steps,
};
