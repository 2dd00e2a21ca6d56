/** 2.5 Fewer processors: why one processor is so much worse than two, a race, and a mean that no call has. */
import { cell, ours, ran, said, text } from "../sources.ts";
import type { CellNumber, Checkpoint, ChoicePrediction, CurvePrediction, Lesson, LessonNumber } from "../types.ts";
import type { ParamValues, StageState, Step } from "../types.ts";

const EXPERIMENT = "firefly/null";
/** The program of Section 5: stubs made by hand, and the statements in the order that loses nothing. */
const SECTION_5: ParamValues = { stubs: "exerciser", statementOrder: "swapped" };
const ONE_CALL: ParamValues = { ...SECTION_5, calls: 1 };
const SINGLE: ParamValues = { callerProcessors: 1, serverProcessors: 1 };
/** The order of the first version, on machines with one processor. */
const RACE: ParamValues = { ...SINGLE, stubs: "exerciser", statementOrder: "fast", calls: 1000 };

/** Of the run with the race: the first call that loses its result. */
const LOSING = 29;

/** Seconds for 1,000 calls are milliseconds for one. */
const measured = (caller: number, server: number): CellNumber => ({
  ...cell("table-x", `${caller}; ${server}`, "secondsPer1000"),
  unit: "ms",
});
const here = (value: string, caller: number, server = 5): LessonNumber =>
  ran(EXPERIMENT, "latencyMs", value, "ms", {
    ...SECTION_5,
    calls: 1000,
    callerProcessors: caller,
    serverProcessors: server,
  });

const numbers: Readonly<Record<string, LessonNumber>> = {
  five: measured(5, 5),
  two: measured(2, 5),
  one: measured(1, 5),
  both: measured(1, 1),
  rise: ours("100 * (two / five - 1)", "11", "%", "The time with two processors, beside the time with five"),
  jump: ours("100 * (one / two - 1)", "33", "%", "The time with one processor, beside the time with two"),
  hereFive: here("2.49", 5),
  hereTwo: here("2.76", 2),
  hereOne: here("3.77", 1),
  single: ran(EXPERIMENT, "latencyMs", "3.21", "ms", { ...ONE_CALL, callerProcessors: 1 }),
  mean: text("uniprocessorNullFirst"),
  penalty: text("retransmitPenalty"),
  lost: ours("100 * (mean - both) / penalty", "2.5", "%", "The mean minus an undisturbed call, divided by one loss"),
  perSecond: ours("10 * lost / mean", "1.27", "losses/s", "The share of calls that lose a packet, divided by the mean"),
  price: text("fixPenalty"),
  meanHere: ran(EXPERIMENT, "latencyMs", "21.2", "ms", RACE),
  medianHere: ran(EXPERIMENT, "medianMs", "3.21", "ms", RACE),
  undisturbed: ran(EXPERIMENT, "latencyMs", "4.38", "ms", { ...RACE, statementOrder: "swapped" }),
  lostHere: ours(
    "100 * (meanHere - undisturbed) / penalty",
    "2.8",
    "%",
    "The mean minus an undisturbed call, by one loss",
  ),
  forgotHere: ours("100 * meanHere / penalty", "3.5", "%", "The mean, divided by one loss"),
  lossMeans: ours("penalty / meanHere", "28", "times", "The wait of one loss, beside the mean"),
  busyWire: ran(EXPERIMENT, "busy ethernet", "4.3", "%", { ...ONE_CALL, callerProcessors: 1 }),
  idle: said("nearly all", { "time without a packet": "100 - busyWire", "all time": "100" }),
  more: said("more than half", { "added by the losses": "meanHere - undisturbed", "the mean": "meanHere" }),
  lossesSwapped: ran(EXPERIMENT, "lossesPerSecond", "0", "losses/s", { ...RACE, statementOrder: "swapped" }),
  nothing: said("nothing", { "losses a second": "lossesSwapped" }),
  slower: ours("100 * (both / five - 1)", "79", "%", "The time with one processor at each side, beside five"),
};

const TIMELINE: StageState = {
  experiment: EXPERIMENT,
  set: ONE_CALL,
  moment: "end",
  hero: "timeline",
  figures: ["inspector", "waterfall"],
};

const CHART: StageState = {
  ...TIMELINE,
  set: { ...SECTION_5, calls: 1000 },
  hero: "chart",
  figures: ["chart", "use"],
  chart: "elapsedS",
};

const SPREAD: StageState = {
  ...TIMELINE,
  set: RACE,
  hero: "distribution",
  figures: ["distribution", "inspector"],
};

