/** 4.1 A callback to a hundred workstations: what telling all of them takes, and what those cost that are dead. */
import type { CellNumber, Checkpoint, Lesson, LessonNumber, ModelNumber, RunNumber } from "../types.ts";
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

const cell = (table: string, row: string, column: string): CellNumber => ({ kind: "cell", table, row, column });
const model = (fn: string, value: string, args: ModelNumber["args"]): ModelNumber => ({
  kind: "model",
  fn,
  args,
  value,
  unit: "ms",
});
const run = (set: ParamValues, value: string, measure = "elapsedMs", faults: readonly string[] = []): RunNumber => ({
  kind: "run",
  experiment: EXPERIMENT,
  set,
  faults,
  seed: 1,
  measure,
  value,
  unit: measure === "elapsedMs" ? "ms" : "workstations",
});
const ours = (expression: string, value: string, unit: string, how: string): LessonNumber => ({
  kind: "ours",
  expression,
  value,
  unit,
  how,
});
const seconds = (of: string, value: string): LessonNumber => ours(`${of} / 1000`, value, "s", "The same in seconds");

const numbers: Readonly<Record<string, LessonNumber>> = {
  disk: cell("text", "serverDelays2", "value"),
  cloh: cell("table-vi", "cloh", "ms"),
  nullMulti: cell("table-v", "0; 1", "multiRpcMs"),
  nullSimple: cell("table-v", "0; 1", "rpc2Ms"),
  oneCall: model("rpc2_ms", "47.8", { servers: 1, compute_ms: 20 }),
  allAlive: ours("100 * oneCall / 1000", "4.8", "s", "A hundred calls, none of them to a dead machine"),
  wait: run({ ...IN_TURN, workstations: 1, deadFraction: 1 }, "60,067"),
  silence: seconds("wait", "60.1"),
  living: ours("97 * oneCall / 1000", "4.6", "s", "The calls to those that live, one after another"),
  silences: ours("3 * wait / 1000", "180", "s", "The calls to the three dead, one after another"),
  inTurn: ours(
    "(97 * oneCall + 3 * wait) / 1000",
    "185",
    "s",
    "By the model for those that live, by the run for the dead",
  ),
  runInTurn: run({ ...HUNDRED, ...IN_TURN }, "187,075"),
  hereInTurn: seconds("runInTurn", "187"),
  runParallel: run(HUNDRED, "60,968"),
  parallel: seconds("runParallel", "61.0"),
  runTen: run(TEN, "60,168"),
  ten: seconds("runTen", "60.2"),
  runTenInTurn: run({ ...TEN, ...IN_TURN }, "180,564"),
  tenInTurn: seconds("runTenInTurn", "180.6"),
  ratio: ours("runTenInTurn / runTen", "3.0", "times", "Ten workstations, three of them dead: in turn over MultiRPC"),
  runAlive: run({ ...HUNDRED, deadFraction: 0 }, "1,434"),
  alive: seconds("runAlive", "1.4"),
  runLong: run(LONG, "10,054"),
  long: seconds("runLong", "10.1"),
  runKilled: run(LONG, "120,632", "elapsedMs", [KILLED]),
  noticed: ours(
    "runKilled / 1000 - 1",
    "119.6",
    "s",
    "From the crash, a second after the start, to the end of the call",
  ),
  givenUp: run({ ...HUNDRED, timeoutMs: 1200 }, "4", "falseFailures"),
  sendThousand: ours("1000 * cloh / 1000", "6.0", "s", "A thousand requests, by the client's work for each"),
  dearer: ours("nullMulti - nullSimple", "1.2", "ms", "A MultiRPC call to one server less a simple call"),
  planned: cell("text", "andrewPlannedWorkstations", "value"),
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
    "A hundred workstations are told one after another. Each takes {disk}, and a call to one that lives takes " +
    "{oneCall} in all. Three are dead. How long until all have been called?",
  unit: "s",
  min: 0,
  max: 600,
  step: 1,
  truth: "inTurn",
  hit: "Yes: {living} for those that live, {silences} for the three that do not.",
  misses: {
    tooHigh: {
      reply:
        "Silence is dear, and you make it dearer still. RPC2 gives a silent machine up after one series of retries. " +
        "The stage now shows the call to a dead one: see how often it sends, and when it stops.",
      tags: [],
    },
    tooLow: {
      reply:
        "A hundred calls of {oneCall} are {allAlive}: right, if a dead machine said that it is dead. It says " +
        "nothing. The stage now shows the call to a dead one: see how often it sends before it believes the silence.",
      tags: ["M3"],
    },
  },
  observe: { set: { ...TEN, ...IN_TURN }, call: 2, moment: "end", highlight: { name: "machine is down" } },
  second: "Bar by bar: all the calls to those that live, and each of the three to a dead machine.",
  bars: [
    { label: "All that live", number: "living" },
    { label: "First dead", number: "silence" },
    { label: "Second dead", number: "silence" },
    { label: "Third dead", number: "silence" },
  ],
  third:
    "It is {inTurn}: {living} for those that live, and {silence} for each dead one, as RPC2 sends seven times before " +
    "it gives up. Our run takes {hereInTurn}: most of its workstations stand behind routers.",
  variant: {
    question: "Twice as many workstations, and still three dead. How long does telling all in turn take now?",
    options: [
      {
        id: "twice",
        text: "About twice as long",
        reply: "That would be so if those that live took the time. They take {living}, the dead {silences}.",
      },
      {
        id: "same",
        text: "Nearly as long as before",
        right: true,
        reply: "Yes: a second hundred adds {allAlive}. The three silences are as long as they were.",
      },
      {
        id: "thousands",
        text: "Four times as long",
        reply: "Calls in turn add up, no more: {allAlive} for another hundred that live.",
      },
    ],
  },
};

