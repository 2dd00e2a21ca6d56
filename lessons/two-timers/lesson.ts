/** 7.4 Forty milliseconds, two hundred milliseconds: gaps that are always the same, and the timers behind them. */
import { ours, ran, said } from "../sources.ts";
import type { Checkpoint, Lesson, LessonNumber, NumberPrediction, ParamValues } from "../types.ts";
import type { RunNumber, StageState, Step } from "../types.ts";

const CALL = "tcp/transfer";
const INCAST = "tcp/incast";
/** Machines at one switch; small answers, and no chance. */
const SMALL: ParamValues = { lossShare: 0, rttMs: 0.1, bytes: 100 };
/** Twenty calls: the first segments of a connection are acknowledged at once. */
const SERIES: ParamValues = { ...SMALL, calls: 20, writes: "2" };
/** Head and body of a request are written one after the other, and small segments wait for each other. */
const TWO: ParamValues = { ...SERIES, nagle: "on" };
const ONE: ParamValues = { ...TWO, writes: "1" };
const AT_ONCE: ParamValues = { ...TWO, delayedAckMs: 0 };
const FAST_WIRE: ParamValues = { ...TWO, mbps: 10_000 };
const NEW_EACH: ParamValues = { ...TWO, setup: "tcp", reuse: "one" };
const YOUNG: ParamValues = { ...TWO, calls: 5 };
/** An answer of seven segments. */
const SEVEN: ParamValues = { ...SMALL, bytes: 10_000, tailProbe: "off" };
const PROBED: ParamValues = { ...SMALL, bytes: 10_000 };
const MIDDLE = ["drop reply#1 send 3"];
const TAIL = ["drop reply#1 send 7"];
const OPENED: ParamValues = { ...SMALL, setup: "tcp" };
const OPENING = ["drop open#1"];
const LOSSY: ParamValues = { ...SMALL, calls: 1000, lossShare: 0.01 };
const LONG: ParamValues = { rttMs: 0.1, bytes: 5_000_000 };
/** One block; a server may have 32 KiB under way, and a port keeps 128. */
const BLOCK: ParamValues = { calls: 1, windowKB: 32, portKB: 128 };
const TWELVE: ParamValues = { ...BLOCK, servers: 12 };
const ROOMY: ParamValues = { ...TWELVE, portKB: 512 };
const PATIENT: ParamValues = { ...TWELVE, minRtoMs: 1 };

const took = (value: string, set: ParamValues, faults: readonly string[] = []): RunNumber =>
  ran(CALL, "p50Ms", value, "ms", set, faults);
const carried = (value: string, set: ParamValues): RunNumber => ran(CALL, "goodputMbps", value, "Mbit/s", set);
const moved = (value: string, set: ParamValues): RunNumber => ran(INCAST, "goodputMbps", value, "Mbit/s", set);
const blockTook = (value: string, set: ParamValues): RunNumber => ran(INCAST, "p50Ms", value, "ms", set);

const numbers: Readonly<Record<string, LessonNumber>> = {
  two: took("40.2", TWO),
  one: took("0.15", ONE),
  off: took("0.15", SERIES),
  atOnce: took("0.26", AT_ONCE),
  wire: took("40.2", FAST_WIRE),
  sameGap: said("about the same", { "a faster wire": "wire", "the wire of today": "two" }),
  newEach: took("0.38", NEW_EACH),
  young: took("0.26", YOUNG),
  delayed: ours("40", "40", "ms", "Linux: the least wait of an acknowledgement"),
  least: ours("200", "200", "ms", "Linux: the least wait before a segment is sent again"),
  middle: took("1.1", SEVEN, MIDDLE),
  middleTimers: ran(CALL, "timeouts", "0", "", SEVEN, MIDDLE),
  nobody: said("Nobody", { "time-outs": "middleTimers" }),
  tail: took("201", SEVEN, TAIL),
  probed: took("1.1", PROBED, TAIL),
  opening: took("1,000", OPENED, OPENING),
  median: took("0.14", LOSSY),
  slowest: ran(CALL, "p99Ms", "200", "ms", LOSSY),
  share: ours("1", "1", "%", "Set: so many packets are lost"),
  clean: carried("95", { ...LONG, lossShare: 0 }),
  lossy: carried("64", LONG),
  twoThirds: said("two thirds", { "with losses": "lossy", "without losses": "clean" }),
  link: ours("1000", "1,000", "Mbit/s", "Set: the speed of the links"),
  oneServer: moved("901", { ...BLOCK, servers: 1 }),
  four: moved("937", { ...BLOCK, servers: 4 }),
  twelve: moved("112", TWELVE),
  twelveMs: blockTook("225", TWELVE),
  most: said("most", { silence: "twelveMs - roomyMs", "the time for the block": "twelveMs" }),
  roomy: moved("945", ROOMY),
  roomyMs: blockTook("27", ROOMY),
  bound: ours("20", "20", "ms", "Set: what a call may take"),
  patient: moved("926", PATIENT),
};

