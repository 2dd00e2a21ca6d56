/**
 * A restless reader, for 18 minutes: seeded events that drag, change experiments, pin, break packets, go back, read a
 * lesson, search and lose the network. No error may reach the page or its console, no page may be blank, and the memory
 * of the page and that of its workers must be level after ten minutes.
 */
import { chromium } from "@playwright/test";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { join } from "node:path";
import { experiments } from "../experiments/index.ts";
import { itemAt } from "../kernel/reads.ts";
import { RandomStream } from "../kernel/random.ts";
import { root } from "./bootstrap.mjs";
import { findBrowser, thisMachine } from "./browser.ts";
import { HeapReader, type Heaps } from "./heaps.ts";
import { serve } from "./serve.mjs";

/** ROUNDTRIP_SOAK_MINUTES sets another time. */
const MINUTES = Number(process.env["ROUNDTRIP_SOAK_MINUTES"] ?? 18);
const SEED = 20_261_125;
/** The first minutes fill what the page keeps: runs, places, its scripts. */
const WARM_MINUTES = 10;
/** The memory of the last minutes may be so many times that of the first ones behind those, of so many minutes each. */
const LEVEL = 1.1;
const LEVEL_MINUTES = 4;
const SHORT = 3000; // ms to wait for what may not be there
const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError/;

interface Reader {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly below: (n: number) => number; // a whole number from the seed
  readonly oneOf: <T>(all: readonly T[]) => T;
}

type Event = (reader: Reader) => Promise<void>;

/** One of those that are on the screen; null for none. */
async function anyOf({ below }: Reader, found: Locator): Promise<Locator | null> {
  const count = await found.count();
  const one = found.nth(below(Math.max(1, count)));
  return count > 0 && (await one.isVisible()) && (await one.isEnabled()) ? one : null;
}

const goTo = async ({ page }: Reader, hash: string): Promise<void> => {
  await page.evaluate(`window.location.assign(${JSON.stringify(hash)})`);
};

const change: Event = (reader) => goTo(reader, `#/bench/${reader.oneOf(experiments).id}`);

/** Takes a slider by its rail, pulls it about, and lets it go; one time in four only after another event. */
const drag: Event = async (reader) => {
  const { page, below } = reader;
  const slider = await anyOf(reader, page.locator("input[type=range]"));
  const box = slider === null ? null : await slider.boundingBox();
  if (box === null || slider === null) return;
  await slider.scrollIntoViewIfNeeded({ timeout: SHORT });
  const at = async (): Promise<readonly [number, number]> => {
    const now = (await slider.boundingBox()) ?? box;
    return [now.x + (now.width * (1 + below(98))) / 100, now.y + now.height / 2];
  };
  await page.mouse.move(...(await at()));
  await page.mouse.down();
  for (let i = 0; i < 4; i++) await page.mouse.move(...(await at()), { steps: 3 });
  if (below(4) === 0) await change(reader);
  await page.mouse.up();
};

const press = (name: RegExp): Event => {
  return async (reader) => {
    const button = await anyOf(reader, reader.page.getByRole("button", { name }));
    await button?.click({ timeout: SHORT });
  };
};

const back: Event = async ({ page, below }) => {
  if (below(3) === 0) await page.goForward({ timeout: SHORT });
  else await page.goBack({ timeout: SHORT });
};

const PLACES = ["#/", "#/papers", "#/reference/protocols", "#/reference/questions", "#/lesson/across-the-wire?step=4"];
const visit: Event = (reader) => goTo(reader, reader.oneOf(PLACES));

const fault: Event = (reader) => {
  const kinds = ["drop%20call%231", "drop%20result%231", "lose%201%25%20of%20packets", "duplicate%20call%231"];
  return goTo(reader, `#/bench/firefly/null?calls=${1 + reader.below(60)}&fault=${reader.oneOf(kinds)}`);
};

const keys: Event = async ({ page, oneOf }) => {
  const figure = page.getByRole("group", { name: "Timeline figure" });
  if ((await figure.count()) === 0) return;
  await figure.first().focus({ timeout: SHORT });
  for (let i = 0; i < 6; i++) await page.keyboard.press(oneOf(["Space", ".", ",", "d", "s", "w", "Home"]));
};

const search: Event = async ({ page, oneOf }) => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type(oneOf(["incast", "p99", "1,097", "retry"]));
  await page.keyboard.press("Escape");
};

