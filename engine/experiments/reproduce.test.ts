import { describe, expect, it } from "vitest";
import { TraceRecorder } from "../kernel/trace.ts";
import { NO_REF } from "../kernel/trace-data.ts";
import type { Paper, Table } from "../papers/types.ts";
import { reproduce, type ReproduceOptions, type ReproduceRow } from "./reproduce.ts";
import type { Answer, Experiment, ParamValues } from "./types.ts";

/** A paper with one table of results, one of inputs and their sum, and one in words and units of its own. */
const TOY: Paper = {
  id: "toy",
  name: "A system",
  citation: {
    key: "toy",
    authors: ["Ada, A."],
    title: "T",
    journal: "J",
    volume: 1,
    number: 1,
    pages: [1, 2],
    month: "jan",
    year: 1,
  },
  tables: [
    toyTable("times", ["threads"], { threads: null, ms: "ms", rate: "calls/s" }, [
      { threads: 1, ms: 2, rate: 500 },
      { threads: 2, ms: 3, rate: null },
      { threads: 4, ms: 5, rate: 900 },
    ]),
    toyTable("steps", ["step"], { step: null, us: "us" }, [
      { step: "work", us: 1500 },
      { step: "total", us: 1500 },
    ]),
    {
      ...toyTable("said", ["key"], { key: null, value: null, unit: null }, [{ key: "most", value: 9, unit: "calls" }]),
      unitColumn: "unit",
    },
  ],
  roles: [
    { table: "times", columns: ["ms", "rate"], role: "result" },
    { table: "steps", columns: ["us"], rows: [{ step: "total" }], role: "identity" },
    { table: "steps", columns: ["us"], role: "input" },
    { table: "said", columns: ["value"], role: "result" },
  ],
  modelFile: "toy/model.py",
  modelFunctions: [],
  modelCells: [{ table: "steps", row: { step: "total" }, column: "us", function: "total_us", arguments: {} }],
};

function toyTable(id: string, keys: string[], units: Record<string, string | null>, rows: Table["rows"]): Table {
  const columns = Object.entries(units).map(([key, unit]) => ({ key, label: key, unit }));
  return { id, title: id, source: id, conditions: null, keys, columns, rows, uncertain: [] };
}

/** A call takes 1 ms and 1 ms more a thread; `wobble` adds seed microseconds. Runs are noted in `ran`. */
function toyExperiment(answers: readonly Answer[], ran: string[] = [], wobble = false): Experiment {
  const whole = {
    kind: "number",
    group: "workload",
    unit: "",
    min: 1,
    max: 8,
    step: 1,
    default: 1,
    why: "toy",
  } as const;
  return {
    id: "toy/call",
    title: "",
    question: "",
    paper: "toy",
    packetKinds: [],
    measures: { us: { label: "Time", unit: "us", what: "toy" }, none: { label: "None", unit: "ms", what: "toy" } },
    charts: [],
    params: { threads: { ...whole, label: "Threads" }, calls: { ...whole, label: "Calls", max: 100, default: 7 } },
    sweep: { over: "threads", values: [] },
    models: [
      { paper: "toy", function: "call_us", measure: "us", scale: 1, arguments: (p) => ({ n: Number(p["threads"]) }) },
    ],
    answers,
    run: (parameters: ParamValues, seed, faults) => {
      ran.push(`threads=${parameters["threads"]} calls=${parameters["calls"]} seed=${seed}`);
      const us = 1000 + 1000 * Number(parameters["threads"]) + (wobble ? seed : 0);
      const trace = toyTrace();
      return {
        experiment: "toy/call",
        parameters,
        seed,
        faults,
        unusedFaults: [],
        resources: {},
        packets: 0,
        laterPackets: 0,
        draws: 1,
        trace,
        measures: { us: { value: us, unit: "us" }, none: { value: null, unit: "ms" } },
        elapsedNs: trace.elapsed,
        traceHash: trace.hash,
      };
    },
  };
}

