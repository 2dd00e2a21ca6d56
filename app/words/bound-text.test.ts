import { expect, it } from "vitest";
import { boundText } from "./bound-text.ts";

it("a bound has a unit that suits its size, and none where there is no number", () => {
  expect([boundText(null, "ms"), boundText("returned", ""), boundText("Receiver", "step")]).toEqual([
    "none",
    "returned",
    "Receiver",
  ]);
  expect([5_000, 30_250.6, 240_000].map((ms) => boundText(ms, "ms"))).toEqual([
    "5,000\u202fms",
    "30.25\u202fs",
    "4\u202fmin",
  ]);
  expect([boundText(8.374_2, "times"), boundText(25, "s")]).toEqual(["8.374\u202ftimes", "25\u202fs"]);
});
