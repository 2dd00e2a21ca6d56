/**
 * Measures how fast the timeline moves, in a browser: while it plays, and while all of a long trace is panned, at full
 * speed and on a processor four times slower. The browser draws as often as it can, so a frame takes no longer than its
 * work.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { build } from "vite";
import { itemAt } from "../kernel/reads.ts";
import { root } from "./bootstrap.mjs";
import { findBrowser, thisMachine } from "./browser.ts";
import { serve } from "./serve.mjs";

const FRAMES = 300;
const SLOWER = 4;
const DRAWN_FREELY = ["--disable-frame-rate-limit", "--disable-gpu-vsync"];
const ZOOMS_OUT = 40; // more than it takes from one call to all

const middle = (numbers: readonly number[]): number =>
  itemAt(
    numbers.toSorted((a, b) => a - b),
    numbers.length >> 1,
    "measurement",
  );

/** @param keys the keys to press, one before each frame; each key is pressed for an equal part of the frames */
async function frameLine(page: Page, what: string, keys: readonly string[]): Promise<string> {
  const times = await page.evaluate<readonly number[]>(`window.meter.measure(${FRAMES}, ${JSON.stringify(keys)})`);
  const seconds = times.reduce((sum, time) => sum + time, 0) / 1000;
  const median = `median ${middle(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms`;
  return `${what}: ${(times.length / seconds).toFixed(0)} frames a second, ${median}`;
}

async function linesOf(page: Page, where: string): Promise<readonly string[]> {
  const figure = page.getByRole("group", { name: "Timeline figure" });
  await figure.focus();
  await page.keyboard.press("0");
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  const playing = await frameLine(page, `${where}, playing a call`, []);
  await page.keyboard.press("Space");
  const panned = await frameLine(page, `${where}, panning within a call`, ["w", "d", "a"]);
  for (let n = 0; n < ZOOMS_OUT; n++) await page.keyboard.press("s");
  const moved = await frameLine(page, `${where}, zooming and panning all of it`, ["w", "d", "a", "s"]);
  return [playing, panned, moved];
}

/** One line for each measurement. Throws where there is no browser. */
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
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(site.url);
    await page.waitForFunction("window.meter !== undefined && document.querySelector('.tl-figure') !== null");
    const packets = Number(await page.evaluate("window.meter.packets")).toLocaleString("en-US");
    const fast = await linesOf(page, `${packets} packets`);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    return [...fast, ...(await linesOf(page, `${SLOWER} times slower`))];
  } finally {
    await browser.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
