/** Text and place of the pill. It speaks of the dragged handle, else of the hovered one, else of the focus. */
import type { HandleFigure } from "../../figure/figure.ts";
import type { Hand } from "../../hand/hand.ts";
import type { Attention } from "./attention.ts";
import type { Hands } from "./hands.ts";
import type { Placed } from "./placed.ts";
import type { Drop, SurfaceTarget } from "./surface.ts";

interface PillText {
  /** The line that is written; empty where the pill only says what could be done. */
  readonly line: string;
  readonly outcome: string;
  /** Why a snap has it, or why it cannot be. */
  readonly why: string;
  /** How to cancel the drag, or what could be done. */
  readonly note: string;
}

export interface PillAt {
  readonly text: PillText;
  readonly x: number;
  readonly y: number;
  /** Whether a finger is there: the pill then stands above it. */
  readonly touch: boolean;
  readonly late: boolean;
}

/** Where the pointer is nearer than this to the handle, in px, the pill stands beside the handle. */
const BESIDE = 90;

export const spotOf = ({ down }: Pick<HandleFigure, "down">, { along, across }: Pick<Placed, "along" | "across">) =>
  down ? { x: across, y: along } : { x: along, y: across };

type PulledHand = Hand<SurfaceTarget, Drop>;

interface Given {
  readonly hand: PulledHand;
  readonly attention: Attention;
  readonly placed: readonly Placed[];
  readonly outcome: Hands["outcome"];
  readonly late: boolean;
  readonly figure: HandleFigure;
}

export function pillAt(given: Given): PillAt | null {
  const { hand, attention, placed, outcome, late, figure } = given;
  if (hand.tag === "held") return overHeld(hand, given);
  if (attention.tag === "list") return null; // it stands there
  const rest = { touch: false, late: false };
  if (hand.tag === "over") return { text: hintOf(hand.target.placed), ...hand.point, ...rest };
  if (attention.tag === "nothing") return null;
  const { key, line, why, isVisible } = attention;
  const one = placed.find(({ handle }) => handle.key === key);
  if (one === undefined) return null;
  const at = spotOf(figure, one);
  if (line !== "") return { text: { line, outcome: outcome(), why, note: "" }, ...at, touch: false, late };
  return isVisible ? { text: { ...hintOf(one), why }, ...at, ...rest } : null;
}

const hintOf = ({ handle: { hint } }: Placed): PillText => ({ line: "", outcome: "", why: "", note: hint });

function overHeld(
  { press, point, meaning: drop }: Extract<PulledHand, { tag: "held" }>,
  { late, outcome, figure }: Given,
): PillAt {
  const { line, refused, snap } = drop.meaning;
  const { touch, target } = press;
  const own = spotOf(figure, drop);
  const isNear = Math.hypot(own.x - point.x, own.y - point.y) < BESIDE;
  const { x, y } = !touch && isNear ? own : point;
  const row = figure.down ? Infinity : (target.placed.zones?.middle ?? Infinity); // of the packet’s name
  const text: PillText = {
    line: line === "" ? `${target.placed.handle.name}, as it was` : line,
    outcome: line === "" ? "" : outcome(),
    why: refused ?? snap?.words ?? "",
    note: touch ? "" : "Escape takes it back",
  };
  return { text, x, y: Math.min(y, row), touch, late };
}
