/**
 * A lesson with a student’s own numbers: goals, parameters and seeds of its checkpoints are drawn from the student’s
 * code. It is a lesson as any other; the same code gives the same one everywhere.
 */
import { RandomStream } from "../../engine/kernel/random.ts";
import { itemAt, namedIn } from "../../engine/kernel/reads.ts";
import { TraceHash } from "../../engine/kernel/trace-hash.ts";
import { evaluate } from "../expression.ts";
import { ours } from "../sources.ts";
import type { Checkpoint, CheckpointPart, Condition, Lesson, LessonNumber, ParamValues, Step } from "../types.ts";
import type { OwnCheckpoint, OwnCheckpoints, OwnPart } from "./own-checkpoint.ts";

/** A name or code as it counts: however it is typed, the same student has the same numbers. */
export const codeOf = (student: string): string =>
  student.normalize("NFC").trim().replaceAll(/\s+/gu, " ").toLowerCase().normalize("NFC");

const MOST_SEED = 999_999;
/** Behind the id of a checkpoint: what passed with other numbers is not passed with these. */
const OWN_ID = /-own-[0-9a-f]{4}(?=$|\/)/;

/** The id that a checkpoint, or "checkpoint/part", has in the lesson itself. */
export const lessonsId = (id: string): string => id.replace(OWN_ID, "");

/** 16 hexadecimal digits that a code is known by. */
function digitsOf(code: string): string {
  const hash = new TraceHash();
  hash.addText(code);
  return hash.digits();
}

type Drawn = Readonly<Record<string, number>>;

const HOW = "Drawn from your code";
const valueIn =
  (drawn: Drawn) =>
  (expression: string): number => {
    const value = evaluate(expression, (name) => {
      const found = drawn[name];
      if (found === undefined) throw new Error(`"${name}" is not drawn; drawn are ${Object.keys(drawn).join(", ")}.`);
      return found;
    });
    return Number(value.toPrecision(12));
  };

const eachValue = (table: Readonly<Record<string, string>> = {}, value: (of: string) => number): ParamValues =>
  Object.fromEntries(Object.entries(table).map(([key, of]) => [key, value(of)]));

const withLines = (lines: readonly string[], value: (of: string) => number): readonly string[] =>
  lines.map((line) => line.replaceAll(/\{([^}]+)\}/g, (_, of: string) => String(value(of))));

function conditionOf(one: Condition, bound: string | null, set: ParamValues, value: (of: string) => number): Condition {
  return {
    ...one,
    ...(one.set === undefined ? {} : { set: { ...one.set, ...set } }),
    ...(bound === null ? {} : { bound: value(bound) }),
  };
}

/** A part with what is drawn for it. Replies to near misses are about the lesson’s numbers, and are left out. */
function drawnPart(part: CheckpointPart, own: OwnPart, drawn: Drawn): CheckpointPart {
  const value = valueIn(drawn);
  const set = eachValue(own.set, value);
  const { near: _, ...rest } = part;
  return {
    ...rest,
    title: own.title ?? part.title,
    ...(part.set === undefined && own.set === undefined ? {} : { set: { ...part.set, ...set } }),
    ...(own.begin === undefined ? {} : { begin: { ...part.begin, ...eachValue(own.begin, value) } }),
    ...(own.neighbour === undefined ? {} : { neighbour: own.neighbour }),
    ...(own.within === undefined
      ? {}
      : {
          within: Object.fromEntries(
            Object.entries(own.within).map(([key, [least, most]]) => [key, [value(least), value(most)] as const]),
          ),
        }),
    conditions: part.conditions.map((one, i) => conditionOf(one, own.bounds?.[i] ?? null, set, value)),
    solution: { ...part.solution, ...eachValue(own.solution, value) },
    fails: [],
    ...(part.breaks === undefined
      ? {}
      : { breaks: { ...part.breaks, solution: withLines(own.breaks ?? part.breaks.solution, value), fails: [] } }),
  };
}

