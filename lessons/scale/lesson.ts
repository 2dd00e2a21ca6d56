/** 4.3 When scale bites: why a call to a hundred servers takes longer than its model says. */
import { cell, ours, ran, said } from "../sources.ts";
import type {
  Checkpoint,
  ChoicePrediction,
  Condition,
  Lesson,
  LessonNumber,
  ModelNumber,
  RunNumber,
} from "../types.ts";
import type { ParamValues, StageState, Step } from "../types.ts";

const EXPERIMENT = "multirpc/call";
const CAMPUS: ParamValues = { placement: "campus", computeMs: 10, trials: 1 };
const FITS: ParamValues = { ...CAMPUS, servers: 25 };
const LOSES: ParamValues = { ...CAMPUS, servers: 35 };
const HUNDRED: ParamValues = { servers: 100, trials: 10 };
const RING: ParamValues = { placement: "one-ring", computeMs: 10, trials: 1, servers: 60 };
const FULL = { at: "start", of: { name: "socket full" } } as const;
/** A buffer in which nothing is lost, and a program that reads only after it has sent everything. */
const ROOM: ParamValues = { ...RING, servers: 80, yieldEvery: "never", socketBytes: 65_536 };

const run = (set: ParamValues, measure: string, value: string, unit: string): RunNumber =>
  ran(EXPERIMENT, measure, value, unit, set);
const time = (set: ParamValues, value: string): RunNumber => run(set, "multiRpcMs", value, "ms");
const measured = (row: string): LessonNumber => cell("table-viii", row, "multiRpcMs");
const modelled = (servers: number, value: string): ModelNumber => ({
  kind: "model",
  fn: "multi_rpc_ms",
  args: { servers, compute_ms: 10 },
  value,
  unit: "ms",
});

const numbers: Readonly<Record<string, LessonNumber>> = {
  fits: time(FITS, "268"),
  loses: time(LOSES, "729"),
  firstReply: run(FITS, "end reply@server25", "60,761", "us"),
  lastRequest: run(FITS, "start Device interrupt: packet received@server1", "183,507", "us"),
  beforeSent: said("before", { "the first reply": "firstReply", "the last request": "lastRequest" }),
  read25: run(FITS, "replies", "25", "replies"),
  allRead: said("every reply", { "replies read": "read25", servers: "25" }),
  losesIdle: run(LOSES, "clientIdleMs", "317", "ms"),
  lost: run(LOSES, "droppedReplies", "5", "replies"),
  model19: modelled(19, "193"),
  measured19: measured("10; 19"),
  model50: modelled(50, "506"),
  model100: modelled(100, "1,012"),
  measured50: measured("10; 50"),
  inTurn: ours("50 * 37.8", "1,890", "ms", "Fifty simple calls, one after another"),
  measured100: measured("10; 100"),
  slow100: measured("50; 100"),
  here100: time({ ...HUNDRED, computeMs: 10 }, "1,449"),
  hereSlow100: time({ ...HUNDRED, computeMs: 50 }, "1,392"),
  lost100: run({ ...HUNDRED, computeMs: 10 }, "droppedReplies", "5", "replies"),
  lostSlow100: run({ ...HUNDRED, computeMs: 50 }, "droppedReplies", "3", "replies"),
  ratio50: ours("measured50 / model50", "1.5", "times", "The measured call, by the model’s"),
  fewerLost: said("fewer", { "slow servers": "lostSlow100", "fast servers": "lost100" }),
  shorter: said("shorter", { "our slow servers": "hereSlow100", "our fast servers": "here100" }),
  gain100: ours("100 * (1 - hereSlow100 / here100)", "4", "%", "Our call with slow servers, beside fast ones"),
  gainMeasured100: ours("100 * (1 - slow100 / measured100)", "16", "%", "The same of the measured calls"),
  arrivals: time(ROOM, "857"),
  timeouts: time({ ...ROOM, eventOrder: "timeouts-first" }, "1,022"),
  packets: run(ROOM, "packets", "160", "packets"),
  packetsOld: run({ ...ROOM, eventOrder: "timeouts-first" }, "packets", "194", "packets"),
  again: ours("(packetsOld - packets) / 2", "17", "requests", "Each request sent again has a reply of its own"),
  sixty: time(RING, "1,019"),
  sixtyLost: run(RING, "droppedReplies", "4", "replies"),
  large: time({ ...RING, socketBytes: 8192 }, "643"),
  eager: time({ ...RING, yieldEvery: "1" }, "648"),
  short: ours("100 * (1 - here100 / measured100)", "15", "%", "Our call, beside the measured one"),
};

const BASE: StageState = {
  experiment: EXPERIMENT,
  set: FITS,
  moment: "end",
  hero: "timeline",
  figures: ["buffer", "chart"],
  open: ["buffer"],
  chart: "multiRpcMs",
};

