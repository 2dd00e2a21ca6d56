/**
 * No chart draws what cannot be: no band leaves the values that its measure can have, and no smooth line leads over a
 * jump. Every chart is drawn from its runs and its shapes are read back. `npm run audit` sets ROUNDTRIP_EVERY and draws
 * every chart of every experiment at three settings: the defaults, and two that are drawn at random. Its parts share
 * the charts: with ROUNDTRIP_CHARTS=2/8 the second of eight draws each eighth one.
 */
import { describe, expect, it } from "vitest";
import { chartKey } from "../../engine/experiments/charts.ts";
import { fuzzCase, EVERY as FUZZED } from "../../engine/experiments/fuzz-cases.ts";
import { experiments } from "../../engine/experiments/index.ts";
import { rangeOf } from "../../engine/experiments/interval.ts";
import { firstJobs, furtherJobs, runIfFaultsFit } from "../../engine/experiments/sweep.ts";
import { withDefaults } from "../../engine/experiments/settings.ts";
import type { ChartCurve, SweepJob } from "../../engine/experiments/sweep.ts";
import type { ChartSpec, Experiment } from "../../engine/experiments/types.ts";
import { FaultError } from "../../engine/faults/fault.ts";
import { itemAt, namedIn } from "../../engine/kernel/reads.ts";
import { layoutChart } from "../chart/layout.ts";
import type { ChartLayout } from "../chart/layout.ts";
import { chartRequest } from "../setup/chart-request.ts";
import { curvesOf } from "../setup/chart-runs.ts";
import { measuresSwept } from "../setup/charts.ts";
import type { ChartChoice } from "../setup/charts.ts";
import { defaultSetup } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { chartData } from "./chart-data.ts";
import { MOST_ROUNDS, refined } from "./refine.ts";
import { inOrder } from "./sweep-order.ts";

const IS_AUDIT = process.env["ROUNDTRIP_EVERY"] === "1";
/** Charts that once had a band below zero, and a smooth line over a collapse. */
const SAMPLE: readonly (readonly [string, string])[] = [
  ["today/hedge", "p99Ms"],
  ["today/retry-storm", "usefulPerS"],
];
const CALLS = 100; // of a run of the sample
const SIZE = { width: 800, height: 400 } as const;

/** A drawn setting may make each call long: of those few. */
const FEW = 20;

/** The chart with few calls at each point, as a sweep of the reader’s. */
function withFew({ id, sweep: usual }: Experiment, chart: ChartSpec): ChartSpec {
  const sweep = chart.sweep ?? usual;
  const few = Object.entries(sweep.fixed ?? {}).map(([key, value]) => [
    key,
    typeof value === "number" ? Math.min(value, FEW) : value,
  ]);
  return { ...chart, id: `${id} ${chartKey(chart)}`, sweep: { ...sweep, fixed: Object.fromEntries(few) } };
}

/** The setups at which an experiment's charts are drawn. */
function setupsOf(experiment: Experiment): readonly Setup[] {
  const usual = defaultSetup(experiment);
  if (!IS_AUDIT) return [{ ...usual, parameters: { ...usual.parameters, calls: CALLS } }];
  const nth = FUZZED.findIndex(({ id }) => id === experiment.id);
  const drawn = [1, 2].map((round): Setup => {
    const { parameters, seed, faults } = fuzzCase(nth + round * FUZZED.length);
    return { experiment: experiment.id, parameters, seed, faults };
  });
  return [usual, ...drawn];
}

function made(experiment: Experiment, job: SweepJob): SweepValue {
  const { value, series, trial, seed } = job;
  const run = runIfFaultsFit(experiment, job);
  if (run instanceof FaultError) return { value, series, trial, seed, draws: 0, measures: {}, misfit: run.message };
  return { value, series, trial, seed, draws: run.draws, measures: run.measures };
}

/** All runs of a chart, with the further points that the page adds. */
function swept(experiment: Experiment, setup: Setup, name: ChartChoice): readonly SweepValue[] {
  const measures = measuresSwept(experiment, name);
  let curves: readonly ChartCurve[] = curvesOf(setup, name);
  let asked = curves;
  let values: readonly SweepValue[] = [];
  for (let round = 0; asked.length > 0; round++) {
    const first = firstJobs(asked).map((job) => made(experiment, job));
    const further = furtherJobs(asked, first).map((job) => made(experiment, job));
    values = [...values, ...first, ...further];
    const next = round < MOST_ROUNDS ? refined(experiment, curves, values, measures) : null;
    curves = next?.whole ?? curves;
    asked = next?.more ?? [];
  }
  return inOrder(curves, values);
}

