/** What moves on the timeline: in play what has been grows and the call is on its way; a change goes to the new run. */
import type { Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { heldBy } from "./places.ts";

const figure = (page: Page) => page.getByRole("group", { name: "Timeline figure" });
const LOST = "cedar/call?calls=1&fault=drop+result%231";

/** Pixels of a canvas that are not empty. */
const painted = (page: Page, canvas: string): Promise<number> =>
  page.locator(canvas).evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return 0;
    // A copy is read: the page's own canvas is not made for it.
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [element.width, element.height];
    const pen = copy.getContext("2d", { willReadFrequently: true });
    pen?.drawImage(element, 0, 0);
    const { data } = pen?.getImageData(0, 0, element.width, element.height) ?? { data: [] };
    let count = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i] !== 0) count++;
    return count;
  });

/** How much of the figure's right side is cut away, in px. */
const cutAway = (page: Page): Promise<number> =>
  page
    .locator(".tl-figure canvas[role=img]")
    .evaluate((canvas) =>
      Number.parseFloat(/inset\(0(?:px)? ([\d.]+)px/.exec(getComputedStyle(canvas).clipPath)?.[1] ?? "0"),
    );

/** Collects, from now on, whether the figure was ever on its way from one run to another. */
const watchMorph = (page: Page): Promise<void> =>
  figure(page).evaluate((element) => {
    new MutationObserver(() => {
      if (element.classList.contains("tl-morph")) element.dataset["morphed"] = "yes";
    }).observe(element, { attributes: true, attributeFilter: ["class"] });
  });

test("in play what is to come is faint, what has been grows, and the call moves", async ({ lab, page }) => {
  await lab.open(LOST);
  await figure(page).focus();
  await page.keyboard.press("Home");
  await expect(page.locator(".tl-to-come")).toHaveCount(0);
  await page.keyboard.press("Space");
  await expect(page.locator(".tl-to-come")).toHaveCount(1);
  await expect.poll(() => painted(page, ".tl-to-come")).toBeGreaterThan(1000);
  const first = await cutAway(page);
  expect(first).toBeGreaterThan(0);
  await expect.poll(() => cutAway(page)).toBeLessThan(first - 20);
  await expect.poll(() => painted(page, ".tl-moving")).toBeGreaterThan(60);
  await page.keyboard.press("Space");
  await expect(page.locator(".tl-to-come")).toHaveCount(0);
  expect(await cutAway(page)).toBe(0);
  await expect(page.locator(".tl-moving")).toHaveCount(1); // the call stands where it is
  await page.keyboard.press("End");
  await expect(page.locator(".tl-moving")).toHaveCount(0);
  expect(lab.complaints).toEqual([]);
});

test("a timer’s ring drains while it runs", heldBy("app/timeline/motion/motion.test.ts"), async ({ lab, page }) => {
  await lab.open("sun-rpc/call?fault=drop+reply%231");
  const ring = page.locator(".tl-handle.is-ring").first();
  await expect(ring).toBeVisible();
  const gone = (): Promise<number> => ring.evaluate((element) => Number(element.style.getPropertyValue("--gone")));
  await figure(page).focus();
  await page.keyboard.press("Home");
  expect(await gone()).toBe(0);
  await page.keyboard.press("Space");
  await expect.poll(gone).toBeGreaterThan(0);
  await page.keyboard.press("Space");
});

test("a change goes from the old run to the new one, and the handles with it", async ({ lab, page }) => {
  await lab.open("cedar/call?calls=1");
  const result = page.locator(`[data-handle="packet result#1"]`);
  const before = await result.boundingBox();
  await watchMorph(page);
  await result.focus();
  await page.keyboard.press("ArrowRight");
  await expect(figure(page)).toHaveAttribute("data-morphed", "yes");
  await expect(figure(page)).not.toHaveClass(/tl-morph/);
  await expect.poll(async () => (await result.boundingBox())?.x).not.toBe(before?.x);
  expect(lab.complaints).toEqual([]);
});

test.describe("where less motion is wanted", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test(
    "a change cuts, and rings mark what has changed for a while",
    heldBy("app/timeline/motion/motion.test.ts"),
    async ({ lab, page }) => {
      await lab.open("cedar/call?calls=1");
      const ground = ".tl-figure canvas[role=img]";
      await watchMorph(page);
      await page.locator(`[data-handle="packet result#1"]`).focus();
      await page.keyboard.press("ArrowRight");
      await lab.ran();
      const marked = await painted(page, ground);
      expect(await figure(page).getAttribute("data-morphed")).toBeNull();
      // Rings and the run before go again.
      await expect.poll(() => painted(page, ground), { timeout: 6000 }).toBeLessThan(marked);
      expect(lab.complaints).toEqual([]);
    },
  );
});
