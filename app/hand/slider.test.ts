import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IDLE, step } from "./hand.ts";
import type { Hand, HandEvent } from "./hand.ts";
import { sliderSurface } from "./slider.ts";
import type { SliderValue } from "./slider.ts";

/** From 0 to 20, ten pixels a step. */
const pulledAt = (value: number): SliderValue => ({
  ...{ value, least: 0, most: 20, page: 5 },
  by: (right) => Math.round(right / 10),
  onHeld: () => undefined,
  onSet: () => undefined,
  onDelete: () => undefined,
});

/** The value that a hand sets in the end; null where it sets none. */
function setBy(events: readonly HandEvent<SliderValue>[]): number | null {
  let hand: Hand<SliderValue, number> = IDLE;
  let set: number | null = null;
  for (const event of events) {
    const stepped: ReturnType<typeof step<SliderValue, number>> = step(hand, event, sliderSurface<SliderValue>());
    hand = stepped[0];
    for (const effect of stepped[1]) if (effect.tag === "change") set = effect.meaning;
  }
  return set;
}

const drag = (target: SliderValue, right: number, touch = false): readonly HandEvent<SliderValue>[] => [
  { tag: "down", press: { target, point: { x: 100, y: 0 }, touch }, pointer: 1 },
  { tag: "move", over: null, point: { x: 100 + right, y: 0 }, free: false },
  { tag: "up" },
];

const key = (target: SliderValue, name: string): HandEvent<SliderValue> => ({
  tag: "key",
  target,
  key: { key: name, letter: name, shift: false },
});

describe("a slider", () => {
  it("is pulled without slack, stays within its limits, and means the same by finger, mouse and keys", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), fc.integer({ min: -30, max: 30 }), (value, steps) => {
        const target = pulledAt(value);
        const to = Math.min(20, Math.max(0, value + steps));
        const expected = to === value ? null : to;
        expect(setBy(drag(target, 10 * steps))).toBe(expected);
        expect(setBy(drag(target, 10 * steps, true))).toBe(expected);
        let byKeys = value;
        for (let i = 0; i < Math.abs(steps); i++)
          byKeys = setBy([key(pulledAt(byKeys), steps > 0 ? "ArrowRight" : "ArrowLeft")]) ?? byKeys;
        expect(byKeys).toBe(to);
      }),
    );
  });

  it("has keys for a page and for its ends, and none that would set what stands", () => {
    const target = pulledAt(7);
    const byKey = (name: string): number | null => setBy([key(target, name)]);
    expect(["PageUp", "PageDown", "Home", "End", "ArrowUp", "x"].map(byKey)).toEqual([12, 2, 0, 20, 8, null]);
    expect(setBy([key(pulledAt(0), "Home")])).toBe(null);
    expect(setBy([key({ ...target, keyTo: (more) => (more ? 16 : 1) }, "ArrowRight")])).toBe(16);
  });

  it("takes keys from the page that mean something on it, also where they change nothing", () => {
    const heard = (target: SliderValue, name: string): readonly string[] =>
      step<SliderValue, number>(IDLE, key(target, name), sliderSurface<SliderValue>())[1].map(({ tag }) => tag);
    expect(heard(pulledAt(0), "ArrowLeft")).toEqual(["consume"]);
    expect(heard(pulledAt(3), "Delete")).toEqual(["consume", "reset"]);
    expect(heard(pulledAt(3), "Tab")).toEqual([]);
    const { onDelete: _, ...without } = pulledAt(3);
    expect(heard(without, "Delete")).toEqual([]);
  });
});
