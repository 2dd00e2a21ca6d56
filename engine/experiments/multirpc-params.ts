/** What can be set and what is measured in the experiments with RPC2 and MultiRPC. */
import { USUAL_GAP, USUAL_REQUEST } from "../systems/rpc2.ts";
import type { ChoiceParam, MeasureInfo, Needs, NumberParam, ParamTable } from "./types.ts";

const number = (label: string, unit: string, range: readonly [number, number, number], why: string): NumberParam => {
  const [min, usual, max] = range;
  return { kind: "number", label, unit, min, max, step: 1, default: usual, why };
};

const choice = (label: string, options: Readonly<Record<string, string>>, usual: string, why: string): ChoiceParam => ({
  kind: "choice",
  label,
  default: usual,
  options: Object.entries(options).map(([value, text]) => ({ value, label: text })),
  why,
});

const ALL = 5000; // workstations that Andrew was to span

const LIBRARY = choice(
  "Library",
  { "1987": "RPC2 of 1987", "2025": "RPC2 of 2025" },
  "1987",
  "1987 sends again after 0.47 s, then twice that; 2025 from round trips that it has learnt.",
);

const MODE = choice(
  "Calls",
  { multi: "MultiRPC", iterative: "RPC2, one after another", threads: "RPC2, a thread for each" },
  "multi",
  "What Tables VIII to X compare; and what Section II weighs against both.",
);

const PROCEDURE = choice(
  "The procedure",
  { computes: "Computes", waits: "Waits, and leaves its processor to others" },
  "computes",
  "The paper's servers ran a timing loop. One that waits, for a disk say, lets RPC2 answer retries by BUSY.",
);

const SECURITY: ParamTable = {
  security: choice(
    "Connections are bound",
    {
      openKimono: "In the open",
      authOnly: "By a shared key, and send in clear",
      headersOnly: "By a shared key, and encrypt headers",
      secure: "By a shared key, and encrypt all",
    },
    "openKimono",
    "BIND's four levels. The paper's tests say nothing of it; 16 bytes of each header stay in clear.",
  ),
  cipher: {
    ...choice(
      "Encrypting takes the time of",
      { xor: "Exclusive or, which it is", des: "DES, which it stands for" },
      "xor",
      "The library names DES and comes with exclusive or. DES is assumed to take 0.5 ms for 8 bytes, at each end.",
    ),
    needs: { with: { security: "secure" }, why: "Where nothing is encrypted, that takes no time." },
  },
};

const YIELD_EVERY = choice(
  "While it sends, MultiRPC reads replies",
  { never: "Never", "32": "After every 32 requests", "1": "After each request" },
  "32",
  "Threads do not preempt each other: replies wait in the socket until the sender yields. 32 as in the source of " +
    "1996; the last 32 leave in one go.",
);

const SOCKET = number(
  "Socket buffer",
  "bytes",
  [160, 3200, 65_536],
  "Of 4.2BSD 2048, counted as bytes alone: 25 replies of 80. 3200 let as many in where memory is counted too.",
);

const LOAD = choice(
  "Other hosts send",
  { none: "Nothing", night: "As at night", day: "As by day" },
  "none",
  "Section VI-B1: the tests ran in the early hours. 0.5 and 3 per cent of each subnet, assumed after Shoch and Hupp.",
);

const LOSS: NumberParam = {
  ...number(
    "Frames damaged on each network",
    "%",
    [0, 0, 1],
    "The paper's model assumes none (Section VI-A); 1 per cent is far beyond a sound network.",
  ),
  step: 0.01,
};

const far = (needs?: Needs): NumberParam => ({
  ...number(
    "Delay of the backbone",
    "ms",
    [0, 0, 500],
    "One way. Section VIII asks what wide-area networks would do to such calls.",
  ),
  ...(needs === undefined ? {} : { needs }),
});

const EARLY = {
  with: { servers: 3, waitFor: 2, gapMs: 0, followUp: "all" },
  why: "It matters where a call begins while replies to the one before are still coming.",
} as const;

