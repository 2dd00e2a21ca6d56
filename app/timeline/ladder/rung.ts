/** A call on a rung of the ladder: the closest that it has, and the packet whose bytes its last one shows. */
import { NO_REF, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { itemAt, numberAt, timeAt } from "../../../engine/kernel/reads.ts";
import { LAST_RUNG, WHOLE_RUNG } from "../../words/rungs.ts";
import type { BytesOnWire } from "../../figure/bytes-on-wire.ts";
import { plainOf } from "../../figure/scale.ts";
import type { View } from "../../figure/scale.ts";
import type { ShownCall } from "../../figure/shown-call.ts";

/** Whether a call has rungs: two machines make it, and it was kept. */
export const hasRungs = ({ kept, plan, story }: ShownCall): boolean =>
  kept && plan.machines.length === 2 && story.call > 0;

/** Why a call that was kept has no rungs; empty where it has. */
export function whyNoRungs(shown: ShownCall): string {
  if (hasRungs(shown) || !shown.kept) return "";
  if (shown.story.call === 0) return "The ladder shows one call: choose a call.";
  return `The ladder shows a call between two machines. Here are ${shown.plan.machines.length}.`;
}

/** The packet whose bytes are seen: the chosen one, else the first of the call; -1 where no bytes were kept. */
export function packetOf({ trace, story }: ShownCall, chosen: Ref): number {
  const { packets } = trace;
  const has = (row: number): boolean => packets.call[row] === story.call && numberAt(packets.frameLength, row) > 0;
  if (chosen !== NO_REF && refTable(chosen) === "packet" && has(refRow(chosen))) return refRow(chosen);
  let first = -1;
  for (let row = 0; row < packets.count; row++) {
    if (has(row) && (first < 0 || timeAt(packets.departs, row) < timeAt(packets.departs, first))) first = row;
  }
  return first;
}

/** The closest rung of a call. @param packet the one whose bytes are seen; without bytes there is no last rung */
export const lastRung = (packet: number): number => (packet < 0 ? WHOLE_RUNG : LAST_RUNG);

/** Of a packet's time on the wire, what is seen before it and after it; of one that takes none, a nanosecond. */
const AROUND = 0.2;

/** The view of the last rung. */
export function viewOf(shown: ShownCall, row: number): View {
  const { packets } = shown.trace;
  const [departs, arrives] = [timeAt(packets.departs, row), timeAt(packets.arrives, row)];
  const around = Math.max(1, (arrives - departs) * AROUND);
  return { from: plainOf(shown, departs - around), to: plainOf(shown, arrives + around) };
}

export type Layers = BytesOnWire["layers"];

/** The layer that is looked at first: the longest, of equal ones the innermost. */
export const longestOf = (layers: Layers): number =>
  layers.reduce((longest, { length }, i) => (length >= itemAt(layers, longest, "layer").length ? i : longest), 0);

/** The rung of a call that is nearest to a number. */
export const rungAt = (last: number, number: number): number => Math.min(last, Math.max(0, number));
