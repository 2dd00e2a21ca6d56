/** Axe's findings on the present page, and texts of figures that are too faint, light and dark. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { faintTexts } from "./contrast.ts";
import { THEMES } from "./lab.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Rules that a page can break in one theme alone. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

async function violations(page: Page, only: readonly string[] | null): Promise<readonly string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .setLegacyMode() // there are no frames, and a page of its own takes time
    .options({
      runOnly: only === null ? { type: "tag", values: RULES } : { type: "rule", values: [...only] },
      resultTypes: ["violations"], // a selector for each element that passes takes as long as the rules
    })
    .analyze();
  return found.map(({ id, help, nodes }) => {
    const [first] = nodes;
    return `${id}: ${help}: ${nodes.length} times, first ${first?.target.join(" ")} ${first?.html.slice(0, 160)}`;
  });
}

/** All rules in the first theme, those of colour in any other, without leaving the state. Ends in the first theme. */
export async function axeProblems(
  page: Page,
  themes: readonly (typeof THEMES)[number][] = THEMES,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(async () => {
      await new Promise(requestAnimationFrame); // colours of the other theme begin to change with its first frame
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
  await page.emulateMedia({ colorScheme: THEMES[0] });
  return found;
}
