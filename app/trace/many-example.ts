/** Hand-made runs with many machines for the tests of this folder: a chain, a fan, and traffic without any order. */
import type { Run } from "../../engine/experiments/types.ts";
import { micros } from "../../engine/kernel/time.ts";
import { TraceRecorder } from "../../engine/kernel/trace.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Layer, Origin, Ref, TraceData } from "../../engine/kernel/trace-data.ts";

interface Machine {
  readonly cpu: number;
  readonly out: number;
  readonly in: number;
  readonly owner: number;
}

interface Flight {
  readonly kind: string;
  readonly departs: number;
  readonly cause: Ref;
  readonly origin?: Origin;
  readonly delayed?: number;
  readonly lost?: boolean;
}

export const SEGMENT = micros(12.3);
const BYTES = 1514;
const LATENCY = micros(30);

class Recording {
  readonly recorder = new TraceRecorder("all");
  readonly machines: readonly Machine[];
  call = 0;

  constructor(callees: number) {
    this.recorder.track({ name: "Switch", machine: "", kind: "medium" });
    this.machines = Array.from({ length: callees + 1 }, (_, i) => this.machine(i === 0 ? "caller" : `callee${i}`));
  }

  private machine(name: string): Machine {
    const { recorder } = this;
    return {
      cpu: recorder.track({ name: "CPU", machine: name, kind: "processor" }),
      out: recorder.track({ name: "Link out", machine: name, kind: "controller" }),
      in: recorder.track({ name: "Link in", machine: name, kind: "controller" }),
      owner: recorder.owner(name),
    };
  }

  at(machine: number): Machine {
    const found = this.machines[machine];
    if (found === undefined) throw new Error(`no machine ${machine}`);
    return found;
  }

  work(machine: number, name: string, layer: Layer, from: number, length: number, cause: Ref, owned = false): Ref {
    const { recorder } = this;
    const step = recorder.step({ name, layer, source: { kind: "assumed", text: "an example" } });
    const { cpu, owner } = this.at(machine);
    return recorder.span(cpu, step, owned ? owner : -1, from, from + length, cause, this.call);
  }

  send(from: number, to: number, { kind, departs, cause, origin = "first", delayed = 0, lost = false }: Flight): Ref {
    const { recorder } = this;
    const packet = recorder.packet({
      from: this.at(from).out,
      to: this.at(to).in,
      kind: recorder.packetKind(kind),
      departs,
      arrives: departs + LATENCY + delayed,
      bytes: BYTES,
      origin,
      delayed,
      cause,
      call: this.call,
      frame: null,
    });
    if (lost) recorder.fate(packet, "lost");
    return packet;
  }

  phase(machine: number, name: string, at: number, cause: Ref): void {
    const { recorder } = this;
    const label = recorder.label(name, "phase", name === "done" ? 0 : 1);
    recorder.mark(at, this.at(machine).cpu, label, cause, this.call);
  }

  finish(elapsed: number): Run {
    const trace = this.recorder.finish(elapsed);
    return runOf(trace);
  }
}

const runOf = (trace: TraceData): Run => ({
  experiment: "flexrpc/multicast",
  parameters: {},
  seed: 1,
  faults: [],
  unusedFaults: [],
  measures: {},
  resources: {},
  elapsedNs: trace.elapsed,
  packets: trace.packets.count,
  laterPackets: 0,
  draws: 0,
  traceHash: trace.hash,
  trace,
});

interface ManyOptions {
  readonly callees?: number;
  readonly segments?: number;
  /** Whether marks say when a callee enters a phase. */
  readonly phases?: boolean;
  /** A fault of one segment of the argument, on its way to the first callee. */
  readonly mishap?: "lost" | "delayed" | "duplicated";
}

/** Sends a message of so many segments; gives when the last has been received, and by which row. */
function message(made: Recording, from: number, to: number, kind: string, count: number, start: number, cause: Ref) {
  let last = cause;
  for (let i = 0; i < count; i++) {
    const sent = made.work(
      from,
      "Send a segment",
      "kernel",
      start + i * SEGMENT,
      SEGMENT / 2,
      i === 0 ? cause : NO_REF,
    );
    const flight = made.send(from, to, { kind, departs: start + i * SEGMENT + SEGMENT / 2, cause: sent });
    const arrives = start + i * SEGMENT + SEGMENT / 2 + LATENCY;
    last = made.work(to, "Receive a segment", "kernel", arrives, SEGMENT / 2, flight);
  }
  return { at: start + count * SEGMENT + LATENCY, ref: last };
}

