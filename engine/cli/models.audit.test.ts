/**
 * The models beside runs with settings that nobody chose: wherever a model says that it speaks, it is near the run.
 * Each model of a measure, each curve of a chart that predicts, and each measure that a run computes by a theory is
 * tried. `npm run audit` makes these runs; their settings follow from one seed. A setting that fails is shown as a
 * command.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { speaks } from "../../app/setup/models.ts";
import { modelFor } from "../experiments/answering.ts";
import { experiments } from "../experiments/index.ts";
import { snap } from "../experiments/parameters.ts";
import { changedParameters, withDefaults } from "../experiments/settings.ts";
import type { Experiment, ModelLink, Param, ParamValue, ParamValues } from "../experiments/types.ts";
import { RandomStream } from "../kernel/random.ts";
import { openPython, type Python } from "./python-node.ts";

const SEED = 1;
const SETTINGS = 10; // of each model
const STEPS = 40; // a setting is so many draws away from the first, less those where the model is silent
const MOST_MS = 1000; // of a run, roughly, on a laptop; longer ones only repeat
const NEAR = 0.05;
/** So many standard deviations a measure of chance may be away besides, and a share of them that queues make larger. */
const DEVIATIONS = 5;

interface Tolerance {
  readonly near?: number;
  /** Where the model is drawn though it is known to be far away: these settings are left out. */
  readonly beyond?: (values: ParamValues) => boolean;
  /** Settings from which the others are drawn, where the model is silent with the defaults. */
  readonly from?: ParamValues;
  /** The share of calls that the measure is of: chance moves few of them further. All of them where it is left out. */
  readonly counts?: (values: ParamValues) => number;
  /** What the measure may be away besides, in its unit. */
  readonly slack?: number;
  /** Runs may be below a curve, or above it, by any amount. */
  readonly bound?: "above" | "below";
  readonly why: string;
}

const OFF_RING: Tolerance["beyond"] = ({ servers, workstations }) => Number(servers ?? workstations) > 19;
const RING = "the ring had room for twenty; behind routers a call takes longer, which is the paper’s finding";
const PARALLEL: ParamValues = { mode: "parallel", resultBytes: 0 };
const HEDGED: ParamValues = { graph: "single", hedgeMs: 30, blipMs: 0 };
const SLOW_WIRE: Tolerance["beyond"] = ({ networkMbps }) => Number(networkMbps) < 1;
const FRAMING = "the paper’s rounded 60 µs of a short packet leave its preamble and check sequence out";
const MESSAGES = "messages take half a millisecond, which the model leaves out";
const RARE_LOSSES = "chance brings losses together, and the first one comes late, from a large window";

