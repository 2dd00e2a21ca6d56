/** What the browser tells of a pointer and of keys on an element, as events of a hand. */
import type { HTMLAttributes, KeyboardEvent, PointerEvent } from "react";
import type { Point } from "../draw/point.ts";
import type { Press } from "./hand.ts";
import type { Send } from "./use-hand.ts";

/** A pointer on an element that is one target. @param pointOf where it is, in pixels of the figure */
export const pointerEvents = <Target, Meaning>(
  target: Target,
  send: Send<Target, Meaning>,
  pointOf: (event: PointerEvent<HTMLElement>) => Point,
) =>
  ({
    onPointerDown: (event) => {
      if (!event.isPrimary) return void send({ tag: "second finger" });
      if (event.button !== 0) return;
      const press: Press<Target> = { target, point: pointOf(event), touch: event.pointerType !== "mouse" };
      send({ tag: "down", press, pointer: event.pointerId }, event);
    },
    onPointerMove: (event) => void send({ tag: "move", over: null, point: pointOf(event), free: event.altKey }),
    onPointerUp: () => void send({ tag: "up" }),
    onPointerCancel: () => void send({ tag: "cancel" }),
  }) satisfies HTMLAttributes<HTMLElement>;

/** A key on a target. @param letter as it is printed on the key, where letters mean something there */
export function tellKey<Target, Meaning>(
  target: Target,
  send: Send<Target, Meaning>,
  event: KeyboardEvent<HTMLElement>,
  letter = event.key,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  send({ tag: "key", target, key: { key: event.key, letter, shift: event.shiftKey } }, event);
}
