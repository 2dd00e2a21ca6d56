import { describe, expect, it } from "vitest";
import { crowdIn, crowdOf } from "../../engine/experiments/crowd.ts";
import { runOf } from "../../engine/experiments/testing.ts";
import type { ParamValues } from "../../engine/experiments/types.ts";
import type { Setup } from "../setup/setup.ts";
import { crowdView, lastPart } from "./facts.ts";
import type { CrowdView } from "./facts.ts";
import { handlesOf } from "./handles.ts";
import { domainsOf, layoutCrowd } from "./layout.ts";
import { meets } from "../draw/place-label.ts";
import { areaOf } from "../draw/uncovered.ts";
import { loadNameAt, nameWidth, namesIn } from "./names.ts";
import { findNoReturn, standsAt } from "./no-return.ts";
import { poleOf } from "./poles.ts";
import { crowdAnswer, crowdQuestion } from "./words.ts";

/** A service of its own that stays down: each of five attempts is given up before the full queue is served. */
const STORM: ParamValues = {
  ...{ graph: "single", servers: 1, workers: 1, serverMs: 10, spread: "constant", loadPerS: 80, seconds: 20 },
  ...{ timeoutMs: 500, retries: 4, deadlineMs: 10_000 },
};

function viewOf(set: ParamValues = STORM, id = "services/graph", keep: "none" | "all" = "none"): CrowdView {
  const run = runOf(id, { set, keep });
  const { experiment, parameters, seed, faults } = run;
  return crowdView({ experiment, parameters, seed, faults }, { ...run, crowd: crowdOf(run) });
}

const measuresOf = async ({ experiment, parameters, seed, faults }: Setup) =>
  Promise.resolve(runOf(experiment, { set: parameters, seed, faults, keep: "none" }).measures);

const SIZE = { width: 900, height: 430 };
const storm = viewOf();
const budget = viewOf({ ...STORM, budget: 0.1 });

describe("the crowd of services", () => {
  it("has the same number of pieces whatever the number of calls, and counts every call that begins", () => {
    const long = viewOf({ ...STORM, seconds: 60, blipMs: 0 });
    expect(long.crowd.pieces).toBe(storm.crowd.pieces);
    const begun = (long.crowd.rates.first ?? []).reduce((sum, rate) => sum + rate * (long.crowd.width / 1e9), 0);
    expect(begun).toBeCloseTo(Number(long.measures["offeredPerS"]?.value) * 60, 0);
  });

  it("says the opposite where the opposite is true", () => {
    expect(crowdQuestion(storm, "")).toBe("The server stands still for 2 s. Why does it stay down?");
    expect(crowdAnswer(storm)).toContain("for nobody");
    expect(crowdQuestion(budget, "")).toBe("The server stands still for 2 s. Why does it come back?");
    expect(crowdAnswer(budget)).toContain("It is well again");
  });

  it("calls no run undisturbed that has a fault", () => {
    const calm = viewOf({ ...STORM, blipMs: 0 });
    expect(crowdQuestion(calm, "")).toMatch(/^Nothing is disturbed\./);
    const slowed = { ...calm, setup: { ...calm.setup, faults: ["slow server by 10 at 1s"] } };
    expect(crowdQuestion(slowed, "The question of the bench")).toBe("The question of the bench");
  });

  it("calls second copies so where nothing else is sent again, and retries where they are", () => {
    const countedIn = (set: ParamValues, id: string): readonly number[] => {
      const { retried, hedged } = viewOf(set, id).crowd.rates;
      return [retried, hedged].map((rates) => Math.max(0, ...(rates ?? [])));
    };
    const [none, copies] = countedIn({ calls: 500 }, "today/hedge");
    expect([none, Number(copies) > 0]).toEqual([0, true]);
    const [retries, noCopies] = countedIn({ calls: 500 }, "today/retry-storm");
    expect([Number(retries) > 0, noCopies]).toEqual([true, 0]);
  });

  it("names numbers of the run: what is sent in its last part, and what the server can do", () => {
    expect(lastPart(storm).sent).toBeGreaterThan(300);
    expect(crowdAnswer(storm)).toContain("*100*");
  });

  it("finds the point of no return by runs: what it names does not heal, a tenth of a second less does", async () => {
    const found = await findNoReturn(storm, measuresOf, () => true);
    if (found?.tag !== "from") throw new Error(`found ${JSON.stringify(found)}`);
    expect(viewOf({ ...STORM, blipMs: found.ms }).back?.tag).toBe("down");
    expect(viewOf({ ...STORM, blipMs: found.ms - 100 }).back?.tag).toBe("well");
    expect(poleOf(storm, found)?.words).toContain("No way back");
    expect(standsAt(found, storm)).toBe(false);
    expect(standsAt(found, viewOf({ ...STORM, blipMs: found.ms }))).toBe(true);
    expect(poleOf(budget, await findNoReturn(budget, measuresOf, () => true))?.tag).toBe("well");
  });
});

