/**
 * Measures what a frame of the timeline costs, in a browser: while it plays, and while all of a long trace is panned,
 * zoomed and scrubbed; also what it costs to open the trace. Times are those of processors, so that other work of the
 * machine does not count. Without a graphics card the browser draws with processors, too.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";
import { build } from "vite";
import { itemAt } from "../kernel/reads.ts";
import { root } from "./bootstrap.mjs";
import { findBrowser, thisMachine } from "./browser.ts";
import { serve } from "./serve.mjs";
import { tasksBetween, tasksOf } from "./thread-times.ts";

const FRAMES = 120;
const DRAWN_FREELY = ["--disable-frame-rate-limit", "--disable-gpu-vsync", "--enable-precise-memory-info"];
const ZOOMS_OUT = 40; // more than it takes from one call to all
const PATIENCE_MS = 300_000;
const CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing"];
const TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** The names of the runs are those of app/frames/page.tsx. */
const RUNS = ["calls", "million"] as const;

/** A screen, and what a frame may cost the page's thread there: of the middle one of all frames. */
interface Screen {
  readonly width: number;
  readonly height: number;
  readonly frameMs: number;
}
const SCREENS: readonly Screen[] = [
  { width: 1440, height: 900, frameMs: 8 },
  { width: 3840, height: 2160, frameMs: 16 },
];
const OPEN_MS = 3000;

/** The value that so large a share of all does not pass. */
const share = (numbers: readonly number[], part: number): number =>
  itemAt(
    numbers.toSorted((a, b) => a - b),
    Math.ceil(part * numbers.length) - 1,
    "measurement",
  );

const ms = (time: number): string => `${time.toFixed(1)} ms`;

interface Line {
  readonly text: string;
  readonly isSlow: boolean;
}

/** @param keys the keys to press, each for an equal part of the frames; null where the playhead is moved */
async function frameLine(page: Page, what: string, keys: readonly string[] | null, limit: number): Promise<Line> {
  const browser = page.context().browser() as Browser;
  await browser.startTracing(page, { categories: CATEGORIES });
  const act = keys === null ? `scrub(${FRAMES})` : `press(${FRAMES}, ${JSON.stringify(keys)})`;
  await page.evaluate(`window.meter.${act}`);
  const frames = tasksBetween(await browser.stopTracing(), "frame");
  const times = frames.map((frame) => frame.page);
  const middle = share(times, 0.5);
  const drawing = share(
    frames.map((frame) => frame.drawing),
    0.5,
  );
  const text =
    `${what}: ${ms(middle)} in the middle, ${ms(share(times, 0.95))} for the 95th of 100, want ${ms(limit)};` +
    ` the browser draws for ${ms(drawing)} besides`;
  return { text, isSlow: middle > limit };
}

async function openLine(page: Page, browser: Browser, url: string): Promise<Line> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.goto(url);
  await page.locator(".tl-figure").waitFor({ timeout: PATIENCE_MS });
  await page.evaluate(`${TWO_FRAMES}.then(() => performance.mark("shown"))`);
  const { page: opening } = itemAt(tasksOf(await browser.stopTracing(), "open", "shown"), 0, "stretch of the trace");
  const [packets, bytes] = await page.evaluate<[number, number]>(
    "[window.meter.packets, performance.memory.usedJSHeapSize]",
  );
  const memory = `the page’s memory ${(bytes / 1e6).toFixed(0)} MB`;
  const text = `${packets.toLocaleString("en-US")} packets open: ${ms(opening)}, want ${ms(OPEN_MS)}; ${memory}`;
  return { text, isSlow: opening > OPEN_MS };
}

async function linesOf(browser: Browser, url: string, run: string, screen: Screen): Promise<readonly Line[]> {
  const { width, height, frameMs } = screen;
  const page = await browser.newPage({ viewport: { width, height } });
  page.setDefaultTimeout(PATIENCE_MS);
  const line = (what: string, keys: readonly string[] | null): Promise<Line> =>
    frameLine(page, `  ${what}`, keys, frameMs);
  const opened = await openLine(page, browser, `${url}#${run}`);
  const lines: Line[] = [{ ...opened, text: `${width}×${height}, ${opened.text}` }];
  await page.getByRole("group", { name: "Timeline figure" }).focus();
  await page.keyboard.press("0");
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  lines.push(await line("playing a call", []));
  await page.keyboard.press("Space");
  lines.push(await line("zooming and panning within a call", ["w", "d", "a"]));
  for (let n = 0; n < ZOOMS_OUT; n++) await page.keyboard.press("s");
  lines.push(await line("zooming and panning all of it", ["w", "d", "a", "s"]));
  for (let n = 0; n < ZOOMS_OUT; n++) await page.keyboard.press("s");
  lines.push(await line("scrubbing through all of it", null));
  await page.close();
  return lines;
}

/** One line for each measurement. Throws where one passes its limit, and where there is no browser. */
export async function frameRate(): Promise<readonly string[]> {
  const found = findBrowser(thisMachine(chromium.executablePath()));
  if (typeof found === "string") throw new Error(found);
  const folder = mkdtempSync(join(tmpdir(), "roundtrip-frames-"));
  const app = join(root, "app", "frames");
  await build({ configFile: false, root: app, base: "./", logLevel: "error", build: { outDir: folder } });
  const site = await serve(folder, { host: "localhost", port: 0, strict: true });
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : []; // Chromium refuses its sandbox to root
  const browser = await chromium.launch({ executablePath: found.path, args: [...asRoot, ...DRAWN_FREELY] });
  try {
    const lines: Line[] = [];
    for (const run of RUNS)
      for (const screen of SCREENS) lines.push(...(await linesOf(browser, site.url, run, screen)));
    const texts = lines.map(({ text, isSlow }) => (isSlow ? `${text} TOO SLOW` : text));
    if (lines.some(({ isSlow }) => isSlow)) throw new Error(texts.join("\n  "));
    return texts;
  } finally {
    await browser.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
