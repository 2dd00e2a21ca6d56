/**
 * Random runs that look for crashes, for tests: case n is always the same experiment, parameters, seed and script of
 * faults. Parameters are drawn from all that the experiment allows, but for sizes and times that only make a run long.
 */
import { FaultError, isMachineName } from "../faults/fault.ts";
import { parseScript, type PacketKind } from "../faults/index.ts";
import { RandomStream } from "../kernel/random.ts";
import { withDefaults } from "./settings.ts";
import { experiments as echo } from "./echo-fixture/experiments.ts";
import { experiments } from "./index.ts";
import { snap } from "./parameters.ts";
import type { Experiment, Param, ParamValue, ParamValues } from "./types.ts";

export interface FuzzCase {
  readonly experiment: Experiment;
  readonly parameters: ParamValues;
  readonly seed: number;
  readonly faults: readonly string[];
}

/** Every experiment, and the tests’ own: case n is of the nth of them, and so on in turn. */
export const EVERY: readonly Experiment[] = [...experiments, ...echo];

/** Above these a run only takes longer: there are more of the same. */
const SMALL: Readonly<Record<string, number>> = {
  calls: 12,
  iterations: 12,
  trials: 8,
  servers: 9,
  workstations: 12,
  dead: 4,
  callees: 6,
  deadPeers: 3,
  failCallee: 7,
  slowCallee: 7,
  argumentBytes: 20_000,
  resultBytes: 20_000,
  waitFor: 9,
  loadPerS: 200,
  seconds: 3,
};

/** The same of transfers and crowds; these need not be drawn each time. */
const SHORT_OF_TODAY: Readonly<Record<string, number>> = {
  bytes: 100_000,
  requestBytes: 20_000,
  blockKB: 32,
  leaves: 9,
};

/** Where a limit is short and servers compute for long, a call ends before they do, and the next finds them busy. */
const EARLY: readonly string[] = ["timeoutMs", "waitFor", "computeMs", "gapMs", "procedure"];

/** From these down, a run waits for every sum and word of a slow wire, and for no more. */
const FAST: Readonly<Record<string, number>> = { networkMbps: 1 };

/** 0 to 1, small ones by far more often where the range is wide. */
const within = (random: RandomStream, min: number, max: number): number => {
  const share = random.float();
  return max > 100 * Math.max(1, min) && random.integer(3) > 0
    ? min + Math.expm1(share * Math.log1p(max - min))
    : min + share * (max - min);
};

function valueOf(random: RandomStream, name: string, param: Param): ParamValue {
  if (param.kind === "choice") return pick(random, param.options).value;
  const most = SMALL[name] ?? SHORT_OF_TODAY[name] ?? param.max;
  const [min, max] = [Math.max(param.min, FAST[name] ?? param.min), Math.min(param.max, most)];
  return snap(param, pick(random, [min, max, within(random, min, max), within(random, min, max)]));
}

function pick<T>(random: RandomStream, some: readonly T[]): T {
  const one = some[random.integer(some.length)];
  if (one === undefined) throw new Error("fuzz: nothing to choose from.");
  return one;
}

/** A parameter that can make a run long, or end it early, is always drawn, others in half of the cases. */
function parametersOf(random: RandomStream, experiment: Experiment): ParamValues {
  const chosen = Object.entries(experiment.params).filter(
    ([name]) => Object.hasOwn(SMALL, name) || EARLY.includes(name) || random.integer(2) === 0,
  );
  const set = Object.fromEntries(chosen.map(([name, param]) => [name, valueOf(random, name, param)]));
  return quiet(withDefaults(experiment, set));
}

/** Where other hosts send, they do so all the time that a run waits or sleeps: such a run is kept short. */
const SHORT: Readonly<Record<string, number>> = { timeoutMs: 1000, trials: 2, dead: 0, deadFraction: 0, pauseMs: 500 };

const isAlone = ({ foreignLoad = "none", segment = "private" }: ParamValues): boolean =>
  foreignLoad === "none" && segment === "private";

const quiet = (parameters: ParamValues): ParamValues =>
  isAlone(parameters)
    ? parameters
    : Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => {
          const most = SHORT[name];
          return [name, most === undefined ? value : Math.min(Number(value), most)];
        }),
      );

/**
 * The names that a script can use. They are found in a run without faults, so that a new system needs no entry here.
 */
interface Scene {
  readonly machines: readonly string[];
  readonly kinds: readonly PacketKind[];
  readonly elapsedNs: number;
}

export function sceneOf(experiment: Experiment, parameters: ParamValues, seed: number): Scene {
  const { trace, elapsedNs } = experiment.run(parameters, seed, [], { keep: "none" });
  const machines = [...new Set(trace.tracks.map(({ machine }) => machine))].filter(isMachineName);
  return { machines, kinds: experiment.packetKinds, elapsedNs };
}

/** From a microsecond to twice the time of the run without faults, each power of ten as likely. */
function timeText(random: RandomStream, { elapsedNs }: Scene): string {
  const longest = Math.max(1, (2 * elapsedNs) / 1000);
  return `${Math.ceil(Math.expm1(random.float() * Math.log1p(longest)))}us`;
}

/** One or two lines. */
function faultOf(random: RandomStream, scene: Scene): readonly string[] {
  const kind = pick(random, scene.kinds);
  const packet = `${kind}#${1 + random.integer(random.integer(2) === 0 ? 2 : 8)} send ${1 + random.integer(3)}`;
  const machine = pick(random, scene.machines);
  const percent = pick(random, [0.1, 1, 10, 30, 60, 100]);
  const packets = `${pick(random, ["", `${kind} `])}packets`;
  const of = `${percent}% of ${packets}${pick(random, ["", ` from ${machine}`, ` to ${machine}`])}`;
  const time = timeText(random, scene);
  const length = timeText(random, scene);
  const other = pick(random, scene.machines);
  return pick(random, [
    [`drop ${packet}`],
    [`delay ${packet} by ${time}`],
    [`duplicate ${packet} by ${time}`],
    [`reorder ${packet}`],
    [`corrupt ${packet}`],
    [`lose ${of}`],
    [`lose ${of}`],
    [`slow ${machine} by ${1 + random.integer(50)} at ${time}`],
    [`slow ${machine} by ${1 + random.integer(50)} at ${time} for ${length}`],
    [`pause ${machine} at ${time} for ${length}`],
    [`cut ${machine} - ${other} at ${time} for ${length}`],
    [`crash ${machine} at ${time}`, `restart ${machine} at ${timeText(random, scene)}`],
  ]);
}

/** Lines that can stand together; a restart that comes before its crash is left out. */
function scriptOf(random: RandomStream, scene: Scene): readonly string[] {
  let script: readonly string[] = [];
  for (let left = random.integer(6); left > 0; left--) {
    for (const line of faultOf(random, scene)) {
      if (standsTogether([...script, line])) script = [...script, line];
    }
  }
  return script;
}

function standsTogether(script: readonly string[]): boolean {
  try {
    parseScript(script);
    return true;
  } catch (error) {
    if (error instanceof FaultError) return false;
    throw error;
  }
}

/** @param number from 0 */
export function fuzzCase(number: number): FuzzCase {
  const random = new RandomStream(number, "fuzz");
  const experiment = EVERY[number % EVERY.length] as Experiment;
  const parameters = parametersOf(random, experiment);
  const faults = scriptOf(random, sceneOf(experiment, parameters, number));
  return { experiment, parameters, seed: number, faults };
}
