/** The page on paper, with large text in a small window, in the system's colours, in an old browser, from the disk. */
import { pathToFileURL, fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { AUDIT, drawn, goTo, heldBy } from "./places.ts";

const BENCH = "/bench/firefly/null?calls=5&hide=model";
const LESSON = "/lesson/where-2-66-ms-go";
const PLACES = ["/", LESSON, "/bench/firefly/null?calls=5&hide=model,chart", "/papers/firefly/table-i"] as const;

/** The page as it stands on a sheet of A4: 186 mm between the margins. */
async function onPaper(page: Page): Promise<void> {
  await page.setViewportSize({ width: 703, height: 1000 });
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
}

test.describe("in a dark theme", () => {
  test.use({ colorScheme: "dark" });
  test("paper is light, and has the timeline’s bars and path, as wide as the sheet", async ({ page }) => {
    for (const place of [BENCH, LESSON]) {
      await page.emulateMedia({ media: "screen" });
      await page.setViewportSize({ width: 1280, height: 900 });
      await goTo(page, place);
      await onPaper(page);
      const figure = page.locator(".tl-figure > svg");
      await expect(figure).toBeVisible();
      expect(await figure.locator("rect").count()).toBeGreaterThan(5);
      await expect(page.locator(".tl-figure > canvas").first()).toBeHidden();
      const { x, width } = (await figure.boundingBox()) ?? { x: 0, width: Infinity };
      expect(x + width).toBeLessThanOrEqual(703);
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(paper).toMatch(/^rgb\(25\d, 25\d, 24\d\)$/);
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      await expect(figure).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBeUndefined();
    }
  });
});

test(
  "paper has the map of the campus, and all rows of what scrolls on the screen",
  heldBy("app/campus/layout.test.ts", "e2e/survives.spec.ts"),
  async ({ lab, page }) => {
    await lab.open("multirpc/call?trials=1&hide=model,chart");
    await onPaper(page);
    await expect(page.locator(".picture-map > svg")).toBeVisible();
    await expect(page.locator(".picture-map > canvas").first()).toBeHidden();
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("main *")]
        .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY) && part.checkVisibility())
        .filter((part) => part.scrollHeight > part.clientHeight + 1)
        .map((part) => part.className),
    );
    expect(cut).toEqual([]);
  },
);

test.describe("in a window of 320 by 256 px", () => {
  test.use({ viewport: { width: 320, height: 256 }, hasTouch: true });
  test("nothing is wider than the window with text doubled, no bar stays, and Next is reached", async ({ page }) => {
    for (const place of PLACES) {
      await page.goto("about:blank");
      await page.goto(`./#${place}`);
      await expect(page.locator("main h1")).toBeVisible();
      if (!place.startsWith("/papers")) await expect(page.locator(".tl-figure, .scene svg").first()).toBeVisible();
      await page.addStyleTag({ content: "html { font-size: 200% }" });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), place).toBe(320);
      const fixed = await page.evaluate(() => {
        window.scrollTo(0, 600);
        return [...document.querySelectorAll<HTMLElement>("main *, .dock, .mast")]
          .filter((part) => ["fixed", "sticky"].includes(getComputedStyle(part).position))
          .map((part) => part.getBoundingClientRect())
          .filter(({ top, bottom, width }) => width > 160 && bottom > 0 && top < 256)
          .reduce((sum, { height }) => sum + height, 0);
      });
      expect(fixed, place).toBeLessThanOrEqual(64);
    }
    await goTo(page, LESSON);
    await page.locator(".lesson-dock").getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("navigation", { name: "Steps" })).toContainText("2 of 7");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("every field has letters of 16 px, so that no phone enlarges the page there", async ({ lab, page }) => {
    await page.goto("./#/bench/firefly/null?calls=5&hide=chart");
    await lab.ran();
    await lab.openDoor();
    await expect(page.locator(".param-group").first()).toBeVisible();
    await lab.unfold();
    await expect(page.getByRole("textbox", { name: "Seed" })).toBeVisible();
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll("input[type=text], input:not([type]), input[type=search], select, textarea")].map(
        (field) => parseFloat(getComputedStyle(field).fontSize),
      ),
    );
    expect(sizes.length).toBeGreaterThan(5);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  });
});

test("in forced colours the current step, what is chosen, rails and playhead have the system’s colours", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await goTo(page, LESSON);
  const ground = (selector: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((part) => getComputedStyle(part).backgroundColor);
  const paper = await ground("body");
  for (const part of [".lesson .step-bars .now", ".seg > [aria-pressed=true]", ".tl-playhead"]) {
    expect(await ground(part), part).not.toBe(paper);
  }
  expect(await ground(".lesson .step-bars .now")).not.toBe(await ground(".lesson .step-bars i:not(.now)"));
});

test("in forced colours place, tab and main button differ from those beside them", AUDIT, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const style = (selector: string, property: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((part, name) => getComputedStyle(part).getPropertyValue(name), property);
  await goTo(page, "/");
  expect(await style(".mast nav a[aria-current]", "text-decoration-line")).toBe("underline");
  expect(await style(".mast nav a:not([aria-current])", "text-decoration-line")).toBe("none");
  expect(await style(".btn.primary", "background-color")).not.toBe(await style("body", "background-color"));
  await goTo(page, "/bench/firefly/null");
  const edge = "border-bottom-color";
  const [chosen, other] = [".bench-views button[aria-pressed=true]", ".bench-views button[aria-pressed=false]"];
  expect(await style(chosen, edge)).not.toBe(await style(other, edge));
});

test("a browser that lacks what the site needs is told which ones have it", async ({ page }) => {
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (first: string, value?: string) =>
      !first.includes(":has") && (value === undefined ? supports(first) : supports(first, value));
  });
  await page.goto("./#/reference/keys");
  await expect(page.locator("#too-old")).toBeVisible();
  await drawn(page);
});

test("opened from the disk the page says that it needs a server, and how to get one", async ({ page }) => {
  await page.goto(pathToFileURL(fileURLToPath(new URL("../dist/index.html", import.meta.url))).href);
  await expect(page.getByText("Roundtrip needs a web server")).toBeVisible();
  await expect(page.getByText("This browser is too old")).toBeHidden();
});
