/** 1.4 Too big for one packet: what a message of many packets costs, and who can fill the wire meanwhile. */
import { ours, ran, said, text } from "../sources.ts";
import type { Checkpoint, ChoicePrediction, Lesson, LessonNumber, NumberPrediction } from "../types.ts";
import type { ParamValues, RunNumber, StageState, Step } from "../types.ts";

const EXPERIMENT = "cedar/call";
/** One call, and no other traffic. */
const ONE: ParamValues = { calls: 1, load: 0 };
const sized = (argumentPackets: number): ParamValues => ({ ...ONE, argumentPackets });
const FOUR = sized(4);
const FAR: ParamValues = { ...FOUR, oneWayMs: 30 };
const BULK: ParamValues = { ...FAR, underWay: "all" };
/** A hundred such calls, which one or more processes make. */
const MANY: ParamValues = { ...FOUR, calls: 100 };
/** The chart sweeps calls of one packet each way, as large as fits. */
const FULL: ParamValues = { calls: 60, arguments: 100, arrayWords: 150 };

const run = (measure: string, value: string, unit: string, set: ParamValues): RunNumber =>
  ran(EXPERIMENT, measure, value, unit, set);
/** Of such calls, with the traffic of other hosts. */
const full = (threads: number, measure: string, value: string, unit: string): RunNumber =>
  run(measure, value, unit, { ...FULL, threads });
const packets = (value: string, set: ParamValues): RunNumber => run("packets", value, "packets", set);
const rate = (value: string, set: ParamValues): RunNumber => run("throughputMbps", value, "Mbit/s", set);

const numbers: Readonly<Record<string, LessonNumber>> = {
  reported: text("parallelThroughput"),
  fullOne: full(1, "throughputMbps", "1.33", "Mbit/s"),
  fullTwo: full(2, "throughputMbps", "2.33", "Mbit/s"),
  fullFour: full(4, "throughputMbps", "2.47", "Mbit/s"),
  fullEight: full(8, "throughputMbps", "1.35", "Mbit/s"),
  perCallFour: full(4, "packetsPerCall", "2", "packets"),
  perCallEight: full(8, "packetsPerCall", "4.4", "packets"),
  one: packets("2", ONE),
  two: packets("4", sized(2)),
  four: packets("8", FOUR),
  eight: packets("16", sized(8)),
  unconfirmed: packets("5", { ...FOUR, underWay: "all" }),
  runFour: run("medianUs", "13,015", "us", FOUR),
  time: ours("runFour / 1000", "13.0", "ms", "The same in milliseconds"),
  alone: rate("1.26", MANY),
  busyAlone: run("busy ethernet", "51", "%", MANY),
  pair: rate("1.99", { ...MANY, threads: 2 }),
  three: rate("2.17", { ...MANY, threads: 3 }),
  busyThree: run("busy ethernet", "88", "%", { ...MANY, threads: 3 }),
  runFar: run("medianUs", "253,015", "us", FAR),
  far: ours("runFar / 1000", "253", "ms", "The same in milliseconds"),
  rateFar: rate("0.065", FAR),
  kilobits: ours("1000 * rateFar", "65", "kbit/s", "The same in kilobits"),
  runBulk: run("medianUs", "69,373", "us", BULK),
  bulk: ours("runBulk / 1000", "69", "ms", "The same in milliseconds"),
  busyFour: run("busy ethernet", "99", "%", { ...FULL, threads: 4 }),
  hardly: said("hardly", { "time without a packet": "100 - busyFour", "all time": "100" }),
  busyFar: run("busy ethernet", "2.6", "%", FAR),
  nearlyAll: said("nearly all", { "waiting for acknowledgements": "runFar - runFour", "the call": "runFar" }),
  idle: said("nearly all", { "time without a packet": "100 - busyFar", "all time": "100" }),
  half: said("half", { idle: "100 - busyAlone", "all time": "100" }),
  hardlyMore: said("about as much as", { eight: "fullEight", one: "fullOne" }),
  most: said("most", { "sent again": "perCallEight - perCallFour", packets: "perCallEight" }),
  less: said("Less", { eight: "fullEight", four: "fullFour" }),
  below: said("below", { "two processes": "pair", "the rate of the slides": "reported" }),
};

const CALL: StageState = {
  experiment: EXPERIMENT,
  set: FOUR,
  moment: "end",
  figures: ["inspector", "use"],
  hero: "timeline",
};
const ONE_TURN = { at: "end", of: { name: "acknowledgement" } } as const;

