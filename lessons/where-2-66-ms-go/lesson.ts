/** 2.1 Where 2.66 ms go: an empty call between two Fireflies, step by step. */
import type { CellNumber, Checkpoint, Lesson, LessonNumber, RunNumber } from "../types.ts";
import type { NumberPrediction, StageState, Step } from "../types.ts";

const small = (row: string): CellNumber => ({ kind: "cell", table: "table-vi", row, column: "us74" });
const large = (row: string): CellNumber => ({ kind: "cell", table: "table-vi", row, column: "us1514" });
const text = (row: string): CellNumber => ({ kind: "cell", table: "text", row, column: "value" });

/** A run of 400 calls, of whose results one in a hundred is lost by chance. */
const RARELY = { set: { calls: 400 }, faults: ["lose 1% of result packets"] };
const rarelyLost = (measure: string, value: string): RunNumber => ({
  kind: "run",
  experiment: "firefly/null",
  ...RARELY,
  seed: 1,
  measure,
  value,
  unit: "ms",
});

const numbers: Readonly<Record<string, LessonNumber>> = {
  trap: small("sender; Handle trap to Nub"),
  wire: small("network; Transmission time on Ethernet"),
  transmit: small("network; QBus/controller transmit latency"),
  receive: small("network; QBus/controller receive latency"),
  wakeup: small("receiver; Wake up RPC thread"),
  interrupt: small("receiver; General I/O interrupt handler"),
  handler: small("receiver; Handle interrupt for received packet"),
  wireLarge: large("network; Transmission time on Ethernet"),
  transmitLarge: large("network; QBus/controller transmit latency"),
  receiveLarge: large("network; QBus/controller receive latency"),
  sum: { kind: "model", fn: "null_us", args: { ethernet_mbps: 10 }, value: "2,514", unit: "us" },
  sumLarge: { kind: "cell", table: "table-viii", row: "MaxResult; Total", column: "us" },
  total: { kind: "cell", table: "table-i", row: "1", column: "nullSeconds" },
  latency: text("nullLatency"),
  ethernet: text("ethernet"),
  penalty: text("retransmitPenalty"),
  measured: {
    kind: "ours",
    expression: "100 * total",
    value: "2,661",
    unit: "us",
    how: "Ten thousand calls in seconds, one in microseconds",
  },
  wireBoth: {
    kind: "ours",
    expression: "2 * wire",
    value: "120",
    unit: "us",
    how: "The call packet and the result packet",
  },
  wireShare: {
    kind: "ours",
    expression: "100 * 2 * wire / measured",
    value: "4.5",
    unit: "%",
    how: "Both packets, of the measured call",
  },
  controllers: {
    kind: "ours",
    expression: "2 * (transmit + receive)",
    value: "300",
    unit: "us",
    how: "Bus and controller, out and back",
  },
  software: {
    kind: "ours",
    expression: "sum - 2 * (transmit + wire + receive)",
    value: "2,094",
    unit: "us",
    how: "All listed steps without buses, controllers and wire",
  },
  network: {
    kind: "ours",
    expression: "transmit + wire + receive + transmitLarge + wireLarge + receiveLarge",
    value: "3,090",
    unit: "us",
    how: "Buses, controllers and wire, for a small packet and a large one",
  },
  networkShare: {
    kind: "ours",
    expression: "100 * network / sumLarge",
    value: "47",
    unit: "%",
    how: "Of the listed steps of MaxResult",
  },
  callsLost: {
    kind: "ours",
    expression: "penalty / latency",
    value: "226",
    unit: "calls",
    how: "The wait for a retransmission over one call",
  },
  controllersLarge: {
    kind: "ours",
    expression: "transmitLarge + receiveLarge",
    value: "1,650",
    unit: "us",
    how: "Bus and controller at both ends, for a full packet",
  },
  crossing: {
    kind: "ours",
    expression: "ethernet * wireLarge / receiveLarge",
    value: "14.7",
    unit: "Mbit/s",
    how: "The speed at which a full packet's wire is as short as the step after it",
  },
  meanLost: rarelyLost("latencyMs", "8.55"),
  medianLost: rarelyLost("medianMs", "2.53"),
  gap: { kind: "ours", expression: "measured - sum", value: "147", unit: "us", how: "Table I less the listed steps" },
  bypass: {
    kind: "ours",
    expression: "2 * (trap + interrupt + handler + wakeup)",
    value: "896",
    unit: "us",
    how: "Trap, interrupts and wake-up, for each of two packets",
  },
  bypassShare: {
    kind: "ours",
    expression: "100 * bypass / measured",
    value: "34",
    unit: "%",
    how: "Of the measured call",
  },
  runtime: { kind: "cell", table: "table-viii", row: "Null(); Caller, server, stubs, RPC run time", column: "us" },
  sendReceive: small("total; Total for send+receive"),
  packetBytes: text("maxPacketResult"),
  unexplained: text("nullUnaccounted"),
  best: text("nullBest"),
  overLarge: text("maxResultOver"),
};

