/** 1.1 A call that crosses the wire: the five parts of a call, and where its time goes. */
import { cell, ours, ran, said, text } from "../sources.ts";
import type { CellNumber, Checkpoint, Lesson, LessonNumber, ParamValues, RunNumber } from "../types.ts";
import type { NumberPrediction, StageState, Step } from "../types.ts";

const EXPERIMENT = "cedar/call";
/** One call, and no other traffic. */
const ONE: ParamValues = { calls: 1, load: 0 };
const FAST: ParamValues = { ...ONE, networkMbps: "10" };
const LOADED: ParamValues = { ...ONE, arrayWords: 100 };

const row = (procedure: string, column: string): CellNumber => cell("table-i", procedure, column);
const run = (measure: string, value: string, set = ONE, faults: readonly string[] = []): RunNumber =>
  ran(EXPERIMENT, measure, value, "us", set, faults);

const numbers: Readonly<Record<string, LessonNumber>> = {
  median: row("no args/results", "medianUs"),
  local: row("no args/results", "localOnlyUs"),
  transmission: row("no args/results", "transmissionUs"),
  medianForty: row("40 word array", "medianUs"),
  transmissionForty: row("40 word array", "transmissionUs"),
  aim: text("efficiencyAim"),
  ethernet: text("measuredEthernet"),
  ethernetFast: text("ethernetB"),
  rawRate: text("rawRate"),
  here: run("medianUs", "1,097"),
  wire: run("wireUs", "267"),
  wireShare: ours("100 * wire / here", "24", "%", "Both packets on the wire, as a share of the call in our run"),
  elsewhere: ours("here - wire", "830", "us", "The call in our run, minus the time of both packets on the wire"),
  times: ours("median / local", "122", "times", "The call to another machine, divided by the same call inside one"),
  runLost: run("medianUs", "21,261", ONE, ["drop call#1"]),
  lost: ours("runLost / 1000", "21.3", "ms", "The same in milliseconds"),
  fast: run("medianUs", "950", FAST),
  byWireAlone: ours(
    "elsewhere + wire / speedup",
    "908",
    "us",
    "The time inside the machines, and the time on the wire divided by the ratio of the raw rates",
  ),
  fastWire: run("wireUs", "120", FAST),
  speedup: ours("ethernetFast / rawRate", "3.4", "times", "The raw rate of one Ethernet, divided by that of the other"),
  hundred: run("medianUs", "2,907", LOADED),
  hundredWire: run("wireUs", "1,355", LOADED),
  hundredShare: ours("100 * hundredWire / hundred", "47", "%", "Both packets on the wire, as a share of the call"),
  saved: ours("here - fast", "147", "us", "The call on the slower Ethernet minus the call on the faster one"),
  savedShare: ours("100 * saved / here", "13", "%", "As a share of the call on the slower Ethernet"),
  ratio: ours("median / transmission", "8.4", "times", "The median of the empty call, divided by its transmission"),
  ratioForty: ours(
    "medianForty / transmissionForty",
    "3.0",
    "times",
    "The median of the call with forty words, divided by its transmission",
  ),
  forty: run("medianUs", "1,821", { ...ONE, arrayWords: 40 }),
  fortyWire: run("transmissionUs", "566.4", { ...ONE, arrayWords: 40 }),
  ratioFortyHere: ours("forty / fortyWire", "3.2", "times", "The same of our run"),
  shareForty: ours(
    "100 * transmissionForty / medianForty",
    "33",
    "%",
    "Transmission of the call with forty words, as a share of its median",
  ),
  ten: run("medianUs", "1,278", { ...ONE, arrayWords: 10 }),
  tenWire: run("transmissionUs", "239.8", { ...ONE, arrayWords: 10 }),
  word: ours("(ten - here) / 10", "18.1", "us", "The time that ten words add to a call, divided by ten"),
  wordWire: ours("(tenWire - transmission) / 10", "10.9", "us", "The same for the transmission"),
  excess: ours("here - 5 * transmission", "442", "us", "The empty call minus five times its transmission"),
  gain: ours(
    "5 * wordWire - word",
    "36.3",
    "us",
    "Five times the transmission of a word, minus what it adds to a call",
  ),
  most: said("most", { "inside the machines": "elsewhere - local", "the call": "here" }),
  threeQuarters: said("About three quarters", { "without the wire": "elsewhere", "at first": "here" }),
  halfAsLong: said("About half", { "machines three times as fast": "quick", before: "here" }),
  third: said("About a third", { transmission: "transmissionForty", "the call": "medianForty" }),
  longer: said("longer", { "one loss": "lost", "no loss": "here / 1000" }),
  quick: ours("wire + elsewhere / 3", "544", "us", "The wire as it is, and a third of everything else"),
};

