/** The link of the place carries its fields, and leads to the run that they stand for. */
import { describe, expect, it } from "vitest";
import "../../engine/experiments/index.ts";
import type { ParamValues } from "../../engine/experiments/types.ts";
import { LINKS } from "./link-table.ts";
import { readLink } from "./link.ts";
import { readPlace } from "./location.ts";
import { benchHref, defaultNumbers, NUMBERS, numbersPlace, readNumbers, runOfNumbers } from "./your-numbers.ts";

const numbers = (set: ParamValues): ParamValues => ({ ...defaultNumbers(), ...set });

describe("the link of the reader’s numbers", () => {
  it("takes the fields, and no other key", () => {
    expect([...LINKS.numbers.keys].toSorted()).toEqual(Object.keys(NUMBERS).toSorted());
  });

  it("brings back the values that it was written from", () => {
    const values = numbers({ loadPerS: 12, spread: "lognormal", budget: 0.1, queue: "codel" });
    expect(readNumbers(numbersPlace(values).query)).toEqual({ values, problems: [] });
  });

  it("says what is out of range, and keeps the default", () => {
    const { values, problems } = readNumbers("retries=99&serverMs=quick&loadPerS=50");
    expect(values).toEqual(numbers({ loadPerS: 50 }));
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain("0 to 10 times, whole numbers (default 3). 3 is used.");
  });

  it("opens the run of the place as an experiment", () => {
    const values = numbers({ loadPerS: 77, policy: "breaker" });
    const { setup, problems } = readLink(readPlace(benchHref(values, 500)));
    expect(problems).toEqual([]);
    expect(setup.parameters).toEqual(runOfNumbers(values, 500));
  });
});
