/** Each constant of Amoeba’s machine says which point fixed it. */
import { expect, it } from "vitest";
import { amoebaAccount, AMOEBA_ASSUMED, AMOEBA_COSTS } from "./amoeba-costs.ts";

it("the constants are positive, and name the points that fixed them", () => {
  for (const { value, source } of Object.values(AMOEBA_COSTS)) {
    expect(value).toBeGreaterThan(0);
    expect(source.kind).toBe("calibrated");
    expect(source.text).toMatch(/^Fitted to the .*call.* ms.*\(sources of Amoeba 5\)$/);
  }
  for (const { source } of Object.values(AMOEBA_ASSUMED)) expect(source.kind).toBe("assumed");
});

it("a call between user processes crosses four times, one between kernels never", () => {
  const crossings = (space: "kernel" | "user"): number => {
    const { call, takeCall, answer, takeAnswer } = amoebaAccount(space);
    return [call, takeCall, answer, takeAnswer].flat().length;
  };
  expect([crossings("kernel"), crossings("user")]).toEqual([0, 4]);
});
