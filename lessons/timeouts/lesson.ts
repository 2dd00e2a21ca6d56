/** 3.3 select, timeouts and TCP: who notices when nothing comes back, and what a repeated call does. */
import { cell, ours, ran, said, text } from "../sources.ts";
import type { Checkpoint, Lesson, LessonNumber, ParamValues, RunNumber } from "../types.ts";
import type { NumberPrediction, StageState, Step } from "../types.ts";

const EXPERIMENT = "sun-rpc/call";
const ONE: ParamValues = { iterations: 1 };
const SLOW: ParamValues = { ...ONE, serverMs: 12_000 };
const DEAD: ParamValues = { ...ONE, serverDead: "after" };
/** The authors' minimal program, which reads without select. */
const BLOCKS: ParamValues = { ...ONE, program: "udp", waiting: "block" };
const SELECTS: ParamValues = { ...ONE, program: "udp" };
/** The same over TCP. */
const STREAM: ParamValues = { ...ONE, program: "tcp", waiting: "block" };
/** Sun’s library over TCP. */
const LIBRARY_STREAM: ParamValues = { ...ONE, transport: "tcp" };
const LOCAL = { place: "local" } as const;
const LOST = ["drop reply#1"];

const run = (
  measure: string,
  value: string,
  unit: string,
  set: ParamValues,
  faults: readonly string[] = [],
): RunNumber => ran(EXPERIMENT, measure, value, unit, set, faults);
const local = (mode: string, argument: string): LessonNumber =>
  cell("table-3", `local; ${mode}; 3; ${argument}`, "usPerIteration");

const numbers: Readonly<Record<string, LessonNumber>> = {
  withSelect: run("clientCpuUs", "2,720", "us", { ...SELECTS, ...LOCAL }),
  blocking: run("clientCpuUs", "2,430", "us", { ...BLOCKS, ...LOCAL }),
  adds: ours("withSelect - blocking", "290", "us", "The call with select minus the call that blocks, in our run"),
  printed: text("selectTiming"),
  profiled: text("selectPerIteration"),
  executions: run("executions", "3", "times", SLOW),
  cached: run("executions", "1", "times", { ...SLOW, duplicateCache: "on" }),
  sends: run("sends", "5", "times", DEAD),
  failed: run("failedAfterS", "25", "s", DEAD),
  retry: ours("failed / sends", "5", "s", "The time until the client gives up, divided by its sends"),
  before: run("failedAfterS", "60", "s", { ...ONE, serverDead: "before" }),
  again: run("executions", "2", "times", SELECTS, LOST),
  overTcp: run("executions", "1", "times", STREAM, LOST),
  rpcOverTcp: run("executions", "1", "times", LIBRARY_STREAM, LOST),
  tcpTook: run("elapsedUs", "1,011,132", "us", STREAM, LOST),
  tcpSeconds: ours("tcpTook / 1000000", "1", "s", "The same in seconds"),
  eightRuns: run("executions", "2", "times", { ...ONE, serverMs: 8000 }),
  fourRuns: run("executions", "1", "times", { ...ONE, serverMs: 4000 }),
  twice: said("Twice", { "runs of the procedure": "eightRuns" }),
  once: said("Once", { "runs of the procedure": "fourRuns" }),
  sendsSlow: run("sends", "3", "times", SLOW),
  sendsCached: run("sends", "3", "times", { ...SLOW, duplicateCache: "on" }),
  sameSends: said("the same", { "sends with a cache": "sendsCached", "without one": "sendsSlow" }),
  sendsOnce: run("sends", "1", "times", { ...DEAD, retryS: 30, totalS: 30 }),
  onlyOnce: said("only once", { sends: "sendsOnce" }),
  socketShare: text("socketShare"),
  profileShare: { kind: "model", fn: "socket_percent", args: {}, value: "73", unit: "%" },
  gap: ours(
    "100 * (1 - selectMean / rpcMean)",
    "25",
    "%",
    "The mean local call of the minimal program with select, compared with Sun RPC",
  ),
  selectMean: ours("(selectNone + selectTwo + selectFour) / 3", "3,072", "us", "The mean of the three local calls"),
  selectNone: local("select", "none"),
  selectTwo: local("select", "2 byte"),
  selectFour: local("select", "4 byte"),
  rpcMean: ours("(rpcNone + rpcTwo + rpcFour) / 3", "4,116", "us", "The mean of the three local calls"),
  rpcNone: cell("table-3", "local; library default; 2; none", "usPerIteration"),
  rpcTwo: cell("table-3", "local; library default; 2; 2 byte", "usPerIteration"),
  rpcFour: cell("table-3", "local; library default; 2; 4 byte", "usPerIteration"),
  printedGap: text("xdrPlusDispatchShare"),
  working: run("failedAfterS", "30", "s", { ...DEAD, retryS: 15, totalS: 30 }),
};

