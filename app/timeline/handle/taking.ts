/** The pointer on a figure, as events of the hand; and the cursor that shows what the hand does. */
import type { PointerEvent } from "react";
import { isDown } from "../../hand/hand.ts";
import { pointIn } from "../../draw/figure-size.ts";
import type { Point } from "../../draw/point.ts";
import type { Hand } from "../../hand/hand.ts";
import type { Send } from "../../hand/use-hand.ts";
import { targetAt } from "./surface.ts";
import type { Drop, Handled, SurfaceTarget } from "./surface.ts";

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

const CURSORS: Partial<Record<string, string>> = { packet: "grab", copy: "grab", edge: "crosshair" };

/** The cursor over a target, and while one is held; "" leaves it to the figure. */
function cursorOf(hand: Hand<SurfaceTarget, Drop>): string {
  if (hand.tag === "held") return "grabbing";
  if (hand.tag !== "over") return "";
  const { placed, figure } = hand.target;
  return CURSORS[placed.handle.kind] ?? (figure.down ? "ns-resize" : "ew-resize");
}

const isTouch = ({ pointerType }: PointerEvent): boolean => pointerType !== "mouse";

const pointOf = (event: PointerEvent<HTMLElement>): Point => pointIn(event.currentTarget, event);

/** What the pointer does, as events of the hand. */
export const takingOf = (
  handled: Handled,
  hand: Hand<SurfaceTarget, Drop>,
  send: Send<SurfaceTarget, Drop>,
): Taking => ({
  down: (event) => {
    if (event.button !== 0 || event.shiftKey) return false;
    if (!event.isPrimary) {
      send({ tag: "second finger" }); // two fingers zoom
      return false;
    }
    const [point, touch] = [pointOf(event), isTouch(event)];
    const target = targetAt(handled, point, touch);
    if (target === null) return false;
    send({ tag: "down", press: { target, point, touch }, pointer: event.pointerId }, event);
    return true;
  },
  move: (event) => {
    const point = pointOf(event);
    const isHover = !isTouch(event) && event.buttons === 0;
    const over = isHover && !isDown(hand) ? targetAt(handled, point, false) : null;
    const next = send({ tag: "move", over, point, free: event.altKey });
    const cursor = cursorOf(next);
    if (cursor !== "") event.currentTarget.style.cursor = cursor;
    return next.tag === "over" || isDown(next);
  },
  up: (event) => {
    if (hand.tag !== "taken back" && !isDown(hand)) return false;
    event.currentTarget.style.cursor = "";
    send({ tag: "up" });
    return true;
  },
  cancel: () => void send({ tag: "cancel" }),
  leave: () => void send({ tag: "leave" }),
  takes: (x, y) => targetAt(handled, { x, y }, true) !== null,
});
