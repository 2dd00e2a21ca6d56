/** Nothing runs out of the page, is cut, or covers something else, in any place, from a small phone to a desk. */
import type { Page } from "@playwright/test";
import { expect, test, THEMES } from "./lab.ts";
import { BENCHES, drawn, HOME, LESSON_STEPS, LOOKED_AT_PAPERS, REFERENCE } from "./places.ts";
import { atPlace, BENCH_STATES, DIALOGS, enter, HOME_STATES, inParts, LESSON_STATES } from "./states.ts";
import type { State } from "./states.ts";
import { badTexts, sideways } from "./text-boxes.ts";

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
] as const;

/** Everything that is wrong with the page as it stands, at each size and in each theme. */
async function problems(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await drawn(page);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await drawn(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      const all = [
        ...(wide > size.width ? [`the page is ${wide} px wide`] : []),
        ...(await badTexts(page)),
        ...(await sideways(page)).map((one) => `moves sideways: ${one}`),
      ];
      found.push(...all.map((problem) => `${size.width} ${colorScheme}: ${problem}`));
    }
  }
  return found;
}

const GROUPS: Readonly<Record<string, readonly State[]>> = {
  "the course and its states": [...HOME.map(atPlace), ...HOME_STATES],
  "every step of the lessons": LESSON_STEPS.map(atPlace),
  "the lessons' questions, answered well and badly": LESSON_STATES,
  "the bench, also changed, broken, compared": [...BENCHES.map(atPlace), ...BENCH_STATES, ...DIALOGS],
  "the papers": LOOKED_AT_PAPERS.map(atPlace),
  "the reference": REFERENCE.map(atPlace),
};

for (const [what, states] of inParts(GROUPS)) {
  test(`all text of ${what} fits 320 to 1440 px, light and dark`, async ({ lab, page }) => {
    test.setTimeout(300_000);
    expect(lab.complaints).toEqual([]);
    for (const state of states) {
      await enter(page, state);
      expect.soft(await problems(page), state.name).toEqual([]);
    }
  });
}

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
test("all scripts of the bench weigh at most 232 KiB compressed", async ({ lab, page }) => {
  const { gzipSync } = await import("node:zlib");
  const sizes = new Map<string, number>();
  page.on("response", async (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (type.includes("javascript")) sizes.set(response.url(), gzipSync(await response.body()).length);
  });
  await lab.open();
  await lab.ready();
  await page.waitForLoadState("networkidle");
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThanOrEqual(232 * 1024);
});
