/** Two timelines share their view, playhead, chosen rows and keys. */
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { startOf } from "../../engine/kernel/critical-path.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { leastView, panned, plainOf, zoomed } from "../figure/scale.ts";
import type { View } from "../figure/scale.ts";
import { NO_ROWS, otherSide, rowsAt, sinceStart } from "./pair.ts";
import type { Both, Pair, SideName, TwinRows } from "./pair.ts";
import { isPair } from "./frame.ts";
import { ZOOM_STEP } from "./ZoomButtons.tsx";
import { keyOf } from "../controls/key-of.ts";

const PAN_STEP = 0.2;

export interface TwinState {
  readonly view: View;
  readonly setView: (view: View) => void;
  readonly zoomedIn: boolean;
  readonly zoom: (factor: number, about?: number) => void;
  readonly pan: (by: number) => void;
  readonly fit: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

interface TwinHands {
  readonly chosen: TwinRows;
  readonly onChoose: (rows: TwinRows) => void;
  /** The playhead, since the calls began. */
  readonly now: number;
}

/** What two runs on one axis have: both whole, in plain time, and the silences that are folded out of them. */
export type OnOneAxis = Pick<Both, "fit" | "folds" | "log">;

export function useTwin(both: Both | OnOneAxis, { chosen, onChoose, now }: TwinHands): TwinState {
  const [wish, setWish] = useState<{ readonly both: OnOneAxis; readonly view: View } | null>(null);
  // The side on which the arrow keys go from row to row.
  const [side, setSide] = useState<SideName>("b");
  const view = wish?.both === both ? wish.view : both.fit;
  const setView = (next: View): void => setWish({ both, view: next });
  const zoom = (factor: number, about?: number): void => {
    const moment = plainOf(both, now);
    const middle = moment >= view.from && moment <= view.to ? moment : (view.from + view.to) / 2;
    const at = about ?? middle;
    setView(zoomed(view, factor, at, both.fit, leastView(both, at)));
  };
  const pan = (by: number): void => setView(panned(view, by, both.fit));
  const choose = (pair: Pair, next: TwinRows, from: SideName): void => {
    setSide(from);
    onChoose(next);
    const ref = next[from];
    if (ref === NO_REF) return;
    const moment = plainOf(pair, sinceStart(pair[from], startOf(pair[from].trace, ref)));
    if (moment < view.from || moment > view.to) setView(panned(view, moment - view.from, pair.fit));
  };
  const here = chosen[side] === NO_REF ? otherSide(side) : side;
  const ofRows = (pair: Pair): Readonly<Record<string, () => void>> => ({
    arrowleft: () => choose(pair, neighbour(pair, here, chosen, -1), here),
    arrowright: () => choose(pair, neighbour(pair, here, chosen, 1), here),
    arrowup: () => choose(pair, across(pair, "a", chosen), "a"),
    arrowdown: () => choose(pair, across(pair, "b", chosen), "b"),
    escape: () => onChoose(NO_ROWS),
  });
  const commands: Readonly<Record<string, () => void>> = {
    ...(isPair(both) ? ofRows(both) : {}),
    w: () => zoom(ZOOM_STEP),
    s: () => zoom(1 / ZOOM_STEP),
    a: () => pan(-PAN_STEP * (view.to - view.from)),
    d: () => pan(PAN_STEP * (view.to - view.from)),
    "0": () => setView(both.fit),
  };
  return {
    view,
    setView,
    zoomedIn: view.to - view.from < both.fit.to - both.fit.from - 1,
    zoom,
    pan,
    fit: () => setView(both.fit),
    onKeyDown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || ownKey(event)) return;
      const command = commands[keyOf(event.nativeEvent)];
      if (command === undefined) return;
      event.preventDefault();
      command();
    },
  };
}

/** Keys that the focused control answers to itself. */
const ownKey = ({ target, key }: KeyboardEvent<HTMLElement>): boolean =>
  target instanceof HTMLInputElement && key.startsWith("Arrow");

/**
 * The row before or after the chosen one of a side, with its partner; the first row of the side where none is chosen.
 */
export function neighbour(pair: Pair, side: SideName, chosen: TwinRows, step: 1 | -1): TwinRows {
  const { rows } = pair[side];
  const at = rows.indexOf(chosen[side]);
  const ref = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
  return ref === undefined ? NO_ROWS : rowsAt(pair, side, ref);
}

/** Chooses on `side` as well: the partner of the chosen row, else the last row that had begun by its start. */
export function across(pair: Pair, side: SideName, chosen: TwinRows): TwinRows {
  const other = otherSide(side);
  if (chosen[side] !== NO_REF || chosen[other] === NO_REF) {
    return chosen[side] === NO_REF ? neighbour(pair, side, NO_ROWS, 1) : chosen;
  }
  const since = sinceStart(pair[other], startOf(pair[other].trace, chosen[other]));
  const own = pair[side];
  const begun = own.rows.findLast((ref) => sinceStart(own, startOf(own.trace, ref)) <= since);
  return begun === undefined ? chosen : rowsAt(pair, side, begun);
}
