/** The page keeps its layout while it loads and when its theme changes. places.spec.ts looks at every state. */
import type { Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { COMES_AT_REST, drawn, LESSON_STEPS } from "./places.ts";

test("the theme button changes the colours and the choice outlives the page", async ({ lab, page }) => {
  await lab.open();
  const paper = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.reload();
  await lab.ready();
  expect(await paper()).toBe(dark);
});

/** Loads a place by itself, and sums how far its parts moved while it came. */
async function shiftOf(page: Page, place: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(`./#${place}`);
  await drawn(page);
  return page.evaluate(() => {
    const { shifts } = window as unknown as { shifts: { value: number; hadRecentInput: boolean }[] };
    return shifts.filter((entry) => !entry.hadRecentInput).reduce((sum, entry) => sum + entry.value, 0);
  });
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 412, height: 823 },
]) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport });
    test(`loading moves nothing at ${viewport.width} px: the layout shifts by at most 0.02`, async ({ page }) => {
      await page.addInitScript(() => {
        const entries: { value: number; hadRecentInput: boolean }[] = [];
        Object.assign(window, { shifts: entries });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) entries.push(entry as unknown as (typeof entries)[number]);
        }).observe({ type: "layout-shift", buffered: true });
      });
      const lessons = LESSON_STEPS.filter((place) => !place.includes("?"));
      for (const place of ["/", ...lessons, "/bench/firefly/null", "/papers/firefly/table-i", "/reference/machines"]) {
        expect.soft(await shiftOf(page, place), place).toBeLessThanOrEqual(0.02);
      }
    });
  });
}

/**
 * The bench fetches one system and shows every figure at once; the limit that a reader meets first, that
 * of the first lesson, is in bytes.spec.ts.
 */
test("all scripts of the bench weigh at most 290 KiB compressed", async ({ lab, page }) => {
  const { gzipSync } = await import("node:zlib");
  const sizes = new Map<string, number>();
  page.on("response", async (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (type.includes("javascript") && !COMES_AT_REST.test(response.url()))
      sizes.set(response.url(), gzipSync(await response.body()).length);
  });
  await lab.open();
  await lab.ready();
  await page.waitForLoadState("networkidle");
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThanOrEqual(290 * 1024);
});
