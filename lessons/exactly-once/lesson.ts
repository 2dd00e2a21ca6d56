/** 1.2 Exactly once, or an exception: what a caller knows of its call when packets are lost and machines crash. */
import { ours, ran, said } from "../sources.ts";
import type { Checkpoint, ChoicePrediction, Condition, Lesson, LessonNumber } from "../types.ts";
import type { ParamValues, RunNumber, StageState, Step } from "../types.ts";

const EXPERIMENT = "cedar/call";
/** One call, and no other traffic. */
const ONE: ParamValues = { calls: 1, load: 0 };
const FORGETFUL: ParamValues = { ...ONE, without: "sequenceCheck" };
const LOST = ["drop result#1"];
const BEFORE = ["crash server at 300us"];
const AFTER = ["crash server at 600us"];

const run = (
  measure: string,
  value: string,
  unit: string,
  { set = ONE, faults = [] }: { readonly set?: ParamValues; readonly faults?: readonly string[] } = {},
): RunNumber => ran(EXPERIMENT, measure, value, unit, set, faults);

const numbers: Readonly<Record<string, LessonNumber>> = {
  whole: run("medianUs", "1,097", "us"),
  wholePackets: run("packets", "2", "packets"),
  runLost: run("medianUs", "21,314", "us", { faults: LOST }),
  lost: ours("runLost / 1000", "21.3", "ms", "The same in milliseconds"),
  lostPackets: run("packets", "4", "packets", { faults: LOST }),
  laterPackets: run("laterPackets", "1", "packet", { faults: LOST }),
  allPackets: ours("lostPackets + laterPackets", "5", "packets", "Packets until the answer, and those after it"),
  once: run("executions", "1", "times", { faults: LOST }),
  twice: run("executions", "2", "times", { set: FORGETFUL, faults: LOST }),
  waited: run("detectMs", "2,540", "ms", { faults: BEFORE }),
  sent: run("packets", "7", "packets", { faults: BEFORE }),
  nearlyAll: said("nearly all", { "waiting for the timer": "lost - whole / 1000", "the call": "lost" }),
  ranOnce: said("once", { "runs of the procedure": "once" }),
  runsOnce: said("Once", { "runs of the procedure": "once" }),
  onceAfter: run("executions", "1", "times", { faults: AFTER }),
  onceToo: said("once", { "runs of the procedure": "onceAfter" }),
  neverBefore: run("executions", "0", "times", { faults: BEFORE }),
  never: said("never", { "runs of the procedure": "neverBefore" }),
  gaveUp: ours("waited / 1000", "2.5", "s", "The same in seconds"),
};

const CALL: StageState = {
  experiment: EXPERIMENT,
  set: ONE,
  moment: "end",
  figures: ["calls", "inspector"],
  hero: "timeline",
  open: ["calls"],
  host: "server",
};
const RESULT_SENT = { at: "start", of: { name: "result" } } as const;

const howOften: ChoicePrediction = {
  kind: "choice",
  id: "how-often",
  question:
    "The result packet is lost. The caller hears nothing and sends its call again. How often does the procedure run?",
  options: [
    {
      id: "once",
      text: "{runsOnce}",
      right: true,
      reply:
        "Yes. The repeated call is not above the number in the row, so the server only sends the old result again.",
    },
    {
      id: "twice",
      text: "Twice, because the call arrives twice",
      reply:
        "The call does arrive twice. But the server wrote the call’s number into its row before the result left. " +
        "The stage now shows the loss. Find what the server does with the second call packet.",
      tags: ["M2"],
    },
    {
      id: "exception",
      text: "Once, and then the caller gets an exception",
      reply:
        "The caller does not give up so soon. The stage now shows the loss. Look for the second call packet, and " +
        "for the packet that answers it.",
      tags: ["M3"],
    },
  ],
  hit: "Yes. It runs {ranOnce}. The server knows the repeated call by its number, and sends the kept result again.",
  observe: { faults: LOST, moment: "end", highlight: { name: "result" } },
  second: "The bars show how often the procedure runs: with the table, and on a server that leaves the table out.",
  bars: [
    { label: "With the table", number: "once" },
    { label: "Without it", number: "twice" },
  ],
  third:
    "It runs {ranOnce}. The server’s row holds the number of the call. The repeated call has the same number, so the " +
    "server sends the result that it kept. The call takes {lost} instead of {whole}.",
  variant: {
    question: "The first call packet is lost instead, and the caller sends its call again. What does the server do?",
    options: [
      {
        id: "runs",
        text: "It runs the procedure",
        right: true,
        reply: "Yes. The number is new to its row: the first packet never came.",
      },
      {
        id: "keeps",
        text: "It sends a kept result",
        reply: "It has none. The first packet never came, so the row does not have its number.",
      },
      {
        id: "ignores",
        text: "It ignores the call, because the call is a repeat",
        reply: "The server cannot see that. It judges by the number in its row, and this number is new.",
        tags: ["M2"],
      },
    ],
  },
};

