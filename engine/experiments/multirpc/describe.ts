/** Calls to many machines as experiments: MultiRPC, RPC2 one after another, or a thread for each. */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { callbackWays } from "./describe-ways.ts";
import { CALL_MEASURES, CALLBACK_MEASURES, type CallMeasure } from "./measures.ts";
import { CALL_PARAMS, CALLBACK_PARAMS, type CallbackValues, type CallValues } from "./params.ts";
import { missOf } from "./losses.ts";
import { specification } from "./specification/describe.ts";
import { CLIENT_AND_SERVER, describeExperiment } from "../describe.ts";
import type { Answer, Description, ModelCurve, ModelLink, SomeValues } from "../types.ts";

const IN_WIRESHARK = "Wireshark shows Ethernet, IP and UDP. It has no reader for RPC2 and shows the rest as data.";

const ROW = { keys: ["computeMs", "servers"], set: { computeMs: "computeMs", servers: "servers" } } as const;

/** Roughly what a server of a call takes to compute, both ways to call: ms. */
const SERVER_MS = 0.9;

/** The three columns of a table. */
function tableAnswers(
  table: string,
  fixed: SomeValues<typeof CALL_PARAMS>,
  calibrated: Partial<Record<CallMeasure, Answer["calibrated"]>> = {},
) {
  return (["multiRpcMs", "rpc2Ms", "speedup"] as const).map((measure): Answer<typeof CALL_PARAMS, CallMeasure> => {
    const fitted = calibrated[measure];
    return {
      ...ROW,
      table,
      column: measure,
      measure,
      fixed: { ...fixed, trials: 10 },
      kind: "predicted",
      note: ({ computeMs, servers }) =>
        missOf({ table, column: measure, computeMs: Number(computeMs), servers: Number(servers) }),
      ...(fitted === undefined ? {} : { calibrated: fitted }),
    };
  });
}

const FITTED = {
  multiRpcMs: [1, 2, 5, 7, 10, 13, 15, 17, 19].map((servers) => ({ computeMs: 10, servers })),
  rpc2Ms: [{ computeMs: 10, servers: 50 }],
};

type CallCurve = ModelCurve<typeof CALL_PARAMS>;
type ModelArguments = CallCurve["arguments"];

const simpleArguments: ModelArguments = ({ servers, computeMs }) => ({ servers, compute_ms: computeMs });

/** Of a MultiRPC call alone: a simple call sends as before, and has no handler. */
const clientArguments: ModelArguments = ({ requestMs, handlerMs }) => ({
  request_ms: requestMs,
  handler_ms: handlerMs,
});
const multiArguments: ModelArguments = (p) => ({ ...simpleArguments(p), ...clientArguments(p) });

/** The models know one call at a time, no failure, early end, encryption or multicast, and no handler that yields. */
const isModelled = (p: CallValues): boolean => isCovered(p) && p.sending === "single";

/** The same, however the requests leave. */
const isCovered = ({ clients, threads, dead, waitFor, servers, security, handler }: CallValues): boolean =>
  clients === 1 &&
  threads === 1 &&
  dead === 0 &&
  waitFor >= servers &&
  (security === "openKimono" || security === "authOnly") &&
  handler !== "yields" &&
  handler !== "calls";

const model = (
  name: string,
  measure: CallMeasure,
  args: ModelArguments,
): ModelLink<typeof CALL_PARAMS, CallMeasure> => ({
  paper: "multirpc",
  function: name,
  measure,
  scale: 1,
  arguments: args,
  when: isModelled,
});

const curve = (name: string, label: string, of: ModelArguments): CallCurve => ({
  paper: "multirpc",
  function: name,
  label,
  scale: 1,
  arguments: of,
  when: isModelled,
});

const points = (column: string) => [{ table: "table-viii", column }];

/** The paper's ring had room for twenty (note to Table VIII). */
const OFF_THE_RING = {
  after: 20,
  when: ({ placement }: { readonly placement: string }) => placement === "ring",
  why:
    "From the 21st on, servers stand behind routers, as in the paper. A call in turn to such a server takes longer; " +
    "MultiRPC hides most of that. So the speedup can pass the model’s limit, which knows one ring only.",
};

