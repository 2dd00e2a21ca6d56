/** The parameters of the experiments with RPC2 and MultiRPC. */
import { USUAL_GAP, USUAL_REQUEST } from "../../systems/rpc2/options.ts";
import { callsAtOnce, clients } from "../common-params.ts";
import { choice, leftOut, number, variant } from "../params.ts";
import type { Values } from "../types.ts";
import { HANDLER, HISTORY } from "./history-params.ts";

/** Workstations that Andrew was to span. */
export const ALL = 5000;

const LIBRARY = choice({
  group: "protocol",
  label: "Library",
  options: { "1987": "RPC2 of 1987", "2025": "RPC2 of 2025" },
  default: "1987",
  why:
    "The library of 1987 sends again after 0.47 s, then after twice that. The library of 2025 computes this time " +
    "from the round trips that it has seen.",
});

const MODE = choice({
  group: "workload",
  label: "Calls",
  options: { multi: "MultiRPC", iterative: "RPC2, one after another", threads: "RPC2, a thread for each" },
  default: "multi",
  why: "Tables VIII to X compare the first two. Section II discusses the third.",
});

const SENDING = choice({
  group: "protocol",
  label: "MultiRPC sends its requests",
  options: { single: "One by one", multicast: "As one multicast" },
  default: "single",
  why:
    "Section VIII proposes multicast below MultiRPC, with connections in explicit groups. The packet and the group " +
    "are ours. The connections are in their group before the run.",
  needs: { with: { servers: 5 }, why: "A group of one gets the same packets." },
  only: { parameter: "mode", values: ["multi"], why: "calls of RPC2 alone go to one server each" },
});

const PROCEDURE = choice({
  group: "workload",
  label: "The procedure",
  options: { computes: "Computes", waits: "Waits, and leaves its processor to others" },
  default: "computes",
  why:
    "The paper’s servers ran a timing loop. While a procedure waits, for a disk for example, RPC2 answers " +
    "retries with BUSY.",
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
    why:
      "These are the four levels of BIND. The paper does not say which one its tests used. 16 bytes of each " +
      "header are never encrypted.",
  }),
  cipher: choice({
    group: "protocol",
    label: "Encrypting takes the time of",
    options: { xor: "Exclusive or, as in the library", des: "DES, as intended" },
    default: "xor",
    why: "The library names DES but contains exclusive or. We assume that DES takes 0.5 ms for 8 bytes, at each end.",
    needs: { with: { security: "secure" }, why: "When the run encrypts nothing, this takes no time." },
  }),
};

const YIELD_EVERY = choice({
  group: "protocol",
  label: "While it sends, MultiRPC reads replies",
  options: { never: "Never", "32": "After every 32 requests", "1": "After each request" },
  default: "32",
  why:
    "Threads do not interrupt each other: replies wait in the socket until the sending thread yields. It yields " +
    "after 32 requests in the source of 1996, and sends the last 32 without a pause.",
});

const SOCKET = number({
  group: "machines",
  label: "Socket buffer",
  unit: "bytes",
  min: 160,
  max: 65_536,
  default: 3200,
  scale: "log",
  why:
    "4.2BSD allows 2,048 bytes. Counted as bytes alone they hold 25 replies of 80 bytes. Counted as memory, " +
    "3,200 bytes hold as many.",
  rim: "socket",
});

const LOAD = choice({
  group: "network",
  label: "Other hosts send",
  options: { none: "Nothing", night: "As at night", day: "As by day" },
  default: "none",
  why:
    "The tests ran in the early hours (Section VI-B1). We assume loads of 0.5 and 3 % of each subnet, after " +
    "Shoch and Hupp.",
});

export const LOSS = number({
  group: "chance",
  label: "Frames damaged on each network",
  unit: "%",
  min: 0,
  max: 1,
  step: 0.01,
  default: 0,
  why: "The paper’s model assumes no damage (Section VI-A). A sound network damages far fewer than 1 % of frames.",
});

const BACKBONE = number({
  group: "network",
  label: "Delay of the backbone",
  unit: "ms",
  min: 0,
  max: 500,
  default: 0,
  scale: "log",
  why: "The delay counts one way. Section VIII asks how wide-area networks would change such calls.",
  stretches: { name: "way", wire: null },
});

/** The rules that a run can leave out. */
const RULES = { without: leftOut(["sequenceCheck", "savedResult", "nak"]) };

