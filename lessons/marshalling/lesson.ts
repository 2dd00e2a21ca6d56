/** 2.3 Marshalling: what arguments add to a call, by their types, not only by their bytes. */
import { cell, ours, ran, said, text } from "../sources.ts";
import type { CellNumber, Checkpoint, ChoicePrediction, Lesson, LessonNumber, ParamValues } from "../types.ts";
import type { RunNumber, StageState, Step } from "../types.ts";

const EXPERIMENT = "firefly/marshal";
const FULL = "firefly/max-result";

const ONE: ParamValues = { calls: 1 };
const INTEGER: ParamValues = { ...ONE, argumentType: "integer" };
const FIXED: ParamValues = { ...ONE, argumentType: "fixed" };
const VARIABLE: ParamValues = { ...ONE, argumentType: "variable" };
const TEXT: ParamValues = { ...ONE, argumentType: "text" };
const SMALL = 128;

const added = (value: string, set: ParamValues): RunNumber => ran(EXPERIMENT, "marshalUs", value, "us", set);
const latency = (value: string, set: ParamValues): RunNumber => ran(FULL, "latencyMs", value, "ms", { ...ONE, ...set });
const measured = (table: string, row: string): CellNumber => cell(table, row, "marshalUs");

const numbers: Readonly<Record<string, LessonNumber>> = {
  integer: measured("table-ii", "1"),
  four: measured("table-ii", "4"),
  fixed4: measured("table-iii", "4"),
  variable1: measured("table-iv", "1"),
  nil: measured("table-v", "NIL"),
  text1: measured("table-v", "1"),
  text128: measured("table-v", "128"),
  small: cell("table-v", "128", "bytes"),
  fixed128: added("58", { ...FIXED, argumentBytes: SMALL }),
  times: ours("text128 / fixed128", "11", "times", "The text, beside the array of as many bytes"),
  array: added("455", { ...FIXED, argumentBytes: 1440, passing: "out" }),
  many: added("2,880", { ...INTEGER, argumentBytes: 1440 }),
  byte: ours(
    "1000 * (array - fixed128) / (1440 - 128)",
    "303",
    "ns",
    "From the shorter array to the longer one, a byte",
  ),
  less: said("Less", { "the array": "fixed128", "a tenth of the text": "text128 / 10" }),
  moreNil: said("More", { NIL: "nil", "an array": "fixed128" }),
  more: said("more", { "a byte of a text, in ns": "1000 * (text128 - text1) / 127", "of an array": "byte" }),
  highest: said("highest", { "a text": "text1", "a variable array": "variable1", "a fixed array": "fixed4" }),
  halfOfIt: said("half", { "a variable array": "variable1", "a wake-up": "wakeup" }),
  tenth: said("less", { "a fixed array": "fixed4", "a tenth of a wake-up": "wakeup / 10" }),
  packet: text("maxPacketResult"),
  handNull: text("exerciserNullFaster"),
  handFull: text("exerciserMaxResultFaster"),
  generated: latency("6.5", { stubs: "generated" }),
  byHand: latency("5.9", { stubs: "exerciser" }),
  saved: ours("1000 * (generated - byHand)", "600", "us", "The call with generated stubs, minus the call without"),
  wakeup: cell("table-vi", "receiver; Wake up RPC thread", "us74"),
  sameMachine: text("sameMachineNull"),
};

const BYTES: StageState = {
  experiment: EXPERIMENT,
  set: INTEGER,
  moment: "end",
  hero: "timeline",
  figures: ["waterfall", "bytes"],
};

const CHART: StageState = { ...BYTES, hero: "chart", figures: ["chart", "waterfall"], chart: "marshalUs" };

