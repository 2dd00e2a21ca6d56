/**
 * The public functions of model.py: arguments with unit, default and range, and the unit of the result. A test holds
 * this list to the Python signatures and tries every limit.
 */
import type { ModelFunction, NumberArgument } from "../types.ts";

const SERVERS: NumberArgument = {
  kind: "number",
  name: "servers",
  what: "Servers called",
  unit: "",
  default: 1,
  min: 1,
  max: 5000,
  whole: true,
};

const COMPUTE: NumberArgument = {
  kind: "number",
  name: "compute_ms",
  what: "Computation at each server",
  unit: "ms",
  default: 10,
  min: 0,
  max: 60_000,
};

const REQUEST: NumberArgument = {
  kind: "number",
  name: "request_ms",
  what: "What one request takes the client",
  unit: "ms",
  default: 5.98,
  min: 0.1,
  max: 100,
};

const HANDLER: NumberArgument = {
  kind: "number",
  name: "handler_ms",
  what: "What the client’s handler computes for each reply (ours)",
  unit: "ms",
  default: 0,
  min: 0,
  max: 100,
};

const FASTER: NumberArgument = {
  kind: "number",
  name: "faster",
  what: "How many times as quick the network primitives are",
  unit: "",
  default: 1,
  min: 1,
  max: 100,
};

const MEAN: NumberArgument = { ...COMPUTE, name: "mean_ms", what: "Mean computation at a server" };

type Arguments = ModelFunction["arguments"];

const CALL: Arguments = [SERVERS, COMPUTE, REQUEST, HANDLER];

const gives = (unit: string, name: string, what: string, args: Arguments): ModelFunction => ({
  name,
  what,
  returns: "number",
  unit,
  arguments: args,
});
const ms = (name: string, what: string, args: Arguments): ModelFunction => gives("ms", name, what, args);

export const MODEL_FUNCTIONS: readonly ModelFunction[] = [
  ms("wait_ms", "From the last request sent to the first reply", [SERVERS, COMPUTE, REQUEST]),
  ms("multi_rpc_ms", "A MultiRPC call, refined form (Table VII)", CALL),
  ms("multi_rpc_simple_ms", "A MultiRPC call, first form", CALL),
  ms("multi_rpc_event_ms", "A MultiRPC call, event by event (ours)", CALL),
  ms("rpc2_ms", "RPC2 calls one after another (Table VII)", [SERVERS, COMPUTE]),
  gives("ratio", "speedup", "R/M by the refined form (Table VII)", CALL),
  gives("ratio", "speedup_limit", "What R/M tends to with many servers", [COMPUTE, REQUEST, HANDLER]),
  gives("servers", "saturation_servers", "Servers from which on the client never waits", [COMPUTE, REQUEST]),
  { ...ms("account_ms", "What the refined form adds up", CALL), returns: "parts" },
  gives("ratio", "crude_speedup", "R/M by the crude form", [SERVERS, COMPUTE, FASTER]),
  gives("ratio", "crude_limit", "What the crude form tends to with many servers", [COMPUTE, FASTER]),
  gives("ratio", "multicast_limit", "What R/M would tend to with one multicast request (ours)", [COMPUTE, HANDLER]),
  ms("slowest_ms", "Slowest of n exponential computations (ours)", [SERVERS, MEAN]),
];
