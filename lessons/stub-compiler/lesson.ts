/** 4.5 Stubs from a specification: what a stub compiler writes down, and the bytes that follow from it. */
import { cell, ours, ran } from "../sources.ts";
import type { Checkpoint, ChoicePrediction, Lesson, LessonNumber, ParamValues, RunNumber } from "../types.ts";
import type { StageState, Step } from "../types.ts";
import {
  ANNOUNCE,
  LUCKY,
  manyProcedures,
  MOVE_EXAM,
  NO_COMMA,
  ONE_NUMBER_LESS,
  ONE_NUMBER_MORE,
  ONE_WAY,
  SOLUTION,
  WORD_BOTH_WAYS,
} from "./specifications.ts";

const EXPERIMENT = "multirpc/specification";
const DOUBLE: ParamValues = { specification: "double-it" };
const WORD: ParamValues = { specification: "say" };
const ROUNDTRIP = "roundtrip";
const MANY: ParamValues = { specification: manyProcedures(10) };

const run = (set: ParamValues, measure: string, value: string, unit: string): RunNumber =>
  ran(EXPERIMENT, measure, value, unit, set);
const bytes = (set: ParamValues, measure: string, value: string): RunNumber => run(set, measure, value, "bytes");
const proved = (specification: string): ParamValues => ({ specification, word: ROUNDTRIP });

const numbers: Readonly<Record<string, LessonNumber>> = {
  header: bytes(DOUBLE, "headerBytes", "60"),
  message: bytes(DOUBLE, "requestBytes", "64"),
  number: bytes(DOUBLE, "argumentBytes", "4"),
  named: ours("message + 9", "73", "bytes", "The message, and the nine letters of the procedure’s name"),
  sized: ours("message + number", "68", "bytes", "The message, and a length of one unit"),
  pack: cell("table-vi", "pack", "ms"),
  ring: run(DOUBLE, "packets", "6", "packets"),
  word: bytes(WORD, "argumentBytes", "12"),
  fill: bytes(WORD, "fillBytes", "3"),
  xdr: ours("word - fill - 1", "8", "bytes", "A word of four letters in XDR: no zero byte, and nothing to fill"),
  unfilled: ours("xdr + 1", "9", "bytes", "Length and letters in XDR, and a zero byte"),
  lost: bytes({ specification: ONE_WAY }, "resultBytes", "0"),
  out: bytes(proved(SOLUTION), "argumentBytes", "20"),
  back: bytes(proved(SOLUTION), "resultBytes", "8"),
  less: bytes(proved(ONE_NUMBER_LESS), "resultBytes", "4"),
  more: bytes(proved(ONE_NUMBER_MORE), "argumentBytes", "24"),
  said: bytes({ ...WORD, word: ROUNDTRIP }, "argumentBytes", "16"),
  routine: bytes(MANY, "routineBytes", "2,064"),
  crossing: run(MANY, "smallerFrom", "10", "procedures"),
  read: run(DOUBLE, "interpretedUs", "560", "us"),
  generated: run(DOUBLE, "generatedUs", "544", "us"),
};

const BASE: StageState = {
  experiment: EXPERIMENT,
  set: { specification: MOVE_EXAM },
  moment: "end",
  hero: "specification",
  figures: ["specification", "bytes"],
  open: ["bytes"],
};

const howLong: ChoicePrediction = {
  kind: "choice",
  id: "how-long",
  question: "A program doubles a number with this procedure. RPC2’s own header has {header}. How long is the message?",
  options: [
    {
      id: "named",
      text: "{named}: the name has nine letters",
      reply:
        "The name stays at home. Find the opcode in the header: the number of the procedure. Both sides know which " +
        "procedure has it.",
      tags: [],
    },
    {
      id: "sized",
      text: "{sized}: a length and the number",
      reply: "Both sides know that an integer has {number}, so no length is sent. Count the units of the body.",
      tags: [],
    },
    {
      id: "bare",
      text: "{message}: the number alone",
      right: true,
      reply: "Yes. The number is all that travels behind the header.",
    },
  ],
  hit: "Yes. The number is all that travels behind the header.",
  observe: { hero: "bytes", open: ["specification"] },
  second: "The bars show the header, and the whole message.",
  bars: [
    { label: "The header", number: "header" },
    { label: "The message", number: "message" },
  ],
  third: "It has {message}: the header’s {header}, and {number} for the number. Names and types stay at home.",
  variant: {
    question: "The procedure gets a longer name, and its parameter too. How does the message change?",
    options: [
      {
        id: "same",
        text: "Not at all",
        right: true,
        reply: "Yes. The header has the procedure’s number, and the body has values only.",
      },
      {
        id: "longer",
        text: "It gets longer by the letters",
        reply: "No letter of a name is in the message. Change a name on the stage, and look at the bytes.",
      },
    ],
  },
};

