/** Photographs every place of the built site, wide and narrow, light and dark, onto one page to look at. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { experiments } from "../experiments/index.ts";
import { root } from "./bootstrap.mjs";
import { findBrowser, thisMachine } from "./browser.ts";
import { serve } from "./serve.mjs";

const FOLDER = join(root, "contact-sheet");
const WIDTHS = [1440, 390]; // a laptop, a phone
const THEMES = ["light", "dark"] as const;
const PATIENCE = 30_000; // milliseconds until a place must have drawn its run

interface Shot {
  readonly place: string; // "/bench/firefly/null"
  readonly width: number;
  readonly theme: (typeof THEMES)[number];
}

const places = (): string[] => experiments.map(({ id }) => `/bench/${id}`);
const shotsOf = (place: string): Shot[] =>
  WIDTHS.flatMap((width) => THEMES.map((theme): Shot => ({ place, width, theme })));
const fileOf = ({ place, width, theme }: Shot): string =>
  `${place.slice(1).replaceAll("/", "-")}-${theme}-${width}.png`;

function sheetHtml(shots: readonly Shot[]): string {
  const figures = shots.map((shot) => {
    const file = fileOf(shot);
    return `<figure><a href="${file}"><img src="${file}" alt=""></a><figcaption>${file}</figcaption></figure>`;
  });
  const style = "body{display:flex;flex-wrap:wrap;font:14px sans-serif}img{height:480px}figure{margin:8px}";
  const head = `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>${style}</style>`;
  return [head, ...figures].join("\n");
}

/** Throws where there is no browser, or a place does not draw. */
export async function contactSheet(): Promise<{ readonly file: string; readonly shots: number }> {
  const found = findBrowser(thisMachine(chromium.executablePath()));
  if (typeof found === "string") throw new Error(found);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const site = await serve(join(root, "dist"), { host: "localhost", port: 0, strict: true });
  const browser = await chromium.launch({ executablePath: found.path });
  const shots = places().flatMap(shotsOf);
  try {
    for (const shot of shots) {
      const viewport = { width: shot.width, height: 900 };
      const page = await browser.newPage({ viewport, colorScheme: shot.theme, reducedMotion: "reduce" });
      await page.goto(`${site.url}#${shot.place}`);
      await page.waitForFunction("window.roundtrip?.ready()", undefined, { timeout: PATIENCE });
      await page.screenshot({ path: join(FOLDER, fileOf(shot)), fullPage: true });
      await page.close();
    }
  } finally {
    await browser.close();
    await site.close();
  }
  const file = join(FOLDER, "index.html");
  writeFileSync(file, sheetHtml(shots));
  return { file, shots: shots.length };
}
