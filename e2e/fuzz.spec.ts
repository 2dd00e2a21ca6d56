/** Damaged addresses in a browser: no error, no blank page, no NaN, and a notice for each fault. */
import type { Page } from "@playwright/test";
import fc from "fast-check";
import { quote } from "../engine/faults/index.ts";
import { LESSONS } from "../lessons/course.ts";
import { readLink } from "../app/setup/link.ts";
import { damagedLinks, mustSay } from "../app/setup/testing.ts";
import { unusedIn } from "../app/setup/address-problems.ts";
import { placeName, readPlace } from "../app/setup/location.ts";
import type { PagePlace } from "../app/setup/location.ts";
import { expect, test } from "./lab.ts";
import type { Lab } from "./lab.ts";
import { LOOKS_AT_ALL } from "./places.ts";

/** The same addresses in every run, so that a failure can be looked at; each part of the audit has its own. */
const SEED = 1990 + 1000 * Number(process.env["ROUNDTRIP_LINKS_FROM"] ?? 0);
const COUNT = Number(process.env["ROUNDTRIP_LINKS"] ?? (LOOKS_AT_ALL ? 150 : 6));
/** Every so many links the whole page is loaded with the link; the others change the address of the open page. */
const FULL_LOAD = LOOKS_AT_ALL && COUNT < 500 ? 1 : 5;

/** A text after "#", as a browser writes it: "#/bench/firefly/null?threads=%00". */
function hashFor(text: string): string {
  const url = new URL("http://localhost/");
  url.hash = text;
  return url.hash;
}

const placeOf = (text: string): PagePlace => readPlace(hashFor(text));

/** A link to a lesson may put another system's experiment on its stage. */
const EXPERIMENTS = ["firefly/null", "flexrpc/p2p-probe", "multirpc/call"];
const pageParts = fc.constantFrom(
  ...["firefly", "dragonfly", "table-i", "table-vi", "table-zero", "text", "claims", "keys", "machines", "protocols"],
  ...["where-2-66-ms-go", "more-threads", "marshalling", "less-threads", "toString", "__proto__", "%2F", "a b"],
);
const pagePath = fc
  .tuple(
    fc.constantFrom("lesson", "lesson", "lesson", "papers", "reference", "", "nowhere", "Bench"),
    fc.array(fc.oneof({ weight: 4, arbitrary: pageParts }, fc.string()), { maxLength: 3 }),
  )
  .map(([place, parts]) => `/${[place, ...parts].join("/")}`);
const pageQuery = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.tuple(
          fc.oneof({ weight: 3, arbitrary: fc.constant("step") }, fc.constantFrom("embed", "threads", "__proto__")),
          fc.oneof(fc.integer({ min: -1, max: 9 }).map(String), fc.constantFrom("NaN", "1e3", "", "two", "0x1", "007")),
        ),
      },
      fc.tuple(fc.constant("experiment"), fc.constantFrom(...EXPERIMENTS, "firefly/none", "")),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => new URLSearchParams(pairs).toString());
const damagedPages = fc.tuple(pagePath, pageQuery).map(([path, query]) => `${path}?${query}`);

/** The words that a page must say about an address outside the bench. */
function mustSayOfPage(place: PagePlace): readonly string[] {
  const name = placeName(place);
  if (name === null) return [quote(place.path)];
  const step = new URLSearchParams(place.query).getAll("step").at(-1);
  const known = LESSONS.some(({ slug }) => place.path === `/lesson/${slug}`);
  const noStep = known && step !== undefined && !/^0*[1-7]$/.test(step);
  return [...unusedIn(place), ...(noStep ? [`step = ${quote(step)}`] : [])];
}

function mustSayOf(text: string): readonly string[] {
  const place = placeOf(text);
  if (placeName(place) !== "bench") return mustSayOfPage(place);
  return mustSay(readLink(place).setup, new URLSearchParams(place.query));
}

/** A link may ask for a run of minutes. Where it goes on for so long, that its progress is shown is enough. */
const LONG_RUN_MS = 1500;

/** Opens an address and waits until its place stands, and its run where it has one. */
async function arrive({ page }: Lab, text: string, full: boolean): Promise<void> {
  if (full) {
    await page.goto("about:blank");
    await page.goto(`./${hashFor(text)}`);
  } else {
    await page.evaluate(async (hash) => {
      if (hash === location.hash) return;
      const changed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
      location.hash = hash;
      await changed;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }, hashFor(text));
  }
  const long = (await page.evaluate(() => performance.now())) + LONG_RUN_MS;
  await page.waitForFunction((limit) => {
    const running = performance.now() > limit && document.querySelector(".progress [role=progressbar]") !== null;
    const told = document.querySelector(".progress [role=alert]") !== null;
    if (location.hash.startsWith("#/bench") && window.roundtrip?.ran() !== true && !told) return running;
    return (
      document.querySelector("main h1") !== null && document.querySelector(".arriving, .waiting, [aria-busy]") === null
    );
  }, long);
}

/** All that can be read or heard: text, values of fields, names of controls. */
function words(page: Page): Promise<string> {
  return page.evaluate(() => {
    const named = [...document.querySelectorAll("[aria-label], [aria-valuetext], input, svg text")].flatMap((one) => [
      one.getAttribute("aria-label") ?? "",
      one.getAttribute("aria-valuetext") ?? "",
      one instanceof HTMLInputElement ? one.value : "",
      one instanceof SVGElement ? (one.textContent ?? "") : "",
    ]);
    return [document.title, document.body.innerText, ...named].join("\n");
  });
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g; // what the address said, repeated in a notice
const NO_NUMBER = /\b(NaN|Infinity|undefined)\b|\[object /;

const MENDED = "the page has mended it";

async function expectSound(page: Page, text: string): Promise<void> {
  const all = await words(page);
  expect.soft(all.replace(QUOTED, ""), text).not.toMatch(NO_NUMBER);
  const length = async (): Promise<number> => (await page.getByRole("main").innerText()).length;
  await expect.poll(length, `blank at ${text}`).toBeGreaterThan(40); // the place before may just have left
  expect.soft(all, `a run of ${text} stopped`).not.toContain("The run stopped");
  const missing = async (): Promise<readonly string[]> => {
    const notices = (await page.getByRole("status").allTextContents()).join("\n");
    // What the page has mended in the address is no longer wrong with it.
    const [, mended = text] = notices.includes(MENDED) ? await page.evaluate(() => location.hash.split(/^#/)) : [];
    return mustSayOf(mended).filter((what) => !notices.includes(what));
  };
  await expect.poll(missing, `what the page does not say of ${text}`).toEqual([]); // its notices are fetched
}

const noPinNamedSo = (text: string): boolean => !/pin=[^&]*(NaN|Infinity|undefined)/.test(text); // shown as its name

for (const [what, links] of [
  ["links to the bench", damagedLinks.filter(noPinNamedSo)],
  ["addresses of lessons, papers and reference", damagedPages],
] as const) {
  test(`${COUNT} damaged ${what} open a whole page that says what is wrong with them`, async ({ lab, page }) => {
    const seed = SEED + what.length;
    for (const [i, text] of fc.sample(links, { seed, numRuns: COUNT }).entries()) {
      await arrive(lab, text, i % FULL_LOAD === 0);
      await expectSound(page, text);
      expect(lab.complaints, text).toEqual([]);
    }
  });
}
