/** 2.2 More threads: what several callers at once gain, and which stage stops them. */
import type { CellNumber, Checkpoint, CurvePrediction, Lesson, LessonNumber, StageState, Step } from "../types.ts";

const full = (threads: number): CellNumber => ({
  kind: "cell",
  table: "table-i",
  row: String(threads),
  column: "maxResultMbitPerS",
});
const empty = (threads: number): CellNumber => ({
  kind: "cell",
  table: "table-i",
  row: String(threads),
  column: "nullRpcsPerS",
});
const large = (row: string): CellNumber => ({
  kind: "cell",
  table: "table-vi",
  row: `network; ${row}`,
  column: "us1514",
});
const text = (row: string): CellNumber => ({ kind: "cell", table: "text", row, column: "value" });

const busy = (resource: string, threads: number, value: string, experiment = "firefly/max-result"): LessonNumber => ({
  kind: "run",
  experiment,
  set: { threads },
  faults: [],
  seed: 1,
  measure: `busy ${resource}`,
  value,
  unit: "%",
});

/** A run with one processor left to run threads and take interrupts. */
const LONE_PROCESSOR = {
  kind: "run",
  experiment: "firefly/max-result",
  set: { threads: 8, callerProcessors: 1 },
  faults: [],
  seed: 1,
} as const;

const numbers: Readonly<Record<string, LessonNumber>> = {
  one: full(1),
  two: full(2),
  four: full(4),
  eight: full(8),
  ethernet: text("ethernet"),
  bytes: text("maxPacketResult"),
  transmit: large("QBus/controller transmit latency"),
  wire: large("Transmission time on Ethernet"),
  hold: {
    kind: "ours",
    expression: "transmit + wire",
    value: "2,045",
    unit: "us",
    how: "A result first crosses the sender's bus, then the wire",
  },
  cap: {
    kind: "ours",
    expression: "8 * bytes / hold",
    value: "5.63",
    unit: "Mbit/s",
    how: "Bits of one result over the time that it holds the sender",
  },
  smallBoth: {
    kind: "ours",
    expression: "2 * wireSmall",
    value: "120",
    unit: "us",
    how: "The call packet and the result packet of Null()",
  },
  wireSmall: { kind: "cell", table: "table-vi", row: "network; Transmission time on Ethernet", column: "us74" },
  null1: empty(1),
  null2: empty(2),
  null7: empty(7),
  nullTwo: { kind: "ours", expression: "null2 / null1", value: "1.59", unit: "times", how: "Two threads over one" },
  nullSeven: { kind: "ours", expression: "null7 / null1", value: "1.98", unit: "times", how: "Seven threads over one" },
  controllerOne: busy("server.deqna.transmit", 1, "31"),
  controllerEight: busy("server.deqna.transmit", 8, "82"),
  wireEight: busy("ethernet", 8, "52"),
  cpuSeven: busy("caller.cpu0", 7, "80", "firefly/null"),
  wireFour: busy("ethernet", 4, "52"),
  lone: { ...LONE_PROCESSOR, measure: "busy caller.cpu0", value: "100", unit: "%" },
  loneMeasured: { kind: "cell", table: "table-xi", row: "5", column: "caller1server5" },
  loneHere: { ...LONE_PROCESSOR, measure: "throughputMbps", value: "4.00", unit: "Mbit/s" },
};

const ALONE: StageState = {
  experiment: "firefly/max-result",
  moment: "end",
  hero: "chart",
  figures: ["use", "chart"],
  chart: "throughputMbps",
};

const curve: CurvePrediction = {
  kind: "curve",
  id: "throughput",
  question: "Draw the throughput of MaxResult for one to eight caller threads. The wire carries {ethernet}.",
  experiment: "firefly/max-result",
  measure: "throughputMbps",
  max: 10,
  step: 0.1,
  truth: { table: "table-i", column: "maxResultMbitPerS" },
  hit: "Yes: {one} with one thread, {two} with two, {four} with four, and no more after that.",
  misses: {
    tooHigh: {
      reply:
        "Each thread adds its share until the wire is full: that is how a line towards {ethernet} is drawn. The " +
        "stage now runs eight threads. Compare how busy the wire is with the server's controller.",
      tags: ["M8", "M1"],
    },
    tooLow: {
      reply:
        "You expect threads to be in each other's way early. While one waits for its result, another can use what " +
        "it leaves idle. The stage now runs eight threads: see how busy the busiest stage gets.",
      tags: [],
    },
    shape: {
      reply:
        "It ends where the measured one does and gets there another way. The stage now runs eight threads: one stage " +
        "is nearly always at work. How many threads does it take to keep that stage busy?",
      tags: [],
    },
  },
  observe: { set: { threads: 8 }, open: ["use"] },
  second:
    "With eight threads the wire is at work {wireEight} of the time, the sending controller {controllerEight}. Bar " +
    "by bar, what one result takes of its sender: bus and controller first, then the wire.",
  bars: [
    { label: "Bus, controller", number: "transmit" },
    { label: "Wire", number: "wire" },
    { label: "Together", number: "hold" },
  ],
  third:
    "The measured curve bends at four threads and stays at {eight}. A result holds the sender for {transmit} and " +
    "then {wire}; {hold} a result are at most {cap}, however many threads ask.",
  variant: {
    question: "Only the wire gets faster, ten times. Which of its two steps still holds a result in the sender?",
    options: [
      {
        id: "wire",
        text: "The wire, as before",
        reply: "It shrinks to a tenth of {wire}; the other step stays.",
        tags: ["M1"],
      },
      {
        id: "bus",
        text: "The bus and controller",
        right: true,
        reply: "Yes: {transmit} stay, whatever the wire does.",
      },
    ],
  },
};

