/** Every checkpoint of the course with its parts set and passed in every order: each part keeps what is its own. */
import { describe, expect, it } from "vitest";
import "../../../engine/experiments/index.ts";
import { LESSONS } from "../../../lessons/course.ts";
import { openData } from "../../../lessons/index.ts";
import { judge } from "../../../lessons/judge.ts";
import type { Attempt } from "../../../lessons/judge.ts";
import { runNow } from "../../../lessons/testing.ts";
import type { CheckpointPart, Step } from "../../../lessons/types.ts";
import type { CheckRecord } from "../../record/record.ts";
import type { Setup } from "../../setup/setup.ts";
import { setupOf } from "../stage-state.ts";
import { afterChange, attemptOf, firstParts, FRESH, isShown, stageOf } from "./checkpoint-parts.ts";
import type { Parts, PartsOf } from "./checkpoint-parts.ts";

function* ordersOf<T>(all: readonly T[]): Generator<readonly T[]> {
  if (all.length === 0) yield [];
  for (const [i, first] of all.entries()) for (const rest of ordersOf(all.toSpliced(i, 1))) yield [first, ...rest];
}

/** A page with a checkpoint: its stage, and what the reader does to it. */
class Page {
  readonly of: PartsOf;
  readonly records = new Map<string, CheckRecord>();
  setup: Setup;
  parts: Parts;

  constructor({ stage, checkpoint }: Step) {
    this.of = {
      stage,
      parts: checkpoint?.parts ?? [],
      recordOf: ({ id }) => this.records.get(id) ?? FRESH,
    };
    this.setup = setupOf(stage);
    this.parts = firstParts(this.of);
  }

  attempt(part: CheckpointPart): Attempt {
    return attemptOf(this.of, this.parts, part, this.setup);
  }

  change(setup: Setup): void {
    this.setup = setup;
    this.parts = afterChange(this.of, this.parts, setup);
  }

  takeUp(part: CheckpointPart): void {
    if (isShown(this.of, this.parts, part, this.setup)) return;
    const left = this.attempt(part);
    this.parts = { shown: part.id, set: { ...this.parts.set, [part.id]: left.set } };
    this.change(setupOf({ ...this.of.stage, ...stageOf(this.of.stage, part, left) }));
  }

  /** The reader sets a part to its solution, by its controls and by the fault lines of the stage. */
  solve(part: CheckpointPart): void {
    for (const [key, value] of Object.entries(part.solution)) {
      this.takeUp(part);
      this.change({ ...this.setup, parameters: { ...this.setup.parameters, [key]: value } });
    }
    if (part.breaks !== undefined) this.change({ ...this.setup, faults: part.breaks.solution });
  }

  async submit(part: CheckpointPart): Promise<boolean> {
    this.takeUp(part);
    const given = { ...this.attempt(part), faults: part.breaks === undefined ? [] : this.setup.faults };
    const { passed } = await judge(part, given, runNow);
    this.records.set(part.id, { ...FRESH, ...given, passed });
    return passed;
  }
}

const checks: readonly (readonly [string, Step])[] = (
  await Promise.all(LESSONS.map(async ({ slug }) => [slug, (await openData(slug))?.steps ?? []] as const))
).flatMap(([slug, steps]) => steps.flatMap((step) => (step.checkpoint === undefined ? [] : [[slug, step] as const])));

describe.each(checks)("the checkpoint of %s", (_, step) => {
  const parts = step.checkpoint?.parts ?? [];
  it("has its first part on the stage as the reader arrives", () => {
    const page = new Page(step);
    const [first] = parts;
    expect(first !== undefined && isShown(page.of, page.parts, first, page.setup)).toBe(true);
  });

  it("passes with its parts set and submitted one by one, in every order", async () => {
    for (const order of ordersOf(parts)) {
      const page = new Page(step);
      for (const part of order) {
        page.solve(part);
        expect(await page.submit(part), `${order.map(({ id }) => id).join(", ")}: ${part.id}`).toBe(true);
      }
      for (const part of parts) {
        expect(page.attempt(part).set).toMatchObject(part.solution);
        expect(page.attempt(part).faults, part.id).toEqual(part.breaks?.solution ?? []);
      }
    }
  });

  it("keeps the settings of all its parts until they are submitted together, in every order", async () => {
    const own = parts.filter(({ breaks }) => breaks === undefined); // a fault script is the stage’s
    for (const [set, submitted] of [...ordersOf(own)].flatMap((one) => [...ordersOf(own)].map((two) => [one, two]))) {
      const page = new Page(step);
      for (const part of set ?? []) page.solve(part);
      for (const part of own) expect(page.attempt(part).set, part.id).toMatchObject(part.solution);
      for (const part of submitted ?? []) {
        expect(await page.submit(part), part.id).toBe(true);
        expect(isShown(page.of, page.parts, part, page.setup), `${part.id} is judged as the stage shows it`).toBe(true);
      }
    }
  });
});
