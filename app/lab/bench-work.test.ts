import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findExperiment } from "../../engine/experiments/index.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { defaultSetup } from "../setup/setup.ts";
import { advanced, asked, BEGUN, cancelled, failed, finished, held, isStopped, openingIn } from "./bench-work.ts";
import type { Aim, FinishedRun, Work } from "./bench-work.ts";

const experiment = findExperiment("firefly/null");
if (experiment === undefined) throw new Error("no firefly/null");
const { parameters, seed } = defaultSetup(experiment);
const run = experiment.run(parameters, seed, [], { keep: { calls: 2 } });
const [first, second]: readonly FinishedRun[] = ["first", "second"].map((key) => ({ key, run, keepCalls: 2 }));
if (first === undefined || second === undefined) throw new Error("no runs");
const opening = { run, viewpoint: { call: 1, time: 0, playing: false, selected: NO_REF } };
const aim: Aim = { call: 2, time: null, selected: NO_REF };

/** What can happen to the work behind a bench. */
const EVENTS: Readonly<Record<string, (work: Work) => Work>> = {
  "another setup": (work) => asked(work, null),
  "a broken packet": (work) => asked(work, aim),
  "asked again": (work) => asked(work, work.aim),
  "an opening": (work) => advanced(work, { opening }),
  "a half": (work) => advanced(work, { progress: 0.5 }),
  "the first run": (work) => finished(work, first),
  "the second run": (work) => finished(work, second),
  held,
  cancelled,
  failed: (work) => failed(work, "no such network"),
};
const after = (...names: readonly string[]): Work =>
  names.reduce((work, name) => EVENTS[name]?.(work) ?? expect.fail(`no event ${name}`), BEGUN);

describe("the work behind a bench", () => {
  it("keeps the run that finished last on the screen, whatever happens", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.keys(EVENTS))), (names) => {
        const last = names.findLast((name) => name.endsWith("run"));
        const shown = last === undefined ? null : last === "the first run" ? first : second;
        expect(after(...names).shown).toBe(shown);
      }),
    );
  });

  it("shows the opening of a run until a newer opening, the run, or its end", () => {
    expect(openingIn(after("an opening"))).toBe(opening);
    expect(openingIn(after("an opening", "another setup"))).toBe(opening);
    for (const end of ["the first run", "held", "cancelled", "failed"]) {
      expect(openingIn(after("an opening", end)), end).toBeNull();
      expect(openingIn(after("an opening", end, "asked again")), end).toBeNull();
      expect(openingIn(after(end, "an opening")), `${end}, and a late opening`).toBeNull();
    }
  });

  it("keeps the place to look at until its run is there or another setup stands", () => {
    for (const stop of ["held", "cancelled", "failed"])
      expect(after("a broken packet", stop, "asked again").aim, stop).toBe(aim);
    expect(after("a broken packet", "another setup").aim).toBeNull();
    expect(after("a broken packet", "the first run", "asked again").aim).toBeNull();
  });

  it("begins each run without progress", () => {
    expect(after("a half")).toMatchObject({ progress: 0.5 });
    expect(after("a half", "another setup")).toMatchObject({ tag: "running", progress: 0 });
  });

  it("says of a failed chart what failed, also when the run beside it comes", () => {
    const work = after("failed", "the first run");
    expect(work).toEqual({ tag: "failed", message: "no such network", shown: first, aim: null });
    expect(isStopped(work)).toBe(true);
    expect(after("failed", "the first run", "asked again", "the second run").tag).toBe("done");
  });
});
