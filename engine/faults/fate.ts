/** What a script of faults does to a run, and the script that does nothing: a run without faults needs no more. */
import type { Fault, LossFault, MachineFault, PacketKind } from "./fault.ts";

/** The fate of a packet on its way. */
export interface PacketFate {
  readonly drop: boolean;
  readonly delayNs: number;
  /** Nanoseconds from the packet's undelayed arrival to its copy's; null where there is no copy. */
  readonly duplicateAfterNs: number | null;
  /** It waits for the next packet of its direction to arrive first. */
  readonly reorder: boolean;
  /** A bit of it flips; its receiver drops it. */
  readonly corrupt: boolean;
  /** The byte of it that is damaged behind its receiver's controller; null where none is. */
  readonly garble: number | null;
}

export const UNTOUCHED: PacketFate = {
  drop: false,
  delayNs: 0,
  duplicateAfterNs: null,
  reorder: false,
  corrupt: false,
  garble: null,
};

/** A script of faults at work in one run. */
export interface Script {
  /** Whether a fault names any packet. */
  readonly meetsPackets: boolean;
  /**
   * The fate of a packet; to be called once for each packet on the wire. `PacketName` says how `send` counts.
   * @param bytes of its frame
   */
  onPacket(kind: PacketKind, call: number, send: number, bytes: number): PacketFate;
  /** The faults of machines, in order of time, to be put into the event queue at the start. */
  machineEvents(): MachineFault[];
  /** The first fault that damages a byte behind a controller; null where none does. */
  firstGarbling(): Fault | null;
  /** The chances of packets to be lost, in the order given. */
  losses(): LossFault[];
  /** To be called when an event of `machineEvents` happens, and when a loss takes a packet: a run may end before. */
  met(fault: MachineFault | LossFault): void;
  /** The faults that have met nothing so far: no such packet was sent, none was lost, or the run ended before. */
  unused(): Fault[];
}

export const NO_FAULTS: Script = {
  meetsPackets: false,
  onPacket: () => UNTOUCHED,
  machineEvents: () => [],
  firstGarbling: () => null,
  losses: () => [],
  met: () => undefined,
  unused: () => [],
};
