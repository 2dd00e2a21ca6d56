/** 7.1 The blip that never ends: retries keep a server down whose trouble is over, and what brings it back. */
import { ours, ran, said } from "../sources.ts";
import type { Checkpoint, CheckpointPart, ChoicePrediction, Lesson, LessonNumber } from "../types.ts";
import type { NumberPrediction, ParamValues, RunNumber, StageState, Step } from "../types.ts";

const EXPERIMENT = "services/graph";
/** One server that needs ten milliseconds a call, and clients that send a call up to five times. */
const ANY_LOAD: ParamValues = {
  ...{ graph: "single", servers: 1, workers: 1, serverMs: 10, spread: "constant" },
  ...{ arrivals: "even", timeoutMs: 500, deadlineMs: 2500, retries: 4, seconds: 20 },
};
const SHOP: ParamValues = { ...ANY_LOAD, loadPerS: 80 };
const CALM: ParamValues = { ...SHOP, blipMs: 0 };
const SHORT: ParamValues = { ...SHOP, blipMs: 500 };
const LONGER: ParamValues = { ...SHOP, blipMs: 600 };
const LONG_QUEUE: ParamValues = { ...SHOP, queueLimit: 200 };
const SHORT_QUEUE: ParamValues = { ...SHOP, queueLimit: 40 };
const PAUSES: ParamValues = { ...SHOP, backoff: "exponential" };
const FASTER: ParamValues = { ...SHOP, serverMs: 8 };
const BUDGET: ParamValues = { ...SHOP, budget: 0.1 };
const NEWEST: ParamValues = { ...SHOP, queue: "lifo" };
/** Long enough to see whether a queue gets shorter at all. */
const MINUTE: ParamValues = { ...ANY_LOAD, seconds: 60 };
const QUIET: ParamValues = { ...MINUTE, queueLimit: 1000, loadPerS: 18 };
const CHANCE: ParamValues = { ...QUIET, arrivals: "random" };

const run = (measure: string, value: string, unit: string, set: ParamValues): RunNumber =>
  ran(EXPERIMENT, measure, value, unit, set);
const atTheEnd = (value: string, set: ParamValues): RunNumber => run("goodputPerS", value, "calls/s", set);
const wellAfter = (value: string, set: ParamValues): RunNumber => run("recoveryMs", value, "ms", set);
const inSeconds = (name: string, value: string): LessonNumber =>
  ours(`${name} / 1000`, value, "s", "The same in seconds");

const numbers: Readonly<Record<string, LessonNumber>> = {
  calm: run("p50Ms", "10.5", "ms", CALM),
  load: ours("80", "80", "calls/s", "Set: so many calls begin each second"),
  capacity: ours("1000 / 10", "100", "calls/s", "A second, divided by ten milliseconds for each call"),
  tries: ours("1 + 4", "5", "attempts", "The first attempt and four retries"),
  down: atTheEnd("3.8", SHOP),
  stop: ours("2", "2", "s", "Set: the server stands still for so long"),
  waiting: ours("load * stop", "160", "calls", "The calls of two seconds"),
  spare: ours("capacity - load", "20", "calls/s", "What the server can do, minus what comes"),
  eight: ours("waiting / spare", "8", "s", "The calls that wait, divided by what is to spare"),
  attempts: run("attemptsPerCall", "4.6", "", SHOP),
  sent: ours("attempts * load", "368", "attempts/s", "Attempts a call, times calls a second"),
  wasted: run("wastedShare", "90", "%", SHOP),
  nearlyAll: said("Nearly all", { "work for nobody": "wasted", "all of its work": "100" }),
  patience: ours("500", "500", "ms", "Set: an attempt is given up after this"),
  fullQueue: ours("100 * 10", "1,000", "ms", "A hundred places, times ten milliseconds"),
  twicePatience: said("twice", { "a full queue": "fullQueue", patience: "patience" }),
  healed: atTheEnd("80", SHORT),
  again: said("all", { "calls that return": "healed", "calls that begin": "load" }),
  notHealed: atTheEnd("2.3", LONGER),
  longQueue: atTheEnd("0", LONG_QUEUE),
  none: said("none", { "calls that return": "longQueue" }),
  pauses: atTheEnd("5.3", PAUSES),
  faster: atTheEnd("11.3", FASTER),
  fastServer: ours("1000 / 8", "125", "calls/s", "A second, divided by eight milliseconds for each call"),
  shortQueue: atTheEnd("80", SHORT_QUEUE),
  shortWait: ours("40 * 10", "400", "ms", "Forty places, times ten milliseconds"),
  shortWell: wellAfter("500", SHORT_QUEUE),
  budgetWell: wellAfter("5,000", BUDGET),
  budgetSeconds: inSeconds("budgetWell", "5"),
  newestWell: wellAfter("500", NEWEST),
  fewer: said("fewer than", { "what may be sent": "budgetSent", "what the server can serve": "capacity" }),
  budgetSent: ours("load * 1.1", "88", "attempts/s", "The calls, and one retry for ten of them"),
  mostAttempts: ours("19 * tries", "95", "attempts/s", "Nineteen calls, each sent five times"),
  twenty: ours("20 * tries", "100", "attempts/s", "Twenty calls, each sent five times"),
  withBudget: ours("90 * 1.1", "99", "attempts/s", "Ninety calls, and one retry for ten of them"),
  evenWell: wellAfter("2,500", QUIET),
  evenSeconds: inSeconds("evenWell", "2.5"),
  chanceWell: wellAfter("19,000", CHANCE),
  chanceSeconds: inSeconds("chanceWell", "19"),
};

