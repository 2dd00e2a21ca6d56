/** 3.2 XDR byte by byte: what stands in the packets of a call, in units of four bytes, and what that costs. */
import { ours, ran, said, text } from "../sources.ts";
import type { Checkpoint, Lesson, LessonNumber, ParamValues, RunNumber } from "../types.ts";
import type { NumberPrediction, StageState, Step } from "../types.ts";

const EXPERIMENT = "sun-rpc/call";
const EMPTY: ParamValues = { iterations: 1 };
const SHORT: ParamValues = { ...EMPTY, argumentBytes: 2 };
const LOCAL: ParamValues = { ...EMPTY, place: "local" };
const STRUCT: ParamValues = { ...EMPTY, argument: "struct" };
const RAW: ParamValues = { ...LOCAL, encoding: "raw" };

const NAME: ParamValues = { ...STRUCT, argumentBytes: 9 };
const SUMMED: ParamValues = { ...NAME, udpChecksums: "on" };
/** The first byte of the string's length and its first letter, counted from the frame's beginning. */
const [LENGTH, LETTER] = ["garble call#1 byte 86", "garble call#1 byte 90"] as const;
const PROCEDURE = "garble call#1 byte 65";

const run = (measure: string, value: string, unit: string, set: ParamValues): RunNumber =>
  ran(EXPERIMENT, measure, value, unit, set);

const numbers: Readonly<Record<string, LessonNumber>> = {
  header: run("callBytes", "40", "bytes", EMPTY),
  whole: run("callBytes", "44", "bytes", SHORT),
  wrong: ran(EXPERIMENT, "wrongArguments", "1", "times", NAME, [LETTER]),
  sentAgain: ran(EXPERIMENT, "sends", "2", "times", SUMMED, [LETTER]),
  reply: run("replyBytes", "24", "bytes", SHORT),
  argument: ours("whole - header", "4", "bytes", "The message with a short, minus the message without an argument"),
  full: run("callBytes", "100", "bytes", { ...EMPTY, argumentBytes: 60 }),
  over: run("callBytes", "104", "bytes", { ...EMPTY, argumentBytes: 61 }),
  struct: run("callBytes", "64", "bytes", { ...STRUCT, argumentBytes: 12 }),
  xdr: run("xdrUs", "540", "us", LOCAL),
  here: run("clientCpuUs", "4,057", "us", LOCAL),
  raw: run("clientCpuUs", "3,517", "us", RAW),
  share: run("xdrPercent", "13", "%", LOCAL),
  small: said("a small part", { XDR: "xdr", "the client’s time": "here" }),
  total: text("xdrTotal"),
  printed: text("xdrPerIteration"),
  printedShare: text("xdrShare"),
  iterations: text("iterations"),
  corrected: ours("total / 3", "548", "us", "The total of the routines, divided by three loops of a thousand calls"),
  routines: text("xdrRoutines"),
  limit: text("udpLimit"),
};

const CALL: StageState = {
  experiment: EXPERIMENT,
  set: EMPTY,
  moment: "end",
  figures: ["bytes", "inspector"],
  hero: "bytes",
  highlight: { name: "call" },
};
/** Where the time of a call is the subject. */
const TIMES: StageState = { ...CALL, set: LOCAL, figures: ["waterfall", "bytes"], hero: "waterfall" };

