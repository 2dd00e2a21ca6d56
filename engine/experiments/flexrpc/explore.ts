/** FlexRPC as the search over faults follows it: a caller and two callees, and TCP between them. */
import { flexEnds } from "../../protocols/flexrpc/ends.ts";
import { LINUX_TCP } from "../../systems/flexrpc/host.ts";
import type { Explorable } from "../explorable.ts";
import type { ParamValues } from "../types.ts";
import type { FlexrpcValues } from "./params.ts";

const BYTES = 64;
const ONE_SEGMENT = "The search follows messages of one segment.";

const valuesOf = (parameters: ParamValues): FlexrpcValues => parameters as unknown as FlexrpcValues;

const multicast: Explorable = {
  experiments: ["flexrpc/multicast"],
  calls: "calls",
  bounds: [
    { parameter: "callees", value: 2, also: [1], why: "The search follows two callees: one hands on to the other." },
    { parameter: "argumentBytes", value: BYTES, why: ONE_SEGMENT },
    { parameter: "resultBytes", value: BYTES, why: ONE_SEGMENT },
    { parameter: "waitFor", value: "all", why: "The search counts what each callee has executed when a call ends." },
    { parameter: "slowCallee", value: 0, why: "The search knows one time for the procedures of all callees." },
    { parameter: "failCallee", value: 0, why: "The search itself crashes machines." },
  ],
  faults: {
    most: 1,
    why: "A second fault may meet each of the packets that TCP sends in the seconds after the first.",
  },
  ends: (parameters) => {
    const { mode, callees, results } = valuesOf(parameters);
    return flexEnds({ mode, callees, pipelined: results === "pipelined" }, LINUX_TCP);
  },
  program: () => ({
    argument: (call) => new Uint8Array(BYTES).fill(call),
    result: (argument) => new Uint8Array(BYTES).fill(argument[0] ?? 0),
  }),
};

export const explorables: readonly Explorable[] = [multicast];
