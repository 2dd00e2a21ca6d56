/**
 * Several faults together. Order does not matter, since each names its packet or its time; what cannot happen
 * together is refused, because silently preferring one of two faults would show a run that nobody asked for:
 *
 * 1. The same fault twice: it would happen once, and the script would say two things with one meaning.
 * 2. Two drops, delays or copies of one packet, or a drop beside a delay or a copy: a packet has one fate. A delay and
 *    a copy go together: the copy comes when it would have come, the original late, which is how packets overtake.
 * 3. A restart of a machine that has not crashed, a crash of one that is down, two events of one machine at one time:
 *    they would do nothing, or what they do would hang on their order.
 */
import { formatFault, formatPacket, parseFault, type Vocabulary } from "./text.ts";
import { FaultError, isMachineFault, type Fault, type MachineFault, type PacketFault } from "./fault.ts";

/** Reads a fault from every line, in the order given. Throws FaultError for the first that cannot be meant. */
export function parseScript(lines: readonly string[], vocabulary: Vocabulary = {}): Fault[] {
  const faults = lines.map((line) => parseFault(line, vocabulary));
  const seen = new Set<string>();
  for (const fault of faults) {
    const text = formatFault(fault);
    if (seen.has(text)) throw new FaultError(text, "it is there twice. Leave one out.");
    seen.add(text);
  }
  checkPackets(faults.filter((fault) => !isMachineFault(fault)));
  checkMachines(faults.filter(isMachineFault));
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
  if (pair.includes("delay") && pair.includes("duplicate")) return;
  const rule = pair.includes("drop") ? "a dropped packet has no other fate" : `a packet has one ${second.what}`;
  throw new FaultError(formatFault(second), `${formatFault(first)} speaks of ${name} too, and ${rule}. Leave one out.`);
}

function checkMachines(faults: readonly MachineFault[]): void {
  const lastOf = new Map<string, MachineFault>();
  for (const fault of inTime(faults)) {
    const last = lastOf.get(fault.machine);
    const problem = machineProblem(last, fault);
    if (problem !== undefined) throw new FaultError(formatFault(fault), problem);
    lastOf.set(fault.machine, fault);
  }
}

function machineProblem(last: MachineFault | undefined, fault: MachineFault): string | undefined {
  const { what, machine, at } = fault;
  if (last?.at === at) return `${formatFault(last)} comes at the same time. Let one come later.`;
  if (what === "crash" && last?.what === "crash") {
    return `${machine} is down already, since ${formatFault(last)}. Restart it first.`;
  }
  if (what === "restart" && last?.what !== "crash") return `${machine} is not down then. Crash it first.`;
  return undefined;
}

/** By time; at one time in the order given. */
export const inTime = (faults: readonly MachineFault[]): MachineFault[] => faults.toSorted((a, b) => a.at - b.at);