/** The parameters of multirpc/call. */
export const CALL_PARAMS = {
  servers: number({
    group: "workload",
    label: "Servers",
    min: 1,
    max: ALL,
    default: 10,
    scale: "log",
    why: "Tables VIII to X go up to 100. Andrew was to have 5,000 workstations.",
  }),
  mode: MODE,
  computeMs: number({
    group: "workload",
    label: "Computation at each server",
    unit: "ms",
    min: 0,
    max: 1000,
    default: 10,
    why: "Servers compute for 0 ms in Table V, and for 10, 20 and 50 ms in Tables VIII to X.",
    stretches: { name: "computation", steps: ["Compute"], share: true },
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
  threads: callsAtOnce({
    max: 8,
    why: "One trial follows another in the paper’s tests. Here each thread has connections of its own to all servers.",
    needs: { with: { trials: 2 }, why: "Of more threads than trials, the last ones make none." },
  }),
  clients: clients({
    why: "One machine called in the paper’s tests. More of them share the trials, the test ring and the servers.",
    needs: { with: { trials: 2 }, why: "Of more clients than trials, the last ones make none." },
  }),
  dead: number({
    group: "machines",
    label: "Dead servers",
    min: 0,
    max: ALL,
    default: 0,
    scale: "log",
    why:
      "In calls one after another each dead server delays the servers behind it (Section II). They die after the " +
      "client has bound to them.",
  }),
  handlerMs: number({
    group: "machines",
    label: "The handler computes",
    unit: "ms",
    min: 0,
    max: 100,
    default: 0,
    why: "The paper’s handler did next to nothing. Section V-B warns of handlers that compute for long.",
    stretches: { name: "handler", steps: ["The client’s handler"] },
  }),
  callers: HANDLER.callers,
  requestMs: number({
    group: "machines",
    label: "Client’s work for a request",
    unit: "ms",
    min: 0.5,
    max: 12,
    step: 0.01,
    default: USUAL_REQUEST.ms,
    why: `${USUAL_REQUEST.why} Of MultiRPC alone, from a twelfth of it to twice as much.`,
    needs: { with: { mode: "multi" }, why: "Calls of RPC2 alone send as before." },
    stretches: {
      name: "request",
      steps: ["Prepare a request", "Send the packet (sendto)"],
      machine: "client",
      share: true,
    },
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
    why:
      "The ring had room for twenty servers (note to Table VIII). The others stood elsewhere, in Tables IX and X " +
      "every fifth.",
    needs: { with: { servers: 50 }, why: "Up to twenty servers all fit on the paper’s ring." },
  }),
  foreignLoad: LOAD,
  backboneMs: variant(BACKBONE, {
    needs: { with: { placement: "campus" }, why: "On one ring no packet crosses the backbone." },
  }),
  waitFor: number({
    group: "ending",
    label: "Replies waited for",
    min: 1,
    max: ALL,
    default: ALL,
    scale: "log",
    why: "The paper waits for all. The example client of Appendix II needs only two of three.",
  }),
  handler: HANDLER.handler,
  mostFailures: HANDLER.mostFailures,
  timeoutMs: number({
    group: "ending",
    label: "Time limit",
    unit: "ms",
    min: 1,
    max: 120_000,
    default: 120_000,
    why: "The caller sets this limit. Two minutes are longer than any silence lasts.",
  }),
  followUp: choice({
    group: "ending",
    label: "The call after it waits for",
    options: { same: "As many", all: "All" },
    default: "same",
    why: "A call that waits for all shows what an earlier call, ended early, left on its connections (Section V-B).",
    needs: { with: { waitFor: 2 }, why: "Only a call that ended early leaves something on its connections." },
  }),
  library: LIBRARY,
  yieldEvery: variant(YIELD_EVERY, {
    needs: { with: { servers: 50 }, why: "The client must have more to send after 32 requests." },
  }),
  sending: SENDING,
  ...SECURITY,
  ...HISTORY,
  ...RULES,
  lossPercent: variant(LOSS, {
    needs: { with: { servers: 100 }, why: "With few servers the network may damage no packet at all." },
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
    why: "Several hundred workstations may keep a copy of one system file (Section II). Andrew was to have 5,000.",
  }),
  mode: MODE,
  computeMs: number({
    group: "workload",
    label: "Computation at each workstation",
    unit: "ms",
    min: 0,
    max: 10_000,
    default: 20,
    why:
      "A workstation notes that its copy is no longer valid. The paper does not say how long this takes; 20 ms " +
      "is the middle value of Tables VIII to X.",
    stretches: { name: "computation", steps: ["Compute"], share: true },
  }),
  procedure: PROCEDURE,
  deadFraction: number({
    group: "machines",
    label: "Share of them that is dead",
    share: true,
    min: 0,
    max: 1,
    step: 0.001,
    default: 0.01,
    why:
      "The share of all workstations, rounded to whole ones and drawn by lot. The file server does not know that " +
      "they are dead.",
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
    why:
      "MultiRPC has one limit for the call to all; RPC2 has one for each call. Ten minutes are longer than any " +
      "silence lasts.",
  }),
  library: LIBRARY,
  yieldEvery: YIELD_EVERY,
  lossPercent: LOSS,
};

export type CallValues = Values<typeof CALL_PARAMS>;
export type CallbackValues = Values<typeof CALLBACK_PARAMS>;
