/**
 * What came to the protocol in a recorded run, and when: the calls that started, the packets that a machine took in,
 * the timers that went off, the procedures that ended, crashes and restarts. Read from the trace alone: from the chains
 * of causes that lead from a packet through the interrupt routine, and from the marks.
 */
import { FIREFLY } from "../../hardware/firefly-costs.ts";
import type { Nanos } from "../../kernel/time.ts";
import { markRef, refRow, refTable, spanRef, type Ref, type TraceData } from "../../kernel/trace-data.ts";
import { decodeFrame, type FireflyPacket } from "../../wire/firefly.ts";
import { DEMULTIPLEX } from "./steps.ts";

export type Side = "caller" | "server";

interface At {
  readonly at: Nanos;
  readonly side: Side;
  /** The row of the trace that brought it. */
  readonly cause: Ref;
  readonly call: number; // 0 for a crash or a restart
}

export type ProtocolInput =
  | (At & { readonly what: "packet"; readonly packet: FireflyPacket })
  | (At & { readonly what: "start" | "done"; readonly thread: number })
  | (At & { readonly what: "tick" | "crash" | "restart" });

/** Bytes are decoded once a packet. */
export function packetOf(trace: TraceData, row: number): FireflyPacket | null {
  const { packets } = trace;
  const [at, length] = [packets.frameAt[row] ?? 0, packets.frameLength[row] ?? 0];
  const served = (packets.call[row] ?? 0) > 0; // other hosts' traffic is in no protocol of ours
  return length > 0 && served ? decodeFrame(trace.frames.subarray(at, at + length)).packet : null;
}

/** In order of time; what happens to a machine comes after what it did at the same moment. */
export function protocolInputs(trace: TraceData): readonly ProtocolInput[] {
  const chains = new Chains(trace);
  const inputs = [...fromMarks(trace, chains), ...fromWakeUps(trace, chains), ...fromThreads(trace, chains)];
  const late = ({ what }: ProtocolInput): number => (what === "restart" ? 2 : what === "crash" ? 1 : 0);
  return inputs.sort((a, b) => a.at - b.at || late(a) - late(b));
}

const WAKE_UP = FIREFLY.wakeUp.name;
const LAST_OF_SENDER = FIREFLY.interruptCpu0.name;

const sideOf = (trace: TraceData, track: number | undefined): Side =>
  trace.tracks[track ?? -1]?.machine === "caller" ? "caller" : "server";

/** Spans by what enabled them. */
class Chains {
  readonly trace: TraceData;
  private readonly first = new Map<Ref, number>(); // cause to its first effect, a row
  private readonly later: Int32Array; // row to the next effect of the same cause; -1 for none
  private readonly names: readonly string[];

  constructor(trace: TraceData) {
    this.trace = trace;
    this.names = trace.steps.map(({ name }) => name);
    this.later = new Int32Array(trace.spans.count).fill(-1);
    for (let row = trace.spans.count - 1; row >= 0; row--) {
      const cause = trace.spans.cause[row] ?? -1;
      this.later[row] = this.first.get(cause) ?? -1;
      this.first.set(cause, row);
    }
  }

  name(row: number): string {
    return this.names[this.trace.spans.step[row] ?? -1] ?? "";
  }

  owner(row: number): string {
    return this.trace.owners[this.trace.spans.owner[row] ?? -1] ?? "";
  }

  end(row: number): Nanos {
    return this.trace.spans.end[row] ?? 0;
  }

  /** The row of the first span that `cause` enabled and that `fits`; -1 for none. */
  effect(cause: Ref, fits: (row: number) => boolean): number {
    let row = this.first.get(cause) ?? -1;
    while (row >= 0 && !fits(row)) row = this.later[row] ?? -1;
    return row;
  }

  /** The last part of a step that may have been stopped and gone on. */
  lastPart(row: number): number {
    const same = (other: number): boolean =>
      this.name(other) === this.name(row) && this.owner(other) === this.owner(row);
    for (let next = row; next >= 0; next = this.effect(spanRef(next), same)) row = next;
    return row;
  }

  isFirstPart(row: number): boolean {
    const cause = this.trace.spans.cause[row] ?? -1;
    if (cause < 0 || refTable(cause) !== "span") return true;
    const before = refRow(cause);
    return this.name(before) !== this.name(row) || this.owner(before) !== this.owner(row);
  }

  /** The packet that a chain of spans goes back to; -1 where it goes back to none. */
  packetBefore(ref: Ref): number {
    for (let at = ref; at >= 0; at = this.trace.spans.cause[refRow(at)] ?? -1) {
      if (refTable(at) !== "span") return refTable(at) === "packet" ? refRow(at) : -1;
    }
    return -1;
  }
}

