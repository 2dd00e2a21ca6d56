/** Records a run as TraceData: keeps the rows that `keep` asks for, hashes all rows. Rules: head of trace-data.ts. */
import type { Nanos } from "./time.ts";
import {
  FATES,
  LOSSES,
  MARK_KINDS,
  NO_REF,
  ORIGINS,
  markRef,
  packetRef,
  refRow,
  refTable,
  spanRef,
  type Fate,
  type Loss,
  type MarkKind,
  type Origin,
  type Outcome,
  type ProtocolWords,
  type Ref,
  type Step,
  type TraceData,
  type Track,
} from "./trace-data.ts";
import { CallRows } from "./trace-calls.ts";
import { SentAgain } from "./sent-again.ts";
import { TraceHash } from "./trace-hash.ts";
import { FirstCalls, callsOf, type Keep } from "./trace-keep.ts";
import { Names, type Label } from "./trace-names.ts";
import { ByteStore, copied, endOf, markTable, packetTable, resize, spanTable } from "./trace-tables.ts";
import type { Tables } from "./trace-tables.ts";
import { TransitionTables, type TransitionRecord } from "./trace-transitions.ts";

/** A packet to be recorded; see PacketColumns for units. */
export interface PacketRecord {
  readonly from: number;
  readonly to: number;
  readonly kind: number;
  readonly departs: Nanos;
  readonly arrives: Nanos;
  readonly bytes: number;
  readonly origin: Origin;
  readonly delayed: Nanos;
  /** When its sender put it before the controller; left out where nothing says so. No part of the hash. */
  readonly queued?: Nanos;
  readonly cause: Ref;
  readonly call: number;
  readonly frame: Uint8Array | null;
}

const UNKNOWN = -1;
const AGAIN = ORIGINS.indexOf("retransmission");

// The kinds of records, as they enter the hash; those of calls stand in trace-calls.ts.
const TRACK = 1;
const STEP = 2;
const SPAN = 3;
const PACKET = 4;
const FATE = 5;
const MARK = 6;
const LATE = 10;
const ARRIVED = 11;
const WORD = 12;
const TRANSITION = 13;

/** Values of marks enter the hash in thousandths: a pace has at most three decimals. */
const VALUE_PARTS = 1000;

const TWO_32 = 2 ** 32;

/** The parts of two times above 2^32 ns, in one word. Past 2^43 ns (2.4 hours) they share bits, which a hash allows. */
const highHalves = (a: Nanos, b: Nanos): number => ((a / TWO_32) << 11) ^ (b / TWO_32);

/**
 * Every method that records a row returns its ref, also where the row is not kept. Throws RangeError where a row to be
 * kept breaks a rule: a time that is no integer, an end before the start, a start before the cause has ended.
 */
export class TraceRecorder {
  private readonly tracks = new Names<Track>();
  private readonly steps = new Names<Step>();
  private readonly knownSteps = new Map<Step, number>();
  private readonly owners = new Names<string>();
  private readonly packetKinds = new Names<string>();
  private readonly labels = new Names<Label>();
  private readonly words = new Names<string>();
  private readonly protocols = new Names<ProtocolWords>();
  private readonly spans = spanTable();
  private readonly packets = packetTable();
  private readonly marks = markTable();
  private readonly transitions = new TransitionTables();
  private readonly frames = new ByteStore();
  private readonly again = new SentAgain();
  private readonly hash = new TraceHash();
  readonly calls = new CallRows(this.hash);
  private readonly tables: Tables = {
    spans: this.spans,
    packets: this.packets,
    marks: this.marks,
    calls: this.calls.calls,
    transitions: this.transitions.transitions,
    facts: this.transitions.facts,
  };
  private keeping: boolean;
  private keptHaveEnded = false; // all calls that are kept
  private latest: Nanos = 0;
  private complete = true;
  private readonly kept: FirstCalls;
  private readonly opening: FirstCalls;
  private readonly tellOpening: ((trace: TraceData) => void) | undefined;
  private spanRows = 0;
  packetRows = 0; // so far, kept or not
  private markRows = 0;

  constructor(keep: Keep) {
    const calls = callsOf(keep);
    const opening = typeof keep === "object" ? keep.opening : undefined;
    this.kept = new FirstCalls(calls);
    this.keeping = calls > 0;
    this.opening = new FirstCalls(opening?.calls ?? 0);
    this.tellOpening = opening?.tell;
  }

