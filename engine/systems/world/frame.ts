/** A packet under way between two hosts, on any medium: its bytes, and facts that the simulation needs beside them. */
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF, type Origin, type Ref } from "../../kernel/trace-data.ts";

/** One power cycle of a machine: a crash takes away all that belongs to it. */
export interface PowerCycle {
  /** When the power went; Infinity while it has not. */
  endedAt: Nanos;
}

export interface Frame {
  /** The whole frame, as on an Ethernet. */
  readonly octets: Uint8Array;
  /** Its size as its medium counts: of the frame without check sequence; on a campus, of the IP packet in it. */
  readonly bytes: number;
  /** Its kind, in the words of a fault script where that has a word: "call", "acknowledgement". */
  readonly kind: string;
  /** The number of the call that it serves, from 1; 0 for none. */
  readonly call: number;
  /** Which sending of this packet, from 1; COUNT_SENDS where the carrier counts them. */
  readonly send: number;
  readonly origin: Origin;
  /** Numbers of hosts on the medium; NOBODY for hosts outside the run, `to` also for many. */
  readonly from: number;
  readonly to: number;
  /** The sender's power cycle: frames that wait in an interface when the power goes are never sent. */
  readonly sender: PowerCycle | null;
  /** Whether it carries data of a program; false for packets that a protocol sends for itself. */
  readonly hasData: boolean;
  /** It carries the last byte of a message. */
  readonly endsMessage: boolean;
  /** When its first bit left its machine. */
  departs: Nanos;
  /** The packet's row in the trace, once it has one. */
  row: Ref;
  /** The last row of the trace in its own chain of causes. */
  ref: Ref;
  /** The last row of that chain before it left, where its medium adds rows on the way. */
  cause: Ref;
  /** The row that raised the interrupt by which it was handed to a controller. */
  raised: Ref;
  /** When its machine put it before the controller; -1 where no machine did. */
  queuedAt: Nanos;
  /** Its bytes are still needed elsewhere: by a copy, or by a receiver that waits for earlier bytes. */
  isShared: boolean;
  /** What its bytes say, once a host has read them; null before. */
  packet: unknown;
}

export const NOBODY = -1;
export const EVERYBODY = -2;
/** Groups of hosts have the numbers from here downwards (broadcast-carrier.ts). */
export const FIRST_GROUP = -3;
export const COUNT_SENDS = 0;

type Given = Omit<Frame, "departs" | "cause" | "row" | "raised" | "queuedAt" | "isShared" | "packet">;

/** Field by field: a frame is made for every packet, and a spread takes several times as long. */
export const newFrame = (given: Given): Frame => ({
  octets: given.octets,
  bytes: given.bytes,
  kind: given.kind,
  call: given.call,
  send: given.send,
  origin: given.origin,
  from: given.from,
  to: given.to,
  sender: given.sender,
  hasData: given.hasData,
  endsMessage: given.endsMessage,
  departs: 0,
  row: NO_REF,
  ref: given.ref,
  cause: given.ref,
  raised: given.ref,
  queuedAt: -1,
  isShared: false,
  packet: null,
});

/** The frame as its receiver holds it: the same bytes, but a chain of causes of its own, which goes on from `ref`. */
export function receivedFrame(frame: Frame, ref: Ref): Frame {
  const received = newFrame(frame);
  received.departs = frame.departs;
  received.row = frame.row;
  received.ref = ref;
  received.raised = ref;
  received.isShared = frame.isShared;
  received.packet = frame.packet;
  return received;
}

/** A copy that a medium makes of a frame; both hold the same bytes. */
export function copyOfFrame(frame: Frame): Frame {
  frame.isShared = true;
  return { ...frame, origin: "duplicate", row: NO_REF, queuedAt: -1 };
}

/** Frames of this size are by far the most where data is moved: 1460 bytes of TCP in an Ethernet frame. */
const FULL_FRAME = 1514;

/** Arrays for the bytes of full frames, used again and again: making one costs more than filling it. */
export class FramePool {
  private readonly spare: Uint8Array[] = [];

  /** An array of `length` bytes with old content: the caller writes every byte. */
  take(length: number): Uint8Array {
    return (length === FULL_FRAME ? this.spare.pop() : undefined) ?? new Uint8Array(length);
  }

  /** A receiver that has handled a frame, and keeps nothing of it, gives its bytes back. */
  give({ octets, isShared }: Frame): void {
    if (octets.length === FULL_FRAME && !isShared) this.spare.push(octets);
  }
}
