/** 6.1 Who is fastest, and on whose terms: one table, three rulers, three winners. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { cell, ours, ran, said, text } from "../sources.ts";
import type { Checkpoint, CheckpointPart, ChoicePrediction, Lesson, LessonNumber } from "../types.ts";
import type { ParamValues, StageState, Step } from "../types.ts";

const EMPTY = "sweepstakes/null";
const THROUGHPUT = "sweepstakes/throughput";
const TODAY = "today/call";
const WORK = "thousand instructions";

const printed = (system: string, column: string): LessonNumber => cell("table-xii", system, column);
const moved = (value: string, set: ParamValues): LessonNumber => ran(THROUGHPUT, "mbitPerS", value, "Mbit/s", set);
const filled = (value: string, system: string): LessonNumber => ran(THROUGHPUT, "wireShare", value, "%", { system });
const worked = (value: string, set: ParamValues): LessonNumber => ran(EMPTY, "instructionsPerCall", value, WORK, set);

const FIREFLY = "Firefly (5 processors)";
const OF_TABLE_XII = ["cedar", "amoeba", "v", "sprite", "amoeba-unix", "firefly-1", "firefly"];
const ALIKE: ParamValues = { normalise: "all" };
const NAMES = ["Cedar", "Amoeba", "V", "Sprite", "Amoeba on UNIX", "Firefly, one processor", "Firefly"] as const;

/** The seven systems by one ruler: "work0" is Cedar’s. */
const byRuler = (ruler: string, measure: string, unit: string, set: ParamValues, values: readonly string[]) =>
  Object.fromEntries(
    OF_TABLE_XII.map((system, i) => {
      const experiment = unit === "ms" ? EMPTY : THROUGHPUT;
      return [`${ruler}${i}`, ran(experiment, measure, itemAt(values, i, "value"), unit, { ...set, system })];
    }),
  );

/** A word for one of them by that ruler, beside the six others. */
const ofSeven = (phrase: string, of: (typeof NAMES)[number], ruler: string): LessonNumber => {
  const order = [NAMES.indexOf(of), ...NAMES.keys()].filter((at, i, all) => all.indexOf(at) === i);
  return said(phrase, Object.fromEntries(order.map((at) => [itemAt(NAMES, at, "system"), `${ruler}${at}`])));
};

