/** The parameters and the measures of the experiments with RPC2 and MultiRPC. */
import { USUAL_GAP, USUAL_REQUEST } from "../../systems/rpc2.ts";
import { choice, number, variant } from "../params.ts";
import type { MeasureTable, Values } from "../types.ts";

/** Workstations that Andrew was to span. */
const ALL = 5000;

const LIBRARY = choice({
  group: "protocol",
  label: "Library",
  options: { "1987": "RPC2 of 1987", "2025": "RPC2 of 2025" },
  default: "1987",
  why: "1987 sends again after 0.47 s, then twice that; 2025 from round trips that it has learnt.",
});

const MODE = choice({
  group: "workload",
  label: "Calls",
  options: { multi: "MultiRPC", iterative: "RPC2, one after another", threads: "RPC2, a thread for each" },
  default: "multi",
  why: "What Tables VIII to X compare; and what Section II weighs against both.",
});

const PROCEDURE = choice({
  group: "workload",
  label: "The procedure",
  options: { computes: "Computes", waits: "Waits, and leaves its processor to others" },
  default: "computes",
  why: "The paper's servers ran a timing loop. One that waits, for a disk say, lets RPC2 answer retries by BUSY.",
});

const SECURITY = {
  security: choice({
    group: "protocol",
    label: "Connections are bound",
    options: {
      openKimono: "In the open",
      authOnly: "By a shared key, and send in clear",
      headersOnly: "By a shared key, and encrypt headers",
      secure: "By a shared key, and encrypt all",
    },
    default: "openKimono",
    why: "BIND's four levels. The paper's tests say nothing of it; 16 bytes of each header stay in clear.",
  }),
  cipher: choice({
    group: "protocol",
    label: "Encrypting takes the time of",
    options: { xor: "Exclusive or, which it is", des: "DES, which it stands for" },
    default: "xor",
    why: "The library names DES and comes with exclusive or. DES is assumed to take 0.5 ms for 8 bytes, at each end.",
    needs: { with: { security: "secure" }, why: "Where nothing is encrypted, that takes no time." },
  }),
};

const YIELD_EVERY = choice({
  group: "protocol",
  label: "While it sends, MultiRPC reads replies",
  options: { never: "Never", "32": "After every 32 requests", "1": "After each request" },
  default: "32",
  why:
    "Threads do not preempt each other: replies wait in the socket until the sender yields. 32 as in the source of " +
    "1996; the last 32 leave in one go.",
});

const SOCKET = number({
  group: "machines",
  label: "Socket buffer",
  unit: "bytes",
  min: 160,
  max: 65_536,
  default: 3200,
  scale: "log",
  why: "Of 4.2BSD 2048, counted as bytes alone: 25 replies of 80. 3200 let as many in where memory is counted too.",
});

const LOAD = choice({
  group: "network",
  label: "Other hosts send",
  options: { none: "Nothing", night: "As at night", day: "As by day" },
  default: "none",
  why:
    "Section VI-B1: the tests ran in the early hours. 0.5 and 3 per cent of each subnet, assumed after Shoch and " +
    "Hupp.",
});

const LOSS = number({
  group: "chance",
  label: "Frames damaged on each network",
  unit: "%",
  min: 0,
  max: 1,
  step: 0.01,
  default: 0,
  why: "The paper's model assumes none (Section VI-A); 1 per cent is far beyond a sound network.",
});

const BACKBONE = number({
  group: "network",
  label: "Delay of the backbone",
  unit: "ms",
  min: 0,
  max: 500,
  default: 0,
  scale: "log",
  why: "One way. Section VIII asks what wide-area networks would do to such calls.",
});

const EARLY = {
  with: { servers: 3, waitFor: 2, gapMs: 0, followUp: "all" },
  why: "It matters where a call begins while replies to the one before are still coming.",
} as const;