const inTime: Checkpoint = {
  id: "in-time",
  question:
    "The file must be released soon, whoever is silent. Set how the calls are made and their time limit so that the " +
    "file server goes on after at most three seconds, and no workstation that lives is given up.",
  parts: [
    {
      id: "limit",
      title: "A hundred workstations, three of them dead: all that live are told, within three seconds",
      experiment: EXPERIMENT,
      set: HUNDRED,
      free: ["mode", "timeoutMs"],
      within: { timeoutMs: [1, LONGEST] },
      seeds: [1, 2, 3], // which ones are dead is drawn by lot
      conditions: [
        {
          experiment: EXPERIMENT,
          measure: "elapsedMs",
          test: "at most",
          bound: 3000,
          says: "until the file server goes on",
        },
        {
          experiment: EXPERIMENT,
          measure: "falseFailures",
          test: "is",
          bound: 0,
          says: "workstations that live and are given up",
        },
      ],
      near: [
        {
          set: { mode: "multi", timeoutMs: 3000 },
          reply: "Nearly: the limit is looked at when a clock ticks, so the call ends a little after it.",
        },
        {
          set: { mode: "threads", timeoutMs: 2500 },
          reply:
            "Nearly: each thread has a limit of its own, from its own start. The last to start is the last to give up.",
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
    "One limit may cover the whole call, or each of a hundred. In which way to call is there one?",
    "What do those that live need? With none dead MultiRPC has told all after {alive}. Some requests or replies are " +
      "lost and sent again: leave room for that.",
  ],
  solution:
    "MultiRPC with a limit of about two and a half seconds. Much shorter, and the call gives up workstations that " +
    "live: with a limit of a little over a second, {givenUp}. In turn is late with any limit that lets the living " +
    "answer. Threads pass too, with a shorter limit each.",
  variant: {
    question: "A thousand workstations, MultiRPC, and the same limit. What happens?",
    options: [
      {
        id: "told",
        text: "All that live are told: they answer at the same time",
        reply: "They would, but not all are asked at the same time: sending alone takes {sendThousand}.",
        tags: ["M4"],
      },
      {
        id: "given-up",
        text: "Some that live are given up",
        right: true,
        reply: "Yes: sending alone takes {sendThousand}. The limit has passed before the last is asked.",
      },
      {
        id: "none",
        text: "Nobody is told",
        reply: "Those asked first have answered by then. It is the last that the limit leaves no time.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "tell",
    gist: "One file changes",
    action: "Step from the first request to the last reply, and watch the list of callbacks.",
    stage: {
      ...WHOLE,
      moment: { at: "end", of: { name: "request" } },
      highlight: { name: "request" },
      figures: ["inspector", "use"],
      open: ["inspector"],
      host: "client",
    },
  },
  {
    id: "predict-turn",
    gist: "Three are dead",
    action: "Commit a time and an interval.",
    stage: { ...WHOLE, set: { ...TEN_ALIVE, ...IN_TURN } },
    predict: threeDead,
  },
  {
    id: "parallel",
    gist: "All at once",
    action: "Move the playhead, and compare whom each way has told by then.",
    stage: {
      ...WHOLE,
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
    ],
    explain: {
      id: "one-silence",
      prompt: "Three are dead, and MultiRPC waits for one silence only. Why?",
      picks: [
        { id: "finds", text: "It finds out sooner that a machine is dead." },
        { id: "overlap", text: "The three series of retries run at the same time." },
        { id: "skips", text: "It leaves the dead ones out." },
      ],
      ours:
        "The three series of retries run at the same time. Each takes {silence}, as with a simple call: nothing is " +
        "found out sooner, but nobody has to wait behind a dead machine.",
    },
  },
  {
    id: "packets",
    gist: "The same packets",
    action: "Open a request of each way to call, and compare their fields.",
    stage: { ...WHOLE, highlight: { name: "request" }, open: ["inspector"] },
    tries: [
      { id: "simple", label: "A simple call's", stage: { set: { ...TEN_ALIVE, ...IN_TURN } } },
      { id: "multi", label: "MultiRPC's", stage: {} },
    ],
  },
  {
    id: "busy",
    gist: "Slow, then dead",
    action: "Let the second workstation crash while it computes.",
    stage: {
      ...WHOLE,
      set: LONG,
      moment: { at: "end", of: { name: "busy", machine: "server2" } },
      highlight: { name: "busy", machine: "server2" },
    },
    tries: [
      {
        id: "kill",
        label: "It crashes after a second",
        stage: { faults: [KILLED], moment: "end", highlight: { name: "machine is down" } },
      },
      { id: "alive", label: "All live", stage: {} },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Choose the way to call and a limit, then submit.",
    stage: { ...WHOLE, set: { ...HUNDRED, timeoutMs: LONGEST } },
    checkpoint: inTime,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Answer for a system of today.",
    stage: { ...WHOLE, set: HUNDRED, figures: ["chart", "use"], chart: "dead", hero: "chart" },
    cover: { until: "three-dead", figures: ["chart"], after: { at: "end", of: { name: "reply" } } },
    transfer: {
      question: "A service tells five thousand caches that an entry is no longer valid. What of those that are silent?",
      answer:
        "Nobody can know whether a silent cache still answers its own users with the old entry. So let promises " +
        "expire: a cache holds a lease, and renews it. Who is silent for longer than the lease holds nothing that " +
        "counts, and the service waits for that time at most.",
    },
  },
];

export const lesson: Lesson = {
  slug: "callback",
  paper: "multirpc",
  can: [
    "weigh calls in turn, threads, broadcast and a parallel call",
    "reckon with machines that are dead",
    "tell a machine that is busy from one that is silent",
  ],
  numbers,
  steps,
};
