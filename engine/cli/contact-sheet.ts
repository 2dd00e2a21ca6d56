/** Photographs every place of the built site, at three sizes, light and dark, onto one page to look at. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Browser as OpenBrowser } from "@playwright/test";
import { BENCHES, drawn, HOME, LESSON_STEPS, PAPERS, REFERENCE } from "../../e2e/places.ts";
import { root } from "./bootstrap.mjs";
import { findBrowser, thisMachine } from "./browser.ts";
import { serve } from "./serve.mjs";

const FOLDER = join(root, "contact-sheet");
/** A laptop, a phone, the narrowest phone that the page is made for. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 700 },
] as const;
const THEMES = ["light", "dark"] as const;
const TALLEST = 6000; // px of a page that are photographed: a long table goes on as it began

/** Links that are photographed beside the places as they open: with parameters, faults and comparisons. */
const STATES: readonly string[] = [
  "/bench/firefly/max-result?threads=8&networkMbps=100&segment=shared&fault=drop+call%232",
  "/bench/firefly/null?fault=drop+result%231&pin=firefly%2Fnull%3Fas%3Dplain&twin=1",
  "/bench/firefly/null?threads=0&colour=red&seed=x",
];

interface Look {
  readonly width: number;
  readonly height: number;
  readonly theme: (typeof THEMES)[number];
}

interface Shot extends Look {
  readonly place: string; // "/bench/firefly/null"
}

const PLACES: readonly string[] = [...HOME, ...LESSON_STEPS, ...BENCHES, ...STATES, ...PAPERS, ...REFERENCE];
const LOOKS: readonly Look[] = SIZES.flatMap((size) => THEMES.map((theme) => ({ ...size, theme })));

const nameOf = (place: string): string => place.replace(/[^\w]+/g, "-").replace(/^-|-$/g, "") || "home";
const fileOf = ({ place, width, theme }: Shot): string => `${nameOf(place)}-${theme}-${width}.png`;

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** A row a place: all its pictures side by side at one height. */
function sheetHtml(shots: readonly Shot[]): string {
  const rows = PLACES.map((place) => {
    const pictures = shots
      .filter((shot) => shot.place === place)
      .map((shot) => `<a href="${fileOf(shot)}"><img loading="lazy" src="${fileOf(shot)}" alt="${fileOf(shot)}"></a>`);
    return `<h2>${escaped(place)}</h2><div>${pictures.join("")}</div>`;
  });
  const style =
    "body{font:14px sans-serif;background:#888}h2{font:600 14px monospace;margin:24px 0 4px}" +
    "div{display:flex;gap:8px;align-items:flex-start}img{height:640px;object-fit:cover;object-position:top}";
  const head = `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>${style}</style>`;
  return [head, ...rows].join("\n");
}

/** Photographs all places in one look, one after the other in one page, as a reader would visit them. */
async function photograph(browser: OpenBrowser, url: string, look: Look): Promise<readonly Shot[]> {
  const { width, height, theme } = look;
  const page = await browser.newPage({
    bypassCSP: true,
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  const shots: Shot[] = [];
  for (const place of PLACES) {
    const shot: Shot = { ...look, place };
    await page.goto(`${url}#${place}`);
    await drawn(page);
    const tall = Number(await page.evaluate("document.documentElement.scrollHeight"));
    const clip = { x: 0, y: 0, width, height: Math.min(TALLEST, tall) };
    await page.screenshot({ path: join(FOLDER, fileOf(shot)), fullPage: true, clip });
    shots.push(shot);
  }
  await page.close();
  return shots;
}

/** Throws where there is no browser, or a place does not draw. */
export async function contactSheet(): Promise<{ readonly file: string; readonly shots: number }> {
  const found = findBrowser(thisMachine(chromium.executablePath()));
  if (typeof found === "string") throw new Error(found);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const site = await serve(join(root, "dist"), { host: "localhost", port: 0, strict: true });
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : []; // Chromium refuses its sandbox to root
  const browser = await chromium.launch({ executablePath: found.path, args });
  const shots: Shot[] = [];
  try {
    for (const look of LOOKS) shots.push(...(await photograph(browser, site.url, look)));
  } finally {
    await browser.close();
    await site.close();
  }
  const file = join(FOLDER, "index.html");
  writeFileSync(file, sheetHtml(shots));
  return { file, shots: shots.length };
}