const BASE: StageState = {
  experiment: EXPERIMENT,
  set: SHOP,
  moment: "end",
  hero: "crowd",
  figures: ["crowd", "distribution"],
  axis: "linear",
};

const wellAgain: NumberPrediction = {
  kind: "number",
  id: "well-again",
  question:
    "The server can serve {capacity}, and {load} come. For two seconds it stands still, and then it works as before. " +
    "Twelve seconds later, how many calls return each second?",
  unit: "calls/s",
  min: 0,
  max: 200,
  truth: "down",
  near: 6,
  beliefs: [
    { says: "What waits is worked off with the spare capacity, in eight seconds", gives: "load" },
    { says: "A busy server is a useful server", gives: "capacity" },
    { says: "Only what is to spare is left for new calls", gives: "capacity - load" },
    { says: "Old and new calls share the server", gives: "capacity / 2" },
    { says: "Half of the calls get through", gives: "load / 2" },
  ],
  hit: "Yes, {down}. The trouble is over, and the shop stays down: the calls come again and again.",
  misses: {
    tooHigh: {
      reply:
        "Perhaps you reckoned so: {waiting} wait, {spare} are to spare, so it is well after {eight}. That is right " +
        "for calls that wait. These give up and come again. The stage shows the run.",
      tags: ["M10"],
    },
    tooLow: {
      reply: "A few calls are lucky and find a short queue. The stage shows the run.",
      tags: [],
    },
  },
  observe: { set: SHOP, hero: "crowd" },
  second: "The bars show the calls that begin, and those that return at the end of the run.",
  bars: [
    { label: "Calls that begin", number: "load" },
    { label: "Calls that return", number: "down" },
  ],
  third: "Only {down} return. Each call comes up to five times now, and the server cannot serve so many.",
  variant: {
    question: "The server stays as it is, and Omar does nothing. When is it well again?",
    options: [
      {
        id: "minutes",
        text: "After some minutes",
        reply: "New calls come all the time, and each of them is sent again and again.",
        tags: ["M10"],
      },
      {
        id: "never",
        text: "When fewer people want tickets",
        right: true,
        reply: "Yes. Nothing inside the shop ends it.",
      },
      {
        id: "queue",
        text: "When the queue is empty",
        reply: "The queue is filled again faster than the server can empty it.",
        tags: ["M10"],
      },
    ],
  },
};

