/** 7.4 Forty milliseconds, two hundred milliseconds: gaps that are always the same, and the timers behind them. */
import { ours, ran, said } from "../sources.ts";
import type { Checkpoint, Lesson, LessonNumber, NumberPrediction, ParamValues } from "../types.ts";
import type { RunNumber, StageState, Step } from "../types.ts";

const CALL = "today/call";
const INCAST = "flexrpc/incast";
/** Head and body of a request are written one after the other, and small segments wait for each other. */
const TWO: ParamValues = { writes: "2", nagle: "on" };
const ONE: ParamValues = { nagle: "on" };
const OFF: ParamValues = { writes: "2" };
const FAST_WIRE: ParamValues = { ...TWO, networkGbps: 400 };
const FAST_ENDS: ParamValues = { ...TWO, faster: 10 };
const SINGLE: ParamValues = { calls: 1 };
const THOUSAND: ParamValues = { calls: 1000 };
const LOST = ["drop reply#1"];
const ONE_PERCENT = ["lose 1% of packets"];
const MANY: ParamValues = { callees: 32 };
const MUCH_ROOM: ParamValues = { ...MANY, portBytes: 1_048_576 };

const took = (value: string, set: ParamValues, faults: readonly string[] = []): RunNumber =>
  ran(CALL, "latencyUs", value, "us", set, faults);
const inMs = (name: string, value: string): LessonNumber => ours(`${name} / 1000`, value, "ms", "The same in ms");
const moved = (value: string, set: ParamValues): RunNumber => ran(INCAST, "goodputMbps", value, "Mbit/s", set);
const waited = (value: string, set: ParamValues): RunNumber => ran(INCAST, "latencyMs", value, "ms", set);

const numbers: Readonly<Record<string, LessonNumber>> = {
  twoUs: took("40,135", TWO),
  two: inMs("twoUs", "40.1"),
  oneUs: took("90.0", ONE),
  one: inMs("oneUs", "0.09"),
  offUs: took("115.2", OFF),
  off: inMs("offUs", "0.12"),
  wireUs: took("40,134", FAST_WIRE),
  wire: inMs("wireUs", "40.1"),
  sameGap: said("about the same", { "a faster wire": "wireUs", "the wire of today": "twoUs" }),
  endsUs: took("40,017", FAST_ENDS),
  ends: inMs("endsUs", "40.0"),
  delayed: ours("40", "40", "ms", "Linux: the least wait of an acknowledgement"),
  least: ours("200", "200", "ms", "Linux: the least wait before a segment is sent again"),
  lostUs: took("200,088", SINGLE, LOST),
  lost: inMs("lostUs", "200.1"),
  medianUs: took("90.0", THOUSAND, ONE_PERCENT),
  meanMs: ran(CALL, "msPerCall", "4.49", "ms", THOUSAND, ONE_PERCENT),
  share: ours("1", "1", "%", "Set: so many packets are lost"),
  oneServer: waited("0.72", { callees: 1 }),
  turns: ours("32 * oneServer", "23", "ms", "Thirty-two times the wait for one server"),
  many: waited("243", MANY),
  idle: moved("69", MANY),
  four: moved("882", { callees: 4 }),
  eight: moved("17", { callees: 8 }),
  roomy: moved("930", MUCH_ROOM),
  roomyMs: waited("18", MUCH_ROOM),
  doubled: moved("909", { callees: 8, portBytes: 262_144 }),
};

const BASE: StageState = {
  experiment: CALL,
  set: TWO,
  moment: "end",
  hero: "timeline",
  figures: ["inspector", "waterfall"],
  axis: "linear",
};
const SWITCH: StageState = { ...BASE, experiment: INCAST, set: MANY, figures: ["chart", "inspector"] };

const oneWrite: NumberPrediction = {
  kind: "number",
  id: "one-write",
  question: "Each call takes {two}. Now Mina writes head and body with one system call. How long does a call take?",
  unit: "ms",
  min: 0,
  max: 100,
  truth: "one",
  near: 1,
  beliefs: [
    { says: "One write is half of two", gives: "two / 2" },
    { says: "The write is a small part of the call", gives: "two" },
    { says: "The acknowledgement is late in any case", gives: "delayed" },
    { says: "A quarter of the packets is gone", gives: "two * 3 / 4" },
  ],
  hit: "Yes, {one}. All of the rest was one wait.",
  misses: {
    tooHigh: {
      reply:
        "You let a part of the gap stay. But it is one wait, not a slow way: either both ends wait for each other, " +
        "or neither does. The stage shows the call.",
      tags: ["M5"],
    },
    tooLow: { reply: "The packets still need their way, and both ends their software.", tags: [] },
  },
  observe: { set: ONE },
  second: "The bars show a call with two writes, and a call with one.",
  bars: [
    { label: "Two writes", number: "two" },
    { label: "One write", number: "one" },
  ],
  third: "It is {one}. With one write nothing waits for an acknowledgement.",
  variant: {
    question: "What would become of the gap with three writes?",
    options: [
      {
        id: "same",
        text: "It stays one gap: the third part leaves with the second",
        right: true,
        reply: "Yes. What waits behind the first segment leaves together.",
      },
      {
        id: "two",
        text: "There are two gaps",
        reply: "The second and the third part wait together, for one acknowledgement.",
      },
      { id: "half", text: "It becomes half as long again", reply: "A timer does not know how many parts there are." },
    ],
  },
};

