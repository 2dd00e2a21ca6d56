/**
 * Measures how long a reader waits after a change of a parameter, in a browser: until the timeline is drawn anew, and
 * until all runs of the chart are done. At every set-up of every lesson, on the bench, where all figures stand.
 */
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";
import { itemAt, present } from "../kernel/reads.ts";
import { root } from "./bootstrap.mjs";
import { findBrowser, thisMachine } from "./browser.ts";
import { lessonChanges } from "./lesson-changes.ts";
import type { Change, ChangedSetup } from "./lesson-changes.ts";
import { serve } from "./serve.mjs";
import { tasksOf } from "./thread-times.ts";

/** The limits that the page promises, of the 90th of 100 changes, in milliseconds. */
const TIMELINE_MS = 100;
const CHART_MS = 1000;
const SHARE = 0.9;
const PATIENCE_MS = 60_000;
/** The best of so many attempts counts: a shared processor is slower at times. */
const ATTEMPTS = 3;
/** So many of the slowest are named. */
const NAMED = 8;

/** From the reader's Enter, in milliseconds. */
interface Wait {
  readonly name: string; // "relay 3 (flexrpc/multicast), Datagram = 1200"
  readonly redrawn: number;
  readonly whole: number | null; // null where the chart needed no run
  /** Processor time until the timeline was there, of the page's own thread and of its workers. */
  readonly page: number;
  readonly workers: number;
}

/**
 * Runs before the page: notes when a timeline of another run is painted. Nothing is kept for offline: that takes a
 * processor in the first seconds of a first visit.
 */
const HOOK = `(() => {
  localStorage.setItem("roundtrip-offline", "no");
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    if (this.canvas.closest(".tl-figure") !== null && window.roundtrip?.drawnHash() !== window.hashBefore)
      window.paintedAt = performance.now();
    return clear.apply(this, box);
  };
})()`;

/** Runs in the page: looks after every frame whether the timeline is drawn, and whether the chart waits for nothing. */
const WATCH = `(() => {
  window.hashBefore = window.roundtrip.drawnHash();
  window.paintedAt = -1;
  const afterFrame = (look) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = look;
    port2.postMessage(null);
  });
  window.wait = new Promise((resolve) => {
    addEventListener("keydown", () => {
      performance.mark("changed");
      const start = performance.now();
      let redrawn = null;
      afterFrame(function look() {
        if (redrawn === null && window.paintedAt > start) {
          redrawn = performance.now() - start;
          performance.mark("redrawn");
        }
        if (redrawn === null || document.querySelector(".chart.pending") !== null) return afterFrame(look);
        resolve({ redrawn, whole: performance.now() - start });
      });
    }, { capture: true, once: true });
  });
})()`;

async function waitOf(page: Page, { label, value }: Change): Promise<Pick<Wait, "redrawn"> & { whole: number }> {
  const field = page.locator("#settings").getByRole("textbox", { name: label, exact: true });
  await field.fill(String(value));
  await page.evaluate(WATCH);
  await field.press("Enter");
  const wait = await page.evaluate<{ redrawn: number; whole: number }>("window.wait");
  await settled(page);
  return wait;
}

