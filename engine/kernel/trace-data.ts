/**
 * The trace of a run as plain data: columns, not objects, so that it crosses from a worker without a copy.
 *
 * Rules
 * 1. Rows stand in the order in which they were recorded, which is the order of the events that made them.
 * 2. A `Ref` names a row of any table; `cause` is the ref of the row that enabled this one (NO_REF where none did).
 * 3. A cause has ended when its effect starts: end(cause) <= start(effect). So the chain of causes of a call, with
 *    the gaps between (waiting), sums exactly to the call's elapsed time.
 * 4. A span that was preempted is several rows; each later part's cause is the part before it.
 * 5. Times are integer nanoseconds.
 * 6. A transition is a step of a protocol's state machine: the state before, the input, the state after. A machine that
 *    loses its power takes each of its states to LOST_STATE.
 */
import type { Nanos } from "./time.ts";

/** Row index times four plus the table: 0 span, 1 packet, 2 mark. NO_REF for none. */
export type Ref = number;
export const NO_REF: Ref = -1;
export const spanRef = (row: number): Ref => row * 4;
export const packetRef = (row: number): Ref => row * 4 + 1;
export const markRef = (row: number): Ref => row * 4 + 2;
export const refTable = (ref: Ref): "span" | "packet" | "mark" =>
  ref % 4 === 0 ? "span" : ref % 4 === 1 ? "packet" : "mark";
export const refRow = (ref: Ref): number => Math.floor(ref / 4);

export type TrackKind = "processor" | "bus" | "controller" | "medium";

/** A lane: one resource of one machine; the medium belongs to none. */
export interface Track {
  readonly name: string; // "CPU 0", "QBus", "DEQNA transmit", "Ethernet"
  readonly machine: string; // "caller", "server"; "" for a medium
  readonly kind: TrackKind;
  /** Of a controller: which way packets go through it. No part of the hash. */
  readonly way?: "out" | "in" | "both";
  /** Of a controller that takes packets in: its receive buffers, where their number is bounded. No part of the hash. */
  readonly buffers?: number;
  /** Of a controller of a machine with one socket: the limit of that socket, in bytes. No part of the hash. */
  readonly socketBytes?: number;
}

/** The source of a duration. `cell` is the address of a paper's cell, `text` names the source in words. */
export interface Source {
  readonly kind: "paper" | "standard" | "derived" | "assumed" | "calibrated";
  readonly text: string;
  readonly cell?: CellAddress;
}

/** A cell of a published table: ids and keys as in the paper's data, `row` the values of the key columns. */
export interface CellAddress {
  readonly paper: string; // "firefly"
  readonly table: string; // "table-vi"
  readonly row: Readonly<Record<string, string | number>>; // { side: "sender", action: "Handle trap to Nub" }
  readonly column: string; // "us74"
}

/** Whose work a step is: stubs and run time, system kernel, bus and controller, the wire, or other programs. */
export type Layer = "rpc" | "kernel" | "hardware" | "wire" | "other";

/** A named piece of work. `group` names the published row that several steps share, where they share one. */
export interface Step {
  readonly name: string;
  readonly layer: Layer;
  /** Of layer "rpc": the program itself or a stub; the run time where left out. No part of the hash. */
  readonly part?: "program" | "stub";
  readonly group?: string;
  readonly source: Source;
}

export interface SpanColumns {
  readonly count: number;
  readonly track: Int32Array;
  readonly step: Int32Array;
  readonly owner: Int32Array; // index into `owners`; -1 for hardware and interrupts
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly cause: Int32Array; // Ref
  readonly call: Int32Array; // call number from 1; 0 where it serves no call
}

/** The fate of a packet at the end of the run. Index = value in the `fate` column. */
export const FATES = ["delivered", "lost", "ignored", "in flight"] as const;
export type Fate = (typeof FATES)[number];
/** Why it is on the wire. Index = value in the `origin` column. */
export const ORIGINS = ["first", "retransmission", "duplicate", "other traffic"] as const;
export type Origin = (typeof ORIGINS)[number];