const howLong: NumberPrediction = {
  kind: "number",
  id: "how-long",
  question:
    "Without an argument the message of a call has {header}. Now the call carries one short, a number of two bytes. " +
    "How many bytes does its message have?",
  unit: "bytes",
  min: 30,
  max: 60,
  truth: "whole",
  near: 0,
  beliefs: [
    { says: "A short takes two bytes", gives: "header + 2" },
    { says: "A short fits into the header", gives: "header" },
    { says: "A short has a length before it", gives: "header + argument + argument" },
    { says: "A short has a mark of two bytes before it", gives: "header + argument + 2" },
  ],
  hit: "Yes. A short takes {argument}. Nothing in XDR is smaller than a unit: it travels as a number of four bytes.",
  misses: {
    tooHigh: {
      reply:
        "Perhaps you gave the short a length or a name of its own. XDR writes neither: both sides know what comes " +
        "where. Look at the last unit on the stage.",
      tags: [],
    },
    tooLow: {
      reply:
        "You gave the short its two bytes. But XDR sends nothing that is smaller than a unit. Look at the last " +
        "unit on the stage.",
      tags: [],
    },
  },
  observe: { set: SHORT },
  second: "The bars show the message without an argument, the message with the short, and the reply.",
  bars: [
    { label: "No argument", number: "header" },
    { label: "A short", number: "whole" },
    { label: "Reply", number: "reply" },
  ],
  third:
    "It has {whole}: the header’s {header}, and {argument} for the short. The machine keeps it in two bytes. XDR " +
    "gives it a unit, so that values begin at a multiple of four. It travels as a number of four bytes.",
  variant: {
    question: "Now the call carries two shorts, one after the other. How does its message grow?",
    options: [
      {
        id: "none",
        text: "Not at all: both fit into one unit",
        reply: "XDR does not pack values together. Each has a unit of its own.",
      },
      { id: "unit", text: "By one more unit", right: true, reply: "Yes. Each short takes {argument}." },
      { id: "bytes", text: "By two bytes", reply: "Each value fills whole units, so the second takes {argument} too." },
    ],
  },
};

