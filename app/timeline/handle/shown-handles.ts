/** The handles as drawn: those at rest, and the dragged one at the pointer. */
import type { ShownCall } from "../../figure/shown-call.ts";
import { momentText } from "../../words/times.ts";
import type { Figure } from "../../figure/figure.ts";
import type { Handle } from "./handle.ts";
import type { OneHandle } from "./Handles.tsx";
import type { HandleFigure } from "../../figure/figure.ts";
import type { Placed } from "./placed.ts";
import { isDown } from "../../hand/hand.ts";
import type { Hand } from "../../hand/hand.ts";
import type { Drop, SurfaceTarget } from "./surface.ts";

/** Where on the edge of a machine its mark stands, by the key of the edge. */
export type Marks = Readonly<Record<string, number>>;

/** Where the mark stands before anybody moved it: a share of the axis. */
const FIRST = 0.12;

/** The moment at which a handle stands: on an edge that of its mark, which follows the pointer along it, and keys. */
export function momentOf({ kind, key, to }: Handle, marks: Marks, hot: Placed | null, scale: Figure["scale"]): number {
  if (kind !== "edge") return to;
  return hot?.handle.key === key ? hot.at : (marks[key] ?? scale.time(FIRST * scale.length));
}

/** The handle that the hand is over or has; null where there is none. */
export const underHand = (hand: Hand<SurfaceTarget, Drop>): Placed | null =>
  hand.tag === "over" ? hand.target.placed : isDown(hand) ? hand.press.target.placed : null;

/** The dragged handle stands at the pointer, whatever the shown run says. */
export function looksOf(
  placed: readonly Placed[],
  hand: Hand<SurfaceTarget, Drop>,
): readonly Pick<OneHandle, "placed" | "look">[] {
  const under = underHand(hand);
  const key = under?.handle.key;
  if (hand.tag !== "held" || under === null) {
    const look = isDown(hand) ? "held" : "hot";
    return placed.map((one) => ({ placed: one, look: one.handle.key === key ? look : "rest" }));
  }
  const { along, across, zone } = hand.meaning;
  const { handle } = under;
  // An edge that is pulled in is a crash, and the run that is shown has one there.
  const isCrash = handle.kind === "edge" && zone === "middle";
  const own: Placed = { ...under, along, across };
  const isOwn = (one: Handle): boolean =>
    one.key === key || (isCrash && one.kind === "crash" && one.machine === handle.machine);
  const others = placed.filter((one) => !isOwn(one.handle));
  return [
    ...others.map((one) => ({ placed: one, look: "rest" as const })),
    { placed: own, look: isCrash ? "crash" : "held" },
  ];
}

/** Names the ends that lie beyond the axis, which stands still during a drag; empty where none does. */
export function beyondOf({ call }: ShownCall, { scale }: HandleFigure): string {
  if (call.to <= scale.to) return "";
  const length = call.to - call.from;
  return `the call ends at ${momentText(length, length)}`;
}