export const call = describeExperiment({
  id: "multirpc/call",
  title: "MultiRPC: one call to many servers",
  question: "How much time does a client save when it calls all servers at once, and what limits the gain?",
  paper: "multirpc",
  packetKinds: KINDS_OF.rpc2,
  mustRun: "client",
  inWireshark: IN_WIRESHARK,
  params: CALL_PARAMS,
  measures: CALL_MEASURES,
  machineWords: CLIENT_AND_SERVER,
  sweep: { over: "servers", values: [1, 2, 5, 10, 15, 20, 25, 50, 75, 100], fixed: { trials: 3 } },
  charts: [
    {
      y: "multiRpcMs",
      title: "A MultiRPC call",
      points: points("multiRpcMs"),
      models: [curve("multi_rpc_event_ms", "Event by event", multiArguments)],
    },
    { y: "rpc2Ms", title: "RPC2 calls one after another", points: points("rpc2Ms") },
    {
      y: "speedup",
      title: "Speedup of MultiRPC",
      points: points("speedup"),
      break: OFF_THE_RING,
      models: [
        {
          ...curve("speedup_limit", "Limit", (p) => ({ compute_ms: p.computeMs, ...clientArguments(p) })),
          regardlessOf: ["servers"],
        },
      ],
    },
    {
      id: "multicast",
      y: "speedup",
      title: "Speedup of MultiRPC, by how its requests leave",
      points: [],
      sweep: { over: "servers", values: [1, 2, 5, 10, 15, 20], fixed: { trials: 3 } },
      series: { parameter: "sending", values: ["single", "multicast"] },
      models: [
        {
          ...curve("multicast_limit", "Limit of the model with one multicast", ({ computeMs, handlerMs }) => ({
            compute_ms: computeMs,
            handler_ms: handlerMs,
          })),
          when: (p) => isCovered(p) && p.sending === "multicast",
          regardlessOf: ["servers"],
          series: "multicast",
        },
      ],
    },
    {
      y: "elapsedMs",
      title: "Three ways to call all",
      points: [],
      series: { parameter: "mode", values: ["multi", "iterative", "threads"] },
    },
  ],
  models: [
    model("multi_rpc_ms", "multiRpcMs", multiArguments),
    model("rpc2_ms", "rpc2Ms", simpleArguments),
    model("speedup", "speedup", multiArguments),
  ],
  answers: [
    ...tableAnswers("table-v", { distribution: "constant", placement: "ring" }),
    ...tableAnswers("table-viii", { distribution: "constant", placement: "ring" }, FITTED),
    ...tableAnswers("table-ix", { distribution: "normal", placement: "campus" }),
    ...tableAnswers("table-x", { distribution: "exponential", placement: "campus" }),
  ],
  roughMs: ({ servers, trials }) => servers * trials * SERVER_MS,
});

/** The paper's models know no failure, and no procedure that waits. */
const callbackModel = (name: string, mode: CallbackValues["mode"]): ModelLink<typeof CALLBACK_PARAMS, "elapsedMs"> => ({
  paper: "multirpc",
  function: name,
  measure: "elapsedMs",
  scale: 1,
  arguments: ({ workstations, computeMs }) => ({ servers: workstations, compute_ms: computeMs }),
  when: (p) => p.mode === mode && Math.round(p.workstations * p.deadFraction) === 0,
  regardlessOf: ["deadFraction"], // where no workstation is dead
});

const BY_MODE = { parameter: "mode", values: ["multi", "iterative"] } as const;

export const callbackBreak = describeExperiment({
  id: "multirpc/callback-break",
  title: "Callback break: telling every workstation",
  question:
    "A file changes. How long does it take to tell all workstations that have a copy, and what do dead ones cost?",
  paper: "multirpc",
  packetKinds: KINDS_OF.rpc2,
  mustRun: "client",
  inWireshark: IN_WIRESHARK,
  params: CALLBACK_PARAMS,
  measures: CALLBACK_MEASURES,
  machineWords: { client: "file server", server: "workstation" },
  sweep: { over: "workstations", values: [10, 20, 50, 100, 200] },
  charts: [
    { y: "elapsedMs", title: "Until all are told", points: [], series: BY_MODE },
    {
      id: "dead",
      y: "elapsedMs",
      title: "What dead workstations cost",
      points: [],
      sweep: { over: "deadFraction", values: [0, 0.01, 0.03, 0.1] },
      evenX: true,
      series: BY_MODE,
    },
    {
      y: "falseFailures",
      title: "Living workstations given up, by the time limit",
      points: [],
      sweep: { over: "timeoutMs", values: [250, 500, 750, 1000, 1500, 2000, 3000] },
      evenX: true,
    },
  ],
  models: [callbackModel("multi_rpc_ms", "multi"), callbackModel("rpc2_ms", "iterative")],
  destinations: {
    title: "Callbacks promised",
    each: "Workstation",
    before: "promised",
    empty: "All workstations have confirmed.",
    whyUp: "The file server can only be slowed. Its crash would end the program that we measure.",
  },
  answers: [],
  roughMs: ({ workstations }) => workstations * SERVER_MS,
});

/** What the family is called where one is chosen. */
export const title = "MultiRPC";

export const descriptions: readonly Description[] = [call, callbackBreak, callbackWays, specification];
