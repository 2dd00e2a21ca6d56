/** The stage of a lesson: seen at once beside the prose, and two runs side by side where a step or the reader asks. */
import type { Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { goTo, LESSON_STEPS, LOOKS_AT_ALL, playSlowly } from "./places.ts";
import { badTexts } from "./text-boxes.ts";

/** All predictions committed, wrongly, so that nothing is covered. */
const COMMITTED = JSON.stringify({
  format: "roundtrip-answers",
  version: 1,
  lessons: {
    "where-2-66-ms-go": {
      predictions: { "wire-share": { answers: [{ kind: "number", value: 50, low: 30, high: 70 }], told: true } },
    },
    "more-threads": {
      predictions: { throughput: { answers: [{ kind: "curve", ys: [1.8, 3, 4.5, 6, 7, 8, 9, 9.5] }], told: true } },
    },
    callback: {
      predictions: { "three-dead": { answers: [{ kind: "number", value: 50, low: 30, high: 70 }], told: true } },
    },
    ceiling: {
      predictions: { "ceiling-curve": { answers: [{ kind: "curve", ys: [1, 2, 5, 10, 15, 18, 20] }], told: true } },
    },
    "parallel-or-serial": {
      predictions: {
        "both-bandwidths": {
          answers: [
            {
              kind: "crossing",
              curves: [
                [90, 90, 90, 90, 90, 90, 90, 90],
                [60, 70, 80, 85, 85, 85, 85, 85],
              ],
            },
          ],
          told: true,
        },
      },
    },
    relay: {
      predictions: { "seven-times": { answers: [{ kind: "number", value: 7, low: 6, high: 8 }], told: true } },
    },
  },
});

async function commit(page: Page): Promise<void> {
  await page.addInitScript((text) => localStorage.setItem("roundtrip-answers", text), COMMITTED);
}

const stage = (page: Page) => page.getByRole("region", { name: "Stage" });
const twin = (page: Page) => stage(page).getByRole("region", { name: /^Twin timelines of/ });

/** `npm run audit` looks at all. */
const LOOKED_AT_STEPS = LESSON_STEPS.filter((_, i) => LOOKS_AT_ALL || i % 2 === 1);

test("beside the prose at 1440 by 900 all of the stage of every step is above the fold, once all is committed", async ({
  lab,
  page,
}) => {
  await commit(page);
  for (const step of LOOKED_AT_STEPS) {
    await goTo(page, step);
    await expect(page.getByText("covered until you commit."), step).toHaveCount(0);
    const bottom = await stage(page).evaluate((element) => element.getBoundingClientRect().bottom + scrollY);
    expect(Math.floor(bottom), step).toBeLessThanOrEqual(900); // boxes end between pixels
    expect(await badTexts(page), step).toEqual([]);
  }
  expect(lab.complaints).toEqual([]);
});

test("a step is covered until its prediction is committed", async ({ page }) => {
  await goTo(page, "/lesson/where-2-66-ms-go");
  await expect(page.getByText("covered until you commit.").first()).toBeVisible();
});

test.describe("two runs side by side", () => {
  test("a step's twin stands in place of the timeline, plays with it, and goes with the way back", async ({
    lab,
    page,
  }) => {
    await goTo(page, "/lesson/where-2-66-ms-go?step=4");
    await page.getByRole("button", { name: "Twin with Null()" }).click();
    await expect(twin(page)).toContainText("MaxResult(b) takes 3,992.0 µs longer than Null()");
    await expect(page.getByRole("img", { name: /^Timeline of/ })).toHaveCount(0);
    const playhead = twin(page).getByRole("slider", { name: "Playhead of both runs" });
    const before = await playhead.getAttribute("aria-valuetext");
    await playSlowly(page);
    await stage(page).getByRole("button", { name: "Play", exact: true }).click();
    await expect(playhead).not.toHaveAttribute("aria-valuetext", before ?? "");
    await stage(page).getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Show MaxResult" }).click();
    await expect(twin(page)).toHaveCount(0);
    await stage(page).getByRole("group", { name: "Compare with" }).getByRole("button", { name: "Null()" }).click();
    await expect(twin(page)).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click(); // off the buttons, which take keys themselves
    await page.keyboard.press("b");
    await expect(twin(page)).toHaveCount(0);
    expect(lab.complaints).toEqual([]);
  });

  test("a run that the reader pins stays beside what is tried next", async ({ lab, page }) => {
    await commit(page);
    await goTo(page, "/lesson/where-2-66-ms-go?step=5");
    await stage(page).getByRole("button", { name: "Pin", exact: true }).click();
    await expect(twin(page)).toContainText("this run");
    await page.getByRole("button", { name: "Lose the result", exact: true }).click();
    await expect(twin(page)).toContainText(/drop result#1 takes .* longer than Null\(\)/);
    await expect(stage(page).getByRole("button", { name: "Back to the step" })).toBeVisible();
    await stage(page).getByRole("button", { name: "Remove this pin" }).click();
    await expect(twin(page)).toHaveCount(0);
    await expect(page.getByRole("img", { name: /^Timeline of|Null/ }).first()).toBeVisible();
    expect(lab.complaints).toEqual([]);
  });

  test("nothing is pinned while a part of the call is covered", async ({ lab, page }) => {
    await goTo(page, "/lesson/where-2-66-ms-go");
    await expect(stage(page).getByRole("button", { name: "Pin", exact: true })).toBeDisabled();
    expect(lab.complaints).toEqual([]);
  });
});
