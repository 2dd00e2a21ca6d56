/** 4.2 The speedup ceiling: why a call to n servers is not n times as fast as n calls. */
import { cell, ours, ran, said } from "../sources.ts";
import type { CellNumber, Checkpoint, CurvePrediction, Lesson, LessonNumber, ModelNumber } from "../types.ts";
import type { ParamValues, RunNumber, StageState, Step } from "../types.ts";

const EXPERIMENT = "multirpc/call";
/** One trial shows it: nothing here is left to chance. */
const FIVE: ParamValues = { servers: 5, computeMs: 20, trials: 1 };
const FIFTEEN: ParamValues = { ...FIVE, servers: 15 };
/** Half of cloh, Table VI. */
const HALF_MS = 2.99;

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
const run = (set: ParamValues, measure: string, value: string, unit: string): RunNumber =>
  ran(EXPERIMENT, measure, value, unit, set);
const simulated = (servers: number, value: string): RunNumber => run({ ...FIVE, servers }, "speedup", value, "");

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
  oneCall: ours("rpctime + disk", "47.80", "ms", "An empty RPC2 call plus the server’s computation"),
  perServer: ours(
    "cloh + clproc + unpack",
    "10.11",
    "ms",
    "The client’s own work for one server: it sends a request, takes in the reply and unpacks it",
  ),
  idle: run(FIVE, "clientIdleMs", "11.1", "ms"),
  firstReply: run(FIVE, "end reply@server5", "42,838", "us"),
  lastRequest: run(FIVE, "start Device interrupt: packet received@server1", "31,914", "us"),
  afterSending: said("after", { "the first reply": "firstReply", "the last request": "lastRequest" }),
  busy: run(FIVE, "busy client.cpu0", "85", "%"),
  model2: predicted(2, "1.94"),
  model5: predicted(5, "3.72"),
  model10: predicted(10, "4.70"),
  run2: simulated(2, "1.75"),
  run5: simulated(5, "3.26"),
  run10: simulated(10, "4.31"),
  run15: simulated(15, "4.50"),
  runHandler: run({ ...FIFTEEN, handlerMs: 5 }, "speedup", "3.07", ""),
  idleEight: run({ ...FIVE, servers: 8 }, "clientIdleMs", "4.0", "ms"),
  idleEleven: run({ ...FIVE, servers: 11 }, "clientIdleMs", "0", "ms"),
  notIdle: said("never", { "idle with eleven servers": "idleEleven" }),
  mostly: said("more than half", { sending: "cloh", "all its work": "perServer" }),
  halved: said("half", { "a request then": "2.99", "a request now": "cloh" }),
  ringBusy: run({ ...FIVE, servers: 10 }, "busy Test ring", "4", "%"),
  ringIdle: said("nearly all the time", { "the ring idle": "100 - ringBusy", "the call": "100" }),
  limit10: limit(10, "3.74"),
  limit20: limit(20, "4.73"),
  limit50: limit(50, "7.70"),
  knee: model("saturation_servers", "7.5", "servers", { compute_ms: 20 }),
  handler: model("speedup_limit", "3.16", "", { compute_ms: 20, handler_ms: 5 }),
  half: model("speedup_limit", "6.71", "", { compute_ms: 20, request_ms: HALF_MS }),
  runHalf: run({ ...FIFTEEN, requestMs: HALF_MS }, "speedup", "6.23", ""),
  byFormula: ours("14 * sendtime - servoh", "58.4", "ms", "The paper’s waittime, zero for fifteen servers"),
  idleAtEvents: run({ servers: 15, trials: 1, computeMs: 44 }, "clientIdleMs", "4.0", "ms"),
  runNull: run({ servers: 1, trials: 1, computeMs: 0 }, "multiRpcMs", "29.1", "ms"),
  parts: ours("pack + cloh + servoh + clproc + unpack", "24.36", "ms", "An empty MultiRPC call by its components"),
  byEvents: ours(
    "14 * (clproc + unpack) - servoh",
    "44.1",
    "ms",
    "The last reply comes while the client handles the other fourteen",
  ),
  model13: model("multi_rpc_ms", "133.88", "ms", { servers: 13, compute_ms: 50 }),
  event13: model("multi_rpc_event_ms", "146.12", "ms", { servers: 13, compute_ms: 50 }),
  measured13: cell("table-viii", "50; 13", "multiRpcMs"),
  tooLow13: ours("100 * (1 - model13 / measured13)", "17", "%", "The formula’s time, beside the measured one"),
  missing: ours("nullMulti - parts", "4.64", "ms", "The measured empty MultiRPC call minus its components"),
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
const LAST_REQUEST: StageState = {
  ...BASE,
  // Before the names of the replies, where the client begins to idle.
  moment: { at: "start", of: { name: "Device interrupt: packet received", machine: "server1" } },
  highlight: { name: "reply", machine: "server5" },
  hero: "timeline",
};