/** By experiment, and measure or curve. All others are within `NEAR`. */
const TOLERANCES: Readonly<Record<string, Tolerance>> = {
  "firefly/null latencyMs": { beyond: SLOW_WIRE, why: FRAMING },
  "firefly/max-arg latencyMs": { beyond: SLOW_WIRE, why: FRAMING },
  "flexrpc/multicast bandwidthMbps": { near: 0.25, why: "what a short message takes at the switch and at both ends" },
  "flexrpc/multicast latencyUs": { near: 0.25, why: "the same" },
  "flexrpc/multicast Ideal, equation (11)": { bound: "above", why: "no chain is quicker" },
  "flexrpc/multicast Our model of parallel calls": { near: 0.25, from: PARALLEL, why: "the same as of a chain" },
  "sun-rpc/call clientCpuUs": { near: 0.2, why: "the paper’s layers leave 9 % of a call unexplained (E-N06)" },
  "multirpc/call multiRpcMs": { near: 0.2, beyond: OFF_RING, why: "the authors’ own model lies 5 to 18 % low" },
  "multirpc/call Event by event": { near: 0.2, beyond: OFF_RING, why: "the same costs as their model" },
  "multirpc/call rpc2Ms": { beyond: OFF_RING, why: RING },
  "multirpc/call speedup": { near: 0.2, beyond: OFF_RING, why: "as the time of a MultiRPC call" },
  "multirpc/call Limit": { bound: "below", beyond: OFF_RING, why: "what many servers tend to" },
  "multirpc/call Limit of the model with one multicast": {
    ...{ bound: "below", beyond: OFF_RING, from: { sending: "multicast" }, why: "what many servers tend to" },
  },
  "multirpc/callback-break elapsedMs": {
    ...{ near: 0.2, beyond: OFF_RING, from: { workstations: 12 }, why: "as a MultiRPC call" },
  },
  "tcp/transfer modelMbps": { near: 0.6, why: RARE_LOSSES },
  "tcp/transfer modelWindow": { near: 1, from: { bytes: 5_000_000 }, why: RARE_LOSSES },
  "tcp/incast modelMbps": {
    ...{ near: 0.3, beyond: ({ rttMs }) => Number(rttMs) > 1, why: "slow start, which counts on a longer path" },
  },
  "today/open-loop modelMs": {
    ...{ near: 0.4, beyond: ({ serverMs }) => Number(serverMs) < 1, why: "what a machine does for each message" },
  },
  "services/balancers modelMs": { near: 0.5, why: "as if all workers had one queue" },
  "services/graph meanMs": { near: 0.15, from: HEDGED, why: MESSAGES },
  "services/graph p99Ms": { near: 0.15, from: HEDGED, why: MESSAGES },
  "services/graph modelMs": { near: 0.15, from: { graph: "single", blipMs: 0 }, why: MESSAGES },
  "services/storm goodputPerS": { from: { retries: 1 }, why: "" },
  "services/deadline recoveryMs": {
    ...{ near: 0.4, slack: 1500, from: { loadPerS: 500 }, why: "a queue for each server, and pieces of half a second" },
  },
  "services/fan-out p50Ms": { near: 0.1, why: "queues, and the spread of the front’s own time" },
  "services/fan-out p90Ms": { near: 0.1, why: "the same" },
  "services/fan-out p99Ms": { near: 0.15, why: "the same" },
  "services/balancers meanMs": { near: 0.1, from: { balancer: "random", blipMs: 0 }, why: MESSAGES },
  "services/overload meanMs": { near: 0.15, from: { loadPerS: 700 }, why: MESSAGES },
  "services/cold-start utilisation": {
    from: { blipMs: 0 },
    counts: ({ hitShare }) => 1 - Number(hitShare),
    why: "only what the cache misses is work",
  },
  "services/redelivery deliveries": { from: { workers: 20 }, why: "" },
  "services/pool utilisation": { from: { pool: 10 }, why: "" },
  "services/idempotency doneAgain": {
    near: 0.15,
    from: { blipMs: 0, keyLifeMs: 0, timeoutMs: 50 },
    why: "other work before and behind",
  },
};

interface Claim {
  readonly experiment: Experiment;
  readonly name: string;
  readonly measure: string;
  /** The model’s function with these parameters; null where the run itself computes a theory’s value. */
  readonly link: ((values: ParamValues) => Called | undefined) | null;
}
type Called = Pick<ModelLink, "paper" | "function" | "arguments" | "scale" | "when" | "regardlessOf">;

/** Measures that runs compute by a theory, and those that they predict. */
const THEORIES: Readonly<Record<string, string>> = {
  modelMs: "meanMs",
  modelMbps: "goodputMbps",
  modelWindow: "meanWindow",
};

function claimsOf(experiment: Experiment): readonly Claim[] {
  const measures = [...new Set(experiment.models.map(({ measure }) => measure))];
  const predicted = measures.map((measure) => ({
    ...{ experiment, name: measure, measure },
    link: (values: ParamValues) => modelFor(experiment, measure, values),
  }));
  const drawn = experiment.charts.flatMap(({ y, models = [] }) =>
    models.map((curve) => ({ experiment, name: curve.label, measure: y, link: () => curve })),
  );
  const computed = Object.entries(THEORIES).filter(([name]) => Object.hasOwn(experiment.measures, name));
  return [...predicted, ...drawn, ...computed.map(([name, measure]) => ({ experiment, name, measure, link: null }))];
}