describe("the handles", () => {
  const layout = layoutCrowd(storm, domainsOf(storm), SIZE);
  const handles = handlesOf(storm, layout);
  const named = (parameter: string) => {
    const found = handles.find((one) => one.parameter === parameter);
    if (found === undefined) throw new Error(`there is no handle of ${parameter}`);
    return found;
  };

  it("sit where their meaning is, within the figure", () => {
    expect(named("blipMs").x).toBeCloseTo(layout.time.at(4e9), 5);
    expect(named("loadPerS").y).toBeCloseTo(layout.rates.scale.at(80), 5);
    expect(named("queueLimit").y).toBeCloseTo(layout.waiting.scale.at(100), 5);
    for (const { x, y } of handles) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(SIZE.width);
      expect(y).toBeLessThan(SIZE.height);
    }
  });

  it("of a disturbance that is early in a long run keeps off the title, and the name of the load off the axis", () => {
    const long = viewOf({ ...STORM, seconds: 60 });
    const wide = layoutCrowd(long, domainsOf(long), SIZE);
    const [blip, load] = ["blipMs", "loadPerS"].map((name) =>
      handlesOf(long, wide).find(({ parameter }) => parameter === name),
    );
    if (blip === undefined || load === undefined) throw new Error("a handle is missing");
    const title = wide.frame.find((shape) => shape.shape === "label" && shape.runs[0]?.text === "Calls a second");
    if (title?.shape !== "label") throw new Error("the title is missing");
    const handle = { x0: blip.x - 6, x1: blip.x + 6, y0: blip.y - 13, y1: blip.y + 13 };
    expect(meets(areaOf(title), handle)).toBe(false);
    expect(loadNameAt(load, wide) - nameWidth(load.says) / 2).toBeGreaterThan(wide.x0);
  });

  it("mean the value at which they would sit", () => {
    const half = layout.time.at(3e9) - layout.time.at(4e9);
    expect(2000 + named("blipMs").by(half, 0, 2000)).toBe(1000);
    const down = layout.rates.scale.at(40) - layout.rates.scale.at(80);
    expect(80 + named("loadPerS").by(0, down, 80)).toBe(40);
    const less = layout.rates.scale.at(0) - layout.rates.scale.at(80);
    expect(named("retries").by(0, less, 4)).toBe(-1);
    const tenth = layout.rates.scale.at(88) - layout.rates.y0;
    expect(10 + named("budget").by(0, tenth, 10)).toBeCloseTo(0.1, 5);
  });

  it("have no budget where that is no share of the calls", () => {
    const throttled = viewOf({ ...STORM, budget: 0.1, budgetRule: "grpc" });
    expect(handlesOf(throttled, layout).map(({ parameter }) => parameter)).toEqual([
      "blipMs",
      "loadPerS",
      "retries",
      "queueLimit",
    ]);
    expect(throttled.budget).toBeNull();
  });
});

describe("one call to many machines", () => {
  it("is a crowd of the machines: each answers or is given up, and what was sent again is counted", () => {
    const run = runOf("multirpc/callback-break");
    expect(crowdIn(run)).toBe("machines");
    const { crowd, until } = viewOf({}, "multirpc/callback-break", "all");
    expect(crowd.of).toBe("machines");
    expect(crowd.whole.count).toBe(100);
    const again = (crowd.rates.retried ?? []).reduce((sum, rate) => sum + rate * (crowd.width / 1e9), 0);
    const { packets } = run.trace;
    expect(again).toBeCloseTo(packets.origin.filter((origin, row) => origin === 1 && row < packets.count).length, 3);
    expect(until).toBeGreaterThanOrEqual(run.elapsedNs);
  });
});

describe("an experiment without series of attempts", () => {
  it("is a crowd of its calls", () => {
    const { crowd } = viewOf({ calls: 500 }, "today/open-loop");
    const begun = (crowd.rates.first ?? []).reduce((sum, rate) => sum + rate * (crowd.width / 1e9), 0);
    expect(begun).toBeCloseTo(500, 3);
    expect(crowd.capacity).toBe(100);
    expect(crowd.p50.some((value) => value !== null)).toBe(true);
  });
});

it.each([280, 300, 360])("names on a figure of %d px keep off each other, off the verdict and inside", (width) => {
  for (const view of [storm, budget]) {
    const layout = layoutCrowd(view, domainsOf(view), { width, height: 440 });
    const pole = { x0: 80, x1: 240, y0: layout.rates.y1 + 5, y1: layout.rates.y1 + 22 };
    const areas = namesIn(view, layout, handlesOf(view, layout), pole).map(areaOf);
    expect(areas).toHaveLength(5); // of the load, retries, budget and places, and of the disturbance
    for (const [i, area] of areas.entries()) {
      expect(area.x0).toBeGreaterThanOrEqual(0);
      expect(area.x1).toBeLessThanOrEqual(width);
      for (const other of [pole, ...areas.slice(0, i)]) expect(meets(area, other)).toBe(false);
    }
  }
});