  /** The number of a track; tracks of the same machine and name are one. */
  track(track: Track): number {
    const [number, isNew] = this.tracks.intern(`${track.machine}\n${track.name}`, track);
    if (isNew) {
      this.hash.add(TRACK, number, 0, 0);
      this.hash.addText(track.machine);
      this.hash.addText(track.name);
    }
    return number;
  }

  /** The number of a step; equal steps have one number. Fast for an object that was passed before. */
  step(step: Step): number {
    const known = this.knownSteps.get(step);
    if (known !== undefined) return known;
    const [number, isNew] = this.steps.intern(JSON.stringify(step), step);
    if (isNew) {
      this.hash.add(STEP, number, 0, 0);
      this.hash.addText(step.name);
    }
    this.knownSteps.set(step, number);
    return number;
  }

  owner(name: string): number {
    return this.owners.intern(name, name)[0];
  }

  packetKind(name: string): number {
    return this.packetKinds.intern(name, name)[0];
  }

  /** The number of a label: a text with the kind and the value of its marks. MARK_KINDS says what `value` means. */
  label(text: string, kind: MarkKind = "note", value = 0): number {
    const index = MARK_KINDS.indexOf(kind);
    return this.labels.intern(`${index} ${value} ${text}`, { text, kind: index, value })[0];
  }

  /** The number of a word of transitions: the name of a machine, a protocol, an instance, a state or an input. */
  word(name: string): number {
    const known = this.words.number(name);
    if (known !== undefined) return known;
    const [number] = this.words.intern(name, name);
    this.hash.add(WORD, number, 0, 0);
    this.hash.addText(name);
    return number;
  }

  /** The number of a protocol's name. The meanings of its states are for readers and do not enter the hash. */
  protocol(words: ProtocolWords): number {
    this.protocols.intern(words.protocol, words);
    return this.word(words.protocol);
  }

  /** A stretch of work on a track. `owner` is -1 for hardware and interrupts, `call` 0 where it serves no call. */
  span(track: number, step: number, owner: number, start: Nanos, end: Nanos, cause: Ref, call: number): Ref {
    const { hash } = this;
    const row = this.spanRows++;
    if (end > this.latest) this.latest = end;
    hash.add(SPAN | (track << 4), step, owner, call);
    hash.add(cause, start | 0, end | 0, highHalves(start, end));
    if (!this.keeping) return this.dropped(spanRef(row));
    const { spans } = this;
    this.check("span", row, start, end, cause);
    if (row === spans.track.length) resize(spans, row * 2);
    spans.track[row] = track;
    spans.step[row] = step;
    spans.owner[row] = owner;
    spans.start[row] = start;
    spans.end[row] = end;
    spans.cause[row] = cause;
    spans.call[row] = call;
    spans.count = row + 1;
    return spanRef(row);
  }

  /** A packet on its way; delivered unless `fate` says otherwise. */
  packet(p: PacketRecord): Ref {
    const row = this.packetRows++;
    if (p.arrives > this.latest) this.latest = p.arrives;
    const origin = p.origin === ORIGINS[0] ? 0 : ORIGINS.indexOf(p.origin); // most are the first
    this.hashPacket(p, origin);
    if (origin === AGAIN) this.again.add(p.departs);
    if (!this.keeping) return this.dropped(packetRef(row));
    const { packets } = this;
    this.check("packet", row, p.departs, p.arrives, p.cause);
    if (row === packets.from.length) resize(packets, row * 2);
    packets.from[row] = p.from;
    packets.to[row] = p.to;
    packets.departs[row] = p.departs;
    packets.arrives[row] = p.arrives;
    packets.bytes[row] = p.bytes;
    packets.kind[row] = p.kind;
    packets.fate[row] = 0;
    packets.loss[row] = 0;
    packets.origin[row] = origin;
    packets.delayed[row] = p.delayed;
    packets.queued[row] = p.queued ?? UNKNOWN;
    packets.freed[row] = UNKNOWN;
    packets.laid[row] = UNKNOWN;
    packets.taken[row] = UNKNOWN;
    packets.cause[row] = p.cause;
    packets.call[row] = p.call;
    packets.frameAt[row] = this.frames.length;
    packets.frameLength[row] = 0;
    if (p.frame !== null) {
      this.frames.append(p.frame);
      packets.frameLength[row] = p.frame.length;
    }
    packets.count = row + 1;
    return packetRef(row);
  }

