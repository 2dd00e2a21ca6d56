/** axe finds nothing, in every place and state of the site, light and dark; nor is text in a figure too faint. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { faintTexts } from "./contrast.ts";
import { expect, test, THEMES } from "./lab.ts";
import { BENCHES, HOME, LESSON_STEPS, LOOKED_AT_PAPERS, REFERENCE } from "./places.ts";
import { atPlace, BENCH_STATES, DIALOGS, enter, HOME_STATES, inParts, LESSON_STATES, unfolded } from "./states.ts";
import type { State } from "./states.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What can be wrong in one theme alone. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

async function violations(page: Page, only: readonly string[] | null): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(); // there are no frames, and a page of its own takes time
  const { violations: found } = await (only === null ? axe.withTags(RULES) : axe.withRules([...only])).analyze();
  return found.map(({ id, help, nodes }) => {
    const [first] = nodes;
    return `${id}: ${help}: ${nodes.length} times, first ${first?.target.join(" ")} ${first?.html.slice(0, 160)}`;
  });
}

/** All rules in the first theme, those of colour in the other, without leaving the state. */
async function problems(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
        else animation.finish();
      }
    });
    const all = [
      ...(await violations(page, colorScheme === THEMES[0] ? null : RULES_OF_COLOUR)),
      ...(await faintTexts(page)),
    ];
    found.push(...all.map((problem) => `${colorScheme}: ${problem}`));
  }
  return found;
}

const GROUPS: Readonly<Record<string, readonly State[]>> = {
  "the course and its states": [...HOME.map(atPlace), ...HOME_STATES],
  "every step of the lessons": LESSON_STEPS.map(atPlace),
  "the lessons' questions, answered well and badly": LESSON_STATES,
  "the bench": BENCHES.map(atPlace),
  "the bench changed, broken, compared, playing": BENCH_STATES,
  "the dialogs": DIALOGS,
  "the papers": LOOKED_AT_PAPERS.map(unfolded),
  "the reference": REFERENCE.map(unfolded),
};

// Tall enough that nothing lies half under what stays at the foot of a page that scrolls, which counts as too small.
test.use({ viewport: { width: 1440, height: 2400 } });

for (const [what, states] of inParts(GROUPS)) {
  test(`axe finds nothing on ${what}, light and dark`, async ({ lab, page }) => {
    test.setTimeout(300_000);
    expect(lab.complaints).toEqual([]);
    for (const state of states) {
      await enter(page, state);
      expect.soft(await problems(page), state.name).toEqual([]);
    }
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 3200 }, hasTouch: true });
  test("axe finds nothing on the places in one column, with their docks and menus, light and dark", async ({
    page,
  }) => {
    test.setTimeout(180_000);
    const [lesson = "", bench = "", paper = ""] = [LESSON_STEPS[1], BENCHES[0], LOOKED_AT_PAPERS[1]];
    for (const place of ["/", lesson, bench, paper, "/reference/protocols"]) {
      await enter(page, atPlace(place));
      await page.getByRole("button", { name: "Menu", exact: true }).tap();
      expect.soft(await problems(page), place).toEqual([]);
    }
  });
});

test("axe finds nothing while a long run is going, light and dark", async ({ lab, page }) => {
  await lab.open();
  await lab.field("Calls").fill("100000");
  await lab.field("Calls").press("Enter");
  await expect(page.getByRole("progressbar", { name: "Running the calls" })).toBeVisible();
  await expect(page.locator(".stale").first()).toHaveCSS("opacity", "0.4"); // it fades in only after a while
  expect(await problems(page)).toEqual([]);
});
