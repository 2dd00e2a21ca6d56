/**
 * Pages that must not be lost: every experiment with every kind of fault at ten moments, opened by its link; and drags
 * in the timeline that something interrupts. A page is lost where a part of it cannot be shown, an error reaches it, or
 * its run never comes. ROUNDTRIP_SITE names a server that is running, in place of the built site.
 */
import { chromium, errors as errorKinds } from "@playwright/test";
import type { Browser, Locator, Page } from "@playwright/test";
import { join } from "node:path";
import { experiments } from "../experiments/index.ts";
import type { Experiment } from "../experiments/types.ts";
import { isMachineName } from "../faults/fault.ts";
import { RandomStream } from "../kernel/random.ts";
import { itemAt } from "../kernel/reads.ts";
import { root } from "./bootstrap.mjs";
import { findBrowser, thisMachine } from "./browser.ts";
import { serve } from "./serve.mjs";

const MOMENTS = 10;
const PAGES = 2; // at a time
const PATIENCE_MS = 60_000;
const FOLLOWED = 20; // links that one visit follows; each run that does not come within FOLLOWED_MS is opened anew
const FOLLOWED_MS = 10_000;
const SEED = 20_261_128;
const MOST_SAID = 12;
const REST_MS = 300;
const DRAGS = 400;
const MOST_UNTAKEN = 0.1; // of the drags: that nothing was there to be pulled
const MOST_TRIES = 5;
const TEXTS = 10_000;
const TEXTS_A_PAGE = 25;

/** The experiments of the audit; ROUNDTRIP_ONLY names some of them, by the beginning of their ids. */
const chosen = experiments.filter(({ id }) => id.startsWith(process.env["ROUNDTRIP_ONLY"] ?? ""));

/** Moments of the run without faults, in microseconds: from its first to a little after its end. */
function momentsOf(elapsedNs: number): readonly number[] {
  const micros = Math.max(10, elapsedNs / 1000);
  return Array.from({ length: MOMENTS }, (_, i) => Math.max(1, Math.round((micros * (2 * i + 1)) / (2 * MOMENTS - 3))));
}

/** Links of an experiment, a fault in each: of its machines at a moment, and of its packets by their numbers. */
function linksOf(experiment: Experiment): readonly string[] {
  const parameters = Object.fromEntries(Object.entries(experiment.params).map(([key, param]) => [key, param.default]));
  const { trace, elapsedNs } = experiment.run(parameters, 1, [], { keep: "none" });
  const machines = [...new Set(trace.tracks.map(({ machine }) => machine))].filter(isMachineName);
  const ends = [...new Set([...machines.slice(0, 2), ...machines.slice(-1)])].filter(
    (one) => one !== experiment.mustRun,
  );
  const kinds = experiment.packetKinds.slice(0, 2);
  const lines = momentsOf(elapsedNs).flatMap((us, i): readonly (readonly string[])[] => [
    ...ends.flatMap((machine) => [
      [`crash ${machine} at ${us}us`],
      [`crash ${machine} at ${us}us`, `restart ${machine} at ${us * 2}us`],
      [`slow ${machine} by 20 at ${us}us`],
    ]),
    ...kinds.flatMap((kind) =>
      ["drop", "duplicate", "corrupt", "reorder"].map((verb) => [
        `${verb} ${kind}#${1 + (i % 3)} send ${1 + Math.floor(i / 3)}`,
      ]),
    ),
    ...kinds.map((kind) => [`delay ${kind}#1 by ${us}us`]),
    [`lose ${10 * (i + 1)}% of packets`],
  ]);
  return lines.map(
    (faults) => `#/bench/${experiment.id}?${faults.map((line) => `fault=${encodeURIComponent(line)}`).join("&")}`,
  );
}

/** The run is there, or the page says why it is not: it failed, or nothing is heard of it. */
const SAYS =
  "window.roundtrip?.ran() === true || document.querySelector('.error') !== null || " +
  "document.querySelector('.progress [role=alert]') !== null";

