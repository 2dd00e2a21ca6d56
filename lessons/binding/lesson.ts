/** 1.5 Binding and restart: how a caller finds its server, and who is there after a crash. */
import { ours, ran, said, text } from "../sources.ts";
import type { Checkpoint, ChoicePrediction, Condition, Lesson, LessonNumber } from "../types.ts";
import type { ParamValues, RunNumber, StageState, Step } from "../types.ts";

const EXPERIMENT = "cedar/call";
/** One call or two, and no other traffic. */
const ONE: ParamValues = { calls: 1, load: 0 };
const TWO: ParamValues = { calls: 2, load: 0 };
const IMPORTED: ParamValues = { ...ONE, binding: "type" };
const UNGUARDED: ParamValues = { without: "uniqueId" };
/** While the second call is on its way. */
const GONE = ["crash server at 1.5ms"];
const BACK = [...GONE, "restart server at 1.6ms"];
/** After the procedure ran, and before its result left. */
const FORGOTTEN = ["crash server at 600us", "restart server at 5ms"];

/** Of a packet: what it is, and for which start of the server. */
const ID_FIELDS = ["class", "call number", "unique identifier", "procedure"];

const run = (measure: string, value: string, unit: string, set = ONE, faults: readonly string[] = []): RunNumber =>
  ran(EXPERIMENT, measure, value, unit, set, faults);

const numbers: Readonly<Record<string, LessonNumber>> = {
  bits: text("exportIdBits"),
  runWhole: run("medianUs", "1,097", "us"),
  whole: ours("runWhole / 1000", "1.1", "ms", "The same in milliseconds"),
  rejected: run("detectMs", "20.7", "ms", TWO, BACK),
  rejectedPackets: run("packets", "5", "packets", TWO, BACK),
  silent: run("detectMs", "2,540", "ms", TWO, GONE),
  silentSeconds: ours("silent / 1000", "2.5", "s", "The same in seconds"),
  twice: run("executions", "2", "times", { ...ONE, ...UNGUARDED }, FORGOTTEN),
  once: run("executions", "1", "times", ONE, FORGOTTEN),
  failedWithout: run("failedCalls", "0", "calls", { ...TWO, ...UNGUARDED }, BACK),
  failedWith: run("failedCalls", "1", "call", TWO, BACK),
  noneFails: said("no", { "calls that fail": "failedWithout" }),
  oneFails: said("one", { "calls that fail": "failedWith" }),
  ranTwice: said("twice", { "runs of the procedure": "twice" }),
  ranOnce: said("once", { "runs of the procedure": "once" }),
  runStale: run("medianUs", "21,261", "us", { ...ONE, ...UNGUARDED }, FORGOTTEN),
  stale: ours("runStale / 1000", "21.3", "ms", "The same in milliseconds"),
};

const CALL: StageState = {
  experiment: EXPERIMENT,
  set: ONE,
  moment: "end",
  figures: ["inspector", "waterfall"],
  hero: "timeline",
};
/** The whole run: the import comes before the first call. */
const IMPORT: StageState = {
  ...CALL,
  set: IMPORTED,
  call: 0,
  figures: ["inspector", "use"], // no one call is shown, so there is none to account for
  moment: { at: "start", of: { name: "look-up" } },
  highlight: { name: "look-up" },
};
/** The call that meets the new incarnation. */
const SECOND: StageState = { ...CALL, set: TWO, call: 2 };