const BASE: StageState = {
  experiment: CALL,
  set: TWO,
  call: 20,
  moment: "end",
  hero: "timeline",
  figures: ["inspector", "waterfall"],
  axis: "linear",
};
const SWITCH: StageState = {
  experiment: INCAST,
  set: TWELVE,
  moment: "end",
  hero: "timeline",
  figures: ["chart", "inspector"],
  axis: "linear",
};

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
    "A block lies on several servers. All answer Mina’s client at once, through one port of a switch. From one " +
    "server {oneServer} arrive, and from four {four}; the link carries {link}. How much arrives from twelve?",
  unit: "Mbit/s",
  min: 1,
  max: 12_000,
  log: true,
  truth: "twelve",
  near: 50,
  beliefs: [
    { says: "Twelve servers bring twelve times as much", gives: "12 * oneServer" },
    { says: "The link is full, and stays so", gives: "four" },
    { says: "A little less, as some packets are sent again", gives: "four * 3 / 4" },
    { says: "Twice the servers that fit, so half of it", gives: "four / 2" },
  ],
  hit: "Yes, {twelve}. A few last segments are lost at the port, and their senders wait for a timer.",
  misses: {
    tooHigh: {
      reply:
        "That is right while the port has room for all. Twelve answers meet there, and those that find it full " +
        "are lost. The stage shows the run: look for the long silence.",
      tags: ["M4"],
    },
    tooLow: { reply: "One round of timers is enough here. The stage shows the run.", tags: [] },
  },
  observe: { set: TWELVE, hero: "timeline" },
  second: "The bars show what arrives from four servers, and from twelve.",
  bars: [
    { label: "One server", number: "oneServer" },
    { label: "Four", number: "four" },
    { label: "Twelve", number: "twelve" },
  ],
  third: "It is {twelve}. The block takes {twelveMs}, and {most} of that is silence: servers wait for a timer.",
  variant: {
    question: "The timer’s least wait is halved. What becomes of the time for the block?",
    options: [
      {
        id: "half",
        text: "It is nearly halved: the timer is what is waited for",
        right: true,
        reply: "Yes. The data themselves need a tenth of it.",
      },
      {
        id: "stays",
        text: "It stays: the port is full all the same",
        reply: "The port is full for a moment only. Then all wait, and the timer says how long.",
      },
      { id: "worse", text: "It grows: more is sent again", reply: "Nothing else is on its way when the timer ends." },
    ],
  },
};

