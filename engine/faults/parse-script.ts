/**
 * Several faults together. Their order does not matter, since each names its packet or its time. Two faults that cannot
 * happen together are refused, because a run with one of them alone is a run that nobody asked for:
 *
 * 1. The same fault twice: it would happen once, and the script would say two things with one meaning.
 * 2. Two faults of one kind for one packet, a drop or a corruption beside another fault, a delay beside a reordering:
 *    a packet has one fate. A copy goes together with a delay or a reordering: it comes when the original would have.
 *    Damage behind the controller goes together with a copy, a delay or a reordering: it damages the packet that comes.
 * 3. A restart of a machine that has not crashed, a crash or a slowing of one that is down, a pace that it has already,
 *    anything while it stands still, two events of one machine at one time: they would do nothing, or their effect
 *    would depend on their order. The end of a slowing is an event, too.
 * 4. Two chances to be lost for the very same packets: they have one chance. Lines that speak only in part of the same
 *    packets go together: each draws for itself, and a packet is lost if one of them takes it. A line that names a
 *    packet goes together with them too, and chance leaves that packet alone.
 * 5. Two cuts between the same machines at one time.
 */
import { parseFault, type Vocabulary } from "./parse-fault.ts";
import { machineEvents, type MachineEvent } from "./machine-events.ts";
import { formatEnds, formatFault, formatLosable, formatPacket } from "./text.ts";
import {
  FaultError,
  isCutFault,
  isLossFault,
  isMachineFault,
  isPacketFault,
  type CutFault,
  type Fault,
  type LossFault,
  type MachineFault,
  type PacketFault,
} from "./fault.ts";

/** Reads a fault from every line, in the order given. Throws FaultError for the first that cannot be meant. */
export function parseScript(lines: readonly string[], vocabulary: Vocabulary = {}): Fault[] {
  const faults = lines.map((line) => parseFault(line, vocabulary));
  const seen = new Set<string>();
  for (const fault of faults) {
    const text = formatFault(fault);
    if (seen.has(text)) throw new FaultError(text, "this line is there twice. Remove one of the two.");
    seen.add(text);
  }
  checkPackets(faults.filter(isPacketFault));
  checkLosses(faults.filter(isLossFault));
  checkMachines(faults.filter(isMachineFault));
  checkCuts(faults.filter(isCutFault));
  return faults;
}

function checkPackets(faults: readonly PacketFault[]): void {
  const byPacket = new Map<string, PacketFault[]>();
  for (const fault of faults) {
    const name = formatPacket(fault.packet);
    const others = byPacket.get(name) ?? [];
    for (const other of others) checkPair(name, other, fault);
    byPacket.set(name, [...others, fault]);
  }
}

function checkPair(name: string, first: PacketFault, second: PacketFault): void {
  const pair = [first.what, second.what];
  const copied = pair.filter((what) => what === "duplicate").length;
  const garbled = pair.filter((what) => what === "garble").length;
  if ((copied === 1 || garbled === 1) && !pair.includes("drop") && !pair.includes("corrupt")) return;
  const rule = pair.includes("drop")
    ? "a packet that is dropped cannot suffer another fault"
    : first.what === second.what
      ? `a packet can have only one ${second.what}`
      : pair.includes("corrupt")
        ? "a corrupted packet cannot suffer another fault"
        : "only one fault can make a packet late";
  throw new FaultError(
    formatFault(second),
    `${formatFault(first)} names ${name} already, and ${rule}. Remove one of the two lines.`,
  );
}

/** Rule 4. */
function checkLosses(faults: readonly LossFault[]): void {
  const byPackets = new Map<string, LossFault>();
  for (const fault of faults) {
    const packets = formatLosable(fault);
    const before = byPackets.get(packets);
    if (before !== undefined) {
      const rule = `${formatFault(before)} names ${packets} already, and they can have only one chance to be lost`;
      throw new FaultError(formatFault(fault), `${rule}. Remove one of the two lines.`);
    }
    byPackets.set(packets, fault);
  }
}

/** Rule 5. */
function checkCuts(faults: readonly CutFault[]): void {
  const last = new Map<string, CutFault>();
  for (const fault of faults.toSorted((a, b) => a.at - b.at)) {
    const before = last.get(formatEnds(fault));
    if (before !== undefined && fault.at <= before.at + before.forNs) {
      const rule = `that network is cut already, by ${formatFault(before)}. Give it a time after the end of that.`;
      throw new FaultError(formatFault(fault), rule);
    }
    last.set(formatEnds(fault), fault);
  }
}

/** The condition of a machine after the events so far. */
interface Condition {
  readonly last: MachineEvent | undefined;
  readonly crash: MachineEvent | undefined; // the crash since which it is down
  readonly pause: MachineEvent | undefined; // the pause in which it stands still
  readonly times: number;
}

const SOUND: Condition = { last: undefined, crash: undefined, pause: undefined, times: 1 };

function checkMachines(faults: readonly MachineFault[]): void {
  const conditions = new Map<string, Condition>();
  for (const event of machineEvents(faults)) {
    const before = conditions.get(event.machine) ?? SOUND;
    const problem = machineProblem(before, event);
    if (problem !== undefined) throw new FaultError(formatFault(event.fault), problem);
    conditions.set(event.machine, after(before, event));
  }
}

function after({ crash, pause, times }: Condition, event: MachineEvent): Condition {
  const { does } = event;
  return {
    last: event,
    crash: does === "crash" ? event : does === "restart" ? undefined : crash,
    pause: does === "pause" ? event : does === "go on" ? undefined : pause,
    times: does === "pace" ? event.times : times,
  };
}

function machineProblem({ last, crash, pause, times }: Condition, event: MachineEvent): string | undefined {
  const { does, machine, at } = event;
  if (does === "go on") return undefined;
  if (pause !== undefined) return `${machine} stands still then, by ${formatFault(pause.fault)}. Give it another time.`;
  if (last?.at === at) return `${formatFault(last.fault)} comes at the same time. Give one of them a later time.`;
  if (does === "restart") return crash === undefined ? `${machine} is not down then. Crash it first.` : undefined;
  if (crash !== undefined) return `${machine} is down already, since ${formatFault(crash.fault)}. Restart it first.`;
  if (does !== "pace" || event.times !== times) return undefined;
  const pace = times === 1 ? "runs at its own pace" : `is ${times} times as slow`;
  return `${machine} ${pace} already. Give another number of times.`;
}
