/** A value that is pulled by a pointer or moved by keys, as a slider: what it would be set to follows the hand. */
import type { HTMLAttributes } from "react";
import { pointerEvents, tellKey } from "./hand-events.ts";
import { isDown } from "./hand.ts";
import { zoomOf } from "../draw/figure-size.ts";
import { sliderSurface } from "./slider.ts";
import type { SliderValue } from "./slider.ts";
import { useHand } from "./use-hand.ts";
import type { OwnEffect } from "./use-hand.ts";
import "./slider.css";

interface Slider<Of> {
  /** The value under the hand; null where no hand is on it. */
  readonly held: number | null;
  /** As it was at the press, as long as a hand is on it. */
  readonly pulled: Of;
  /** Of the element that is pulled; its name and its value in words are the caller's. */
  readonly slider: HTMLAttributes<HTMLElement>;
}

function run<Of extends SliderValue>(effect: OwnEffect<Of, number>): void {
  switch (effect.tag) {
    case "preview":
      return effect.target.onHeld(effect.meaning);
    case "end the preview":
      return effect.target.onHeld(null);
    case "change":
      return effect.target.onSet(effect.meaning, effect.keys !== null);
    case "reset":
      return effect.target.onDelete?.();
  }
}

/**
 * The rail of all that is pulled to a value.
 * @param stands what stands, as a key: another one takes a drag back
 * @param look the classes of the element; it has `is-held` besides while a hand is on it
 */
export function useSlider<Of extends SliderValue>(now: Of, stands: string, look: string): Slider<Of> {
  const { hand, send } = useHand<Of, number>({ ...sliderSurface<Of>(), stands, experiment: stands, run });
  const pulled = isDown(hand) ? hand.press.target : now;
  const held = hand.tag === "held" ? hand.meaning : hand.tag === "pressed" ? pulled.value : null;
  return {
    held,
    pulled,
    slider: {
      role: "slider",
      className: held === null ? look : `${look} is-held`,
      "aria-orientation": "horizontal",
      tabIndex: 0,
      "aria-valuenow": held ?? pulled.value,
      "aria-valuemin": pulled.least,
      "aria-valuemax": pulled.most,
      onKeyDown: (event) => tellKey(now, send, event),
      // In pixels of the figure, from the window's corner: the element itself moves with the hand.
      ...pointerEvents(now, send, ({ clientX, clientY, currentTarget }) => {
        const zoom = zoomOf(currentTarget);
        return { x: clientX / zoom, y: clientY / zoom };
      }),
    },
  };
}
