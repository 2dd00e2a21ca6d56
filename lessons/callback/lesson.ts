/** 4.1 A callback to a hundred workstations: what telling all of them takes, and what those cost that are dead. */
import { cell, ours, ran, said } from "../sources.ts";
import type { Checkpoint, Lesson, LessonNumber, ModelNumber, RunNumber } from "../types.ts";
import type { NumberPrediction, ParamValues, StageState, Step } from "../types.ts";

const EXPERIMENT = "multirpc/callback-break";
const HUNDRED: ParamValues = { workstations: 100, deadFraction: 0.03 };
const TEN: ParamValues = { workstations: 10, deadFraction: 0.3 };
const TEN_ALIVE: ParamValues = { workstations: 10, deadFraction: 0 };
const IN_TURN: ParamValues = { mode: "iterative" };
/** A long procedure that leaves its processor to RPC2, so that retries are answered. */
const LONG: ParamValues = { workstations: 5, deadFraction: 0, computeMs: 10_000, procedure: "waits" };
/** Of the limits that the checkpoint lets be set, in ms. */
const LONGEST = 10_000;
const KILLED = "crash server2 at 1s";

const model = (fn: string, value: string, args: ModelNumber["args"]): ModelNumber => ({
  kind: "model",
  fn,
  args,
  value,
  unit: "ms",
});
const run = (set: ParamValues, value: string, measure = "elapsedMs", faults: readonly string[] = []): RunNumber =>
  ran(EXPERIMENT, measure, value, measure === "elapsedMs" ? "ms" : "workstations", set, faults);
const seconds = (of: string, value: string): LessonNumber => ours(`${of} / 1000`, value, "s", "The same in seconds");

const numbers: Readonly<Record<string, LessonNumber>> = {
  disk: cell("text", "serverDelays2", "value"),
  cloh: cell("table-vi", "cloh", "ms"),
  nullMulti: cell("table-v", "0; 1", "multiRpcMs"),
  nullSimple: cell("table-v", "0; 1", "rpc2Ms"),
  oneCall: model("rpc2_ms", "47.8", { servers: 1, compute_ms: 20 }),
  allAlive: ours("100 * oneCall / 1000", "4.8", "s", "A hundred calls, all of them to workstations that live"),
  wait: run({ ...IN_TURN, workstations: 1, deadFraction: 1 }, "60,067"),
  silence: seconds("wait", "60.1"),
  living: ours("97 * oneCall / 1000", "4.6", "s", "The calls to the workstations that live, one after another"),
  silences: ours("3 * wait / 1000", "180", "s", "The calls to the three dead workstations, one after another"),
  inTurn: ours(
    "(97 * oneCall + 3 * wait) / 1000",
    "185",
    "s",
    "The model gives the calls to workstations that live, our run the calls to the dead ones",
  ),
  runInTurn: run({ ...HUNDRED, ...IN_TURN }, "187,075"),
  hereInTurn: seconds("runInTurn", "187"),
  runParallel: run(HUNDRED, "60,968"),
  parallel: seconds("runParallel", "61.0"),
  runTen: run(TEN, "60,168"),
  ten: seconds("runTen", "60.2"),
  runTenInTurn: run({ ...TEN, ...IN_TURN }, "180,564"),
  tenInTurn: seconds("runTenInTurn", "180.6"),
  ratio: ours(
    "runTenInTurn / runTen",
    "3.0",
    "times",
    "Ten workstations, three of them dead: the time in turn, divided by the time of MultiRPC",
  ),
  runAlive: run({ ...HUNDRED, deadFraction: 0 }, "1,434"),
  alive: seconds("runAlive", "1.4"),
  runLong: run(LONG, "10,054"),
  long: seconds("runLong", "10.1"),
  runKilled: run(LONG, "120,632", "elapsedMs", [KILLED]),
  noticed: ours(
    "runKilled / 1000 - 1",
    "119.6",
    "s",
    "From the crash, one second after the start, to the end of the call",
  ),
  givenUp: run({ ...HUNDRED, timeoutMs: 1200 }, "4", "falseFailures"),
  sendThousand: ours(
    "1000 * cloh / 1000",
    "6.0",
    "s",
    "A thousand requests, each with the client’s work of sending it",
  ),
  dearer: ours(
    "nullMulti - nullSimple",
    "1.2",
    "ms",
    "The time of a MultiRPC call to one server minus the time of a simple call",
  ),
  planned: cell("text", "andrewPlannedWorkstations", "value"),
  ringBusy: run({ ...HUNDRED, ...IN_TURN }, "0.03", "busy Test ring"),
  ringIdle: said("nearly all the time", { "the ring idle": "100 - ringBusy", "all calls": "100" }),
  sends: { ...run({ ...IN_TURN, workstations: 1, deadFraction: 1 }, "7", "packets"), unit: "packets" },
  sevenTimes: said("seven times", { packets: "sends" }),
  nearlyAll: said("nearly all", { "the three dead": "3 * wait", "all calls": "runInTurn" }),
  moreThanSum: said("more than", { "our run": "runInTurn / 1000", "the sum": "inTurn" }),
  longerThanSimple: said("longer than", { MultiRPC: "nullMulti", "a simple call": "nullSimple" }),
  longerThanThousand: said("longer than", { "one that is dead": "wait", "a thousand that live": "1000 * oneCall" }),
  packets: { ...run(TEN_ALIVE, "20", "packets"), unit: "packets" },
  packetsInTurn: { ...run({ ...TEN_ALIVE, ...IN_TURN }, "20", "packets"), unit: "packets" },
};

