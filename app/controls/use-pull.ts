/** A thing that is pulled by a pointer or moved by keys, as a slider: what it would be set to follows the hand. */
import { useRef, useState } from "react";
import type { HTMLAttributes, KeyboardEvent, PointerEvent } from "react";
import { useEscape } from "./use-escape.ts";
import "./pull.css";

interface Pulled {
  readonly value: number; // that stands
  readonly least: number;
  readonly most: number;
  /** By how much the arrow keys move it, and the page keys. */
  readonly step?: number;
  readonly page?: number;
  /** Where a key moves it, where steps are of unlike size; then it has no `step` and no `page`. */
  readonly keyTo?: (more: boolean, byPage: boolean) => number;
  /** The change of the value for a drag of so many pixels to the right and down, from the value at the press. */
  readonly by: (right: number, down: number, from: number) => number;
  /** Told each value of the drag; null where the drag is cancelled, and the value stays as it was. */
  readonly onHeld: (value: number | null) => void;
  /** A value to be kept. @param byKey whether a key said so: keys that follow closely are one step of undo */
  readonly onSet: (value: number, byKey: boolean) => void;
  /** Sets the default. */
  readonly onDelete?: () => void;
}

interface Pull {
  /** The value under the hand; null where no hand is on it. */
  readonly held: number | null;
  /** Of the element that is pulled; its name and its value in words are the caller's. */
  readonly slider: HTMLAttributes<HTMLElement>;
}

/** By how much a key moves it, in its own steps and in pages. */
const KEYS: Readonly<Record<string, readonly [steps: number, pages: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [1, 0],
  PageDown: [0, -1],
  PageUp: [0, 1],
};

export function usePull({ value, least, most, step = 1, page = 1, keyTo, by, onHeld, onSet, onDelete }: Pulled): Pull {
  const [held, setHeld] = useState<number | null>(null);
  const from = useRef({ x: 0, y: 0, value });
  const within = (wanted: number): number => Math.min(most, Math.max(least, wanted));
  const end = (keep: boolean): void => {
    if (held === null) return;
    setHeld(null);
    if (keep && held !== value) onSet(held, false);
    else onHeld(null);
  };
  useEscape(held !== null, () => end(false));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [steps, pages] = KEYS[event.key] ?? [0, 0];
    const moved = keyTo?.(steps + pages > 0, pages !== 0) ?? value + steps * step + pages * page;
    const to = event.key === "Home" ? least : event.key === "End" ? most : moved;
    if (event.key === "Delete" && onDelete !== undefined) onDelete();
    else if (!(event.key in KEYS) && event.key !== "Home" && event.key !== "End") return;
    else if (within(to) !== value) onSet(within(to), true);
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY, value };
    setHeld(value);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (held === null) return;
    const { x, y, value: began } = from.current;
    const next = within(began + by(event.clientX - x, event.clientY - y, began));
    if (next === held) return;
    setHeld(next);
    onHeld(next);
  };
  return {
    held,
    slider: {
      role: "slider",
      tabIndex: 0,
      "aria-valuenow": held ?? value,
      "aria-valuemin": least,
      "aria-valuemax": most,
      onKeyDown,
      onPointerDown,
      onPointerMove,
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    },
  };
}
