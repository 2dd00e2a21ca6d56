/** The compiler tries the types of a description and its run: where it finds no error, `@ts-expect-error` is one. */
import { describe, expect, it } from "vitest";
import { itemAt } from "../kernel/reads.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { defaultsOf } from "./settings.ts";
import { checkDescription } from "./check-description.ts";
import { describeExperiment } from "./describe.ts";
import { choice, number } from "./params.ts";
import { runnerOf, type Outcome } from "./runnable.ts";
import type { Description, Experiment, Values } from "./types.ts";
import { withRuns } from "./with-runs.ts";

const PARAMS = {
  threads: number({ group: "workload", label: "Threads", min: 1, max: 8, default: 2, why: "" }),
  segment: choice({
    group: "network",
    label: "Segment",
    options: { private: "Private", shared: "Shared" },
    default: "private",
    why: "",
  }),
};
const MEASURES = { sum: { label: "Sum", unit: "ms", what: "" }, word: { label: "Word", unit: "", what: "" } };
const ABOUT = {
  ...{ id: "toy/one", title: "", question: "", paper: null, charts: [], models: [], answers: [] },
  packetKinds: ["call", "result"],
  sweep: { over: "threads", values: [1, 2] },
} as const;

function outcome<Measures>(measures: Measures): Omit<Outcome, "measures"> & { readonly measures: Measures } {
  const trace = new TraceRecorder("none").finish(0);
  const nothing = {
    faults: [],
    unusedFaults: [],
    resources: new Map(),
    elapsed: 0,
    packets: 0,
    laterPackets: 0,
    draws: 0,
  };
  return { ...nothing, trace, measures };
}

const described = describeExperiment({ ...ABOUT, params: PARAMS, measures: MEASURES });
const only = (description: Description, run: ReturnType<typeof runnerOf>): Experiment =>
  itemAt(withRuns([description], { "toy/one": run }), 0, "experiment");

const toyRun = runnerOf<typeof described>(({ threads, segment }) =>
  outcome({ sum: threads * 10, word: segment === "shared" ? "shared" : null, more: 1 }),
);
const toy = only(described, toyRun);

const run = (parameters: Parameters<typeof toy.run>[0]) => toy.run(parameters, 1, [], { keep: "none" });

describe("an experiment of a description and a run", () => {
  it("knows the types of its parameters", () => {
    const kind = ({ segment }: Values<typeof PARAMS>): string => segment;
    const about = describeExperiment({
      ...ABOUT,
      params: PARAMS,
      measures: {},
      // @ts-expect-error -- there is no parameter thread
      isLoneCall: ({ thread }) => thread === 1,
    });
    const oneRun = runnerOf<typeof about>(({ threads, segment }) => {
      const count: number = threads;
      // @ts-expect-error -- a segment is no number
      const none: number = segment;
      // @ts-expect-error -- no segment is "open"
      if (segment === "open") return outcome({});
      return outcome({ count, none });
    });
    const one = only(about, oneRun);
    // @ts-expect-error -- nothing can be swept over "pool"
    const two: Parameters<typeof describeExperiment<typeof PARAMS, object>>[0]["sweep"] = { over: "pool", values: [] };
    expect([one.id, two.over, kind({ threads: 1, segment: "shared" })]).toEqual(["toy/one", "pool", "shared"]);
    // @ts-expect-error -- what the page has cannot be run
    expect(about.run).toBe(undefined);
  });

  it("gives all of its measures and no other, each with its unit", () => {
    expect(run({ threads: 3, segment: "private" }).measures).toEqual({
      sum: { value: 30, unit: "ms" },
      word: { value: null, unit: "" },
    });
    // @ts-expect-error -- a run must say something of every measure
    const forgetfulRun = runnerOf<typeof described>(() => outcome({ sum: 1 }));
    const forgetful = only(described, forgetfulRun);
    expect(() => forgetful.run(defaultsOf(forgetful), 1, [], { keep: "none" })).toThrow(
      "toy/one: its run says nothing of the measure word, not even null.",
    );
  });

  it("refuses a paper that is not here, and numbers of a paper where it has none", () => {
    const about = { ...ABOUT, params: PARAMS, measures: MEASURES };
    const answer = { table: "table-i", column: "ms", keys: [], set: {}, measure: "sum", kind: "predicted" } as const;
    expect(() => checkDescription(describeExperiment({ ...about, mustRun: "It runs the program." }))).toThrow(
      'mustRun is "It runs the program.", want the name of a machine',
    );
    expect(() => checkDescription(describeExperiment({ ...about, paper: "vmtp" }))).toThrow(
      /^toy\/one: there is no paper "vmtp"; there is cedar, .*, or null for an experiment without one\.$/,
    );
    expect(() => checkDescription(describeExperiment({ ...about, answers: [answer] }))).toThrow(
      "toy/one: it has no paper, so it can have no answers, no models and no published points or curves.",
    );
  });

  it("refuses parameters that are not all of its own", () => {
    expect(() => run({ threads: 3 })).toThrow(
      "toy/one: the parameter segment is undefined, want a choice: private or shared.",
    );
    expect(() => run({ threads: "3", segment: "shared" })).toThrow('the parameter threads is "3", want a number.');
    expect(() => run({ threads: 3, segment: "open" })).toThrow('the parameter segment is "open", want a choice');
    expect(() => run({ threads: 3, segment: "shared", thread: 1 })).toThrow(
      "toy/one: there is no parameter thread; it has threads, segment.",
    );
  });
});