/** Timers, crashes and restarts, and the packets that the operating system's thread demultiplexed. */
function fromMarks(trace: TraceData, chains: Chains): ProtocolInput[] {
  const { marks, labels } = trace;
  const inputs: ProtocolInput[] = [];
  for (let row = 0; row < marks.count; row++) {
    const label = labels[marks.label[row] ?? -1];
    const common = { at: marks.at[row] ?? 0, side: sideOf(trace, marks.track[row]), cause: markRef(row) };
    const call = marks.call[row] ?? 0;
    if (label === "retransmission timer") inputs.push({ ...common, what: "tick", call });
    else if (label === "crash" || label === "restart") inputs.push({ ...common, what: label, call: 0 });
    else if (label === "slow path") inputs.push(...demultiplexed(trace, chains, row));
  }
  return inputs;
}

/** A packet on the slow path is taken in when the system's thread has demultiplexed it and woken a thread. */
function demultiplexed(trace: TraceData, chains: Chains, mark: number): readonly ProtocolInput[] {
  const woken = trace.marks.cause[mark] ?? -1;
  const system = (name: string) => (row: number) => chains.name(row) === name && chains.owner(row).endsWith("system");
  const first = chains.effect(woken, system(DEMULTIPLEX.name));
  if (first < 0) return [];
  const second = chains.effect(spanRef(chains.lastPart(first)), system(WAKE_UP));
  return second < 0 ? [] : arrival(trace, chains, chains.packetBefore(woken), chains.lastPart(second));
}

/**
 * A packet on the fast path is taken in by the interrupt routine, before it wakes the thread. Where the machine crashes
 * in the 220 µs of that, the trace does not say which path the packet was on; it is taken for the fast one.
 */
function fromWakeUps(trace: TraceData, chains: Chains): ProtocolInput[] {
  const slow = new Set<Ref>();
  for (let row = 0; row < trace.marks.count; row++) {
    if (trace.labels[trace.marks.label[row] ?? -1] === "slow path") slow.add(trace.marks.cause[row] ?? -1);
  }
  const inputs: ProtocolInput[] = [];
  for (let row = 0; row < trace.spans.count; row++) {
    const isInterrupt = (trace.spans.owner[row] ?? -1) < 0;
    if (!isInterrupt || chains.name(row) !== WAKE_UP || !chains.isFirstPart(row)) continue;
    if (slow.has(spanRef(chains.lastPart(row)))) continue;
    const before = trace.spans.cause[row] ?? -1;
    if (before >= 0) inputs.push(...arrival(trace, chains, chains.packetBefore(before), refRow(before)));
  }
  return inputs;
}

/** @param row the packet; @param by the span at whose end it is taken in */
function arrival(trace: TraceData, chains: Chains, row: number, by: number): readonly ProtocolInput[] {
  const packet = row < 0 ? null : packetOf(trace, row);
  if (packet === null) return [];
  const side = sideOf(trace, trace.packets.to[row]);
  return [{ what: "packet", at: chains.end(by), side, cause: spanRef(by), call: trace.packets.call[row] ?? 0, packet }];
}

/** A call starts, or a procedure ends, where its thread has raised the interrupt that sends its packet. */
function fromThreads(trace: TraceData, chains: Chains): ProtocolInput[] {
  const inputs: ProtocolInput[] = [];
  for (let row = 0; row < trace.spans.count; row++) {
    if (chains.name(row) !== LAST_OF_SENDER || !chains.isFirstPart(row)) continue;
    const [, side, number] = /^(caller|server) thread (\d+)$/.exec(chains.owner(row)) ?? [];
    if (side === undefined) continue;
    const last = chains.lastPart(row);
    if (chains.effect(spanRef(last), () => true) < 0) continue; // it had not come to its end
    inputs.push({
      what: side === "caller" ? "start" : "done",
      side: side === "caller" ? "caller" : "server",
      at: chains.end(last),
      cause: spanRef(last),
      call: trace.spans.call[row] ?? 0,
      thread: Number(number),
    });
  }
  return inputs;
}

/** The first packet of a kind that was sent for each call. */
export function firstPackets(trace: TraceData, type: FireflyPacket["type"]): ReadonlyMap<number, FireflyPacket> {
  const kind = trace.packetKinds.indexOf(type);
  const found = new Map<number, FireflyPacket>();
  for (let row = 0; row < trace.packets.count; row++) {
    const call = trace.packets.call[row] ?? 0;
    if (trace.packets.kind[row] !== kind || found.has(call)) continue;
    const packet = packetOf(trace, row);
    if (packet !== null) found.set(call, packet);
  }
  return found;
}
