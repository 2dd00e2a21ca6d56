/**
 * What a paper measured must be predicted, never copied. Here every published result and every sum is replaced by
 * another number, wherever the code may read it from, and everything computed has to stay as it is, to the bit.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addressText, numbers, papers, role } from "../papers/index.ts";
import type { CellAddress, CellValue, Paper, Table } from "../papers/index.ts";
import { accounts, experiments } from "./index.ts";
import { reproduce } from "./reproduce.ts";
import type { ReproduceReport } from "./reproduce.ts";
import type { Experiment } from "./types.ts";

const TABLES = papers.map(({ id }) => `../papers/${id}/tables.json`);

/** Fewer calls than the paper made, and shorter: the guard asks whether a number changes, not what it is. */
const QUICK = { calls: 2, iterations: 2, trials: 1, seconds: 3, blockKB: 32 };
/** `npm run audit` sets ROUNDTRIP_EVERY and sends as many as the paper did. */
const MOST_BYTES = process.env["ROUNDTRIP_EVERY"] === "1" ? Infinity : 300_000;

const shortened = (experiment: Experiment): Experiment => ({
  ...experiment,
  run: (parameters, ...setup) => {
    const { bytes } = parameters;
    const fewer = typeof bytes === "number" ? { ...parameters, bytes: Math.min(MOST_BYTES, bytes) } : parameters;
    return experiment.run(fewer, ...setup);
  },
});

const isInput = (number: CellAddress): boolean => role(number) === "input";

/** The tables of a paper with every number that is no input changed. */
function mutated(of: Paper, tables: readonly Table[]): readonly Table[] {
  return tables.map((t) => {
    const rows: readonly Record<string, CellValue>[] = t.rows.map((row) => ({ ...row }));
    for (const number of numbers(of, t).filter((n) => !isInput(n))) {
      const row = rows.find((r) => Object.entries(number.row).every(([key, value]) => r[key] === value));
      if (row !== undefined) row[number.column] = number.value * 1.37 + 11;
    }
    return { ...t, rows };
  });
}

type Papers = typeof papers;

/** A copy of all code that reads these papers, and its experiments. */
interface World {
  readonly papers: Papers;
  readonly experiments: readonly Experiment[];
  readonly accounts: typeof accounts;
  readonly reproduce: typeof reproduce;
}

const PRINTED: World = { papers, experiments, accounts, reproduce };

/** A fresh copy of all code, which finds other results in the papers. */
async function mutatedWorld(): Promise<World> {
  vi.resetModules();
  for (const [i, of] of papers.entries()) vi.doMock(TABLES[i] ?? "", () => ({ default: mutated(of, of.tables) }));
  // One import alone puts the mocks in place; of several at once the second would not wait for them.
  const index = await import("../papers/index.ts");
  const [made, all] = await Promise.all([import("./reproduce.ts"), import("./index.ts")]);
  return { ...made, ...all, papers: index.papers };
}

/** Reports all experiments of a world, or `only` these. */
function reportOf(world: World, only = world.experiments): ReproduceReport {
  // The models are text that reads nothing; what could leak is an argument.
  const models = (paper: string, name: string, args: Readonly<Record<string, number | string>>): number =>
    [...`${paper} ${name} ${JSON.stringify(args)}`].reduce((hash, c) => (hash * 31 + c.charCodeAt(0)) % 1_000_003, 7);
  return world.reproduce({ ...world, experiments: only.map(shortened), models, trials: 1, override: QUICK });
}

const computed = ({ rows, constants }: ReproduceReport) => ({
  rows: rows.map(({ paperValue: _, ...row }) => row),
  constants,
});

/** Replaces the modules of every file behind it, so it is made once. */
let other: World = PRINTED;
beforeAll(async () => {
  other = await mutatedWorld();
});
afterAll(() => {
  for (const tables of TABLES) vi.doUnmock(tables);
  vi.resetModules();
});

describe("what is computed", () => {
  it("does not change by a bit when every published result and sum is another number", () => {
    const [before, after] = [reportOf(PRINTED), reportOf(other)];
    expect(computed(after)).toStrictEqual(computed(before));
    const changed = before.rows.filter((row, i) => row.paperValue !== after.rows[i]?.paperValue);
    expect(changed.map((row) => addressText(row))).toEqual(
      before.rows.filter((row) => !isInput(row)).map((row) => addressText(row)),
    );
    expect(before.rows.filter((row) => row.simulated !== null).length).toBeGreaterThan(50);
  });

  it("is seen to change when an experiment reads a result", () => {
    const leak = ({ papers: read }: World): Experiment => {
      const copied = read.flatMap((p) => p.tables).find((t) => t.id === "table-xii")?.rows[0]?.["msPerCall"];
      return leaky(Number(copied));
    };
    const [before, after] = [reportOf(PRINTED, [leak(PRINTED)]), reportOf(other, [leak(other)])];
    expect(computed(after)).not.toStrictEqual(computed(before));
  });
});

/** An experiment that gives back a number which it was given. */
function leaky(ms: number): Experiment {
  const none = { count: 0, step: new Int32Array(0), start: new Float64Array(0), end: new Float64Array(0) };
  return {
    id: "firefly/leaky",
    title: "",
    question: "",
    paper: "firefly",
    packetKinds: [],
    params: {},
    measures: { ms: { label: "Time", unit: "ms", what: "the number given" } },
    charts: [],
    models: [],
    sweep: { over: "", values: [] },
    answers: [{ table: "table-xii", column: "msPerCall", keys: ["system"], set: {}, measure: "ms", kind: "predicted" }],
    run: (parameters, seed, faults) => ({
      experiment: "firefly/leaky",
      parameters,
      seed,
      faults,
      unusedFaults: [],
      resources: {},
      packets: 0,
      laterPackets: 0,
      draws: 1,
      measures: { ms: { value: ms, unit: "ms" } },
      elapsedNs: 0,
      traceHash: "",
      trace: { steps: [], spans: none } as unknown as ReturnType<Experiment["run"]>["trace"],
    }),
  };
}