const HISTORY: ParamTable = {
  replyAcks: {
    ...choice(
      "Replies are acknowledged",
      { off: "By nothing", on: "By the next request, or a packet" },
      "off",
      "Section V-B: the prototype's replies had to be, and were sent again until they were.",
    ),
    needs: EARLY,
  },
  nak: {
    ...choice(
      "A request ahead of its turn",
      { on: "Gets a negative acknowledgement", off: "Is ignored" },
      "on",
      "Section V-B: the first cure of the deadlock that acknowledged replies bring.",
    ),
    needs: {
      with: { ...EARLY.with, replyAcks: "on" },
      why: "Only a server that waits for an acknowledgement is behind.",
    },
  },
  eventOrder: {
    ...choice(
      "The listener looks first",
      { "arrivals-first": "At what has arrived", "timeouts-first": "At the clock, as the prototype" },
      "arrivals-first",
      "Section V-C: replies that had come were thrown away when their requests had timed out.",
    ),
    needs: {
      with: { servers: 80, yieldEvery: "never" },
      why: "Sending must take longer than the first interval, 0.47 s, before anything is read.",
    },
  },
};

/** Of multirpc/call. */
export const CALL_PARAMS: ParamTable = {
  servers: {
    ...number("Servers", "", [1, 10, ALL], "Tables VIII to X go to 100; Andrew was to span 5000 workstations."),
    scale: "log",
  },
  computeMs: number(
    "Computation at each server",
    "ms",
    [0, 10, 1000],
    "Table V has none; Tables VIII to X 10, 20, 50.",
  ),
  distribution: choice(
    "Service times",
    { constant: "Constant", normal: "Normal, s.d. 10 %", exponential: "Exponential" },
    "constant",
    "Constant in Table VIII, normal in Table IX, exponential in Table X.",
  ),
  dead: number(
    "Dead servers",
    "",
    [0, 0, ALL],
    "Section II: each holds up those behind it. They die after they were bound.",
  ),
  placement: {
    ...choice(
      "Servers stand",
      {
        ring: "On the test ring, as far as they fit",
        campus: "Over many segments",
        "one-ring": "On one ring as large as it takes",
      },
      "ring",
      "The ring had room for twenty (note to Table VIII), the rest stood elsewhere; in Tables IX and X every fifth.",
    ),
    needs: { with: { servers: 50 }, why: "Up to twenty servers all fit on the paper's ring." },
  },
  mode: MODE,
  trials: number("Trials", "", [1, 10, 100], "Ten trials a point (notes to Tables VIII to X)."),
  library: LIBRARY,
  timeoutMs: number(
    "Time limit",
    "ms",
    [1, 120_000, 120_000],
    "The caller's own; two minutes are longer than any silence lasts.",
  ),
  waitFor: number(
    "Replies waited for",
    "",
    [1, ALL, ALL],
    "All; the example client of Appendix II is content with two of three.",
  ),
  socketBytes: SOCKET,
  followUp: {
    ...choice(
      "The call after it waits for",
      { same: "As many", all: "All" },
      "same",
      "Section V-B: a call that waits for all shows what one that ended early has left on its connections.",
    ),
    needs: { with: { waitFor: 2 }, why: "Only a call that ended early leaves connections behind." },
  },
  yieldEvery: {
    ...YIELD_EVERY,
    needs: { with: { servers: 50 }, why: "After 32 requests there must be more to send." },
  },
  handlerMs: number(
    "The handler computes",
    "ms",
    [0, 0, 100],
    "The paper's did next to nothing. Section V-B warns of those that compute for long.",
  ),
  requestMs: {
    ...number(
      "Client's work for a request",
      "ms",
      [0.5, USUAL_REQUEST.ms, 12],
      `${USUAL_REQUEST.why} Of MultiRPC alone, from a twelfth of it to twice as much.`,
    ),
    step: 0.01,
    needs: { with: { mode: "multi" }, why: "Calls of RPC2 alone send as they always do." },
  },
  procedure: PROCEDURE,
  gapMs: number("Between two calls", "ms", [0, USUAL_GAP.ms, 10_000], `${USUAL_GAP.why} None at 0.`),
  foreignLoad: LOAD,
  lossPercent: { ...LOSS, needs: { with: { servers: 100 }, why: "Of a few packets one in a hundred may be none." } },
  backboneMs: far({ with: { placement: "campus" }, why: "On one ring nothing crosses the backbone." }),
  ...SECURITY,
  ...HISTORY,
};