const allAtOnce: NumberPrediction = {
  kind: "number",
  id: "all-at-once",
  question:
    "Mina’s client asks one server for a block of data, and waits {oneServer}. Now it asks thirty-two servers at " +
    "once, for a block each. All send through one port of a switch. How long does the client wait for all of them?",
  unit: "ms",
  min: 0.1,
  max: 500,
  log: true,
  truth: "many",
  near: 40,
  beliefs: [
    { says: "They work side by side", gives: "oneServer" },
    { says: "The blocks come one after the other", gives: "turns" },
    { says: "A little less than in turn, as the wire is shared", gives: "roomyMs" },
    { says: "A few packets are sent again at once", gives: "2 * turns" },
  ],
  hit: "Yes, {many}. A few last segments are lost at the port, and their senders wait for a timer.",
  misses: {
    tooHigh: { reply: "One round of timers is enough here. The stage shows the run.", tags: [] },
    tooLow: {
      reply:
        "That is right while the port has room for all. Thirty-two answers meet there, and those that find it full " +
        "are lost. The stage shows the run: look for the long silence.",
      tags: ["M4"],
    },
  },
  observe: { set: MANY, hero: "timeline" },
  second: "The bars show the wait for one server, for thirty-two with much room at the port, and with little.",
  bars: [
    { label: "One server", number: "oneServer" },
    { label: "Much room", number: "roomyMs" },
    { label: "Little room", number: "many" },
  ],
  third: "It is {many}. The link is idle for most of it, and all wait for the same timer.",
  variant: {
    question: "The link becomes twice as fast, and the port keeps its room. What becomes of the wait?",
    options: [
      {
        id: "stays",
        text: "It hardly changes: the timer is what is waited for",
        right: true,
        reply: "Yes. No wire shortens a timer.",
      },
      {
        id: "half",
        text: "It halves",
        reply: "Only the time on the wire halves, and that is a small part.",
        tags: ["M1"],
      },
      { id: "grows", text: "It doubles", reply: "The timer is the same, whatever the link does." },
    ],
  },
};