const fifty: ChoicePrediction = {
  kind: "choice",
  id: "fifty",
  question: "For fifty servers the paper’s model gives {model50}. How long did the authors measure?",
  options: [
    {
      id: "model",
      text: "As long as the model says",
      reply:
        "The model was nearly right up to nineteen servers. But it has no buffer in it. The stage now calls " +
        "thirty-five. Look which replies never arrive.",
      tags: ["M9"],
    },
    {
      id: "turn",
      text: "About as long as calls in turn",
      reply: "Calls in turn would take {inTurn}. The servers still work at the same time. Look which replies are lost.",
      tags: [],
    },
    {
      id: "half-more",
      text: "About one and a half times as long",
      right: true,
      reply: "Yes: {measured50}, {ratio50} as long. Some replies found no room, and a timer had to run out.",
    },
  ],
  hit: "Yes: {measured50}, {ratio50} as long. Some replies found no room, and a timer had to run out.",
  observe: { set: LOSES, moment: FULL, highlight: { name: "socket full" } },
  second: "The bars show the model and the measurement for fifty servers.",
  bars: [
    { label: "Model", number: "model50" },
    { label: "Measured", number: "measured50" },
  ],
  third:
    "The authors measured {measured50}. In our run replies get lost when the buffer is full, and the client waits " +
    "for a timer before it asks again.",
  variant: {
    question: "With a hundred servers the model gives {model100}. What do you expect of the measurement?",
    options: [
      {
        id: "more",
        text: "It is longer again",
        right: true,
        reply: "Yes: {measured100}. More replies come while the client still sends.",
      },
      {
        id: "model",
        text: "It comes back to the model",
        reply: "The buffer is as small as before, and more replies come at once: {measured100}.",
        tags: ["M9"],
      },
    ],
  },
};

const slower: ChoicePrediction = {
  kind: "choice",
  id: "slower-servers",
  question:
    "A hundred servers compute for ten milliseconds each. Now each computes for fifty. What happens to the time of " +
    "the call?",
  options: [
    {
      id: "longer",
      text: "It grows by forty milliseconds",
      reply:
        "All servers compute at the same time, so more than that is not possible. But look when their replies " +
        "reach the client.",
      tags: [],
    },
    {
      id: "same",
      text: "It stays the same",
      reply: "The client works as long as before. But the number of replies that come together has changed.",
      tags: [],
    },
    {
      id: "shorter",
      text: "It gets shorter",
      right: true,
      reply: "Yes. The replies come later, when the program already reads, and {fewerLost} are lost.",
    },
  ],
  hit:
    "Yes. The replies come later, when the program already reads. In our runs {lostSlow100} are lost, not {lost100}. " +
    "The call gets shorter by {gain100} there, and by {gainMeasured100} in the paper.",
  observe: { set: { ...HUNDRED, computeMs: 50 } },
  second: "The bars show what the authors measured: with short computations, and with long ones.",
  bars: [
    { label: "Ten milliseconds", number: "measured100" },
    { label: "Fifty milliseconds", number: "slow100" },
  ],
  third:
    "It gets {shorter}. The authors measured {measured100} and {slow100}; our runs take {here100} and {hereSlow100}. " +
    "They lose {lost100} and {lostSlow100} in a call.",
  variant: {
    question: "Another way to spread the replies: the client sends more slowly. Does that always help?",
    options: [
      {
        id: "always",
        text: "Yes, it spreads the replies",
        reply: "It spreads the requests, too. The client sends longer, and does not read meanwhile.",
      },
      {
        id: "not",
        text: "No: it also reads later",
        right: true,
        reply: "Yes. What counts is how many replies come before the program reads again.",
      },
    ],
  },
};

/** No reply of the call to sixty servers is lost. */
const NONE_LOST: readonly Condition[] = [
  { experiment: EXPERIMENT, set: RING, measure: "droppedReplies", test: "is", bound: 0, says: "replies lost" },
  {
    experiment: EXPERIMENT,
    set: RING,
    measure: "replies",
    test: "at least",
    bound: 60,
    says: "replies that the client read",
  },
];
/** Room for one more reply: a little more than its bytes, as the memory of the system counts them. */
const ONE_REPLY = 128;