/** On to the end of the last run of the procedure: the client has its reply at twelve seconds. */
const ON_AND_ON = { later: true, axis: "linear" } as const;

const CALL: StageState = {
  experiment: EXPERIMENT,
  set: SELECTS,
  moment: "end",
  figures: ["inspector", "waterfall"],
  hero: "timeline",
};

const howOften: NumberPrediction = {
  kind: "number",
  id: "how-often",
  question:
    "A procedure of Sun RPC takes twelve seconds. The client sends its call again every {retry}, up to {failed}. " +
    "Nothing is lost. How often does the procedure run?",
  unit: "times",
  min: 0,
  max: 10,
  truth: "executions",
  near: 0,
  beliefs: [
    { says: "The server knows a repeated call", gives: "cached" },
    { says: "The client sends until it would give up", gives: "sends" },
    { says: "Two times five seconds fit into twelve", gives: "2" },
    { says: "Every call after the first fails", gives: "0" },
  ],
  hit: "Yes. The client sent the call at once, after five seconds and after ten. The server ran each of them.",
  misses: {
    tooHigh: {
      reply:
        "You let the client send until the end. But it stops when the first reply comes. The stage shows the run. " +
        "Count the calls before the first reply.",
      tags: [],
    },
    tooLow: {
      reply:
        "You expect the server to know a repeated call. It does not look: only the client compares numbers. The " +
        "stage shows the run. Count the open bars of the server: each is one run.",
      tags: ["M2"],
    },
  },
  observe: { set: SLOW, ...ON_AND_ON, moment: "end", highlight: { name: "call" } },
  second: "The bars show how often the procedure ran, without a cache of replies at the server and with one.",
  bars: [
    { label: "No cache", number: "executions" },
    { label: "With a cache", number: "cached" },
  ],
  third:
    "It runs {executions}. The client sends the call at once, after five seconds and after ten. Its reply comes " +
    "after twelve. The server then runs the other two calls, which lie in its socket. Nobody wants their results.",
  variant: {
    question: "The same procedure takes four seconds. How often does it run?",
    options: [
      { id: "once", text: "{once}", right: true, reply: "Yes. The reply comes before the client sends again." },
      {
        id: "twice",
        text: "Twice, because one call is already on its way again",
        reply: "The client sends again after {retry}. The reply comes before that.",
        tags: ["M2"],
      },
      { id: "five", text: "Five times", reply: "The client stops sending when it has its reply." },
    ],
  },
};