const largest: Checkpoint = {
  id: "largest",
  question:
    "A message may have one hundred and two bytes at most. How large can its argument be? " +
    "And how is a struct laid out?",
  parts: [
    {
      id: "sun-rpc",
      title: "The largest argument in a message of Sun RPC",
      experiment: EXPERIMENT,
      set: EMPTY,
      free: ["argumentBytes"],
      seeds: [1],
      conditions: [
        {
          experiment: EXPERIMENT,
          measure: "callBytes",
          test: "at most",
          bound: 102,
          says: "bytes of the call’s message",
        },
      ],
      neighbour: { param: "argumentBytes", by: 1 },
      near: [
        {
          set: { argumentBytes: 62 },
          reply: "That is the bound minus the header. But XDR pads the argument to whole units.",
        },
        { set: { argumentBytes: 58 }, reply: "It fits, but a longer argument has the same size, with less padding." },
      ],
      solution: { argumentBytes: 60 },
      fails: [2, 4, 50, 57, 58, 59, 61, 62, 64, 102].map((argumentBytes) => ({ argumentBytes })),
    },
    {
      id: "struct",
      title:
        "A struct of a short, a string and a bool, in Sun RPC. Set the string’s length so that the message has " +
        "{struct}, three of them padding",
      experiment: EXPERIMENT,
      set: STRUCT,
      free: ["argumentBytes"],
      labels: { argumentBytes: "The string’s length" },
      seeds: [1],
      conditions: [
        { experiment: EXPERIMENT, measure: "callBytes", test: "is", bound: 64, says: "bytes of the call’s message" },
        { experiment: EXPERIMENT, measure: "fillBytes", test: "is", bound: 3, says: "bytes of padding" },
      ],
      near: [
        {
          set: { argumentBytes: 12 },
          reply: "The message is right. But twelve characters need no padding.",
        },
        { set: { argumentBytes: 13 }, reply: "Three bytes are padding. But the message is one unit too long." },
        {
          set: { argumentBytes: 17 },
          reply: "Perhaps you left out the string’s length, or the bool. Each of them takes a unit.",
        },
      ],
      solution: { argumentBytes: 9 },
      fails: [1, 3, 5, 8, 10, 11, 12, 13, 16, 17, 21, 24, 64].map((argumentBytes) => ({ argumentBytes })),
    },
  ],
  hints: [
    "The message is the header and the argument. The header of Sun RPC has {header}.",
    "In XDR an argument takes a multiple of four bytes. Which multiple is the last that fits?",
    "In the struct the short, the string’s length and the bool take a unit each. The rest is for the characters.",
  ],
  solution:
    "Sixty bytes, which make a message of {full}. One byte more is padded to the next unit, and the message has " +
    "{over}. The struct has twenty-four bytes. Twelve are left for the characters, and nine characters leave three " +
    "of them to padding.",
  variant: {
    question: "A program sends a million small numbers, each in a call of its own. Where is most of the space lost?",
    options: [
      {
        id: "filling",
        text: "In the zeros of each small number",
        reply: "At most three bytes a number. The header has {header}.",
      },
      {
        id: "headers",
        text: "In the headers of the calls",
        right: true,
        reply: "Yes. The header has {header}, and the number {argument}. One call with many numbers needs one header.",
      },
      { id: "replies", text: "In the replies", reply: "A reply has {reply}, the header of a call {header}." },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "call",
    gist: "A call in bytes",
    action: "Find the procedure’s number in the bytes. Then choose the reply, and find what is the same.",
    stage: CALL,
  },
  {
    id: "predict-size",
    gist: "Two bytes more",
    action: "Enter a number of bytes, then commit. Then pull the end of the argument along.",
    stage: CALL,
    predict: howLong,
  },
  {
    id: "reply",
    gist: "A reply in bytes",
    action: "Choose the call and then the reply above the bytes, and find the same identifier in both.",
    stage: { ...CALL, set: SHORT, highlight: { name: "reply" } },
    cover: { until: "how-long", figures: ["bytes", "inspector"] },
    explain: {
      id: "why-number",
      prompt: "The reply does not say which procedure it is from, or which client asked. Why is the number enough?",
      picks: [
        {
          id: "client",
          text: "The client knows which call has the number.",
          right: true,
          reply: "Yes. Only the client needs to know what the number stands for.",
        },
        {
          id: "server",
          text: "The server looks the number up.",
          reply: "The server looks nothing up. It copies the number from the call into the reply.",
        },
        {
          id: "port",
          text: "The port says which procedure it is.",
          reply: "All procedures of a program share one port. And the client may have made several calls from it.",
        },
      ],
      ours:
        "The client chose the number and remembers which call has it. It has one call at a time, and takes only the " +
        "reply with that number. The server just copies it.",
    },
  },
  {
    id: "cost",
    gist: "What XDR takes",
    action: "Give XDR up, and see which bars of the waterfall become shorter.",
    stage: TIMES,
    tries: [
      { id: "raw", label: "Send data as the machine keeps it", stage: { set: RAW } },
      { id: "xdr", label: "Send data in XDR", stage: {} },
    ],
  },
  {
    id: "damage",
    gist: "A damaged byte",
    action: "Damage the call in several places. Find the wrong byte, then choose the reply and see who noticed.",
    stage: { ...CALL, set: NAME },
    tries: [
      { id: "procedure", label: "Damage the procedure", stage: { faults: [PROCEDURE] } },
      { id: "length", label: "Damage the string’s length", stage: { faults: [LENGTH] } },
      { id: "letter", label: "Damage a letter", stage: { faults: [LETTER] } },
      { id: "summed", label: "Damage a letter, with checksums", stage: { set: SUMMED, faults: [LETTER] } },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Pull the end of the argument to its place, then submit.",
    stage: CALL,
    cover: { until: "how-long", figures: ["bytes", "inspector"] },
    checkpoint: largest,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: TIMES,
    transfer: {
      question:
        "Protocol Buffers write a small number in one byte and a large one in up to ten, and put a tag before each. " +
        "What do they trade against XDR?",
      answer:
        "They save bytes and spend work. A reader of XDR knows where each value stands. A reader of Protocol Buffers " +
        "looks at every byte to see where a number ends. The tags let old and new programs skip what they do not know.",
    },
  },
];

export const lesson: Lesson = {
  slug: "xdr",
  part: "sun-rpc",
  place: 2,
  title: "XDR byte by byte",
  question: "What is in the packet?",
  minutes: 10,
  buildsOn: ["three-orders"],
  paper: "enutt",
  can: [
    "name the fields of a call and of a reply",
    "work out the size of a message, and write a struct’s bytes",
    "say what a common form of data costs, and what it is for",
    "say what a damaged byte does, with a checksum and without",
  ],
  general: {
    "nobody notices": "The call returns as if all were well.",
    "every size": "What the stage can show.",
    "last unit": "Its place in the message.",
  },
  numbers,
  steps,
};
