/** A reader waits for these bytes: every script that the browser receives until the first lesson answers. */
import { gzipSync } from "node:zlib";
import type { Page, Request, Response } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { itemAt } from "../engine/kernel/reads.ts";
import { LESSONS } from "../lessons/course.ts";
import { COMES_AT_REST } from "./places.ts";

/** The one that "Begin" leads to. */
const FIRST_LESSON = itemAt(
  LESSONS.map(({ slug }) => slug),
  0,
  "written lesson",
);
/**
 * The aim is 220 KiB. What is over it came with reads that fail loudly (about 1), with words that are held to runs
 * (about 1), with addresses and workers that are looked after when they are lost (about 1), and with one placer of
 * names and one drawing for both directions, where there were some for each kind of figure (about 3), and with two more
 * places, four more lessons and ten more experiments that the page knows by name (about 1), with the opening on the
 * axis and placer of every figure, figures that follow the reader’s size of text, faults with an end (about 4), one
 * component for names side by side in place of fourteen, and servers with clients on several machines (about 1).
 */
const LIMIT = 235 * 1024;

/** The head of the page asks for both at once; the browser starts a worker in a process of its own. */
const TOGETHER_MS = 20;
test.use({ tools: false }); // a reader’s first visit
/** Says how far a run is: it comes where a slow machine makes the reader wait for one. */
const COMES_WHEN_SLOW = /\/ProgressText-/;

/** Handles of a figure are asked for once it stands. */
const LATER = /\/(kit|FigureWithHands|preview|motion)-/;
interface Received {
  readonly file: string;
  readonly gzip: number; // bytes
}

interface Log {
  /** Each script as often as it came: of the page, of its dynamic imports, of its workers. */
  readonly scripts: () => Promise<readonly Received[]>;
  /** Everything that was asked for. */
  readonly asked: readonly string[];
  /** When a file was asked for, in milliseconds; NaN where it did not come. The browser tells of a worker's later. */
  readonly beganAt: (file: string) => number;
}

/** Listens to all that the page and its workers ask for. */
function logOf(page: Page): Log {
  const asked: string[] = [];
  const came: Response[] = [];
  const ended: Request[] = [];
  const context = page.context(); // the page alone would not tell of what a worker imports
  context.on("request", (request) => asked.push(request.url()));
  context.on("requestfinished", (request) => ended.push(request));
  context.on("response", (response) => {
    if ((response.headers()["content-type"] ?? "").includes("javascript")) came.push(response);
  });
  // What is asked for after the first of these is needed by them.
  const isBeforeLater = (url: string): boolean => {
    const later = asked.findIndex((one) => LATER.test(one));
    return later < 0 || asked.indexOf(url) < later;
  };
  const awaited = (response: Response): boolean =>
    ![COMES_AT_REST, COMES_WHEN_SLOW].some((late) => late.test(response.url())) && isBeforeLater(response.url());
  const received = async (response: Response): Promise<Received> => {
    const file = new URL(response.url()).pathname.split("/").at(-1) ?? "";
    return { file, gzip: gzipSync(await response.body()).length };
  };
  const beganAt = (file: string): number =>
    ended.find((request) => request.url().includes(`/assets/${file}`))?.timing().startTime ?? NaN;
  return { asked, beganAt, scripts: () => Promise.all(came.filter(awaited).map(received)) };
}

const kib = (bytes: number): string => (bytes / 1024).toFixed(1).padStart(7);

function tableOf(scripts: readonly Received[], total: number): string {
  const rows = scripts.toSorted((a, b) => b.gzip - a.gzip).map(({ file, gzip }) => `${kib(gzip)}  ${file}`);
  return ["KiB, gzip", ...rows, `${kib(total)}  in all, of ${kib(LIMIT).trim()}`].join("\n");
}

/** Opens the first lesson and waits until nothing more comes. */
async function openFirstLesson(page: Page): Promise<void> {
  await page.goto(`./#/lesson/${FIRST_LESSON}`);
  await expect(page.getByRole("group", { name: "Timeline figure" })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

/** Plays the lesson by Space. */
async function play(page: Page): Promise<void> {
  const clock = page.locator(".tl-clock");
  const before = await clock.innerText();
  await page.keyboard.press("Space");
  await expect(clock).not.toHaveText(before);
}

test("all scripts until the first lesson plays weigh at most 235 KiB, and no byte of Pyodide is among them", async ({
  lab,
  page,
}) => {
  const log = logOf(page);
  await openFirstLesson(page);
  const scripts = await log.scripts(); // what it fetches while it plays is another matter
  await play(page);
  const total = scripts.reduce((sum, { gzip }) => sum + gzip, 0);
  const workers = scripts.filter(({ file }) => file.startsWith("engine.worker"));
  expect(workers, "the worker’s own script is seen, once").toHaveLength(1);
  const [worker, lesson] = [log.beganAt("engine.worker-"), log.beganAt("lesson-")];
  expect(worker, "it is asked for with the lesson’s own, and not by it").toBeLessThan(lesson + TOGETHER_MS);
  expect(log.asked.filter((url) => /pyodide|python/i.test(url))).toEqual([]);
  const files = scripts.map(({ file }) => file);
  expect(
    files.some((file) => file.startsWith("ladder-")),
    "the lesson begins on a rung of the ladder",
  ).toBe(true);
  expect(total, tableOf(scripts, total)).toBeLessThanOrEqual(LIMIT);
  expect(lab.complaints).toEqual([]);
});

test("what later steps need is fetched once the first figure has played", async ({ lab, page }) => {
  const log = logOf(page);
  await openFirstLesson(page);
  await play(page);
  const before = log.asked.length;
  await page.keyboard.press("Space"); // pauses
  await expect.poll(() => log.asked.slice(before).some((url) => url.includes("Checkpoint"))).toBe(true);
  expect(log.asked.filter((url) => /pyodide/i.test(url))).toEqual([]);
  expect(lab.complaints).toEqual([]);
});

test("the course’s first page fetches nothing that only a lesson or the bench needs, and 245 KiB of scripts", async ({
  lab,
  page,
}) => {
  const log = logOf(page);
  await page.goto("./");
  await expect(page.locator("figure svg").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const scripts = await log.scripts();
  const total = scripts.reduce((sum, { gzip }) => sum + gzip, 0);
  const others = scripts.map(({ file }) => file).filter((file) => /^(lesson|stage|bench|listed|chart)-/.test(file));
  expect(scripts.some(({ file }) => file.startsWith("PartFigure-"))).toBe(true);
  expect(others).toEqual([]);
  expect(total, tableOf(scripts, total)).toBeLessThanOrEqual(245 * 1024);
  expect(lab.complaints).toEqual([]);
});
