/** Lessons of Cedar RPC, which open the course, finished by keyboard alone, and by touch on a phone. */
import type { Page } from "@playwright/test";
import { itemAt } from "../engine/kernel/reads.ts";
import { lesson as binding } from "../lessons/binding/lesson.ts";
import { lesson as exactlyOnce } from "../lessons/exactly-once/lesson.ts";
import { lesson as slowIsNotDead } from "../lessons/slow-is-not-dead/lesson.ts";
import { lesson as tooBig } from "../lessons/too-big/lesson.ts";
import type { CheckpointPart, Lesson, Prediction } from "../lessons/types.ts";
import { button, finger, keyboard, on, openLesson, passed, type Hands } from "./hands.ts";
import { expect, test } from "./lab.ts";
import { AUDIT } from "./places.ts";

async function finishAcross(page: Page, hands: Hands): Promise<void> {
  await openLesson(page, "across-the-wire");
  await on(page, hands, 2);
  await hands.press(button(page, "Lose the call"));
  await expect(page.getByText("It needs not a single line of code for the loss.")).toBeVisible();
  await on(page, hands, 3);
  await hands.type(page.getByLabel("My guess"), "350");
  await hands.type(page.getByLabel("sure: at least"), "300");
  await hands.type(page.getByLabel("at most", { exact: true }), "500");
  await hands.press(button(page, "Commit"));
  await expect(page.getByText("Networks feel slow, so a faster one seems to make everything faster.")).toBeVisible();
  await hands.press(button(page, "Show the answer"));
  await expect(page.getByText("so the call saves")).toBeVisible();
  await on(page, hands, 4);
  await on(page, hands, 5);
  await hands.press(button(page, "Carry a hundred words"));
  await expect(page.getByText("Each call pays a fixed cost for its two packets.")).toBeVisible();
  await on(page, hands, 6);
  const words = page.getByRole("textbox", { name: "Array, each way", exact: true });
  await hands.type(words, "12");
  await hands.press(button(page, "Submit"));
  await expect(page.getByText("Nearly. One more word makes the difference.")).toBeVisible();
  await hands.type(words, "13");
  await hands.press(button(page, "Submit"));
  await expect(passed(page)).toBeVisible();
  await on(page, hands, 7);
}

test("1.1 is finished by keyboard alone", async ({ lab, page }) => {
  const hands = keyboard(lab, page);
  await finishAcross(page, hands);
  await hands.press(page.getByRole("article").getByRole("button", { name: "Finish" }));
  await expect(page.getByRole("region", { name: "Finished" })).toBeVisible();
});

test.describe("on a phone, by touch", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("1.1 is finished", AUDIT, async ({ page }) => {
    await finishAcross(page, finger(page));
    await page.getByRole("group", { name: "Parts of the lesson" }).getByRole("button", { name: "Finish" }).tap();
    await expect(page.getByRole("region", { name: "Finished" })).toBeVisible();
  });
});

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

/** Solves a part of a checkpoint by the fault lines or the number that its author knows. */
async function solve(page: Page, hands: Hands, part: CheckpointPart, nth: number): Promise<void> {
  const panel = page.getByRole("region", { name: "Checkpoint" });
  for (const line of part.breaks?.solution ?? []) {
    await hands.type(panel.getByLabel("Faults of the run"), line);
    await hands.press(button(page, "Add"));
    await expect(panel.locator("code", { hasText: line }).first()).toBeVisible();
  }
  const own = panel.locator(".part-check").nth(nth);
  for (const [key, value] of Object.entries(part.solution)) {
    expect(key, "the one number that is asked for").toBe("threads");
    await hands.type(own.getByRole("textbox").first(), String(value));
  }
  await hands.press(own.getByRole("button", { name: "Submit" }));
  await expect(own.locator(".verdict", { hasText: /^Passed$/ })).toBeVisible();
  for (const line of part.breaks?.solution ?? []) await hands.press(button(page, `Remove ${line}`));
}

async function finish(page: Page, hands: Hands, lesson: Lesson): Promise<void> {
  await openLesson(page, lesson.slug);
  for (const [i, { predict, tries = [], checkpoint }] of lesson.steps.entries()) {
    if (i > 0) await on(page, hands, i + 1);
    if (predict !== undefined) await commit(page, hands, predict);
    for (const { label } of tries) await hands.press(button(page, label));
    for (const [nth, part] of (checkpoint?.parts ?? []).entries()) await solve(page, hands, part, nth);
  }
}

for (const [number, lesson] of [exactlyOnce, slowIsNotDead, tooBig, binding].entries()) {
  test(`1.${number + 2} is finished by keyboard alone`, AUDIT, async ({ lab, page }) => {
    const hands = keyboard(lab, page);
    await finish(page, hands, lesson);
    expect(itemAt(lesson.steps, 0, "step").predict, "the first step shows, and asks nothing").toBeUndefined();
    await hands.press(page.getByRole("article").getByRole("button", { name: "Finish" }));
    await expect(page.getByRole("region", { name: "Finished" })).toBeVisible();
    expect(lab.complaints).toEqual([]);
  });
}
