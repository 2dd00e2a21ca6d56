/** Nothing runs out of the page, is cut, or covers something else, from a small phone to a desk. */
import type { Page } from "@playwright/test";
import { expect, test, THEMES } from "./lab.ts";

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
] as const;

/** Texts that are cut off, run out of the page, or lie over one another. */
function badTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    interface Piece {
      readonly text: string;
      readonly box: DOMRect;
    }
    const shown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest(".vh, .skip, [aria-hidden='true'], .dock, option") === null &&
      getComputedStyle(element).clipPath === "none";
    /** What a list that scrolls leaves to see of a box inside it. */
    const visiblePart = (box: DOMRect, element: Element): DOMRect => {
      let { left, top, right, bottom } = box;
      for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        const frame = at.getBoundingClientRect();
        if (overflowX !== "visible") [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        if (overflowY !== "visible") [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    const pieces: Piece[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (element === null || text === "" || !shown(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const whole of range.getClientRects()) {
        const box = visiblePart(whole, element);
        if (box.width > 1 && box.height > 1) pieces.push({ text, box });
      }
    }
    const problems: string[] = [];
    for (const { text, box } of pieces) {
      if (box.left < -1 || box.right > document.documentElement.clientWidth + 1)
        problems.push(`out of the page: ${text}`);
    }
    for (const element of document.querySelectorAll("button, label, th, td, h1, h2, a, legend")) {
      if (shown(element) && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) {
        const { overflowX } = getComputedStyle(element);
        if (overflowX !== "visible") problems.push(`cut: ${element.textContent}`);
      }
    }
    // Leading makes neighbouring lines touch; letters overlap only where the middles of two lines meet.
    const inner = (box: DOMRect) => ({
      x0: box.left + 1,
      x1: box.right - 1,
      y0: box.top + box.height * 0.3,
      y1: box.bottom - box.height * 0.3,
    });
    const boxes = pieces.map(({ text, box }) => ({ text, ...inner(box) })).sort((a, b) => a.y0 - b.y0);
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        if (b.y0 > a.y1) break;
        if (a.x0 < b.x1 && b.x0 < a.x1) problems.push(`overlap: ${a.text} / ${b.text}`);
      }
    }
    return problems;
  });
}

for (const colorScheme of THEMES) {
  for (const viewport of SIZES) {
    test.describe(`${viewport.width} ${colorScheme}`, () => {
      test.use({ colorScheme, viewport });
      test(`the bench fits ${viewport.width} px, ${colorScheme}`, async ({ lab, page }) => {
        for (const link of [
          "firefly/null",
          "firefly/max-result?threads=8&networkMbps=1000&segment=shared&fault=drop+call%232",
        ]) {
          await lab.open(link);
          await lab.ready();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
          expect(await badTexts(page)).toEqual([]);
        }
        await lab.exportButton().click();
        await expect(page.getByRole("region", { name: "Export" })).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
        expect(await badTexts(page)).toEqual([]);
      });
    });
  }
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

test("loading moves nothing: the layout shifts by at most 0.02", async ({ lab, page }) => {
  await page.addInitScript(() => {
    const entries: { value: number; hadRecentInput: boolean }[] = [];
    Object.assign(window, { shifts: entries });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) entries.push(entry as unknown as (typeof entries)[number]);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await lab.open();
  await lab.ready();
  const shift = await page.evaluate(() => {
    const { shifts } = window as unknown as { shifts: { value: number; hadRecentInput: boolean }[] };
    return shifts.filter((entry) => !entry.hadRecentInput).reduce((sum, entry) => sum + entry.value, 0);
  });
  expect(shift).toBeLessThanOrEqual(0.02);
});

test("all scripts before the page is usable weigh at most 180 KB compressed", async ({ lab, page }) => {
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
  expect(total).toBeLessThanOrEqual(180 * 1024);
});
