/** 7.3 The deadline that nobody told: who works for a user that has left, and four ways to stop it. */
import { ours, ran, said } from "../sources.ts";
import type { Checkpoint, ChoicePrediction, Lesson, LessonNumber, NumberPrediction, ParamValues } from "../types.ts";
import type { RunNumber, StageState, Step } from "../types.ts";

const EXPERIMENT = "services/graph";
/** Front and middle have workers enough: whoever waits, waits at the storage. */
const THREE = JSON.stringify({
  services: [
    { name: "front", servers: 1, workers: 200, ms: 1, spread: "constant", calls: [{ to: "middle" }] },
    { name: "middle", servers: 1, workers: 200, ms: 1, spread: "constant", calls: [{ to: "storage" }] },
    { name: "storage", servers: 1, workers: 1, ms: 10, spread: "constant" },
  ],
});
const SALE: ParamValues = { graph: THREE, loadPerS: 120, deadlineMs: 300, retries: 0, blipMs: 0 };
const TOLD: ParamValues = { ...SALE, travels: "on" };
const RESERVE: ParamValues = { ...SALE, travels: "reserve" };
const SHORT: ParamValues = { ...SALE, queueLimit: 25 };
const NEWEST: ParamValues = { ...SALE, queue: "lifo" };
const CANCEL: ParamValues = { ...SALE, cancel: "on" };
const LOST = ["lose 100% of cancel packets"];
const FAR: ParamValues = { ...RESERVE, networkMs: 5 };

const run = (
  measure: string,
  value: string,
  unit: string,
  set: ParamValues,
  faults: readonly string[] = [],
): RunNumber => ran(EXPERIMENT, measure, value, unit, set, faults);
const useful = (value: string, set: ParamValues, faults: readonly string[] = []): RunNumber =>
  run("goodputPerS", value, "calls/s", set, faults);
const wasted = (value: string, set: ParamValues, faults: readonly string[] = []): RunNumber =>
  run("wastedShare", value, "%", set, faults);

const numbers: Readonly<Record<string, LessonNumber>> = {
  load: ours("120", "120", "calls/s", "Set: so many calls begin each second"),
  service: ours("10", "10", "ms", "Set: the storage needs so long for a request"),
  capacity: ours("1000 / service", "100", "calls/s", "A second, divided by ten milliseconds"),
  patience: ours("300", "300", "ms", "Set: so long a buyer waits"),
  places: ours("100", "100", "places", "Set: the queue of each server"),
  fullQueue: ours("places * service", "1,000", "ms", "The places, times ten milliseconds"),
  excess: ours("100 * (load - capacity) / load", "17", "%", "The calls that are too many, of all calls"),
  wasted: wasted("94", SALE),
  nearlyAll: said("Nearly all", { "work for nobody": "wasted", "all of its work": "100" }),
  useful: useful("0", SALE),
  none: said("none", { "calls that return": "useful" }),
  told: useful("73", TOLD),
  toldWaste: wasted("32", TOLD),
  aThird: said("a third", { "work for nobody": "toldWaste", "all of its work": "100" }),
  reserve: useful("98", RESERVE),
  reserveWaste: wasted("0", RESERVE),
  nothing: said("nothing", { "work for nobody": "reserveWaste" }),
  short: useful("100", SHORT),
  shortWait: ours("25 * service", "250", "ms", "Twenty-five places, times ten milliseconds"),
  newest: useful("95", NEWEST),
  newestWaste: wasted("9", NEWEST),
  cancelled: useful("71", CANCEL),
  lost: useful("0", CANCEL, LOST),
  nobody: said("nobody", { "calls that return": "lost" }),
  far: useful("64", FAR),
  message: ours("5", "5", "ms", "Set: a message takes so long on its way"),
};

const BASE: StageState = {
  experiment: EXPERIMENT,
  set: SALE,
  moment: "end",
  hero: "crowd",
  figures: ["crowd", "distribution"],
  axis: "linear",
};