/** One call with a step fitted to a cell, interrupted once. */
function toyTrace() {
  const recorder = new TraceRecorder("all");
  const track = recorder.track({ name: "CPU 0", machine: "caller", kind: "processor" });
  const cell = { paper: "toy", table: "times", row: { threads: 4 }, column: "ms" };
  const step = recorder.step({ name: "block", layer: "kernel", source: { kind: "calibrated", text: "fitted", cell } });
  const call = recorder.beginCall(recorder.owner("thread"), 0);
  const first = recorder.span(track, step, 0, 0, 250, NO_REF, call);
  const last = recorder.span(track, step, 0, 250, 1250, first, call);
  recorder.endCall(call, 1250, "returned", last);
  return recorder.finish(1250);
}

const COLUMN: Answer = {
  table: "times",
  column: "ms",
  keys: ["threads"],
  set: { threads: "threads" },
  measure: "us",
  scale: 0.001,
  kind: "predicted",
};

function report(answers: readonly Answer[], more: Partial<ReproduceOptions> = {}, experiment = toyExperiment(answers)) {
  const models = (_: string, name: string, args: Readonly<Record<string, number | string>>): number => {
    if (name === "total_us") return 1501;
    if (args["n"] === 4) throw new Error("four is too many");
    return 1900 + 100 * Number(args["n"]);
  };
  return reproduce({ experiments: [experiment], papers: [TOY], models, accounts: [], ...more });
}

const find = (rows: readonly ReproduceRow[], table: string, column: string, key: string | number): ReproduceRow => {
  const hit = rows.find((r) => r.table === table && r.column === column && Object.values(r.row).includes(key));
  if (hit === undefined) throw new Error(`no row ${table} ${column} ${key}`);
  return hit;
};

