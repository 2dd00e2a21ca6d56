/** A hand on the figure: over a handle, holding it, letting it go. What a place means, the page says (hands.ts). */
import { useState } from "react";
import { useEscape } from "../../controls/use-escape.ts";
import type { PointerEvent } from "react";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { heldAt } from "./held.ts";
import type { HandleFigure } from "../../figure/figure.ts";
import type { Grab, HeldNow } from "./held.ts";
import type { Hands } from "./hands.ts";
import { nearest } from "./hit.ts";
import type { Placed } from "./placed.ts";
import type { Standing } from "./use-still.ts";

/** The figure asks these before its own gestures; true where a hand on a handle has the pointer. */
export interface Taking {
  readonly down: (event: PointerEvent<HTMLElement>) => boolean;
  readonly move: (event: PointerEvent<HTMLElement>) => boolean;
  readonly up: (event: PointerEvent<HTMLElement>) => boolean;
  readonly cancel: () => void;
  readonly leave: () => void;
  /** Whether a finger at a place would take hold of something. */
  readonly takes: (x: number, y: number) => boolean;
}

/** The hovered handle, and where the pointer is. */
interface Hot {
  readonly placed: Placed;
  readonly x: number;
  readonly y: number;
}

/** The state of a gesture: the hovered handle, the pressed one, and the dragged one with its place. */
export interface Grasp {
  readonly hot: Hot | null;
  readonly grab: Grab | null;
  readonly held: HeldNow | null;
  /** The run from which something is dragged. */
  readonly before: ShownCall | null;
}

export const NOTHING: Grasp = { hot: null, grab: null, held: null, before: null };

/** @returns the grasp, and the function that changes it */
export const useGrasp = () => useState(NOTHING);

interface Given {
  readonly figure: HandleFigure;
  readonly placed: readonly Placed[];
  readonly shown: ShownCall;
  readonly standing: Standing;
  readonly hands: Hands;
  readonly onSelect: (ref: Ref) => void;
  /** A thing was pressed and let go where it was. */
  readonly onPressed: (placed: Placed) => void;
  /** A thing was let go elsewhere. */
  readonly onLetGo: (held: HeldNow, before: ShownCall) => void;
  readonly onTakenBack: () => void;
}

/** A pointer has moved once it is so far from where it was pressed, in px. */
const SLACK = { mouse: 4, touch: 8 } as const;

const isTouch = ({ pointerType }: PointerEvent): boolean => pointerType !== "mouse";

const CURSORS: Partial<Record<string, string>> = { packet: "grab", copy: "grab", edge: "crosshair" };

const cursorOver = ({ placed: { handle } }: Hot, down: boolean): string =>
  CURSORS[handle.kind] ?? (down ? "ns-resize" : "ew-resize");

const spot = (event: PointerEvent<HTMLElement>): { readonly x: number; readonly y: number } => {
  const bounds = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
};

/** The handle under the pointer; an edge at the moment under the pointer. */
function under({ figure, placed }: Given, x: number, y: number, touch: boolean): Hot | null {
  const { start, scale } = figure;
  const [along, across] = figure.down ? [y, x] : [x, y];
  const one = nearest(placed, [along, across], touch, { from: start, to: start + scale.length });
  if (one === null) return null;
  const isEdge = one.handle.kind === "edge";
  return { placed: isEdge ? { ...one, along, at: scale.time(along - start) } : one, x, y };
}

export function useHold(grasp: Grasp, setGrasp: (next: Grasp) => void, given: Given): Taking {
  const { figure, standing, hands } = given;
  const { hot, grab, held, before } = grasp;
  const end = (keep: boolean): void => {
    setGrasp(NOTHING);
    if (held === null) return;
    if (keep && held.meaning.line !== "" && before !== null) given.onLetGo(held, before);
    else {
      hands.onPreview(null);
      if (!keep) given.onTakenBack();
    }
    standing.letGo();
  };
  useEscape(grab !== null, () => end(false));
  return {
    down: (event) => {
      if (event.button !== 0 || event.shiftKey) return false;
      if (!event.isPrimary) {
        if (grab !== null) end(false); // two fingers zoom
        return false;
      }
      const { x, y } = spot(event);
      const over = under(given, x, y, isTouch(event));
      if (over === null) return false;
      const [along, across] = figure.down ? [y, x] : [x, y];
      event.currentTarget.setPointerCapture(event.pointerId);
      const taken = { placed: over.placed, figure, touch: isTouch(event), along, across };
      setGrasp({ ...NOTHING, hot: over, grab: taken });
      return true;
    },
    move: (event) => {
      const { x, y } = spot(event);
      if (grab === null) {
        const over = isTouch(event) || event.buttons !== 0 ? null : under(given, x, y, false);
        if (over !== null || hot !== null) setGrasp({ ...NOTHING, hot: over });
        if (over !== null) event.currentTarget.style.cursor = cursorOver(over, figure.down);
        return over !== null;
      }
      const [along, across] = figure.down ? [y, x] : [x, y];
      const slack = SLACK[grab.touch ? "touch" : "mouse"];
      if (held === null && Math.hypot(along - grab.along, across - grab.across) < slack) return true;
      if (held === null) standing.hold();
      event.currentTarget.style.cursor = "grabbing";
      const next = heldAt(grab, { x, y, altKey: event.altKey }, hands.meaningOf);
      setGrasp({ hot, grab, held: next, before: before ?? given.shown });
      hands.onPreview(next.meaning.setup);
      return true;
    },
    up: (event) => {
      if (grab === null) return false;
      event.currentTarget.style.cursor = "";
      if (held === null && hot !== null) press(given, hot);
      end(true);
      return true;
    },
    cancel: () => {
      if (grab !== null) end(false);
    },
    leave: () => {
      if (grab === null && hot !== null) setGrasp(NOTHING);
    },
    takes: (x, y) => under(given, x, y, true) !== null,
  };
}

/** A thing that is pressed is chosen, as its line or its bar would be. */
function press({ onSelect, onPressed }: Given, hot: Hot): void {
  const { ref } = hot.placed.handle;
  if (ref !== NO_REF) onSelect(ref);
  onPressed(hot.placed);
}
