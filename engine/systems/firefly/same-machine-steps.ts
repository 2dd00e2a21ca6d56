/**
 * The steps of calls that stay on one Firefly: over shared memory, by lightweight RPC, and within one address space.
 *
 * Rules
 * 1. Shared memory (Schroeder & Burrows 1990, Sections 1 and 2.2): the stubs are those of a call between machines, and
 *    its run-time routines take what Table VII says; that is assumed. The call takes 937 us. The rest of it are two
 *    hand-overs of the processor by the special path through the scheduler, each entered by a trap.
 * 2. Lightweight RPC (Bershad et al. 1990): no packet and no second thread. The caller's thread crosses into the other
 *    address space by a trap. The parts have the proportions that were measured on a C-VAX, and the sum of 20 local
 *    calls that Section 1 gives.
 * 3. A local call is one step. Its arguments are on the caller's stack, where the procedure finds them.
 */
import { durationOf, type Cost } from "../../hardware/cost.ts";
import { FIREFLY } from "../../hardware/firefly-costs.ts";
import { LRPC_CVAX, SAME_MACHINE } from "../../hardware/firefly-marshal-costs.ts";
import { segment, type Segment, type TimedStep } from "../../hardware/processors.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Source, Step } from "../../kernel/trace-data.ts";
import type { StubSteps } from "./marshalling.ts";

const timed = (cost: Cost, layer: Step["layer"]): TimedStep => ({
  step: { name: cost.name, layer, source: cost.source },
  duration: durationOf(cost),
});
const rpc = (cost: Cost): TimedStep => timed(cost, "rpc");

/** The paper times a stub's call and return together: half of the time each way, which is ours. */
function stubHalf(cost: Cost, half: "call" | "return"): TimedStep {
  const text = `${cost.source.text}: one half each way, which is ours`;
  const name = `${cost.name.replace(" (call and return)", "")} (${half})`;
  const whole = durationOf(cost);
  const there = Math.round(whole / 2);
  return {
    step: { name, layer: "rpc", source: { ...cost.source, kind: "derived", text } },
    duration: half === "call" ? there : whole - there,
  };
}

/** Table VII: what a call takes beside its way to the other address space. */
const SOFTWARE: readonly Cost[] = [
  FIREFLY.callingProgram,
  FIREFLY.callingStub,
  FIREFLY.starter,
  FIREFLY.transporterSend,
  FIREFLY.receiverReceive,
  FIREFLY.serverStub,
  FIREFLY.nullProcedure,
  FIREFLY.receiverSend,
  FIREFLY.transporterReceive,
  FIREFLY.ender,
];

/** Rule 1: both ways of the 937 us, less what is listed. */
const HAND_OVERS: Nanos =
  durationOf(SAME_MACHINE.sharedMemory) -
  SOFTWARE.reduce((sum, cost) => sum + durationOf(cost), 0) -
  2 * durationOf(FIREFLY.trapToNub);

const handOver = (half: "call" | "return"): TimedStep => {
  const duration = half === "call" ? Math.ceil(HAND_OVERS / 2) : Math.floor(HAND_OVERS / 2);
  const source: Source = {
    ...SAME_MACHINE.sharedMemory.source,
    kind: "derived",
    text: "937 us of Section 1, less Table VII and two traps; one half each way",
  };
  return { step: { name: "Hand the processor over", layer: "kernel", source }, duration };
};

/** The segments of a call over shared memory; `cross` ends with the hand-over. */
export interface SharedMemorySegments {
  readonly prepare: Segment;
  readonly crossToServer: Segment;
  readonly takeCall: Segment;
  readonly serve: Segment;
  readonly crossToCaller: Segment;
  readonly takeResult: Segment;
  readonly finish: Segment;
}

export function sharedMemorySegments(recorder: TraceRecorder, stubs: StubSteps): SharedMemorySegments {
  const trap = timed(FIREFLY.trapToNub, "kernel");
  return {
    prepare: segment(recorder, [
      rpc(FIREFLY.callingProgram),
      stubHalf(FIREFLY.callingStub, "call"),
      rpc(FIREFLY.starter),
      ...stubs.call.caller,
    ]),
    crossToServer: segment(recorder, [rpc(FIREFLY.transporterSend), trap, handOver("call")]),
    takeCall: segment(recorder, [rpc(FIREFLY.receiverReceive)]),
    serve: segment(recorder, [
      stubHalf(FIREFLY.serverStub, "call"),
      ...stubs.call.server,
      rpc(FIREFLY.nullProcedure),
      ...stubs.result.server,
      stubHalf(FIREFLY.serverStub, "return"),
    ]),
    crossToCaller: segment(recorder, [rpc(FIREFLY.receiverSend), trap, handOver("return")]),
    takeResult: segment(recorder, [rpc(FIREFLY.transporterReceive)]),
    finish: segment(recorder, [...stubs.result.caller, rpc(FIREFLY.ender), stubHalf(FIREFLY.callingStub, "return")]),
  };
}

/** Rule 2: 20 local calls, in the proportions of the C-VAX. */
const LRPC_TOTAL: Nanos = SAME_MACHINE.lrpcOverLocal.value * durationOf(SAME_MACHINE.localCall);
const ON_CVAX: Nanos = Object.values(LRPC_CVAX).reduce((sum, cost) => sum + durationOf(cost), 0);
const SCALED: Source = {
  kind: "derived",
  text: "20 local calls of 15 us (Sections 1 and 3.3), divided as on a C-VAX (Bershad et al. 1990, Table V)",
};

/** Half of a part; rounding stays in the return, so that both halves of all parts sum to the whole. */
function lrpcHalf(cost: Cost, name: string, half: "call" | "return", layer: Step["layer"]): TimedStep {
  const whole = Math.round((durationOf(cost) * LRPC_TOTAL) / ON_CVAX);
  const there = Math.round(whole / 2);
  return { step: { name, layer, source: SCALED }, duration: half === "call" ? there : whole - there };
}

/** In the caller's address space, in the server's, and in the caller's again. */
export interface LrpcSegments {
  readonly call: Segment;
  readonly serve: Segment;
  readonly finish: Segment;
}

export function lrpcSegments(recorder: TraceRecorder, stubs: StubSteps): LrpcSegments {
  const kernel = (half: "call" | "return"): readonly TimedStep[] => [
    lrpcHalf(LRPC_CVAX.traps, `Trap to the kernel (${half})`, half, "kernel"),
    lrpcHalf(LRPC_CVAX.transfer, `Check the binding and find the stacks (${half})`, half, "kernel"),
    lrpcHalf(LRPC_CVAX.switches, `Switch the address space (${half})`, half, "kernel"),
  ];
  return {
    call: segment(recorder, [
      lrpcHalf(LRPC_CVAX.call, "Procedure call (call)", "call", "rpc"),
      lrpcHalf(LRPC_CVAX.stubs, "Stub on the argument stack (call)", "call", "rpc"),
      ...stubs.call.caller,
      ...kernel("call"),
    ]),
    serve: segment(recorder, [...stubs.call.server, ...stubs.result.server, ...kernel("return")]),
    finish: segment(recorder, [
      ...stubs.result.caller,
      lrpcHalf(LRPC_CVAX.stubs, "Stub on the argument stack (return)", "return", "rpc"),
      lrpcHalf(LRPC_CVAX.call, "Procedure call (return)", "return", "rpc"),
    ]),
  };
}

/** Rule 3. */
export const localSegment = (recorder: TraceRecorder): Segment => segment(recorder, [rpc(SAME_MACHINE.localCall)]);