const remedy: ChoicePrediction = {
  kind: "choice",
  id: "remedy",
  question: "Omar may change one thing for the next stop of two seconds. Which change brings the shop back?",
  options: [
    {
      id: "long",
      text: "A queue with twice as many places",
      reply:
        "Then a request waits longer still, and its client has left before its turn comes. At the end {none} return.",
      tags: ["M11"],
    },
    {
      id: "pauses",
      text: "A pause before each retry, which doubles",
      reply: "It helps these clients only for a while. New ones come in the meantime, and {pauses} return at the end.",
      tags: ["M10"],
    },
    {
      id: "short",
      text: "A queue with forty places",
      right: true,
      reply: "Yes. Who gets a place has the answer after {shortWait} at most, and still waits for it.",
    },
    {
      id: "faster",
      text: "A server that can serve {fastServer}",
      reply: "The attempts together are {sent}, and {fastServer} is far from that: {faster} return at the end.",
      tags: ["M10"],
    },
  ],
  hit: "Yes. Who gets a place has the answer after {shortWait} at most, and still waits for it.",
  observe: { set: SHORT_QUEUE },
  second: "The bars show how many calls return each second at the end of the run.",
  bars: [
    { label: "Twice the places", number: "longQueue" },
    { label: "Pauses", number: "pauses" },
    { label: "A faster server", number: "faster" },
    { label: "Forty places", number: "shortQueue" },
  ],
  third: "The queue of forty places. A request that waits longer than its client is work for nobody.",
  variant: {
    question: "A client waits a second, and the server needs twenty milliseconds a call. How many places may it have?",
    options: [
      {
        id: "under",
        text: "Fewer than fifty",
        right: true,
        reply: "Yes. Fifty times twenty milliseconds is the second that the client waits.",
      },
      {
        id: "thousand",
        text: "A thousand, to lose nobody",
        reply: "The last one would wait twenty seconds. Its client has left long before.",
        tags: ["M11"],
      },
      {
        id: "one",
        text: "None at all",
        reply: "Then two calls that come together are one too many, on a quiet day as well.",
      },
    ],
  },
};

/** At the end all calls return, in a run of a minute. */
const heals = (queueLimit: number, budget?: number) => ({
  experiment: EXPERIMENT,
  set: { ...MINUTE, queueLimit, ...(budget === undefined ? {} : { budget }) },
  measure: "goodputPerS",
  per: "offeredPerS",
  test: "at least" as const,
  bound: 0.95,
  says: `calls that return at the end, for each that begins, with a ${queueLimit > 100 ? "long" : "usual"} queue`,
});

const largest = (part: Omit<CheckpointPart, "experiment" | "free" | "within" | "seeds" | "neighbour" | "begin">) => ({
  ...part,
  ...{ experiment: EXPERIMENT, free: ["loadPerS"], seeds: [1] },
  within: { loadPerS: [10, 110] } as const,
  begin: { loadPerS: 80 },
  neighbour: { param: "loadPerS", by: 1 },
});

const safeLoad: Checkpoint = {
  id: "safe-load",
  question: "From how many calls a second does any stop of two seconds heal by itself? Find the largest number, twice.",
  parts: [
    largest({
      id: "retries",
      title: "Four retries, and a queue of any length",
      set: { ...MINUTE, queueLimit: 1000 },
      labels: { loadPerS: "Calls a second, with four retries" },
      conditions: [heals(100), heals(1000)],
      near: [
        { set: { loadPerS: 20 }, reply: "That makes {twenty}, just what the server can do. So nothing is to spare." },
        {
          set: { loadPerS: 25 },
          reply: "You counted four attempts. The first one counts, too: each call is sent five times.",
        },
        { set: { loadPerS: 18 }, reply: "That heals. But one call more does so as well." },
      ],
      solution: { loadPerS: 19 },
      fails: [{ loadPerS: 20 }, { loadPerS: 18 }, { loadPerS: 25 }, { loadPerS: 80 }],
    }),
    largest({
      id: "budget",
      title: "The same, with a budget of one retry for ten calls",
      set: { ...MINUTE, budget: 0.1 },
      labels: { loadPerS: "Calls a second, with the budget" },
      conditions: [heals(100, 0.1)],
      near: [
        { set: { loadPerS: 91 }, reply: "A tenth more than that is a little over a hundred. It never gets better." },
        { set: { loadPerS: 99 }, reply: "A tenth more than that is well over a hundred." },
        { set: { loadPerS: 20 }, reply: "That is safe without a budget. With one each call costs far less." },
      ],
      solution: { loadPerS: 90 },
      fails: [{ loadPerS: 91 }, { loadPerS: 80 }, { loadPerS: 99 }, { loadPerS: 100 }],
    }),
  ],
  hints: [
    "Suppose that all calls fail for a while. How many requests does each of them send then?",
    "All these requests together must be fewer than the server can serve. Which load keeps to that?",
  ],
  solution:
    "With four retries nineteen calls make {mostAttempts}, and the server can serve {capacity}. With the budget " +
    "ninety calls make {withBudget}.",
  variant: {
    question: "Mina allows one retry, without a budget. From which load is the shop safe?",
    options: [
      {
        id: "half",
        text: "Just under fifty calls a second",
        right: true,
        reply: "Yes. Each call is sent two times when all fail.",
      },
      {
        id: "ninety",
        text: "Just under a hundred",
        reply: "That is right while nothing fails. When all fail, each call comes a second time.",
        tags: ["M10"],
      },
      {
        id: "twenty",
        text: "Just under twenty",
        reply: "That is the load for five attempts. With one retry there are two.",
      },
    ],
  },
};