const processors: CurvePrediction = {
  kind: "curve",
  id: "processors",
  question: "Draw how long a thousand calls take with one to five processors at the caller. One thread calls.",
  experiment: EXPERIMENT,
  measure: "elapsedS",
  max: 8,
  step: 0.1,
  truth: { table: "table-x", column: "secondsPer1000", only: { serverProcessors: 5 }, at: [1, 2, 3, 4, 5] },
  hit: "Yes. Down to two processors a call takes only {rise} longer. With one it jumps by {jump}.",
  misses: {
    tooHigh: {
      reply:
        "You end too high on the side of many processors. One thread keeps one of them busy, so the others have " +
        "little to do. The stage now has two.",
      tags: ["M8"],
    },
    tooLow: {
      reply:
        "You end too low. Each call needs all of its steps, however many processors there are. The stage now has two.",
      tags: ["M8"],
    },
    shape: {
      reply:
        "You let each processor carry its share. One thread needs one processor, and the interrupt needs one, too. " +
        "What happens when they are the same?",
      tags: ["M8"],
    },
  },
  observe: { set: { ...ONE_CALL, callerProcessors: 2 }, hero: "timeline" },
  second: "The bars show the measured times of a call with five, two and one processors at the caller.",
  bars: [
    { label: "Five", number: "five" },
    { label: "Two", number: "two" },
    { label: "One", number: "one" },
  ],
  third:
    "The line is nearly flat down to two processors: {five} and {two}. With one a call takes {one}. The thread and " +
    "the interrupt now need the same processor.",
  variant: {
    question: "The caller has one processor. Now the server loses four of its five, too. What happens?",
    options: [
      {
        id: "nothing",
        text: "Nothing: one thread calls",
        reply: "At the server, too, a thread and an interrupt need a processor. A call takes {both}, not {one}.",
      },
      {
        id: "again",
        text: "A call takes longer once more",
        right: true,
        reply: "Yes. It takes {both} in place of {one}.",
      },
      {
        id: "double",
        text: "A call takes twice as long",
        reply: "The server’s part grows, but the caller’s part and the wire stay. A call takes {both}.",
      },
    ],
  },
};

const share: ChoicePrediction = {
  kind: "choice",
  id: "share",
  question:
    "With one processor at each side a call takes {meanHere} in the mean. Where nothing is lost, it takes " +
    "{undisturbed}. A lost packet costs {penalty}. What share of the calls loses a packet?",
  options: [
    {
      id: "all",
      text: "None: each call takes that long",
      reply: "Then none would take {medianHere}. Look in the distribution for a call that takes {meanHere}.",
      tags: ["M6"],
    },
    {
      id: "forgot",
      text: "{forgotHere}",
      reply: "You divided the mean by one loss. But calls without a loss take time as well.",
      tags: [],
    },
    {
      id: "right",
      text: "{lostHere}",
      right: true,
      reply: "Yes: the mean minus an undisturbed call, divided by what one loss costs.",
    },
  ],
  hit: "Yes: the mean minus an undisturbed call, divided by what one loss costs.",
  observe: { open: ["distribution"] },
  second: "The bars show an undisturbed call and the mean. One loss would be {lossMeans} as long as the mean.",
  bars: [
    { label: "Undisturbed", number: "undisturbed" },
    { label: "Mean", number: "meanHere" },
  ],
  third:
    "The share is {lostHere}. A call that loses a packet waits {penalty}; the others take {undisturbed} in the mean. " +
    "The authors’ figures, {mean} and {both}, give {lost}.",
  variant: {
    question: "In another system the median is a tenth of the mean. What do you look at first?",
    options: [
      {
        id: "mean",
        text: "The mean: it counts every call",
        reply: "It counts every call, and no call takes that long. The mean stands between the many and the few.",
        tags: ["M6"],
      },
      {
        id: "distribution",
        text: "The distribution of the calls’ times",
        right: true,
        reply: "Yes. It shows the many fast calls, and the few that wait.",
      },
    ],
  },
};

