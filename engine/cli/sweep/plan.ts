/** What a sweep is to run, read from the command line: the experiment, its values and seeds, and the part asked for. */
import { groupsIn } from "../../kernel/items.ts";
import { quote } from "../../faults/quote.ts";
import { mostJobs } from "../../experiments/sweep.ts";
import type { ChartCurve } from "../../experiments/sweep.ts";
import type { Experiment, ParamValue } from "../../experiments/types.ts";
import type { Arguments, Shape } from "../arguments.ts";
import { readWhole } from "../arguments.ts";
import { readExperiment, readSeed, readSet, SEED_RANGE } from "../experiment-flags.ts";
import { UsageError } from "../usage.ts";
import { readOver } from "./over.ts";

const TRIALS = { min: 1, max: 10_000, default: 1 } as const;
export const MOST_SHARDS = 10_000; // the most parts that a sweep may be cut into

/** More runs in one command cannot be meant: at a thousand a second, these take almost three hours. */
const MOST_RUNS = 10_000_000;

/** One of the parts of a sweep. */
export interface Shard {
  readonly index: number; // from 1
  readonly count: number;
}

const WHOLE: Shard = { index: 1, count: 1 };

/** All runs of a sweep. */
export interface WholeSweep {
  readonly experiment: Experiment;
  readonly curve: ChartCurve;
  /** The swept parameter and its values as a command line says them: "threads=1..8". */
  readonly over: string;
}

/** The runs that one command makes. */
export interface Plan extends WholeSweep {
  /** The part that --shard names; null where the command makes the whole sweep. */
  readonly shard: Shard | null;
  /** The runs of this part, by their numbers in the whole sweep: from `first`, before `end`. */
  readonly first: number;
  readonly end: number;
}

function readShard(text: string | undefined): Shard | null {
  if (text === undefined) return null;
  const [, index = 0, count = 0] = groupsIn(/^(\d+)\/(\d+)$/, text).map(Number);
  if (index >= 1 && index <= count && count <= MOST_SHARDS) return { index, count };
  throw new UsageError(
    `lab sweep: --shard ${quote(text)} is not allowed: i/n with 1 <= i <= n <= ${MOST_SHARDS} (default 1/1).`,
  );
}

/** The runs of a part. Neighbours belong together, so that the parts' rows in order are the whole sweep's. */
function runsOfShard(curve: ChartCurve, { index, count }: Shard): { readonly first: number; readonly end: number } {
  const total = mostJobs(curve);
  const edge = (i: number): number => Math.floor((i * total) / count);
  return { first: edge(index - 1), end: edge(index) };
}

/** Throws UsageError where a command would make more runs than can be meant. */
export function checkSize(curve: ChartCurve, shard: Shard | null): void {
  const { first, end } = runsOfShard(curve, shard ?? WHOLE);
  if (end - first <= MOST_RUNS) return;
  const { values, trials } = curve.request;
  const part = shard === null ? "" : ` in shard ${shard.index} of ${shard.count}`;
  const parts = Math.ceil(mostJobs(curve) / MOST_RUNS);
  throw new UsageError(
    `lab sweep: ${end - first} runs are asked for${part} (${values.length} values, ${trials} trials each); at most ` +
      `${MOST_RUNS}. Take fewer values or trials, or cut the sweep: --shard 1/${parts} to --shard ${parts}/${parts}.`,
  );
}

const overText = (key: string, values: readonly ParamValue[]): string => `${key}=${values.join(",")}`;

export function readWholeSweep(shape: Shape, args: Arguments): WholeSweep {
  const experiment = readExperiment(shape, args.operand(0));
  const given = args.one("over");
  const usual = experiment.sweep;
  const over = given === undefined ? { key: usual.over, values: usual.values } : readOver(experiment, given);
  if (args.all("set").some((text) => text.startsWith(`${over.key}=`))) {
    throw new UsageError(`lab sweep: ${over.key} is swept over; take it out of --set.`);
  }
  const parameters = readSet(shape, args, experiment, given === undefined ? usual.fixed : {});
  const seed = readSeed(shape, args);
  const trials = readWhole(shape, args, "trials", TRIALS);
  if (seed + trials - 1 > SEED_RANGE.max) {
    const last = SEED_RANGE.max;
    throw new UsageError(`lab sweep: --seed ${seed} with --trials ${trials} passes ${last}; give a smaller seed.`);
  }
  const request = { over: over.key, values: over.values, parameters, seed, trials, faults: args.all("fault") };
  return { experiment, curve: { series: null, request }, over: given ?? overText(over.key, over.values) };
}

export function readPlan(shape: Shape, args: Arguments): Plan {
  const whole = readWholeSweep(shape, args);
  const shard = readShard(args.one("shard"));
  checkSize(whole.curve, shard);
  return { ...whole, shard, ...runsOfShard(whole.curve, shard ?? WHOLE) };
}