const curve: CurvePrediction = {
  kind: "curve",
  id: "ceiling-curve",
  question:
    "Draw the speedup for one to a hundred servers: the time to call them one after another, divided by the time of " +
    "one MultiRPC call. Each server computes for {disk}.",
  experiment: EXPERIMENT,
  measure: "speedup",
  max: 20,
  step: 0.1,
  truth: { table: "table-vii", column: "speedup", only: { computeMs: 20 }, at: [1, 2, 5, 10, 20, 50, 100] },
  hit:
    "Yes. It is {model2} with two servers, {model5} with five, {model10} with ten, and by the model at most " +
    "{limit20}.",
  misses: {
    tooHigh: {
      reply:
        "You count a hundred servers at work at the same time, but there is only one client. The stage now calls " +
        "fifteen servers. See how busy the client’s processor is.",
      tags: ["M4"],
    },
    tooLow: {
      reply:
        "You expect little from parallel calls. But while one server computes, the client can send to the next. " +
        "The stage now calls fifteen servers. See how much of the servers’ time overlaps.",
      tags: [],
    },
    shape: {
      reply:
        "Your curve ends where the paper’s curve ends, but its shape differs. With two servers the client has " +
        "much idle time. The stage now calls fifteen servers. From how many servers on has the client no idle " +
        "time left?",
      tags: [],
    },
  },
  observe: { set: FIFTEEN, moment: "end", open: ["use"] },
  second:
    "The first bar shows the time of one call in turn. The others show the client’s own work for one server in a " +
    "MultiRPC call.",
  bars: [
    { label: "In turn", number: "oneCall" },
    { label: "Send", number: "cloh" },
    { label: "Take in", number: "clproc" },
    { label: "Unpack", number: "unpack" },
  ],
  third:
    "The curve bends before ten servers and comes close to {limit20}. In turn each server costs {oneCall}. In " +
    "parallel the servers compute at the same time, but the client still works {perServer} for each of them.",
  variant: {
    question: "Now each server computes longer than before. What happens to the ceiling?",
    options: [
      {
        id: "same",
        text: "It stays, because the client’s work is the same",
        reply:
          "The client’s work is the same. But each call in turn takes longer, and that is the time that parallel " +
          "calls save.",
      },
      {
        id: "higher",
        text: "It rises",
        right: true,
        reply:
          "Yes. More computing overlaps with the same {perServer} of the client’s work. With the longest " +
          "computation of the tests the ceiling is {limit50}.",
      },
      {
        id: "lower",
        text: "It falls, because the servers are slower",
        reply:
          "Both ways get slower, but calls in turn get slower by much more. With the longest computation of the " +
          "tests the ceiling is {limit50}.",
      },
    ],
  },
};

