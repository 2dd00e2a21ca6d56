/** A checkpoint’s goals while the reader tries: beside the live values, above the stage on a phone, on the timeline. */
import type { Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe.ts";
import { button, openLesson, passed } from "./hands.ts";
import { expect, test } from "./lab.ts";
import { drawn, heldBy } from "./places.ts";

const goals = (page: Page): Locator => page.locator(".goals");
const row = (page: Page, name: string): Locator => goals(page).getByRole("row", { name });
const limit = (page: Page): Locator => page.locator(".tl-limit");

async function openCallback(page: Page): Promise<void> {
  await page.goto("./#/lesson/callback?step=6");
  await drawn(page);
  await expect(row(page, "time until the file server goes on")).toContainText("10\u202fs");
}

test("values and goals stand beside each other before anything is submitted, and no text moves", async ({
  lab,
  page,
}) => {
  await openCallback(page);
  const time = row(page, "time until the file server goes on");
  await expect(time).toContainText("at most 3,000\u202fms");
  await expect(time).toContainText("not yet");
  await expect(row(page, "workstations that live and were given up")).toContainText("reached");
  await expect(limit(page)).toContainText("goal: at most 3,000\u202fms");
  const line = limit(page).locator("i").first();
  await expect(line).toBeVisible();
  const height = (): Promise<number | undefined> =>
    goals(page)
      .boundingBox()
      .then((box) => box?.height);
  const before = await height();
  const field = page.getByRole("textbox", { name: "Time limit", exact: true });
  await field.fill("2500");
  await field.press("Enter");
  await expect(time).toContainText("reached");
  await expect(goals(page)).toContainText("You reached the goal.");
  expect(await height()).toBe(before);
  await field.fill("10");
  await field.press("Enter");
  await expect(row(page, "workstations that live and were given up")).toContainText("not yet");
  await expect(goals(page)).not.toContainText("You reached the goal.");
  expect(await axeProblems(page)).toEqual([]);
  await field.fill("2500");
  await field.press("Enter");
  await button(page, "Submit").click();
  await expect(passed(page)).toBeVisible();
  expect(lab.complaints).toEqual([]);
});

test(
  "what a guess is to find out comes with the guess",
  heldBy("app/lesson/stage/limit.test.ts", "app/words/bound-text.test.ts"),
  async ({ lab, page }) => {
    await openLesson(page, "across-the-wire");
    await page.goto("./#/lesson/across-the-wire?step=6");
    await expect(goals(page)).toContainText("The values come with your guess in step 3.");
    await expect(row(page, "call ÷ transmission")).not.toContainText("8.374");
    await expect(limit(page)).toHaveCount(0);
    await page.goto("./#/lesson/across-the-wire?step=3");
    await page.getByLabel("My guess").fill("350");
    await button(page, "Commit").click();
    await page.goto("./#/lesson/across-the-wire?step=6");
    await expect(row(page, "call ÷ transmission")).toContainText("8.374");
    await expect(limit(page)).toContainText("goal: at most 655 µs");
    expect(lab.complaints).toEqual([]);
  },
);

test(
  "a limit moves with the crash that it counts from",
  heldBy("app/lesson/stage/limit.test.ts", "app/timeline/figure/limit-words.test.ts"),
  async ({ lab, page }) => {
    await page.goto("./#/lesson/slow-is-not-dead?step=3");
    await page.getByLabel("My guess").fill("12");
    await button(page, "Commit").click();
    await page.goto("./#/lesson/slow-is-not-dead?step=6");
    await expect(goals(page).first()).toContainText("at least 4");
    await expect(limit(page)).toHaveCount(0); // nothing has crashed
    await page.getByLabel("Faults of the run").fill("crash server at 1000s");
    await button(page, "Add").click();
    await expect(limit(page)).toContainText("goal: at least 4\u202fmin");
    await expect(limit(page).locator("i").first()).toBeVisible();
    expect(lab.complaints).toEqual([]);
  },
);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test(
    "the first goal that is missed stays above the stage",
    heldBy("app/lesson/stage/limit.test.ts"),
    async ({ lab, page }) => {
      await openCallback(page);
      const first = page.locator(".first-goal");
      await expect(first).toContainText("time until the file server goes on");
      await expect(first).toContainText("not yet");
      await page.evaluate(() => {
        const stage = document.getElementById("stage");
        window.scrollTo(0, (stage?.getBoundingClientRect().top ?? 0) + window.scrollY + 200);
      });
      await expect.poll(() => first.evaluate((line) => Math.round(line.getBoundingClientRect().top))).toBe(0);
      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      expect(lab.complaints).toEqual([]);
    },
  );
});