/** Waits until run, sweep and model are there and nothing of the page waits to be drawn. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction("window.roundtrip?.ready() === true", undefined, { timeout: PATIENCE_MS });
  await page.waitForFunction("document.querySelector('.stale, [aria-busy=true]') === null");
}

/** Unfolds the groups of parameters, so that each has its field. */
async function openGroups(page: Page): Promise<void> {
  const folded = page.locator("#settings .param-group h3 button[aria-expanded=false]");
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Makes the changes of a set-up on a page of its own. */
async function waitsAt(browser: Browser, url: string, setup: ChangedSetup): Promise<readonly Wait[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  page.setDefaultTimeout(PATIENCE_MS);
  try {
    await page.addInitScript(HOOK);
    await page.goto(`${url}#${setup.address}`);
    await settled(page);
    await openGroups(page);
    await browser.startTracing(page, {
      categories: ["toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing"],
    });
    const waits: Pick<Wait, "redrawn" | "whole" | "name">[] = [];
    for (const change of setup.changes) {
      const { redrawn, whole } = await waitOf(page, change);
      const name = `${setup.name}, ${change.label} = ${change.value}`;
      waits.push({ name, redrawn, whole: change.sweeps ? whole : null });
    }
    const times = tasksOf(await browser.stopTracing(), "changed", "redrawn");
    return waits.map((wait, i) => ({ ...wait, ...itemAt(times, i, "stretch of the trace") }));
  } finally {
    await page.close();
  }
}

const isSlow = ({ redrawn, whole }: Wait): boolean => redrawn > TIMELINE_MS || (whole !== null && whole > CHART_MS);

/** The quicker of two attempts at the same change, time by time. */
const quicker = (a: Wait, b: Wait | undefined): Wait =>
  b === undefined
    ? a
    : {
        ...(a.redrawn < b.redrawn ? a : b),
        whole: a.whole === null || b.whole === null ? null : Math.min(a.whole, b.whole),
      };

/** The value that nine of ten do not pass. */
function ninth(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return itemAt(sorted, Math.ceil(SHARE * sorted.length) - 1, "time");
}

/** Every set-up's waits, each the best of its attempts. */
async function allWaits(browser: Browser, url: string): Promise<readonly Wait[]> {
  const all: Wait[] = [];
  const setups = lessonChanges();
  for (const [k, setup] of setups.entries()) {
    console.error(`set-up ${k + 1} of ${setups.length}: ${setup.name}`);
    let best: readonly Wait[] = [];
    for (let i = 0; i < ATTEMPTS && (i === 0 || best.some(isSlow)); i++) {
      const waits = await waitsAt(browser, url, setup);
      best = waits.map((wait, k) => quicker(wait, best[k]));
    }
    all.push(...best);
  }
  return all;
}

const ms = (time: number): string => `${time.toFixed(0)} ms`;

/** The lines on the waits: both sums, then the slowest by name. */
function linesOn(waits: readonly Wait[]): readonly string[] {
  const charts = waits.flatMap(({ name, whole }) => (whole === null ? [] : [{ name, whole }]));
  const slowest = waits.toSorted((a, b) => b.redrawn - a.redrawn).slice(0, NAMED);
  const longest = charts.toSorted((a, b) => b.whole - a.whole).slice(0, NAMED);
  const [redrawn, whole] = [ninth(waits.map((wait) => wait.redrawn)), ninth(charts.map((wait) => wait.whole))];
  const [page, workers] = [ninth(waits.map((wait) => wait.page)), ninth(waits.map((wait) => wait.workers))];
  return [
    `timeline redrawn: ${ms(redrawn)} for the ${100 * SHARE}th of 100 changes, want ${ms(TIMELINE_MS)}` +
      ` (processor time ${ms(page)} of the page, ${ms(workers)} of its workers; ${waits.length} changes)`,
    `chart whole: ${ms(whole)} for the ${100 * SHARE}th of 100 changes, want ${ms(CHART_MS)}` +
      ` (${charts.length} changes)`,
    ...slowest.map((one) => `  ${one.name}: timeline ${ms(one.redrawn)} (${ms(one.page)} + ${ms(one.workers)})`),
    ...longest.map((one) => `  ${one.name}: chart ${ms(one.whole)}`),
  ];
}

/** Throws where one of the limits is passed, and where there is no browser. */
export async function chartLatency(): Promise<readonly string[]> {
  const found = findBrowser(thisMachine(chromium.executablePath()));
  if (typeof found === "string") throw new Error(found);
  const site = await serve(join(root, "dist"), { host: "localhost", port: 0, strict: true });
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : []; // Chromium refuses its sandbox to root
  const browser = await chromium.launch({ executablePath: found.path, args });
  try {
    const waits = await allWaits(browser, site.url);
    const lines = linesOn(waits);
    const charts = present(waits, ({ whole }) => whole);
    if (ninth(waits.map(({ redrawn }) => redrawn)) > TIMELINE_MS || ninth(charts) > CHART_MS)
      throw new Error(lines.join("\n  "));
    return lines;
  } finally {
    await browser.close();
    await site.close();
  }
}