const HISTORY = {
  replyAcks: choice({
    group: "protocol",
    label: "Replies are acknowledged",
    options: { off: "By nothing", on: "By the next request, or a packet" },
    default: "off",
    why: "Section V-B: the prototype's replies had to be, and were sent again until they were.",
    needs: EARLY,
  }),
  nak: choice({
    group: "protocol",
    label: "A request ahead of its turn",
    options: { on: "Gets a negative acknowledgement", off: "Is ignored" },
    default: "on",
    why: "Section V-B: the first cure of the deadlock that acknowledged replies bring.",
    needs: {
      with: { ...EARLY.with, replyAcks: "on" },
      why: "Only a server that waits for an acknowledgement is behind.",
    },
  }),
  eventOrder: choice({
    group: "protocol",
    label: "The listener looks first",
    options: { "arrivals-first": "At what has arrived", "timeouts-first": "At the clock, as the prototype" },
    default: "arrivals-first",
    why: "Section V-C: replies that had come were thrown away when their requests had timed out.",
    needs: {
      with: { servers: 80, yieldEvery: "never" },
      why: "Sending must take longer than the first interval, 0.47 s, before anything is read.",
    },
  }),
};

/** The parameters of multirpc/call. */
export const CALL_PARAMS = {
  servers: number({
    group: "workload",
    label: "Servers",
    min: 1,
    max: ALL,
    default: 10,
    scale: "log",
    why: "Tables VIII to X go to 100; Andrew was to span 5000 workstations.",
  }),
  mode: MODE,
  computeMs: number({
    group: "workload",
    label: "Computation at each server",
    unit: "ms",
    min: 0,
    max: 1000,
    default: 10,
    scale: "log",
    why: "Table V has none; Tables VIII to X 10, 20, 50.",
  }),
  distribution: choice({
    group: "workload",
    label: "Service times",
    options: { constant: "Constant", normal: "Normal, s.d. 10 %", exponential: "Exponential" },
    default: "constant",
    why: "Constant in Table VIII, normal in Table IX, exponential in Table X.",
  }),
  procedure: PROCEDURE,
  gapMs: number({
    group: "workload",
    label: "Between two calls",
    unit: "ms",
    min: 0,
    max: 10_000,
    default: USUAL_GAP.ms,
    scale: "log",
    why: `${USUAL_GAP.why} None at 0.`,
  }),
  trials: number({
    group: "workload",
    label: "Trials",
    min: 1,
    max: 100,
    default: 10,
    scale: "log",
    repeats: true,
    why: "Ten trials a point (notes to Tables VIII to X).",
  }),
  dead: number({
    group: "machines",
    label: "Dead servers",
    min: 0,
    max: ALL,
    default: 0,
    scale: "log",
    why: "Section II: each holds up those behind it. They die after they were bound.",
  }),
  handlerMs: number({
    group: "machines",
    label: "The handler computes",
    unit: "ms",
    min: 0,
    max: 100,
    default: 0,
    why: "The paper's did next to nothing. Section V-B warns of those that compute for long.",
  }),
  requestMs: number({
    group: "machines",
    label: "Client's work for a request",
    unit: "ms",
    min: 0.5,
    max: 12,
    step: 0.01,
    default: USUAL_REQUEST.ms,
    why: `${USUAL_REQUEST.why} Of MultiRPC alone, from a twelfth of it to twice as much.`,
    needs: { with: { mode: "multi" }, why: "Calls of RPC2 alone send as they always do." },
  }),
  socketBytes: SOCKET,
  placement: choice({
    group: "network",
    label: "Servers stand",
    options: {
      ring: "On the test ring, as far as they fit",
      campus: "Over many segments",
      "one-ring": "On one ring as large as it takes",
    },
    default: "ring",
    why: "The ring had room for twenty (note to Table VIII), the rest stood elsewhere; in Tables IX and X every fifth.",
    needs: { with: { servers: 50 }, why: "Up to twenty servers all fit on the paper's ring." },
  }),
  foreignLoad: LOAD,
  backboneMs: variant(BACKBONE, {
    needs: { with: { placement: "campus" }, why: "On one ring nothing crosses the backbone." },
  }),
  waitFor: number({
    group: "ending",
    label: "Replies waited for",
    min: 1,
    max: ALL,
    default: ALL,
    scale: "log",
    why: "All; the example client of Appendix II is content with two of three.",
  }),
  timeoutMs: number({
    group: "ending",
    label: "Time limit",
    unit: "ms",
    min: 1,
    max: 120_000,
    default: 120_000,
    scale: "log",
    why: "The caller's own; two minutes are longer than any silence lasts.",
  }),
  followUp: choice({
    group: "ending",
    label: "The call after it waits for",
    options: { same: "As many", all: "All" },
    default: "same",
    why: "Section V-B: a call that waits for all shows what one that ended early has left on its connections.",
    needs: { with: { waitFor: 2 }, why: "Only a call that ended early leaves connections behind." },
  }),
  library: LIBRARY,
  yieldEvery: variant(YIELD_EVERY, {
    needs: { with: { servers: 50 }, why: "After 32 requests there must be more to send." },
  }),
  ...SECURITY,
  ...HISTORY,
  lossPercent: variant(LOSS, {
    needs: { with: { servers: 100 }, why: "Of a few packets one in a hundred may be none." },
  }),
};