/** What does not come in time is looked at as it stands; every other error is the audit's own. */
function unlessLate(error: unknown): void {
  if (!(error instanceof errorKinds.TimeoutError)) throw error;
}

/** What is lost on a page; null where nothing is. */
async function lossOf(page: Page): Promise<string | null> {
  const alert = page.getByText(/cannot be shown|This is our mistake/).first();
  const ran = page.waitForFunction(SAYS);
  await Promise.race([ran, alert.waitFor()]).catch(unlessLate);
  if ((await alert.count()) > 0) return (await alert.innerText()).slice(0, 200);
  return (await page.evaluate(SAYS)) === true ? null : "no run came";
}

const RAN = "window.roundtrip?.ran() === true";

/** Whether the run of a followed link comes. Where it does not, what stands there may be of the link before. */
async function comes(page: Page): Promise<boolean> {
  await page.waitForFunction(RAN, null, { timeout: FOLLOWED_MS }).catch(unlessLate);
  return (await page.evaluate(RAN)) === true;
}

async function openAnew(page: Page, address: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(address);
}

async function newPage(browser: Browser, errors: string[]): Promise<Page> {
  // The audit waits by functions that it puts into the page, which the site's own policy would refuse.
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, bypassCSP: true });
  page.setDefaultTimeout(PATIENCE_MS);
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.addInitScript(`globalThis.roundtripTrials = 1;
if (location.protocol !== "about:") localStorage.setItem("roundtrip-offline", "no")`);
  return page;
}

interface Site {
  readonly browser: Browser;
  readonly url: string;
}

async function onSite(check: (site: Site) => Promise<string>): Promise<string> {
  const found = findBrowser(thisMachine(chromium.executablePath()));
  if (typeof found === "string") throw new Error(found);
  const running = process.env["ROUNDTRIP_SITE"];
  const site =
    running === undefined ? await serve(join(root, "dist"), { host: "localhost", port: 0, strict: true }) : null;
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : []; // Chromium refuses its sandbox to root
  const browser = await chromium.launch({ executablePath: found.path, args: asRoot });
  try {
    return await check({ browser, url: site?.url ?? String(running) });
  } finally {
    await browser.close();
    await site?.close();
  }
}

function verdict(what: string, lost: readonly string[]): string {
  if (lost.length > 0) throw new Error(`${what}, ${lost.length} lost:\n  ${lost.slice(0, MOST_SAID).join("\n  ")}`);
  return `${what}, none lost`;
}

/** Of so many parts this one, from 1 on. */
interface Part {
  readonly number: number;
  readonly of: number;
}

/**
 * Opens every experiment with every kind of fault at ten moments, one link in twenty on a fresh page, the others from
 * there, as a reader does who changes a fault line. Throws where a page is lost.
 */
export const faultPages = ({ number, of }: Part): Promise<string> =>
  onSite(async ({ browser, url }) => {
    const links = chosen.flatMap(linksOf).filter((_, i) => i % of === number - 1);
    const lost: string[] = [];
    const reader = async (part: number): Promise<void> => {
      const errors: string[] = [];
      const page = await newPage(browser, errors);
      for (const [i, link] of links.filter((_, n) => n % PAGES === part).entries()) {
        if (i % FOLLOWED !== 0) await page.evaluate(`window.location.assign(${JSON.stringify(link)})`);
        if (i % FOLLOWED === 0 || !(await comes(page))) await openAnew(page, url + link);
        const loss = (await lossOf(page)) ?? errors[0] ?? null;
        if (loss !== null) lost.push(`${decodeURIComponent(link)}: ${loss}`);
        errors.length = 0;
      }
    };
    await Promise.all(Array.from({ length: PAGES }, (_, part) => reader(part)));
    return verdict(`${links.length} pages of ${chosen.length} experiments with faults`, lost);
  });

type Box = NonNullable<Awaited<ReturnType<Locator["boundingBox"]>>>;

