/** 2.4 What would make it faster: eight improvements, alone and together, and what each gives up. */
import { cell, ours, ran, said, text } from "../sources.ts";
import type { CellNumber, Checkpoint, ChoicePrediction, Lesson, LessonNumber, ParamValues } from "../types.ts";
import type { StageState, Step } from "../types.ts";

const EMPTY = "firefly/null";
const FULL = "firefly/max-result";
/** From the second call on a thread that loops has found its processor. */
const SOME: ParamValues = { calls: 20 };
const ONE: ParamValues = { calls: 1 };

/** The eight offers as parameters. */
const CONTROLLER: ParamValues = { controller: "overlapping" };
const NETWORK: ParamValues = { networkMbps: 100 };
const PROCESSORS: ParamValues = { cpuSpeed: 3 };
const CHECKSUMS: ParamValues = { udpChecksums: "off" };
const HEADER: ParamValues = { header: "redesigned" };
const LAYERS: ParamValues = { layering: "ethernet" };
const AWAKE: ParamValues = { waiting: "busy" };
const RUN_TIME: ParamValues = { runtime: "assembly" };

/** What the authors expect an offer to save. */
const empty = (section: string): CellNumber => cell("improvements", section, "nullSavedUs");
const full = (section: string): CellNumber => cell("improvements", section, "maxResultSavedUs");
const small = (row: string): CellNumber => cell("table-vi", row, "us74");

const latency = (value: string, set: ParamValues = {}): LessonNumber =>
  ran(EMPTY, "medianMs", value, "ms", { ...SOME, ...set });
const savedHere = (run: string, value: string): LessonNumber =>
  ours(`1000 * (before - ${run})`, value, "us", "The call before the change, minus the call after it");

const numbers: Readonly<Record<string, LessonNumber>> = {
  wire: small("network; Transmission time on Ethernet"),
  wakeup: small("receiver; Wake up RPC thread"),
  network: empty("4.2.2"),
  networkFull: full("4.2.2"),
  controller: empty("4.2.1"),
  controllerFull: full("4.2.1"),
  processors: empty("4.2.3"),
  processorsFull: full("4.2.3"),
  awake: empty("4.2.7"),
  awakeFull: full("4.2.7"),
  header: empty("4.2.5"),
  layers: empty("4.2.6"),
  checksums: empty("4.2.4"),
  checksumsFull: full("4.2.4"),
  processorsLead: said("The processors lead", {
    processors: "processors",
    "waiting awake": "awake",
    controller: "controller",
  }),
  processorsLeadFull: said("lead again", {
    processors: "processorsFull",
    controller: "controllerFull",
    network: "networkFull",
  }),
  awakeLeads: said("waiting awake leads", {
    "waiting awake": "awake",
    controller: "controller",
    "machine code": "recode",
    header: "header",
    checksums: "checksums",
    network: "network",
  }),
  controllerLeads: said("the controller leads", {
    controller: "controllerFull",
    network: "networkFull",
    checksums: "checksumsFull",
    "waiting awake": "awakeFull",
  }),
  more: said("more", { "the smaller of the two": "recode", "the new header": "header" }),
  longer: said("longer", { "one wake-up": "wakeup", "both packets": "2 * wire" }),
  less: said("less", { both: "bothHere", "the sum": "sum" }),
  penalty: text("retransmitPenalty"),
  faster: {
    kind: "model",
    fn: "saving_us",
    args: { change: "processors", call: "Null()" },
    value: "1,382.7",
    unit: "us",
  },
  sum: ours("faster + awake", "1,823", "us", "Both savings, added"),
  already: ours("2 * awake / 3", "293", "us", "Two thirds of both wake-ups"),
  still: ours("awake / 3", "147", "us", "One third of both wake-ups"),
  together: ours("faster + awake - already", "1,529", "us", "Both savings, the shared part counted once"),
  before: latency("2.5316"),
  bothRun: latency("1.0023", { ...PROCESSORS, ...AWAKE }),
  bothHere: savedHere("bothRun", "1,529"),
  controllerRun: latency("2.2356", CONTROLLER),
  controllerHere: savedHere("controllerRun", "296"),
  twoRun: latency("2.2283", { ...CONTROLLER, ...NETWORK }),
  twoHere: savedHere("twoRun", "303"),
  three: latency("1.6103", { ...HEADER, ...AWAKE, ...RUN_TIME }),
  share: ours("100 * three / before", "64", "%", "The call with the three offers, as a share of the call before"),
  pair: latency("1.8103", { ...AWAKE, ...RUN_TIME }),
  shareTwo: ours("100 * pair / before", "72", "%", "The call with these two offers, as a share of the call before"),
  recode: empty("4.2.8"),
  apart: ours("header + recode", "480", "us", "Both savings, added"),
};

const ACCOUNT: StageState = {
  experiment: EMPTY,
  set: SOME,
  call: 5,
  moment: "end",
  hero: "waterfall",
  figures: ["waterfall", "inspector"],
};

/** The stage of one offer beside the machine as it is. */
const offer = (set: ParamValues, experiment = EMPTY): Partial<StageState> => ({ experiment, set: { ...SOME, ...set } });

