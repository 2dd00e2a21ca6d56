/** The inspector's words for a packet, and its name in a fault script. */
import { formatFault } from "../../engine/faults/text.ts";
import { PACKET_KINDS } from "../../engine/faults/fault.ts";
import type { Fault, PacketName } from "../../engine/faults/fault.ts";
import { millis } from "../../engine/kernel/time.ts";
import { MARK_KINDS, packetRef, type TraceData } from "../../engine/kernel/trace-data.ts";
import type { Field, Layer } from "../../engine/wire/layer.ts";
import { isThrownAway, unusedAs } from "./row-names.ts";
import { fateOf, lossOf, numberAt, originOf, timeAt } from "../../engine/kernel/reads.ts";

/**
 * The name of this row's packet in a fault script: its kind, its call, and the number of this send of the kind for the
 * call. Null for a packet that no script can name: a copy that a fault made, and other traffic.
 */
export function packetNameOf(trace: TraceData, row: number): PacketName | null {
  const { packets } = trace;
  const call = numberAt(packets.call, row);
  const kind = PACKET_KINDS.find((one) => one === trace.packetKinds[numberAt(packets.kind, row)]);
  if (kind === undefined || call === 0 || originOf(trace, row) === "duplicate") return null;
  let send = 0;
  for (let other = 0; other <= row; other++) {
    const same = packets.kind[other] === packets.kind[row] && packets.call[other] === call;
    if (same && originOf(trace, other) !== "duplicate") send++;
  }
  return { kind, call, send };
}

/** The row of a named packet; -1 where the trace has none. */
export function rowOfPacket(trace: TraceData, { kind, call, send }: PacketName): number {
  const { packets } = trace;
  let seen = 0;
  for (let row = 0; row < packets.count; row++) {
    if (packets.call[row] !== call || trace.packetKinds[numberAt(packets.kind, row)] !== kind) continue;
    if (originOf(trace, row) !== "duplicate" && ++seen === send) return row;
  }
  return -1;
}

interface PacketAction {
  readonly text: string;
  /** A line of a fault script. */
  readonly line: string;
}

const DELAY_MS = 5;

export function packetActions(packet: PacketName): readonly PacketAction[] {
  const action = (text: string, fault: Fault): PacketAction => ({ text, line: formatFault(fault) });
  return [
    action("Drop", { what: "drop", packet }),
    action("Duplicate", { what: "duplicate", packet, afterNs: 0 }),
    action(`Delay ${DELAY_MS} ms`, { what: "delay", packet, byNs: millis(DELAY_MS) }),
    action("Reorder", { what: "reorder", packet }),
  ];
}

/** The bytes of a packet; empty where the run did not keep them. */
export function frameOf(trace: TraceData, row: number): Uint8Array {
  const at = numberAt(trace.packets.frameAt, row);
  return trace.frames.subarray(at, at + numberAt(trace.packets.frameLength, row));
}

/** The narrowest field that holds a byte. Several flags share a byte, and the narrowest field says most of it. */
export function fieldAt(layers: readonly Layer[], byte: number): Field | null {
  let best: Field | null = null;
  for (const { fields } of layers) {
    for (const field of fields) {
      const holds = byte >= field.at && byte < field.at + field.length;
      if (holds && (best === null || field.length < best.length)) best = field;
    }
  }
  return best;
}

/** The byte of a packet that was damaged behind its receiver's controller; null where none was. */
export function garbledByteOf({ marks }: TraceData, row: number): number | null {
  const kind = MARK_KINDS.indexOf("garbled");
  for (let mark = 0; mark < marks.count; mark++) {
    if (marks.kind[mark] === kind && marks.cause[mark] === packetRef(row)) return timeAt(marks.value, mark);
  }
  return null;
}

const UNUSED = {
  "not heard": "came to a machine that was down",
  refused: "arrived, and was refused",
  ignored: "arrived, and was ignored",
} as const;

/** "delivered", "lost on the way: damaged", and so on. */
export function fateText(trace: TraceData, row: number): string {
  switch (fateOf(trace, row)) {
    case "delivered":
      return "delivered";
    case "ignored":
      return UNUSED[unusedAs(trace, row)];
    case "in flight":
      return "still on its way when the run ended";
    case "lost": {
      const why = lossOf(trace, row);
      if (why !== null && isThrownAway(why)) return `thrown away by its receiver: ${why}`;
      return why === null ? "lost on the way" : `lost on the way: ${why}`;
    }
  }
}