const oldBinding: ChoicePrediction = {
  kind: "choice",
  id: "old-binding",
  question:
    "Just after the call has left, the server’s machine crashes. It is back at once, with the same name and the same " +
    "address. The caller still has its old binding, and sends the call again. What happens?",
  options: [
    {
      id: "works",
      text: "The call works, because the server is where it was",
      reply:
        "The address is right, but the server is another one: it has forgotten everything. The stage now shows the " +
        "call. Look at what the new server sends back.",
    },
    {
      id: "exception",
      text: "The caller gets an exception, and must import again",
      right: true,
      reply: "Yes. The new server has a new unique identifier, so it rejects the call at once.",
    },
    {
      id: "waits",
      text: "The caller sends again and again, until it gives up",
      reply:
        "That is what happens when nobody answers. Here somebody answers. The stage now shows the call. Look at " +
        "what comes back for the repeated call.",
      tags: ["M3"],
    },
  ],
  hit: "Yes. The call names the old unique identifier, and the new server rejects it. The program must import again.",
  observe: { faults: BACK, moment: "end", highlight: { name: "reject" } },
  second: "The bars show how long the call takes: a good one, one that is rejected, and one that nobody answers.",
  bars: [
    { label: "A good call", number: "whole" },
    { label: "Rejected", number: "rejected" },
    { label: "No answer", number: "silent" },
  ],
  third:
    "The caller gets an exception after {rejected}. The repeated call names the old unique identifier, so the new " +
    "server rejects it. A server that stays dead would take {silentSeconds} to notice.",
  variant: {
    question:
      "The machine crashes and is back between two calls, while the caller does nothing. What does its next call get?",
    options: [
      {
        id: "fine",
        text: "A result, because no call was under way",
        reply: "The binding is old all the same. Its unique identifier belongs to the server before the crash.",
      },
      {
        id: "rejected",
        text: "A rejection, and then an exception",
        right: true,
        reply: "Yes. The binding names the server before the crash, whenever it is used.",
      },
      {
        id: "told",
        text: "It was told of the crash before",
        reply: "Nobody tells it. The server keeps no list of its callers.",
      },
    ],
  },
};

const condition = (without: string, measure: string, bound: string | number, says: string): Condition => ({
  experiment: EXPERIMENT,
  set: { without },
  measure,
  test: "is",
  bound,
  says,
});