/** The parameters of multirpc/callback-break. */
export const CALLBACK_PARAMS = {
  workstations: number({
    group: "workload",
    label: "Workstations that have the file",
    min: 1,
    max: ALL,
    default: 100,
    scale: "log",
    why: "Section II: several hundred may cache one system file. Andrew was to span 5000.",
  }),
  mode: MODE,
  computeMs: number({
    group: "workload",
    label: "Each takes",
    unit: "ms",
    min: 0,
    max: 10_000,
    default: 20,
    scale: "log",
    why: "To note that its copy is no longer valid. The paper does not say; 20 is the middle of Tables VIII to X.",
  }),
  procedure: PROCEDURE,
  deadFraction: number({
    group: "machines",
    label: "Dead among them",
    share: true,
    min: 0,
    max: 1,
    step: 0.001,
    default: 0.01,
    scale: "log",
    why: "Of all; so many drawn by lot, rounded. They die unseen.",
  }),
  socketBytes: SOCKET,
  foreignLoad: LOAD,
  backboneMs: BACKBONE,
  timeoutMs: number({
    group: "ending",
    label: "Time limit",
    unit: "ms",
    min: 1,
    max: 600_000,
    default: 600_000,
    scale: "log",
    why: "Of the call to all; by RPC2 of each call. Ten minutes are longer than any silence lasts.",
  }),
  library: LIBRARY,
  yieldEvery: YIELD_EVERY,
  lossPercent: LOSS,
};

/** Measures of both experiments. */
const SHARED_MEASURES = {
  packets: { label: "Packets of a trial", unit: "packets", what: "requests, replies and all others that were sent" },
  retriedPackets: { label: "Retried packets", unit: "%", what: "packets that were sent again, of all that were sent" },
  droppedReplies: { label: "Replies lost", unit: "replies", what: "replies of a trial that came to no process" },
  clientIdleMs: {
    label: "Client idle",
    unit: "ms",
    what: "time of a trial in which the client's processor had no work",
  },
} satisfies MeasureTable;

export const CALL_MEASURES = {
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
  ...SHARED_MEASURES,
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
} satisfies MeasureTable;

export const CALLBACK_MEASURES = {
  elapsedMs: { label: "Until all are told", unit: "ms", what: "from the first call to the last result, or the limit" },
  told: { label: "Workstations told", unit: "workstations", what: "those whose reply the file server has" },
  deadFound: { label: "Given up", unit: "workstations", what: "those that RPC2 reported as failed, dead or not" },
  falseFailures: {
    label: "False failures",
    unit: "workstations",
    what: "those that live, and whose reply the file server did not get in time",
  },
  ...SHARED_MEASURES,
  packets: { label: "Packets", unit: "packets", what: "requests, replies and all others that were sent" },
  droppedReplies: { label: "Replies lost", unit: "replies", what: "replies that came to no process" },
  clientIdleMs: { label: "File server idle", unit: "ms", what: "time in which its processor had no work" },
} satisfies MeasureTable;

export type CallValues = Values<typeof CALL_PARAMS>;
export type CallbackValues = Values<typeof CALLBACK_PARAMS>;
export type CallMeasure = keyof typeof CALL_MEASURES;
export type CallbackMeasure = keyof typeof CALLBACK_MEASURES;
