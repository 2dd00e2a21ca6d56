/** The names of rows of a trace. The figure, the lists and the inspector use the same ones. */
import { PACKET_ROLES } from "../../engine/faults/packet-kinds.ts";
import type { PacketRole } from "../../engine/wire/layer.ts";
import { startOf } from "../../engine/kernel/critical-path.ts";
import { NO_REF, refRow, refTable, spanRef } from "../../engine/kernel/trace-data.ts";
import type { Loss, Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { hasMany, mediumOf } from "./lanes.ts";
import { comesToADownMachine } from "./machine-events.ts";
import { machineName } from "./machine-names.ts";
import { capital, packetName } from "../words/sentences.ts";
import { roughText, speedText } from "../words/times.ts";
import type { Stretch } from "./folds.ts";
import type { CallStory } from "./story.ts";
import { trackAt } from "./tables.ts";
import { analysis } from "./analysis.ts";
import { causeOf, fateOf, itemAt, numberAt, originOf, timeAt } from "../../engine/kernel/reads.ts";
import { tablesOf } from "./tables.ts";

/** How a packet was of no use: nobody heard it, its opening of a connection was refused, or a process ignored it. */
export function unusedAs(trace: TraceData, row: number): "not heard" | "refused" | "ignored" {
  if (comesToADownMachine(trace, row)) return "not heard";
  return itemAt(trace.packetKinds, numberAt(trace.packets.kind, row), "packet kind") === "open" ? "refused" : "ignored";
}

/** Remarks on a packet: "sent again, lost". Empty for a packet like most. */
export function packetRemark(trace: TraceData, row: number): string {
  const origin = originOf(trace, row);
  const delayed = timeAt(trace.packets.delayed, row);
  const fate = fateOf(trace, row);
  const remarks: string[] = [];
  if (origin === "retransmission") remarks.push("sent again");
  if (origin === "duplicate") remarks.push("duplicate");
  if (delayed > 0) remarks.push(`delayed ${speedText(delayed)}`);
  if (fate === "ignored") remarks.push(unusedAs(trace, row));
  else if (fate !== "delivered") remarks.push(fate);
  return remarks.join(", ");
}

/**
 * The words for a fold: its length and the reason, "598 ms: waits for the retransmission timer", "9.9 s: nothing
 * happens".
 */
export function foldText({ story }: { readonly story: CallStory }, fold: Stretch): string {
  const wait = story.waits.find(({ from, to }) => from <= fold.from && to >= fold.to);
  const reason = wait?.reason() ?? "waits";
  return `${roughText(fold.to - fold.from)}: ${reason === "waits" ? "nothing happens" : reason}`;
}

/**
 * The place of a row: "caller CPU 0", "Ethernet". Among many machines the place of a packet names its sender and its
 * receiver.
 */
export function whereOf(trace: TraceData, ref: Ref): string {
  const row = refRow(ref);
  const table = refTable(ref);
  if (table === "packet" && hasMany(trace)) {
    const machine = (track: number | undefined): string => machineName(trace, trackAt(trace, track).machine);
    // A broadcast goes to no one machine.
    return `${machine(trace.packets.from[row])} to ${machine(trace.packets.to[row]) || "all"}`;
  }
  if (table === "packet") return mediumOf(trace) || "medium";
  const track = trackAt(trace, table === "span" ? trace.spans.track[row] : trace.marks.track[row]);
  return `${machineName(trace, track.machine)} ${track.name}`.trim();
}

/** The name of a row: the step, "Call packet, sent again", the mark's label. */
export function whatOf(trace: TraceData, ref: Ref): string {
  const row = refRow(ref);
  switch (refTable(ref)) {
    case "span":
      return itemAt(trace.steps, numberAt(trace.spans.step, row), "step").name;
    case "mark":
      return capital(itemAt(trace.labels, numberAt(trace.marks.label, row), "label"));
    case "packet": {
      const { packets } = trace;
      const name = packetName(itemAt(trace.packetKinds, numberAt(packets.kind, row), "packet kind"));
      const remark = packetRemark(trace, row);
      return remark === "" ? name : `${name}, ${remark}`;
    }
  }
}

/** The role of a row's packet; "other" for a kind that no wire format names. */
export const roleAt = (trace: TraceData, row: number): PacketRole =>
  roleOfKind(itemAt(trace.packetKinds, numberAt(trace.packets.kind, row), "packet kind"));

const ROLES: ReadonlyMap<string, PacketRole> = new Map(Object.entries(PACKET_ROLES));
export const roleOfKind = (kind: string): PacketRole => ROLES.get(kind) ?? "other";

/** The name of the row that enabled another; an empty string where none did. */
export function becauseOf(trace: TraceData, ref: Ref): string {
  const cause = causeOf(trace, ref);
  return cause === NO_REF ? "" : whatOf(trace, cause);
}

/** The first row that `ref` enabled, in the order of the trace; NO_REF where it enabled none. */
export function effectOf(trace: TraceData, ref: Ref): Ref {
  const effect = firstEffects(trace).get(ref) ?? NO_REF;
  return effect !== NO_REF || refTable(ref) !== "packet" ? effect : firstHop(trace, refRow(ref));
}

/** Of a packet that goes from network to network its time on the first, which leads on; NO_REF where it has none. */
function firstHop({ packets, spans, steps }: TraceData, packet: number): Ref {
  const [cause, departs] = [packets.cause[packet], packets.departs[packet]];
  for (let row = 0; row < spans.count; row++) {
    if (spans.start[row] !== departs || spans.cause[row] !== cause) continue;
    if (steps[numberAt(spans.step, row)]?.layer === "wire") return spanRef(row);
  }
  return NO_REF;
}

/** Of each row that has any, the earliest row that it is the cause of. */
export const firstEffects = analysis((trace: TraceData): ReadonlyMap<Ref, Ref> => {
  const effects = new Map<Ref, Ref>();
  for (const { table, refOf } of tablesOf(trace)) {
    for (let row = 0; row < table.count; row++) {
      const [cause, ref] = [numberAt(table.cause, row), refOf(row)];
      if (cause === NO_REF) continue;
      const before = effects.get(cause);
      if (before === undefined || startOf(trace, ref) < startOf(trace, before)) effects.set(cause, ref);
    }
  }
  return effects;
});

/** Whether a packet was lost because its receiver threw it away, damaged as it was. */
export const isThrownAway = (why: Loss): boolean => why.endsWith("checksum") || why === "unreadable header";
