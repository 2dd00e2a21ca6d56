/** axe finds nothing on a phone with its menu open, nor while a long run is going. Other states: places.spec.ts. */
import { axeProblems } from "./axe.ts";
import { expect, test, THEMES } from "./lab.ts";
import { AUDIT, BENCHES, LESSON_STEPS, LOOKED_AT_PAPERS, LOOKS_AT_ALL } from "./places.ts";
import { atPlace, enter } from "./states.ts";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 3200 }, hasTouch: true });
  test("axe finds nothing on the places in one column, with their docks and menus", async ({ page }) => {
    const [lesson = "", bench = "", paper = ""] = [LESSON_STEPS[1], BENCHES[0], LOOKED_AT_PAPERS[1]];
    const others = [
      paper,
      "/reference/protocols?entry=tcp",
      "/write/2",
      "/numbers",
      "/capture?example=twice",
      "/traces?example=chain",
    ];
    for (const place of ["/", lesson, bench, ...(LOOKS_AT_ALL ? others : [])]) {
      await enter(page, atPlace(place));
      // The menu is the same everywhere: opened on the first page, closed on the next, whose buttons its edge may cut.
      if (place === "/" || place === lesson) await page.getByRole("button", { name: "Menu", exact: true }).tap();
      // Its colours are those of the same place on a desk, which places.spec.ts looks at in both themes.
      expect.soft(await axeProblems(page, LOOKS_AT_ALL ? THEMES : ["light"]), place).toEqual([]);
    }
  });
});

test("axe finds nothing while a long run is going, light and dark", AUDIT, async ({ lab, page }) => {
  await lab.open();
  await lab.field("Calls").fill("100000");
  await lab.field("Calls").press("Enter");
  await expect(page.getByRole("progressbar", { name: "Running the calls" })).toBeVisible();
  await expect(page.locator(".stale").first()).toHaveCSS("opacity", "0.4"); // it fades in only after a while
  expect(await axeProblems(page)).toEqual([]);
});
