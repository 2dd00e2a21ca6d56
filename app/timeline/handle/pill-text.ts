/** Text and place of the pill. It speaks of the dragged handle, else of the hovered one, else of the focus. */
import type { HandleFigure } from "../../figure/figure.ts";
import type { HeldNow } from "./held.ts";
import type { Hands } from "./hands.ts";
import type { Placed } from "./placed.ts";
import type { Grasp } from "./use-hold.ts";

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

/** The effect of the last key, shown beside the thing until the focus moves. */
export interface Told {
  readonly key: string;
  readonly line: string;
  readonly why: string;
}

export interface Focused {
  readonly key: string;
  readonly isVisible: boolean;
}

/** Where the pointer is nearer than this to the handle, in px, the pill stands beside the handle. */
const BESIDE = 90;

export const spotOf = ({ down }: Pick<HandleFigure, "down">, { along, across }: Pick<Placed, "along" | "across">) =>
  down ? { x: across, y: along } : { x: along, y: across };

interface Given {
  readonly grasp: Grasp;
  readonly told: Told | null;
  readonly focused: Focused | null;
  readonly placed: readonly Placed[];
  readonly outcome: Hands["outcome"];
  readonly late: boolean;
  readonly figure: HandleFigure;
}

export function pillAt(given: Given): PillAt | null {
  const { grasp, told, focused, placed, outcome, late, figure } = given;
  const { held, hot, grab } = grasp;
  if (held !== null) return overHeld(held, given);
  const rest = { touch: false, late: false };
  if (hot !== null && grab === null) return { text: hintOf(hot.placed), x: hot.x, y: hot.y, ...rest };
  const one = focused === null ? undefined : placed.find(({ handle }) => handle.key === focused.key);
  if (one === undefined) return null;
  const own = told?.key === one.handle.key ? told : null;
  const at = spotOf(figure, one);
  if (own !== null && own.line !== "") {
    const { line, why } = own;
    return { text: { line, outcome: outcome(), why, note: "" }, ...at, touch: false, late };
  }
  return focused?.isVisible === true ? { text: { ...hintOf(one), why: own?.why ?? "" }, ...at, ...rest } : null;
}

const hintOf = ({ handle: { hint } }: Placed): PillText => ({ line: "", outcome: "", why: "", note: hint });

function overHeld(held: HeldNow, { late, outcome, figure }: Given): PillAt {
  const { line, refused, snap } = held.meaning;
  const { touch, placed } = held.grab;
  const own = spotOf(figure, held);
  const isNear = Math.hypot(own.x - held.x, own.y - held.y) < BESIDE;
  const { x, y } = !touch && isNear ? own : held;
  const row = figure.down ? Infinity : (placed.zones?.middle ?? Infinity); // of the packet’s name
  const text: PillText = {
    line: line === "" ? `${placed.handle.name}, as it was` : line,
    outcome: line === "" ? "" : outcome(),
    why: refused ?? snap?.words ?? "",
    note: touch ? "" : "Escape takes it back",
  };
  return { text, x, y: Math.min(y, row), touch, late };
}