const CALL: StageState = {
  experiment: EXPERIMENT,
  set: ONE,
  moment: "end",
  figures: ["waterfall", "inspector"],
  hero: "timeline",
};
/** With an argument and a result the stubs have something to do. */
const WITH_STUBS: StageState = { ...CALL, set: { ...ONE, arguments: 1, results: 1 } };

const fasterWire: NumberPrediction = {
  kind: "number",
  id: "faster-wire",
  question: "This call takes {median}. Now the Ethernet becomes {speedup} as fast. How long does the call take?",
  unit: "µs",
  min: 0,
  max: 1100,
  truth: "fast",
  near: 20,
  beliefs: [
    { says: "The whole call becomes so much faster", gives: "median / speedup" },
    { says: "Only one of the two packets becomes faster", gives: "elsewhere + wire / 2 + wire / 2 / speedup" },
    { says: "Half of the call is the wire", gives: "median / 2 + median / 2 / speedup" },
    { says: "The wire takes no time any more", gives: "elsewhere" },
    { says: "The wire takes nothing that counts", gives: "median" },
  ],
  alsoRight: [
    {
      number: "byWireAlone",
      reply:
        "Yes, that is the right reasoning: {byWireAlone}. Our call takes {fast}, because packets have longer headers " +
        "on the faster Ethernet.",
    },
  ],
  hit: "Yes. It takes {fast}, only {saved} less. The rest of the time, the packets are inside the machines.",
  misses: {
    tooHigh: {
      reply:
        "You expect nearly nothing from the faster wire. The stage now shows the call on it. Find the two slanted " +
        "lines: they took {wire} together, and now they take {fastWire}.",
      tags: [],
    },
    tooLow: {
      reply:
        "Networks feel slow, so a faster one seems to make everything faster. The stage now shows the call on it. " +
        "Only the two slanted lines became shorter. Everything else happens inside the two machines.",
      tags: ["M1"],
    },
  },
  observe: { set: FAST, moment: "end", highlight: { name: "call" } },
  second: "The bars show both packets on the wire, before and after, and all work inside the two machines.",
  bars: [
    { label: "Wire before", number: "wire" },
    { label: "Wire after", number: "fastWire" },
    { label: "Inside the machines", number: "elsewhere" },
  ],
  third:
    "It takes {fast}. The wire takes {fastWire} instead of {wire}. The packets are not quite {speedup} as fast, " +
    "because the faster Ethernet adds longer headers. The other {elsewhere} pass inside the two machines, so the " +
    "call saves {saved}: {savedShare}.",
  variant: {
    question: "The call took {here}. Make the Ethernet infinitely fast. How long does it take now?",
    options: [
      {
        id: "local",
        text: "About as long as a local call",
        reply: "A local call takes {local}. The {elsewhere} inside the machines stay.",
        tags: ["M1"],
      },
      {
        id: "half",
        text: "About half as long as at first",
        reply: "Then the wire would take half of the call. It takes {wireShare}.",
        tags: ["M1"],
      },
      {
        id: "most",
        text: "{threeQuarters} of that",
        right: true,
        reply: "Yes. The call loses {wire}, and {elsewhere} stay.",
      },
    ],
  },
};

