/** Each script of the site fails to come once: the page says so, stays whole, and goes on when it is tried again. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { HASHED } from "../engine/cli/serve.mjs";
import { expect, test } from "./lab.ts";
import { BENCHES, goTo, HOME, IS_DRAWN, LESSON_STEPS, LOOKED_AT_PAPERS, LOOKS_AT_ALL, REFERENCE } from "./places.ts";

/** Places that together ask for the scripts of all; `npm test` looks at every sixteenth script of one. */
const PLACES: readonly string[] = LOOKS_AT_ALL
  ? [...HOME, ...BENCHES, ...LESSON_STEPS, ...LOOKED_AT_PAPERS, ...REFERENCE]
  : ["/lesson/more-threads"];
const EVERY = LOOKS_AT_ALL ? 1 : 16;

const SCRIPT = /\/assets\/([\w.-]+\.js)$/;
const SAYS = /cannot be shown|The run stopped|The call could not be run|It stopped|could not be fetched/;
const AGAIN = /^(Try again|Run again|Run again here)$/;

/** A browser that has fetched nothing; a point of a chart is one run, as in the other tests. */
async function fresh(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    globalThis.roundtripTrials = 1;
  });
  return context;
}

/** Each script behind the page's own, and the first place that asks for it. */
async function scriptsOf(browser: Browser): Promise<ReadonlyMap<string, string>> {
  const context = await fresh(browser);
  const found = new Map<string, string>();
  const page = await context.newPage();
  await page.goto("./#/nowhere");
  const own = new Set(await page.locator("script[type=module], link[rel=modulepreload]").evaluateAll(namesOf));
  let place = "";
  context.on("request", (request) => {
    const [, file] = SCRIPT.exec(request.url()) ?? [];
    if (file !== undefined && !own.has(file) && !found.has(file)) found.set(file, place);
  });
  for (place of PLACES) await goTo(page, place);
  await context.close();
  return found;
}

const namesOf = (elements: readonly Element[]): readonly string[] =>
  elements.map((one) => (one.getAttribute("src") ?? one.getAttribute("href") ?? "").split("/").at(-1) ?? "");

/** Presses every offer to try again, also where it is folded away, until the place is drawn and nothing is missing. */
async function isMended(page: Page): Promise<boolean> {
  const mended = expect(async () => {
    await page.evaluate(() => document.querySelectorAll("details").forEach((folded) => (folded.open = true)));
    for (const button of await page.getByRole("button", { name: AGAIN }).all())
      if (await button.isVisible()) await button.click({ timeout: 1000 }).catch(() => undefined);
    expect(await page.getByText(SAYS).count()).toBe(0);
    expect(await page.evaluate(IS_DRAWN)).toBe(true);
  }).toPass({ timeout: 40_000 });
  return mended.then(
    () => true,
    () => false,
  );
}

test("a script that does not come leaves a page that says so, and comes when it is tried again", async ({
  browser,
}) => {
  test.setTimeout(30 * 60_000);
  const scripts = [...(await scriptsOf(browser))].filter((_, i) => i % EVERY === 0);
  expect(scripts.length).toBeGreaterThan(1);
  for (const [file, place] of scripts) {
    const what = `${file} at ${place}`;

    const context = await fresh(browser);
    await context.route(`**/assets/${file}`, (route) => route.abort("internetdisconnected"));
    const page = await context.newPage();
    const thrown: string[] = [];
    page.on("pageerror", ({ message }) => thrown.push(message));
    await page.goto(`./#${place}`);
    await expect(page.getByRole("navigation").first(), what).toBeVisible();
    await expect
      .poll(async () => (await page.getByText(SAYS).count()) > 0 || (await page.evaluate(IS_DRAWN)) === true, what)
      .toBe(true);
    await context.unroute(`**/assets/${file}`);
    expect.soft(await isMended(page), what).toBe(true);
    expect.soft(thrown, what).toEqual([]);
    await context.close();
  }
});

const ASSETS = fileURLToPath(new URL("../dist/assets/", import.meta.url));

test("every file of the assets has a hash in its name, by which server and offline copy keep it for ever", () => {
  const files = readdirSync(ASSETS, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name).filter((name) => !HASHED.test(name))).toEqual([]);
});

test("no script imports the one that a worker begins with, which WebKit would run a second time", () => {
  const scripts = readdirSync(ASSETS).filter((file) => file.endsWith(".js"));
  const workers = scripts.filter((file) => file.includes(".worker-"));
  expect(workers.length).toBeGreaterThan(3);
  const texts = scripts.map((file) => ({ file, text: readFileSync(`${ASSETS}${file}`, "utf8") }));
  const imports = (worker: string): readonly string[] =>
    texts.filter(({ text }) => new RegExp(`(from|import)\\s*["\`]\\./${worker}`).test(text)).map(({ file }) => file);
  expect(workers.flatMap(imports)).toEqual([]);
});