const numbers: Readonly<Record<string, LessonNumber>> = {
  cedarMs: printed("Cedar", "msPerCall"),
  amoebaMs: printed("Amoeba", "msPerCall"),
  fireflyMs: printed(FIREFLY, "msPerCall"),
  fireflyHere: ran(EMPTY, "msPerCall", "2.49", "ms", { system: "firefly" }),
  cedarMips: printed("Cedar", "mipsEach"),
  amoebaMips: printed("Amoeba", "mipsEach"),
  fireflyMips: printed(FIREFLY, "mipsEach"),
  fireflyCpus: printed(FIREFLY, "cpus"),
  cedarWork: ours("cedarMs * cedarMips", "4.4", WORK, "Cedar’s time, multiplied by its MIPS"),
  amoebaWork: ours("amoebaMs * amoebaMips", "2.1", WORK, "Amoeba’s time, multiplied by its MIPS"),
  fireflyWork: ours("fireflyMs * fireflyMips", "2.7", WORK, "The Firefly’s time, by the MIPS of one processor"),
  fireflyAll: ours("fireflyWork * fireflyCpus", "13.5", WORK, "The same with all of its processors"),
  cedarMbit: printed("Cedar", "mbitPerS"),
  amoebaMbit: printed("Amoeba", "mbitPerS"),
  spriteMbit: printed("Sprite", "mbitPerS"),
  cedarWire: ours("100 * cedarMbit / 2.94", "68", "%", "Cedar’s throughput, of 2.94 Mbit/s"),
  amoebaWire: ours("100 * amoebaMbit / 10", "53", "%", "Amoeba’s throughput, of 10 Mbit/s"),
  spriteWire: ours("100 * spriteMbit / 10", "56", "%", "Sprite’s throughput, of 10 Mbit/s"),
  cedarHere: filled("88", "cedar"),
  amoebaHere: filled("56", "amoeba"),
  spriteHere: filled("45", "sprite"),
  slower: ran(EMPTY, "msPerCall", "3.59", "ms", { system: "cedar", normalise: "mips" }),
  amoebaSlow: ran(EMPTY, "msPerCall", "2.00", "ms", { system: "amoeba", normalise: "mips" }),
  fireflyOne: moved("1.91", { system: "firefly", callers: "1" }),
  fireflyFour: moved("4.48", { system: "firefly", callers: "4" }),
  spriteOne: moved("4.51", { system: "sprite", callers: "1" }),
  spriteFour: moved("4.88", { system: "sprite", callers: "4" }),
  fireflyAlike: moved("4.28", { system: "firefly", ...ALIKE }),
  amoebaAlike: moved("3.59", { system: "amoeba", ...ALIKE }),
  spriteAlike: ran(EMPTY, "msPerCall", "23.8", "ms", { system: "sprite", ...ALIKE }),
  spriteSlow: ran(EMPTY, "msPerCall", "5.45", "ms", { system: "sprite", normalise: "mips" }),
  fireflyNow: worked("2.49", { system: "firefly" }),
  amoebaNow: worked("2.10", { system: "amoeba" }),
  amoebaFaster: worked("2.52", { system: "amoeba", mipsTimes: 1.2 }),
  ...byRuler("time", "msPerCall", "ms", {}, ["1.10", "1.40", "2.50", "2.80", "7.00", "4.26", "2.49"]),
  ...byRuler("work", "msPerCall", "ms", { normalise: "mips" }, [
    "3.59",
    "2.00",
    "4.86",
    "5.45",
    "10.40",
    "4.26",
    "2.49",
  ]),
  ...byRuler("alike", "msPerCall", "ms", ALIKE, ["3.59", "2.36", "5.18", "23.78", "10.76", "4.48", "2.63"]),
  ...byRuler("moved", "mbitPerS", "Mbit/s", ALIKE, ["1.26", "3.59", "2.19", "1.86", "2.20", "2.26", "4.28"]),
  ...byRuler("share", "wireShare", "%", {}, ["88", "56", "40", "45", "34", "26", "45"]),
  cedarShortest: ofSeven("the shortest call", "Cedar", "time"),
  amoebaFirst: ofSeven("first", "Amoeba", "work"),
  spriteLast: ofSeven("last", "Sprite", "alike"),
  fireflyLeads: ofSeven("leads", "Firefly", "moved"),
  cedarAhead: ofSeven("ahead", "Cedar", "share"),
  leastWork: said("least", { Amoeba: "amoebaWork", Cedar: "cedarWork", "the Firefly": "fireflyWork" }),
  fireflyFirst: said("first", { "the Firefly": "fireflyNow", Amoeba: "amoebaFaster" }),
  mostSoftware: said("most", { software: "100 - kernelWire - kernelSwitch", "the call": "100" }),
  mostSwitch: said("mostly", { "the switch": "pastSwitch", "the call": "100" }),
  kernel: ran(TODAY, "latencyUs", "90.0", "µs", {}),
  kernelWire: ran(TODAY, "wireShare", "0.07", "%", {}),
  past: ran(TODAY, "latencyUs", "2.30", "µs", { stack: "bypass" }),
  pastWire: ran(TODAY, "wireShare", "2.5", "%", { stack: "bypass" }),
  kernelSwitch: ours("200 / kernel", "2.2", "%", "Two microseconds in the switch, as a share of the call"),
  pastSwitch: ours("200 / past", "87", "%", "The same past the kernel"),
  seconds: cell("table-i", "1", "nullSeconds"),
  local: text("localCall"),
  hundred: text("remoteOverLocal"),
  ratio: ours(
    "100 * seconds / local",
    "177",
    "times",
    "Seconds for ten thousand calls, as calls of one; over a local one",
  ),
};