const fourLetters: ChoicePrediction = {
  kind: "choice",
  id: "four-letters",
  question:
    "In XDR a word of four letters takes {xdr}: its length, and the letters. How many does it take in a body of RPC2?",
  options: [
    {
      id: "xdr",
      text: "{xdr}",
      reply: "As in XDR. But here a zero byte marks the end of a word, too. Look at the unit behind the letters.",
      tags: [],
    },
    {
      id: "unfilled",
      text: "{unfilled}",
      reply: "You added the zero byte. But every value fills whole units of four. Look at the last unit.",
      tags: [],
    },
    {
      id: "word",
      text: "{word}",
      right: true,
      reply: "Yes: a unit for the length, one for the letters, and one for the zero byte, which {fill} fill up.",
    },
  ],
  hit: "Yes: a unit for the length, one for the letters, and one for the zero byte, which {fill} fill up.",
  observe: { open: ["specification"] },
  second: "The bars show the word in XDR, and in RPC2.",
  bars: [
    { label: "In XDR", number: "xdr" },
    { label: "In RPC2", number: "word" },
  ],
  third: "It takes {word}: a unit for the length, one for the letters, and one that begins with the zero byte.",
  variant: {
    question: "Which word takes no more bytes than one of four letters?",
    options: [
      {
        id: "seven",
        text: "A word of seven letters",
        right: true,
        reply: "Yes. Seven letters and the zero byte fill two units, and the length has one.",
      },
      {
        id: "eight",
        text: "A word of eight letters",
        reply: "Eight letters fill two units. The zero byte then needs a third one.",
      },
    ],
  },
};

