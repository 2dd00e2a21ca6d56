/** No English is left in a language that the site speaks: in all places, with what opens and answers there. */
import { scheduler } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { LEVELS } from "../engine/explore/written/levels.ts";
import { expect, test } from "./lab.ts";
import {
  ASSIGNED,
  AUDIT,
  BENCHES,
  CAPTURES,
  CONCEPT,
  DESK,
  drawn,
  HOME,
  LESSON_STEPS,
  NUMBERS,
  PAPERS,
  REFERENCE,
  TRACES,
} from "./places.ts";
import { answerIn, keepPainted, pressNext, saidOn, strayWords } from "./stray-english.ts";

/** What opens: folds, doors and other views. */
const DOORS = "main details:not([open]) > summary, main button[aria-expanded=false]";
const VIEWS = `${DOORS}, main [aria-pressed=false], main [role=tab][aria-selected=false]`;
/** The buttons of a lesson’s text, which answer its questions. Back, Next and what leaves the lesson are left out. */
const ANSWERS = `main article button:enabled:not([aria-keyshortcuts]), ${DOORS}`;

const WRONG: readonly string[] = [
  "/nowhere/at/all",
  "/lesson/nothing",
  "/lesson/where-2-66-ms-go?step=99&colour=red",
  "/bench/firefly/nothing",
  "/bench/firefly/null?threads=0&colour=red&seed=x&fault=drp",
  "/bench/firefly/null?chart=nothing&axis=nothing&view=nothing&pin=nothing",
  "/papers/nothing",
  "/papers/firefly/nothing",
  "/reference/nothing",
  "/write/9",
  "/desk/handout/nothing",
  "/capture?example=nothing",
  "/traces?example=nothing",
  "/numbers?servers=0&retries=many",
];

const EXAMPLES = [
  ...["twice&ask=executed-twice", "slow&ask=who-is-slow", "graph"].map((one) => `/capture?example=${one}`),
  ...["chain", "again"].map((one) => `/traces?example=${one}&trace=1`),
];

interface Group {
  readonly places: readonly string[];
  readonly presses: string;
  readonly most: number; // presses in one place
}

const cut = (name: string, all: readonly string[], size: number, rest: Omit<Group, "places">) =>
  Object.fromEntries(
    Array.from({ length: Math.ceil(all.length / size) }, (_, i) => [
      `${name} ${i + 1}`,
      { ...rest, places: all.slice(i * size, (i + 1) * size) },
    ]),
  );

const GROUPS: Readonly<Record<string, Group>> = {
  ...cut("lessons", LESSON_STEPS, 40, { presses: ANSWERS, most: 16 }),
  ...cut("benches", BENCHES, 15, { presses: VIEWS, most: 16 }),
  papers: { places: PAPERS, presses: DOORS, most: 3 },
  reference: { places: REFERENCE, presses: VIEWS, most: 6 },
  others: {
    places: [...HOME, ...CONCEPT, ...DESK, ...ASSIGNED, ...NUMBERS, ...CAPTURES, ...TRACES, ...EXAMPLES],
    presses: VIEWS,
    most: 12,
  },
  levels: { places: LEVELS.map(({ number }) => `/write/${number}`), presses: VIEWS, most: 6 },
  errors: { places: WRONG, presses: DOORS, most: 2 },
};

const LATE_MS = 20_000; // what has not come by then is read as it stands

async function settled(page: Page): Promise<void> {
  await drawn(page, LATE_MS).catch(() => undefined);
}

/** What a group says, each text with the first place that says it. */
async function saidIn(page: Page, { places, presses, most }: Group): Promise<ReadonlyMap<string, string>> {
  const said = new Map<string, string>();
  const listen = async (place: string): Promise<void> => {
    for (const text of await saidOn(page)) if (!said.has(text)) said.set(text, place);
  };
  for (const place of places) {
    await page.evaluate((hash) => void (location.hash = hash), place);
    await settled(page);
    await listen(place);
    for (let i = 0; i < most; i++) {
      if (place.startsWith("/lesson")) await answerIn(page, "main article");
      if (!(await pressNext(page, presses))) break;
      await scheduler.wait(150);
      await listen(place);
      if (!(await page.evaluate(() => location.hash)).startsWith(`#${place.split("?")[0]}`)) break;
    }
    await settled(page);
    await listen(place);
  }
  return said;
}

for (const language of ["zh", "de"])
  for (const [name, group] of Object.entries(GROUPS))
    test(`no English is left in ${name} in ${language}`, AUDIT, async ({ page }, info) => {
      await keepPainted(page);
      await page.goto(`./#/?lang=${language}`);
      const wordsIn = strayWords(language);
      const strays = [...(await saidIn(page, group))].flatMap(([text, place]) => {
        const words = wordsIn(text);
        return words.length === 0 ? [] : [`${place}: ${text.slice(0, 160)} [${words.join(" ")}]`];
      });
      await info.attach("strays", { body: strays.join("\n") });
      expect(strays).toEqual([]);
    });
