/** 2.2 More threads: what several callers at once gain, and which stage stops them. */
import { ours, said, text } from "../sources.ts";
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

const here = (threads: number, value: string): LessonNumber => ({
  kind: "run",
  experiment: "firefly/max-result",
  set: { threads },
  faults: [],
  seed: 1,
  measure: "throughputMbps",
  value,
  unit: "Mbit/s",
});

const numbers: Readonly<Record<string, LessonNumber>> = {
  named: text("maxThroughput"),
  largest: full(6),
  one: full(1),
  two: full(2),
  three: full(3),
  four: full(4),
  hereThree: here(3, "4.67"),
  hereOne: here(1, "1.77"),
  hereFour: here(4, "4.66"),
  hereEight: here(8, "4.66"),
  eight: full(8),
  ethernet: text("ethernet"),
  bytes: text("maxPacketResult"),
  transmit: large("QBus/controller transmit latency"),
  wire: large("Transmission time on Ethernet"),
  hold: ours("transmit + wire", "2,045", "us", "A result first crosses the sender’s bus, then the wire"),
  cap: ours("8 * bytes / hold", "5.63", "Mbit/s", "Bits of one result, divided by the time that it holds the sender"),
  smallBoth: ours("2 * wireSmall", "120", "us", "The call packet and the result packet of Null()"),
  wireSmall: { kind: "cell", table: "table-vi", row: "network; Transmission time on Ethernet", column: "us74" },
  null1: empty(1),
  null2: empty(2),
  null7: empty(7),
  nullTwo: ours("null2 / null1", "1.59", "times", "The rate with two threads, divided by the rate with one"),
  nullSeven: ours("null7 / null1", "1.98", "times", "The rate with seven threads, divided by the rate with one"),
  controllerOne: busy("server.deqna.transmit", 1, "33"),
  controllerEight: busy("server.deqna.transmit", 8, "88"),
  wireEight: busy("ethernet", 8, "52"),
  wireOne: busy("ethernet", 1, "20"),
  cpuOne: busy("caller.cpu0", 1, "20"),
  busiest: said("busiest", {
    "the server’s controller": "controllerOne",
    "the caller’s CPU 0": "cpuOne",
    wire: "wireOne",
  }),
  controllerFour: busy("server.deqna.transmit", 4, "88"),
  cpuSeven: busy("server.cpu0", 7, "69", "firefly/null"),
  callerCpuSeven: busy("caller.cpu0", 7, "68", "firefly/null"),
  controllerSeven: busy("server.deqna.transmit", 7, "21", "firefly/null"),
  busiestNull: said("busiest", {
    "the server’s CPU 0": "cpuSeven",
    "the caller’s CPU 0": "callerCpuSeven",
    "the server’s controller": "controllerSeven",
  }),
  longest: said("longest", { "the slow wire": "10 * wire", "bus and controller": "transmit" }),
  wireFour: busy("ethernet", 4, "52"),
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
  truth: { table: "table-i", column: "maxResultMbitPerS", at: [1, 2, 3, 4, 5, 6, 7, 8] },
  hit:
    "Yes. One thread gets {one}, two get {two}, four get {four}, and eight get {eight}. Our run has {hereOne} with " +
    "one and {hereEight} with eight.",
  misses: {
    tooHigh: {
      reply:
        "You drew a line towards {ethernet}, as if each thread added its share until the wire is full. The stage " +
        "now runs eight threads. Compare how busy the wire is with how busy the server’s controller is.",
      tags: ["M8", "M1"],
    },
    tooLow: {
      reply:
        "You expect threads to disturb each other early. But while one thread waits for its result, another can " +
        "use the idle resources. The stage now runs eight threads. See how busy the server’s controller gets.",
      tags: [],
    },
    shape: {
      reply:
        "Your curve ends where the measured one ends, but its shape differs. The stage now runs eight threads, " +
        "and one stage is at work {controllerEight} of the time. How many threads keep that stage busy?",
      tags: [],
    },
  },
  observe: { set: { threads: 8 }, open: ["use"] },
  second:
    "With eight threads the wire is at work {wireEight} of the time, and the sending controller " +
    "{controllerEight}. The bars show how long one result holds its sender: first in bus and controller, then on " +
    "the wire.",
  bars: [
    { label: "Bus, controller", number: "transmit" },
    { label: "Wire", number: "wire" },
    { label: "Together", number: "hold" },
  ],
  third:
    "The measured curve bends at four threads and stays at {eight}. A result holds the sender for {transmit} and " +
    "then for {wire}. One result every {hold} is at most {cap}, however many threads ask.",
  variant: {
    question:
      "The wire gets ten times as fast; nothing else changes. Which step holds a result in the sender for the " +
      "longer time now?",
    options: [
      {
        id: "wire",
        text: "The wire, as before",
        reply: "This step now takes a tenth of {wire}. The other step takes as long as before.",
        tags: ["M1"],
      },
      {
        id: "bus",
        text: "The bus and controller",
        right: true,
        reply: "Yes. This step takes {transmit}, whatever the speed of the wire.",
      },
    ],
  },
};