const forNobody: NumberPrediction = {
  kind: "number",
  id: "for-nobody",
  question:
    "{load} come, and the storage can serve {capacity}. A buyer waits {patience}, and the queue has {places}. Which " +
    "share of the storage’s work is for buyers who have left?",
  unit: "%",
  min: 0,
  max: 100,
  truth: "wasted",
  near: 7,
  beliefs: [
    { says: "The part that is too much", gives: "excess" },
    { says: "A time-out ends the work", gives: "0" },
    { says: "Twenty of a hundred are too many", gives: "load - capacity" },
    { says: "Half of the buyers are lucky", gives: "50" },
    { says: "All but the part that is too much", gives: "100 - excess" },
  ],
  hit: "Yes, {wasted}. Once the queue takes longer than a buyer waits, each request comes too late.",
  misses: {
    tooHigh: {
      reply: "The first buyers find a short queue. The stage shows the run.",
      tags: [],
    },
    tooLow: {
      reply:
        "A few too many are enough. The queue grows until it is full, and it takes {fullQueue} then. Who waits in " +
        "front of you decides, not how many are refused. The stage shows the run.",
      tags: ["M12"],
    },
  },
  observe: { set: SALE, hero: "crowd" },
  second: "The bars show the storage’s work for nobody, and the share of calls that are too many.",
  bars: [
    { label: "Work for nobody", number: "wasted" },
    { label: "Calls that are too many", number: "excess" },
  ],
  third: "It is {wasted}. After a second {none} return, and the storage has work all the time.",
  variant: {
    question: "A buyer now waits ten times as long. What becomes of the work for nobody?",
    options: [
      {
        id: "gone",
        text: "It is gone: a full queue takes less time than a buyer waits",
        right: true,
        reply: "Yes. Some are refused, and who gets a place is served in time, after a second.",
      },
      {
        id: "same",
        text: "It stays: the load is the same",
        reply: "The load decides how many are refused. The queue’s time decides who is late.",
      },
      {
        id: "tenth",
        text: "It falls to a tenth",
        reply: "There is no such slope: either a full queue is short enough, or nearly each request is late.",
      },
    ],
  },
};

const notHundred: ChoicePrediction = {
  kind: "choice",
  id: "not-hundred",
  question:
    "Now the deadline travels with the request. The storage throws away what is late when its turn comes. {told} " +
    "return. Why not {capacity}?",
  options: [
    {
      id: "looking",
      text: "The storage needs time to look at the deadlines",
      reply: "Looking costs nothing in this run. See what the storage does in the time that is wasted.",
    },
    {
      id: "ends-late",
      text: "It begins requests that it cannot end in time",
      right: true,
      reply: "Yes. With five milliseconds left a request is not late, but its answer will be.",
    },
    {
      id: "queue",
      text: "The late requests still fill the queue",
      reply: "They do, but they are thrown away at once when their turn comes. That takes no time of the storage.",
      tags: ["M11"],
    },
    {
      id: "refused",
      text: "The others were refused",
      reply: "None is refused now: the queue never gets so long. See the second strip.",
    },
  ],
  hit: "Yes. With five milliseconds left a request is not late, but its answer will be.",
  observe: { set: TOLD, call: 300, later: true, hero: "timeline" },
  second: "The bars show the calls that return each second: untold, told, and what the storage can serve.",
  bars: [
    { label: "Nobody told the storage", number: "useful" },
    { label: "The deadline travels", number: "told" },
    { label: "What it can serve", number: "capacity" },
  ],
  third: "{toldWaste} of its work is for requests that were in time when it began, and late when it ended.",
  variant: {
    question: "What must the storage ask before it begins a request?",
    options: [
      {
        id: "enough",
        text: "Is more time left than I need?",
        right: true,
        reply: "Yes. Then nothing is begun in vain.",
      },
      { id: "over", text: "Is the time over?", reply: "That is what it asks now, and it begins too much." },
      { id: "long", text: "How long has it waited here?", reply: "It may have waited elsewhere before." },
    ],
  },
};

