/** 1.3 Slow is not dead: how a caller that waits asks whether the server's machine still lives. */
import { ours, ran, said, text } from "../sources.ts";
import type { Checkpoint, ChoicePrediction, Lesson, LessonNumber, NumberPrediction } from "../types.ts";
import type { Condition, ParamValues, RunNumber, StageState, Step } from "../types.ts";

const EXPERIMENT = "cedar/call";
/** One call, and no other traffic. */
const ONE: ParamValues = { calls: 1, load: 0 };
const MINUTE: ParamValues = { ...ONE, serverMs: 60_000 };
const HOUR: ParamValues = { ...ONE, serverMs: 3_600_000 };
const TWO_HOURS: ParamValues = { ...ONE, serverMs: 7_200_000 };
const CRASH = ["crash server at 15min"];
const DEAF = ["lose 100% of probe packets"];

const packets = (set: ParamValues, value: string): RunNumber => ran(EXPERIMENT, "packets", value, "packets", set);
const noticed = (at: string, value: string, set: ParamValues = HOUR): RunNumber => ({
  ...packets(set, value),
  faults: [`crash server at ${at}`],
  measure: "detectMs",
  unit: "ms",
});
const seconds = (of: string, value: string): LessonNumber => ours(`${of} / 1000`, value, "s", "The same in seconds");

const numbers: Readonly<Record<string, LessonNumber>> = {
  longest: text("probeIntervalMax"),
  settle: text("probesSettle"),
  inMinute: packets(MINUTE, "30"),
  inHour: packets(HOUR, "56"),
  inTwoHours: packets(TWO_HOURS, "80"),
  told: packets({ ...HOUR, liveness: "keep-alives" }, "30"),
  aboutHalf: said("about half", { "the server tells": "told", "the caller asks": "inHour" }),
  most: said("Most", { "probes and their answers": "inMinute - 4", "all packets": "inMinute" }),
  halfEarly: said("half", { "probes and answers of a minute": "inMinute - 4", "of the hour": "inHour - 4" }),
  longerGap: said("longer", {
    "a crash right after a probe": "runHalf",
    "the longest gap": "60000 * longest",
  }),
  failed: ran(EXPERIMENT, "failedCalls", "0", "calls", TWO_HOURS),
  noCall: said("no", { "calls that fail": "failed" }),
  dozen: ours("(inTwoHours - inHour) / 2", "12", "probes", "A probe and its answer are two packets"),
  probes: ours("20 / longest", "4", "probes", "Twenty minutes, divided by the longest interval"),
  eachSecond: ours("20 * 60", "1,200", "probes", "One in each second of twenty minutes"),
  runQuarter: noticed("15min", "30,251"),
  quarter: seconds("runQuarter", "30"),
  runEarly: noticed("1s", "2,842"),
  early: seconds("runEarly", "2.8"),
  runLate: noticed("11min", "270,251"),
  late: seconds("runLate", "270"),
  runTwelve: noticed("12min", "210,251"),
  twelve: seconds("runTwelve", "210"),
  runHalf: noticed("30.5min", "300,255"),
  half: seconds("runHalf", "300"),
  runShort: noticed("30s", "13,527", MINUTE),
  short: seconds("runShort", "13.5"),
  retries: seconds("runRetries", "2.6"),
  runRetries: noticed("627.7s", "2,550"),
};

const WAITS: StageState = {
  experiment: EXPERIMENT,
  set: HOUR,
  moment: "end",
  figures: ["inspector", "waterfall"],
  hero: "timeline",
  highlight: { name: "probe" },
  axis: "linear",
};
const FIRST_PROBE = { at: "end", of: { name: "probe" } } as const;

const forEver: ChoicePrediction = {
  kind: "choice",
  id: "for-ever",
  question:
    "The procedure has a mistake and loops for ever. No packet is lost, and no machine crashes. What does its " +
    "caller get?",
  options: [
    {
      id: "time-out",
      text: "An exception after some time, because nobody waits for ever",
      reply:
        "No timer limits the call. The stage now shows a call of two hours. Look at its probes: the server’s run " +
        "time answers each one, whatever the procedure does.",
      tags: ["M3"],
    },
    {
      id: "waits",
      text: "Nothing: it waits for ever",
      right: true,
      reply: "Yes. The server’s machine lives and answers each probe. So the caller goes on waiting.",
    },
    {
      id: "told",
      text: "An exception, because the server notices the loop",
      reply:
        "The run time cannot see into a procedure: a loop and long work look the same. The stage now shows a call " +
        "of two hours. Look at what the server answers to a probe.",
    },
  ],
  hit: "Yes. Probes ask the machine, and not the procedure. The machine is well, so the caller waits for ever.",
  observe: { set: TWO_HOURS, moment: "end", highlight: { name: "probe" } },
  second:
    "The bars show the packets of calls that take longer and longer. {most} are probes and their answers, and " +
    "{noCall} call ends early.",
  bars: [
    { label: "A minute", number: "inMinute" },
    { label: "An hour", number: "inHour" },
    { label: "Two hours", number: "inTwoHours" },
  ],
  third:
    "The caller waits for ever. The server’s run time answers each probe, and no timer limits the call. A call of " +
    "two hours has {inTwoHours} and returns.",
  variant: {
    question:
      "Two procedures on two machines call each other, and each waits for the other. What do their callers get?",
    options: [
      {
        id: "exception",
        text: "An exception, because neither makes progress",
        reply: "Both machines live and answer probes. Nobody asks about progress.",
        tags: ["M3"],
      },
      {
        id: "wait",
        text: "Nothing: both wait for ever",
        right: true,
        reply: "Yes. This is a deadlock, and the probes of both are answered.",
      },
      {
        id: "one",
        text: "One gets an exception, and the other goes on",
        reply: "Neither run time knows of the other call. Both see a machine that answers.",
      },
    ],
  },
};

