/** A declaration cannot lie: with another value of the parameter the declared thing ends where it says. */
import { describe, expect, it } from "vitest";
import type { TraceData } from "../kernel/trace-data.ts";
import { experiments } from "./all.ts";
import { snap } from "./parameters.ts";
import { experimentOf, runOf } from "./testing.ts";
import { placeOf, stretchedBy, valueAt } from "./stretched.ts";
import type { Pull, Stretched } from "./stretched.ts";
import type { Experiment, Param, ParamValue, ParamValues } from "./types.ts";

const declared = experiments.flatMap((experiment) =>
  Object.entries(experiment.params).flatMap(([key, param]) =>
    param.stretches === undefined ? [] : [{ name: `${experiment.id} ${key}`, experiment, key, param }],
  ),
);

/** A few calls or seconds of each, and what else the parameter needs to count. */
function settingOf({ params }: Experiment, param: Param): ParamValues {
  const few = ["calls", "iterations", "trials", "seconds"].flatMap((key): [string, ParamValue][] => {
    const count = params[key];
    return count?.kind === "number" ? [[key, Math.max(2, count.min)]] : [];
  });
  const only = param.only === undefined ? {} : { [param.only.parameter]: param.only.values[0] as ParamValue };
  return { ...Object.fromEntries(few), ...only, ...param.needs?.with };
}

function traceOf(experiment: Experiment, set: ParamValues): TraceData {
  return runOf(experiment.id, { set, keep: { calls: 2 } }).trace;
}

/** Another value: another option, or a greater one: half as much again, or a few steps from zero. */
function greater(param: Param, value: ParamValue): ParamValue {
  if (param.kind === "choice") return param.options.find((option) => option.value !== value)?.value ?? value;
  const now = Number(value);
  return snap(param, now === 0 ? 20 * param.step : Math.min(param.max, Math.max(now * 1.5, now + param.step)));
}

/** The value of the setting; where the default makes nothing, one that does. */
function shownWith(experiment: Experiment, key: string, param: Param): readonly [ParamValues, ParamValue] {
  const set = settingOf(experiment, param);
  const now = set[key] ?? param.default;
  const some = stretchedBy(traceOf(experiment, set), 1, param, now).length > 0;
  return some ? [set, now] : [{ ...set, [key]: greater(param, now) }, greater(param, now)];
}

/** Where a thing ends on the axis of its call. */
const endIn = ({ calls }: TraceData, { to }: Stretched): number => to - (calls.start[0] ?? 0);

const pullOf = (param: Param, now: ParamValue, { to, made, times }: Stretched): Pull => ({
  ...{ param, to },
  now: Number(now),
  made,
  times,
});

/** The place may miss by so many nanoseconds, or by this share of the move: other traffic and tokens come between. */
const NANOS = 2000;
/** The networks of a choice differ in their frames, too. */
const shareOf = ({ kind }: Param): number => (kind === "choice" ? 0.25 : 0.02);

it("takes a pause of a state for none of its timers", () => {
  const storm = experimentOf("today/retry-storm");
  const setting = { calls: 1, serverMs: 1000, timeoutMs: 10, retry: "backoff", pauseMs: 100 };
  const timers = stretchedBy(traceOf(storm, setting), 1, storm.params["timeoutMs"] as Param, 10);
  expect(timers.map(({ own, made, times }) => [own, made, times]).slice(0, 3)).toEqual([
    [10e6, 10e6, 1],
    [10e6, 20e6, 2],
    [10e6, 30e6, 3],
  ]);
});

describe.each(declared)("$name", ({ experiment, key, param }) => {
  const [set, now] = shownWith(experiment, key, param);
  const trace = traceOf(experiment, set);
  const [found] = stretchedBy(trace, 1, param, now);

  /** The first thing that the parameter stretches; the test fails where there is none, with what there is. */
  const firstOf = (): Stretched => {
    if (found !== undefined) return found;
    const { stretches: what } = param;
    if (what !== undefined && "timer" in what) {
      const machine = trace.protocols.find(({ protocol }) => protocol === what.timer);
      const known = trace.protocols.map(({ protocol }) => `"${protocol}"`).join(", ");
      if (machine === undefined) expect.fail(`stretches: no machine "${what.timer}", want one of ${known}`);
      const tags = machine.states.map(({ tag }) => tag);
      if (!tags.includes(what.state))
        expect.fail(`stretches: ${what.timer} has no state "${what.state}", want one of ${tags.join(", ")}`);
    }
    const steps = trace.steps.map((step) => `"${step.name}"`).join(", ");
    const advice =
      'Name a step that its runs take, or a wait, a timer or "wire", whose end the value moves. ' +
      "Leave stretches out where it makes nothing longer.";
    return expect.fail(`stretches: the first call has no such thing. Its steps: ${steps}. ${advice}`);
  };

  it("stretches something in the first call", () => {
    expect(firstOf()).toBe(found);
  });

  it("moves its end as it says", () => {
    const first = firstOf();
    const value = greater(param, now);
    const other = traceOf(experiment, { ...set, [key]: value });
    const [moved] = stretchedBy(other, 1, param, value);
    if (moved === undefined) throw new Error("nothing is stretched any more");
    const isLonger = moved.own > first.own;
    const { stretches: what } = param;
    const isSpeed = what !== undefined && "wire" in what && what.wire !== null;
    expect(isLonger).toBe(isSpeed ? Number(value) < Number(now) : true);
    const move = placeOf(pullOf(param, now, first), Number(value)) - first.to;
    const moves = endIn(other, moved) - endIn(trace, first);
    expect(Math.abs(moves - move)).toBeLessThan(Math.max(NANOS, shareOf(param) * Math.abs(move)));
  });

  it("gives the value back for the place", () => {
    const first = firstOf();
    const pull = pullOf(param, now, first);
    const value = Number(greater(param, now));
    expect(valueAt(pull, placeOf(pull, value))).toBeCloseTo(value, 6);
  });
});

it("has no procedure of an import: steps that serve no call are made longer by no parameter of a call", () => {
  const cedar = experimentOf("cedar/call");
  const trace = traceOf(cedar, { calls: 1, load: 0, binding: "type" });
  expect(stretchedBy(trace, 0, cedar.params["serverMs"] as Param, 0)).toEqual([]);
  expect(stretchedBy(trace, 1, cedar.params["serverMs"] as Param, 0)).toHaveLength(1);
});
