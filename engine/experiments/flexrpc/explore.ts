/** FlexRPC as the search over faults follows it: a caller and few callees, and TCP between them. */
import { flexEnds } from "../../protocols/flexrpc/ends.ts";
import { LINUX_TCP } from "../../systems/flexrpc/host.ts";
import type { Explorable, Program } from "../explorable.ts";
import type { ParamValues } from "../types.ts";
import type { FlexrpcValues } from "./params.ts";

const BYTES = 64;
const ONE_SEGMENT = "The search follows messages of one segment.";

/** The parameters that an experiment has. */
const valuesOf = (parameters: ParamValues): Partial<FlexrpcValues> => parameters;

/** The bytes of an argument say the call, and those of a result say it again. */
const programOf = (argumentBytes: number, resultBytes: number): Program => ({
  argument: (call) => new Uint8Array(argumentBytes).fill(call),
  result: (argument) => new Uint8Array(resultBytes).fill(argument[0] ?? 0),
});

interface Use extends Pick<Explorable, "calls"> {
  readonly callees: number;
  readonly resultBytes: number;
}

const explorableOf = (id: string, { calls, callees, resultBytes }: Use): Explorable => ({
  experiments: [id],
  calls,
  bounds: [
    { parameter: "callees", value: callees, why: "The search follows few callees: one hands on to the other." },
    { parameter: "argumentBytes", value: BYTES, why: ONE_SEGMENT },
    { parameter: "resultBytes", value: BYTES, why: ONE_SEGMENT },
    { parameter: "waitFor", value: "all", why: "The search counts what each callee has executed when a call ends." },
    { parameter: "slowCallee", value: 0, why: "The search lets no callee be slow." },
    { parameter: "failCallee", value: 0, why: "The search itself crashes machines." },
    { parameter: "deadPeers", value: 0, why: "The search itself crashes machines." },
  ],
  faults: {
    most: 1,
    why: "A second fault may meet each of the packets that TCP sends in the seconds after the first.",
  },
  ends: (parameters) => {
    const { mode = "serial", results } = valuesOf(parameters);
    return flexEnds({ mode, callees, pipelined: results === "pipelined" }, LINUX_TCP);
  },
  program: () => programOf(BYTES, resultBytes),
});

export const explorables: readonly Explorable[] = [
  explorableOf("flexrpc/multicast", { calls: "calls", callees: 2, resultBytes: BYTES }),
  explorableOf("flexrpc/gfs-push", { calls: 1, callees: 2, resultBytes: 0 }),
  explorableOf("flexrpc/paxos-round", { calls: 2, callees: 3, resultBytes: 32 }),
  explorableOf("flexrpc/p2p-probe", { calls: 1, callees: 2, resultBytes: 16 }),
];