const setTimers: Checkpoint = {
  id: "set-timers",
  question:
    "Set both times of the client. A slow procedure must not run twice. If the call packet is lost, the call must " +
    "still succeed. And the client must notice a dead server soon.",
  parts: [
    {
      id: "timers",
      title: "The procedure takes twelve seconds, and the server has no cache",
      experiment: EXPERIMENT,
      set: SLOW,
      free: ["retryS", "totalS"],
      seeds: [1],
      conditions: [
        {
          experiment: EXPERIMENT,
          measure: "executions",
          test: "at most",
          bound: 1,
          says: "how often the slow procedure runs",
        },
        {
          experiment: EXPERIMENT,
          measure: "outcome",
          test: "is",
          bound: "returned",
          says: "how the call to the slow procedure ends",
        },
        {
          experiment: EXPERIMENT,
          set: { serverDead: "after" },
          measure: "sends",
          test: "at least",
          bound: 2,
          says: "how often the call is sent if nobody answers",
        },
        {
          experiment: EXPERIMENT,
          set: { serverDead: "after" },
          measure: "failedAfterS",
          from: "call",
          test: "at most",
          bound: 31,
          says: "when the client gives up a dead server",
        },
      ],
      near: [
        {
          set: { retryS: 30, totalS: 30 },
          reply: "The slow server is safe. But the client sends {onlyOnce}, so one lost call is the end.",
        },
        {
          set: { retryS: 13, totalS: 30 },
          reply:
            "The client gives up only when an interval has ended, and two intervals are not yet the total. So it " +
            "waits for a third.",
        },
      ],
      solution: { retryS: 15, totalS: 30 },
      fails: [
        { retryS: 5, totalS: 25 },
        { retryS: 5, totalS: 60 },
        { retryS: 12, totalS: 30 },
        { retryS: 13, totalS: 30 },
        { retryS: 30, totalS: 30 },
        { retryS: 20, totalS: 40 },
      ],
    },
  ],
  hints: [
    "When must the client not send yet? Its first interval has to be longer than the procedure.",
    "The client gives up at the end of an interval. How many intervals fit into the total?",
  ],
  solution:
    "Send again after fifteen seconds, and give up after {working}. The slow reply comes before the second send. A " +
    "lost call has a second chance. A dead server is noticed after two intervals.",
  variant: {
    question: "The procedure now takes between one second and a minute. Which times keep it from running twice?",
    options: [
      {
        id: "long",
        text: "An interval of more than a minute",
        right: true,
        reply: "Yes. But now each lost call costs a minute. One interval for all procedures is a poor rule.",
      },
      {
        id: "short",
        text: "A short interval and a long total",
        reply: "A short interval sends again while the procedure still runs.",
        tags: ["M2"],
      },
      {
        id: "adapts",
        text: "Any: the interval adapts to the server",
        reply: "It does not. The client always waits for the same time.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "select",
    gist: "The price of select",
    action: "Let the client block in its read, and see which bars of the waterfall go.",
    stage: { ...CALL, set: { ...SELECTS, ...LOCAL }, open: ["waterfall"] },
    tries: [
      { id: "block", label: "Read without select", stage: { set: { ...BLOCKS, ...LOCAL } } },
      { id: "with", label: "Wait in select", stage: {} },
    ],
  },
  {
    id: "predict-executions",
    gist: "A slow procedure",
    action: "Enter a number, then commit.",
    stage: { ...CALL, set: ONE },
    predict: howOften,
  },
  {
    id: "cache",
    gist: "A memory at the server",
    action: "Let the server keep its replies, and count the executions in the timeline.",
    stage: { ...CALL, set: SLOW, ...ON_AND_ON, figures: ["calls", "inspector"], open: ["calls"] },
    cover: { until: "how-often", figures: [], after: { at: "start", of: { name: "call" } } },
    tries: [
      { id: "keep", label: "Keep replies", stage: { set: { ...SLOW, duplicateCache: "on" } } },
      { id: "forget", label: "Keep nothing", stage: {} },
    ],
    explain: {
      id: "price",
      prompt: "Why does Sun’s library not keep replies from the start?",
      picks: [
        {
          id: "memory",
          text: "Replies take memory, and nobody says when they may go.",
          right: true,
          reply: "Yes. The server would have to guess how long to keep each reply.",
        },
        {
          id: "wrong",
          text: "A kept reply may be out of date.",
          reply:
            "You think of a cache that keeps facts. A kept reply answers one old call: what was true when " +
            "that call ran.",
        },
        {
          id: "slow",
          text: "Looking for a kept reply takes longer than running the procedure.",
          reply: "Finding a number in a table is quick. Here the procedure takes twelve seconds.",
        },
      ],
      ours:
        "Replies take memory, and no message tells the server that a client has its reply. Many procedures may run " +
        "twice without harm, so their programs do not ask for it.",
    },
  },
  {
    id: "dead",
    gist: "A dead server",
    action: "Count in the timeline how often the client calls before it gives up.",
    stage: { ...CALL, set: DEAD, axis: "linear" },
    tries: [
      {
        id: "unbound",
        label: "Let it be dead from the beginning",
        stage: { set: { ...ONE, serverDead: "before" }, call: 0 },
      },
      { id: "bound", label: "Let it die after the binding", stage: {} },
    ],
  },
  {
    id: "hang",
    gist: "Without select",
    action: "Pull the reply in the timeline to the ground, or press a button below it.",
    stage: { ...CALL, set: BLOCKS, axis: "linear" },
    tries: [
      { id: "lose", label: "Lose the reply, reading without select", stage: { faults: LOST } },
      { id: "lose-tcp", label: "Lose the reply, over TCP", stage: { set: STREAM, faults: LOST } },
      { id: "lose-library", label: "Lose the reply, Sun RPC over TCP", stage: { set: LIBRARY_STREAM, faults: LOST } },
      { id: "lose-select", label: "Lose the reply, waiting in select", stage: { set: SELECTS, faults: LOST } },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set both times, then submit.",
    stage: { ...CALL, set: SLOW, ...ON_AND_ON },
    cover: { until: "how-often", figures: [], after: { at: "start", of: { name: "call" } } },
    checkpoint: setTimers,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: { ...CALL, set: ONE, open: ["waterfall"] },
    transfer: {
      question:
        "A client of a web service sends an order again when the answer is late. One team makes it wait longer " +
        "before each try. Another gives each order a key of its own. What does each of them mend?",
      answer:
        "Waiting longer takes load off a slow server. It does not keep an order from running twice. The key does: " +
        "the server knows the order again, as the cache of replies knows a call.",
    },
  },
];

export const lesson: Lesson = {
  slug: "timeouts",
  part: "sun-rpc",
  place: 3,
  title: "select, timeouts and TCP",
  question: "Who notices when nothing comes back?",
  minutes: 12,
  buildsOn: ["xdr", "exactly-once"],
  paper: "enutt",
  can: [
    "foretell how often a call is sent, and how often its procedure runs",
    "set the times of a client for a slow server and for a dead one",
    "say who notices that a packet was lost",
  ],
  general: {
    "its first call": "Its place in time.",
    "nobody sends the call again": "No timer runs, in any run.",
    "each call once": "The rule of a stream.",
    Never: "No timer runs, in any run.",
  },
  numbers,
  steps,
};