const WHOLE: StageState = {
  experiment: EXPERIMENT,
  set: TEN_ALIVE,
  moment: "end",
  figures: ["use", "inspector"],
  hero: "timeline",
};

const threeDead: NumberPrediction = {
  kind: "number",
  id: "three-dead",
  question:
    "The file server calls a hundred workstations one after another. Each computes for {disk}, and a call to a " +
    "workstation that lives takes {oneCall} in all. Three are dead. How long until the file server has called " +
    "all?",
  unit: "s",
  min: 0,
  max: 600,
  truth: "inTurn",
  near: 2.5,
  beliefs: [
    { says: "A dead machine says that it is dead", gives: "allAlive" },
    { says: "All dead machines are waited for together", gives: "silence" },
    { says: "The machines that live take no time", gives: "silences" },
    { says: "One silence, and all that live", gives: "living + silence" },
    { says: "A dead machine costs a second", gives: "living + 3" },
  ],
  hit: "Yes. The calls to the workstations that live take {living}, those to the three dead ones take {silences}.",
  misses: {
    tooHigh: {
      reply:
        "A dead workstation costs much time, but less than you think. RPC2 gives up a silent machine after one " +
        "series of retries. The stage now shows a call to a dead one. See how often RPC2 sends, and when it " +
        "stops.",
      tags: [],
    },
    tooLow: {
      reply:
        "A hundred calls of {oneCall} take {allAlive}. That would be right if a dead machine could say that it " +
        "is dead. It says nothing. The stage now shows a call to a dead one. See how often RPC2 sends before it " +
        "gives up.",
      tags: ["M3"],
    },
  },
  observe: { set: { ...TEN, ...IN_TURN }, call: 2, moment: "end", highlight: { name: "machine is down" } },
  second:
    "The bars show the calls to all workstations that live together, and the call to each of the three dead ones.",
  bars: [
    { label: "All that live", number: "living" },
    { label: "First dead", number: "silence" },
    { label: "Second dead", number: "silence" },
    { label: "Third dead", number: "silence" },
  ],
  third:
    "It takes {inTurn}. The workstations that live take {living}. Each dead one takes {silence}, because RPC2 " +
    "sends {sevenTimes} before it gives up. Our run takes {hereInTurn}, because most of its workstations stand " +
    "behind routers.",
  variant: {
    question: "Now there are twice as many workstations, and still three are dead. How long do calls in turn take now?",
    options: [
      {
        id: "twice",
        text: "About twice as long",
        reply: "The workstations that live do not take most of the time. They take {living}, the dead ones {silences}.",
      },
      {
        id: "same",
        text: "Nearly as long as before",
        right: true,
        reply: "Yes. A second hundred adds only {allAlive}. The three dead ones take as long as before.",
      },
      {
        id: "thousands",
        text: "Four times as long",
        reply: "Calls in turn only add up: another hundred that live add {allAlive}.",
      },
    ],
  },
};