const returns = {
  experiment: EXPERIMENT,
  measure: "goodputPerS",
  test: "at least",
  bound: 93,
  says: "calls that return at the end",
} as const;

const twoWays: Checkpoint = {
  id: "two-ways",
  question: "Bring back ninety-three calls a second, in two ways. The load stays as it is.",
  parts: [
    {
      id: "told",
      title: "Leave the queue as it is",
      experiment: EXPERIMENT,
      set: SALE,
      free: ["travels", "cancel"],
      seeds: [1, 2, 3],
      conditions: [returns],
      near: [
        {
          set: { travels: "on" },
          reply: "Nothing late is begun any more. But what is begun just before the deadline ends after it.",
        },
        { set: { travels: "off", cancel: "on" }, reply: "A cancel comes when the buyer leaves, and not before." },
      ],
      solution: { travels: "reserve", cancel: "off" },
      fails: [{ travels: "on" }, { cancel: "on" }, { travels: "on", cancel: "on" }, { travels: "off" }],
    },
    {
      id: "queue",
      title: "Tell nobody: no deadline, no cancel",
      experiment: EXPERIMENT,
      set: SALE,
      free: ["queueLimit", "queue"],
      within: { queueLimit: [0, 200] },
      seeds: [1, 2, 3],
      conditions: [returns],
      near: [
        {
          set: { queueLimit: 30, queue: "fifo" },
          reply: "Thirty places take as long as a buyer waits. The request’s own ten milliseconds come on top.",
        },
        {
          set: { queueLimit: 29, queue: "fifo" },
          reply: "So close: the way there and back, and the front’s own work, are just too much.",
        },
        {
          set: { queueLimit: 0, queue: "fifo" },
          reply: "Without any place the storage is idle whenever no request comes at the right moment.",
        },
        { set: { queueLimit: 200, queue: "fifo" }, reply: "Then each request waits longer still." },
      ],
      solution: { queueLimit: 25, queue: "fifo" },
      fails: [
        { queueLimit: 100, queue: "fifo" },
        { queueLimit: 30, queue: "fifo" },
        { queueLimit: 29, queue: "fifo" },
        { queueLimit: 0, queue: "fifo" },
        { queueLimit: 200, queue: "fifo" },
      ],
    },
  ],
  hints: [
    "The storage must not begin what it cannot end in time. Which of the three answers to “Deadlines travel” says so?",
    "A place in the queue costs ten milliseconds of waiting. How many places fit into the time that a buyer waits?",
  ],
  solution:
    "Let the deadline travel, with a reserve. Or give the queue twenty-five places: then a request waits {shortWait} " +
    "at most. To serve the newest first does it, too.",
  variant: {
    question: "The storage gets slower: twenty milliseconds a request. Which of the two ways still works unchanged?",
    options: [
      {
        id: "deadline",
        text: "The deadline with a reserve",
        right: true,
        reply: "Yes. It asks for the time that is left, however long the queue is.",
      },
      {
        id: "places",
        text: "The twenty-five places",
        reply: "They take twice as long now, and that is more than a buyer waits.",
        tags: ["M11"],
      },
      { id: "neither", text: "Neither", reply: "A deadline does not depend on how fast the storage is." },
    ],
  },
};

const COVERED = { until: "for-nobody", figures: ["crowd", "distribution"] } as const;