  /** Sets the fate of a packet, with the reason where it was lost; one whose fate nobody sets was delivered. */
  fate(packet: Ref, fate: Fate, why?: Loss): void {
    if (refTable(packet) !== "packet") throw new RangeError(`trace: ref ${packet} has no fate, it is not a packet.`);
    const index = FATES.indexOf(fate);
    const loss = why === undefined ? 0 : LOSSES.indexOf(why) + 1;
    this.hash.add(FATE, index, packet, loss);
    const row = refRow(packet);
    if (row >= this.packets.count) return;
    this.packets.fate[row] = index;
    this.packets.loss[row] = loss;
  }

  /** Sets a later arrival for a packet that a fault held back on its way; the difference counts as delay. */
  late(packet: Ref, arrives: Nanos): void {
    if (refTable(packet) !== "packet") throw new RangeError(`trace: ref ${packet} cannot be late, it is no packet.`);
    this.hash.add(LATE, packet, (arrives / TWO_32) | 0, arrives | 0);
    const { packets } = this;
    const row = refRow(packet);
    if (row >= packets.count) return;
    const before = packets.arrives[row] as number;
    if (!(arrives >= before) || Math.floor(arrives) !== arrives) {
      throw new RangeError(`trace, packet ${row}: late at ${arrives} ns, want whole nanoseconds from ${before}.`);
    }
    packets.arrives[row] = arrives;
    packets.delayed[row] = (packets.delayed[row] as number) + arrives - before;
  }

  /** Sets the arrival of a packet that was recorded when it left, before its arrival was known. */
  arrived(packet: Ref, at: Nanos): void {
    if (refTable(packet) !== "packet") throw new RangeError(`trace: ref ${packet} cannot arrive, it is no packet.`);
    this.hash.add(ARRIVED, packet, (at / TWO_32) | 0, at | 0);
    const { packets } = this;
    const row = refRow(packet);
    if (row >= packets.count) return;
    const departs = packets.departs[row] as number;
    if (!(at >= departs) || Math.floor(at) !== at) {
      throw new RangeError(`trace, packet ${row}: arrives at ${at} ns, want whole nanoseconds from ${departs}.`);
    }
    packets.arrives[row] = at;
  }

  /** Notes when the receive buffer of a packet was free again. No part of the hash. */
  freed(packet: Ref, at: Nanos): void {
    const row = refRow(packet);
    if (refTable(packet) === "packet" && row < this.packets.count) this.packets.freed[row] = at;
  }

  /** Notes when a packet was laid into a socket of its receiver. No part of the hash. */
  laid(packet: Ref, at: Nanos): void {
    const row = refRow(packet);
    if (refTable(packet) === "packet" && row < this.packets.count) this.packets.laid[row] = at;
  }

  /** Notes when a process took a packet out of its socket. No part of the hash. */
  taken(packet: Ref, at: Nanos): void {
    const row = refRow(packet);
    if (refTable(packet) === "packet" && row < this.packets.count) this.packets.taken[row] = at;
  }

  /** A moment worth noting on a track. `label` is a number of `label`, which says what kind of mark it is. */
  mark(at: Nanos, track: number, label: number, cause: Ref, call: number): Ref {
    const { hash } = this;
    const found = this.labels.values[label];
    if (found === undefined) throw new RangeError(`trace: no label has number ${label}. Make it by label().`);
    const { kind, value } = found;
    const row = this.markRows++;
    if (at > this.latest) this.latest = at;
    hash.add(MARK | (track << 4), label, cause, call);
    hash.add((at / TWO_32) | 0, at | 0, kind, Math.round(value * VALUE_PARTS));
    if (!this.keeping) return this.dropped(markRef(row));
    const { marks } = this;
    this.check("mark", row, at, at, cause);
    if (row === marks.at.length) resize(marks, row * 2);
    marks.at[row] = at;
    marks.track[row] = track;
    marks.label[row] = label;
    marks.kind[row] = kind;
    marks.value[row] = value;
    marks.cause[row] = cause;
    marks.call[row] = call;
    marks.count = row + 1;
    return markRef(row);
  }