const WHOLE: StageState = {
  experiment: "firefly/null",
  moment: "end",
  hero: "waterfall",
  figures: ["waterfall", "inspector"],
};

const wireShare: NumberPrediction = {
  kind: "number",
  id: "wire-share",
  question: "The whole call takes {latency}. What share of that are the two packets on the Ethernet?",
  unit: "%",
  min: 0,
  max: 100,
  step: 0.5,
  truth: "wireShare",
  hit: "Yes: both packets together are on the wire for {wireBoth}, {wireShare} of the call.",
  misses: {
    tooHigh: {
      reply:
        "A network feels slow, so its share seems large; most readers start there. The whole call is uncovered now. " +
        "Find the two slanted lines: only while they run are bits on the wire.",
      tags: ["M1"],
    },
    tooLow: {
      reply:
        "You leave the wire almost nothing. The whole call is uncovered now. Find the two slanted lines and compare " +
        "their length with the call's.",
      tags: [],
    },
  },
  observe: { moment: { at: "start", of: { name: "call" } }, highlight: { name: "call" }, hero: "timeline" },
  second: "Bar by bar, of all the listed steps: the software of both machines, the buses and controllers, the wire.",
  bars: [
    { label: "Software", number: "software" },
    { label: "Buses, controllers", number: "controllers" },
    { label: "Wire", number: "wireBoth" },
    { label: "One wake-up", number: "wakeup" },
  ],
  third:
    "It is {wireShare}: twice {wire}, of {measured}. Software is {software} of {sum}, and a single wake-up of a " +
    "thread, {wakeup}, is longer than both packets.",
  variant: {
    question: "Make the wire infinitely fast. How long does Null() take now?",
    options: [
      {
        id: "half",
        text: "About half as long",
        reply: "That would need the wire to be half of the call; it is {wireShare}.",
        tags: ["M1"],
      },
      { id: "nearly", text: "Nearly as long as before", right: true, reply: "Yes: {wireBoth} go, all the rest stays." },
      {
        id: "gone",
        text: "Next to nothing",
        reply: "Then software would cost nothing; it is {software}.",
        tags: ["M1"],
      },
    ],
  },
};

