import { describe, expect, it } from "vitest";
import { accounts, experiments } from "../../engine/experiments/index.ts";
import { reproduce } from "../../engine/experiments/reproduce.ts";
import { papers } from "../../engine/papers/index.ts";
import { readLink } from "../setup/link.ts";
import { readPlace } from "../setup/location.ts";
import { runHref } from "../setup/paper-links.ts";
import { makeReproduction, modelKey, modelValuesOf } from "./reproduction.ts";
import type { Reproduction } from "./reproduction.ts";
import { compare } from "./run-again.ts";

const model = (_paper: string, name: string): number => name.length * 100; // any value will do: none is checked here
const options = { version: "0.1.0", accounts, experiments, papers, models: model, trials: 1 } as const;

/** The step tables: accounts alone, which are quick. */
const steps = makeReproduction({ ...options, paper: "firefly", table: "table-vi" });
/** Some numbers are measures of whole runs, others are read off steps. */
const text = makeReproduction({
  ...options,
  paper: "firefly",
  table: "text",
  experiments: experiments.filter(({ id }) => id === "firefly/null"),
});

/** The run of a link, made now. */
function hashOfLink(href: string): string | undefined {
  const { setup, problems, linked } = readLink(readPlace(href));
  expect(problems).toEqual([]);
  const experiment = experiments.find(({ id }) => id === setup.experiment);
  const run = experiment?.run(setup.parameters, setup.seed, setup.faults, { keep: "none" });
  expect(linked?.hash).toBe(run?.traceHash);
  return run?.traceHash;
}

describe("a reproduction", () => {
  it("says the same as the report, number by number", () => {
    const { rows } = reproduce({ ...options, paper: "firefly", table: "table-vi" });
    expect(steps.cells).toMatchObject(rows);
    expect(steps.cells.length).toBe(rows.length);
  });

  it("names, for every simulated number, runs that its link makes again", () => {
    for (const made of [steps, text]) {
      const simulated = made.cells.filter((cell) => cell.simulated !== null);
      expect(simulated.length).toBeGreaterThan(0);
      for (const cell of simulated) expect(cell.runs.length, `${cell.table} ${cell.column}`).toBeGreaterThan(0);
    }
    for (const run of steps.runs) expect(hashOfLink(runHref(run, steps))).toBe(run.hash);
  });

  it("reads a small packet’s steps off Null() and a large one’s off MaxResult", () => {
    const behind = (column: string): ReadonlySet<string> =>
      new Set(
        steps.cells
          .filter((cell) => cell.column === column)
          .flatMap((cell) => cell.runs.map((place) => steps.runs[place]?.experiment ?? "")),
      );
    expect(behind("us74")).toEqual(new Set(["firefly/null"]));
    expect(behind("us1514")).toEqual(new Set(["firefly/max-result"]));
  });

  it("keeps the call of the model behind every model’s number, so that it can be answered without Python", () => {
    const known = modelValuesOf(steps);
    const totals = steps.cells.filter((cell) => cell.model !== null);
    expect(totals.length).toBe(2);
    for (const { paper, call, model: value } of totals) {
      expect(known[modelKey(paper, call?.function ?? "", call?.arguments ?? {})]).toBe(value);
    }
  });
});

describe("running again", () => {
  const changed = (of: Reproduction, simulated: number): Reproduction => ({
    ...of,
    cells: of.cells.map((cell, i) => (i === 0 ? { ...cell, simulated } : cell)),
  });

  it("agrees with itself", () => {
    const again = makeReproduction({ ...options, paper: "firefly", table: "table-vi" });
    expect(compare(steps, again)).toMatchObject({ cells: 30, runs: 2, differing: [] });
  });

  it("tells a number that has changed, and a trace that has, to the bit", () => {
    expect(compare(steps, changed(steps, 59.0000001)).differing.length).toBe(1);
    const [first, ...others] = steps.runs;
    const other = {
      ...steps,
      runs: [{ ...(first ?? others[0]), hash: "0000000000000000" }, ...others],
    } as Reproduction;
    expect(compare(steps, other).differing.length).toBeGreaterThan(0);
  });
});
