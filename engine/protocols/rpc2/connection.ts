/** The two ends of a connection have in common: their names, and the composition of its packets. */
import type { Nanos } from "../../kernel/time.ts";
import type { Rpc2Packet } from "../../wire/rpc2.ts";
import type { EncryptionKey, Seal } from "../../wire/rpc2-cipher.ts";
import type { SecurityLevel } from "../../wire/rpc2-codes.ts";
import type { Library, Timing } from "./library.ts";
import type { Rule } from "../rules.ts";
import type { Estimate } from "./round-trip.ts";

/** The process at the other end: RPC2's host and portal. */
export interface Peer {
  readonly host: number; // IPv4 address
  readonly port: number;
}

/** A connection's name within its process; never used again during the process's life (MultiRPC paper §IV). */
export type Handle = number;

/**
 * The facts that stay the same while a connection is used; about a hundred bytes with its state (MultiRPC paper §IV).
 */
export interface Connection {
  readonly handle: Handle;
  readonly peer: Peer;
  readonly peerHandle: Handle; // 0 while it is not known
  readonly subsystem: number;
  readonly uniquefier: number;
  readonly level: SecurityLevel;
  readonly sideEffectType: number; // 0: none
  readonly key: EncryptionKey | null; // the session key, once the connection is bound; none in an open one
}

/** The connection alone, without what its state adds. */
export function identity(state: Connection): Connection {
  const { handle, peer, peerHandle, subsystem, uniquefier, level, sideEffectType, key } = state;
  return { handle, peer, peerHandle, subsystem, uniquefier, level, sideEffectType, key };
}

/** Behaviour of RPC2 beyond its library's ways: the paper's prototype had it before it was changed (§V-B). */
export interface History {
  /** Replies must be acknowledged, by a flag in the next request or by a packet, and are sent again until they are. */
  readonly replyAcks: boolean;
  /** A request that is ahead of its sequence is answered with a NAK. */
  readonly naks: boolean;
}
export const AS_PUBLISHED: History = { replyAcks: false, naks: true };

/** What a step knows of its process beside its input. */
export interface StepOptions {
  readonly library: Library;
  readonly timing: Timing;
  readonly history: History;
  /** Rules that are left out. */
  readonly without: readonly Rule[];
  /** The Lamport number of a packet that this step composes; it composes one at most. */
  readonly lamport: number;
  /** The process's clock in its library's units, modulo 2^32. */
  readonly stamp: number;
  /** Of the way to the peer. */
  readonly estimate: Estimate;
}

/** The process sends a packet to the connection's peer. */
export interface SendEffect {
  readonly tag: "send";
  readonly packet: Rpc2Packet;
  readonly send: number; // which sending of this packet, from 1
  /** How it is encrypted before it leaves; null in clear. */
  readonly seal: Seal | null;
}

const NO_BODY = new Uint8Array(0);

/** A packet of the connection in its process's present; `fields` are what is special about it. */
export function compose(
  connection: Connection,
  options: Pick<StepOptions, "library" | "lamport">,
  fields: Partial<Rpc2Packet> & Pick<Rpc2Packet, "opcode" | "seqNumber">,
): Rpc2Packet {
  return {
    protoVersion: options.library.protoVersion,
    remoteHandle: connection.peerHandle,
    localHandle: connection.handle,
    flags: 0,
    seFlags: 0,
    seDataOffset: 0,
    subsysId: connection.subsystem,
    returnCode: 0,
    lamport: options.lamport,
    uniquefier: connection.uniquefier,
    timeStamp: 0,
    bindTime: 0,
    body: NO_BODY,
    ...fields,
  };
}

/** Requests, replies and BUSYs of a bound connection are encrypted as its level says. */
export const sealOf = ({ level, key }: Connection): Seal | null =>
  key === null || level === "openKimono" || level === "authOnly" ? null : { level, key };

/** Sequence numbers go by twos: a request s, its reply s + 1, the next request s + 2. */
export const after = (sequence: number, steps: number): number => (sequence + steps) >>> 0;

/** A round trip was timed, in units of the library's stamps. */
export interface MeasuredEffect {
  readonly tag: "measured";
  readonly units: number;
}

/** The round trip that an answer measures: the stamp that it echoes counts the server's time already. */
export function timed(answer: Rpc2Packet, { library, stamp }: StepOptions): readonly MeasuredEffect[] {
  if (!library.measures || answer.timeStamp === 0) return [];
  return [{ tag: "measured", units: Math.max(0, (stamp - answer.timeStamp) | 0) }];
}

/** A clock's reading in the library's units. */
export const stampAt = (library: Library, clock: Nanos): number => Math.floor(clock / library.stampUnit) % 2 ** 32;
