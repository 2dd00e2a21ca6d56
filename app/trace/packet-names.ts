/** The packets of a call that a fault script can name, all in one pass; `packetNameOf` names one. */
import { PACKET_KINDS } from "../../engine/faults/fault.ts";
import type { PacketKind, PacketName } from "../../engine/faults/fault.ts";
import { numberAt, originOf } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { analysis } from "./analysis.ts";
import { tally } from "../../engine/kernel/tally.ts";

/**
 * By row, in the order of the trace; those of all calls where `shown` is 0, the whole run. Copies that a fault made and
 * packets of no call, as those of an import, have no name.
 */
export const packetNames = analysis((trace: TraceData, shown: number): ReadonlyMap<number, PacketName> => {
  const { packets, packetKinds } = trace;
  const kinds = packetKinds.map((word): PacketKind | undefined => PACKET_KINDS.find((kind) => kind === word));
  const sends = new Map<string, number>();
  const names = new Map<number, PacketName>();
  for (let row = 0; row < packets.count; row++) {
    const [kind, call] = [kinds[numberAt(packets.kind, row)], numberAt(packets.call, row)];
    if (call === 0 || (shown !== 0 && call !== shown)) continue;
    if (kind === undefined || originOf(trace, row) === "duplicate") continue;
    const key = `${kind} ${call}`;
    names.set(row, { kind, call, send: tally(sends, key) });
  }
  return names;
});