const gaps: Checkpoint = {
  id: "gaps",
  question: "Three gaps. Find what removes each.",
  parts: [
    {
      id: "forty",
      title: "The client writes twice. Bring half of the calls under a millisecond with another change",
      experiment: CALL,
      set: SERIES,
      free: ["nagle", "mbps"],
      begin: { nagle: "on" },
      seeds: [1],
      conditions: [{ experiment: CALL, measure: "p50Ms", test: "at most", bound: 1, says: "a call" }],
      near: [{ set: { nagle: "on", mbps: 100_000 }, reply: "The gap is no way on the wire: it is a timer." }],
      solution: { nagle: "off" },
      fails: [{ nagle: "on" }, { nagle: "on", mbps: 100_000 }],
    },
    {
      id: "two-hundred",
      title:
        "One packet in a hundred is lost. The largest time-out with which all but one call in a hundred take {bound}",
      experiment: CALL,
      set: LOSSY,
      free: ["minRtoMs", "delayedAckMs"],
      seeds: [1, 2, 3],
      conditions: [
        { experiment: CALL, measure: "p99Ms", test: "at most", bound: 20, says: "all but one call in a hundred" },
      ],
      neighbour: { param: "minRtoMs", by: 1 },
      near: [
        { set: { minRtoMs: 200 }, reply: "Lone segments are lost, and nothing comes behind them. Who notices?" },
        { set: { minRtoMs: 20 }, reply: "Nearly. After the timer the segment still has its way to go." },
        { set: { minRtoMs: 1 }, reply: "That is enough. So is a longer one." },
      ],
      solution: { minRtoMs: 19 },
      fails: [{ minRtoMs: 200 }, { minRtoMs: 20 }, { minRtoMs: 1 }, { minRtoMs: 200, delayedAckMs: 0 }],
    },
    {
      id: "servers",
      title: "The largest number of servers that fills the link",
      experiment: INCAST,
      set: BLOCK,
      free: ["servers"],
      begin: { servers: 12 },
      within: { servers: [1, 47] },
      seeds: [1],
      conditions: [
        { experiment: INCAST, measure: "goodputMbps", test: "at least", bound: 800, says: "data that arrive" },
      ],
      neighbour: { param: "servers", by: 1 },
      near: [
        { set: { servers: 7 }, reply: "One too many: now a last segment finds the port full." },
        { set: { servers: 4 }, reply: "These fill the link. But a few more do so as well." },
        { set: { servers: 1 }, reply: "That fills it. So do more." },
      ],
      solution: { servers: 6 },
      fails: [{ servers: 7 }, { servers: 8 }, { servers: 4 }, { servers: 12 }],
    },
  ],
  hints: [
    "Who is silent in the gap, and who would have sent next? The change belongs to one of them.",
    "A call with a loss takes the timer, and then its usual time. A port must keep what all servers send at once.",
  ],
  solution:
    "Nagle’s algorithm off. A time-out a little under the bound, as the segment needs its way as well. And six " +
    "servers for the room that there is.",
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
    gist: "Five measures",
    action: "Try each, and see which of them change the gap.",
    stage: BASE,
    tries: [
      { id: "off", label: "Nagle off", stage: { set: SERIES } },
      { id: "one", label: "One write", stage: { set: ONE } },
      { id: "at-once", label: "Acknowledge at once", stage: { set: AT_ONCE } },
      { id: "wire", label: "A faster wire", stage: { set: FAST_WIRE } },
      { id: "new-each", label: "A connection for each call", stage: { set: NEW_EACH } },
    ],
  },
  {
    id: "tail",
    gist: "The last segment",
    action: "Lose a middle segment, the last one, and the first of a connection.",
    stage: { ...BASE, set: SEVEN, call: 1, faults: MIDDLE },
    tries: [
      { id: "middle", label: "A middle segment", stage: {} },
      { id: "last", label: "The last segment", stage: { faults: TAIL } },
      { id: "probe", label: "The last, with a probe", stage: { set: PROBED, faults: TAIL } },
      { id: "opening", label: "The first of all", stage: { set: OPENED, faults: OPENING } },
    ],
  },
  {
    id: "share",
    gist: "One in a hundred",
    action: "Compare many small calls with a long transfer.",
    stage: { ...BASE, set: LOSSY, call: 0, hero: "distribution", figures: ["distribution", "inspector"] },
    tries: [
      { id: "calls", label: "A thousand small calls", stage: {} },
      { id: "transfer", label: "A long transfer", stage: { set: LONG, hero: "timeline" } },
    ],
  },
  {
    id: "predict-incast",
    gist: "All at once",
    action: "Enter a number, then commit.",
    stage: { ...SWITCH, set: { ...BLOCK, servers: 4 } },
    cover: { until: "all-at-once", figures: ["chart"] },
    predict: allAtOnce,
  },
  {
    id: "port",
    gist: "Room at the port",
    action: "Find what brings twelve servers back: more room, or a shorter timer.",
    stage: { ...SWITCH, hero: "chart" },
    tries: [
      { id: "room", label: "Four times the room", stage: { set: ROOMY } },
      { id: "timer", label: "A timer of a millisecond", stage: { set: PATIENT, chart: "timeout" } },
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
      set: LOSSY,
      call: 0,
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
  general: { "the last segment": "Its place in the answer.", "Half take": "That is what a median is." },
  numbers,
  steps,
};