const noIdle: Checkpoint = {
  id: "no-idle",
  question:
    "Fifteen servers stand on the ring. How long may each compute, in whole milliseconds, so that the client " +
    "never waits for a reply?",
  parts: [
    {
      id: "compute",
      title: "The longest computation that leaves the client no idle time",
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
          says: "time that the client is idle",
        },
      ],
      neighbour: { param: "computeMs", by: 1 },
      near: [
        {
          set: { computeMs: 58 },
          reply:
            "That is the paper’s formula, {byFormula}. It asks only when the first reply comes, as if all other " +
            "replies were there by then. But the last request leaves last, so its reply comes last. Try less.",
        },
        {
          set: { computeMs: 44 },
          reply:
            "That is right by the components, {byEvents}. But in the run the client then idles for " +
            "{idleAtEvents}. Six replies come while requests are still being sent, and interrupts take in part of " +
            "them. So less work is left to hide the last reply. Try still less.",
        },
      ],
      solution: { computeMs: 35 },
      fails: [0, 10, 20, 30, 34, 36, 37, 42, 44, 50, 58, 100].map((computeMs) => ({ computeMs })),
    },
  ],
  hints: [
    "Which reply comes last? It must arrive while the client still handles the other fourteen.",
    "The client handles one reply for {clproc} and {unpack}. A server works for {servoh} besides computing. " +
      "Begin with these numbers, and see how the run differs.",
  ],
  solution:
    "The formula allows {byFormula}. Its components, event by event, allow {byEvents}. The run idles earlier, " +
    "for two reasons that Table VI does not show. First, interrupts take in replies while requests still leave, " +
    "so that work is done before, not after. Second, a server must wake up, which no component counts: an empty " +
    "call takes {runNull}, but its components add up to {parts}.",
  variant: {
    question: "The client now calls thirty servers, not fifteen. May each compute longer before the client idles?",
    options: [
      {
        id: "longer",
        text: "Yes, much longer",
        right: true,
        reply:
          "Yes, more than twice as long. While the last server computes, the client handles twenty-nine replies, " +
          "{clproc} and {unpack} for each.",
      },
      {
        id: "same",
        text: "No, each server has the same time as before",
        reply: "A server may compute as long as the client is busy with all the others. Now there are more of them.",
      },
      {
        id: "shorter",
        text: "No, it must compute for less time, because the client waits for more servers",
        reply:
          "The servers compute at the same time. Only the client’s work grows, and during that work the servers " +
          "can compute.",
        tags: ["M4"],
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "idle",
    gist: "Where the client idles",
    action: "Find the time when the client’s processor does nothing.",
    stage: LAST_REQUEST,
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
    gist: "The model promises too much",
    action: "Pull the run along the chart, and read how far the measured points lie below the model.",
    stage: BASE,
    cover: { until: "ceiling-curve", figures: ["chart"] },
    explain: {
      id: "kind",
      prompt: "What does the model leave out, so that it promises too much?",
      picks: [
        {
          id: "wire",
          text: "The packets take time on the ring.",
          reply: "The packets are small, and their time on the ring is a tiny part of a call.",
        },
        {
          id: "gaps",
          text: "The replies come one by one, with idle time and wake-ups between them.",
          right: true,
          reply: "Yes. The model handles all replies in one go.",
        },
        {
          id: "loss",
          text: "Packets get lost.",
          reply: "No packet is lost in these runs, and the model still promises too much.",
        },
      ],
      ours:
        "The replies come one by one. The model waits for the first and assumes that all others are there by " +
        "then. But the last request leaves last, so its reply comes last. And each reply that finds the client " +
        "idle must wake it up.",
    },
  },
  {
    id: "knees",
    gist: "Three ceilings",
    action: "Let the servers compute for less and for more time, and see where the curve bends.",
    stage: { ...BASE, figures: ["chart", "model"], modelAt: "speedup_limit", open: ["model"] },
    cover: { until: "ceiling-curve", figures: ["chart", "model"] },
    tries: [
      { id: "short", label: "Servers compute for less time", stage: { set: { ...FIVE, computeMs: 10 } } },
      { id: "middle", label: "Servers compute as before", stage: {} },
      { id: "long", label: "Servers compute for more time", stage: { set: { ...FIVE, computeMs: 50 } } },
    ],
  },
  {
    id: "handler",
    gist: "A handler that works",
    action: "Let the handler work, and see how the speedup changes.",
    stage: { ...BASE, set: FIFTEEN },
    cover: { until: "ceiling-curve", figures: ["chart"] },
    tries: [
      {
        id: "works",
        label: "Handler works five milliseconds",
        stage: { set: { ...FIFTEEN, handlerMs: 5 }, highlight: { name: "The client’s handler" } },
      },
      { id: "nothing", label: "Handler does nothing", stage: {} },
    ],
  },
  {
    id: "cheaper",
    gist: "Cheaper sending",
    action: "Halve the cost of sending, and see how the speedup changes.",
    stage: { ...BASE, set: FIFTEEN },
    cover: { until: "ceiling-curve", figures: ["chart"] },
    tries: [
      {
        id: "cheaper",
        label: "Halve the cost of sending",
        stage: { set: { ...FIFTEEN, requestMs: HALF_MS }, highlight: { name: "Prepare a request" } },
      },
      { id: "as-before", label: "Send at the full cost", stage: {} },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set how long each server computes, then submit.",
    stage: { ...BASE, set: { servers: 15, trials: 1 }, figures: ["use", "inspector"], hero: "use" },
    checkpoint: noIdle,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: BASE,
    cover: { until: "ceiling-curve", figures: ["chart"] },
    transfer: {
      question:
        "A search asks two hundred machines, and one coordinator spends fifty microseconds on each reply. How " +
        "many searches a second can it do at most? What would a tree of coordinators change?",
      answer:
        "The replies to one search alone take the coordinator ten milliseconds. So one processor can do at most " +
        "a hundred searches a second, however fast the machines are. In a tree each coordinator handles the " +
        "replies of only a few machines. The price is one hop more for each level.",
    },
  },
];

export const lesson: Lesson = {
  slug: "ceiling",
  part: "multirpc",
  place: 2,
  title: "The speedup ceiling",
  question: "Why not n times faster?",
  minutes: 14,
  buildsOn: ["callback"],
  paper: "multirpc",
  can: [
    "derive the limit of the speedup from the client’s work",
    "say from how many servers on a further one gains nothing",
    "say where a model promises too much",
  ],
  general: {
    "the longest computation": "Of the three in the tests: ten, twenty and fifty milliseconds",
    "the longest.": "Of the three in the tests: ten, twenty and fifty milliseconds",
    "the shortest computation": "Of the three in the tests: ten, twenty and fifty milliseconds",
    "The first reply comes": "The one that comes first",
    "all requests are out": "Five requests",
    "While the last server computes": "The one that is called last",
  },
  numbers,
  steps,
};
