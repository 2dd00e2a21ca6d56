/** Lessons finished by keyboard alone: each by its own data, which knows the answers. */
import type { Page } from "@playwright/test";
import { findExperiment } from "../engine/experiments/index.ts";
import { itemAt } from "../engine/kernel/reads.ts";
import { lesson as binding } from "../lessons/binding/lesson.ts";
import { lesson as exactlyOnce } from "../lessons/exactly-once/lesson.ts";
import { lesson as slowIsNotDead } from "../lessons/slow-is-not-dead/lesson.ts";
import { lesson as threeOrders } from "../lessons/three-orders/lesson.ts";
import { lesson as timeouts } from "../lessons/timeouts/lesson.ts";
import { lesson as tooBig } from "../lessons/too-big/lesson.ts";
import type { CheckpointPart, Lesson, Prediction } from "../lessons/types.ts";
import { lesson as xdr } from "../lessons/xdr/lesson.ts";
import { button, keyboard, on, openLesson, type Hands } from "./hands.ts";
import { expect, test } from "./lab.ts";
import { AUDIT } from "./places.ts";

/** Commits the right answer to a question, and "No idea" where it is a number. */
async function commit(page: Page, hands: Hands, prediction: Prediction): Promise<void> {
  if (prediction.kind !== "choice") {
    await hands.press(button(page, "No idea"));
    return;
  }
  const right = prediction.options.findIndex((option) => option.right === true);
  const radios = page.locator(".predict").getByRole("radio");
  await hands.press(radios.nth(0));
  for (let i = 0; i < right; i++) await page.keyboard.press("ArrowDown");
  if (right === 0) await page.keyboard.press("Space");
  await expect(radios.nth(right)).toBeChecked();
  await hands.press(button(page, "Commit"));
  await expect(page.locator(".predict").getByText(prediction.hit.split(/[.:{]/u)[0] ?? "")).toBeVisible();
}

/** The label of a parameter in a form. */
function labelOf(experiment: string, key: string): string {
  const param = findExperiment(experiment)?.params[key];
  if (param === undefined) throw new Error(`${experiment} has no parameter ${key}.`);
  return param.label;
}

/** Solves a part of a checkpoint by the fault lines or the number that its author knows. */
async function solve(page: Page, hands: Hands, part: CheckpointPart, nth: number): Promise<void> {
  const desk = page.getByRole("region", { name: "Stage" }).locator(".stage-desk");
  for (const line of part.breaks?.solution ?? []) {
    await hands.type(desk.getByLabel("Faults of the run"), line);
    await hands.press(button(page, "Add"));
    await expect(desk.locator("code", { hasText: line }).first()).toBeVisible();
  }
  const own = page.getByRole("region", { name: "Checkpoint" }).locator(".part-check").nth(nth);
  const controls = desk.locator(".desk-part").nth(nth);
  for (const [key, value] of Object.entries(part.solution)) {
    const name = part.free.length === 1 ? {} : { name: labelOf(part.experiment, key), exact: true };
    await hands.type(controls.getByRole("textbox", name), String(value));
  }
  await hands.press(own.getByRole("button", { name: "Submit" }));
  await expect(own.locator(".verdict", { hasText: /^Passed$/ })).toBeVisible();
  for (const line of part.breaks?.solution ?? []) await hands.press(button(page, `Remove ${line}`));
}

async function finish(page: Page, hands: Hands, lesson: Lesson): Promise<void> {
  await openLesson(page, lesson.slug);
  for (const [i, { predict, tries = [], checkpoint }] of lesson.steps.entries()) {
    if (i > 0) await on(page, hands, i + 1, lesson.steps.length);
    if (predict !== undefined) await commit(page, hands, predict);
    const closed = page.locator(".text-fold:not([open]) > summary");
    for (let left = await closed.count(); left > 0; left--) await hands.press(closed.first());
    for (const { label } of tries) await hands.press(button(page, label));
    for (const [nth, part] of (checkpoint?.parts ?? []).entries()) await solve(page, hands, part, nth);
  }
}

const LESSONS: readonly (readonly [number: string, lesson: Lesson])[] = [
  ["1.2", exactlyOnce],
  ["1.3", slowIsNotDead],
  ["1.4", tooBig],
  ["1.5", binding],
  ["3.1", threeOrders],
  ["3.2", xdr],
  ["3.3", timeouts],
];

for (const [number, lesson] of LESSONS) {
  test(`${number} is finished by keyboard alone`, AUDIT, async ({ lab, page }) => {
    const hands = keyboard(lab, page);
    await finish(page, hands, lesson);
    expect(itemAt(lesson.steps, 0, "step").predict, "the first step shows, and asks nothing").toBeUndefined();
    await hands.press(page.getByRole("article").getByRole("button", { name: "Finish" }));
    await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
    expect(lab.complaints).toEqual([]);
  });
}

test("a task that is stepped through is ticked at its moment, and anew where one comes back", async ({ lab, page }) => {
  await openLesson(page, "where-2-66-ms-go");
  const done = page.locator(".action").getByText("Done");
  const step = async (): Promise<void> => {
    await page.keyboard.press(".");
    await expect(done).toBeVisible({ timeout: 200 });
  };
  await expect(page.getByRole("group", { name: "Timeline figure" })).toBeVisible();
  await expect(done).toHaveCount(0);
  await expect(step).toPass({ intervals: [50] });
  await page.keyboard.press("n");
  await expect(page.locator(".action")).toHaveCount(0);
  await page.keyboard.press("p");
  await expect(page.locator(".action")).toBeVisible();
  await expect(done).toHaveCount(0);
  await expect(step).toPass({ intervals: [50] });
  expect(lab.complaints).toEqual([]);
});