  /** A step of a protocol's state machine. Nothing has it for a cause, so it has no ref. */
  transition(step: TransitionRecord): void {
    const {
      hash,
      transitions: { transitions },
    } = this;
    const { at, machine, protocol, instance, from, to, input, cause, call } = step;
    if (at > this.latest) this.latest = at;
    hash.add(TRANSITION | (machine << 4), (protocol << 16) ^ instance, (from << 16) ^ to, input);
    hash.add(cause, call, (at / TWO_32) | 0, at | 0);
    if (!this.keeping) {
      this.complete = false;
      return;
    }
    this.check("transition", transitions.count, at, at, cause);
    this.transitions.add(step);
  }

  /** A call begins: its number, from 1. `thread` is the number of its owner. Calls are kept whatever `keep` says. */
  beginCall(thread: number, at: Nanos): number {
    // What comes late of the kept calls is kept until the next call begins, and to the end behind the last one.
    if (this.keptHaveEnded) this.keeping = false;
    return this.calls.begin(thread, at);
  }

  /** Names the first span of a call where that is not the first that was recorded for it. */
  firstSpan(call: number, ref: Ref): void {
    this.calls.starts(call, ref);
  }

  /** A call ends; `last` is the row whose end ended it. Throws RangeError where it has ended already. */
  endCall(call: number, at: Nanos, outcome: Outcome, last: Ref): void {
    this.calls.end(call, at, outcome, last);
    if (this.opening.endWith(call)) this.tellOpening?.(this.openingAt(at));
    if (this.kept.endWith(call)) this.keptHaveEnded = true;
  }

  /** A server has ended the procedure of a call: one that had failed or was cancelled is wasted from now on. */
  servedCall(call: number): void {
    this.calls.served(call);
  }

  /** When the last row of any table ends, kept or not. */
  get lastRow(): Nanos {
    return this.latest;
  }

  /** Ends the recording. A call still pending is given `elapsed` as its end. Columns have their exact length. */
  finish(elapsed: Nanos): TraceData {
    for (const table of Object.values(this.tables)) resize(table, table.count);
    return this.dataOf(elapsed, this.tables);
  }

  /** A copy of the tables as they are now: later records do not change it. */
  private openingAt(at: Nanos): TraceData {
    return { ...this.dataOf(at, copied(this.tables)), complete: false };
  }

  /** Fills in the calls of the tables: when those end that are pending, and their first spans. */
  private dataOf(elapsed: Nanos, tables: Tables): TraceData {
    CallRows.fill(tables.calls, tables.spans, elapsed);
    return {
      tracks: [...this.tracks.values],
      steps: [...this.steps.values],
      owners: [...this.owners.values],
      packetKinds: [...this.packetKinds.values],
      labels: this.labels.values.map(({ text }) => text),
      words: [...this.words.values],
      factNames: [...this.transitions.factNames.values],
      protocols: this.protocols.values.map(({ protocol, states }) => ({ protocol, states })),
      ...tables,
      frames: this.frames.trimmed(),
      again: this.again.columns,
      elapsed,
      complete: this.complete,
      hash: this.hash.digits(),
    };
  }

  private hashPacket(p: PacketRecord, origin: number): void {
    const { hash } = this;
    hash.add(PACKET | (p.from << 4), p.to, (p.kind << 4) | origin, p.bytes);
    hash.add(p.cause, p.call, p.frame === null ? -1 : p.frame.length, p.delayed | 0);
    hash.add(p.departs | 0, p.arrives | 0, highHalves(p.departs, p.arrives), (p.delayed / TWO_32) | 0);
    if (p.frame !== null) hash.addBytes(p.frame);
  }

  private dropped(ref: Ref): Ref {
    this.complete = false;
    return ref;
  }

  /** Rules 3 and 5. */
  private check(what: string, row: number, start: Nanos, end: Nanos, cause: Ref): void {
    if (!(start <= end) || Math.floor(start) !== start || Math.floor(end) !== end) {
      throw new RangeError(`trace, ${what} ${row}: ${start}..${end} ns, want whole nanoseconds and start <= end.`);
    }
    if (cause === NO_REF || endOf(this.tables, cause) <= start) return;
    const [table, causeRow] = [refTable(cause), refRow(cause)];
    const ends = endOf(this.tables, cause);
    throw new RangeError(
      `trace, ${what} ${row}: starts at ${start} ns, before its cause, ${table} ${causeRow}, ends at ${ends} ns. ` +
        "Name the cause that really enabled it, or end the cause earlier.",
    );
  }
}