/** Of multirpc/callback-break. */
export const CALLBACK_PARAMS: ParamTable = {
  workstations: {
    ...number(
      "Workstations that have the file",
      "",
      [1, 100, ALL],
      "Section II: several hundred may cache one system file. Andrew was to span 5000.",
    ),
    scale: "log",
  },
  deadFraction: {
    ...number("Dead among them", "", [0, 0.01, 1], "Of all; so many drawn by lot, rounded. They die unseen."),
    step: 0.001,
  },
  computeMs: number(
    "Each takes",
    "ms",
    [0, 20, 10_000],
    "To note that its copy is no longer valid. The paper does not say; 20 is the middle of Tables VIII to X.",
  ),
  mode: MODE,
  timeoutMs: number(
    "Time limit",
    "ms",
    [1, 600_000, 600_000],
    "Of the call to all; by RPC2 of each call. Ten minutes are longer than any silence lasts.",
  ),
  library: LIBRARY,
  procedure: PROCEDURE,
  socketBytes: SOCKET,
  yieldEvery: YIELD_EVERY,
  foreignLoad: LOAD,
  lossPercent: LOSS,
  backboneMs: far(),
};

const COUNTS: Readonly<Record<string, MeasureInfo>> = {
  packets: { label: "Packets of a trial", unit: "packets", what: "requests, replies and all others that were sent" },
  retriedPackets: { label: "Retried packets", unit: "%", what: "packets that were sent again, of all that were sent" },
  droppedReplies: { label: "Replies lost", unit: "replies", what: "replies of a trial that came to no process" },
  clientIdleMs: {
    label: "Client idle",
    unit: "ms",
    what: "time of a trial in which the client's processor had no work",
  },
};

export const CALL_MEASURES: Readonly<Record<string, MeasureInfo>> = {
  multiRpcMs: { label: "MultiRPC", unit: "ms", what: "a MultiRPC call to all servers, mean of the trials" },
  multiRpcSdMs: { label: "MultiRPC, s.d.", unit: "ms", what: "standard deviation of its trials" },
  multiRpcHalfMs: {
    label: "MultiRPC, 95 % interval",
    unit: "ms",
    what: "half of the interval that holds its mean with 95 %, by Student's t; none from one trial",
  },
  rpc2Ms: { label: "RPC2, iterative", unit: "ms", what: "an RPC2 call to each server in turn, mean of the trials" },
  rpc2SdMs: { label: "RPC2, s.d.", unit: "ms", what: "standard deviation of its trials" },
  rpc2HalfMs: { label: "RPC2, 95 % interval", unit: "ms", what: "half of the interval, as for MultiRPC" },
  speedup: { label: "Speedup R/M", unit: "ratio", what: "the iterative calls' time over the MultiRPC call's" },
  elapsedMs: {
    label: "Time of a trial",
    unit: "ms",
    what: "until the program has its replies, by the chosen way to call",
  },
  ...COUNTS,
  replies: { label: "Replies", unit: "replies", what: "replies of a trial that the program took" },
  failures: {
    label: "Failures",
    unit: "servers",
    what: "servers of a trial that RPC2 reported as failed; MultiRPC at its limit reports none",
  },
  stallMs: {
    label: "Longest stall",
    unit: "ms",
    what: "the longest that the program waited for its next result, in any trial but the first",
  },
};

export const CALLBACK_MEASURES: Readonly<Record<string, MeasureInfo>> = {
  elapsedMs: { label: "Until all are told", unit: "ms", what: "from the first call to the last result, or the limit" },
  told: { label: "Workstations told", unit: "workstations", what: "those whose reply the file server has" },
  deadFound: { label: "Given up", unit: "workstations", what: "those that RPC2 reported as failed, dead or not" },
  falseFailures: {
    label: "False failures",
    unit: "workstations",
    what: "those that live, and whose reply the file server did not get in time",
  },
  ...COUNTS,
  packets: { label: "Packets", unit: "packets", what: "requests, replies and all others that were sent" },
  droppedReplies: { label: "Replies lost", unit: "replies", what: "replies that came to no process" },
  clientIdleMs: { label: "File server idle", unit: "ms", what: "time in which its processor had no work" },
};
