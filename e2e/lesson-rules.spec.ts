/** Lesson 6.3 finished by keyboard alone: its last answer is set in the cells on the stage, by their letters. */
import { itemAt } from "../engine/kernel/reads.ts";
import { lesson } from "../lessons/what-rules-are-for/lesson.ts";
import { button, keyboard, on, openLesson, passed } from "./hands.ts";
import { expect, test } from "./lab.ts";
import { AUDIT } from "./places.ts";

/** What a reader types to choose an option, by the label of its cell. */
const CELLS = [
  ["The number is larger than in the row", "write the row"],
  ["The number is smaller", "ignore it"],
  ["It keeps the result", "until"],
  ["It acknowledges every packet", "no"],
] as const;

test("6.3 is finished by keyboard alone", AUDIT, async ({ lab, page }) => {
  const hands = keyboard(lab, page);
  const steps = lesson.steps.length;
  const tryAll = async (step: number): Promise<void> => {
    for (const { label } of itemAt(lesson.steps, step - 1, "step").tries ?? []) await hands.press(button(page, label));
  };
  const choose = async (cell: string, letters: string): Promise<void> => {
    await lab.tabTo(page.getByLabel(cell), 200);
    await page.keyboard.type(letters);
  };
  await openLesson(page, lesson.slug);
  await tryAll(1);
  await on(page, hands, 2, steps);
  const radios = page.locator(".predict").getByRole("radio");
  await hands.press(radios.first());
  for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowDown");
  await hands.press(button(page, "Commit"));
  await expect(page.locator(".predict")).toContainText("Right");
  for (const step of [3, 4, 5]) {
    await on(page, hands, step, steps);
    if (step === 5) await expect(page.locator(".tl-lost")).toContainText("From here on it is lost");
    await tryAll(step);
  }
  await on(page, hands, 6, steps);
  for (const [cell, letters] of CELLS) await choose(cell, letters);
  await hands.press(button(page, "Submit"));
  await expect(page.getByText("The network loses one result, and Omar has two seats.")).toBeVisible();
  await choose("The number is equal", "send the kept result; while it runs, a");
  await hands.press(button(page, "Submit"));
  await expect(passed(page)).toBeVisible();
  for (const step of [7, 8]) await on(page, hands, step, steps);
  await hands.press(page.getByRole("button", { name: "Finish" }).filter({ visible: true }));
  await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
  expect(lab.complaints).toEqual([]);
});