/** What can be pulled on the bench: in the timeline of a call, or over the time of a crowd. */
const HANDLES = "[data-handle], .crowd-handle";

/** What interrupts a drag, while the button is down. */
const INTERRUPTIONS: Readonly<Record<string, (page: Page, other: string) => Promise<unknown>>> = {
  Escape: (page) => page.keyboard.press("Escape"),
  undo: (page) => page.keyboard.press("Control+z"),
  redo: (page) => page.keyboard.press("Control+Shift+z"),
  "another experiment": (page, other) => page.evaluate(`window.location.assign("#/bench/${other}")`),
  back: (page) => page.evaluate("history.back()"),
  "another place": (page) => page.evaluate(`window.location.assign("#/course")`),
  resize: (page) => page.setViewportSize({ width: 700, height: 700 }),
  "a hidden tab": (page) => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))"),
  "a lost pointer": (page) =>
    page.evaluate(
      "[...document.querySelectorAll(':active')].at(-1)" +
        "?.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1, bubbles: true }))",
    ),
  "a lost worker": (page) => page.evaluate("globalThis.roundtripWorkers?.forEach((worker) => worker.terminate())"),
};

/** Remembers the workers of the page, so that they can be ended from outside. */
const KEEP_WORKERS = `globalThis.roundtripWorkers = [];
const Plain = globalThis.Worker;
globalThis.Worker = class extends Plain {
  constructor(...given) {
    super(...given);
    globalThis.roundtripWorkers.push(this);
  }
}`;

/** The place of a thing that can be pulled. It may go meanwhile, with the run that it is of; null where none stays. */
async function placeToTake(page: Page, below: (n: number) => number): Promise<Box | null> {
  const handles = page.locator(HANDLES).filter({ visible: true });
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    await handles.first().waitFor({ timeout: FOLLOWED_MS }).catch(unlessLate);
    const count = await handles.count();
    if (count === 0) continue;
    const place = await handles
      .nth(below(count))
      .boundingBox({ timeout: 1000 })
      .catch(() => null);
    if (place !== null) return place;
  }
  return null;
}

/** Takes something in a figure, pulls it, is interrupted, and lets go. False where there is nothing to take. */
async function interrupted(
  page: Page,
  below: (n: number) => number,
  interrupt: () => Promise<unknown>,
): Promise<boolean> {
  const box = await placeToTake(page, below);
  if (box === null) return false;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + below(120) - 60, y + below(120) - 40, { steps: 3 });
  await page.waitForTimeout(below(300));
  await interrupt().catch(() => undefined);
  await page.mouse.move(x + below(80), y + below(80), { steps: 2 });
  await page.mouse.up();
  return true;
}

/** Drags on the bench, each interrupted while the button is down. Throws where a page is lost or shows another run. */
export const interruptedDrags = ({ number, of }: Part): Promise<string> =>
  onSite(async ({ browser, url }) => {
    const drags = Math.ceil(DRAGS / of);
    const stream = new RandomStream(SEED, `interrupted drags, part ${number}`);
    const below = (n: number): number => stream.integer(n);
    const lost: string[] = [];
    const errors: string[] = [];
    const page = await newPage(browser, errors);
    await page.addInitScript(KEEP_WORKERS);
    const fresh = await newPage(browser, []);
    const names = Object.keys(INTERRUPTIONS);
    let taken = 0;
    for (let i = 0; i < drags; i++) {
      const [one, other] = [below(chosen.length), below(chosen.length)].map((n) => itemAt(chosen, n, "experiment").id);
      const name = itemAt(names, i % names.length, "interruption");
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${url}#/bench/${String(other)}`);
      await page.evaluate(`window.location.assign("#/bench/${String(one)}")`);
      if (below(2) === 0) await lossOf(page);
      const interrupt = INTERRUPTIONS[name];
      if (interrupt !== undefined && (await interrupted(page, below, () => interrupt(page, String(other))))) taken++;
      await page.waitForTimeout(REST_MS);
      if (!page.url().includes("#/bench/")) continue; // it has gone back, or to another place
      const loss = (await lossOf(page)) ?? errors[0] ?? null;
      const about = `drag ${i}, ${String(one)}, ${name}`;
      const shown = await page.evaluate("window.roundtrip?.ran() === true && window.roundtrip.traceHash()");
      if (loss !== null) lost.push(`${about}: ${loss}`);
      else if (shown !== false && (await hashAt(fresh, page.url())) !== shown)
        lost.push(`${about}: a fresh page of ${page.url()} shows another run`);
      errors.length = 0;
    }
    if (drags - taken > MOST_UNTAKEN * drags) lost.push("too few drags took hold of anything");
    return verdict(`${drags} drags, ${taken} of them of something that can be taken`, lost);
  });