const eightAtOnce: ChoicePrediction = {
  kind: "choice",
  id: "eight-at-once",
  question:
    "One process moves {fullOne}, two move {fullTwo}, and four {fullFour}. Now eight processes call at once. How " +
    "much do they move?",
  options: [
    {
      id: "more",
      text: "More than four, because more calls fill the gaps",
      reply:
        "Four processes leave {hardly} a gap on the wire. So each further call must wait. The stage now shows a call " +
        "of one of eight processes. Its packets are the strong arrows, not the pale ones: count them.",
      tags: ["M8"],
    },
    {
      id: "same",
      text: "About as much as four, because the wire is full",
      reply:
        "The wire is full. But what does a caller do when its result comes late? The stage now shows a call of one " +
        "of eight processes. Its packets are the strong arrows, not the pale ones: count them.",
    },
    {
      id: "less",
      text: "{less}, because calls wait too long",
      right: true,
      reply: "Yes. A call that waits longer than its timer is sent again, and that takes more of the wire.",
    },
  ],
  hit:
    "Yes. They move {fullEight}, {hardlyMore} one. A call that waits longer than its timer is sent again, " +
    "although nothing is lost. A call then needs {perCallEight} instead of {perCallFour}.",
  observe: { set: { ...FULL, threads: 8 }, call: 30, hero: "timeline", open: ["chart"] },
  second: "The bars show how many packets a call needs, with four processes and with eight.",
  bars: [
    { label: "Four processes", number: "perCallFour" },
    { label: "Eight processes", number: "perCallEight" },
  ],
  third:
    "They move {fullEight}. With eight processes each call waits so long for the wire that the timer sends it again. " +
    "A call then needs {perCallEight} instead of {perCallFour}, and {most} of them carry nothing new.",
  variant: {
    question: "Eight processes should move as much as four. What helps?",
    options: [
      {
        id: "longer",
        text: "A timer that waits longer before it sends again",
        right: true,
        reply: "Yes. Then a late result is no lost packet, and the wire carries each call once.",
      },
      {
        id: "shorter",
        text: "A timer that sends again sooner",
        reply: "It would send even more packets that nobody needs.",
        tags: ["M3"],
      },
      {
        id: "threads",
        text: "Eight more processes",
        reply: "Each call would wait even longer, and be sent again more often.",
        tags: ["M8"],
      },
    ],
  },
};

const howMany: NumberPrediction = {
  kind: "number",
  id: "how-many-packets",
  question:
    "The argument fills four packets, and the result fits into one. How many packets does the call need in all?",
  unit: "packets",
  min: 0,
  max: 20,
  truth: "four",
  near: 0,
  beliefs: [
    { says: "Nothing is acknowledged", gives: "4 + 1" },
    { says: "Each packet of the argument is acknowledged", gives: "4 + 4 + 1" },
    { says: "Each packet is acknowledged, the result too", gives: "2 * 5" },
    { says: "One acknowledgement for the whole argument", gives: "4 + 1 + 1" },
  ],
  hit: "Yes. All but the last packet of the argument are acknowledged: {four} in all.",
  misses: {
    tooHigh: {
      reply:
        "Perhaps you gave every packet an acknowledgement. The stage now shows the whole call. Look at the last " +
        "packet of the argument, and at what answers it.",
      tags: [],
    },
    tooLow: {
      reply:
        "Perhaps you counted no acknowledgements. The stage now shows the whole call. Look at the steep arrows back: " +
        "each is an acknowledgement.",
      tags: [],
    },
  },
  observe: { moment: "end", highlight: { name: "result" } },
  second: "The bars show the packets of calls whose arguments fill one packet, two, four and eight.",
  bars: [
    { label: "One", number: "one" },
    { label: "Two", number: "two" },
    { label: "Four", number: "four" },
    { label: "Eight", number: "eight" },
  ],
  third:
    "It has {four}: four with the argument, three acknowledgements, and the result. The last packet needs no " +
    "acknowledgement of its own, because the result says that it came.",
  variant: {
    question: "Now the result fills four packets too. How many acknowledgements has the call?",
    options: [
      {
        id: "six",
        text: "Six: three each way",
        right: true,
        reply: "Yes. The next call acknowledges the last packet of the result, as always.",
      },
      {
        id: "eight",
        text: "Eight: one for each packet",
        reply: "The result acknowledges the last packet of the argument, and the next call that of the result.",
      },
      {
        id: "three",
        text: "Three, as before",
        reply: "The caller has one buffer too. It must confirm each packet of the result before the next is sent.",
      },
    ],
  },
};

