/** A link that locks faults and parameters binds the reader: every step of a lesson has its own stage all the same. */
import type { Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { AUDIT, goTo, heldBy, LOOKS_AT_ALL, WRITTEN } from "./places.ts";
import { until } from "./until.ts";

/** `npm run audit` sets every lock, `npm test` the strictest. */
const LOCKS = LOOKS_AT_ALL ? ["", "faults", "parameters", "parameters,faults"] : ["parameters,faults"];

/** A lesson whose steps differ in faults; those of others differ in rules left out and in experiments. */
const SAMPLE = ["exactly-once"];

const withLock = (slug: string, step: number, lock: string): string =>
  `/lesson/${slug}?step=${step}${lock === "" ? "" : `&lock=${lock}`}`;

/** The step is on the page, and its stage is at the step’s own run. */
async function standsAt(page: Page, place: number, of: number, way: string): Promise<void> {
  await expect(page.locator(".prose .steps span"), way).toHaveText(`${place} of ${of}`);
  await until(page, () => document.querySelector(".stage .head h2") !== null);
  await expect(page.getByRole("button", { name: "Back to the step" }), `${way}: step ${place}`).toHaveCount(0);
  await expect(page.locator(".changed"), `${way}: step ${place}`).toHaveCount(0);
  const notices = page.getByRole("status", { name: "Notices" }).locator(".notice");
  await expect(notices, `${way}: step ${place}`).toHaveCount(0);
}

const goOn = (page: Page, name: "Next" | "Back"): Promise<void> =>
  page.locator(".prose .pn").getByRole("button", { name, exact: true }).click();

for (const { slug, steps } of WRITTEN) {
  test(
    `${slug}: under every lock each step has its own stage, by Next, Back and reload`,
    {
      ...(SAMPLE.includes(slug) ? {} : AUDIT),
    },
    async ({ lab, page }) => {
      for (const lock of LOCKS) {
        await goTo(page, withLock(slug, 1, lock));
        for (let place = 1; place <= steps.length; place++) {
          await standsAt(page, place, steps.length, `lock=${lock}, by Next`);
          if (place < steps.length) await goOn(page, "Next");
        }
        await page.reload();
        for (let place = steps.length; place >= 1; place--) {
          await standsAt(page, place, steps.length, `lock=${lock}, by Back`);
          if (place > 1) await goOn(page, "Back");
        }
        await page.goto("./#/reference/keys");
      }
      expect(lab.complaints).toEqual([]);
    },
  );
}

test("a locked checkpoint can be passed: its own fields are open, and no others", async ({ lab, page }) => {
  await goTo(page, withLock("exactly-once", 6, "parameters,faults"));
  const parts = page.locator(".part-check");
  const desk = page.locator(".stage-desk");
  const solved = async (nth: number, line: string): Promise<void> => {
    for (const old of await desk.getByRole("button", { name: /^Remove/ }).all()) await old.click();
    await desk.getByLabel("Faults of the run").fill(line);
    await desk.getByRole("button", { name: "Add", exact: true }).click();
    await parts.nth(nth).getByRole("button", { name: "Submit" }).click();
    await expect(parts.nth(nth).locator(".verdict", { hasText: /^Passed$/ })).toBeVisible();
  };
  await solved(1, "crash server at 600us");
  await solved(0, "crash server at 300us");
  await page.getByRole("button", { name: "Parameters and faults" }).click();
  await expect(page.getByRole("textbox", { name: "Calls", exact: true })).toBeDisabled();
  await expect(page.locator(".notice")).toHaveCount(0);
  expect(lab.complaints).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test(
    "1.2 keeps its stages under both locks",
    heldBy("app/lab/locks.test.ts", "app/lesson/stage-state.test.ts"),
    async ({ page }) => {
      const { steps } = WRITTEN.find(({ slug }) => slug === "exactly-once") ?? { steps: [] };
      await goTo(page, withLock("exactly-once", 1, "parameters,faults"));
      const dock = page.getByRole("group", { name: "Parts of the lesson" });
      for (let place = 1; place <= steps.length; place++) {
        await standsAt(page, place, steps.length, "on a phone");
        if (place < steps.length) await dock.getByRole("button", { name: "Next" }).tap();
      }
    },
  );
});