const CHART: StageState = {
  experiment: EMPTY,
  set: {},
  moment: "end",
  hero: "chart",
  figures: ["chart", "waterfall"],
  chart: "table-xii",
};
const WIRE: StageState = { ...CHART, experiment: THROUGHPUT, chart: "table-xii-wire" };
const MOVED: StageState = { ...WIRE, chart: "table-xii" };

const leastWork: ChoicePrediction = {
  kind: "choice",
  id: "least-work",
  question:
    "Cedar’s machine does {cedarMips}, Amoeba’s {amoebaMips}, and one processor of the Firefly {fireflyMips}. " +
    "Multiply the time of a call by that: it is the work of a call. Which of the three works least?",
  options: [
    {
      id: "cedar",
      text: "Cedar, which needs {cedarMs}",
      reply:
        "That makes {cedarWork}. It is the fastest call and not the least work: its machine does more in the time.",
      tags: [],
    },
    {
      id: "firefly",
      text: "The Firefly, which needs {fireflyMs}",
      reply:
        "That makes {fireflyWork}, which is close. But four more processors stood by. Count them, and it is " +
        "{fireflyAll}.",
      tags: [],
    },
    {
      id: "amoeba",
      text: "Amoeba, which needs {amoebaMs}",
      right: true,
      reply: "Yes: {amoebaWork}. Its machine is slow, and its call is short all the same.",
    },
  ],
  hit: "Yes: {amoebaWork}. Its machine is slow, and its call is short all the same.",
  observe: { chart: "table-xii-work" },
  second: "The bars show time multiplied by speed, for each of the three.",
  bars: [
    { label: "Cedar", number: "cedarWork" },
    { label: "Amoeba", number: "amoebaWork" },
    { label: "Firefly", number: "fireflyWork" },
  ],
  third: "Amoeba works {leastWork}: {amoebaWork}. Cedar has {cedarWork} and the Firefly {fireflyWork}.",
  variant: {
    question: "A new machine runs Cedar’s software twice as fast. What happens to the work of a call?",
    options: [
      {
        id: "same",
        text: "It stays nearly the same",
        right: true,
        reply: "Yes. Half the time, at twice the speed: the product stays, but for the wire.",
      },
      {
        id: "half",
        text: "It halves",
        reply: "The time halves. The work is the time multiplied by the speed, and the speed has doubled.",
      },
    ],
  },
};

/** A part that one ruler decides: the system of the part must be first, ahead of two others. */
const wins = (
  id: string,
  title: string,
  system: string,
  rest: Pick<CheckpointPart, "experiment" | "conditions" | "solution" | "fails" | "near">,
): CheckpointPart => ({ id, title, set: { system }, free: ["normalise"], seeds: [1], ...rest });

const ahead = (experiment: string, measure: string, system: string, others: readonly (readonly [string, string])[]) =>
  others.map(([other, name]) => ({
    experiment,
    set: { system },
    measure,
    test: experiment === EMPTY ? ("below" as const) : ("at least" as const),
    bound: 1,
    over: { system: other },
    as: `as ${experiment === EMPTY ? "long" : "much"} as ${name}`,
    says: `${experiment === EMPTY ? "the time of a call" : "the throughput"}, beside ${name}`,
  }));

const CEDAR_NAME = ["cedar", "Cedar’s"] as const;
const AMOEBA_NAME = ["amoeba", "Amoeba’s"] as const;
const FIREFLY_NAME = ["firefly", "the Firefly’s"] as const;