const fill: Checkpoint = {
  id: "fill",
  question:
    "One call at a time leaves the wire idle for {half} of the time. Several programs like Mina’s may call at once. " +
    "What is the smallest number of processes that reaches the {reported} of the slides?",
  parts: [
    {
      id: "processes",
      title: "The fewest calling processes with which arguments of four packets move at two Mbit/s or more",
      experiment: EXPERIMENT,
      set: MANY,
      free: ["threads"],
      seeds: [1],
      conditions: [
        {
          experiment: EXPERIMENT,
          measure: "throughputMbps",
          test: "at least",
          bound: 2,
          says: "arguments and results that arrive",
        },
      ],
      neighbour: { param: "threads", by: -1 },
      near: [
        {
          set: { threads: 2 },
          reply: "Nearly: {pair}. With single packets two processes were enough, as the chart said.",
        },
        { set: { threads: 4 }, reply: "Four processes reach it, but it takes fewer." },
      ],
      solution: { threads: 3 },
      fails: [1, 2, 4, 5, 6, 8].map((threads) => ({ threads })),
    },
  ],
  hints: [
    "With one process the wire is busy for {busyAlone} of the time. In the rest it waits for acknowledgements and " +
      "software. Who can use it then?",
    "Each further process adds packets while the others wait. Two reach {pair}. Is this enough?",
  ],
  solution:
    "Three processes: {three}. Two stay just {below} that, with {pair}. With three the wire is busy for {busyThree} " +
    "of the time, so a fourth gains little.",
  variant: {
    question: "With three processes the wire is nearly full. What would make one process faster?",
    options: [
      {
        id: "threads",
        text: "More processes beside it",
        reply: "They fill the wire, but each waits longer for it. One alone has {alone}.",
        tags: ["M8"],
      },
      {
        id: "window",
        text: "More packets under way before an acknowledgement",
        right: true,
        reply: "Yes. Then its own packets fill the gaps. The price: more buffers, and a more complex protocol.",
      },
      {
        id: "small",
        text: "Smaller packets",
        reply: "Each packet has its fixed cost and its acknowledgement. Smaller ones would make more of both.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "turn",
    gist: "One packet",
    action: "Step through a packet of the argument, and its acknowledgement.",
    done: ONE_TURN,
    stage: {
      ...CALL,
      moment: { at: "start", of: { name: "call" } },
      highlight: { name: "call" },
      fields: ["source host", "destination host", "call number", "packet number"],
    },
    cover: { until: "how-many-packets", figures: [], after: ONE_TURN },
  },
  {
    id: "predict-packets",
    gist: "How many packets?",
    action: "Enter a number, then commit.",
    stage: CALL,
    cover: { until: "how-many-packets", figures: ["use"], after: ONE_TURN },
    predict: howMany,
  },
  {
    id: "count",
    gist: "The rule",
    action: "Pull the argument to two packets and to eight, and count what is sent.",
    stage: CALL,
    cover: { until: "how-many-packets", figures: ["use"], after: ONE_TURN },
    tries: [
      { id: "two", label: "Fill two packets", stage: { set: sized(2) } },
      { id: "eight", label: "Fill eight packets", stage: { set: sized(8) } },
    ],
    explain: {
      id: "one-buffer",
      prompt: "Why does the caller wait for each acknowledgement before it sends the next packet?",
      picks: [
        {
          id: "order",
          text: "Packets could overtake each other on the Ethernet.",
          reply: "One cable carries all packets, so none overtakes another there. The caller would still wait.",
        },
        {
          id: "buffer",
          text: "The server has room for one packet only.",
          right: true,
          reply: "Yes. Each end has one buffer for the packets of a call.",
        },
        {
          id: "loss",
          text: "The Ethernet loses many packets.",
          reply: "An Ethernet loses few packets. Without any loss the caller waits just the same.",
        },
      ],
      ours:
        "Each end has room for one packet of a call. If a second one came while the first still stands there, the " +
        "second would be lost. This keeps the run time simple, and most calls have only one packet.",
    },
  },
  {
    id: "parallel",
    gist: "More processes, more data?",
    action: "Choose an answer, then commit.",
    stage: {
      ...CALL,
      set: FULL,
      figures: ["chart", "use"],
      chart: "parallel",
      hero: "chart",
    },
    cover: { until: "eight-at-once", figures: ["chart", "use"] },
    predict: eightAtOnce,
  },
  {
    id: "far",
    gist: "Far away",
    action: "Pull the machines far apart, and compare the two ways to send.",
    stage: { ...CALL, set: FOUR },
    cover: { until: "how-many-packets", figures: ["use"], after: ONE_TURN },
    tries: [
      { id: "far", label: "Far apart", stage: { set: FAR } },
      { id: "bulk", label: "Far apart, all packets at once", stage: { set: BULK } },
      { id: "near", label: "On one Ethernet", stage: {} },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set the number of processes, then submit.",
    stage: { ...CALL, set: MANY, figures: ["use", "chart"], open: ["use"], chart: "parallel" },
    cover: { until: "eight-at-once", figures: ["chart"] },
    checkpoint: fill,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: { ...CALL, set: FULL, figures: ["chart", "use"], chart: "parallel", hero: "chart" },
    transfer: {
      question:
        "TCP and QUIC have windows, and Kafka sends messages in batches. What do windows and batches have in " +
        "common, and why does a protocol for small calls need neither?",
      answer:
        "Both keep much data under way in each round trip, so that the wire never waits. A small call is one packet " +
        "each way: there is nothing more to send while it waits. Large data on a long way needs a window.",
    },
  },
];

export const lesson: Lesson = {
  slug: "too-big",
  part: "cedar",
  place: 4,
  title: "Too big for one packet",
  question: "What if it does not fit?",
  minutes: 10,
  buildsOn: ["exactly-once"],
  paper: "cedar",
  can: [
    "count the packets of a call with a large argument",
    "say why one call cannot fill a wire",
    "choose between more processes and more packets under way",
  ],
  general: {
    "small calls never use": "They fit into one packet.",
    "sends all packets": "How the protocol sends.",
    "All but the last packet": "The rule of the protocol; the count stands beside it.",
  },
  numbers,
  steps,
};
