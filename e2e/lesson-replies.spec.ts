/** Replies of a lesson by keyboard: each takes the focus, a button says what it waits for, a try has its own text. */
import type { Locator, Page } from "@playwright/test";
import { button, keyboard } from "./hands.ts";
import { expect, test } from "./lab.ts";
import { drawn, heldBy } from "./places.ts";

async function openLesson(page: Page, slug: string, step: number): Promise<void> {
  await page.goto(`./#/lesson/${slug}?step=${step}`);
  await expect(page.getByRole("navigation", { name: "Steps" })).toContainText(new RegExp(`\\b${step} of [678]\\b`));
  await expect(page.locator(".stage .hero > *").first()).toBeVisible();
  await drawn(page);
}

/** The heading of the reply that has come. */
const heading = (page: Page): Locator => page.locator(".reply h4:focus");

test("a reply takes the focus: of a choice, an explanation, a checkpoint, a number", async ({ lab, page }) => {
  const hands = keyboard(lab, page);
  await openLesson(page, "exactly-once", 2);
  const commit = button(page, "Commit");
  await expect(commit).toBeDisabled();
  await expect(commit).toHaveAccessibleDescription("Choose an answer first.");
  await hands.press(page.locator(".predict").getByRole("radio").nth(0));
  await page.keyboard.press("ArrowDown");
  await hands.press(commit);
  await expect(heading(page)).toHaveText("Not right");
  await expect(button(page, "Answer again")).toHaveAccessibleDescription("Choose another answer first.");
  await hands.press(button(page, "Show the answer"));
  await expect(heading(page)).toHaveText("The answer");
  await openLesson(page, "exactly-once", 3);
  await page.locator(".explain").getByRole("radio").nth(0).check();
  await hands.press(button(page, "Compare with ours"));
  await expect(heading(page)).toHaveText("Not right");
  await expect(page.locator(".explain .reply")).toContainText("The server uses no clock for this.");
  await openLesson(page, "across-the-wire", 6);
  await hands.press(button(page, "Submit"));
  await expect(heading(page)).toHaveText("Not yet");
  await openLesson(page, "across-the-wire", 3);
  await hands.type(page.getByLabel("My guess"), "350");
  await hands.press(commit);
  await expect(heading(page)).toHaveText("Too low");
  expect(lab.complaints).toEqual([]);
});

test(
  "a reply takes the focus where curves are drawn on the stage",
  heldBy("e2e/lesson-replies.spec.ts"),
  async ({ page }) => {
    for (const slug of ["more-threads", "parallel-or-serial"]) {
      await openLesson(page, slug, 2);
      const commit = button(page, "Commit");
      await expect(commit).toHaveAccessibleDescription(/^Draw the first and the last point/);
      const points = page.locator(".pad [role=slider]");
      for (const point of await points.all()) {
        await point.focus();
        await page.keyboard.press("PageUp");
      }
      await commit.press("Enter");
      await expect(heading(page)).toBeVisible();
    }
  },
);

test(
  "what is said of a try stands alone, under its name, while the stage shows it",
  heldBy("app/lesson/own-tries.test.ts"),
  async ({ lab, page }) => {
    await openLesson(page, "exactly-once", 4);
    const texts = page.locator(".after-try h3");
    await button(page, "Crash before the procedure").click();
    await expect(texts).toHaveText(["Crash before the procedure"]);
    await button(page, "Crash after the procedure").click();
    await expect(texts).toHaveText(["Crash after the procedure"]);
    await expect(page.getByText("The procedure never ran.")).toHaveCount(0);
    await page.keyboard.press("b");
    await expect(texts).toHaveCount(0);
    expect(lab.complaints).toEqual([]);
  },
);
