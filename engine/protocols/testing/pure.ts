/** For tests: what holds for each step of any machine. */
import { expect } from "vitest";
import { keyText } from "../machine.ts";
import type { HostStep } from "./ends-net.ts";
import { freeze, numbered } from "./plain-data.ts";

/** Each step gives the same again for the same input, leaves its input as it was, and its states are plain data. */
export function expectPure(steps: readonly HostStep[]): void {
  for (const { machine, before, input, after, effects, at } of steps) {
    const given = keyText([before, input]);
    expect(machine.step(freeze(before), freeze(input), at)).toEqual([after, effects]);
    expect(keyText([before, input])).toBe(given);
    // `undefined`, functions and infinities would not come through.
    expect(JSON.parse(JSON.stringify(after, withoutBytes))).toEqual(numbered(after));
  }
}

const withoutBytes = (_key: string, part: unknown): unknown => (part instanceof Uint8Array ? [...part] : part);
