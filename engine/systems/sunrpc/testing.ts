/** Runs of Sun RPC for tests: one remote call without an argument, and what a test changes. */
import { parseScript } from "../../faults/parse-script.ts";
import { simulateSunRpc, type SunRpcOutcome } from "../sunrpc.ts";
import { machinesOf, type SunRpcOptions } from "./options.ts";

const ONE: SunRpcOptions = {
  program: "sun-rpc",
  transport: "udp",
  waiting: "select",
  place: "remote",
  clients: 1,
  argumentBytes: 0,
  argument: "bytes",
  serverMs: 0,
  retryS: 5,
  totalS: 25,
  dispatching: true,
  xdr: true,
  timeouts: true,
  duplicateCache: false,
  serverDead: "no",
  registeredProcedures: 3,
  iterations: 1,
  clock: "exact",
  otherWork: false,
  udpChecksums: false,
  without: [],
};

export function run(options: Partial<SunRpcOptions> = {}, faults: readonly string[] = [], seed = 1): SunRpcOutcome {
  const all = { ...ONE, ...options };
  return simulateSunRpc(all, seed, parseScript(faults, { machines: machinesOf(all) }), "all");
}
