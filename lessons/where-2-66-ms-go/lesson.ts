/** 2.1 Where 2.66 ms go: an empty call between two Fireflies, step by step. */
import { ours, ran, said, text } from "../sources.ts";
import type { CellNumber, Checkpoint, Lesson, LessonNumber, RunNumber } from "../types.ts";
import type { NumberPrediction, StageState, Step } from "../types.ts";

const small = (row: string): CellNumber => ({ kind: "cell", table: "table-vi", row, column: "us74" });
const large = (row: string): CellNumber => ({ kind: "cell", table: "table-vi", row, column: "us1514" });

/** A run of 400 calls, of whose results one in a hundred is lost by chance. */
const RARELY = { set: { calls: 400 }, faults: ["lose 1% of result packets"] };
const rarelyLost = (measure: string, value: string): RunNumber =>
  ran("firefly/null", measure, value, "ms", RARELY.set, RARELY.faults);

/** One call on a network of this speed, in our run. */
const alone = (networkMbps: number, value: string): RunNumber =>
  ran("firefly/null", "latencyMs", value, "ms", { calls: 1, networkMbps });

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
  measured: ours("100 * total", "2,661", "us", "Seconds for ten thousand calls, as microseconds for one"),
  wireBoth: ours("2 * wire", "120", "us", "The call packet and the result packet"),
  latencyHere: alone(10, "2.5316"),
  here: alone(10, "2.53"),
  latencyFast: alone(100, "2.4078"),
  wireHere: ours(
    "1000 * (latencyHere - latencyFast) / 0.9",
    "137.6",
    "us",
    "A network of ten times the speed saves nine tenths of it",
  ),
  wireShareHere: ours("wireHere / (10 * latencyHere)", "5.4", "%", "As a share of the call in our run"),
  tooMuch: ours("measured - 2500", "161", "us", "The measured call minus two and a half milliseconds"),
  wireShare: ours("100 * 2 * wire / measured", "4.5", "%", "Both packets, as a share of the measured call"),
  controllers: ours("2 * (transmit + receive)", "300", "us", "Bus and controller, for the call and for the result"),
  software: ours(
    "sum - 2 * (transmit + wire + receive)",
    "2,094",
    "us",
    "All listed steps except buses, controllers and wire",
  ),
  network: ours(
    "transmit + wire + receive + transmitLarge + wireLarge + receiveLarge",
    "3,090",
    "us",
    "Buses, controllers and wire, for a small packet and a large one",
  ),
  networkShare: ours("100 * network / sumLarge", "47", "%", "As a share of the listed steps of MaxResult"),
  callsLost: ours(
    "penalty / latency",
    "226",
    "calls",
    "The wait for a retransmission, divided by the time of one call",
  ),
  controllersLarge: ours(
    "transmitLarge + receiveLarge",
    "1,650",
    "us",
    "Bus and controller at both ends, for a full packet",
  ),
  crossing: ours(
    "ethernet * wireLarge / receiveLarge",
    "14.7",
    "Mbit/s",
    "The speed at which a full packet takes as long on the wire as in the step after it",
  ),
  wireEach: ours("wireHere / 2", "68.8", "us", "One of the two packets"),
  longer: said("longer", { "one wake-up": "wakeup", "both packets on the wire": "wireBoth" }),
  most: said("most", { "the software": "software", "the sum": "sum" }),
  nearlyAll: said("Nearly all", {
    "share of calls without a wait": "1 - (meanLost - medianLost) / penalty",
    "all calls": "1",
  }),
  nearlyAllCalls: said("nearly all", {
    "share of calls without a wait": "1 - (meanLost - medianLost) / penalty",
    "all calls": "1",
  }),
  meanLost: rarelyLost("latencyMs", "8.55"),
  medianLost: rarelyLost("medianMs", "2.53"),
  gap: ours("measured - sum", "147", "us", "The time in Table I minus the listed steps"),
  bypass: ours(
    "2 * (trap + interrupt + handler + wakeup)",
    "896",
    "us",
    "Trap, interrupts and wake-up, for each of two packets",
  ),
  bypassShare: ours("100 * bypass / measured", "34", "%", "As a share of the measured call"),
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
  question: "The whole call takes {latency}. During what share of that time are its two packets on the Ethernet?",
  unit: "%",
  min: 0,
  max: 100,
  truth: "wireShare",
  near: 1,
  beliefs: [
    { says: "The wire is half of a call", gives: "50" },
    { says: "One of the two packets counts", gives: "100 * wire / measured" },
    { says: "All parts of the network are the wire", gives: "100 * (wireBoth + controllers) / measured" },
    { says: "The network is all that is no program", gives: "networkShare" },
    { says: "A third", gives: "33" },
    { says: "A tenth", gives: "10" },
  ],
  hit: "Yes. Both packets together are on the wire for {wireBoth}: {wireShare} of the call.",
  misses: {
    tooHigh: {
      reply:
        "A network feels slow, so its share seems large. Most readers start there. The stage now shows the " +
        "whole call. Find the two slanted lines: bits are on the wire only there.",
      tags: ["M1"],
    },
    tooLow: {
      reply:
        "You leave the wire almost no time. The stage now shows the whole call. Find the two slanted lines and " +
        "compare their length with the length of the call.",
      tags: [],
    },
  },
  observe: { moment: { at: "start", of: { name: "call" } }, highlight: { name: "call" }, hero: "timeline" },
  second:
    "The bars add up the listed steps: the software of both machines, the buses and controllers, and the wire. " +
    "The last bar is one step alone.",
  bars: [
    { label: "Software", number: "software" },
    { label: "Buses, controllers", number: "controllers" },
    { label: "Wire", number: "wireBoth" },
    { label: "One wake-up", number: "wakeup" },
  ],
  third:
    "The share is {wireShare}: {wireBoth} out of {measured}. The software takes {software} of {sum}. One " +
    "wake-up of a thread takes {wakeup}, {longer} than both packets on the wire.",
  variant: {
    question: "Make the wire infinitely fast. How long does Null() take now?",
    options: [
      {
        id: "half",
        text: "About half as long",
        reply: "Then the wire would take half of the call. It takes {wireShare}.",
        tags: ["M1"],
      },
      {
        id: "nearly",
        text: "Nearly as long as before",
        right: true,
        reply: "Yes. The call loses {wireBoth}; everything else stays.",
      },
      {
        id: "gone",
        text: "Next to nothing",
        reply: "Then the software would take no time. It takes {software}.",
        tags: ["M1"],
      },
    ],
  },
};

