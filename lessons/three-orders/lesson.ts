/** 3.1 Three orders of magnitude: what a call of Sun RPC costs beside a C call, and what hides in that. */
import { cell, ours, ran, said, text } from "../sources.ts";
import type { Checkpoint, Lesson, LessonNumber, ParamValues, RunNumber } from "../types.ts";
import type { NumberPrediction, StageState, Step } from "../types.ts";

const EXPERIMENT = "sun-rpc/call";
const C_LOOP: ParamValues = { program: "c-call", iterations: 1 };
const LOCAL: ParamValues = { place: "local", iterations: 1 };
const REMOTE: ParamValues = { iterations: 1 };
/** Ten rounds of the loop, read by the clock of the paper. */
const TICKS: ParamValues = { place: "local", iterations: 10, clock: "ticks" };

const run = (measure: string, value: string, set: ParamValues): RunNumber => ran(EXPERIMENT, measure, value, "us", set);
const measured = (place: string, argument = "none"): LessonNumber =>
  cell("table-3", `${place}; library default; 2; ${argument}`, "usPerIteration");

const numbers: Readonly<Record<string, LessonNumber>> = {
  inC: text("localNoArg"),
  loop: text("emptyLoop"),
  cCall: cell("table-2", "1000000", "noArgUs"),
  cLoop: cell("table-2", "1000000", "emptyLoopUs"),
  alone: ours("cCall - cLoop", "2.9", "us", "The round with a call, minus the empty round"),
  local: measured("local"),
  remote: measured("remote"),
  times: ours("local / cCall", "1,020", "times", "Sun RPC on one machine, divided by the round with a C call"),
  timesWaited: ours(
    "waits / cCall",
    "1,890",
    "times",
    "The time of the call in our run, divided by the round with a C call",
  ),
  timesAlone: ours("waits / (cCall - cLoop)", "2,694", "times", "The same without the time of the empty round"),
  slower: ours("100 * (remote / local - 1)", "22", "%", "How much longer the remote call takes than the local one"),
  localTwo: measured("local", "2 byte"),
  remoteTwo: measured("remote", "2 byte"),
  slowerTwo: ours("100 * (remoteTwo / localTwo - 1)", "34", "%", "The same for an argument of two bytes"),
  localFour: measured("local", "4 byte"),
  remoteFour: measured("remote", "4 byte"),
  slowerFour: ours("100 * (remoteFour / localFour - 1)", "26", "%", "The same for an argument of four bytes"),
  slowerSaid: text("remoteOverLocal"),
  here: run("clientCpuUs", "4,057", LOCAL),
  waits: run("elapsedUs", "7,812", LOCAL),
  socket: run("socketUs", "2,510", LOCAL),
  select: run("selectUs", "690", LOCAL),
  xdr: run("xdrUs", "540", LOCAL),
  dispatch: run("dispatchUs", "110", LOCAL),
  system: ours("100 * (socket + select) / here", "79", "%", "Sockets and select, as a share of the processor time"),
  hereRemote: run("clientCpuUs", "5,527", REMOTE),
  waitsRemote: run("elapsedUs", "10,600", REMOTE),
  socketRemote: run("socketUs", "3,980", REMOTE),
  busyWire: { ...run("busy ethernet", "1.4", REMOTE), unit: "%" },
  most: said("most", {
    "added to sending and receiving": "socketRemote - socket",
    "all that is added": "waitsRemote - waits",
  }),
  little: said("little", { "time with a packet on the wire": "busyWire", "all time": "100" }),
  longerWait: said("longer", { "the caller waits": "waitsRemote", "its processor works": "hereRemote" }),
  longerThanSaid: said("longer", { "our run": "waitsRemote", "the authors’ table": "remote" }),
  longer: said("longer", { "by the first clock": "waits", "by the second": "local" }),
  larger: said("larger", { "without the loop": "timesAlone", "with it": "timesWaited" }),
  tick: text("clockGranularity"),
  tickShare: ours("1000 * tick / 10", "1,667", "us", "A sixtieth of a second, divided by ten calls"),
  iterations: text("iterations"),
  uncertain: text("clockUncertainty"),
  spread: text("table1Spread"),
  reading: run("clientCpuUs", "5,000", TICKS),
  otherReading: { ...run("clientCpuUs", "3,333", TICKS), seed: 4 },
  nine: ours("9 * waitsRemote / 1000", "95.4", "ms", "Nine times the call whose procedure does nothing"),
  nineMeasured: ours("9 * remote / 1000", "46.4", "ms", "Nine times the remote call of the paper’s table"),
};