const podium: Checkpoint = {
  id: "podium",
  question: "Make each of three systems the winner. Choose a ruler for each.",
  parts: [
    wins("cedar", "Cedar’s empty call is the shortest of the three", "cedar", {
      experiment: EMPTY,
      conditions: ahead(EMPTY, "msPerCall", "cedar", [AMOEBA_NAME, FIREFLY_NAME]),
      near: [{ set: { normalise: "mips" }, reply: "At one MIPS Cedar’s machine has lost what made it first." }],
      solution: { normalise: "none" },
      fails: [{ normalise: "mips" }, { normalise: "all" }],
    }),
    wins("amoeba", "Amoeba’s empty call is the shortest of the three", "amoeba", {
      experiment: EMPTY,
      conditions: ahead(EMPTY, "msPerCall", "amoeba", [CEDAR_NAME, FIREFLY_NAME]),
      near: [{ set: { normalise: "wire" }, reply: "A faster wire helps Cedar alone: the others have it already." }],
      solution: { normalise: "mips" },
      fails: [{ normalise: "none" }, { normalise: "wire" }],
    }),
    wins("firefly", "The Firefly moves most data of the three", "firefly", {
      experiment: THROUGHPUT,
      conditions: ahead(THROUGHPUT, "mbitPerS", "firefly", [AMOEBA_NAME, CEDAR_NAME]),
      near: [
        {
          set: { normalise: "mips" },
          reply: "It is close. But Amoeba still adds up no bytes and has no stubs, and the Firefly does both.",
        },
        { set: { normalise: "none" }, reply: "As each was measured Amoeba moves more: it sends one long message." },
      ],
      solution: { normalise: "all" },
      fails: [{ normalise: "none" }, { normalise: "mips" }, { normalise: "wire" }],
    }),
  ],
  hints: [
    "Which of the three has the fastest machine, and which ruler takes that away?",
    "The Firefly has duties that the others do not. Which ruler gives them to all?",
  ],
  solution: "Cedar wins as each was measured, Amoeba at one MIPS, and the Firefly with everything alike.",
  variant: {
    question: "Somebody shows you one number for each of five systems. What do you ask first?",
    options: [
      {
        id: "ruler",
        text: "What was held equal, and what was not",
        right: true,
        reply: "Yes. Each ruler has its winner, and somebody has chosen the ruler.",
      },
      {
        id: "digits",
        text: "How many digits the numbers have",
        reply: "More digits of a number that measures something else do not help you.",
      },
      {
        id: "first",
        text: "Who is first",
        reply: "You have just made three systems first, and all of them did what they did before.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "seven",
    gist: "Seven times",
    action: "Find the shortest call in the chart, and pick what Tariq should ask.",
    stage: CHART,
    explain: {
      id: "ask",
      prompt: "Ida says that Cedar has won. What should Tariq ask before he agrees?",
      picks: [
        {
          id: "machine",
          text: "What machine each system ran on.",
          right: true,
          reply:
            "Yes. The table says it. Only V and Sprite ran on the same kind of machine, and so did the two Fireflies.",
        },
        {
          id: "nothing",
          text: "Nothing: the shortest time is the best system.",
          reply: "It is the best time. The chart does not say whether the system is fast or its machine.",
        },
        {
          id: "wire",
          text: "Whose network was the fastest.",
          reply: "An empty call hardly fills a network. Of the seven Cedar has the slowest one, and {cedarShortest}.",
          tags: ["M1"],
        },
      ],
      ours: "A time belongs to a system and its machine together. Ask for the machine first.",
    },
  },
  {
    id: "predict-work",
    gist: "Work",
    action: "Choose, then commit.",
    stage: CHART,
    predict: leastWork,
  },
  {
    id: "wire",
    gist: "The wire",
    action: "Pull the ruler from time to work, to equal duties, and to the wire. See which lines cross.",
    stage: CHART,
    tries: [
      { id: "time", label: "Time", stage: {} },
      { id: "work", label: "Time at one MIPS", stage: { set: { normalise: "mips" } } },
      { id: "duties", label: "Everything alike", stage: { set: ALIKE } },
      { id: "share", label: "Share of the wire", stage: WIRE },
    ],
    ruler: {
      over: "system",
      values: OF_TABLE_XII,
      stops: [
        { id: "time", first: "least" },
        { id: "work", first: "least" },
        { id: "duties", first: "least" },
        { id: "share", first: "most" },
      ],
    },
  },
  {
    id: "ways",
    gist: "Two ways to fill it",
    action: "Ask all the same question: pull the ruler from one caller to four, and see who overtakes whom.",
    stage: { ...MOVED, chart: "callers", set: { callers: "1" } },
    tries: [
      { id: "one", label: "One caller", stage: {} },
      { id: "four", label: "Four callers", stage: { set: { callers: "4" } } },
    ],
    ruler: {
      over: "system",
      values: ["cedar", "amoeba", "v", "sprite", "firefly"],
      stops: [
        { id: "one", first: "most" },
        { id: "four", first: "most" },
      ],
    },
  },
  {
    id: "equal",
    gist: "Equal terms",
    action: "Pull the ruler: give every system the same duties, and find the new first of the seven.",
    stage: MOVED,
    tries: [
      { id: "was", label: "As each was", stage: {} },
      { id: "alike", label: "Everything alike", stage: { set: ALIKE } },
      { id: "empty", label: "The empty call alike", stage: { ...CHART, set: ALIKE } },
    ],
    ruler: {
      over: "system",
      values: OF_TABLE_XII,
      stops: [
        { id: "was", first: "most" },
        { id: "alike", first: "most" },
        { id: "empty", first: "least" },
      ],
    },
    explain: {
      id: "fair",
      prompt: "With everything alike the Firefly moves most data of the seven. Is that now the fair order?",
      picks: [
        {
          id: "fair",
          text: "Yes: all have the same duties now.",
          reply: "The Firefly has five processors, and Amoeba has one. That is not equal.",
        },
        {
          id: "terms",
          text: "No: these are terms again, and somebody has chosen them.",
          right: true,
          reply: "Yes. We chose the Firefly’s duties for all. Sprite’s designers would have chosen others.",
        },
        {
          id: "raw",
          text: "No: only the raw times are fair.",
          reply: "The raw times hold nothing equal at all, not even the machines.",
        },
      ],
      ours: "There is no ruler without a side. Say which one you use, and why it is the one for your question.",
    },
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Choose a ruler for each winner.",
    stage: { ...CHART, set: { system: "cedar", normalise: "mips" } },
    checkpoint: podium,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Make Amoeba’s machine a fifth faster, and compare its work with the Firefly’s.",
    stage: { ...CHART, set: { system: "amoeba" }, chart: "table-xii-work" },
    tries: [
      { id: "nominal", label: "As the table has it", stage: {} },
      { id: "faster", label: "A fifth faster", stage: { set: { system: "amoeba", mipsTimes: 1.2 } } },
    ],
  },
  {
    id: "modern",
    gist: "A modern case",
    action: "Send the small call past the kernel. Then write your answer, and compare.",
    stage: { ...CHART, experiment: TODAY, hero: "waterfall", figures: ["waterfall", "chart"], chart: "latencyUs" },
    tries: [
      { id: "kernel", label: "Through the kernel", stage: {} },
      { id: "past", label: "Past the kernel", stage: { set: { stack: "bypass" } } },
    ],
    transfer: {
      question: "Somebody claims ten million calls a second for a new system. What five things do you ask?",
      answer:
        "How large are the calls? How many of them share a packet? How many cores and queues work on them? What is " +
        "checked and encrypted? And how long does the slowest of a hundred take? Each is a ruler, and the claim has " +
        "chosen its own.",
    },
  },
];

export const lesson: Lesson = {
  slug: "who-is-fastest",
  part: "sweepstakes",
  place: 1,
  title: "Who is fastest, and on whose terms",
  question: "Which system won?",
  minutes: 10,
  buildsOn: ["where-2-66-ms-go"],
  paper: "firefly",
  can: [
    "say what a time of a call says of a system, and what of its machine",
    "put systems on equal terms, and name the terms",
    "make three winners out of one table",
  ],
  general: { "All software now": "What the ruler sets.", "every system computes": "What the ruler sets." },
  numbers,
  steps,
};