const switches: Checkpoint = {
  id: "switches",
  question:
    "Eight threads ask for full results, and more threads do not help. Change one parameter so that MaxResult gains " +
    "a quarter.",
  parts: [
    {
      id: "A",
      title: "Change one parameter: a quarter more throughput with eight threads",
      experiment: "firefly/max-result",
      free: ["networkMbps", "callerProcessors", "serverProcessors", "segment"],
      changes: 1,
      seeds: [1, 2, 3],
      conditions: [
        {
          experiment: "firefly/max-result",
          set: { threads: 8, calls: 400 },
          measure: "throughputMbps",
          test: "at least",
          bound: 1.25,
          relative: true,
          says: "throughput of MaxResult, eight threads",
        },
      ],
      near: [
        {
          set: { networkMbps: 20 },
          reply: "Twice the speed shortens {wire} by half, but {transmit} stay. Closer: go on.",
        },
      ],
      solution: { networkMbps: 100 },
      fails: [
        { networkMbps: 20 },
        { callerProcessors: 1 },
        { serverProcessors: 4 },
        { segment: "shared" },
        { networkMbps: 100, callerProcessors: 4 },
      ],
    },
  ],
  hints: [
    "What holds a result in the sender is {hold}. Which of its two steps can a parameter shorten?",
    "The controllers work at their own speed, and the processors wait for them. What carries the packet after that?",
  ],
  solution:
    "The network, ten times as fast. Null() would gain little by it: its packets are short, and CPU 0 is its busiest " +
    "part, {cpuSeven}.",
  variant: {
    question: "Now make the network ten times slower. Which of the two calls loses the larger part of its rate?",
    options: [
      {
        id: "null",
        text: "Null(), because it makes more calls",
        reply:
          "Its two packets are on the wire for {smallBoth} of a call, so the wire is far from being its stage. " +
          "A result of MaxResult takes {wire}.",
      },
      {
        id: "full",
        text: "MaxResult, because its packets are long",
        right: true,
        reply: "Yes: its wire grows from {wire} to ten times that for every result, and is the longest stage by far.",
      },
      {
        id: "alike",
        text: "Both alike: it is the same wire",
        reply: "The same wire for packets of very different length: {smallBoth} a call of Null(), {wire} a result.",
        tags: ["M1"],
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "one",
    gist: "Nothing is full",
    action: "Find the busiest resource in the list.",
    stage: { ...ALONE, hero: "use" },
    cover: { until: "throughput", figures: ["chart"] },
    explain: {
      id: "busiest",
      prompt: "One thread calls MaxResult again and again. Which is the busiest, and why is it not full?",
      picks: [
        { id: "wire", text: "The wire, because results are large." },
        { id: "controller", text: "The server's controller, because it sends the results." },
        { id: "cpu", text: "The caller's CPU 0, because it takes every interrupt." },
      ],
      ours:
        "The server's controller, {controllerOne} of the time. With one thread only one thing happens at a time, so " +
        "every stage waits for all the others.",
    },
  },
  {
    id: "predict-curve",
    gist: "Draw the curve",
    action: "Draw eight points, then commit.",
    stage: ALONE,
    cover: { until: "throughput", figures: ["chart"] },
    predict: curve,
  },
  {
    id: "controller",
    gist: "The full stage",
    action: "Find the gaps between results on the wire.",
    stage: {
      ...ALONE,
      set: { threads: 4 },
      call: 12,
      moment: { at: "start", of: { name: "result" } },
      highlight: { name: "QBus/controller transmit latency: controller", machine: "server" },
      hero: "timeline",
    },
    cover: { until: "throughput", figures: ["chart"] },
  },
  {
    id: "null",
    gist: "Another knee",
    action: "Switch between the two calls and compare where the curves bend.",
    stage: { ...ALONE, experiment: "firefly/null", set: { threads: 7 }, chart: "callsPerSecond" },
    tries: [
      { id: "empty", label: "Show Null()", stage: {} },
      {
        id: "full",
        label: "Show MaxResult",
        stage: { experiment: "firefly/max-result", set: { threads: 8 }, chart: "throughputMbps" },
      },
    ],
    explain: {
      id: "stages",
      prompt: "Two knees, two reasons. Name the stage that each call fills first.",
      ours:
        "MaxResult fills the server's controller, {controllerEight} with eight threads. Null() fills no controller; " +
        "CPU 0 takes every interrupt of both directions, {cpuSeven} with seven threads.",
    },
  },
  {
    id: "alone",
    gist: "One processor",
    action: "Take four of the caller's processors away.",
    stage: { ...ALONE, set: { threads: 8 }, hero: "use" },
    tries: [
      { id: "one", label: "Leave the caller one processor", stage: { set: { threads: 8, callerProcessors: 1 } } },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set one parameter, then submit.",
    stage: { ...ALONE, set: { threads: 8 }, hero: "use" },
    checkpoint: switches,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Answer for a system of today.",
    stage: { ...ALONE, set: { threads: 4 } },
    transfer: {
      question: "A server reads one queue of its network card. It gets more cores, and stops gaining. Why?",
      answer:
        "One queue is one serial stage: each packet passes it in turn, as every result passes the DEQNA here. More " +
        "cores only wait in line for it. Several queues, or a shorter turn for each packet, help.",
    },
  },
];

export const lesson: Lesson = {
  slug: "more-threads",
  paper: "firefly",
  can: ["name the bottleneck of parallel calls", "bound throughput from one stage"],
  numbers,
  steps,
};