const howMany: NumberPrediction = {
  kind: "number",
  id: "how-many",
  question:
    "The gaps between probes double, up to {longest}. How many probes does the caller send between the tenth and " +
    "the thirtieth minute of the call?",
  unit: "probes",
  min: 0,
  max: 60,
  truth: "probes",
  near: 0,
  beliefs: [
    { says: "The gaps double for ever", gives: "1" },
    { says: "Both ends of the twenty minutes count", gives: "20 / longest + 1" },
    { says: "All thirty minutes count", gives: "30 / longest" },
    { says: "The whole hour counts", gives: "dozen" },
    { says: "One in each minute", gives: "20" },
  ],
  hit: "Yes: {probes}. After about {settle} the gap stays at {longest}.",
  misses: {
    tooHigh: {
      reply:
        "At first the caller asks often. But the gaps double, up to {longest}. The stage now shows the whole hour, " +
        "in minutes. Count the lines between the tenth minute and the thirtieth.",
      tags: [],
    },
    tooLow: {
      reply:
        "The gaps grow, but not for ever. The stage now shows the whole hour, in minutes. Find where the gaps stop " +
        "growing, and count the lines between the tenth minute and the thirtieth.",
      tags: [],
    },
  },
  observe: { moment: "end" },
  second: "The bars show the probes of these twenty minutes, and what one probe in each second would be.",
  bars: [
    { label: "Gaps that double", number: "probes" },
    { label: "One in each second", number: "eachSecond" },
  ],
  third:
    "It sends {probes}. After about {settle} there is one probe in {longest}, and twenty minutes have room for so " +
    "many.",
  variant: {
    question: "The call goes on for a second hour. How many probes does the caller send in it?",
    options: [
      {
        id: "twelve",
        text: "A dozen: one in each gap of the longest kind",
        right: true,
        reply: "Yes. The packets grow from {inHour} to {inTwoHours}: {dozen}, each with its answer.",
      },
      {
        id: "fewer",
        text: "Two or three, because the gaps go on doubling",
        reply: "They stop at {longest}. The packets grow from {inHour} to {inTwoHours}.",
      },
      {
        id: "same",
        text: "As many as in the first hour",
        reply:
          "In the first hour {halfEarly} came in its first minute. The packets grow from {inHour} to {inTwoHours}.",
      },
    ],
  },
};

const detection = (test: "at least" | "at most", bound: number): readonly Condition[] => [
  { experiment: EXPERIMENT, measure: "detectMs", from: "crash", test, bound, says: "from the crash to the exception" },
];