const staleCall: Checkpoint = {
  id: "stale-call",
  question:
    "Let Omar pay for two seats. Write one script of at most three fault lines for a single call. Without the rule " +
    "the call returns, and yet its procedure ran twice. With the rule it runs once.",
  parts: [
    {
      id: "script",
      title: "One script, judged without the rule and with it",
      experiment: EXPERIMENT,
      set: ONE,
      free: [],
      seeds: [1],
      conditions: [
        condition("uniqueId", "outcome", "returned", "without the rule: the end of the call"),
        condition("uniqueId", "executions", 2, "without the rule: how often the procedure ran"),
        condition("none", "executions", 1, "with the rule: how often the procedure ran"),
      ],
      solution: {},
      fails: [],
      breaks: {
        most: 3,
        solution: FORGOTTEN,
        fails: [
          ["crash server at 600us"],
          ["crash server at 300us", "restart server at 5ms"],
          ["crash server at 1ms", "restart server at 5ms"],
          ["crash server at 600us", "restart server at 10s"],
          ["drop result#1"],
          ["duplicate call#1 by 5s", "crash server at 1ms"],
          ["drop call#1", "crash server at 1ms", "restart server at 2ms"],
        ],
      },
    },
  ],
  hints: [
    "The server’s table knows repeated calls. When is the table empty, though the procedure has run?",
    "Three things must come in order. The procedure runs. The server crashes before the caller has the result. It " +
      "is back before the caller gives up.",
  ],
  solution:
    "Let the server crash just after the procedure, at six hundred microseconds, and restart it after five " +
    "milliseconds. The caller’s timer sends the call again. The new server has an empty table, so without the rule " +
    "it runs the call as a new one: {ranTwice}. With the rule it runs {ranOnce}. Losing the result and " +
    "crashing the server after that works too.",
  variant: {
    question: "Could the server do without unique identifiers if it kept its table on a disk?",
    options: [
      {
        id: "yes",
        text: "Yes: then it would know old calls after a crash",
        right: true,
        reply: "Yes, but each call would have to wait for the disk. A new number for each start costs nothing.",
      },
      {
        id: "no",
        text: "No: the table does not help after a crash",
        reply: "It does where it survives. The harm comes from a table that is empty: the procedure ran {twice}.",
      },
      {
        id: "name",
        text: "No: the caller would not find the server",
        reply: "It finds the server by its address, which stays the same.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "import",
    gist: "The import",
    action:
      "Step through the import: two look-ups, then the question to the server itself. Then pull the edge of the " +
      "server inwards, before it is asked.",
    stage: IMPORT,
  },
  {
    id: "predict-restart",
    gist: "Back again",
    action: "Choose an answer, then commit.",
    stage: SECOND,
    predict: oldBinding,
  },
  {
    id: "identifiers",
    gist: "Two numbers",
    action: "Choose the repeated call in the timeline. Find its unique identifier among the fields below.",
    stage: { ...SECOND, faults: BACK, highlight: { name: "reject" }, fields: ID_FIELDS, open: ["inspector"] },
    cover: { until: "old-binding", figures: ["inspector", "waterfall"], after: { at: "start", of: { name: "call" } } },
    tries: [
      { id: "back", label: "Crash and restart", stage: {} },
      {
        id: "gone",
        label: "Crash, and stay down",
        stage: { faults: GONE, highlight: { name: "call" } },
      },
    ],
  },
  {
    id: "no-state",
    gist: "Nothing to keep",
    action: "Move the playhead through the import. Watch the server’s table.",
    stage: {
      ...IMPORT,
      moment: { at: "end", of: { name: "bind" } },
      highlight: { name: "bind" },
      figures: ["calls", "inspector"],
      open: ["calls"],
    },
    explain: {
      id: "idle",
      prompt: "A thousand callers have imported, and none of them calls. What must the server keep for them?",
      picks: [
        {
          id: "rows",
          text: "A row in its table for each.",
          reply: "A row belongs to an activity that called lately. A caller that only imported needs none.",
        },
        {
          id: "list",
          text: "A list of their names.",
          reply: "Then an import would change the server, and a crash would lose the list. Nobody needs it.",
        },
        {
          id: "nothing",
          text: "Nothing.",
          right: true,
          reply: "Yes. All that an import yields is kept by the caller.",
        },
      ],
      ours:
        "Nothing. Each caller holds its own binding. The row that you saw belongs to the question itself, which was " +
        "a call like any other. The server may forget it soon. So a server can have any number of idle callers.",
    },
  },
  {
    id: "unguarded",
    gist: "Without the number",
    action: "Let the server come back, with and without the rule.",
    stage: SECOND,
    cover: { until: "old-binding", figures: ["inspector", "waterfall"], after: { at: "start", of: { name: "call" } } },
    tries: [
      { id: "without", label: "Crash, without the rule", stage: { set: { ...TWO, ...UNGUARDED }, faults: BACK } },
      { id: "with", label: "Crash, with the rule", stage: { faults: BACK } },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Write the script, then submit.",
    stage: { ...CALL, set: { ...ONE, ...UNGUARDED }, moment: "start", host: "server" },
    checkpoint: staleCall,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: IMPORT,
    transfer: {
      question:
        "A container restarts and has its old address again. Its callers do not notice. What do epochs and fencing " +
        "tokens do in such systems?",
      answer:
        "They are the unique identifier. Each start has a new number, every request names the number that it is " +
        "meant for, and an older number is rejected. So no request that was meant for the one before is run by " +
        "mistake.",
    },
  },
];

export const lesson: Lesson = {
  slug: "binding",
  part: "cedar",
  place: 5,
  title: "Binding and restart",
  question: "Who is at the other end after a crash?",
  minutes: 10,
  buildsOn: ["exactly-once"],
  paper: "cedar",
  can: [
    "follow a binding from export to import",
    "say what the unique identifier of an export guards against",
    "say why a server needs no list of its callers",
  ],
  general: { "first call": "The call’s number.", "Nobody published": "What papers say." },
  numbers,
  steps,
};