const offline: Event = async ({ context, page, below }) => {
  await context.setOffline(true);
  await page.waitForTimeout(500 + below(1500));
  await context.setOffline(false);
};

const EVENTS: readonly (readonly [string, number, Event])[] = [
  ["drag", 8, drag],
  ["change", 4, change],
  ["pin", 2, press(/^Pin/)],
  ["reset", 1, press(/^Reset all/)],
  ["undo", 1, press(/^Undo/)],
  ["theme", 1, press(/^(Dark|Light)$/)],
  ["back", 4, back],
  ["visit", 2, visit],
  ["fault", 2, fault],
  ["keys", 3, keys],
  ["search", 1, search],
  ["offline", 1, offline],
];
const BAG = EVENTS.flatMap(([name, times, event]) => Array.from({ length: times }, () => ({ name, event })));

interface Soaked {
  readonly events: number;
  readonly heaps: readonly Heaps[]; // one a minute
  readonly errors: readonly string[];
}

async function soaked(page: Page, context: BrowserContext): Promise<Soaked> {
  const stream = new RandomStream(SEED, "soak");
  const below = (n: number): number => stream.integer(n);
  const oneOf = <T>(all: readonly T[]): T => itemAt(all, below(all.length), "choice");
  const reader: Reader = { page, context, below, oneOf };
  const reads = await HeapReader.of(await context.newCDPSession(page));
  const errors: string[] = [];
  let last = "opening";
  const note = (text: string): void => void (OFFLINE.test(text) || errors.push(`after ${last}: ${text.slice(0, 300)}`));
  page.on("pageerror", (error) => note(error.message));
  page.on("console", (message) => message.type() === "error" && note(message.text()));
  const heaps: Heaps[] = [];
  let events = 0;
  for (const start = performance.now(); heaps.length < MINUTES; events++) {
    const { name, event } = oneOf(BAG);
    last = `${events} ${name}`;
    await event(reader).catch(() => undefined); // what it wanted has gone meanwhile
    await page.waitForTimeout(60 + reader.below(200));
    const minutes = (performance.now() - start) / 60_000;
    if (minutes < heaps.length + 1) continue;
    const shown = page.locator("main, [role=alert]").first();
    const text = await shown.innerText({ timeout: 30_000 }).catch(() => "");
    if (text.trim() === "") errors.push(`after ${last}: the page is blank at ${page.url()}`);
    heaps.push(await reads.read());
  }
  return { events, heaps, errors };
}

const listOf = (megabytes: readonly number[]): string => megabytes.map((mb) => mb.toFixed(1)).join(", ");

function stillGrows(heaps: readonly number[]): boolean {
  const level = heaps.slice(WARM_MINUTES, WARM_MINUTES + LEVEL_MINUTES);
  const last = heaps.slice(WARM_MINUTES + LEVEL_MINUTES).slice(-LEVEL_MINUTES);
  return last.length === LEVEL_MINUTES && Math.min(...last) > LEVEL * Math.max(...level);
}

/** A line on the half hour. Throws where an error was seen, or where the memory still grows. */
export async function soak(): Promise<string> {
  if (!Number.isInteger(MINUTES) || MINUTES < 1)
    throw new Error("ROUNDTRIP_SOAK_MINUTES must be a whole number of minutes, at least 1");
  const found = findBrowser(thisMachine(chromium.executablePath()));
  if (typeof found === "string") throw new Error(found);
  const site = await serve(join(root, "dist"), { host: "localhost", port: 0, strict: true });
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : []; // Chromium refuses its sandbox to root
  const browser = await chromium.launch({ executablePath: found.path, args: asRoot });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${site.url}#/bench/firefly/null`);
    const { events, heaps, errors } = await soaked(page, context);
    const [ofPage, ofWorkers] = [heaps.map((one) => one.page), heaps.map(({ workers }) => workers)];
    const told = `memory ${listOf(ofPage)} MB; of the workers ${listOf(ofWorkers)} MB`;
    const line = `${events} events in ${MINUTES} minutes; ${told}`;
    if (errors.length > 0) throw new Error(`${line}; ${errors.length} errors:\n  ${errors.slice(0, 10).join("\n  ")}`);
    if (stillGrows(ofPage)) throw new Error(`${line}: that of the page still grows`);
    if (stillGrows(ofWorkers)) throw new Error(`${line}: that of the workers still grows`);
    return line;
  } finally {
    await browser.close();
    await site.close();
  }
}