/** Distinct seeds, as many as a part has. A search tries every order of events, and takes none. */
function seedsFor({ seeds, conditions }: CheckpointPart, pool: readonly number[] | undefined, stream: RandomStream) {
  if (conditions.some(({ search }) => search !== undefined)) return seeds;
  const drawn = new Set<number>();
  while (drawn.size < seeds.length)
    drawn.add(pool === undefined ? 1 + stream.integer(MOST_SEED) : itemAt(pool, stream.integer(pool.length), "seed"));
  return [...drawn];
}

/** What is drawn of a checkpoint, by name. */
function drawnOf({ draws }: OwnCheckpoint, streamOf: (name: string) => RandomStream): Drawn {
  return Object.fromEntries(
    Object.entries(draws).map(([name, { from }]) => [
      name,
      itemAt(from, streamOf(name).integer(from.length), "number to draw"),
    ]),
  );
}

const NOTHING_OWN: OwnCheckpoint = { draws: {}, parts: {} };

interface Made {
  readonly step: Step;
  readonly numbers: Readonly<Record<string, LessonNumber>>;
}

/** The numbers that its texts may name: what is drawn, and what is computed from it. */
function numbersOf({ draws, also = {} }: OwnCheckpoint, drawn: Drawn): Made["numbers"] {
  const value = valueIn(drawn);
  const print = (given: number): string => given.toLocaleString("en-US", { maximumFractionDigits: 6 });
  return Object.fromEntries([
    ...Object.entries(draws).map(([name, { unit }]) => {
      const given = namedIn(drawn, name, "drawn number");
      return [name, ours(String(given), print(given), unit, HOW)] as const;
    }),
    ...Object.entries(also).map(([name, { is, unit }]) => [name, ours(is, print(value(is)), unit, HOW)] as const),
  ]);
}

function ownStep(step: Step, checkpoint: Checkpoint, own: OwnCheckpoint, code: string, slug: string): Made {
  const seed = Number.parseInt(digitsOf(code).slice(0, 13), 16);
  const streamOf = (name: string): RandomStream => new RandomStream(seed, `${slug}/${checkpoint.id}/${name}`);
  const drawn = drawnOf(own, streamOf);
  const parts = checkpoint.parts.map((part): CheckpointPart => {
    const made = own.texts === undefined ? part : drawnPart(part, own.parts[part.id] ?? {}, drawn);
    return { ...made, seeds: seedsFor(part, own.seeds, streamOf(`${part.id} seeds`)) };
  });
  const [first] = parts;
  const isShown = first !== undefined && first.experiment === step.stage.experiment;
  const set = isShown ? eachValue(own.parts[first.id]?.set, valueIn(drawn)) : {};
  const stage = {
    ...step.stage,
    ...(Object.keys(set).length === 0 ? {} : { set: { ...step.stage.set, ...set } }),
    ...(isShown && own.seeds !== undefined ? { seed: itemAt(first.seeds, 0, "seed") } : {}),
  };
  const id = `${checkpoint.id}-own-${digitsOf(code).slice(0, 4)}`;
  return {
    step: { ...step, stage, checkpoint: { ...checkpoint, ...own.texts, id, parts } },
    numbers: numbersOf(own, drawn),
  };
}

/**
 * The lesson as a student has it.
 * @param own what the lesson declares; openVariant brings it
 * @param student a name or a code
 */
export function variantOf(lesson: Lesson, own: OwnCheckpoints, student: string): Lesson {
  const code = codeOf(student);
  const made = lesson.steps.map((step): Made => {
    const { checkpoint } = step;
    if (checkpoint === undefined) return { step, numbers: {} };
    return ownStep(step, checkpoint, own[checkpoint.id] ?? NOTHING_OWN, code, lesson.slug);
  });
  return {
    ...lesson,
    numbers: Object.assign({}, lesson.numbers, ...made.map(({ numbers }) => numbers)) as Lesson["numbers"],
    steps: made.map(({ step }) => step),
  };
}

/** How many different tasks a checkpoint can draw, its seeds apart; 1 where it draws seeds alone. */
export const countOf = ({ draws }: OwnCheckpoint): number =>
  Object.values(draws).reduce((product, { from }) => product * from.length, 1);
