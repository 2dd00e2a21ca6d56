/**
 * How long a reader waits for the chart after changing a parameter, in a browser: until each of its points is drawn
 * anew from one run, and until all its runs are done. For the first experiment of every written lesson, on the bench.
 */
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { drawn, FIRST_EXPERIMENTS } from "../../e2e/places.ts";
import { itemAt } from "../kernel/reads.ts";
import { root } from "./bootstrap.mjs";
import { findBrowser, thisMachine } from "./browser.ts";
import { serve } from "./serve.mjs";

/** Speeds of the network to enter: each gives another chart. The first also starts Python and is not counted. */
const SPEEDS = ["20", "30", "40", "50", "60", "70", "80", "90"];
const PATIENCE = 30_000; // milliseconds

/** From the reader's Enter, in milliseconds. */
interface Wait {
  readonly redrawn: number;
  readonly whole: number;
}

/** Runs in the page: notes when Enter is pressed, when the simulated points differ, and when nothing is pending. */
const WATCH = `(() => {
  const points = () => [...document.querySelectorAll(".chart-simulated path, .chart-simulated polygon")]
    .map((mark) => mark.outerHTML).join();
  const before = points();
  window.chartWait = new Promise((resolve) => {
    addEventListener("keydown", () => {
      const start = performance.now();
      let redrawn = null;
      const poll = () => {
        if (redrawn === null && points() !== before) redrawn = performance.now() - start;
        if (redrawn === null || document.querySelector(".chart.pending") !== null) requestAnimationFrame(poll);
        else resolve({ redrawn, whole: performance.now() - start });
      };
      requestAnimationFrame(poll);
    }, { capture: true, once: true });
  });
})()`;

async function waitOf(page: Page, speed: string): Promise<Wait> {
  const field = page.getByRole("textbox", { name: "Network speed", exact: true });
  await field.fill(speed);
  await page.evaluate(WATCH);
  await field.press("Enter");
  const wait = await page.evaluate<Wait>("window.chartWait");
  await drawn(page, PATIENCE);
  return wait;
}

/** Unfolds the groups of parameters, so that each has its field. */
async function openGroups(page: Page): Promise<void> {
  const folded = page.locator("#settings .param-group h3 button[aria-expanded=false]");
  while ((await folded.count()) > 0) await folded.first().click();
}

const middle = (numbers: readonly number[]): number =>
  itemAt(
    numbers.toSorted((a, b) => a - b),
    numbers.length >> 1,
    "measurement",
  );
const span = (numbers: readonly number[]): string =>
  `${middle(numbers).toFixed(0)} ms (${Math.min(...numbers).toFixed(0)} to ${Math.max(...numbers).toFixed(0)})`;

/** One line an experiment: median, least and most. Throws where there is no browser. */
export async function chartLatency(): Promise<readonly string[]> {
  const found = findBrowser(thisMachine(chromium.executablePath()));
  if (typeof found === "string") throw new Error(found);
  const site = await serve(join(root, "dist"), { host: "localhost", port: 0, strict: true });
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : []; // Chromium refuses its sandbox to root
  const browser = await chromium.launch({ executablePath: found.path, args });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    page.setDefaultTimeout(PATIENCE);
    const lines: string[] = [];
    for (const experiment of FIRST_EXPERIMENTS) {
      await page.goto(`${site.url}#/bench/${experiment}`);
      await drawn(page, PATIENCE);
      await openGroups(page);
      const waits: Wait[] = [];
      for (const speed of SPEEDS) waits.push(await waitOf(page, speed));
      const counted = waits.slice(1);
      const [redrawn, whole] = [counted.map((wait) => wait.redrawn), counted.map((wait) => wait.whole)];
      lines.push(`${experiment}: chart redrawn after ${span(redrawn)}, all of its runs done after ${span(whole)}`);
    }
    return lines;
  } finally {
    await browser.close();
    await site.close();
  }
}