const noneLost: Checkpoint = {
  id: "none-lost",
  question:
    "Sixty servers stand on one ring, and the call loses {sixtyLost}. There are two ways to lose none. Find the " +
    "smallest buffer that does it. Then leave the buffer as it is, and change one other thing at the client.",
  parts: [
    {
      id: "buffer",
      title: "The smallest buffer with which no reply is lost",
      experiment: EXPERIMENT,
      set: RING,
      free: ["socketBytes"],
      seeds: [1],
      conditions: NONE_LOST,
      neighbour: { param: "socketBytes", by: -ONE_REPLY },
      solution: { socketBytes: 29 * ONE_REPLY },
      fails: [{ socketBytes: 28 * ONE_REPLY }, { socketBytes: 4000 }, { socketBytes: 8192 }, { socketBytes: 65_536 }],
    },
    {
      id: "client",
      title: "A call in which no reply is lost, with the buffer as it is",
      experiment: EXPERIMENT,
      set: RING,
      free: ["yieldEvery", "requestMs", "timeoutMs"],
      changes: 1,
      seeds: [1],
      conditions: NONE_LOST,
      near: [
        {
          set: { timeoutMs: 900 },
          reply: "The call ends earlier, and the replies are lost all the same.",
        },
        {
          set: { requestMs: 12 },
          reply: "The client sends more slowly, and so it reads even later.",
        },
      ],
      solution: { yieldEvery: "1" },
      fails: [{ timeoutMs: 900 }, { requestMs: 12 }, { yieldEvery: "never" }],
    },
  ],
  hints: [
    "A buffer of twenty-five replies is too small. How many replies come before the program reads?",
    "Replies are lost while the program sends. What could it do between two requests?",
  ],
  solution:
    "Make the buffer larger: a few replies more are enough. Or let the program read after each request. Both end the " +
    "losses; the call then takes {large} with a larger buffer, and {eager} with the old one.",
  variant: {
    question: "Now the same program calls two hundred servers. Which of the two changes still helps by itself?",
    options: [
      {
        id: "buffer",
        text: "The buffer that was just large enough for sixty",
        reply: "More servers mean more replies before the program reads. This buffer overflows again.",
      },
      {
        id: "reading",
        text: "Reading after each request",
        right: true,
        reply: "Yes. However many servers there are, only few replies come between two requests.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "fits",
    gist: "All find room",
    action: "Step through the replies, and watch the buffer fill and drain.",
    done: { at: "end", of: { name: "reply", nth: -1 } },
    stage: { ...BASE, moment: { at: "end", of: { name: "reply" } }, highlight: { name: "reply" } },
    cover: { until: "fifty", figures: ["chart"] },
  },
  {
    id: "predict-fifty",
    gist: "Fifty servers",
    action: "Choose a time, then commit.",
    stage: BASE,
    cover: { until: "fifty", figures: ["chart"] },
    predict: fifty,
  },
  {
    id: "no-room",
    gist: "No room",
    action: "Follow a lost reply to the second request.",
    stage: {
      ...BASE,
      set: LOSES,
      moment: FULL,
      highlight: { name: "socket full" },
    },
    tries: [
      {
        id: "twenty-five",
        label: "Twenty-five servers",
        stage: { set: FITS, moment: "end", highlight: { name: "reply" } },
      },
      { id: "thirty-five", label: "Thirty-five servers", stage: {} },
    ],
    explain: {
      id: "who-knows",
      prompt: "The kernel throws a reply away. Who notices?",
      picks: [
        {
          id: "server",
          text: "The server: it gets no acknowledgement.",
          reply: "A server of RPC2 does not wait for one. It has answered, and keeps its reply.",
        },
        {
          id: "nobody",
          text: "Nobody, until the client’s timer runs out.",
          right: true,
          reply: "Yes. The client asks again, and the server sends the reply that it kept.",
        },
        {
          id: "kernel",
          text: "The kernel tells the program.",
          reply: "It tells nobody. Look for a message to the program: there is none.",
        },
      ],
      ours:
        "Nobody, until a timer of the client runs out. The client asks again, and the server sends the reply that it " +
        "kept. So the call takes {loses}, and for {losesIdle} of that the client only waits.",
    },
  },
  {
    id: "predict-slower",
    gist: "Slower servers",
    action: "Choose, then commit.",
    stage: { ...BASE, set: { ...HUNDRED, computeMs: 10 }, figures: ["buffer", "distribution"] },
    predict: slower,
  },
  {
    id: "for-nothing",
    gist: "Sent again for nothing",
    action: "Swap the order in which the program looks, and find the requests that leave for a second time.",
    stage: { ...BASE, set: ROOM, figures: ["buffer", "inspector"] },
    tries: [
      { id: "replies", label: "Replies first", stage: {} },
      { id: "timers", label: "Timers first", stage: { set: { ...ROOM, eventOrder: "timeouts-first" } } },
    ],
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Pull the buffer’s rim, and submit. Then change another thing at the client, and submit.",
    stage: { ...BASE, set: RING, moment: FULL, figures: ["buffer", "inspector"] },
    checkpoint: noneLost,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: { ...BASE, set: { ...CAMPUS, servers: 20 }, hero: "chart", open: [] },
    transfer: {
      question:
        "Forty storage nodes answer one client at the same time, and the throughput collapses. What do you look " +
        "at, and what do you change?",
      answer:
        "Look at the buffer of the switch port before the client, and at the least timeout of TCP. This collapse " +
        "is called incast. Larger buffers help, and so do a shorter least timeout, fewer nodes at once, or answers " +
        "that are spread in time.",
    },
  },
];

export const lesson: Lesson = {
  slug: "scale",
  part: "multirpc",
  place: 3,
  title: "When scale bites",
  question: "What gives way beyond 25?",
  minutes: 14,
  buildsOn: ["ceiling"],
  paper: "multirpc",
  can: [
    "find a buffer that overflows in a trace",
    "say why slower servers can make a call faster",
    "name what helps against answers that come together",
  ],
  general: {
    "The first replies come": "Those that come first",
    "it has sent the last request": "The one to Server 1",
  },
  numbers,
  steps,
};