const slowestWire: Checkpoint = {
  id: "longest-step",
  question:
    "Slow the network down until the Ethernet is the longest single step of Null(). What is the highest speed, " +
    "to a tenth of a Mbit/s, at which the wire is still the longest step?",
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
            "The table alone gives this answer: here its {wire} grow to {wakeup}, the time of a wake-up. Our " +
            "frames also carry a preamble and a checksum, which the table leaves out. So in the run the " +
            "wire stays the longest step a little longer. Try a higher speed.",
        },
      ],
      solution: { networkMbps: 3.1 },
      fails: [{ networkMbps: 2.7 }, { networkMbps: 3 }, { networkMbps: 3.2 }, { networkMbps: 10 }, { networkMbps: 1 }],
    },
  ],
  hints: [
    "Which step is the longest at {ethernet}? Choose Steps in the waterfall: this step takes {wakeup}.",
    "In our run a packet is on the wire for {wireEach} at {ethernet}, and twice as long at half the speed. At which " +
      "speed does it take {wakeup}?",
  ],
  solution:
    "Multiply {ethernet} by {wireEach} and divide by {wakeup}. Set the speed that you get, and see that a tenth " +
    "more fails. The table has {wire} for a packet, without preamble and checksum: that would give a lower speed.",
  variant: {
    question:
      "Now call MaxResult on faster and faster networks. Which step becomes the longest when the wire no longer is?",
    options: [
      {
        id: "wakeup",
        text: "Waking a thread up, as for Null()",
        reply:
          "That takes {wakeup}. A full packet has longer steps: each controller alone holds it for nearly four " +
          "times as long.",
      },
      {
        id: "controller",
        text: "The receiving bus and controller",
        right: true,
        reply:
          "Yes. It takes {receiveLarge} for a full packet. The wire takes no longer than that from about " +
          "{crossing} on. Try it on the stage.",
      },
      {
        id: "none",
        text: "None: a full packet’s wire is always the longest",
        reply:
          "At {ethernet} it is: {wireLarge}. A faster network makes this time shorter. The {receiveLarge} in " +
          "the controller stay the same.",
        tags: ["M1"],
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "follow",
    gist: "Follow the call",
    action: "Press the step button, or the full stop key, until CPU 0 is interrupted.",
    done: { at: "start", of: { name: "Handle interprocessor interrupt", machine: "caller" } },
    stage: {
      experiment: "firefly/null",
      moment: "start",
      highlight: { name: "Handle interprocessor interrupt", machine: "caller" },
      figures: ["inspector", "waterfall"],
      hero: "timeline",
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
    action: "Enter a share, then commit.",
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
    action: "Open bars of the waterfall to see where their times come from. Pull a packet’s bar: does the sum follow?",
    stage: WHOLE,
    cover: {
      until: "wire-share",
      figures: ["waterfall"],
      after: { at: "end", of: { name: "Prod Ethernet controller", machine: "caller" } },
    },
    explain: {
      id: "mostly",
      prompt: "In one sentence: what takes most of the time of an empty call?",
      picks: [
        {
          id: "waiting",
          text: "Waiting for the network.",
          reply: "The bits of both packets need only {wireBoth} of {sum}.",
        },
        {
          id: "handing-on",
          text: "Software that hands a packet from one thread to another.",
          right: true,
          reply: "Yes: {most} of the listed time. No single step is long, but there are many of them.",
        },
        {
          id: "procedure",
          text: "The procedure itself.",
          reply: "The procedure does nothing here. Look for its bar: it is one of the shortest.",
        },
      ],
      ours:
        "Software that hands a packet from one thread to another: {software} of {sum}. The stub builds the " +
        "packet. A trap brings it into the kernel. The kernel passes it to the one processor that reaches the " +
        "controller. At the other end an interrupt handler wakes the thread that waits.",
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
    action: "Pull the result packet in the timeline to the ground, or press the button.",
    stage: {
      ...WHOLE,
      highlight: { name: "result" },
      moment: { at: "start", of: { name: "result" } },
      hero: "timeline",
      open: ["inspector"],
    },
    tries: [
      { id: "result", label: "Lose the result", stage: { faults: ["drop result#1"], moment: "end", axis: "log" } },
      {
        id: "hundred",
        label: "Lose one result in a hundred, by chance",
        stage: { ...RARELY, hero: "distribution", figures: ["distribution", "inspector"], open: [] },
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
    action: "Write an answer, then compare it with ours.",
    stage: WHOLE,
    transfer: {
      question:
        "With kernel bypass a program reaches its network card directly. It needs no trap, no interrupt and no " +
        "wake-up. What share of Null() would that save?",
      answer:
        "It saves {bypass} of {measured}: {bypassShare}. Each of the two packets needs the trap ({trap}), the " +
        "interrupts ({interrupt} and {handler}) and the wake-up ({wakeup}). The price: a processor must look " +
        "for packets all the time.",
    },
  },
];

export const lesson: Lesson = {
  slug: "where-2-66-ms-go",
  part: "firefly",
  place: 1,
  title: "Where 2.66 ms go",
  question: "Which steps make up a call?",
  minutes: 12,
  paper: "firefly",
  can: [
    "rebuild the time of an empty call from its steps",
    "say which steps take most of the time of a small packet and of a large one",
    "judge an account by what it leaves unexplained",
  ],
  general: {
    "smallest call": "The call that carries nothing.",
    "twice as long at half the speed": "Arithmetic, on any network.",
  },
  numbers,
  steps,
};
