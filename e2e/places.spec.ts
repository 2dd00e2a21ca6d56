/**
 * Every place and state of the site, entered once: axe finds nothing in either theme, no text of a figure is too faint,
 * and from a small phone to a desk nothing runs out of the page, is cut, or covers something else. A theme changes
 * colours and moves nothing, so what is where is measured in one.
 */
import type { Page } from "@playwright/test";
import { axeProblems } from "./axe.ts";
import { expect, test, THEMES } from "./lab.ts";
import { drawn, HOME, LESSON_STEPS, LOOKED_AT_BENCHES, LOOKED_AT_PAPERS, LOOKED_AT_STEPS } from "./places.ts";
import {
  ASSIGNED,
  CAPTURES,
  CONCEPT,
  DESK as DESKS,
  LOOKS_AT_ALL,
  NUMBERS,
  REFERENCE,
  TRACES,
  WRITE,
} from "./places.ts";
import { atPlace, BENCH_STATES, DIALOGS, enter, HOME_STATES, inParts, LESSON_STATES, unfold } from "./states.ts";
import type { State } from "./states.ts";
import { badTexts, sideways } from "./text-boxes.ts";

const DESK = { width: 1440, height: 900 } as const;
const SMALL = { width: 320, height: 640 } as const;
const SIZES = [SMALL, { width: 390, height: 844 }, { width: 1024, height: 768 }, DESK] as const;
/** Tall enough that nothing lies half under what stays at the foot of the page, which axe would call too small. */
const TALL = { width: 1440, height: 2400 } as const;

/** A step of a lesson as it opens: what a reader opens there, or is told, may push the stage down. */
const isStep = ({ reach, place }: State): boolean => reach === undefined && LESSON_STEPS.includes(place);

/** The first pages of a paper: the others are tables of the same kinds. */
const FIRST_PAGES: readonly (string | undefined)[] = [LOOKED_AT_PAPERS[0], LOOKED_AT_PAPERS[1]];

/** A later step, page or bench, or a place in which something was set or done: much of it is as at first. */
const isLater = ({ reach, place, unfolds }: State): boolean =>
  reach !== undefined ||
  place.includes("?") ||
  LOOKED_AT_BENCHES.slice(1).includes(place) ||
  (unfolds === true && !FIRST_PAGES.includes(place));

/** `npm run audit` looks at all in both themes and at every size, `npm test` at what is later in one theme and two. */
const themesOf = (state: State): readonly (typeof THEMES)[number][] =>
  LOOKS_AT_ALL || !isLater(state) ? THEMES : ["light"];
const sizesOf = (state: State): readonly (typeof SIZES)[number][] =>
  LOOKS_AT_ALL || !isLater(state) ? SIZES : [SMALL, DESK];

/** The end of a lesson's stage without its tools, as a step opens, where it lies below the fold of a desktop screen. */
async function belowTheFold(page: Page): Promise<readonly string[]> {
  const stage = page.getByRole("region", { name: "Stage", exact: true });
  if ((await stage.count()) === 0) return [];
  const tools = page.getByRole("button", { name: "Tools", exact: true });
  await tools.click();
  await drawn(page);
  const bottom = await stage.evaluate((element) => element.getBoundingClientRect().bottom + scrollY);
  await tools.click();
  const whole = Math.floor(bottom); // boxes end between pixels
  return whole > DESK.height ? [`the stage ends at ${whole} px, below the fold at ${DESK.height}`] : [];
}

/** Everything that is wrong with where things stand, at each size. */
async function layoutProblems(page: Page, state: State): Promise<readonly string[]> {
  const found: string[] = [];
  for (const size of sizesOf(state)) {
    await page.setViewportSize(size);
    await drawn(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    const all = [
      ...(wide > size.width ? [`the page is ${wide} px wide`] : []),
      ...(await badTexts(page)),
      ...(await sideways(page)).map((one) => `moves sideways: ${one}`),
      ...(size === DESK && isStep(state) ? await belowTheFold(page) : []),
    ];
    found.push(...all.map((problem) => `${size.width}: ${problem}`));
  }
  return found;
}

async function problems(page: Page, state: State): Promise<readonly string[]> {
  await page.setViewportSize(TALL);
  await enter(page, state);
  if (state.unfolds !== true)
    return [...(await axeProblems(page, themesOf(state))), ...(await layoutProblems(page, state))];
  const found = await layoutProblems(page, state);
  await page.setViewportSize(TALL);
  await unfold(page);
  return [...found, ...(await axeProblems(page, themesOf(state)))];
}

const unfolding = (place: string): State => ({ ...atPlace(place), unfolds: true });

const GROUPS: Readonly<Record<string, readonly State[]>> = {
  "the course and its states": [...HOME.map(atPlace), ...HOME_STATES],
  "the steps of the lessons": LOOKED_AT_STEPS.map(atPlace),
  "the lessons’ questions, answered well and badly": LESSON_STATES,
  "the bench": LOOKED_AT_BENCHES.map(atPlace),
  "the bench changed, broken, compared, playing": BENCH_STATES,
  "the dialogs": DIALOGS,
  "the papers": LOOKED_AT_PAPERS.map(unfolding),
  "the reference": REFERENCE.map(unfolding),
  "your numbers": NUMBERS.map(unfolding),
  captures: CAPTURES.map(unfolding),
  traces: TRACES.map(unfolding),
  "write the rule": WRITE.map(unfolding),
  "the concept test": CONCEPT.map(unfolding),
  "the desk": DESKS.map(unfolding),
  "an assignment": ASSIGNED.map(unfolding),
};

/** Every fifth state of a group, where `npm run audit` enters all. */
const entered = (states: readonly State[]): readonly State[] => states.filter((_, i) => LOOKS_AT_ALL || i % 5 === 0);
const ENTERED = Object.fromEntries(Object.entries(GROUPS).map(([what, states]) => [what, entered(states)]));

for (const [what, states] of inParts(ENTERED)) {
  test(`axe finds nothing on ${what}, and all text fits 320 to 1440 px`, async ({ lab, page }) => {
    for (const state of states) {
      expect.soft(await problems(page, state), state.name).toEqual([]);
    }
    expect(lab.complaints).toEqual([]);
  });
}