const whichOffer: ChoicePrediction = {
  kind: "choice",
  id: "which-offer",
  question:
    "Which offer saves more of an empty call? One is a network ten times as fast. The other is a thread that waits " +
    "for its packet without going to sleep.",
  options: [
    {
      id: "network",
      text: "The faster network",
      reply: "It shortens two bars of {wire} each. Find them in the account, and compare them with the longest bars.",
      tags: ["M1"],
    },
    {
      id: "alike",
      text: "Both about the same",
      reply: "One offer touches two bars of {wire}, the other two bars of {wakeup}. Find all four in the account.",
      tags: [],
    },
    {
      id: "awake",
      text: "Waiting without sleep",
      right: true,
      reply: "Yes: {awake} against {network}. To wake a thread takes {longer} than to send both packets.",
    },
  ],
  hit: "Yes: {awake} against {network}. To wake a thread takes {longer} than to send both packets.",
  observe: { highlight: { name: "Wake up RPC thread" } },
  second: "The bars are one wake-up and one packet on the wire. A call has two of each.",
  bars: [
    { label: "One wake-up", number: "wakeup" },
    { label: "One packet on the wire", number: "wire" },
  ],
  third:
    "Waiting without sleep saves both wake-ups, {awake}. The faster network saves nine tenths of two times {wire}, " +
    "about {network}.",
  variant: {
    question: "Now the call brings back a full packet. Which of the two offers saves more?",
    options: [
      {
        id: "network",
        text: "The faster network",
        right: true,
        reply: "Yes. A full packet is long on the wire: the network now saves {networkFull}, the wake-ups {awake}.",
      },
      {
        id: "awake",
        text: "Waiting without sleep, as before",
        reply: "The wake-ups take as long as before, {awake}. But a full packet needs far more time on the wire.",
      },
    ],
  },
};

const twoOffers: ChoicePrediction = {
  kind: "choice",
  id: "two-offers",
  question: "Ana buys both: processors three times as fast, and waiting without sleep. How much do they save together?",
  options: [
    {
      id: "sum",
      text: "Both savings added: {sum}",
      reply:
        "That is the sum. But a wake-up that no longer happens cannot also run faster. Find the bars that both touch.",
      tags: ["M5"],
    },
    {
      id: "larger",
      text: "The larger one alone: {faster}",
      reply: "Then the wake-ups would take no time on fast processors. They still need {still}.",
      tags: [],
    },
    {
      id: "between",
      text: "Something between: {together}",
      right: true,
      reply: "Yes. Of the {awake} for wake-ups the faster processors have saved {already} before.",
    },
  ],
  hit: "Yes. Of the {awake} for wake-ups the faster processors have saved {already} before.",
  observe: { set: { ...SOME, ...PROCESSORS }, highlight: { name: "Wake up RPC thread" } },
  second: "The bars show the wake-ups of a call: as they are, on processors three times as fast, and the difference.",
  bars: [
    { label: "Both wake-ups", number: "awake" },
    { label: "On fast processors", number: "still" },
    { label: "Saved before", number: "already" },
  ],
  third:
    "Fast processors save {faster}. Of the wake-ups they leave {still}, and waiting without sleep saves only that. " +
    "Together it is {together}.",
  variant: {
    question: "Ana buys the new header and the run time in machine code. They touch different bars. What do they save?",
    options: [
      {
        id: "sum",
        text: "Both savings added: {apart}",
        right: true,
        reply: "Yes. No bar belongs to both offers, so here the savings add.",
      },
      {
        id: "less",
        text: "Less than both added",
        reply: "Savings share a bar, or they add. Look for a bar that both offers touch: there is none.",
      },
    ],
  },
};

