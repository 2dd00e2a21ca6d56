/**
 * What the search needs to know of a protocol: two hosts with their state machines, and what their effects mean. A
 * protocol brings one file with these functions, around the machines that its system runs.
 */
import type { PacketKind } from "../faults/fault.ts";
import type { Nanos } from "../kernel/time.ts";

/** The host that calls, and the host that executes. */
export type Host = 0 | 1;
export const CALLER: Host = 0;
export const CALLEE: Host = 1;

/** Something that comes to a host. `call` is the call that a packet belongs to, from 1. */
export type HostInput<Packet> =
  /** The program makes its call with this number. */
  | { readonly tag: "call"; readonly call: number }
  | { readonly tag: "packet"; readonly packet: Packet; readonly call: number }
  /** The procedure has ended that an effect `execute` has started; `work` is what that effect held. */
  | { readonly tag: "done"; readonly work: number }
  | { readonly tag: "tick" };

export type HostEffect<Packet> =
  | {
      readonly tag: "send";
      readonly packet: Packet;
      /** The packet's kind in a fault script; null for packets that no script can name. */
      readonly kind: PacketKind | null;
      readonly call: number;
      /** Which sending of this kind for this call, from 1; null where the net is to count. */
      readonly send: number | null;
    }
  /** The procedure runs for a call. `work` names it until it is done. */
  | { readonly tag: "execute"; readonly call: number; readonly work: number }
  /** The call has come back to the program with the result of the call `of`. */
  | { readonly tag: "returned"; readonly of: number }
  /** The call has failed; the program goes on with its next call, or gives up. */
  | { readonly tag: "failed"; readonly goesOn: boolean };

/** When a step is taken, and which life of the callee runs then: its first is 1, and each restart begins another. */
export interface Moment {
  readonly now: Nanos;
  readonly calleeLife: number;
}

/** The machines of the protocol's two hosts. Their states and packets are plain data. */
export interface Protocol<State, Packet> {
  /** The names of the machines in a fault script. */
  readonly hosts: readonly [string, string];
  /** The hosts that a script may crash. */
  readonly crashable: readonly Host[];
  /** The hosts as a run begins, the caller first. */
  start(): readonly [State, State];
  /** The state of a host after a restart, in its life with this number. */
  restart(host: Host, life: number, moment: Moment): State;
  step(state: State, input: HostInput<Packet>, moment: Moment): readonly [State, readonly HostEffect<Packet>[]];
  /** When the host wants a tick; null where it waits for no time. */
  deadline(state: State): Nanos | null;
  /** Equal keys, equal futures. The key does not depend on the clock. */
  key(state: State): string;
  packetKey(packet: Packet): string;
  /**
   * What becomes of a packet when a byte of it is damaged behind its receiver's controller, one for each byte that the
   * search tries. Left out where a checksum finds all damage: the packet is then as good as dropped.
   */
  garbled?(packet: Packet): readonly Garbled<Packet>[];
}

interface Garbled<Packet> {
  readonly byte: number; // of its frame
  readonly packet: Packet;
}

/** How long the parts of an undisturbed call take, in nanoseconds. */
export interface CallTimes {
  readonly begins: Nanos; // from the start of the run to the beginning of its first call
  readonly prepare: Nanos; // from the beginning of a call to the caller's first step
  readonly request: Nanos; // from a step of the caller to the callee's step for the packet that it sent
  readonly enter: Nanos; // from that step to the start of the procedure
  readonly service: Nanos; // from there to the step that sends its result
  readonly reply: Nanos; // from a step of the callee to the caller's step
  readonly finish: Nanos; // from the caller's last step to the end of the call
}