const pick = <T>(random: RandomStream, some: readonly T[]): T => some[random.integer(some.length)] as T;

/** Mostly within a factor of four of the default; now and then any, or an end. */
function drawn(random: RandomStream, param: Param): ParamValue {
  if (param.kind === "choice") return pick(random, param.options).value;
  const near = Number(param.default) * 4 ** (2 * random.float() - 1);
  const any = param.min + Math.expm1(random.float() * Math.log1p(param.max - param.min));
  return snap(param, pick(random, [near, near, near, any, any, param.min, param.max]));
}

function isTried({ experiment, link }: Claim, values: ParamValues, beyond: Tolerance["beyond"]): boolean {
  if ((experiment.roughMs?.(values) ?? 0) > MOST_MS || beyond?.(values) === true) return false;
  if (link === null) return true;
  const called = link(values);
  return called !== undefined && speaks(experiment, called, { parameters: values, faults: [] });
}

/** From one setting, as many others as are asked for. */
function* settingsOf(claim: Claim, { from = {}, beyond }: Tolerance): Generator<ParamValues> {
  const { experiment, name } = claim;
  const random = new RandomStream(SEED, `models ${experiment.id} ${name}`);
  const params = Object.entries(experiment.params).filter(([, param]) => param.kind === "choice" || !param.repeats);
  const first = withDefaults(experiment, from);
  if (!isTried(claim, first, beyond))
    throw new Error(`${experiment.id}: the model of ${name} is silent from the start`);
  yield first;
  for (;;) {
    let values = first;
    for (let left = 1 + random.integer(claim.link === null ? 6 : STEPS); left > 0; left--) {
      const [key, param] = pick(random, params);
      const next = { ...values, [key]: drawn(random, param) };
      if (isTried(claim, next, beyond)) values = next;
    }
    yield values;
  }
}

let python: Python;
beforeAll(async () => {
  python = await openPython();
});
afterAll(() => python.close());

const claims = experiments.flatMap(claimsOf);
const keyOf = ({ experiment, name }: Claim): string => `${experiment.id} ${name}`;

it.each(claims.map((claim) => [keyOf(claim), claim] as const))("%s", (key, claim) => {
  const { experiment, measure, name, link } = claim;
  const tolerance = TOLERANCES[key] ?? { why: "" };
  const { near = NEAR, slack = 0, bound, counts = () => 1 } = tolerance;
  const far: string[] = [];
  let [left, tried] = [SETTINGS, 0];
  for (const values of settingsOf(claim, tolerance)) {
    if (left === 0 || tried === 2 * SETTINGS) break;
    const { measures, trace, draws } = experiment.run(values, ++tried, [], { keep: "none" });
    const called = link?.(values);
    const model =
      called === undefined
        ? measures[name]?.value
        : python.call(called.paper, called.function, called.arguments(values)) * called.scale;
    const value = measures[measure]?.value;
    if (typeof model !== "number") continue; // its theory is silent
    left--;
    const chance =
      draws === 0
        ? 0
        : DEVIATIONS /
          Math.sqrt(
            Math.min(trace.calls.count * counts(values), isCount(experiment, measure) ? Math.max(1, model) : Infinity),
          );
    const most = (near + chance) * model + slack + 1e-9;
    const isNear =
      typeof value === "number" &&
      (bound === "above" || value <= model + most) &&
      (bound === "below" || value >= model - most);
    const set = Object.entries(changedParameters(experiment, values)).map(([one, given]) => ` --set ${one}=${given}`);
    if (!isNear) far.push(`lab run ${experiment.id}${set.join("")} --seed ${tried}: ${value}, the model says ${model}`);
  }
  expect(far).toEqual([]);
});

const isCount = ({ measures }: Experiment, measure: string): boolean => measures[measure]?.total === true;

it("every tolerance is of a model that there is", () => {
  expect(Object.keys(TOLERANCES).filter((key) => !claims.some((claim) => keyOf(claim) === key))).toEqual([]);
});
