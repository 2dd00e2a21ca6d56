/** Axe's findings on the present page, and texts of figures that are too faint, light and dark. */
import type { Page } from "@playwright/test";
import axe from "axe-core";
import { faintTexts } from "./contrast.ts";
import { THEMES } from "./lab.ts";
import { LOOKS_AT_ALL } from "./places.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Off by itself: the name that is said holds the words that are seen, so that a voice can press by them. */
const SAID_AS_SEEN: axe.RuleObject = { "label-content-name-mismatch": { enabled: true } };
/** Rules that a page can break in one theme alone. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/**
 * Marks the first and the last text of each kind: of one colour and size on the same grounds. Axe takes most of its
 * time to compare each text with its ground, and texts of one kind have one answer. What lies over the page tells its
 * kind by its classes, for its ground may be anything.
 */
function markTextsOfEachKind(mark: string): void {
  const grounds = new Map<Element | null, string>([[null, ""]]);
  const groundOf = (element: Element | null): string => {
    const known = grounds.get(element);
    if (known !== undefined || element === null) return known ?? "";
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const lies = ["absolute", "fixed", "sticky"].includes(position) ? `${element.tagName} ${element.className}` : "";
    const own = [backgroundColor, backgroundImage, opacity, lies].join(" ").replace("rgba(0, 0, 0, 0) none 1 ", "");
    const made = `${groundOf(element.parentElement)}/${own}`.replace(/\/+$/, "");
    grounds.set(element, made);
    return made;
  };
  const hasText = (element: Element): boolean =>
    element.matches("input, select, textarea") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "");
  const kinds = new Map<string, Element[]>();
  for (const element of document.querySelectorAll("body, body *")) {
    element.removeAttribute(mark);
    if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const kind = [color, fontSize, fontWeight, textShadow, element.matches(":disabled"), groundOf(element)].join(" ");
    kinds.set(kind, [...(kinds.get(kind) ?? []), element]);
  }
  for (const elements of kinds.values())
    for (const element of [elements[0], elements.at(-1)]) element?.setAttribute(mark, "");
}

const MARK = "data-text-of-each-kind";

async function violations(page: Page, only: readonly string[] | null): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  if (!LOOKS_AT_ALL) await page.evaluate(markTextsOfEachKind, MARK);
  const runOnly: axe.RunOnly = only === null ? { type: "tag", values: RULES } : { type: "rule", values: [...only] };
  const rules = [{ id: "color-contrast", selector: LOOKS_AT_ALL ? "*" : `[${MARK}]` }];
  // A selector for each element that passes takes as long as the rules.
  const options: axe.RunOptions = { runOnly, resultTypes: ["violations"], rules: only === null ? SAID_AS_SEEN : {} };
  return page.evaluate(
    async (asked) => {
      const { axe: inPage } = window as unknown as { readonly axe: typeof axe };
      inPage.configure({ rules: asked.rules });
      const { violations: found } = await inPage.run(asked.options);
      return found.map(({ id, help, nodes }) => {
        const [first] = nodes;
        return `${id}: ${help}: ${nodes.length} times, first ${first?.target.join(" ")} ${first?.html.slice(0, 160)}`;
      });
    },
    { rules, options },
  );
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
      // A button that becomes ready while axe looks has its new colour at once.
      const still = new CSSStyleSheet();
      still.replaceSync("* { transition-duration: 0s !important }");
      document.adoptedStyleSheets = [still];
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
  await page.evaluate(() => void (document.adoptedStyleSheets = []));
  await page.emulateMedia({ colorScheme: THEMES[0] });
  return found;
}