const words: Checkpoint = {
  id: "aim",
  question:
    "The designers’ aim: a call takes at most {aim} its transmission. An empty call takes {ratio}. Mina’s program " +
    "also sends a list of words. How many must it send to meet the aim?",
  parts: [
    {
      id: "words",
      title: "The least array, sent to the server and back, with which the call meets the aim",
      experiment: EXPERIMENT,
      set: ONE,
      free: ["arrayWords"],
      seeds: [1],
      conditions: [
        {
          experiment: EXPERIMENT,
          measure: "medianUs",
          from: "call",
          per: "transmissionUs",
          test: "at most",
          bound: 5,
          says: "call ÷ transmission",
        },
      ],
      neighbour: { param: "arrayWords", by: -1 },
      near: [
        { set: { arrayWords: 12 }, reply: "Nearly. One more word makes the difference." },
        { set: { arrayWords: 40 }, reply: "The designers measured this one. But smaller arrays meet the aim too." },
      ],
      solution: { arrayWords: 13 },
      fails: [0, 1, 4, 10, 11, 12, 14, 40, 100].map((arrayWords) => ({ arrayWords })),
    },
  ],
  hints: [
    "An empty call takes {ratio} its transmission, a call with forty words {ratioFortyHere}. Every call has the same " +
      "fixed cost, and more words share it.",
    "Each word adds {word} to the call and {wordWire} to its transmission. The empty call takes five times its " +
      "transmission, and {excess} besides. How many words make up for that?",
  ],
  solution:
    "Thirteen words. Each word adds {word} to the call, but five times {wordWire} to the time that the aim allows. " +
    "So each word gains {gain}. The empty call is {excess} too slow: twelve words do not quite make up for it.",
  variant: {
    question: "The same machines stand on a faster Ethernet. Is it easier or harder to meet the aim there?",
    options: [
      {
        id: "easier",
        text: "Easier, because calls become shorter",
        reply: "The call becomes a little shorter, but the transmission shrinks much more. The aim allows less time.",
        tags: ["M1"],
      },
      {
        id: "same",
        text: "The same, because the aim is a ratio",
        reply: "Only one side of the ratio shrinks much. The {elsewhere} inside the machines stay.",
      },
      {
        id: "harder",
        text: "Harder, because the software is as slow as before",
        right: true,
        reply: "Yes. The transmission shrinks, and the {elsewhere} inside the machines stay.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "parts",
    gist: "Five parts",
    action:
      "Press Play or the space bar. Follow the call to the server and back. Then pull the slider, and look closer.",
    stage: { ...WITH_STUBS, moment: "start", rung: 0 },
    cover: { until: "faster-wire", figures: ["waterfall"] },
  },
  {
    id: "lose",
    gist: "A lost packet",
    action: "Pull the call packet in the timeline to the ground, or press the button below.",
    stage: {
      ...WITH_STUBS,
      rung: 2,
      moment: { at: "start", of: { name: "call" } },
      highlight: { name: "call" },
      fields: ["source host", "destination host", "class", "call number", "procedure"],
      figures: ["inspector", "waterfall"],
      open: ["inspector"],
    },
    cover: { until: "faster-wire", figures: ["waterfall"] },
    tries: [
      { id: "drop", label: "Lose the call", stage: { faults: ["drop call#1"], moment: "end" } },
      { id: "whole", label: "Lose nothing", stage: {} },
    ],
  },
  {
    id: "predict-wire",
    gist: "A faster wire",
    action: "Enter a time, then commit.",
    stage: { ...CALL, rung: 3 },
    cover: { until: "faster-wire", figures: ["waterfall"] },
    predict: fasterWire,
  },
  {
    id: "account",
    gist: "The whole account",
    action: "Read the waterfall from top to bottom. Which bars are the wire?",
    stage: { ...CALL, rung: 3, hero: "waterfall" },
    cover: { until: "faster-wire", figures: ["waterfall"] },
    explain: {
      id: "most",
      prompt: "In one sentence: what takes most of the time of this call?",
      picks: [
        {
          id: "wire",
          text: "The bits on their way between the machines.",
          reply: "This is what most people expect of a network. But both packets are on the wire for {wire} of {here}.",
        },
        {
          id: "handing-on",
          text: "Software that sends packets and takes them in.",
          right: true,
          reply: "Yes. In the waterfall its bars are {most} of the call.",
        },
        {
          id: "procedure",
          text: "The procedure itself.",
          reply: "The procedure here does nothing. A call to it inside one machine takes {local}.",
        },
      ],
      ours:
        "Software that sends packets and receives them. Each packet also makes a machine switch to the process that " +
        "waits for it. The procedure takes no longer than a local call: {local}.",
    },
  },
  {
    id: "carry",
    gist: "A heavy call",
    action:
      "Pull the array to a hundred words, and see which bars of the waterfall grow. Then look closer, at the bytes.",
    stage: { ...CALL, rung: 3, open: ["waterfall"] },
    cover: { until: "faster-wire", figures: ["waterfall"] },
    tries: [
      { id: "hundred", label: "Carry a hundred words", stage: { set: LOADED } },
      { id: "none", label: "Carry nothing", stage: {} },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Find the least array, then submit.",
    stage: { ...CALL, open: ["waterfall"] },
    cover: { until: "faster-wire", figures: ["waterfall"] },
    checkpoint: words,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: { ...CALL, set: {}, figures: ["chart", "waterfall"], chart: "medianUs", hero: "chart" },
    transfer: {
      question:
        "A gRPC call between two servers in one rack takes a hundred microseconds. Its bits are on the wire for " +
        "two. Where do you look for the rest?",
      answer:
        "Look inside the machines, as here. Threads that wait must be woken. The kernel copies the data, and the " +
        "library turns values into bytes and back. A faster network card changes none of this.",
    },
  },
];

export const lesson: Lesson = {
  slug: "across-the-wire",
  part: "cedar",
  place: 1,
  title: "A call that crosses the wire",
  question: "What lies between my call and its answer?",
  minutes: 10,
  paper: "cedar",
  can: [
    "put the five parts of a remote call in order",
    "find the two packets of a call",
    "split the time of a call into the wire and everything else",
  ],
  general: {
    "Most Dorados": "What the paper says of the machines at Xerox.",
    "become a third": "What the question supposes.",
    "third time": "The packet’s, by its number.",
    "most calls": "Rows of Table I, which no run counts.",
  },
  numbers,
  steps,
};