const switches: Checkpoint = {
  id: "switches",
  question:
    "Eight threads ask for full results, and more threads do not help. Change one parameter so that the " +
    "throughput of MaxResult grows by a quarter.",
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
          as: "as much as with nothing changed",
        },
      ],
      near: [
        {
          set: { networkMbps: 12 },
          reply:
            "A little more speed takes little off the {wire} on the wire, and the {transmit} in bus and controller " +
            "stay. You are closer; try a higher speed.",
        },
      ],
      solution: { networkMbps: 100 },
      fails: [
        { networkMbps: 12 },
        { callerProcessors: 1 },
        { serverProcessors: 4 },
        { segment: "shared" },
        { networkMbps: 100, callerProcessors: 4 },
      ],
    },
  ],
  hints: [
    "One result holds the sender for {hold}, in two steps. Which of the two can a parameter shorten?",
    "None of these parameters changes the controllers, and the processors wait for them. What carries the " +
      "packet after the controller?",
  ],
  solution:
    "Make the network ten times as fast. Null() would gain little from this: its packets are short, and CPU 0 is " +
    "its {busiestNull} part (the server’s {cpuSeven}).",
  variant: {
    question: "Now make the network ten times slower. Which of the two calls loses the larger share of its rate?",
    options: [
      {
        id: "null",
        text: "Null(), because it makes more calls",
        reply:
          "Its two packets are on the wire for only {smallBoth} of a call. One result of MaxResult is there for " +
          "{wire}.",
      },
      {
        id: "full",
        text: "MaxResult, because its packets are long",
        right: true,
        reply: "Yes. Each result is on the wire for ten times {wire}. That is by far the {longest} stage.",
      },
      {
        id: "alike",
        text: "Both the same: they use the same wire",
        reply:
          "The wire is the same, but the packets differ: {smallBoth} for a call of Null(), {wire} for one result " +
          "of MaxResult.",
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
      prompt:
        "One thread calls MaxResult again and again. Which resource is busiest, and why is it not busy all the time?",
      picks: [
        {
          id: "wire",
          text: "The wire, because results are large.",
          reply: "Results are large, but the wire is quicker than the controllers. Compare both in the table of use.",
        },
        {
          id: "controller",
          text: "The server’s controller, because it sends the results.",
          right: true,
          reply: "Yes. It copies each result over the QBus and then sends it.",
        },
        {
          id: "cpu",
          text: "The caller’s CPU 0, because it takes every interrupt.",
          reply: "It takes every interrupt, but each of them is short. Compare both in the table of use.",
        },
      ],
      ours:
        "The server’s controller is {busiest}: {controllerOne} of the time. With one thread only one thing happens " +
        "at a time, so each stage waits for the others.",
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
    action: "Find the times between two results when the wire is idle.",
    stage: {
      ...ALONE,
      set: { threads: 4 },
      call: 12,
      moment: { at: "start", of: { name: "result" } },
      highlight: { name: "QBus/controller transmit latency: controller", machine: "server" },
      hero: "timeline",
      figures: ["buffer", "use"],
      open: ["buffer"],
      keeps: "send queue server DEQNA transmit",
    },
  },
  {
    id: "null",
    gist: "Null() bends too",
    action: "Switch between the two calls and compare where the curves bend.",
    stage: { ...ALONE, experiment: "firefly/null", set: { threads: 7 }, chart: "callsPerSecond" },
    tries: [
      { id: "empty", label: "Show Null()", stage: {} },
      {
        id: "full",
        label: "Show MaxResult",
        stage: { experiment: "firefly/max-result", set: { threads: 8 }, chart: "throughputMbps" },
      },
      {
        id: "inside",
        label: "Look inside the machines",
        stage: {
          hero: "machines",
          figures: ["machines", "chart"],
          call: 20,
          moment: { at: "start", of: { name: "call", machine: "caller" } },
        },
      },
    ],
    explain: {
      id: "stages",
      prompt: "The two curves bend for different reasons. Which part is busiest in each call?",
      picks: [
        {
          id: "wire",
          text: "The wire, in both.",
          reply: "The wire is at work {wireEight} of the time with MaxResult, and Null() sends small packets only.",
        },
        {
          id: "controller-cpu",
          text: "The server’s controller in MaxResult, CPU 0 in Null().",
          right: true,
          reply: "Yes. Large results fill the controller; many small calls fill the processor of the interrupts.",
        },
        {
          id: "threads",
          text: "The threads, in both.",
          reply: "A thread mostly waits. Look in the list for the resource that is {busiestNull}.",
        },
      ],
      ours:
        "MaxResult fills the server’s controller: it is busy {controllerEight} of the time with eight threads. " +
        "Null() fills no controller. Its {busiestNull} part is CPU 0 of each machine, which takes the " +
        "interrupts. The server’s is busy " +
        "{cpuSeven} of the time with seven threads.",
    },
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
    action: "Write an answer, then compare it with ours.",
    stage: { ...ALONE, set: { threads: 4 } },
    transfer: {
      question:
        "A server reads its packets from one queue of its network card. It gets more cores, but it does not get " +
        "faster. Why?",
      answer:
        "Packets pass one queue one after another, as the results pass the DEQNA here. More cores only wait in " +
        "line for it. Several queues help, or less time for each packet.",
    },
  },
];

export const lesson: Lesson = {
  slug: "more-threads",
  part: "firefly",
  place: 2,
  title: "More threads",
  question: "How far do parallel calls go?",
  minutes: 12,
  buildsOn: ["where-2-66-ms-go"],
  paper: "firefly",
  can: ["name the stage that limits parallel calls", "compute the highest throughput that one stage allows"],
  general: {
    "One result every": "A period.",
    "only one thing": "There is only one thread.",
    "one call every": "A period that the question gives.",
  },
  numbers,
  steps,
};