const twoCrashes: Checkpoint = {
  id: "two-crashes",
  question:
    "Mina’s call takes an hour, and the server crashes. Place the crash so that her caller notices late, and then so " +
    "that it notices soon. Use one fault line each time.",
  parts: [
    {
      id: "late",
      title: "The caller notices after four minutes or more",
      experiment: EXPERIMENT,
      set: HOUR,
      free: [],
      seeds: [1],
      conditions: detection("at least", 240_000),
      solution: {},
      fails: [],
      breaks: {
        most: 1,
        solution: ["crash server at 11min"],
        fails: [
          ["crash server at 1s"],
          ["crash server at 100s"],
          ["crash server at 12min"],
          ["drop probe#1"],
          DEAF,
          CRASH,
        ],
      },
    },
    {
      id: "soon",
      title: "The caller notices within five seconds",
      experiment: EXPERIMENT,
      set: HOUR,
      free: [],
      seeds: [1],
      conditions: detection("at most", 5000),
      solution: {},
      fails: [],
      breaks: {
        most: 1,
        solution: ["crash server at 1s"],
        fails: [["crash server at 1min"], ["crash server at 11min"], ["crash server at 12min"], ["drop probe#1"], DEAF],
      },
    },
  ],
  hints: [
    "The caller notices a crash only by a probe that nobody answers. So the next probe decides.",
    "Early in the call the gaps are short. Later they are {longest}: then it matters whether the crash comes just " +
      "after a probe or just before one.",
  ],
  solution:
    "Late: let the server crash just after one of the later probes. A crash shortly after the tenth minute is " +
    "noticed after {late}, one at the twelfth after {twelve}. Soon: let it crash in the first seconds. A crash " +
    "after one second is noticed after {early}. A crash just before a late probe is noticed soon, too.",
  variant: {
    question: "How long can a crash stay unnoticed at most, however long the call?",
    options: [
      {
        id: "gap",
        text: "A little {longerGap} than the longest gap",
        right: true,
        reply: "Yes: {longest}, and the time of the retries. A crash right after a probe took {half}.",
      },
      {
        id: "call",
        text: "As long as the call was to take",
        reply: "The next probe finds it out. After half an hour it still took only {half}.",
      },
      {
        id: "retries",
        text: "As long as the retries take",
        reply: "The retries begin with the next probe, and that may be {longest} away.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "first",
    gist: "The first probes",
    action: "Step through three probes and their answers.",
    done: { at: "end", of: { name: "acknowledgement", nth: 4 } },
    stage: {
      ...WAITS,
      set: MINUTE,
      moment: { at: "start", of: { name: "probe" } },
    },
  },
  {
    id: "predict-loop",
    gist: "For ever?",
    action: "Choose an answer, then commit.",
    stage: { ...WAITS, set: MINUTE },
    predict: forEver,
  },
  {
    id: "predict-count",
    gist: "Fewer and fewer",
    action: "Enter a number, then commit.",
    stage: WAITS,
    cover: { until: "how-many", figures: ["inspector", "waterfall"], after: FIRST_PROBE },
    predict: howMany,
  },
  {
    id: "gaps",
    gist: "The price of a gap",
    action: "Choose why the caller asks ever more rarely.",
    stage: WAITS,
    cover: { until: "how-many", figures: ["inspector", "waterfall"], after: FIRST_PROBE },
    tries: [
      { id: "doubling", label: "Stretch the beginning", stage: { axis: "log" } },
      { id: "minutes", label: "Count minutes again", stage: {} },
      {
        id: "tell",
        label: "Let the server tell",
        stage: { set: { ...HOUR, liveness: "keep-alives" }, highlight: { name: "call" } },
      },
      { id: "ask", label: "Let the caller ask", stage: {} },
    ],
    explain: {
      id: "why-grow",
      prompt: "Why does the caller not ask once in each second?",
      picks: [
        {
          id: "wire",
          text: "The Ethernet could not carry so many packets.",
          reply: "A probe is a small packet. One in each second would take a tiny part of the Ethernet.",
        },
        {
          id: "cheap",
          text: "A long call should stay cheap, even if a crash is noticed late.",
          right: true,
          reply: "Yes. The caller gives up early news to keep a long call cheap.",
        },
        {
          id: "server",
          text: "The server could not answer so often.",
          reply: "The server answers a probe in about a millisecond. It could answer many in each second.",
        },
      ],
      ours:
        "A call that has run for an hour can wait a few minutes for bad news. So long calls cost little: {inHour} " +
        "in an hour. The price is that a crash late in the call stays unnoticed for up to {longest}.",
    },
  },
  {
    id: "silence",
    gist: "Two silences",
    action: "Make the server silent in two ways, and compare what the caller learns.",
    stage: WAITS,
    cover: { until: "how-many", figures: ["inspector", "waterfall"], after: FIRST_PROBE },
    tries: [
      { id: "crash", label: "Crash the server", stage: { faults: CRASH } },
      { id: "deaf", label: "Lose every probe", stage: { faults: DEAF } },
      { id: "well", label: "Let all be well", stage: {} },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Place two crashes, and submit each.",
    stage: WAITS,
    cover: { until: "how-many", figures: ["inspector", "waterfall"], after: FIRST_PROBE },
    checkpoint: twoCrashes,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: { ...WAITS, set: MINUTE, faults: ["crash server at 30s"] },
    transfer: {
      question:
        "A gRPC connection sends keepalive packets, and all are answered. A request handler on the server hangs. " +
        "What is missing?",
      answer:
        "The keepalive asks the machine, as a probe does. Two things are missing: a deadline for the call, and a " +
        "check that the handler makes progress. Cedar left both to the programmer.",
    },
  },
];

export const lesson: Lesson = {
  slug: "slow-is-not-dead",
  part: "cedar",
  place: 3,
  title: "Slow is not dead",
  question: "When may a caller give up?",
  minutes: 10,
  buildsOn: ["exactly-once"],
  paper: "cedar",
  can: [
    "tell a probe from a repeated call",
    "bound the time until a crash is noticed",
    "say why a deadlock stays unnoticed",
  ],
  general: {
    "every probe is lost": "What the faults do.",
    "twice as long as the one before": "The rule by which the caller sets its timer.",
    "longest gap": "The bound that the paper gives.",
    "first minute": "A part of the hour, by its number.",
    "first hour": "Likewise.",
  },
  numbers,
  steps,
};