const gaps: Checkpoint = {
  id: "gaps",
  question: "Three gaps, three measures. Find what removes each.",
  parts: [
    {
      id: "forty",
      title: "The client writes twice. Bring the call under a millisecond with another change",
      experiment: CALL,
      set: { writes: "2" },
      free: ["nagle", "networkGbps", "library"],
      begin: { nagle: "on" },
      seeds: [1],
      conditions: [{ experiment: CALL, measure: "latencyUs", test: "at most", bound: 1000, says: "a call" }],
      near: [{ set: { nagle: "on", networkGbps: 400 }, reply: "The gap is no way on the wire: it is a timer." }],
      solution: { nagle: "off" },
      fails: [{ nagle: "on" }, { nagle: "on", networkGbps: 400 }, { nagle: "on", library: "lean" }],
    },
    {
      id: "servers",
      title: "The largest number of servers that fills the link",
      experiment: INCAST,
      free: ["callees"],
      begin: { callees: 32 },
      within: { callees: [1, 48] },
      seeds: [1],
      conditions: [
        { experiment: INCAST, measure: "goodputMbps", test: "at least", bound: 800, says: "data that arrive" },
      ],
      neighbour: { param: "callees", by: 1 },
      near: [
        { set: { callees: 7 }, reply: "One too many: now a last segment finds the port full." },
        { set: { callees: 4 }, reply: "These fill the link. But a few more do so as well." },
        { set: { callees: 1 }, reply: "One server cannot quite fill it." },
      ],
      solution: { callees: 6 },
      fails: [{ callees: 7 }, { callees: 8 }, { callees: 4 }, { callees: 32 }],
    },
    {
      id: "room",
      title: "The least room at the port with which thirty-two servers fill the link",
      experiment: INCAST,
      set: MANY,
      free: ["portBytes"],
      within: { portBytes: [65_536, 2_097_152] },
      seeds: [1],
      conditions: [
        { experiment: INCAST, measure: "goodputMbps", test: "at least", bound: 900, says: "data that arrive" },
      ],
      neighbour: { param: "portBytes", by: -32_768 },
      near: [
        { set: { portBytes: 262_144 }, reply: "Twice the room is good for twice the servers. Here there are more." },
        { set: { portBytes: 1_048_576 }, reply: "That is enough. So is less." },
      ],
      solution: { portBytes: 524_288 },
      fails: [{ portBytes: 131_072 }, { portBytes: 262_144 }, { portBytes: 1_048_576 }, { portBytes: 2_097_152 }],
    },
  ],
  hints: [
    "Who is silent in the gap, and who would have sent next? The change belongs to one of them.",
    "The port’s room must take what all servers send before the first acknowledgements come back.",
  ],
  solution:
    "Nagle’s algorithm off. Six servers for the room that there is. And four times the room for thirty-two of them.",
  variant: {
    question: "A new connection sometimes takes a second longer than usual. Where do you look?",
    options: [
      {
        id: "first",
        text: "The first packet was lost: its timer begins with a second",
        right: true,
        reply: "Yes. The sender has no round trip to go by yet, so it waits a whole second.",
      },
      { id: "acks", text: "A delayed acknowledgement", reply: "That timer is far shorter." },
      { id: "load", text: "The server is busy", reply: "A load gives many different waits, not always the same." },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "gap",
    gist: "A gap",
    action: "Find the gap on the timeline, and say what each end waits for.",
    stage: BASE,
    explain: {
      id: "who-waits",
      prompt: "For forty milliseconds nobody sends anything. What does each end wait for?",
      picks: [
        {
          id: "both",
          text: "The client for an acknowledgement, the server for the body",
          right: true,
          reply: "Yes. Each waits for the other, until the server’s timer ends it.",
        },
        {
          id: "wire",
          text: "Both for the network",
          reply: "The packets cross it in microseconds. Look at their slanted lines.",
          tags: ["M1"],
        },
        {
          id: "server",
          text: "The client for the server’s work",
          reply: "The server has only the head yet. It cannot begin.",
        },
      ],
      ours:
        "Nagle’s algorithm holds the small body back until the head is acknowledged. The server delays its " +
        "acknowledgement, because an answer might carry it. So both wait {delayed}.",
    },
  },
  {
    id: "predict-one",
    gist: "One write",
    action: "Enter a time, then commit.",
    stage: BASE,
    predict: oneWrite,
  },
  {
    id: "measures",
    gist: "Four measures",
    action: "Try each, and see which of them change the gap.",
    stage: BASE,
    tries: [
      { id: "off", label: "Nagle off", stage: { set: OFF } },
      { id: "one", label: "One write", stage: { set: ONE } },
      { id: "wire", label: "A faster wire", stage: { set: FAST_WIRE } },
      { id: "ends", label: "Faster processors", stage: { set: FAST_ENDS } },
    ],
  },
  {
    id: "tail",
    gist: "The last segment",
    action: "Lose one answer, then one packet in a hundred.",
    stage: { ...BASE, set: SINGLE, faults: LOST, figures: ["distribution", "inspector"] },
    tries: [
      { id: "answer", label: "One answer is lost", stage: {} },
      { id: "percent", label: "One in a hundred", stage: { set: THOUSAND, faults: ONE_PERCENT, hero: "distribution" } },
    ],
  },
  {
    id: "predict-incast",
    gist: "All at once",
    action: "Enter a time, then commit.",
    stage: { ...SWITCH, set: { callees: 1 } },
    cover: { until: "all-at-once", figures: ["chart"] },
    predict: allAtOnce,
  },
  {
    id: "port",
    gist: "Room at the port",
    action: "Try four servers and eight. Then give the port more room.",
    stage: SWITCH,
    tries: [
      { id: "four", label: "Four servers", stage: { set: { callees: 4 } } },
      { id: "eight", label: "Eight servers", stage: { set: { callees: 8 } } },
      { id: "doubled", label: "Eight, and twice the room", stage: { set: { callees: 8, portBytes: 262_144 } } },
      { id: "room", label: "Thirty-two, and much room", stage: { set: MUCH_ROOM } },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set each part, then submit.",
    stage: BASE,
    checkpoint: gaps,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: {
      ...BASE,
      set: THOUSAND,
      faults: ONE_PERCENT,
      hero: "distribution",
      figures: ["distribution", "inspector"],
    },
    transfer: {
      question:
        "Of a service half of the calls take less than half a millisecond, and one in a hundred takes {least} more. " +
        "Where do you look?",
      answer:
        "For a lost last segment, and not for a load. A load spreads the waits. A timer makes them all alike, and " +
        "its length is its name. Then look where packets get lost: often at a port that many senders share.",
    },
  },
];

export const lesson: Lesson = {
  slug: "two-timers",
  part: "today",
  place: 4,
  title: "Forty milliseconds, two hundred milliseconds",
  question: "Always the same extra. Which timer is it?",
  minutes: 14,
  buildsOn: ["timeouts", "scale"],
  paper: null,
  can: [
    "read a timer off a gap",
    "say which measure removes a gap, and why the others do not",
    "tell how many senders a port can take at once",
  ],
  general: { "twice the room": "A setting: 256 KB in place of 128" },
  numbers,
  steps,
};