export interface PacketColumns {
  readonly count: number;
  readonly from: Int32Array; // track of the controller that sends
  readonly to: Int32Array; // track of the controller that should receive
  readonly departs: Float64Array; // first bit on the wire
  readonly arrives: Float64Array; // last bit at the receiver (or where it would have been)
  readonly bytes: Int32Array; // frame without preamble and check sequence, as the papers count
  readonly kind: Int32Array; // index into `packetKinds`
  readonly fate: Uint8Array; // index into FATES
  readonly loss: Uint8Array; // index into LOSSES, plus one; 0 where it was not lost, or nothing says why
  readonly origin: Uint8Array; // index into ORIGINS
  readonly delayed: Float64Array; // nanoseconds added by a fault
  readonly queued: Float64Array; // when its sender put it before the controller; -1 for unknown. No part of the hash
  readonly freed: Float64Array; // when its receive buffer was free again; -1 for never. No part of the hash
  readonly laid: Float64Array; // when it was laid into a socket of its receiver; -1 for never. No part of the hash
  readonly taken: Float64Array; // when a process took it out of there; -1 for never. No part of the hash
  readonly cause: Int32Array; // Ref
  readonly call: Int32Array;
  readonly frameAt: Int32Array; // first byte in `frames`
  readonly frameLength: Int32Array; // 0 where the bytes were not kept
}

/**
 * The kinds of marks. Index = value in the `kind` column; the comment beside a kind says what the column `value` means.
 */
export const MARK_KINDS = [
  "note", // 0: the label says what happened
  "power", // POWER: the machine crashed, was restarted, or is down from the start
  "pace", // how many times as slow as its own pace the machine is from now on; 1 is its own pace; 0: it stands still
  "loss", // index into LOSSES: why a packet was lost here
  "ignored", // 0: a process received a packet and had no use for it; the label says why
  "timer", // 0: a timer went off
  "collision", // 0: frames met on the medium; each is sent again
  "answered", // a track of the machine whose answer a client has
  "given up", // a track of the machine that a client takes for dead
  "failed", // 0: the call failed; the label says why
  "phase", // 1: the machine enters the phase that the label names; 0: it is in none any more
  "garbled", // the byte of the packet that is the cause: it was damaged behind the receiver's controller
  "cut", // 1: the network to another machine, which the label names, is cut; 0: it is whole again
] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Values of marks of kind "power". */
export const POWER = { crashed: 0, restarted: 1, deadFromStart: 2 } as const;

/** Why a packet was lost. Index = value of a mark of kind "loss", which stands where it was lost on its way. */
export const LOSSES = [
  "no receive buffer", // of the controller
  "machine is down",
  "IP input queue full",
  "socket full",
  "interface queue full", // of the sender
  "damaged", // by the medium: its check sequence or checksum is wrong
  "too many collisions", // the sender's controller gave the frame up
  "dropped by the script",
  "nothing overtook it", // a script held it back until the end of the run
  "no router buffer",
  "lost by chance", // a line of the fault script says how likely that is
  "IP checksum", // here and below: damaged behind the controller, and thrown away by the receiver
  "UDP checksum",
  "TCP checksum",
  "Pup checksum",
  "unreadable header",
  "Firefly checksum", // of a packet straight on the Ethernet
  "call not registered", // a result came before its caller had registered the call, and nobody took it
  "switch port full", // what waited there left no room for it
  "network cut", // between its sender and its receiver, for a while
] as const;
export type Loss = (typeof LOSSES)[number];

export interface MarkColumns {
  readonly count: number;
  readonly at: Float64Array;
  readonly track: Int32Array;
  readonly label: Int32Array; // index into `labels`: "call registered", "retransmission timer", "collision", ...
  readonly kind: Uint8Array; // index into MARK_KINDS
  readonly value: Float64Array; // a number whose meaning the kind gives
  readonly cause: Int32Array;
  readonly call: Int32Array;
}

/** The state before the first: an instance begins with a transition from it, whose input is BEGIN. */
export const NO_STATE = "none";
export const BEGIN = "begin";

/** The state that a crash leaves of a protocol's instance: none. CRASH is the input that it comes with. */
export const LOST_STATE = "lost";
export const CRASH = "crash";

/** The state of an instance that its program is done with. END is the input that it comes with. */
export const ENDED_STATE = "ended";
export const END = "end";

