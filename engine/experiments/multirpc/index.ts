/** Calls to many machines as experiments: MultiRPC, RPC2 one after another, or a thread for each. */
import { CALL_MEASURES, CALL_PARAMS, CALLBACK_MEASURES, CALLBACK_PARAMS } from "./params.ts";
import type { CallbackValues, CallMeasure, CallValues } from "./params.ts";
import { runCall, runCallback } from "./run.ts";
import { defineExperiment } from "../define.ts";
import type { Answer, Experiment, ModelCurve, ModelLink, SomeValues } from "../types.ts";

const ROW = { keys: ["computeMs", "servers"], set: { computeMs: "computeMs", servers: "servers" } } as const;

/** Roughly what a server of a call takes to compute, both ways to call: ms. */
const SERVER_MS = 0.9;

const LOSSES =
  "Beyond 25 servers losses decide: nothing is read while the last 32 requests are sent, the socket has room for 25 " +
  "replies, and each that is lost waits for its retry, which the calling thread sends when it comes to it. The mean " +
  "deviation there is 10 to 18 % in each table. Far off are 75 servers of 50 ms (Tables VIII and IX, 40 and 48 % " +
  "below): here their replies come just late enough to be read.";

const INVERSION =
  "Servers that compute for 50 ms instead of 10 make a call to 100 of them faster (Tables VIII and X), and one to 75 " +
  "(Table X), here as there: more of their replies come when all requests are out and the client reads again. Here " +
  "it is 4, 5 and 12 %, where the paper has 16, 9 and 25.";

const ROUTERS =
  "Between buildings a packet passes three routers, the machine room's among them, of 4.5 ms each. That there are " +
  "three is ours. With two of 6.5 ms, which fit the calls one after another as well, the client's router would lose " +
  "what now its socket loses, and longer computation would not make calls faster.";

const PLACED =
  "In Tables IX and X every fifth server stands elsewhere, for both alike. RPC2 is then right within 6 % in the " +
  "mean, but up to 12 % below the 10 ms rows of Table IX at 10 to 20 servers, which want two in five.";

/** The three columns of a table. */
function tableAnswers(
  table: string,
  fixed: SomeValues<typeof CALL_PARAMS>,
  calibrated: Partial<Record<CallMeasure, Answer["calibrated"]>> = {},
) {
  const isLarge = table !== "table-v";
  return (["multiRpcMs", "rpc2Ms", "speedup"] as const).map((measure): Answer<typeof CALL_PARAMS, CallMeasure> => {
    const fitted = calibrated[measure];
    return {
      ...ROW,
      table,
      column: measure,
      measure,
      fixed: { ...fixed, trials: 10 },
      kind: "predicted",
      ...(isLarge ? { note: LOSSES } : {}),
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

/** Arguments of models of MultiRPC calls: only these depend on the time of a request. */
const multiArguments: ModelArguments = (p) => ({ ...simpleArguments(p), request_ms: p.requestMs });

/** The models know no failure, no early end and no encryption. */
const isModelled = ({ dead, waitFor, servers, security }: CallValues): boolean =>
  dead === 0 && waitFor >= servers && (security === "openKimono" || security === "authOnly");

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

const call = defineExperiment({
  id: "multirpc/call",
  title: "MultiRPC: one call to many servers",
  question: "What does it save to call all servers at once, and what stops it?",
  paper: "multirpc",
  params: CALL_PARAMS,
  measures: CALL_MEASURES,
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
        curve("speedup_limit", "Limit", ({ computeMs, requestMs }) => ({
          compute_ms: computeMs,
          request_ms: requestMs,
        })),
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
  notes: [
    "Three durations are fitted, all to the 10 ms column of Table VIII: the device interrupt and the wake-up of an " +
      "idle process to up to 19 servers, a router's time for a packet to RPC2 at 50. The socket buffer is the 25 " +
      "replies that 2048 bytes hold, because with the 16 that 4.2BSD's count of memory allows, calls to 25 servers " +
      "would lose replies, and the paper's did not.",
    LOSSES,
    INVERSION,
    ROUTERS,
    PLACED,
    "A procedure that computes keeps its processor, so that its server sends no BUSY and answers a retry with the " +
      "reply that it has kept; one that computes for more than a minute is taken for dead. One that waits sends BUSY.",
    "Connections are bound before the run, as the paper's were, and in the open unless they are asked to be secure. " +
      "Other hosts send nothing unless they are asked to.",
    "A connection that an error has ended is bound anew before the next trial, over the network. A server whose " +
      "thread is busy lets the bind wait (1987), or answers BUSY, and the client tries again 15 s later (2025). That " +
      "time is no part of a trial.",
  ],
  roughMs: ({ servers, trials }) => servers * trials * SERVER_MS,
  run: runCall,
});

/** The paper's models know no failure, and no procedure that waits. */
const callbackModel = (name: string, mode: CallbackValues["mode"]): ModelLink<typeof CALLBACK_PARAMS, "elapsedMs"> => ({
  paper: "multirpc",
  function: name,
  measure: "elapsedMs",
  scale: 1,
  arguments: ({ workstations, computeMs }) => ({ servers: workstations, compute_ms: computeMs }),
  when: (p) => p.mode === mode && Math.round(p.workstations * p.deadFraction) === 0,
});

const BY_MODE = { parameter: "mode", values: ["multi", "iterative"] } as const;

const callbackBreak = defineExperiment({
  id: "multirpc/callback-break",
  title: "Callback break: telling every workstation",
  question: "A system file changes. What does it take to tell all who have a copy, and what does a dead one cost?",
  paper: "multirpc",
  params: CALLBACK_PARAMS,
  measures: CALLBACK_MEASURES,
  sweep: { over: "workstations", values: [10, 20, 50, 100, 200, 500, 1000] },
  charts: [
    { y: "elapsedMs", title: "Until all are told", points: [], series: BY_MODE },
    {
      id: "dead",
      y: "elapsedMs",
      title: "What dead workstations cost",
      points: [],
      sweep: { over: "deadFraction", values: [0, 0.01, 0.02, 0.03, 0.05, 0.1] },
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
    empty: "All have confirmed: no promise is left.",
    mustRun: "Who tells can only be slowed: its crash would end the program that is measured.",
  },
  answers: [],
  notes: [
    "The paper gives this as the reason for MultiRPC and measured it with no more than a hundred servers, all alive: " +
      "nothing here has a published number beside it.",
    "RPC2 knows a client and servers. Here the client is the file server, which tells; server1, server2 and so on " +
      "are the workstations, which are told. A workstation is found dead when RPC2 has sent seven times in 60 s.",
    "Of 5000 workstations the last is sent its first request after half a minute, and whoever is dead is found a " +
      "minute after that or more; what one machine can send sets the pace, not the network.",
  ],
  roughMs: ({ workstations }) => workstations * SERVER_MS,
  run: runCallback,
});

export const experiments: readonly Experiment[] = [call, callbackBreak];
