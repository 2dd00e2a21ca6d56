/** The key of every item is what its runs say, and every other option is not. */
import { describe, expect, it } from "vitest";
import { experimentOf, runOf } from "../../engine/experiments/testing.ts";
import { addressProblems } from "../setup/address-problems.ts";
import { readLink } from "../setup/link.ts";
import { readPlace } from "../setup/location.ts";
import type { AnsweringRun } from "../setup/questions/types.ts";
import { ITEMS } from "./items.ts";
import { proofHref } from "./proof-link.ts";
import type { Measured } from "./types.ts";

const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0;

/** The value as the page prints it: with the digits of `like`. */
function printed(value: number | string | null | undefined, like: string): string {
  const digits = decimalsOf(like);
  if (typeof value !== "number") return String(value);
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

const known = new Map<string, Measured>();

function measured(run: AnsweringRun): Measured {
  const { experiment, set, faults = [] } = run;
  const key = JSON.stringify([experiment, set, faults]);
  const found = known.get(key);
  if (found !== undefined) return found;
  const { measures, trace } = runOf(experiment, { set, faults, keep: "none" });
  const values = Object.fromEntries(Object.entries(measures).map(([name, { value }]) => [name, value]));
  const made = { values, kinds: trace.packetKinds };
  known.set(key, made);
  return made;
}

const FORMS = ITEMS.flatMap((item) =>
  (["a", "b"] as const).map((name) => ({ id: `${item.id} ${name}`, ...item.forms[name] })),
);

describe.each(FORMS)("$id", ({ options, runs }) => {
  it("has one option that its runs say, and it is the key", () => {
    const seen = runs.map(measured);
    const so = options.filter(({ isSo }) => isSo(seen)).map(({ id }) => id);
    expect(so).toEqual(options.filter(({ belief }) => belief === null).map(({ id }) => id));
  });

  it("prints what its runs measure, and its links lead to them", () => {
    for (const run of runs) {
      expect(Object.keys(experimentOf(run.experiment).measures)).toEqual(
        expect.arrayContaining(Object.keys(run.shows)),
      );
      const { values } = measured(run);
      const found = Object.entries(run.shows).map(([name, like]) => [name, printed(values[name], like)]);
      expect(Object.fromEntries(found)).toEqual(run.shows);
      const place = readPlace(proofHref(run));
      expect(addressProblems(place)).toEqual([]);
      const { setup, problems } = readLink(place);
      expect(problems).toEqual([]);
      expect(setup.experiment).toBe(run.experiment);
      expect(setup.parameters).toMatchObject(run.set);
      expect(setup.faults).toEqual(run.faults ?? []);
    }
  });
});
