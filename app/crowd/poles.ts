/** The verdict as a pole on the figure: the point of no return, or the moment from which all is well again. */
import { itemAt } from "../../engine/kernel/items.ts";
import { millis, type Nanos } from "../../engine/kernel/time.ts";
import { pieceAt } from "./facts.ts";
import type { CrowdView } from "./facts.ts";
import { waitingIn } from "./layout.ts";
import { STEP_MS } from "./no-return.ts";
import type { NoReturn } from "./no-return.ts";
import { msText } from "./words.ts";

export interface Pole {
  readonly tag: "no return" | "well";
  readonly at: Nanos;
  readonly words: string;
  readonly short: string;
  /** Of the point of no return: where the run has not passed it. */
  readonly isBroken: boolean;
  /** How many wait there. */
  readonly waiting: number | null;
}

export function poleOf(view: CrowdView, found: NoReturn | null): Pole | null {
  const { blip, back } = view;
  if (blip === null || back === null) return null;
  if (back.tag === "well") {
    const at = blip.until + millis(back.afterMs);
    const other =
      found === null
        ? ""
        : found.tag === "from"
          ? `; ${msText(found.ms)} would not heal`
          : found.tag === "none"
            ? `; so is it after any up to ${msText(found.upToMs)}`
            : "";
    return { tag: "well", at, words: `Well again${other}`, short: "well again", isBroken: false, waiting: null };
  }
  if (found === null || found.tag === "none") return null;
  const ms = found.tag === "from" ? found.ms : STEP_MS;
  const at = Math.min(blip.from + millis(ms), view.until);
  const words =
    found.tag === "any"
      ? `No way back: not even ${msText(STEP_MS)} of it heals`
      : `No way back: ${msText(ms)} of it does not heal, ${msText(ms - STEP_MS)} does`;
  const waits = itemAt(waitingIn(view), pieceAt(view, at), "piece");
  return {
    tag: "no return",
    at,
    words,
    short: `no way back after ${msText(ms)}`,
    isBroken: at > blip.until,
    waiting: waits,
  };
}

/** The verdict in two words, beside a hand. */
export const verdictOf = ({ blip, back }: CrowdView): string =>
  blip === null || back === null
    ? ""
    : back.tag === "down"
      ? "stays down"
      : back.afterMs === 0
        ? "well again at once"
        : `well again after ${msText(back.afterMs)}`;
