/** Parts of a checkpoint keep their settings, and what the reader is told or asked to do stands in view. */
import type { Locator } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { AUDIT, goTo, heldBy } from "./places.ts";

/** Whether all of an element is between the head and the row with Back and Next, or the dock of a phone. */
const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    const feet = [".prose .pn", ".lesson-dock"].map((foot) => document.querySelector(foot)?.getBoundingClientRect());
    const floor = feet.find((foot) => foot !== undefined && foot.height > 0)?.top ?? window.innerHeight;
    return top >= 0 && bottom <= floor + 1;
  });

test("5.1: both parts are set, then submitted, in any order: each is judged as it was set", async ({ lab, page }) => {
  await goTo(page, "/lesson/parallel-or-serial?step=6");
  const fields = [18_432, 16_384].map((size, i) => ({
    size: size.toLocaleString("en-US"),
    field: page.getByRole("textbox", { name: `Argument to ${i === 0 ? "three" : "seven"} callees` }),
    part: page.locator(".part-check").nth(i),
  }));
  for (const { field, size } of fields) {
    await field.fill(size.replace(",", ""));
    await field.press("Enter");
  }
  for (const { part } of fields) {
    await part.getByRole("button", { name: "Submit" }).click();
    await expect(part.locator(".verdict", { hasText: /^Passed$/ })).toBeVisible();
    for (const { field, size } of fields) await expect(field).toHaveValue(size);
  }
  expect(lab.complaints).toEqual([]);
});

test(
  "1.3: a task of one fault line has one: a new line takes the place of the one before",
  heldBy("app/lab/store.test.ts"),
  async ({ page }) => {
    await goTo(page, "/lesson/slow-is-not-dead?step=6");
    const desk = page.locator(".stage-desk");
    for (const line of ["crash server at 10min", "crash server at 41min"]) {
      await desk.getByLabel("Faults of the run").fill(line);
      await desk.getByRole("button", { name: "Add", exact: true }).click();
      await expect(desk.locator("li code")).toHaveText([line]);
    }
  },
);

for (const [width, height] of [
  [1366, 768],
  [390, 844],
] as const) {
  test(
    `the task of 4.1 and the reply of 1.1 stand in view at ${width} by ${height}`,
    width === 390 ? {} : AUDIT,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await goTo(page, "/lesson/callback");
      expect(await isInView(page.locator(".lesson .action"))).toBe(true);
      await goTo(page, "/lesson/across-the-wire?step=3");
      await page.getByLabel("My guess").fill("323");
      await page.getByRole("button", { name: "Commit" }).click();
      await expect(page.locator(".predict .verdict")).toHaveText("Too low");
      await expect.poll(() => isInView(page.locator(".predict .reply"))).toBe(true);
    },
  );
}
