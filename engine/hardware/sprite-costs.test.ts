/** Each constant of Sprite’s machines says which point fixed it. */
import { expect, it } from "vitest";
import { SPRITE_ASSUMED, SPRITE_COSTS } from "./sprite-costs.ts";

it("the constants are positive, and name the points that fixed them", () => {
  for (const { start, fragment, copies } of Object.values(SPRITE_COSTS)) {
    for (const { value, source } of [start, fragment, copies]) {
      expect(value).toBeGreaterThan(0);
      expect(source.kind).toBe("calibrated");
      expect(source.text).toMatch(/^Fitted to the .*call/);
    }
  }
  for (const { source } of Object.values(SPRITE_ASSUMED)) expect(source.kind).toBe("assumed");
});
