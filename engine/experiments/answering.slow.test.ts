import { describe, expect, it } from "vitest";
import { keyOf, numbers, paper, table } from "../papers/index.ts";
import { answerTo, modelFor, paperOf, publishedRows, settingsFor } from "./answering.ts";
import { withDefaults } from "./settings.ts";
import { experiments } from "./index.ts";
import { experimentOf, runOf } from "./testing.ts";
import type { Experiment } from "./types.ts";

describe.each(experiments.filter(({ answers }) => answers.length > 0))("the answers of $id", (experiment) => {
  it("lead from each cell to one run, and from that run back to the cell’s row", () => {
    let count = 0;
    const published = paper(paperOf(experiment));
    for (const t of published.tables) {
      for (const cell of numbers(published, t)) {
        const answered = answerTo(experiments, cell);
        if (answered?.experiment !== experiment) continue;
        count++;
        const { compute, faults } = answered.answer;
        if (compute !== undefined || faults !== undefined) continue; // of several runs, or of one with faults
        const parameters = withDefaults(experiment, settingsFor(answered, cell.row));
        const rows = publishedRows(answered, parameters, t.rows).map((row) => keyOf(t, row));
        expect(rows, `${t.id} ${JSON.stringify(cell.row)}`).toEqual([cell.row]);
      }
    }
    expect(count).toBeGreaterThan(0);
  });
});

/** The parameter that says how often a run repeats the same work; null where none does. */
const repeatedBy = ({ params }: Experiment): string | null =>
  Object.entries(params).find(([, param]) => param.kind === "number" && param.repeats === true)?.[0] ?? null;

describe("an answered measure that grows with the number of calls says so", () => {
  it.each(experiments.filter((one) => one.answers.length > 0 && repeatedBy(one) !== null))("$id", (experiment) => {
    const repeats = repeatedBy(experiment) ?? "";
    const measured = [5, 13].map((count) => runOf(experiment.id, { set: { [repeats]: count }, keep: "none" }).measures);
    for (const measure of new Set(experiment.answers.map((answer) => answer.measure))) {
      const [few, many] = measured.map((all) => all[measure]?.value);
      if (typeof few !== "number" || typeof many !== "number" || few === 0) continue; // of no default run
      expect(many / few > 2, `${measure}: ${few} and ${many}`).toBe(experiment.measures[measure]?.total === true);
    }
  });

  it("and then no number of other work stands beside it", () => {
    const experiment = experimentOf("firefly/null");
    const of = (calls: number, measure: string): number => {
      const [answer] = experiment.answers.filter(({ column }) => column === "nullSeconds");
      if (answer === undefined) throw new Error("Table I is not answered.");
      const parameters = withDefaults(experiment, { calls, threads: 1 });
      const { rows } = table("firefly", "table-i");
      return publishedRows({ experiment, answer }, parameters, rows, undefined, [], measure).length;
    };
    expect([of(10_000, "elapsedS"), of(1000, "elapsedS")]).toEqual([1, 0]);
    expect([of(10_000, "latencyMs"), of(1000, "latencyMs")]).toEqual([1, 1]); // which it implies
  });
});

describe("a published row", () => {
  const call = experimentOf("multirpc/call");
  const [answer] = call.answers.filter(({ table: id, column }) => id === "table-viii" && column === "multiRpcMs");
  if (answer === undefined) throw new Error("Table VIII is not answered.");
  const { rows } = table("multirpc", "table-viii");
  const rowsFor = (set: Parameters<typeof withDefaults>[1]) =>
    publishedRows({ experiment: call, answer }, withDefaults(call, set), rows);

  it("speaks of a run however often the run repeats itself, and of none with another parameter changed", () => {
    expect(rowsFor({ servers: 10, trials: 1 })).toHaveLength(1);
    expect(rowsFor({ servers: 10, library: "2025" })).toEqual([]);
    expect(rowsFor({ servers: 11 })).toEqual([]);
  });

  it("stands on a sweep’s curve whatever the swept parameter is", () => {
    const parameters = withDefaults(call, { servers: 11 });
    const along = publishedRows({ experiment: call, answer }, parameters, rows, { over: "servers" });
    expect(along.map((row) => row["computeMs"])).toEqual(along.map(() => 10));
    expect(along.length).toBeGreaterThan(5);
  });

  it("needs every column that sets a parameter", () => {
    expect(() => settingsFor({ experiment: call, answer }, { servers: 10 })).toThrow(
      'multirpc/call answers table-viii {"servers":10}: computeMs, which sets computeMs, is no key column.',
    );
  });
});

it("the model’s function is the one that speaks of runs with these parameters", () => {
  const multicast = experimentOf("flexrpc/multicast");
  expect(modelFor(multicast, "latencyUs", withDefaults(multicast, {}))?.function).toBe("latency_us");
  expect(modelFor(multicast, "latencyUs", withDefaults(multicast, { slowCallee: 3 }))?.function).toBe(
    "slow_latency_us",
  );
  expect(modelFor(multicast, "latencyUs", withDefaults(multicast, { mode: "parallel" }))).toBeUndefined();
});