const ONE_MACHINE: StageState = {
  experiment: EXPERIMENT,
  set: LOCAL,
  moment: "end",
  figures: ["waterfall", "inspector"],
  hero: "timeline",
};
const IN_C: StageState = { ...ONE_MACHINE, set: C_LOOP, figures: ["waterfall", "chart"], chart: "clientCpuUs" };

const howManyTimes: NumberPrediction = {
  kind: "number",
  id: "how-many-times",
  question:
    "Now the same call goes through Sun RPC, to a server process on the same machine. By the first clock, how many " +
    "times as long as {inC} does the caller wait?",
  unit: "times",
  min: 1,
  max: 10_000,
  log: true,
  truth: "timesWaited",
  near: 170,
  beliefs: [
    { says: "On one machine it costs as much as a call", gives: "1" },
    { says: "Ten times", gives: "10" },
    { says: "A hundred times", gives: "100" },
    { says: "The loop is left out of one time alone", gives: "timesAlone" },
    { says: "It goes to another machine", gives: "waitsRemote / cCall" },
    { says: "It goes to another machine, by the second clock", gives: "remote / cCall" },
    { says: "Ten thousand times", gives: "10000" },
  ],
  alsoRight: [
    {
      number: "times",
      reply:
        "Yes, by the second clock: the paper’s table says {local}, {times} as long. By the first clock the caller " +
        "waits {longer}: {waits}, {timesWaited} as long.",
    },
  ],
  hit: "Yes. The caller waits for {waits}, {timesWaited} as long. No cable is in it: both run on one machine.",
  misses: {
    tooHigh: {
      reply:
        "A network feels endlessly slow beside a processor. But here is no network. The stage shows the call: " +
        "one processor runs both processes, one after the other. Count its long bars.",
      tags: ["M1"],
    },
    tooLow: {
      reply:
        "Both processes run on one machine, so it seems cheap. The stage shows the call. There is no cable, but the " +
        "kernel still copies, queues, and wakes processes. Look at its long bars.",
      tags: ["M1"],
    },
  },
  observe: { set: LOCAL, moment: "end", figures: ["waterfall", "inspector"], highlight: { name: "call" } },
  second: "The bars show the call in C, through Sun RPC on one machine, and through Sun RPC to another machine.",
  bars: [
    { label: "In C", number: "cCall" },
    { label: "One machine", number: "waits" },
    { label: "Two machines", number: "waitsRemote" },
  ],
  third:
    "The caller waits for {waits}: {timesWaited} as long as {inC}. That is a factor of ten, three times over. To " +
    "another machine it waits for {waitsRemote}.",
  variant: {
    question: "The time in C contains the loop around the call. Without the loop, how does the factor change?",
    options: [
      {
        id: "same",
        text: "It stays, because the loop is in both times",
        reply: "The loop takes {loop} of {inC}. In the remote call nobody notices it. The factor becomes {timesAlone}.",
      },
      {
        id: "more",
        text: "It becomes {larger}",
        right: true,
        reply: "Yes. The call alone takes {alone} in C, so the factor is {timesAlone}.",
      },
      {
        id: "less",
        text: "It becomes smaller",
        reply: "Only the small time shrinks noticeably. A smaller divisor makes the factor larger: {timesAlone}.",
      },
    ],
  },
};