const twoHumps: Checkpoint = {
  id: "two-humps",
  question: "Make a run without any fault in which the mean is three times the median or more.",
  parts: [
    {
      id: "race",
      title: "A mean of at least three medians, without a fault",
      experiment: EXPERIMENT,
      set: { calls: 1000 },
      free: ["callerProcessors", "serverProcessors", "statementOrder"],
      seeds: [1, 2, 3],
      conditions: [
        {
          experiment: EXPERIMENT,
          set: { calls: 1000, stubs: "exerciser" },
          measure: "latencyMs",
          per: "medianMs",
          test: "at least",
          bound: 3,
          says: "the mean, in medians",
        },
      ],
      near: [
        {
          set: { ...SINGLE, statementOrder: "swapped" },
          reply: "These calls are slow, but {nothing} is lost in this order, and so calls wait for no timer.",
        },
        { set: { statementOrder: "fast" }, reply: "The caller’s other processor writes the entry in time." },
      ],
      solution: { ...SINGLE, statementOrder: "fast" },
      fails: [
        { ...SINGLE, statementOrder: "swapped" },
        { statementOrder: "fast" },
        { serverProcessors: 1, statementOrder: "fast" },
      ],
    },
  ],
  hints: [
    "No call takes the mean. Which order of statements loses a result?",
    "The result is lost where it comes before the caller has written its entry. Who writes it, and where does it run?",
  ],
  solution: "Take one processor at each side, and the order that sends first. Then the mean is far above the median.",
  variant: {
    question: "The race is cured by writing first and sending second. What does that cost?",
    options: [
      {
        id: "nothing",
        text: "Nothing",
        reply: "On five processors writing and sending went on at once. Now they do not.",
      },
      {
        id: "price",
        text: "About {price} on five processors",
        right: true,
        reply: "Yes. The two steps no longer overlap.",
      },
      {
        id: "penalty",
        text: "About {penalty} for each call",
        reply: "That is what a lost packet costs. The cure ends the losses.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "at-once",
    gist: "Two things at once",
    action: "Step on until both processors work.",
    done: { at: "start", of: { name: "Handle interprocessor interrupt", machine: "caller" } },
    stage: {
      ...TIMELINE,
      set: { ...ONE_CALL, statementOrder: "fast" },
      moment: "start",
      hero: "machines",
      figures: ["machines", "inspector"],
      highlight: { name: "Handle interprocessor interrupt", machine: "caller" },
    },
    cover: { until: "processors", figures: ["chart"] },
  },
  {
    id: "predict-processors",
    gist: "Take processors away",
    action: "Draw five points, then commit.",
    stage: CHART,
    cover: { until: "processors", figures: ["chart"] },
    predict: processors,
  },
  {
    id: "slow-path",
    gist: "One processor",
    action: "Take the second processor away, and follow the thread from its wake-up.",
    stage: { ...TIMELINE, set: { ...ONE_CALL, callerProcessors: 2 } },
    tries: [
      { id: "two", label: "Two processors", stage: {} },
      { id: "one", label: "One processor", stage: { set: { ...ONE_CALL, callerProcessors: 1 } } },
    ],
    explain: {
      id: "longer",
      prompt: "With one processor a call takes longer. Why?",
      picks: [
        {
          id: "share",
          text: "The processor is shared, so everything takes twice as long.",
          reply: "Then every step would take twice as long. Compare single steps in both runs: they take as long.",
        },
        {
          id: "scheduler",
          text: "The thread must first get through the scheduler, and the interrupt comes between.",
          right: true,
          reply: "Yes. Both need the only processor, one after the other.",
        },
        {
          id: "wire",
          text: "The packets wait on the wire.",
          reply: "The wire is idle {idle} of the time. Look at the caller’s processor.",
          tags: ["M1"],
        },
      ],
      ours:
        "To go to sleep, the thread runs a long piece of the scheduler, on the only processor there is. It is still " +
        "at that when the result comes, and the interrupt takes the processor. Then the thread finishes going to " +
        "sleep, and is woken at once.",
    },
  },
  {
    id: "predict-share",
    gist: "A mean",
    action: "Choose a share, then commit.",
    stage: SPREAD,
    cover: { until: "share", figures: ["distribution"] },
    predict: share,
  },
  {
    id: "race",
    gist: "The race",
    action: "Find the lost result, then swap the statements.",
    stage: {
      ...TIMELINE,
      set: RACE,
      call: LOSING,
      moment: "end",
      highlight: { name: "call not registered" },
      axis: "log",
    },
    tries: [
      { id: "fast", label: "Send first", stage: {} },
      {
        id: "swapped",
        label: "Write first",
        stage: { set: { ...RACE, statementOrder: "swapped" }, highlight: { name: "result" } },
      },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set processors and order, then submit.",
    stage: { ...SPREAD, set: { stubs: "exerciser", calls: 1000 } },
    checkpoint: twoHumps,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Give the caller a second processor, and see what goes. Then write an answer, and compare it with ours.",
    tries: [
      { id: "one", label: "One processor each", stage: {} },
      { id: "two", label: "Two at the caller", stage: { set: { ...RACE, callerProcessors: 2 } } },
    ],
    stage: SPREAD,
    transfer: {
      question: "A service has a median of three milliseconds and a mean of twenty. Which chart do you ask for first?",
      answer:
        "The distribution on a logarithmic axis, split by cause. The mean stands where no call is. Then follow one " +
        "call from the far hump to its timer.",
    },
  },
];

export const lesson: Lesson = {
  slug: "fewer-processors",
  part: "firefly",
  place: 5,
  title: "Fewer processors",
  question: "Why is one processor so much worse than two?",
  minutes: 12,
  buildsOn: ["more-threads"],
  paper: "firefly",
  can: ["find a race in a trace", "read a mean that two groups of calls make", "say what a second processor is for"],
  general: {
    "none would take": "What the answer supposes.",
    "three quarters longer": "What the paper’s text says; the table’s figure stands beside it.",
  },
  numbers,
  steps,
};
