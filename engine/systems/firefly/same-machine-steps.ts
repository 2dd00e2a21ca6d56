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
import type { FireflyWork } from "../../hardware/firefly-work.ts";
import { segment, type Segment, type TimedStep } from "../../hardware/processors.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Source, Step } from "../../kernel/trace-data.ts";
import type { StubSteps } from "./marshalling.ts";

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

/** One of the two hand-overs, on a MicroVAX II. */
function handOver(work: FireflyWork, half: "call" | "return"): TimedStep {
  const duration = half === "call" ? Math.ceil(HAND_OVERS / 2) : Math.floor(HAND_OVERS / 2);
  const source: Source = {
    ...SAME_MACHINE.sharedMemory.source,
    kind: "derived",
    text: "937 us of Section 1, less Table VII and two traps; one half each way",
  };
  return work.paced({ name: "Hand the processor over", layer: "kernel", source }, duration);
}

/** The segments of a call over shared memory. */
export interface SharedMemorySegments {
  readonly prepare: Segment;
  /** With a packet of so many bytes to the server; it ends with the hand-over. */
  readonly crossToServer: (bytes: number) => Segment;
  readonly takeCall: (bytes: number) => Segment;
  readonly serve: Segment;
  readonly crossToCaller: (bytes: number) => Segment;
  readonly takeResult: (bytes: number) => Segment;
  readonly finish: Segment;
}

/** A segment for each size of a packet, made once. */
function forSizes(make: (bytes: number) => Segment): (bytes: number) => Segment {
  const made = new Map<number, Segment>();
  return (bytes) => {
    const known = made.get(bytes) ?? make(bytes);
    made.set(bytes, known);
    return known;
  };
}

export function sharedMemorySegments(
  recorder: TraceRecorder,
  work: FireflyWork,
  stubs: StubSteps,
): SharedMemorySegments {
  const trap = work.kernel(FIREFLY.trapToNub);
  const copied = (steps: readonly TimedStep[]): readonly TimedStep[] => steps.map((step) => work.copied(step));
  const cross = (cost: Cost, half: "call" | "return"): ((bytes: number) => Segment) =>
    forSizes((bytes) => segment(recorder, [work.routine(cost), trap, work.copy(bytes), handOver(work, half)]));
  const take = (cost: Cost): ((bytes: number) => Segment) =>
    forSizes((bytes) => segment(recorder, [work.copy(bytes), work.routine(cost)]));
  return {
    prepare: segment(recorder, [
      work.program(FIREFLY.callingProgram),
      work.stub(FIREFLY.callingStub, "call"),
      work.routine(FIREFLY.starter),
      ...copied(stubs.call.caller),
    ]),
    crossToServer: cross(FIREFLY.transporterSend, "call"),
    takeCall: take(FIREFLY.receiverReceive),
    serve: segment(recorder, [
      work.stub(FIREFLY.serverStub, "call"),
      ...copied(stubs.call.server),
      work.program(FIREFLY.nullProcedure),
      ...copied(stubs.result.server),
      work.stub(FIREFLY.serverStub, "return"),
    ]),
    crossToCaller: cross(FIREFLY.receiverSend, "return"),
    takeResult: take(FIREFLY.transporterReceive),
    finish: segment(recorder, [
      ...copied(stubs.result.caller),
      work.routine(FIREFLY.ender),
      work.stub(FIREFLY.callingStub, "return"),
    ]),
  };
}

/** Rule 2: 20 local calls, in the proportions of the C-VAX. */
const LRPC_TOTAL: Nanos = SAME_MACHINE.lrpcOverLocal.value * durationOf(SAME_MACHINE.localCall);
const ON_CVAX: Nanos = Object.values(LRPC_CVAX).reduce((sum, cost) => sum + durationOf(cost), 0);
const SCALED: Source = {
  kind: "derived",
  text: "20 local calls of 15 us (Sections 1 and 3.3), divided as on a C-VAX (Bershad et al. 1990, Table V)",
};

/** A part of a call of lightweight RPC. */
interface LrpcPart {
  readonly cost: Cost;
  readonly name: string;
  readonly layer: Step["layer"];
}

/** Half of a part; rounding stays in the return, so that both halves of all parts sum to the whole. */
function lrpcHalf(work: FireflyWork, { cost, name, layer }: LrpcPart, half: "call" | "return"): TimedStep {
  const whole = Math.round((durationOf(cost) * LRPC_TOTAL) / ON_CVAX);
  const there = Math.round(whole / 2);
  const step: Step = { name: `${name} (${half})`, layer, source: SCALED };
  return work.paced(step, half === "call" ? there : whole - there);
}

const LRPC_CALL: LrpcPart = { cost: LRPC_CVAX.call, name: "Procedure call", layer: "rpc" };
const LRPC_STUBS: LrpcPart = { cost: LRPC_CVAX.stubs, name: "Stub on the argument stack", layer: "rpc" };
const LRPC_KERNEL: readonly LrpcPart[] = [
  { cost: LRPC_CVAX.traps, name: "Trap to the kernel", layer: "kernel" },
  { cost: LRPC_CVAX.transfer, name: "Check the binding and find the stacks", layer: "kernel" },
  { cost: LRPC_CVAX.switches, name: "Switch the address space", layer: "kernel" },
];

/** In the caller's address space, in the server's, and in the caller's again. */
export interface LrpcSegments {
  readonly call: Segment;
  readonly serve: Segment;
  readonly finish: Segment;
}

export function lrpcSegments(recorder: TraceRecorder, work: FireflyWork, stubs: StubSteps): LrpcSegments {
  const halves = (parts: readonly LrpcPart[], half: "call" | "return"): readonly TimedStep[] =>
    parts.map((part) => lrpcHalf(work, part, half));
  const copied = (steps: readonly TimedStep[]): readonly TimedStep[] => steps.map((step) => work.copied(step));
  return {
    call: segment(recorder, [
      ...halves([LRPC_CALL, LRPC_STUBS], "call"),
      ...copied(stubs.call.caller),
      ...halves(LRPC_KERNEL, "call"),
    ]),
    serve: segment(recorder, [
      ...copied(stubs.call.server),
      ...copied(stubs.result.server),
      ...halves(LRPC_KERNEL, "return"),
    ]),
    finish: segment(recorder, [...copied(stubs.result.caller), ...halves([LRPC_STUBS, LRPC_CALL], "return")]),
  };
}

/** Rule 3. */
export const localSegment = (recorder: TraceRecorder, work: FireflyWork): Segment =>
  segment(recorder, [work.program(SAME_MACHINE.localCall)]);