const twoSums: Checkpoint = {
  id: "two-sums",
  question:
    "Write a procedure with three parameters. One of them is a String, and the word is roundtrip. The request must " +
    "carry {out} of arguments, and the reply {back} of results.",
  parts: [
    {
      id: "sums",
      title: "Write it on the stage: what stands there is judged",
      experiment: EXPERIMENT,
      set: { word: ROUNDTRIP },
      free: ["specification"],
      onStage: true,
      seeds: [1],
      conditions: [
        { experiment: EXPERIMENT, measure: "descriptors", test: "is", bound: 3, says: "descriptors of the procedure" },
        { experiment: EXPERIMENT, measure: "words", test: "is", bound: 1, says: "Strings in the request" },
        { experiment: EXPERIMENT, measure: "argumentBytes", test: "is", bound: 20, says: "bytes of arguments" },
        { experiment: EXPERIMENT, measure: "resultBytes", test: "is", bound: 8, says: "bytes of results" },
      ],
      near: [
        {
          measured: { argumentBytes: 20, resultBytes: 4, words: 1 },
          reply: "The request fits. The reply has {less} and lacks one number.",
        },
        {
          measured: { argumentBytes: 24, resultBytes: 8, words: 1 },
          reply: "The reply fits, but the request has {more}. One number need not travel out.",
        },
        {
          measured: { argumentBytes: 20, resultBytes: 24, words: 1 },
          reply: "The word comes back as well, with {said}.",
        },
        {
          measured: { argumentBytes: 20, resultBytes: 8, words: 0 },
          reply: "Both sums are right. But no word is among the arguments.",
        },
      ],
      solution: { specification: SOLUTION },
      fails: [ANNOUNCE, ONE_NUMBER_LESS, ONE_NUMBER_MORE, WORD_BOTH_WAYS, ...LUCKY].map((specification) => ({
        specification,
      })),
    },
  ],
  hints: [
    "The word takes {said}. How much of the request is left?",
    "In the reply there are two numbers. Only one of them is in the request as well.",
    "A parameter that is IN OUT travels out and back. One that is OUT travels back only.",
  ],
  solution:
    "The word is IN and takes {said}. One integer is IN OUT: it travels in both messages. The other is OUT and " +
    "travels in the reply only.",
  variant: {
    question: "A procedure takes a picture and gives back the same picture, made smaller. Which mode is right?",
    options: [
      {
        id: "two",
        text: "One parameter IN, and another one OUT",
        right: true,
        reply: "Yes. Each message then has the picture that belongs to it, and the client keeps its own.",
      },
      {
        id: "in",
        text: "One parameter IN",
        reply: "Then the small picture never comes back, although the call succeeds.",
      },
      {
        id: "out",
        text: "One parameter OUT",
        reply: "Then the server never gets the large picture.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "line",
    gist: "A line for each parameter",
    action: "Move a line of the specification, in the text or with its button. See its descriptor move.",
    stage: BASE,
    cover: { until: "how-long", figures: ["bytes"] },
  },
  {
    id: "predict-message",
    gist: "Guess the message",
    action: "Choose an answer, then commit.",
    stage: { ...BASE, set: DOUBLE },
    cover: { until: "how-long", figures: ["bytes"] },
    predict: howLong,
  },
  {
    id: "three",
    gist: "Three servers",
    action: "Lay the three requests over each other. Which bytes differ, and which do not? Then pull the mode.",
    stage: { ...BASE, set: DOUBLE, hero: "bytes", open: ["specification"] },
    cover: { until: "how-long", figures: ["bytes"] },
    explain: {
      id: "why-once",
      prompt: "The bodies are the same, byte for byte. What does MultiRPC gain by that?",
      picks: [
        {
          id: "once",
          text: "It packs once, however many servers there are.",
          right: true,
          reply: "Yes. Only the header is made again for each server.",
        },
        {
          id: "wire",
          text: "The body crosses the network once.",
          reply: "Each server gets a packet of its own. Count the requests on the timeline.",
        },
        {
          id: "one",
          text: "All servers share one connection.",
          reply: "Each has a connection of its own. Its handle is one of the fields that differ.",
        },
      ],
      ours:
        "Packing takes {pack}, and MultiRPC does it once. The copies cost little. But each server still gets a " +
        "packet of its own: a call to three servers has {ring}.",
    },
  },
  {
    id: "predict-word",
    gist: "A word",
    action: "Choose an answer, then commit. Then pull the word longer.",
    stage: { ...BASE, set: WORD, hero: "bytes", open: ["specification"] },
    cover: { until: "four-letters", figures: ["bytes"] },
    predict: fourLetters,
  },
  {
    id: "slip",
    gist: "A slip",
    action: "Take the comma away and read the message. Then pull the room to another mode, and look at the reply.",
    stage: { ...BASE, highlight: { name: "reply", machine: "server1" } },
    cover: { until: "how-long", figures: ["bytes"] },
    tries: [
      { id: "comma", label: "Leave the comma out", stage: { draft: NO_COMMA } },
      { id: "mode", label: "Write IN for IN OUT", stage: { set: { specification: ONE_WAY } } },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set types and pull modes until both messages fit, then submit.",
    stage: { ...BASE, set: proved(ANNOUNCE) },
    cover: { until: "four-letters", figures: ["bytes"] },
    checkpoint: twoSums,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Compare size and time of both kinds of stub, for one procedure and for ten.",
    stage: { ...BASE, hero: "stubs", figures: ["stubs", "specification"], open: ["specification"] },
    tries: [
      { id: "ten", label: "Write ten procedures", stage: { set: MANY } },
      { id: "one", label: "Write one procedure", stage: {} },
    ],
  },
  {
    id: "modern",
    gist: "A modern case",
    action: "Write an answer, then compare it with ours.",
    stage: { ...BASE, set: MANY, hero: "stubs", figures: ["stubs", "specification"], open: ["specification"] },
    transfer: {
      question:
        "A gateway must call ten thousand methods. Does it load generated code for each, or read descriptions while " +
        "it runs?",
      answer:
        "Descriptions: less code, new methods without a new build, and a little more time for each call. Generated " +
        "code is better where a few methods make most of the calls. Many gateways do both.",
    },
  },
];

export const lesson: Lesson = {
  slug: "stub-compiler",
  part: "multirpc",
  place: 5,
  title: "Stubs from a specification",
  question: "What does a stub compiler write?",
  minutes: 10,
  buildsOn: ["xdr"],
  paper: "multirpc",
  can: [
    "read a descriptor: direction, type and size",
    "work out the bytes of a call from its specification",
    "say what a wrong mode does, and why no error tells of it",
    "weigh descriptors against generated code",
  ],
  general: {
    "packs the arguments once": "The same body stands in each request",
    "for every text": "The page does so",
    "does it once": "The same body stands in each request",
    "a zero byte first": "Before it fills the unit",
    Twice: "The question’s arithmetic",
    "so it never takes more than": "Follows from the encodings",
  },
  numbers,
  steps,
};