const ends = (executions: number, says: string): readonly Condition[] => [
  { experiment: EXPERIMENT, measure: "outcome", test: "is", bound: "exception", says: "the end of the call" },
  { experiment: EXPERIMENT, measure: "executions", test: "is", bound: executions, says },
];

const bothWays: Checkpoint = {
  id: "both-ways",
  question:
    "Show that Mina cannot tell whether she has a seat. Break the call so that it ends in an exception: once before " +
    "the procedure runs, and once after it. Use at most two fault lines each time.",
  parts: [
    {
      id: "not-run",
      title: "An exception, and the procedure never ran",
      experiment: EXPERIMENT,
      set: ONE,
      free: [],
      seeds: [1],
      conditions: ends(0, "how often the procedure ran"),
      solution: {},
      fails: [],
      breaks: {
        most: 2,
        solution: BEFORE,
        fails: [
          ["drop call#1"],
          LOST,
          ["drop call#1", ...LOST],
          AFTER,
          ["crash server at 1ms"],
          ["crash caller at 300us"],
        ],
      },
    },
    {
      id: "ran",
      title: "An exception, and the procedure ran once",
      experiment: EXPERIMENT,
      set: ONE,
      free: [],
      seeds: [1],
      conditions: ends(1, "how often the procedure ran"),
      solution: {},
      fails: [],
      breaks: {
        most: 2,
        solution: AFTER,
        fails: [LOST, ["duplicate call#1"], BEFORE, ["crash server at 1ms"], ["lose 100% of call packets"]],
      },
    },
  ],
  hints: [
    "A lost packet alone does not do it: the run time sends it again. Pull the server’s edge in the timeline to the " +
      "moment at which the machine crashes.",
    "One step on the server divides the two cases: the procedure itself. Crash the server before this step, then " +
      "after it, but before the result has left.",
  ],
  solution:
    "Let the server crash just before the procedure, then just after it. For example, a crash after three hundred " +
    "microseconds comes before, and one after six hundred comes after. In both runs the caller sees the same: no " +
    "answer for {gaveUp}, then an exception.",
  variant: {
    question: "Your program gets an exception from a call that books a seat. What do you know?",
    options: [
      {
        id: "not",
        text: "The seat is not booked",
        reply: "In your second run the procedure ran, and the call ended in an exception.",
      },
      {
        id: "maybe",
        text: "The seat is booked once or not at all",
        right: true,
        reply: "Yes. The program must ask the server which it is, by another call.",
      },
      {
        id: "twice",
        text: "The seat may be booked twice",
        reply: "The table prevents that. A call that ends in an exception ran once at most.",
        tags: ["M2"],
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "table",
    gist: "The server’s table",
    action: "Step on until a row of the table stands below the timeline.",
    done: { at: "end", of: { name: "Interrupt routine takes a packet in", machine: "server" } },
    stage: { ...CALL, moment: { at: "end", of: { name: "call" } }, highlight: { name: "call" } },
  },
  {
    id: "predict-runs",
    gist: "Once or twice?",
    action: "Choose an answer, then commit.",
    stage: { ...CALL, moment: RESULT_SENT, highlight: { name: "result" } },
    predict: howOften,
  },
  {
    id: "twin",
    gist: "Where the runs part",
    action: "Put the two calls side by side, and find where they part. Then follow each packet.",
    stage: {
      ...CALL,
      faults: LOST,
      moment: RESULT_SENT,
      later: true,
      highlight: { name: "result" },
    },
    cover: { until: "how-often", figures: ["inspector", "calls"], after: RESULT_SENT },
    tries: [
      {
        id: "twin",
        label: "Beside a call that loses nothing",
        stage: { twin: { name: "Nothing lost", experiment: EXPERIMENT, set: ONE }, open: [] },
      },
      { id: "alone", label: "This call alone", stage: {} },
    ],
    explain: {
      id: "new-or-old",
      prompt: "How does the server know that the second call packet is no new call?",
      picks: [
        {
          id: "time",
          text: "It comes too soon after the first.",
          reply: "The server uses no clock for this. A repeat may come late, and a new call may come soon.",
        },
        {
          id: "bytes",
          text: "It has the same bytes as the first.",
          reply: "A new call with the same arguments has the same bytes, but for its number. Only the number is kept.",
        },
        {
          id: "number",
          text: "Its number is not above the number in the row.",
          right: true,
          reply: "Yes. The row is all that the server needs.",
        },
      ],
      ours:
        "By its number alone. The server keeps one number for each activity, not all packets that ever came. A " +
        "number that is not above it is old, whenever it comes.",
    },
  },
  {
    id: "crash",
    gist: "An exception",
    action: "Pull the server’s edge across the procedure. See what the caller sees, and how often it ran.",
    stage: { ...CALL, host: "caller", highlight: { name: "The procedure", machine: "server" } },
    tries: [
      { id: "before", label: "Crash before the procedure", stage: { faults: BEFORE, highlight: { name: "call" } } },
      { id: "after", label: "Crash after the procedure", stage: { faults: AFTER } },
    ],
  },
  {
    id: "forget",
    gist: "Without the table",
    action: "Pull the result to the ground on a server that does not compare numbers.",
    stage: { ...CALL, set: FORGETFUL, figures: ["calls", "explore"], open: ["calls", "explore"] },
    cover: { until: "how-often", figures: ["calls", "explore"], after: RESULT_SENT },
    tries: [
      { id: "without", label: "Lose the result without the rule", stage: { faults: LOST } },
      { id: "with", label: "Lose the result with the rule", stage: { set: ONE, faults: LOST } },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Break the call in two ways, and submit each.",
    stage: { ...CALL, moment: "start" },
    checkpoint: bothWays,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: { ...CALL, faults: AFTER, open: [] },
    transfer: {
      question:
        "A payment service takes an idempotency key with each request: its caller makes the key up, and repeats it " +
        "in each new try. Which number in Cedar’s table is that? How long must the service keep it?",
      answer:
        "The key is the sequence number, and the stored answer is the kept result. The service must keep both for " +
        "as long as a caller may still try again. Cedar’s run time stops trying after {gaveUp}.",
    },
  },
];

export const lesson: Lesson = {
  slug: "exactly-once",
  part: "cedar",
  place: 2,
  title: "Exactly once, or an exception",
  question: "If a packet is lost, did my procedure run?",
  minutes: 12,
  buildsOn: ["across-the-wire"],
  paper: "cedar",
  can: [
    "say what a return and what an exception promise",
    "name the rule that keeps a repeated call from running twice",
    "show that a caller cannot tell whether a call that failed has run",
  ],
  general: {
    "ran exactly once": "The promise of the protocol.",
    "once or never": "The promise of the protocol.",
    "run at most once": "The name of the promise.",
    "arrive twice": "What the option supposes.",
    "once at most": "The promise of the protocol.",
  },
  numbers,
  steps,
};