const sameBytes: ChoicePrediction = {
  kind: "choice",
  id: "same-bytes",
  question:
    "A text of {small} adds {text128} to a call. Now the same bytes travel in an array of fixed length. How much " +
    "does the array add?",
  options: [
    {
      id: "same",
      text: "About as much: the bytes are the same",
      reply: "Then each byte would take five microseconds. The stage shows the text. Which of its steps copy bytes?",
      tags: [],
    },
    {
      id: "half",
      text: "About half as much",
      reply: "You halved the time. Look at which steps of the text an array does not need.",
      tags: [],
    },
    {
      id: "tenth",
      text: "{less} than a tenth",
      right: true,
      reply: "Yes: {fixed128}. The array is only copied.",
    },
  ],
  hit: "Yes: {fixed128}. The array is only copied.",
  observe: { set: { ...TEXT, argumentBytes: SMALL }, hero: "waterfall" },
  second: "The bars show the text and the array, with the same bytes in both.",
  bars: [
    { label: "Text", number: "text128" },
    { label: "Array", number: "fixed128" },
  ],
  third:
    "The array adds {fixed128}, the text {text128}: {times} as much. For a text the server must ask for memory, and " +
    "both stubs call a library.",
  variant: {
    question: "An empty text, NIL, has no bytes at all. What does it add to a call?",
    options: [
      {
        id: "nothing",
        text: "Nothing: there is nothing to copy",
        reply: "The stubs must still find out that it is empty, and say so. It adds {nil}.",
      },
      {
        id: "little",
        text: "{moreNil} than a fixed array of {small}",
        right: true,
        reply: "Yes: {nil}, against {fixed128}. The library is called for an empty text, too.",
      },
      {
        id: "same",
        text: "As much as a text of one character",
        reply: "A text of one character needs memory at the server: {text1}. NIL needs no memory: {nil}.",
      },
    ],
  },
};

const band = (says: string) =>
  [
    { experiment: EXPERIMENT, set: ONE, measure: "marshalUs", test: "at least" as const, bound: 215, says },
    { experiment: EXPERIMENT, set: ONE, measure: "marshalUs", test: "at most" as const, bound: 225, says },
  ] as const;

