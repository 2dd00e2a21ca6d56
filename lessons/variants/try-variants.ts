/**
 * Proves that drawn variants can be solved: each is solved by running it, with an answer that the lesson declares or
 * one that is found by search. Nothing of it is believed beforehand.
 */
import type { ParamValue, ParamValues } from "../../engine/experiments/types.ts";
import { asItStands, judge, measureNow, solutionOf } from "../judge.ts";
import type { Attempt, RunEngine } from "../judge.ts";
import { checksIn } from "../hand-in/said.ts";
import { experimentNamed } from "../named.ts";
import type { CheckpointPart, Lesson, Step } from "../types.ts";
import type { OwnCheckpoints } from "./own-checkpoint.ts";
import { variantOf } from "./variant.ts";

const MOST_TRIES = 1200; // answers that are tried before a variant counts as one without

interface Range {
  readonly least: number;
  readonly most: number;
  readonly by: number;
}

function rangeOf({ experiment, within, neighbour }: CheckpointPart, key: string): Range | null {
  const param = experimentNamed(experiment).params[key];
  if (param?.kind !== "number") return null;
  const [least, most] = within?.[key] ?? [param.min, param.max];
  return { least, most, by: neighbour?.param === key ? Math.abs(neighbour.by) : param.step };
}

const at = ({ least, by }: Range, index: number): number => Number((least + index * by).toFixed(6));
const countIn = ({ least, most, by }: Range): number => Math.floor((most - least) / by + 1e-9) + 1;

/** Indexes of a range, coarse first: its ends, its middle, the quarters, and so on. */
function* coarseFirst(count: number): Generator<number> {
  yield 0;
  yield count - 1;
  for (let parts = 2; parts / 2 < count; parts *= 2)
    for (let i = 1; i < parts; i += 2) yield Math.round((i * (count - 1)) / parts);
}

/** Every value of a free parameter, each number coarse first. */
function* valuesOf(part: CheckpointPart, key: string): Generator<ParamValue> {
  const range = rangeOf(part, key);
  if (range !== null) {
    for (const index of coarseFirst(countIn(range))) yield at(range, index);
    return;
  }
  const param = experimentNamed(part.experiment).params[key];
  if (param?.kind === "choice") for (const { value } of param.options) yield value;
}

/** The limit of a single number: the bounds hold at one end of its range and not at the other. */
async function limitOf(part: CheckpointPart, key: string, run: RunEngine): Promise<ParamValues | null> {
  const range = rangeOf(part, key);
  if (range === null || part.neighbour === undefined) return null;
  const { neighbour: _, ...bare } = part;
  const passes = async (index: number): Promise<boolean> =>
    (await judge(bare, { set: { ...part.solution, [key]: at(range, index) }, faults: [] }, run)).passed;
  const last = countIn(range) - 1;
  let [good, bad] = part.neighbour.by < 0 ? [last, 0] : [0, last];
  if (!(await passes(good)) || (await passes(bad))) return null;
  while (Math.abs(good - bad) > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await passes(middle)) good = middle;
    else bad = middle;
  }
  return { ...part.solution, [key]: at(range, good) };
}

/** A number between two bounds: its measure grows with it all along its range, or falls. */
async function betweenBounds(part: CheckpointPart, key: string, run: RunEngine): Promise<ParamValues | null> {
  const range = rangeOf(part, key);
  if (range === null || part.neighbour !== undefined) return null;
  const first = (index: number): ReturnType<typeof measureNow> =>
    measureNow(part, { set: { ...part.solution, [key]: at(range, index) }, faults: [] }, run);
  let [low, high] = [0, countIn(range) - 1];
  const ends = await Promise.all([first(low), first(high)]);
  const [least, most] = ends.map(([bound]) => Number(bound?.value));
  const grows = Number(most) > Number(least);
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const missed = (await first(middle)).find(({ holds }) => !holds);
    if (missed === undefined) return { ...part.solution, [key]: at(range, middle) };
    if ((missed.condition.test === "at least") === grows) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}

/** An answer that passes; null where none was found. */
async function solve(part: CheckpointPart, run: RunEngine): Promise<Attempt | null> {
  const passes = async (attempt: Attempt): Promise<boolean> => (await judge(part, attempt, run)).passed;
  const declared = solutionOf(part);
  if (await passes(declared)) return declared;
  const [only, ...more] = part.free;
  const key = part.neighbour?.param ?? (more.length === 0 ? only : undefined);
  if (part.breaks !== undefined || key === undefined) return null;
  const found = (await limitOf(part, key, run)) ?? (await betweenBounds(part, key, run));
  if (found !== null && (await passes({ set: found, faults: [] }))) return { set: found, faults: [] };
  let tries = 0;
  for (const value of valuesOf(part, key)) {
    if (++tries > MOST_TRIES) return null;
    const attempt = { set: { ...part.solution, [key]: value }, faults: [] };
    if (await passes(attempt)) return attempt;
  }
  return null;
}

/** One part of one student’s checkpoint: the answer that its runs prove, or why it cannot be given to the student. */
interface Tried {
  readonly code: string;
  readonly part: string; // "checkpoint/part", as the lesson has them
  readonly answer: Attempt | null;
  readonly problem: string | null; // a sentence; null where all is well
}

async function tryPart(step: Step, part: CheckpointPart, run: RunEngine): Promise<Pick<Tried, "answer" | "problem">> {
  const before = asItStands(step.stage, part);
  const bounds = await measureNow(part, before, run);
  if (bounds.every(({ holds }) => holds) && (await judge(part, before, run)).passed)
    return { answer: null, problem: "It passes before the student has done anything." };
  const answer = await solve(part, run);
  return { answer, problem: answer === null ? "No answer to it was found." : null };
}

/**
 * Tries the variants of a lesson for some codes. Runs for a while: call it in a worker.
 * @param own what the lesson declares
 * @param onTried is told after each code, with how many are done; an answer of true ends the work early
 */
export async function tryVariants(
  lesson: Lesson,
  own: OwnCheckpoints,
  codes: readonly string[],
  run: RunEngine,
  onTried: (done: number) => boolean | undefined = () => undefined,
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (const [i, code] of codes.entries()) {
    const { steps } = variantOf(lesson, own, code);
    for (const [place, step] of steps.entries()) {
      const id = lesson.steps[place]?.checkpoint?.id;
      for (const { part } of checksIn(step))
        tried.push({ code, part: `${id}/${part.id}`, ...(await tryPart(step, part, run)) });
    }
    if (onTried(i + 1) === true) break;
  }
  return tried;
}
