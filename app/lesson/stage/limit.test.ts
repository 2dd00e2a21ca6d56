import { describe, expect, it } from "vitest";
import { runOf } from "../../../engine/experiments/testing.ts";
import { itemAt, timeAt } from "../../../engine/kernel/reads.ts";
import { findLesson, LESSONS } from "../../../lessons/course.ts";
import { measureNow } from "../../../lessons/judge.ts";
import type { BoundResult, JudgeRun } from "../../../lessons/judge.ts";
import type { CheckpointPart, Lesson } from "../../../lessons/types.ts";
import { goalsOf, limitOf } from "../questions/checkpoint-goals.ts";
import { limitOn } from "./limit.ts";

const runAgain = ({ experiment, parameters, seed, faults }: JudgeRun) =>
  runOf(experiment, { set: parameters, seed, faults });

const measuresOf = (run: JudgeRun) => Promise.resolve(runAgain(run).measures);

interface Placed {
  readonly slug: string;
  readonly part: CheckpointPart;
  /** The call that the stage shows. */
  readonly call: number;
}

/** Parts of checkpoints with a measure that is a place on the timeline. */
const PLACED: readonly Placed[] = (
  await Promise.all(
    LESSONS.map(async ({ slug }) => {
      const { lesson } = (await import(`../../../lessons/${slug}/lesson.ts`)) as { readonly lesson: Lesson };
      return lesson.steps.flatMap(({ checkpoint, stage }) =>
        (checkpoint?.parts ?? [])
          .filter(({ conditions }) => conditions.some(({ from }) => from !== undefined))
          .map((part) => ({ slug, part, call: stage.call ?? 1 })),
      );
    }),
  )
).flat();

async function solved(part: CheckpointPart): Promise<BoundResult> {
  const attempt = { set: part.solution, faults: part.breaks?.solution ?? [] };
  const results = await measureNow(part, attempt, measuresOf);
  return itemAt(
    results.filter(({ condition }) => condition.from !== undefined),
    0,
    "measure with a place",
  );
}

describe("the limit of a goal", () => {
  it("is on the timeline in seven lessons", () => {
    expect([...new Set(PLACED.map(({ slug }) => findLesson(slug)?.lesson.title))]).toHaveLength(7);
  });

  it.each(PLACED.map((placed) => ({ ...placed, name: `${placed.slug} ${placed.part.id}` })))(
    "stands where the measure is on the timeline, and the solution ends on the right side of it: $name",
    async ({ part, call }) => {
      const result = await solved(part);
      const run = runAgain(result.run);
      const limit = limitOn(run, call, limitOf(part, result));
      if (limit === null) throw new Error("no limit on the stage of the solution");
      const end = timeAt(run.trace.calls.end, call - 1);
      const { bound } = result.condition;
      // The measure, in the unit of its bound, is the way from there to the end of the call.
      const measured = ((limit.at - limit.from) / Number(bound)) * Number(result.value);
      expect((end - limit.from) / measured).toBeCloseTo(1, 2);
      expect(limit.misses === "after" ? end <= limit.at : end >= limit.at).toBe(true);
      expect(limit.words).toMatch(/^goal: at (most|least) [\d.,]+\s?(µs|ms|s|min)$/);
    },
  );

  it("is not on the stage of a run that the goal does not speak of", async () => {
    const { part } = itemAt(
      PLACED.filter(({ slug }) => slug === "timeouts"),
      0,
      "lesson",
    );
    const limit = limitOf(part, await solved(part));
    const alive = runOf("sun-rpc/call", { set: { ...part.set, ...part.solution } });
    expect(limit).not.toBeNull();
    expect(limitOn(alive, 1, limit)).toBeNull();
    expect(limitOn(runOf("cedar/call", { set: { calls: 1 } }), 1, limit)).toBeNull();
  });
});

it("the stage’s goal is the first that is missed, then the first", async () => {
  const { part } = itemAt(
    PLACED.filter(({ slug }) => slug === "timeouts"),
    0,
    "lesson",
  );
  const measure = (set: CheckpointPart["solution"]) => measureNow(part, { set, faults: [] }, measuresOf);
  const plain = (text: string): string => text;
  const first = goalsOf(part, await measure({ ...part.solution, retryS: 5, totalS: 25 }), false, plain);
  expect(first).toMatchObject({ holds: false });
  const all = goalsOf(part, await measure(part.solution), false, plain);
  expect(all).toMatchObject({ holds: true, says: part.conditions[0]?.says });
  expect(goalsOf(part, [], false, plain)).toBeNull();
});
