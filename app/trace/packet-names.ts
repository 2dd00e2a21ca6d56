/** The packets of a call that a fault script can name, all in one pass; `packetNameOf` names one. */
import { PACKET_KINDS } from "../../engine/faults/fault.ts";
import type { PacketKind, PacketName } from "../../engine/faults/fault.ts";
import { originOf } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { analysis } from "./analysis.ts";

/** By row, in the order of the trace. Copies that a fault made and packets of other programs have no name. */
export const packetNames = analysis((trace: TraceData, call: number): ReadonlyMap<number, PacketName> => {
  const { packets, packetKinds } = trace;
  const kinds = packetKinds.map((word): PacketKind | undefined => PACKET_KINDS.find((kind) => kind === word));
  const sends = new Map<PacketKind, number>();
  const names = new Map<number, PacketName>();
  for (let row = 0; row < packets.count; row++) {
    const kind = kinds[packets.kind[row] ?? -1];
    if (packets.call[row] !== call || call === 0 || kind === undefined || originOf(trace, row) === "duplicate")
      continue;
    const send = (sends.get(kind) ?? 0) + 1;
    sends.set(kind, send);
    names.set(row, { kind, call, send });
  }
  return names;
});
