import { describe, expect, it } from "vitest";
import { keyOf, numbers, paper, table } from "../papers/index.ts";
import { answerTo, modelFor, paperOf, publishedRows, settingsFor } from "./answering.ts";
import { withDefaults } from "./settings.ts";
import { experiments } from "./index.ts";
import { experimentOf } from "./testing.ts";

describe.each(experiments.filter(({ answers }) => answers.length > 0))("the answers of $id", (experiment) => {
  it("lead from each cell to one run, and from that run back to the cell’s row", () => {
    let count = 0;
    const published = paper(paperOf(experiment));
    for (const t of published.tables) {
      for (const cell of numbers(published, t)) {
        const answered = answerTo(experiments, cell);
        if (answered?.experiment !== experiment || answered.answer.compute !== undefined) continue;
        const parameters = withDefaults(experiment, settingsFor(answered, cell.row));
        const rows = publishedRows(answered, parameters, t.rows).map((row) => keyOf(t, row));
        expect(rows, `${t.id} ${JSON.stringify(cell.row)}`).toEqual([cell.row]);
        count++;
      }
    }
    expect(count).toBeGreaterThan(0);
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
