/** Text of 24 px, as for a hall: names in figures have 16 px, targets 24, and nothing is wider than the window. */
import type { Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import {
  ASSIGNED,
  BENCHES,
  CAPTURES,
  CONCEPT,
  DESK,
  goTo,
  heldBy,
  LESSON_STEPS,
  NUMBERS,
  PAPERS,
  REFERENCE,
  TRACES,
  WRITE,
} from "./places.ts";

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "the steps of the lessons": LESSON_STEPS,
  "the experiments": BENCHES,
  "the other places": [
    ...DESK.filter((place) => !place.startsWith("/desk/handout/")), // its sheet of paper has sizes of its own
    ...ASSIGNED,
    ...CAPTURES,
    ...TRACES,
    ...NUMBERS,
    ...WRITE,
    ...CONCEPT,
    ...PAPERS,
    ...REFERENCE,
  ],
};

/** Runs in the page: what is too small or too wide. */
function misses(): readonly string[] {
  const found: string[] = [];
  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) found.push(`the page is ${width} px wide`);
  for (const text of document.querySelectorAll<SVGTextElement>("main svg text")) {
    const turn = text.getScreenCTM();
    if (turn === null || !text.checkVisibility() || text.textContent.trim() === "") continue;
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(turn.a, turn.b);
    if (size < 15.9) found.push(`${size.toFixed(1)} px: ${text.textContent.slice(0, 40)}`);
  }
  // A number in a text, and a row of a dense figure, are as large as what they show; keys reach them as well.
  const targets = "main :is(button:not(.addr, .lit, .tl-rows *, .tl-host), a[href], input, select, summary)";
  for (const one of document.querySelectorAll(targets)) {
    const isInText = one.matches("a") && getComputedStyle(one).display === "inline";
    if (isInText || !one.checkVisibility({ visibilityProperty: true })) continue;
    const boxes = [one, ...[one.closest("label") ?? []].flat()].map((part) => part.getBoundingClientRect());
    const [wide, high] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))];
    if (wide > 2 && high > 2 && Math.min(wide, high) < 23.9)
      found.push(`${wide.toFixed(0)} by ${high.toFixed(0)} px: ${one.tagName} ${one.textContent.slice(0, 40)}`);
  }
  return found;
}

async function missesAt(page: Page, place: string): Promise<readonly string[]> {
  await page.addInitScript(() =>
    addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = "24px")),
  );
  await page.goto("about:blank");
  await goTo(page, place);
  return (await page.evaluate(misses)).map((miss) => `${place}: ${miss}`);
}

for (const [what, places] of Object.entries(GROUPS)) {
  test(`${what} can be read from the last row`, heldBy("app/draw/figure-size.test.ts"), async ({ page }) => {
    test.setTimeout(40 * 60_000);
    const found: string[] = [];
    for (const place of places) found.push(...(await missesAt(page, place)));
    expect(found).toEqual([]);
  });
}
