/** The stage of a lesson: seen at once beside the prose, and two runs side by side where a step or the reader asks. */
import type { Page } from "@playwright/test";
import { expect, keepAnswers, test } from "./lab.ts";
import { AUDIT, goTo, LOOKED_AT_STEPS, LOOKS_AT_ALL, playSlowly, WRITTEN, heldBy } from "./places.ts";
import { badTexts } from "./text-boxes.ts";

/** The predictions of a lesson, each committed as "No idea". */
function noIdea({ slug, steps }: (typeof WRITTEN)[number]) {
  const asked = steps.flatMap(({ predict }) => predict?.id ?? []);
  const answered = { answers: [{ kind: "none" }], told: true };
  return [slug, { predictions: Object.fromEntries(asked.map((id) => [id, answered])) }] as const;
}

/** All predictions committed, those that leave a drawing or a bar wrongly, so that nothing is covered. */
const COMMITTED = JSON.stringify({
  format: "roundtrip-answers",
  version: 1,
  lessons: {
    ...Object.fromEntries(WRITTEN.map(noIdea)),
    "where-2-66-ms-go": {
      predictions: { "wire-share": { answers: [{ kind: "number", value: 50, low: 30, high: 70 }], told: true } },
    },
    "more-threads": {
      predictions: { throughput: { answers: [{ kind: "curve", ys: [1.8, 3, 4.5, 6, 7, 8, 9, 9.5] }], told: true } },
    },
    "three-orders": {
      predictions: { "how-many-times": { answers: [{ kind: "number", value: 50, low: 10, high: 90 }], told: true } },
    },
    xdr: { predictions: { "how-long": { answers: [{ kind: "number", value: 42, low: 41, high: 43 }], told: true } } },
    timeouts: {
      predictions: { "how-often": { answers: [{ kind: "number", value: 1, low: 0, high: 2 }], told: true } },
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

const stage = (page: Page) => page.getByRole("region", { name: "Stage" });
const twin = (page: Page) => stage(page).getByRole("region", { name: /^Twin timelines of/ });

/** Of the hero figure: canvas, chart, or rows, without what stands around them; in px. */
const heroPlot = (element: Element): number => {
  const parts = element.querySelectorAll(
    "canvas:first-of-type, .chart-room, .crowd-figure, .message-units, .tl-rows, .use .bars, .run-table .scroll, " +
      ".specification, .stub-tables, .written-rules",
  );
  return [...parts].reduce((sum, part) => sum + part.getBoundingClientRect().height, 0);
};
const LEAST_PLOT = 280;

test.describe("with the door of the tools closed, as a reader finds it", () => {
  test.use({ tools: false });

  test("beside the prose at 1440 by 900 the hero of every step is large, and its whole stage above the fold", async ({
    lab,
    page,
  }) => {
    await keepAnswers(page, COMMITTED);
    for (const step of LOOKED_AT_STEPS.filter((_, i) => LOOKS_AT_ALL || i % 2 === 1)) {
      await goTo(page, step);
      await expect(page.getByText(/covered until you commit|is covered/), step).toHaveCount(0);
      const hero = stage(page).locator(".hero");
      await expect.poll(() => hero.evaluate(heroPlot), { message: step }).toBeGreaterThanOrEqual(LEAST_PLOT);
      const bottom = await stage(page).evaluate((element) => element.getBoundingClientRect().bottom + scrollY);
      expect(Math.floor(bottom), step).toBeLessThanOrEqual(900); // boxes end between pixels
      await expect.poll(() => badTexts(page), { message: step }).toEqual([]); // a figure may still be on its way
    }
    expect(lab.complaints).toEqual([]);
  });
});

test("what is covered leads to its question, and a curve is drawn where its chart will stand", async ({
  lab,
  page,
}) => {
  await goTo(page, "/lesson/more-threads?step=1");
  await stage(page).getByRole("button", { name: "The chart" }).click();
  await stage(page).getByRole("link", { name: "Guess first: step 2" }).click();
  await expect(page).toHaveURL(/step=2/);
  const points = stage(page).getByRole("slider", { name: /caller threads$/ });
  await expect(points).toHaveCount(8);
  const pad = stage(page).locator(".pad");
  expect((await pad.boundingBox())?.height).toBeGreaterThanOrEqual(LEAST_PLOT);
  // The axis that one draws on says what it counts, as the pad says it to a screen reader.
  await expect(pad).toHaveAccessibleName(/^Throughput of MaxResult in Mbit\/s: /);
  await expect(stage(page).locator(".pad-title")).toHaveText("Throughput of MaxResult Mbit/s");
  for (const point of [points.first(), points.last()]) {
    await point.focus();
    await page.keyboard.press("PageUp");
  }
  await stage(page).getByRole("button", { name: "Commit" }).click();
  await expect(stage(page).getByRole("region", { name: "Chart" })).toContainText("you drew");
  expect(lab.complaints).toEqual([]);
});

test.describe("while the chart of a step runs", () => {
  test.use({ trials: 600 }); // so that it goes on for as long as the test looks

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    test(
      `its progress covers no text and moves nothing at ${width} px`,
      width === 390 ? heldBy("e2e/layout.spec.ts") : AUDIT,
      async ({ page }) => {
        await page.setViewportSize({ width, height });
        await keepAnswers(page, COMMITTED);
        await page.goto("./#/lesson/ceiling?step=2");
        const bar = page.getByRole("progressbar", { name: "Running the points of the chart" });
        await expect(bar).toBeVisible();
        await expect(stage(page).locator(".settings-text")).toBeVisible();
        expect(await badTexts(page)).toEqual([]);
        const top = (): Promise<number | undefined> =>
          stage(page)
            .locator(".figure-frame")
            .first()
            .evaluate((one) => one.getBoundingClientRect().top + window.scrollY);
        const running = await top();
        await stage(page).getByRole("button", { name: "Cancel" }).click();
        await expect(bar).toBeHidden();
        expect(await top()).toBe(running);
      },
    );
  }
});

test(
  "seven copies and a chain stand on one time axis, with the difference of their ends",
  heldBy("app/twin/ways/lay-out.test.ts"),
  async ({ lab, page }) => {
    await keepAnswers(page, COMMITTED);
    await goTo(page, "/lesson/parallel-or-serial?step=3");
    await page.getByRole("button", { name: "Twin, large argument" }).click();
    await expect(twin(page)).toContainText("less than Parallel");
    await expect(twin(page).getByRole("img", { name: /^Twin timelines of Parallel/ })).toBeVisible();
    await twin(page).getByText("Differences by machine").click();
    await expect(twin(page).getByRole("row", { name: /^Callee7/ })).toBeVisible();
    expect(lab.complaints).toEqual([]);
  },
);

test.describe("two runs side by side", () => {
  test("a step’s twin stands in place of the timeline, plays with it, and goes with the way back", async ({
    lab,
    page,
  }) => {
    await goTo(page, "/lesson/where-2-66-ms-go?step=4");
    await page.getByRole("button", { name: "Twin with Null()" }).click();
    await expect(twin(page)).toContainText("The call takes 3,992.0 µs longer in “MaxResult(b)” than in “Null()");
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

  test(
    "a run that the reader pins stays beside what is tried next",
    heldBy("app/setup/pins.test.ts"),
    async ({ lab, page }) => {
      await keepAnswers(page, COMMITTED);
      await goTo(page, "/lesson/where-2-66-ms-go?step=5");
      await stage(page).getByRole("button", { name: "Pin", exact: true }).click();
      await expect(twin(page)).toContainText("this run");
      await page.getByRole("button", { name: "Lose the result", exact: true }).click();
      await expect(twin(page)).toContainText(/longer in “drop result#1” than in “Null\(\)/);
      await expect(stage(page).getByRole("button", { name: "Back to the step" })).toBeVisible();
      await stage(page).getByRole("button", { name: "Remove this pin" }).click();
      await expect(twin(page)).toHaveCount(0);
      await expect(page.getByRole("img", { name: /^Timeline of|Null/ }).first()).toBeVisible();
      expect(lab.complaints).toEqual([]);
    },
  );

  test(
    "nothing is pinned while a part of the call is covered",
    heldBy("app/lesson/stage-state.test.ts"),
    async ({ lab, page }) => {
      await goTo(page, "/lesson/where-2-66-ms-go");
      await expect(stage(page).getByRole("button", { name: "Pin", exact: true })).toBeDisabled();
      expect(lab.complaints).toEqual([]);
    },
  );
});
