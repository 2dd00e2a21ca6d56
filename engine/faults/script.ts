/** A script of faults at work in one run. Make a new one for each run: it remembers which of its faults were met. */
import {
  isCutFault,
  isLossFault,
  isMachineFault,
  isPacketFault,
  type CutFault,
  type Fault,
  type LossFault,
  type MachineFault,
  type PacketFault,
  type PacketKind,
} from "./fault.ts";
import { machineEvents, type MachineEvent } from "./machine-events.ts";

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

/** Nothing befalls the packet. All packets without a fault share it. */
export const UNTOUCHED: PacketFate = {
  drop: false,
  delayNs: 0,
  duplicateAfterNs: null,
  reorder: false,
  corrupt: false,
  garble: null,
};

export class FaultScript {
  readonly #faults: readonly Fault[];
  /** By call number, so that a packet of a call that no fault names costs one look-up. */
  readonly #byCall = new Map<number, PacketFault[]>();
  readonly #met = new Set<Fault>();

  /** Takes faults that go together, as `parseScript` gives them. */
  constructor(faults: readonly Fault[]) {
    this.#faults = faults;
    for (const fault of faults) {
      if (!isPacketFault(fault)) continue;
      const ofCall = this.#byCall.get(fault.packet.call);
      if (ofCall === undefined) this.#byCall.set(fault.packet.call, [fault]);
      else ofCall.push(fault);
    }
  }

  /** Whether a fault names any packet. */
  get meetsPackets(): boolean {
    return this.#byCall.size > 0;
  }

  /**
   * The fate of a packet; to be called once for each packet on the wire. `PacketName` says how `send` counts.
   * @param bytes of its frame
   */
  onPacket(kind: PacketKind, call: number, send: number, bytes: number): PacketFate {
    const faults = this.#byCall.size === 0 ? undefined : this.#byCall.get(call);
    if (faults === undefined) return UNTOUCHED;
    let fate = UNTOUCHED;
    for (const fault of faults) {
      if (fault.packet.kind !== kind || fault.packet.send !== send) continue;
      if (fault.what === "garble" && fault.byte >= bytes) continue;
      this.#met.add(fault);
      fate = applied(fate, fault);
    }
    return fate;
  }

  /** What befalls machines, in order of time, to be put into the event queue at the start. */
  machineEvents(): MachineEvent[] {
    return machineEvents(this.#faults.filter(isMachineFault));
  }

  /** The times for which the network between two machines is cut, in the order given. */
  cuts(): CutFault[] {
    return this.#faults.filter(isCutFault);
  }

  /** The first fault that damages a byte behind a controller; null where none does. */
  firstGarbling(): Fault | null {
    return this.#faults.find(({ what }) => what === "garble") ?? null;
  }

  /** The chances of packets to be lost, in the order given. */
  losses(): LossFault[] {
    return this.#faults.filter(isLossFault);
  }

  /** To be called when an event of `machineEvents` happens, and when a loss or a cut takes a packet. */
  met(fault: MachineFault | LossFault | CutFault): void {
    this.#met.add(fault);
  }

  /** The faults that have met nothing so far: no such packet was sent, none was lost, or the run ended before. */
  unused(): Fault[] {
    return this.#faults.filter((fault) => !this.#met.has(fault));
  }
}

function applied(fate: PacketFate, fault: PacketFault): PacketFate {
  switch (fault.what) {
    case "drop":
      return { ...fate, drop: true };
    case "delay":
      return { ...fate, delayNs: fault.byNs };
    case "duplicate":
      return { ...fate, duplicateAfterNs: fault.afterNs };
    case "reorder":
      return { ...fate, reorder: true };
    case "corrupt":
      return { ...fate, corrupt: true };
    case "garble":
      return { ...fate, garble: fault.byte };
  }
}
