/** The page keeps its layout while it loads and when its theme changes. places.spec.ts looks at every state. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { TURN_WIDTH } from "../app/figure/description.ts";
import { findLesson } from "../lessons/course.ts";
import { expect, test } from "./lab.ts";
import { AUDIT, COMES_AT_REST, drawn, LESSON_STEPS, LOOKS_AT_ALL, WRITTEN } from "./places.ts";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));

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

/** A reader who has begun every lesson: each opens with questions from memory. */
const BEGUN = JSON.stringify({
  ...{ format: "roundtrip-answers", version: 1 },
  lessons: Object.fromEntries(WRITTEN.map(({ slug }, i) => [slug, { turn: i + 1, at: 1 }])),
});

/** Loads a place for a reader with such a record, and sums how far its parts moved while it came. */
async function shiftOf(page: Page, place: string, record: string | null): Promise<number> {
  if (page.url() === "about:blank") await page.goto("./");
  await page.evaluate((record) => {
    localStorage.clear();
    if (record !== null) localStorage.setItem("roundtrip-answers", record);
  }, record);
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
    const title = `loading moves nothing at ${viewport.width} px: the layout shifts by at most 0.02`;
    test(title, viewport.width === 412 ? {} : AUDIT, async ({ page }) => {
      await page.addInitScript(() => {
        const entries: { value: number; hadRecentInput: boolean }[] = [];
        Object.assign(window, { shifts: entries });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) entries.push(entry as unknown as (typeof entries)[number]);
        }).observe({ type: "layout-shift", buffered: true });
      });
      const all = LESSON_STEPS.filter((place) => !place.includes("?"));
      const lessons = LOOKS_AT_ALL ? all : all.filter((_, i) => i % 14 === 0); // of all parts of the course
      for (const place of [
        "/",
        ...lessons,
        "/bench/firefly/null",
        "/papers/firefly/table-i",
        "/reference/machines?entry=Firefly",
      ]) {
        expect.soft(await shiftOf(page, place, null), place).toBeLessThanOrEqual(0.02);
      }
      const opened = WRITTEN.filter((_, i) => i > 0 && (LOOKS_AT_ALL || i % 14 === 1)).map(({ slug }) => slug);
      for (const slug of opened) {
        const said = `${slug}, with questions from memory`;
        expect.soft(await shiftOf(page, `/lesson/${slug}`, BEGUN), said).toBeLessThanOrEqual(0.02);
        await expect.soft(page.locator("section.retrieval"), said).toBeVisible();
      }
    });
  });
}

/**
 * The bench fetches one system and shows every figure at once; the limit that a reader meets first, that
 * of the first lesson, is in bytes.spec.ts. About 5 KiB came with one hand, one placer of names and one drawing for
 * both directions; about 3 with the crowd over time, the words of the export and the questions of today; about 4 with
 * the doors of the first screen, figures that follow the reader’s size of text, and faults with an end; about 1 with
 * one part for names side by side and several machines that call one server.
 */
test("all scripts of the bench weigh at most 370 KiB compressed", async ({ lab, page }) => {
  const urls = new Set<string>();
  page.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (type.includes("javascript") && !COMES_AT_REST.test(response.url())) urls.add(response.url());
  });
  await lab.open();
  await lab.ready();
  await page.waitForLoadState("networkidle");
  const files = [...urls].map((url) => new URL(url).pathname);
  const sizes = files.map((file) => gzipSync(readFileSync(join(DIST, file))).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(10_000);
  expect(total, files.join(" ")).toBeLessThanOrEqual(370 * 1024);
});

/** The widest bar to scroll by that browsers draw: Firefox on Windows. This browser lays its own over the page. */
const SCROLL_BAR = 17;

test("three columns leave the timeline the room to run from left to right, beside a bar to scroll by", async ({
  lab,
  page,
}) => {
  await page.setViewportSize({ width: 1434, height: 900 });
  await lab.open();
  await page.evaluate((width) => (document.documentElement.style.paddingRight = `${width}px`), SCROLL_BAR);
  const [side, timeline] = [page.locator(".bench > .side"), page.getByRole("group", { name: "Timeline figure" })];
  const top = (one: Locator): Promise<number> => one.evaluate((element) => element.getBoundingClientRect().top);
  expect(await top(side), "the chart beside the figures").toBeLessThan(await top(timeline));
  expect(await timeline.evaluate((figure) => figure.clientWidth)).toBeGreaterThanOrEqual(TURN_WIDTH);
});

test("the first button of the course fits its column, whatever lesson and step a reader was at last", async ({
  page,
}) => {
  await page.goto("./#/");
  const first = page.locator(".home-head .lede .btn.primary");
  await expect(first).toHaveText(/^Begin: /);
  for (const { slug, steps } of WRITTEN.filter((_, i) => LOOKS_AT_ALL || i % 5 === 0)) {
    const record = { turn: 1, at: steps.length };
    await page.evaluate(
      (newValue) => {
        localStorage.setItem("roundtrip-answers", newValue); // as another tab does
        window.dispatchEvent(new StorageEvent("storage", { key: "roundtrip-answers", newValue }));
      },
      JSON.stringify({ format: "roundtrip-answers", version: 1, lessons: { [slug]: record } }),
    );
    await expect(first).toHaveText(`Continue: ${findLesson(slug)?.lesson.title ?? slug}, step ${steps.length}`);
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      // The picture beside it takes its new width with the next drawing.
      const over = () =>
        first.evaluate((button) => {
          const column = button.closest(".lede") ?? document.body;
          const words = document.createRange();
          words.selectNodeContents(button);
          const [box, text] = [button.getBoundingClientRect(), words.getBoundingClientRect()];
          const { documentElement: page } = document;
          return {
            button: Math.max(0, box.right - column.getBoundingClientRect().right),
            text: Math.max(0, text.right - box.right, box.left - text.left, text.bottom - box.bottom),
            page: page.scrollWidth - page.clientWidth,
          };
        });
      await expect.poll(over, `${slug} at ${width} px`).toEqual({ button: 0, text: 0, page: 0 });
    }
  }
});