describe("the reproduction report", () => {
  it("has one row for every published number, in the paper’s order, and none for keys, words and blanks", () => {
    const { rows } = report([]);
    expect(rows.map((r) => [r.table, Object.values(r.row)[0], r.column, r.paperValue, r.unit])).toEqual([
      ["times", 1, "ms", 2, "ms"],
      ["times", 1, "rate", 500, "calls/s"],
      ["times", 2, "ms", 3, "ms"],
      ["times", 4, "ms", 5, "ms"],
      ["times", 4, "rate", 900, "calls/s"],
      ["steps", "work", "us", 1500, "us"],
      ["steps", "total", "us", 1500, "us"],
      ["said", "most", "value", 9, "calls"],
    ]);
  });

  it("puts the simulation beside the paper, in the paper’s unit, with the model where it predicts that measure", () => {
    const { rows } = report([COLUMN]);
    expect(find(rows, "times", "ms", 2)).toEqual({
      paper: "toy",
      table: "times",
      row: { threads: 2 },
      column: "ms",
      unit: "ms",
      paperValue: 3,
      model: 2.1,
      simulated: 3,
      low: 3,
      high: 3,
      kind: "predicted",
      note: "",
    });
  });

  it("says what the model says against a case, and why a measure has no number", () => {
    const four = find(report([COLUMN]).rows, "times", "ms", 4);
    expect(four).toMatchObject({ model: null, note: "model: four is too many" });
    const none = find(report([{ ...COLUMN, measure: "none", note: "hard" }]).rows, "times", "ms", 1);
    const why = "hard; simulation: toy/call gives no number for none";
    expect(none).toMatchObject({ simulated: null, low: null, note: why });
  });

  const kinds = (answers: readonly Answer[], column = "ms", rows = [1, 2, 4]): readonly string[] => {
    const { rows: all } = report(answers);
    return rows.map((n) => find(all, "times", column, n).kind);
  };

  it("calls calibrated what a constant of the run was fitted to, and what the same run answers besides", () => {
    const rate = { ...COLUMN, column: "rate" };
    expect(kinds([COLUMN, rate])).toEqual(["predicted", "predicted", "calibrated"]);
    expect(kinds([COLUMN, rate], "rate", [1, 4])).toEqual(["predicted", "calibrated"]);
    expect(kinds([rate], "rate", [1, 4]), "nobody answers the number fitted to").toEqual(["predicted", "predicted"]);
  });

  it("calls calibrated the rows that an answer names, or all of them", () => {
    const named: Answer = { ...COLUMN, kind: "calibrated", calibrated: [{ threads: 2 }] };
    expect(kinds([named])).toEqual(["predicted", "calibrated", "calibrated"]);
    expect(kinds([{ ...COLUMN, kind: "calibrated" }])).toEqual(["calibrated", "calibrated", "calibrated"]);
  });

  it("leaves what nobody answers to the model, by the number’s role", () => {
    const { rows } = report([COLUMN]);
    expect(find(rows, "times", "rate", 1)).toMatchObject({ kind: "unsimulated", simulated: null, model: null });
    expect(find(rows, "steps", "us", "work")).toMatchObject({ kind: "input", simulated: null, model: null });
    expect(find(rows, "steps", "us", "total")).toMatchObject({ kind: "identity", simulated: null, model: 1501 });
  });

  it("makes each run once a trial, however many cells it answers", () => {
    const ran: string[] = [];
    const answers = [COLUMN, { ...COLUMN, column: "rate", fixed: { calls: 7 } }];
    const seen: string[] = [];
    const onProgress: ReproduceOptions["onProgress"] = ({ done, total }) => seen.push(`${done}/${total}`);
    report(answers, { trials: 2, onProgress }, toyExperiment(answers, ran));
    expect(ran).toEqual([1, 2, 4].flatMap((n) => [1, 2].map((seed) => `threads=${n} calls=7 seed=${seed}`)));
    expect(seen).toEqual(["0/6", "1/6", "2/6", "3/6", "4/6", "5/6"]);
  });

  it("gives the 95 % interval where trials differ, and none for one trial", () => {
    const wobbly = toyExperiment([COLUMN], [], true);
    const three = find(report([COLUMN], { trials: 3 }, wobbly).rows, "times", "ms", 1);
    // 2001, 2002, 2003 us: s.d. 1 us, t(2) = 4.303.
    expect(three.simulated).toBeCloseTo(2.002, 9);
    expect(three.high).toBeCloseTo(2.002 + (4.303 * 0.001) / Math.sqrt(3), 9);
    const one = find(report([COLUMN], { trials: 1 }, wobbly).rows, "times", "ms", 1);
    expect(one).toMatchObject({ simulated: 2.001, low: null, high: null });
  });

  it("names the fitted constants that the runs used, by their longest unbroken turn", () => {
    expect(report([COLUMN]).constants).toEqual([
      {
        name: "block",
        value: 1,
        unit: "us",
        usedBy: ["toy/call"],
        fittedTo: { paper: "toy", table: "times", row: { threads: 4 }, column: "ms" },
      },
    ]);
    expect(report([]).constants).toEqual([]);
  });

  it("keeps to the asked-for paper and table, and says which there are", () => {
    const ran: string[] = [];
    const { rows } = report([COLUMN], { table: "steps" }, toyExperiment([COLUMN], ran));
    expect(rows.map((r) => r.table)).toEqual(["steps", "steps"]);
    expect(ran).toEqual([]);
    expect(() => report([], { table: "tab" })).toThrow('there is no table "tab"; there is times, steps, said.');
    expect(() => report([], { paper: "top" })).toThrow('there is no paper "top"; there is toy.');
  });

  it("lets a caller override parameters, and refuses what the experiment does not allow", () => {
    const ran: string[] = [];
    report([COLUMN], { override: { calls: 3, other: 1 }, trials: 1 }, toyExperiment([COLUMN], ran));
    expect(ran).toEqual([1, 2, 4].map((n) => `threads=${n} calls=3 seed=1`));
    expect(() => report([COLUMN], { override: { calls: 1000 } })).toThrow(
      /toy\/call answers times {"threads":1}: toy\/call: calls = "1000" is not allowed: 1 to 100, whole numbers/,
    );
  });

  it("refuses a parameter set from a column that names no row", () => {
    const wrong = { ...COLUMN, set: { threads: "rate" } };
    expect(() => report([wrong])).toThrow('{"threads":1}: rate, which sets threads, is no key column.');
  });

  it("refuses two answers for one number", () => {
    const twice = "toy/times/threads=1/ms: toy/call and toy/call answer it; want one.";
    expect(() => report([COLUMN, COLUMN])).toThrow(twice);
  });
});