/** Texts that a field may be given: numbers in many ways, words, other scripts, nothing, very much. */
const TYPED: readonly ((below: (n: number) => number) => string)[] = [
  (below) => String(below(1000)),
  (below) => `-${below(50)}`,
  (below) => `${below(9)}.${below(1_000_000)}`,
  (below) => `${below(9)},${below(1000)}`,
  (below) => `${below(9)}e${below(400) - 200}`,
  (below) => `0x${below(4096).toString(16)}`,
  () => "",
  () => " ",
  () => "NaN",
  () => "Infinity",
  () => "__proto__",
  () => "<img src=x onerror=alert(1)>",
  () => "١٢٣",
  () => "\u202e12",
  () => "12\u0000",
  (below) => "9".repeat(1 + below(500)),
  (below) => String.fromCharCode(...Array.from({ length: 1 + below(12) }, () => 32 + below(60_000))),
];
const WRONG = /\b(NaN|Infinity|undefined)\b|\[object /;

/** Types texts into fields of the bench at random. Throws where a page is lost or a value has become no number. */
export const fieldTexts = ({ number, of }: Part): Promise<string> =>
  onSite(async ({ browser, url }) => {
    const stream = new RandomStream(SEED, `texts in fields, part ${number}`);
    const below = (n: number): number => stream.integer(n);
    const lost: string[] = [];
    const errors: string[] = [];
    const page = await newPage(browser, errors);
    const texts = Math.ceil(TEXTS / of);
    let id = "";
    for (let i = 0; i < texts; i++) {
      if (i % TEXTS_A_PAGE === 0) {
        ({ id } = itemAt(chosen, below(chosen.length), "experiment"));
        await openAnew(page, `${url}#/bench/${id}?hide=chart`);
        await lossOf(page);
        const door = page.getByRole("button", { name: /^\d+ more parameters?$/ });
        if (await door.isVisible()) await door.click();
      }
      const fields = page.getByRole("textbox");
      const field = fields.nth(below(Math.max(1, await fields.count())));
      const text = itemAt(TYPED, below(TYPED.length), "text")(below);
      const typed = await field.fill(text, { timeout: 3000 }).then(
        () => true,
        () => false, // folded away, or locked
      );
      if (!typed) continue;
      await field.press("Enter").catch(() => undefined); // it may leave the page with its group
      const loss = (await lossOf(page)) ?? errors[0] ?? null;
      const address = decodeURIComponent(page.url().split("#")[1] ?? "");
      if (loss !== null) lost.push(`${id}, ${JSON.stringify(text.slice(0, 40))}: ${loss}`);
      else if (WRONG.test(address.replaceAll(text, ""))) lost.push(`${id}, ${JSON.stringify(text)}: ${address}`);
      errors.length = 0;
    }
    return verdict(`${texts} texts in fields of the bench`, lost);
  });

/** The trace of a link on a page of its own. */
async function hashAt(page: Page, address: string): Promise<unknown> {
  await openAnew(page, address);
  await page.waitForFunction(RAN).catch(unlessLate);
  return page.evaluate("window.roundtrip?.traceHash()");
}