const steps: readonly Step[] = [
  {
    id: "lanes",
    gist: "Three lanes",
    action: "Follow the call down to the storage and back.",
    stage: { ...BASE, hero: "timeline" },
    cover: COVERED,
  },
  {
    id: "predict-nobody",
    gist: "Too many buyers",
    action: "Enter a share, then commit.",
    stage: { ...BASE, hero: "timeline" },
    cover: COVERED,
    predict: forNobody,
  },
  {
    id: "past",
    gist: "Past the deadline",
    action: "Follow one call past its deadline, and see who still works for it.",
    stage: { ...BASE, call: 300, later: true, hero: "timeline" },
    explain: {
      id: "who-knows",
      prompt: "The buyer has left. Which of the machines knows of it when the storage begins?",
      picks: [
        {
          id: "all",
          text: "All: the time is over for the whole call",
          reply: "The deadline is a timer of the client. No message on the timeline tells of it.",
          tags: ["M12"],
        },
        {
          id: "client",
          text: "Only the client",
          right: true,
          reply: "Yes. The servers have a request in their hands, and do what it says.",
        },
        {
          id: "front",
          text: "The storage, as it has the longest queue",
          reply: "A long queue says that requests wait. It does not say for whom.",
        },
      ],
      ours: "The deadline ends at the client. Nobody told the storage, so it works on.",
    },
  },
  {
    id: "predict-told",
    gist: "Tell the storage",
    action: "Choose, then commit.",
    stage: { ...BASE, set: TOLD },
    predict: notHundred,
  },
  {
    id: "ways",
    gist: "Three good ways",
    action: "Try each way, and read how many calls return.",
    stage: { ...BASE, set: RESERVE },
    tries: [
      { id: "reserve", label: "Keep a reserve", stage: {} },
      { id: "short", label: "A short queue", stage: { set: SHORT } },
      { id: "newest", label: "The newest first", stage: { set: NEWEST } },
    ],
  },
  {
    id: "cancel",
    gist: "A message instead",
    action: "Let the buyers say that they leave. Then let these messages get lost.",
    stage: { ...BASE, set: CANCEL },
    tries: [
      { id: "cancel", label: "A cancel for each", stage: {} },
      { id: "lost", label: "All cancels get lost", stage: { faults: LOST } },
    ],
    explain: {
      id: "what-for",
      prompt: "A deadline needs no message when it is over. What is a cancel good for, then?",
      picks: [
        {
          id: "early",
          text: "For a buyer who leaves before the deadline",
          right: true,
          reply: "Yes. Some close the page after a moment, and no timer knows of that.",
        },
        {
          id: "safe",
          text: "It is safer: a message says it clearly",
          reply: "A message can be lost, or stand in a queue. The deadline is in the request itself.",
        },
        {
          id: "nothing",
          text: "For nothing",
          reply: "It takes requests out of the queue, also those whose time is not over.",
        },
      ],
      ours:
        "A cancel helps where a buyer leaves early. Here a server reads it at once. If it stood in the same queue as " +
        "the requests, it would come after the work that it should save.",
    },
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set each part, then submit.",
    stage: BASE,
    checkpoint: twoWays,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Make the way long, and see what the reserve forgets. Then write your answer.",
    stage: { ...BASE, set: RESERVE },
    tries: [
      { id: "near", label: "Near", stage: {} },
      { id: "far", label: "Far", stage: { set: FAR } },
    ],
    transfer: {
      question: "A call of yours crosses a gateway and a queue of jobs. Does its deadline cross them, too?",
      answer:
        "Look at each hop. A gateway must take the time that is left, subtract its own, and send the rest on. A " +
        "queue of jobs must keep the deadline with the job, and look at it before it begins. Where one hop forgets " +
        "it, all behind it work for nobody.",
    },
  },
];

export const lesson: Lesson = {
  slug: "deadline",
  part: "today",
  place: 3,
  title: "The deadline that nobody told",
  question: "The user has left. Who still works for him?",
  minutes: 12,
  buildsOn: ["blip", "slow-is-not-dead"],
  paper: null,
  can: [
    "follow a deadline through the layers of a call",
    "say what a deadline, a cancel and a short queue each save",
    "find a queue’s length from the time that its users wait",
  ],
  general: {
    "is served first": "What the setting says.",
    "for nobody": "The measure is called so",
    "nobody needs": "No deadline is sent",
    "a quarter of a millisecond": "A setting: 0.25 ms",
    "all the time": "The storage is never idle then",
  },
  numbers,
  steps,
};
