/** The lines of a fault script that name one thing, replaced by others. All other lines stay, in their order. */
import { parseFault } from "../../../engine/faults/parse-fault.ts";
import { formatFault, formatPacket } from "../../../engine/faults/text.ts";
import { inTime, isMachineFault, isPacketFault } from "../../../engine/faults/fault.ts";
import type { Fault, MachineFault, PacketFault, PacketName } from "../../../engine/faults/fault.ts";
import { readScript } from "../../setup/faults.ts";
import { experimentOf } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { capital } from "../../words/sentences.ts";

/** The new faults stand where the first of the old ones stood, else at the end. */
export function replaced(setup: Setup, isOld: (fault: Fault) => boolean, next: readonly Fault[]): Setup {
  const faults = setup.faults.map((line) => parseFault(line));
  const first = faults.findIndex(isOld);
  const at = first < 0 ? faults.length : first;
  const lines = [...faults.slice(0, at), ...next, ...faults.slice(at).filter((fault) => !isOld(fault))].map(
    formatFault,
  );
  const isSame = lines.length === setup.faults.length && lines.every((line, i) => line === setup.faults[i]);
  return isSame ? setup : { ...setup, faults: lines };
}

/** A sentence on why these faults do not go together; null where they do. */
export function problemOf(setup: Setup): string | null {
  const [problem] = readScript(setup.faults, experimentOf(setup).packetKinds).problems;
  if (problem === undefined) return null;
  return capital(problem.replace(/^fault "[^"]*": /, ""));
}

/** Whether a fault names this packet, and is one of these. */
export const isOfPacket =
  (packet: PacketName, whats: readonly PacketFault["what"][]) =>
  (fault: Fault): boolean =>
    isPacketFault(fault) && whats.includes(fault.what) && formatPacket(fault.packet) === formatPacket(packet);

/** Crashes, restarts and paces of a machine, in order of time. */
const eventsOf = (setup: Setup, machine: string): readonly MachineFault[] =>
  inTime(setup.faults.map((line) => parseFault(line)).filter(isMachineFault)).filter((one) => one.machine === machine);

/** A crash with the restart that ends it; null where the machine stays down. */
export interface Outage {
  readonly crash: MachineFault;
  readonly restart: MachineFault | null;
  /** The machine’s events before the crash, and behind the restart or the crash. */
  readonly before: MachineFault | null;
  readonly after: MachineFault | null;
}

export function outagesOf(setup: Setup, machine: string): readonly Outage[] {
  const events = eventsOf(setup, machine);
  return events.flatMap((crash, i): Outage[] => {
    if (crash.what !== "crash") return [];
    const next = events[i + 1];
    const restart = next?.what === "restart" ? next : null;
    const after = restart === null ? next : events[i + 2];
    return [{ crash, restart, before: events[i - 1] ?? null, after: after ?? null }];
  });
}