const noHardware: Checkpoint = {
  id: "no-hardware",
  question:
    "Ana has no money for hardware. Checksums, UDP and IP must stay. Bring the empty call to two thirds of its time " +
    "with the offers that are left.",
  parts: [
    {
      id: "offers",
      title: "An empty call in two thirds of its time",
      experiment: EMPTY,
      set: SOME,
      free: ["header", "waiting", "runtime"],
      seeds: [1],
      conditions: [
        {
          experiment: EMPTY,
          set: SOME,
          measure: "medianMs",
          from: "call",
          test: "at most",
          bound: 0.67,
          relative: true,
          says: "time of an empty call",
          as: "as long as with nothing changed",
        },
      ],
      near: [
        {
          set: { ...AWAKE, ...RUN_TIME },
          reply:
            "About {shareTwo} is left. Each of these two saves {more} than the new header, and both are not enough.",
        },
      ],
      solution: { ...HEADER, ...AWAKE, ...RUN_TIME },
      fails: [{ ...AWAKE, ...RUN_TIME }, { ...HEADER, ...AWAKE }, { ...HEADER, ...RUN_TIME }, { ...AWAKE }],
    },
  ],
  hints: [
    "Five of the eight offers are forbidden: three are hardware, and two take something away.",
    "Three offers are left. Do two of them suffice?",
  ],
  solution:
    "Take all three: the new header, waiting without sleep, and the run time in machine code. No bar belongs to two " +
    "of them, so their savings add. {share} of the time is left.",
  variant: {
    question: "Ana takes these three offers. What does waiting without sleep cost her?",
    options: [
      {
        id: "nothing",
        text: "Nothing: it only saves",
        reply: "A thread that waits awake keeps its processor busy, and others cannot use it.",
      },
      {
        id: "processor",
        text: "A processor at each machine, all the time",
        right: true,
        reply: "Yes. The waiting thread keeps a processor, also when no packet comes.",
      },
      {
        id: "wire",
        text: "More time on the wire",
        reply: "The packets stay as they are. Ask what the waiting thread does meanwhile.",
        tags: ["M1"],
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "offers",
    gist: "Eight offers",
    action:
      "Pull the bar of a packet shorter: that is the faster network. Find the bars that each other offer would make " +
      "shorter, and choose your favourite.",
    stage: ACCOUNT,
    explain: {
      id: "favourite",
      prompt: "Which offer touches the most bars of the account?",
      picks: [
        {
          id: "network",
          text: "The faster network.",
          reply: "It touches two bars, one for each packet. Look how short they are.",
          tags: ["M1"],
        },
        {
          id: "processors",
          text: "The faster processors.",
          right: true,
          reply: "Yes. All software runs faster: stubs, run time, interrupts, checksums and wake-ups.",
        },
        {
          id: "checksums",
          text: "No checksums.",
          reply: "It takes away four bars, two for each packet. Other bars stay as they are.",
        },
      ],
      ours:
        "Faster processors touch every bar of software. The authors expect {processors} from processors three times " +
        "as fast. Other offers touch two or four bars.",
    },
  },
  {
    id: "predict-offer",
    gist: "Network or sleep?",
    action: "Choose an offer, then commit.",
    stage: ACCOUNT,
    predict: whichOffer,
  },
  {
    id: "alone",
    gist: "Each alone",
    action: "Push each bar together and pull it out again. Then do the same for a full result.",
    stage: ACCOUNT,
    tries: [
      { id: "now", label: "An empty call", stage: offer({}) },
      { id: "full", label: "A full result", stage: offer({}, FULL) },
    ],
    push: {
      measure: "medianMs",
      offers: [
        { label: "Controller", set: CONTROLLER },
        { label: "Network", set: NETWORK },
        { label: "Processors", set: PROCESSORS },
        { label: "No checksums", set: CHECKSUMS },
        { label: "New header", set: HEADER },
        { label: "No IP and UDP", set: LAYERS },
        { label: "Waiting awake", set: AWAKE },
        { label: "Machine code", set: RUN_TIME },
      ],
    },
  },
  {
    id: "predict-two",
    gist: "Two together",
    action: "Choose a sum, then commit. Then push the bars together, one after the other.",
    stage: ACCOUNT,
    predict: twoOffers,
    push: {
      measure: "medianMs",
      offers: [
        { label: "Processors", set: PROCESSORS },
        { label: "Waiting awake", set: AWAKE },
        { label: "Controller", set: CONTROLLER },
        { label: "Network", set: NETWORK },
      ],
    },
  },
  {
    id: "damage",
    gist: "What is it for?",
    action: "Damage the result, with checksums and without.",
    stage: {
      experiment: FULL,
      set: ONE,
      moment: { at: "end", of: { name: "result" } },
      hero: "timeline",
      figures: ["inspector", "waterfall"],
      highlight: { name: "result" },
    },
    tries: [
      { id: "on", label: "Damage it, checksums on", stage: { faults: ["garble result#1 byte 100"] } },
      {
        id: "off",
        label: "Damage it, checksums off",
        stage: { set: { ...ONE, ...CHECKSUMS }, faults: ["garble result#1 byte 100"] },
      },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Push bars together until two thirds are left, then submit.",
    stage: ACCOUNT,
    checkpoint: noHardware,
    push: {
      measure: "medianMs",
      offers: [
        { label: "New header", set: HEADER },
        { label: "Waiting awake", set: AWAKE },
        { label: "Machine code", set: RUN_TIME },
      ],
    },
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: { ...ACCOUNT, set: { ...SOME, ...CONTROLLER } },
    transfer: {
      question:
        "A server polls its network card all the time and never sleeps. What does it pay for the wake-ups that it " +
        "saves?",
      answer:
        "It pays with a processor core for each queue, all the time, also when no packet comes. That pays where " +
        "calls are short and frequent. Where few calls come, a thread that sleeps is cheaper.",
    },
  },
];

export const lesson: Lesson = {
  slug: "make-it-faster",
  part: "firefly",
  place: 4,
  title: "What would make it faster",
  question: "Which improvement would you buy?",
  minutes: 14,
  buildsOn: ["where-2-66-ms-go"],
  paper: "firefly",
  can: [
    "rank improvements by the bars that they shorten",
    "say why savings do not always add",
    "name what an improvement gives up",
  ],
  general: { "saved twice": "What cannot be, in any run.", "every packet": "The rule of the protocol." },
  numbers,
  steps,
};