const worthIt: Checkpoint = {
  id: "worth-it",
  question:
    "When does the cost of Sun RPC hardly matter? Overhead may be at most a tenth of the " +
    "time of the call. Find the shortest such procedure.",
  parts: [
    {
      id: "procedure",
      title: "The shortest waiting time of the procedure, in whole milliseconds",
      experiment: EXPERIMENT,
      set: REMOTE,
      free: ["serverMs"],
      seeds: [1],
      conditions: [
        {
          experiment: EXPERIMENT,
          measure: "elapsedUs",
          from: "call",
          over: { serverMs: 0 },
          test: "at least",
          bound: 10,
          says: "the call takes",
          as: "as long as the call that does nothing",
        },
      ],
      neighbour: { param: "serverMs", by: -1 },
      near: [
        {
          set: { serverMs: 47 },
          reply:
            "By the paper’s table you are right: nine times {remote}. But the caller waits {longerWait} than its own " +
            "processor works. Look at the time of the call.",
        },
        { set: { serverMs: 95 }, reply: "Nearly. One more millisecond makes the difference." },
        { set: { serverMs: 106 }, reply: "It reaches the goal, but a shorter procedure does so too." },
      ],
      solution: { serverMs: 96 },
      fails: [1, 9, 10, 47, 48, 95, 97, 100, 106].map((serverMs) => ({ serverMs })),
    },
  ],
  hints: [
    "The overhead is the same for every procedure. What does the call take if the procedure does nothing?",
    "If one part is overhead and nine parts are the procedure, the procedure takes nine times the overhead.",
  ],
  solution:
    "The call takes {waitsRemote} when its procedure does nothing. Nine times that is {nine}, so the next whole " +
    "number is the answer. The paper’s table leads to {nineMeasured}, because its times leave out much of the waiting.",
  variant: {
    question: "The server moves to the caller’s own machine. Which procedures are worth a call now?",
    options: [
      {
        id: "any",
        text: "All of them, because no network is left",
        reply: "The call still takes {waits} without any network.",
        tags: ["M1"],
      },
      {
        id: "shorter",
        text: "Somewhat shorter ones, because the call takes {waits} now",
        right: true,
        reply: "Yes. It took {waitsRemote} between two machines. The network was a small part of it.",
      },
      {
        id: "longer",
        text: "Longer ones, because the machine does both halves of the work",
        reply: "It does both halves, one after the other. But the call takes {waits} and not {waitsRemote}.",
      },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "loop",
    gist: "A call in C",
    action: "Find both parts in the timeline: the empty rounds of the loop, and the calls.",
    stage: { ...IN_C, moment: "start" },
  },
  {
    id: "predict-times",
    gist: "The same through Sun RPC",
    action: "Enter a factor, then commit.",
    stage: IN_C,
    predict: howManyTimes,
  },
  {
    id: "layers",
    gist: "Layer by layer",
    action: "Move the server to another machine, and see which bars of the waterfall change.",
    stage: { ...ONE_MACHINE, open: ["waterfall"] },
    cover: { until: "how-many-times", figures: ["waterfall"] },
    tries: [
      { id: "remote", label: "Put the server on another machine", stage: { set: REMOTE } },
      { id: "local", label: "Keep both on one machine", stage: {} },
      { id: "small", label: "Stretch the first steps", stage: { axis: "log" } },
    ],
  },
  {
    id: "whose-time",
    gist: "Whose time is it?",
    action: "Find in the timeline where the client’s process waits.",
    stage: { ...ONE_MACHINE, set: REMOTE, highlight: { name: "call" } },
    cover: { until: "how-many-times", figures: ["waterfall"] },
    tries: [
      { id: "coarse", label: "Read the paper’s clock", stage: { set: TICKS } },
      { id: "again", label: "Read it in another run", stage: { set: TICKS, seed: 4 } },
    ],
    explain: {
      id: "whose-time",
      prompt: "The authors’ table says {remote}. Our run has two times. Which of them did the authors measure?",
      picks: [
        {
          id: "wait",
          text: "The time that the caller waited: {waitsRemote}.",
          reply:
            "A clock on the wall would measure this. The table says {remote}, and the caller waited {waitsRemote}.",
        },
        {
          id: "work",
          text: "The time that the caller’s processor worked for it: {hereRemote}.",
          right: true,
          reply: "Yes. The function that they used counts processor time.",
        },
      ],
      ours:
        "The work. They took the time from a library function that counts a process’s own work, as the source of " +
        "SunOS says. They call it elapsed time. Their numbers fit {hereRemote} much better than {waitsRemote}.",
    },
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set how long the procedure waits, then submit.",
    stage: { ...ONE_MACHINE, set: REMOTE },
    cover: { until: "how-many-times", figures: ["waterfall"] },
    checkpoint: worthIt,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Write an answer, then compare it with ours.",
    stage: { ...ONE_MACHINE, set: {}, figures: ["chart", "waterfall"], chart: "clientCpuUs", hero: "chart" },
    transfer: {
      question:
        "A web page makes sixty calls to its server, one after another. Each is fast, but the page is slow. Do you " +
        "make each call faster, or make fewer calls?",
      answer:
        "Make fewer calls. No tuning of a single call gains much: most of its cost is there in every call. One call " +
        "that carries sixty questions pays it once. The authors say the same: structure first.",
    },
  },
];

export const lesson: Lesson = {
  slug: "three-orders",
  part: "sun-rpc",
  place: 1,
  title: "Three orders of magnitude",
  question: "How much dearer than a C call?",
  minutes: 10,
  paper: "enutt",
  can: [
    "say how much longer a remote call takes than a call in C, and what the factor hides",
    "tell the time that a caller waits from the time that its processor works",
    "find how long a procedure must take so that the call hardly matters",
  ],
  general: {
    "the first steps": "Their place in time.",
    "longer than they look": "Of the figure’s axis.",
    "first clock": "One of two clocks.",
    "none reads anything between": "The clock counts whole ticks.",
    "differ by more than": "What the paper says of its runs.",
    "for all three": "What the paper says.",
  },
  numbers,
  steps,
};