type Segment = readonly [from: readonly [number, number], to: readonly [number, number]];

/** The ends of the curved pieces of a path, in px. */
function smoothSegments(d: string): readonly Segment[] {
  const found: Segment[] = [];
  let at: readonly [number, number] = [0, 0];
  for (const [, command, numbers = ""] of d.matchAll(/([MLC])([^MLCZ]*)/g)) {
    const n = numbers.split(",").map(Number);
    const to = [itemAt(n, n.length - 2, "number"), itemAt(n, n.length - 1, "number")] as const;
    if (command === "C") found.push([at, to]);
    at = to;
  }
  return found;
}

/** Pairs of neighbours that a smooth line joins though they differ by more than half. */
function smoothJumps({ layers, data, xAt, yAt }: ChartLayout): readonly string[] {
  const points = data.series.flatMap(({ points: own }) => own.map(({ x, y }) => ({ x: xAt(x), y: yAt(y), value: y })));
  const valueAt = ([x, y]: readonly [number, number]): number => {
    const found = points.find((point) => Math.abs(point.x - x) < 0.02 && Math.abs(point.y - y) < 0.02);
    if (found === undefined) throw new Error(`a line ends at ${x}, ${y}, where no point is`);
    return found.value;
  };
  const lines = layers.flatMap(({ marks }) => marks).flatMap((mark) => (mark.shape === "path" ? [mark] : []));
  return lines
    .filter(({ fill }) => fill === undefined)
    .flatMap(({ d }) => smoothSegments(d))
    .map(([from, to]) => [valueAt(from), valueAt(to)] as const)
    .filter(([a, b]) => Math.abs(a - b) > Math.max(Math.abs(a), Math.abs(b)) / 2)
    .map(([a, b]) => `${a} to ${b}`);
}

/** Heights of bands and whiskers below or above what a measure can be, in px. */
function bandsOutside({ layers, yAt }: ChartLayout, { least, largest }: ReturnType<typeof rangeOf>): readonly number[] {
  const band = layers.find(({ name }) => name === "band")?.marks ?? [];
  const ys = band.flatMap((mark): readonly number[] => {
    if (mark.shape === "line") return mark.points.filter((_, i) => i % 2 === 1);
    if (mark.shape !== "path") return [];
    return (mark.d.match(/-?[\d.]+/g) ?? []).map(Number).filter((_, i) => i % 2 === 1);
  });
  const [bottom, top] = [yAt(least), Number.isFinite(largest) ? yAt(largest) : -Infinity];
  return ys.filter((y) => y > bottom + 0.02 || y < top - 0.02);
}

const charts = experiments.flatMap((experiment) => experiment.charts.map((chart) => ({ experiment, chart })));
const [part = 1, parts = 1] = (process.env["ROUNDTRIP_CHARTS"] ?? "1/1").split("/").map(Number);
const shown = IS_AUDIT
  ? charts.filter((_, i) => i % parts === part - 1)
  : charts.filter(({ experiment: { id }, chart }) => SAMPLE.some(([of, y]) => of === id && chartKey(chart) === y));

describe("a chart", () => {
  it.each(shown.map(({ experiment, chart }) => ({ id: experiment.id, name: chartKey(chart), experiment, chart })))(
    "$id, $name: no band leaves what the measure can be, and no smooth line leads over a jump",
    ({ experiment, chart, name }) => {
      for (const [i, setup] of setupsOf(experiment).entries()) {
        const drawn = i === 0 ? chart : withFew(experiment, chart);
        const request = chartRequest(experiment, drawn, setup);
        const values = swept(experiment, setup, i === 0 ? name : drawn);
        const data = chartData(request, { models: {}, values });
        const layout = layoutChart(data, SIZE);
        const about = JSON.stringify(setup);
        const measure = namedIn(experiment.measures, chart.y, "measure");
        const most = Math.max(...request.sweep.values.map(Number));
        const range = rangeOf(measure, { ...withDefaults(experiment, setup.parameters), [request.sweep.over]: most });
        expect(smoothJumps(layout), about).toEqual([]);
        expect(bandsOutside(layout, range), about).toEqual([]);
        for (const { points } of data.series)
          for (const { y, spread } of points) {
            expect(spread?.low ?? y, about).toBeGreaterThanOrEqual(0);
            expect(spread?.low ?? y, about).toBeLessThanOrEqual(y * (1 + 1e-9));
          }
      }
    },
  );
});
