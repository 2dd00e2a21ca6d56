/** A script of faults at work in one run. Make a new one for each run: it remembers which of its faults were met. */
import {
  inTime,
  isLossFault,
  isMachineFault,
  isPacketFault,
  type Fault,
  type LossFault,
  type MachineFault,
  type PacketFault,
  type PacketKind,
} from "./fault.ts";
import { UNTOUCHED, type PacketFate, type Script } from "./fate.ts";

export class FaultScript implements Script {
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

  get meetsPackets(): boolean {
    return this.#byCall.size > 0;
  }

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

  machineEvents(): MachineFault[] {
    return inTime(this.#faults.filter(isMachineFault));
  }

  firstGarbling(): Fault | null {
    return this.#faults.find(({ what }) => what === "garble") ?? null;
  }

  losses(): LossFault[] {
    return this.#faults.filter(isLossFault);
  }

  met(fault: MachineFault | LossFault): void {
    this.#met.add(fault);
  }

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