const COVERED = { until: "well-again", figures: ["crowd", "distribution"] } as const;

const steps: readonly Step[] = [
  {
    id: "calm",
    gist: "Before the stop",
    action: "Run one call, and read how long it takes.",
    stage: { ...BASE, set: CALM, hero: "timeline" },
    cover: COVERED,
  },
  {
    id: "predict-back",
    gist: "Two seconds",
    action: "Enter a number, then commit.",
    stage: { ...BASE, set: CALM, hero: "timeline" },
    cover: COVERED,
    predict: wellAgain,
  },
  {
    id: "nobody",
    gist: "Work for nobody",
    action: "Find a request that the server serves after its client has left.",
    stage: { ...BASE, call: 400, later: true, hero: "timeline" },
    explain: {
      id: "why-down",
      prompt: "The server has worked at full speed since the stop. Why do so few calls return?",
      picks: [
        {
          id: "late",
          text: "It answers requests whose clients have given up.",
          right: true,
          reply: "Yes. And those clients have sent a new request meanwhile, which waits in the same queue.",
        },
        {
          id: "slow",
          text: "It has become slower.",
          reply: "It needs ten milliseconds a request, as before. Look at its bars on the timeline.",
        },
        {
          id: "ends",
          text: "It stops work when a client gives up, and begins the next one.",
          reply: "Nobody tells the server that a client has left. It works for that client to the end.",
          tags: ["M12"],
        },
      ],
      ours:
        "A full queue takes {fullQueue}, {twicePatience} as long as a client waits. The server works for clients who " +
        "have left. So they try again, and that keeps the queue full.",
    },
  },
  {
    id: "no-return",
    gist: "No return",
    action: "Pull the length of the stop, and find where the shop stays down.",
    stage: { ...BASE, set: SHOP },
    tries: [
      { id: "short", label: "Half a second", stage: { set: SHORT } },
      { id: "longer", label: "A tenth more", stage: { set: LONGER } },
    ],
  },
  {
    id: "predict-remedy",
    gist: "Which remedy?",
    action: "Choose, then commit.",
    stage: BASE,
    predict: remedy,
  },
  {
    id: "remedies",
    gist: "Three that help",
    action: "Try each remedy, and compare when the shop is well again.",
    stage: { ...BASE, set: SHORT_QUEUE },
    tries: [
      { id: "forty", label: "Forty places", stage: { set: SHORT_QUEUE } },
      { id: "newest", label: "The newest first", stage: { set: NEWEST } },
      { id: "budget", label: "A budget for retries", stage: { set: BUDGET } },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set both loads, then submit.",
    stage: { ...BASE, set: { ...MINUTE, queueLimit: 1000, loadPerS: 80 } },
    checkpoint: safeLoad,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Let the calls come by chance, and compare how long the shop needs. Then write your answer.",
    stage: { ...BASE, set: QUIET },
    tries: [
      { id: "even", label: "Evenly", stage: { set: QUIET } },
      { id: "chance", label: "By chance", stage: { set: CHANCE } },
    ],
    transfer: {
      question: "Look at a client library that you use. Which three numbers decide whether a short stop can last?",
      answer:
        "How often it tries a call, how large its budget for retries is, and how long the server’s queue is. " +
        "Attempts times load must stay below what the server can do, or a budget must see to that. And the queue’s " +
        "length, times the time for one request, must stay below the client’s time-out.",
    },
  },
];

export const lesson: Lesson = {
  slug: "blip",
  part: "today",
  place: 1,
  title: "The blip that never ends",
  question: "The cause is gone. Why does it stay down?",
  minutes: 14,
  buildsOn: ["timeouts"],
  paper: null,
  can: [
    "say what keeps a service down when its trouble is over",
    "reckon the load from which any short stop heals by itself",
    "choose a remedy, and say why it works",
  ],
  general: {
    "half a second at most": "The time that a client waits.",
    "the first clients": "Those that wait longest by then.",
    "newest request first": "What the setting says.",
    "is for nobody": "The measure is called so",
  },
  numbers,
  steps,
};
