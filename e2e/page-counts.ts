/**
 * Counts how much stands on a screen at once, for every step of every lesson and every experiment: controls in view,
 * numbers, words before the first task, what the stage leaves empty, and where the chart of an experiment begins.
 * `npx tsx e2e/page-counts.ts URL FILE [EVERY]` writes all counts of a served site to a file, and prints the medians;
 * with a number it looks at every place of so many only.
 */
import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { writeFileSync } from "node:fs";
import { BENCHES, drawn, LESSON_STEPS } from "./places.ts";
import { findBrowser, thisMachine } from "../engine/cli/browser.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

const DESK: Size = { width: 1440, height: 900 };
const LOW: Size = { width: 1280, height: 720 };

/** What is seen of a page without scrolling; px from the window's edges. */
interface Counts {
  readonly controls: number;
  /** Words that open a note or light a thing, and things of the figure that one can take hold of. */
  readonly words: number;
  readonly handles: number;
  readonly numbers: number;
  /** Words of the step before its task or question. */
  readonly before: number;
  /** Below the last thing on the stage. */
  readonly empty: number;
  /** Where the chart begins; null where there is none. */
  readonly chart: number | null;
}

/** Runs in the page. */
function count(): Counts {
  const inView = (one: Element): boolean => {
    const box = one.getBoundingClientRect();
    const isShown = one.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.height > 1;
    return isShown && box.top < innerHeight && box.bottom > 0 && box.left < innerWidth && box.right > 0;
  };
  // Settings stand beside the main part of the bench.
  const main = document.querySelector<HTMLElement>(".bench") ?? document.querySelector("main");
  if (main === null) throw new Error("the page has no main part");
  const all = [...main.querySelectorAll("button, a[href], input, select, textarea, summary, [role=slider]")];
  const seen = all.filter((one) => inView(one));
  const words = seen.filter((one) => one.matches(".addr, .lit, table a")); // a number that leads to its run
  const isHandle = (one: Element): boolean =>
    one.matches(".tl-rows button") ||
    one.matches("[role=slider]:not(input), .picture-place") ||
    (one.matches("[data-handle], .tl-host, input[type=range]") && one.closest(".tl") !== null);
  const handles = seen.filter((one) => isHandle(one));
  // The answers of one question are one group of radio buttons, each a control; a parameter’s field and rail are one.
  const isRail = (one: Element): boolean => one.matches(".rail input[type=range], input[type=range].rail");
  const controls = seen.filter((one) => !words.includes(one) && !handles.includes(one) && !isRail(one));
  const text = main.querySelector(".step-text");
  const isTask = (one: Element): boolean => one.matches("form, fieldset, .ask, .q, .action, .checkpoint, .predict");
  const parts = text === null ? [] : [...text.children];
  const first = parts.findIndex((one) => isTask(one) || one.querySelector("form, fieldset, .q") !== null);
  const told = (first === -1 ? parts : parts.slice(0, first)).map(({ textContent }) => textContent).join(" ");
  const stage = main.querySelector(".stage");
  // A frame without anything in it is empty room.
  const isDrawn = (one: Element): boolean => one.childElementCount === 0 && inView(one);
  const ends = stage === null ? [] : [...stage.querySelectorAll("*")].filter(isDrawn);
  const last = Math.max(0, ...ends.map((one) => one.getBoundingClientRect().bottom));
  const chart = main.querySelector(".chart, [aria-label^='Chart']");
  const own = main.innerText.match(/\d[\d.,]*/g) ?? [];
  return {
    controls: controls.length,
    words: words.length,
    handles: handles.length,
    numbers: own.length,
    before: told.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length,
    empty: stage === null ? 0 : Math.max(0, Math.round(innerHeight - last)),
    chart: chart === null ? null : Math.round(chart.getBoundingClientRect().top + scrollY),
  };
}

const PATIENCE_MS = 60_000;

async function countsAt(page: Page, url: string, place: string, size: Size): Promise<Counts> {
  await page.setViewportSize(size);
  await page.goto(`${url}#${place}`);
  await drawn(page, PATIENCE_MS).catch((error: unknown) => {
    throw new Error(`page-counts: ${place} was not drawn`, { cause: error });
  });
  return page.evaluate(count);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

interface PageCounts {
  readonly place: string;
  readonly size: string;
  readonly counts: Counts;
}

/** @param url of a site that is served */
async function pageCounts(url: string, file: string, every: number): Promise<string> {
  const found = findBrowser(thisMachine(chromium.executablePath()));
  if (typeof found === "string") throw new Error(found);
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : []; // Chromium refuses its sandbox to root
  const browser = await chromium.launch({ executablePath: found.path, args: asRoot });
  const rows: PageCounts[] = [];
  try {
    const page = await browser.newPage({ reducedMotion: "reduce" });
    await page.addInitScript("globalThis.__name = (named) => named"); // what the compiler of this file calls there
    for (const size of [DESK, LOW]) {
      const places = size === DESK ? [...LESSON_STEPS, ...BENCHES] : LESSON_STEPS;
      for (const place of places.filter((_, i) => i % every === 0)) {
        const counts = await countsAt(page, url, place, size);
        rows.push({ place, size: `${size.width} × ${size.height}`, counts });
      }
    }
  } finally {
    await browser.close();
  }
  writeFileSync(file, JSON.stringify(rows, null, 1));
  const steps = rows.filter(({ place }) => place.startsWith("/lesson"));
  const benches = rows.filter(({ place }) => place.startsWith("/bench"));
  const of = (all: readonly PageCounts[], key: "controls" | "numbers" | "before" | "empty"): string => {
    const values = all.map(({ counts }) => counts[key]);
    return `${key} ${median(values)}, most ${Math.max(0, ...values)}`;
  };
  const keys = ["controls", "numbers", "before", "empty"] as const;
  const late = benches.filter(({ counts }) => (counts.chart ?? 0) >= DESK.height).length;
  return (
    `${steps.length} steps (median): ${keys.map((key) => of(steps, key)).join("; ")}. ` +
    `${benches.length} experiments: ${of(benches, "controls")}; ${late} charts begin below the screen`
  );
}

const [url, file, every = "1"] = process.argv.slice(2);
if (url === undefined || file === undefined || !/^[1-9]\d*$/.test(every)) {
  throw new Error("page-counts: want URL FILE [EVERY], as in http://localhost:5173/ counts.json 4");
}
console.log(await pageCounts(url, file, Number(every)));