/** Steps of protocols' state machines. Words are indices into `words`. */
export interface TransitionColumns {
  readonly count: number;
  readonly at: Float64Array;
  readonly machine: Int32Array; // word: the host
  readonly protocol: Int32Array; // word: "Firefly caller"
  readonly instance: Int32Array; // word: "caller thread 1"
  readonly from: Int32Array; // word: the state before
  readonly to: Int32Array; // word: the state after
  readonly input: Int32Array; // word: "result packet"
  readonly cause: Int32Array; // Ref of the row that the input came with
  readonly call: Int32Array; // call number from 1; 0 where it serves no call
  readonly due: Float64Array; // when the state after wants a tick; -1 for never
  readonly factsAt: Int32Array; // first row in `facts` of what the state after keeps
  readonly factsLength: Int32Array;
}

/** The name of a number that a protocol's state keeps. A moment and a duration are in nanoseconds. */
export interface FactName {
  readonly name: string; // "sequence number"
  readonly kind: "number" | "count" | "bytes" | "moment" | "duration";
  readonly limit?: number; // the most that the value may be
}

/** A protocol whose transitions were recorded, and its states. */
export interface ProtocolWords {
  readonly protocol: string; // "Firefly caller"
  /** Each state by the word that `words` has for it, and what it means, for a reader. */
  readonly states: readonly { readonly tag: string; readonly what: string }[];
}

export interface FactColumns {
  readonly count: number;
  readonly name: Int32Array; // index into `factNames`
  readonly value: Float64Array;
}

/** The outcome of a call. Index = value in the `outcome` column. */
export const OUTCOMES = [
  "pending",
  "returned", // with a result; all that follow have none
  "failed",
  "refused", // a server or a breaker turned it away
  "cancelled", // its caller gave it up on purpose
  "wasted", // it was served after its caller had left
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface CallColumns {
  readonly count: number; // row i is call number i + 1
  readonly thread: Int32Array; // index into `owners`
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly outcome: Uint8Array;
  readonly first: Int32Array; // Ref of its first span
  readonly last: Int32Array; // Ref of its last span: walk `cause` from here to find the critical path
}

/** Packets that were sent again, by pieces of the time of a run (sent-again.ts). */
export interface AgainColumns {
  readonly width: Nanos; // of a piece
  readonly counts: Float64Array;
}

export interface TraceData {
  readonly tracks: readonly Track[];
  readonly steps: readonly Step[];
  readonly owners: readonly string[]; // "caller thread 1", "server thread 2", "background"
  readonly packetKinds: readonly string[]; // "call", "result", "acknowledgement", ...
  readonly labels: readonly string[];
  readonly words: readonly string[]; // machines, protocols, instances, states and inputs of transitions
  readonly factNames: readonly FactName[];
  readonly protocols: readonly ProtocolWords[]; // of the run's transitions
  readonly spans: SpanColumns;
  readonly packets: PacketColumns;
  readonly marks: MarkColumns;
  readonly calls: CallColumns;
  readonly transitions: TransitionColumns;
  readonly facts: FactColumns;
  readonly frames: Uint8Array;
  /** Packets sent again over the whole run, kept or not; left out where nobody counted. No part of the hash. */
  readonly again?: AgainColumns;
  /** Simulated time at the end of the run. */
  readonly elapsed: Nanos;
  /** False where the trace keeps only a part of the run. Hash and measures always cover all of it. */
  readonly complete: boolean;
  /** 16 hexadecimal digits over every record of the run, kept or not. */
  readonly hash: string;
  /** The experiment's words for its machines; left out where it calls them by their names. No part of the hash. */
  readonly machineWords?: MachineWords;
  /** The family of the experiment that made it, whose steps its steps are; left out: none did. No part of the hash. */
  readonly family?: string;
  /** Set where its times were measured, as those of a capture; left out where they were simulated. */
  readonly measured?: true;
  /** The definitions module of the programs that call, where they have one. No part of the hash. */
  readonly interfaceText?: string;
  /** Of its connections of TCP; left out: nothing was agreed on. No part of the hash. */
  readonly agreed?: TcpAgreement;
}

/** What the ends of a connection of TCP agree on by the options of their SYNs. */
export interface TcpAgreement {
  readonly maxSegment: number;
  /** Bits by which windows are shifted. */
  readonly windowShift: number;
  readonly permitsSacks: boolean;
}

/**
 * The word for a machine by the letters of its name: { client: "file server", server: "workstation" } makes
 * "workstation 12" of "server12". Fault scripts keep the names.
 */
export type MachineWords = Readonly<Record<string, string>>;