const oneWakeup: Checkpoint = {
  id: "one-wakeup",
  question:
    "One wake-up of a thread takes {wakeup}. Choose sizes so that an array adds as long: first one of fixed length, " +
    "then one of variable length.",
  parts: [
    {
      id: "fixed",
      title: "An array of fixed length that adds as much as a wake-up",
      experiment: EXPERIMENT,
      set: FIXED,
      free: ["argumentBytes"],
      labels: { argumentBytes: "Size of the fixed array" },
      seeds: [1],
      conditions: band("time that the array adds"),
      near: [
        { set: { argumentBytes: 400 }, reply: "You are not there yet. Divide what is missing by the time of a byte." },
      ],
      solution: { argumentBytes: 664 },
      fails: [{ argumentBytes: 400 }, { argumentBytes: 348 }, { argumentBytes: 720 }],
    },
    {
      id: "variable",
      title: "An array of variable length that adds as much as a wake-up",
      experiment: EXPERIMENT,
      set: VARIABLE,
      free: ["argumentBytes"],
      labels: { argumentBytes: "Size of the variable array" },
      seeds: [1],
      conditions: band("time that the array adds"),
      near: [
        { set: { argumentBytes: 664 }, reply: "This type begins higher, at {variable1}. So it needs fewer bytes." },
      ],
      solution: { argumentBytes: 348 },
      fails: [{ argumentBytes: 664 }, { argumentBytes: 400 }, { argumentBytes: 300 }],
    },
  ],
  hints: [
    "Each type begins at its own height, and a byte adds about {byte} in both arrays.",
    "Take the time at the beginning away from a wake-up, and divide the rest by the time of a byte.",
  ],
  solution:
    "An array of fixed length begins at {tenth} than a tenth of a wake-up, one of variable length at {halfOfIt} of it.",
  variant: {
    question: "Can a text add as little as one wake-up?",
    options: [
      {
        id: "short",
        text: "Yes, if it is short enough",
        reply: "The shortest text has one character, and adds {text1}. NIL adds {nil}, and nothing lies between.",
      },
      {
        id: "never",
        text: "No: texts begin above it",
        right: true,
        reply: "Yes. One character adds {text1} already.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "numbers",
    gist: "Four numbers",
    action: "Pull the number of arguments from one to four, and find the copies.",
    stage: BYTES,
    tries: [
      { id: "one", label: "One number", stage: { set: INTEGER } },
      { id: "two", label: "Two numbers", stage: { set: { ...INTEGER, arguments: 2 } } },
      { id: "four", label: "Four numbers", stage: { set: { ...INTEGER, arguments: 4 } } },
    ],
    cover: { until: "same-bytes", figures: ["chart"] },
  },
  {
    id: "predict-bytes",
    gist: "The same bytes",
    action: "Choose a time, then commit.",
    stage: { ...BYTES, set: { ...TEXT, argumentBytes: SMALL } },
    cover: { until: "same-bytes", figures: ["chart"] },
    predict: sameBytes,
  },
  {
    id: "lines",
    gist: "Three lines",
    action: "Pull the run along the chart. Read where each line begins, and how steeply it rises.",
    stage: { ...CHART, set: FIXED },
    explain: {
      id: "slope",
      prompt: "Which types does a further byte make most expensive?",
      picks: [
        {
          id: "arrays",
          text: "The arrays: they are only bytes.",
          reply: "Both arrays rise by {byte} a byte. Compare that with the line of the text.",
        },
        {
          id: "text",
          text: "The text: its line is the steepest of the three.",
          right: true,
          reply: "Yes. A text begins {highest}, and each further byte adds {more} than one of an array.",
        },
        {
          id: "alike",
          text: "All alike: a byte is a byte.",
          reply:
            "You count bytes. But the stubs of a text do {more} with each than copy it: in the chart its " +
            "line rises faster.",
        },
      ],
      ours:
        "The text. It begins at {text1} with its first character. A byte of an array adds {byte}, a byte of a text " +
        "{more}.",
    },
  },
  {
    id: "one-copy",
    gist: "One copy",
    action: "Switch between the array and the numbers, and count the copies.",
    stage: { ...BYTES, set: { ...FIXED, argumentBytes: 1440, passing: "out" } },
    tries: [
      { id: "array", label: "One array", stage: {} },
      { id: "many", label: "Numbers, as many bytes", stage: { set: { ...INTEGER, argumentBytes: 1440 } } },
    ],
  },
  {
    id: "by-hand",
    gist: "Stubs made by hand",
    action: "Take the generated stubs away, and put them back.",
    stage: { ...BYTES, experiment: FULL, set: ONE, hero: "waterfall", figures: ["waterfall", "inspector"] },
    tries: [
      { id: "generated", label: "Generated stubs", stage: {} },
      { id: "hand", label: "Made by hand", stage: { set: { ...ONE, stubs: "exerciser" } } },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set a size for each array, then submit.",
    stage: { ...CHART, set: FIXED },
    checkpoint: oneWakeup,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: { ...CHART, set: TEXT },
    transfer: {
      question:
        "A service changes from JSON to Protocol Buffers, and its calls get faster. Is it because fewer bytes travel?",
      answer:
        "Measure three things: bytes, allocations and calls of libraries. On the Firefly a byte of an array added " +
        "{byte}, and a text {text1} with its first character. Today, too, allocating and parsing often cost more " +
        "than bytes.",
    },
  },
];

export const lesson: Lesson = {
  slug: "marshalling",
  part: "firefly",
  place: 3,
  title: "Marshalling",
  question: "What do arguments cost?",
  minutes: 9,
  buildsOn: ["where-2-66-ms-go"],
  paper: "firefly",
  can: ["choose the types of arguments by what they cost", "count the copies of an argument"],
  general: { "shortest text": "The shortest that there can be.", "first character": "Its place in the text." },
  numbers,
  steps,
};