function mishap(made: Recording, what: ManyOptions["mishap"], departs: number): void {
  const flight = { kind: "argument", departs, cause: NO_REF };
  if (what === "lost") made.send(0, 1, { ...flight, lost: true });
  if (what === "delayed") made.send(0, 1, { ...flight, delayed: micros(400) });
  if (what === "duplicated") made.send(0, 1, { ...flight, origin: "duplicate" });
}

/** Serial multicast: down the chain, and bundles of results back up. */
export function chainRun({ callees = 3, segments = 12, phases = false, mishap: what }: ManyOptions = {}): Run {
  const made = new Recording(callees);
  made.call = made.recorder.beginCall(made.at(0).owner, 0);
  const begun = made.work(0, "Calling program", "rpc", 0, micros(20), NO_REF, true);
  made.recorder.firstSpan(made.call, begun);
  let here = { at: micros(20), ref: begun };
  mishap(made, what, micros(60));
  for (let i = 1; i <= callees; i++) {
    if (phases) made.phase(i, "argument forward", here.at + micros(50), here.ref);
    here = message(made, i - 1, i, "argument", segments, here.at, here.ref);
    if (phases) made.phase(i, "process", here.at, here.ref);
    const processed = made.work(i, "Process the call", "rpc", here.at, micros(90), here.ref, true);
    here = { at: here.at + micros(90), ref: processed };
    if (phases) made.phase(i, "result forward", here.at, here.ref);
  }
  for (let i = callees; i >= 1; i--) {
    here = message(made, i, i - 1, "result", segments * (callees + 1 - i), here.at, here.ref);
    if (phases) made.phase(i, "done", here.at, here.ref);
  }
  made.recorder.endCall(made.call, here.at, "returned", here.ref);
  return made.finish(here.at);
}

/** Parallel multicast: to each callee after the other, and a result from each. */
export function fanRun({ callees = 7, segments = 12, mishap: what }: ManyOptions = {}): Run {
  const made = new Recording(callees);
  made.call = made.recorder.beginCall(made.at(0).owner, 0);
  const begun = made.work(0, "Calling program", "rpc", 0, micros(20), NO_REF, true);
  made.recorder.firstSpan(made.call, begun);
  let [sentTo, here] = [micros(20), { at: 0, ref: begun }];
  mishap(made, what, micros(60));
  for (let i = 1; i <= callees; i++) {
    const there = message(made, 0, i, "argument", segments, sentTo, begun);
    sentTo += segments * SEGMENT;
    const processed = made.work(i, "Process the call", "rpc", there.at, micros(90), there.ref, true);
    here = message(made, i, 0, "result", segments, there.at + micros(90), processed);
  }
  made.recorder.endCall(made.call, here.at, "returned", here.ref);
  return made.finish(here.at);
}

/** Packets between any two machines at any time, a hundredth of them lost. No band can hold these together. */
export function disorderedRun(callees: number, packets: number): Run {
  const made = new Recording(callees);
  made.call = made.recorder.beginCall(made.at(0).owner, 0);
  made.recorder.firstSpan(made.call, made.work(0, "Calling program", "rpc", 0, 1000, NO_REF, true));
  let chance = 1;
  const draw = (below: number): number => {
    chance = (Math.imul(chance, 1_103_515_245) + 12_345) >>> 0; // ANSI C's example of rand()
    return Math.floor((chance / 2 ** 32) * below);
  };
  for (let i = 0; i < packets; i++) {
    const [from, on] = [draw(callees + 1), 1 + draw(callees)];
    const departs = 2000 + i * micros(3);
    const flight = made.send(from, (from + on) % (callees + 1), {
      kind: "argument",
      departs,
      cause: NO_REF,
      lost: draw(100) === 0,
    });
    made.work((from + on) % (callees + 1), "Receive a segment", "kernel", departs + LATENCY, micros(6), flight);
  }
  const end = 2000 + packets * micros(3) + LATENCY + micros(6);
  made.recorder.endCall(made.call, end, "returned", NO_REF);
  return made.finish(end);
}