const inTime: Checkpoint = {
  id: "in-time",
  question:
    "Users wait until the file server goes on. Set how it makes the calls and their time limit. It must go on " +
    "after at most three seconds, and it must give up no workstation that lives.",
  parts: [
    {
      id: "limit",
      title: "A hundred workstations, three of them dead. The file server tells all that live within three seconds",
      experiment: EXPERIMENT,
      set: HUNDRED,
      free: ["mode", "timeoutMs"],
      within: { timeoutMs: [1, LONGEST] },
      seeds: [1, 2, 3], // which ones are dead is drawn by lot
      conditions: [
        {
          experiment: EXPERIMENT,
          measure: "elapsedMs",
          from: "call",
          test: "at most",
          bound: 3000,
          says: "time until the file server goes on",
        },
        {
          experiment: EXPERIMENT,
          measure: "falseFailures",
          test: "is",
          bound: 0,
          says: "workstations that live and were given up",
        },
      ],
      near: [
        {
          set: { mode: "multi", timeoutMs: 3000 },
          reply: "Nearly. RPC2 looks at the limit only when a clock ticks, so the call ends a little after the limit.",
        },
        {
          set: { mode: "threads", timeoutMs: 2500 },
          reply:
            "Nearly. Each thread has its own limit, which starts when the thread starts. The last thread to " +
            "start is the last to give up.",
        },
      ],
      solution: { mode: "multi", timeoutMs: 2500 },
      fails: [
        {},
        { timeoutMs: 500 },
        { timeoutMs: 1000 },
        { timeoutMs: 1200 },
        { timeoutMs: 3000 },
        { timeoutMs: LONGEST },
        { mode: "iterative", timeoutMs: 30 },
        { mode: "iterative", timeoutMs: 2500 },
        { mode: "threads", timeoutMs: 500 },
        { mode: "threads", timeoutMs: 2500 },
      ],
    },
  ],
  hints: [
    "One limit can cover the whole call, or each of the hundred calls. Which way to call has one limit for all?",
    "How much time do the workstations that live need? If none is dead, MultiRPC has told all after {alive}. " +
      "Leave room for requests and replies that are lost and sent again.",
  ],
  solution:
    "Use MultiRPC with a limit of about two and a half seconds. With a much shorter limit the call gives up " +
    "workstations that live: {givenUp} with a limit of a little over a second. Calls in turn are too late with " +
    "any limit that leaves time to answer. Threads pass too, with a shorter limit for each.",
  variant: {
    question: "MultiRPC now calls a thousand workstations with the same limit. What happens?",
    options: [
      {
        id: "told",
        text: "It tells all that live, because they answer at the same time",
        reply: "The file server cannot ask all at the same time: sending the requests alone takes {sendThousand}.",
        tags: ["M4"],
      },
      {
        id: "given-up",
        text: "It gives up some that live",
        right: true,
        reply: "Yes. Sending the requests alone takes {sendThousand}. The limit passes before the last one is sent.",
      },
      {
        id: "none",
        text: "It tells nobody",
        reply: "The first workstations have answered by then. Only the last ones have no time left.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "tell",
    gist: "One file changes",
    action: "Step from the first request to the last reply. Watch the table of callbacks.",
    done: { at: "end", of: { name: "reply", nth: -1 } },
    stage: {
      ...WHOLE,
      moment: { at: "end", of: { name: "request" } },
      highlight: { name: "request" },
      figures: ["calls", "inspector"],
      open: ["calls"],
      host: "client",
    },
  },
  {
    id: "predict-turn",
    gist: "Three are dead",
    action: "Enter a time, then commit.",
    stage: { ...WHOLE, axis: "linear", set: { ...TEN_ALIVE, ...IN_TURN } },
    predict: threeDead,
  },
  {
    id: "parallel",
    gist: "All at once",
    action: "Move the playhead. Compare which workstations each way has told by then.",
    stage: {
      ...WHOLE,
      axis: "linear",
      set: HUNDRED,
      twin: { experiment: EXPERIMENT, name: "In turn", set: { ...HUNDRED, ...IN_TURN } },
      figures: ["inspector", "chart"],
      host: "client",
      chart: "dead",
    },
    cover: { until: "three-dead", figures: ["inspector", "chart"], after: { at: "end", of: { name: "reply" } } },
    tries: [
      {
        id: "ten",
        label: "Ten workstations",
        stage: { set: TEN, twin: { experiment: EXPERIMENT, name: "Ten in turn", set: { ...TEN, ...IN_TURN } } },
      },
      { id: "hundred", label: "A hundred", stage: {} },
      { id: "first-second", label: "Stretch the first second", stage: { axis: "log" } },
    ],
    explain: {
      id: "one-silence",
      prompt: "Three workstations are dead, but MultiRPC waits only as long as for one. Why?",
      picks: [
        {
          id: "finds",
          text: "It finds out sooner that a machine is dead.",
          reply: "It needs {silence} to find one dead machine, as long as a simple call does.",
        },
        {
          id: "overlap",
          text: "The three series of retries run at the same time.",
          right: true,
          reply: "Yes. All three machines are silent at the same time, and MultiRPC waits for all three at once.",
        },
        {
          id: "skips",
          text: "It leaves the dead ones out.",
          reply: "Nobody told it which machines are dead. It sends to all of them and waits for each.",
        },
      ],
      ours:
        "The three series of retries run at the same time. Each takes {silence}, as in a simple call. MultiRPC " +
        "finds out nothing sooner, but no workstation has to wait behind a dead one.",
    },
  },
  {
    id: "packets",
    gist: "The same packets",
    action: "Open a request of each kind, and compare their fields.",
    stage: { ...WHOLE, highlight: { name: "request" }, open: ["inspector"] },
    tries: [
      { id: "simple", label: "Show a simple call", stage: { set: { ...TEN_ALIVE, ...IN_TURN } } },
      { id: "multi", label: "Show MultiRPC", stage: {} },
    ],
  },
  {
    id: "busy",
    gist: "Slow, then dead",
    action: "Pull the edge of the second workstation inwards: crash it while it computes.",
    stage: {
      ...WHOLE,
      set: LONG,
      moment: { at: "end", of: { name: "busy", machine: "server2" } },
      highlight: { name: "busy", machine: "server2" },
    },
    tries: [
      {
        id: "kill",
        label: "Crash it after one second",
        stage: { faults: [KILLED], moment: "end", highlight: { name: "machine is down" } },
      },
      { id: "alive", label: "Let all live", stage: {} },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Choose how to call and a time limit, then submit.",
    stage: { ...WHOLE, axis: "linear", set: { ...HUNDRED, timeoutMs: LONGEST } },
    checkpoint: inTime,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: { ...WHOLE, set: HUNDRED, figures: ["chart", "use"], chart: "dead", hero: "chart" },
    cover: { until: "three-dead", figures: ["chart"], after: { at: "end", of: { name: "reply" } } },
    transfer: {
      question:
        "A service tells five thousand caches that an entry is no longer valid. Some caches do not answer. What " +
        "should the service do?",
      answer:
        "Nobody can know whether a silent cache still gives its users the old entry. So the service lets its " +
        "promises expire: a cache holds a lease and renews it. When the lease of a silent cache has expired, the " +
        "cache may no longer use the entry. So the service waits at most as long as a lease lasts.",
    },
  },
];

export const lesson: Lesson = {
  slug: "callback",
  part: "multirpc",
  place: 1,
  title: "A callback to a hundred workstations",
  question: "What does one dead machine cost everyone?",
  minutes: 10,
  paper: "multirpc",
  can: [
    "compare calls in turn, threads, broadcast and a parallel call",
    "compute what dead machines cost",
    "tell a busy machine from a dead one",
  ],
  general: {
    "planned for more than": "So says the paper",
    "most workstations stand behind routers": "Twenty of a hundred stand on the ring, as in the paper’s tests",
    "most of its workstations stand behind routers": "Twenty of a hundred stand on the ring, as in the paper’s tests",
    "If none is dead": "A condition",
    "has told all after": "All live in that run",
    "cannot ask all at the same time": "It sends one packet after another",
  },
  numbers,
  steps,
};
