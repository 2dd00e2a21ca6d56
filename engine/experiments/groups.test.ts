import { describe, expect, it } from "vitest";
import { experiments } from "./all.ts";
import { groupsOf } from "./groups.ts";

const params = experiments.flatMap(({ id, params: table }) =>
  Object.entries(table).map(([key, param]) => ({ name: `${id} ${key}`, param })),
);

/** Names of machines, not amounts: their numbers lie side by side. */
const PLACES = /Callee$/;

describe("the parameters of all experiments", () => {
  it("stand in groups, each once, in the order of their table", () => {
    for (const { id, params: table } of experiments) {
      const groups = groupsOf(table);
      const keys = groups.flatMap((group) => group.params.map(([key]) => key));
      expect(keys, `${id}: a group stands together in its table`).toEqual(Object.keys(table));
    }
  });

  it("slide by factors where their range spans three decades, and nowhere else than over one and a half", () => {
    for (const { name, param } of params) {
      if (param.kind !== "number" || PLACES.test(name)) continue;
      const { min, max, step } = param;
      const span = max / Math.max(min, step);
      const spans = `its range ${min} to ${max} spans ${Math.log10(span).toFixed(1)} decades`;
      if (span >= 1000) expect(param.scale, `${name}: write scale: "log" in params.ts, because ${spans}`).toBe("log");
      if (param.scale === "log")
        expect(span, `${name}: leave out scale: "log" in params.ts, because ${spans}`).toBeGreaterThan(30);
    }
  });
});