const slowestWire: Checkpoint = {
  id: "longest-step",
  question:
    "Slow the network down until the Ethernet is the longest single step of Null(). Which is the fastest network, in " +
    "tenths, at which it is?",
  parts: [
    {
      id: "wire",
      title: "The fastest network on which the wire is the longest step",
      experiment: "firefly/null",
      free: ["networkMbps"],
      seeds: [1],
      conditions: [
        {
          experiment: "firefly/null",
          set: { calls: 1 },
          measure: "longestStep",
          test: "is",
          bound: "Transmission time on Ethernet",
          says: "the longest step is the Ethernet",
        },
      ],
      neighbour: { param: "networkMbps", by: 0.1 },
      near: [
        {
          set: { networkMbps: 2.7 },
          reply:
            "Right by the table: its {wire} grow to the {wakeup} of a wake-up there. Our frames also carry preamble " +
            "and check sequence, which the table leaves out, so in the run the wire leads a little longer. Go on up.",
        },
      ],
      solution: { networkMbps: 3.1 },
      fails: [{ networkMbps: 2.7 }, { networkMbps: 3 }, { networkMbps: 3.2 }, { networkMbps: 10 }, { networkMbps: 1 }],
    },
  ],
  hints: [
    "Which step is the longest at {ethernet}? The waterfall shows it under Steps: {wakeup}.",
    "The wire's {wire} at {ethernet} grow as the network slows: half the speed, twice the time. When do they " +
      "reach {wakeup}?",
  ],
  solution:
    "The table alone gives {ethernet} times {wire} over {wakeup}. With preamble and check sequence on the wire the " +
    "run comes out a little higher: set it, and see that one tenth more fails.",
  variant: {
    question: "Now MaxResult, on faster and faster networks. Which step takes over from its wire as the longest?",
    options: [
      {
        id: "wakeup",
        text: "Waking a thread up, as for Null()",
        reply:
          "That takes {wakeup}. A full packet meets longer steps: each controller alone holds it for nearly four " +
          "times as long.",
      },
      {
        id: "controller",
        text: "The receiving bus and controller",
        right: true,
        reply:
          "Yes: {receiveLarge} for a full packet. The wire is down to that at about {crossing}; try it on the " +
          "stage.",
      },
      {
        id: "none",
        text: "None: a full packet's wire is always the longest",
        reply:
          "At {ethernet} it is, {wireLarge}. It shrinks as the network speeds up; {receiveLarge} in the " +
          "controller stay.",
        tags: ["M1"],
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "follow",
    gist: "Follow the call",
    action: "Step along the timeline, with the full stop key, to the interrupt of CPU 0.",
    stage: {
      experiment: "firefly/null",
      moment: "start",
      highlight: { name: "Handle interprocessor interrupt", machine: "caller" },
      figures: ["inspector", "waterfall"],
      hero: "timeline",
      open: ["inspector"],
    },
    cover: {
      until: "wire-share",
      figures: ["waterfall"],
      after: { at: "end", of: { name: "Prod Ethernet controller", machine: "caller" } },
    },
  },
  {
    id: "predict-wire",
    gist: "What share is wire?",
    action: "Commit a share and an interval.",
    stage: { ...WHOLE, hero: "timeline" },
    cover: {
      until: "wire-share",
      figures: ["waterfall"],
      after: { at: "end", of: { name: "Prod Ethernet controller", machine: "caller" } },
    },
    predict: wireShare,
  },
  {
    id: "account",
    gist: "The whole account",
    action: "Open every bar of the waterfall.",
    stage: WHOLE,
    cover: {
      until: "wire-share",
      figures: ["waterfall"],
      after: { at: "end", of: { name: "Prod Ethernet controller", machine: "caller" } },
    },
    explain: {
      id: "mostly",
      prompt: "In one sentence: what is an empty call mostly made of?",
      picks: [
        { id: "waiting", text: "Waiting for the network." },
        { id: "handing-on", text: "Software that hands a packet from one thread to another." },
        { id: "procedure", text: "The procedure itself." },
      ],
      ours:
        "Software that hands a packet on: {software} of {sum}. A packet is built, trapped into the kernel, passed to " +
        "the one processor that reaches the controller, and at the other end a thread must be woken.",
    },
  },
  {
    id: "large",
    gist: "A full packet",
    action: "Put the two calls side by side, and find the step that differs most.",
    stage: { ...WHOLE, experiment: "firefly/max-result" },
    tries: [
      {
        id: "twin",
        label: "Twin with Null()",
        stage: { twin: { name: "Null()", experiment: "firefly/null" }, hero: "timeline" },
      },
      { id: "empty", label: "Show Null()", stage: { experiment: "firefly/null" } },
      { id: "full", label: "Show MaxResult", stage: { experiment: "firefly/max-result" } },
    ],
  },
  {
    id: "lose",
    gist: "Lose the result",
    action: "Lose the result packet: press the button, or choose the packet in the timeline.",
    stage: {
      ...WHOLE,
      highlight: { name: "result" },
      moment: { at: "start", of: { name: "result" } },
      hero: "timeline",
      open: ["inspector"],
    },
    tries: [
      { id: "result", label: "Lose the result", stage: { faults: ["drop result#1"], moment: "end" } },
      {
        id: "hundred",
        label: "Lose one result in a hundred, by chance",
        stage: { ...RARELY, call: 2, moment: "end" },
      },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Find the speed, then submit.",
    stage: { ...WHOLE, set: { networkMbps: 10 } },
    checkpoint: slowestWire,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Answer for a system of today.",
    stage: WHOLE,
    transfer: {
      question:
        "A network card that programs reach directly (kernel bypass) does away with the trap, the interrupt and the " +
        "wake-up. What share of Null() would that save?",
      answer:
        "{bypass} of {measured}, {bypassShare}: for each of the two packets the trap {trap}, the interrupts " +
        "{interrupt} and {handler}, and the wake-up {wakeup}. The price: somebody must look all the time whether a " +
        "packet has come.",
    },
  },
];

export const lesson: Lesson = {
  slug: "where-2-66-ms-go",
  paper: "firefly",
  can: [
    "rebuild the time of an empty call from its steps",
    "say what dominates a small packet and a large one",
    "judge an account by what it leaves unexplained",
  ],
  numbers,
  steps,
};
