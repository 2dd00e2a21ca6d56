/** Labels of figures are at least 12 px, on canvases, in SVG and in the tables and lists beside them. */
import type { Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { drawn, goTo, LOOKED_AT_BENCHES, LOOKED_AT_STEPS, LOOKS_AT_ALL } from "./places.ts";

const LEAST = 12;

/** Keeps the smallest font of each text that a canvas has drawn: what is drawn on it cannot be asked for later. */
const LISTEN = `
  window.drawnFonts = new Map();
  for (const name of ["fillText", "strokeText"]) {
    const draw = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (text, ...place) {
      const size = parseFloat(/([0-9.]+)px/.exec(this.font)?.[1] ?? "0");
      window.drawnFonts.set(text, Math.min(size, window.drawnFonts.get(text) ?? Infinity));
      return draw.call(this, text, ...place);
    };
  }`;

/** Texts that are seen and smaller than the least: on canvases, and in the page's figures, as large as they appear. */
async function smallLabels(page: Page): Promise<readonly string[]> {
  return page.evaluate((least) => {
    const drawn = (window as unknown as { drawnFonts: Map<string, number> }).drawnFonts;
    const small = [...drawn].filter(([, size]) => size < least).map(([text, size]) => `${text}: ${size}, on a canvas`);
    const roots = [...document.querySelectorAll("#stage, #figures, .side, .settings")];
    for (const root of roots) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = (node.textContent ?? "").trim();
        const holder = node.parentElement;
        if (text === "" || holder === null || !holder.checkVisibility()) continue;
        const svg = holder instanceof SVGGraphicsElement ? holder.getScreenCTM() : null;
        const size = parseFloat(getComputedStyle(holder).fontSize) * (svg === null ? 1 : Math.hypot(svg.a, svg.b));
        if (size > 0 && size < least - 0.01) small.push(`${text}: ${size}`);
      }
    }
    return small;
  }, LEAST);
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

test("no label of a stage or of the bench is smaller than 12 px, at 1440 and at 390 px", async ({ lab, page }) => {
  await page.addInitScript(LISTEN);
  // Every sixth of those that places.spec.ts opens; `npm run audit` takes all.
  const places = [...LOOKED_AT_STEPS, ...LOOKED_AT_BENCHES].filter((_, i) => LOOKS_AT_ALL || i % 6 === 0);
  for (const place of places) {
    await goTo(page, place);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await drawn(page);
      expect(await smallLabels(page), `${place} at ${size.width} px`).toEqual([]);
    }
  }
  const count = await page.evaluate("window.drawnFonts.size");
  expect(count, "texts that canvases have drawn").toBeGreaterThan(50);
  expect(lab.complaints).toEqual([]);
});
