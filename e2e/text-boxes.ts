/** Finds text on the screen that is cut off, runs out of the page, or lies over other text. */
import type { Page } from "@playwright/test";

/** One line of a text as it is seen, in pixels of the window. */
interface Line {
  readonly text: string;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  /** The pixels of the line that frames without a scroll bar hide, and its whole height. */
  readonly cut: number;
  readonly height: number;
  /** The number of a layer that stays on the screen over the page, and so may lie over other text; 0 for the page. */
  readonly layer: number;
}

interface Texts {
  readonly lines: readonly Line[];
  /** Texts of elements that hide a part of what they hold. */
  readonly tooLong: readonly string[];
  /** Width of the page. */
  readonly width: number;
}

/** Measures every line of text, that of SVG figures too. A sentence for each that is not where a reader can read it. */
export async function badTexts(page: Page): Promise<readonly string[]> {
  const { lines, tooLong, width } = await page.evaluate(readTexts);
  const seen = lines.filter(({ x0, x1, y0, y1 }) => x1 - x0 > 1 && y1 - y0 > 1);
  const problems = [
    ...lines
      .filter(({ cut, height }) => cut > height * 0.25)
      .map(({ cut, text }) => `cut by ${cut.toFixed(1)} px: ${text}`),
    ...seen.filter(({ x0, x1 }) => x0 < -1 || x1 > width + 1).map(({ text }) => `out of the page: ${text}`),
    ...tooLong.map((text) => `does not fit: ${text}`),
    ...overlaps(seen),
  ];
  return [...new Set(problems)];
}

/** Leading makes neighbouring lines touch; letters overlap only where the middles of two lines meet. */
function overlaps(lines: readonly Line[]): readonly string[] {
  const middles = lines
    .map(({ text, layer, x0, x1, y0, y1 }) => {
      const height = y1 - y0;
      return { text, layer, x0: x0 + 1, x1: x1 - 1, y0: y0 + height * 0.3, y1: y1 - height * 0.3 };
    })
    .sort((a, b) => a.y0 - b.y0);
  const found: string[] = [];
  for (const [i, a] of middles.entries()) {
    for (const b of middles.slice(i + 1)) {
      if (b.y0 > a.y1) break;
      const again = a.text === b.text && Math.abs(a.x0 - b.x0) < 4; // drawn once more on a ground of its own
      if (a.layer === b.layer && !again && a.x0 < b.x1 && b.x0 < a.x1) found.push(`overlap: ${a.text} / ${b.text}`);
    }
  }
  return found;
}

/** Runs in the page, so it must bring with it all that it calls. */
function readTexts(): Texts {
  const SLACK = 1.5; // px: boxes are rounded, and letters end before theirs
  const layers: (Element | null)[] = [null];

  /** For a screen reader alone. */
  const isUnseen = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath === "inset(50%)" || isUnseen(element.parentElement));

  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest(".skip, option, noscript") === null &&
    !isUnseen(element);

  const layerOf = (element: Element | null): number => {
    const stays = (at: Element): boolean =>
      ["fixed", "sticky"].includes(getComputedStyle(at).position) || at.matches("dialog");
    let at = element;
    while (at !== null && !stays(at)) at = at.parentElement;
    return layers.includes(at) ? layers.indexOf(at) : layers.push(at) - 1;
  };

  const hides = (overflow: string): boolean => overflow === "hidden" || overflow === "clip";

  /**
   * The part of a line that the frames around it leave in sight, and the part that frames without a scroll bar cut off.
   */
  const seen = ({ left, top, right, bottom }: DOMRect, element: Element) => {
    let [x0, y0, x1, y1, cut] = [left, top, right, bottom, 0];
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, display, webkitLineClamp } = getComputedStyle(at);
      if (display === "inline") continue;
      const tellsMore = webkitLineClamp !== "none" && at.hasAttribute("title"); // it ends in an ellipsis
      const frame = at.getBoundingClientRect();
      if (hides(overflowX)) cut = Math.max(cut, frame.left - x0, x1 - frame.right);
      if (hides(overflowY) && !tellsMore) cut = Math.max(cut, frame.top - y0, y1 - frame.bottom);
      if (overflowX !== "visible") [x0, x1] = [Math.max(x0, frame.left), Math.min(x1, frame.right)];
      if (overflowY !== "visible") [y0, y1] = [Math.max(y0, frame.top), Math.min(y1, frame.bottom)];
    }
    return { x0, y0, x1, y1, cut };
  };

  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (element === null || text === "" || element.matches("script, style, title, desc") || !isShown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width <= 1 || box.height <= 1) continue;
      lines.push({ text, ...seen(box, element), height: box.height, layer: layerOf(element) });
    }
  }
  const tooLong = [...document.querySelectorAll<HTMLElement>("body *")]
    .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + SLACK && isShown(one))
    .filter((one) => hides(getComputedStyle(one).overflowX))
    .map((one) => one.innerText?.trim() ?? "")
    .filter((text) => text !== "");
  return { lines, tooLong, width: document.documentElement.clientWidth };
}

/**
 * Finds elements that a reader must scroll sideways to see whole, with their text and the distance. A table of figures
 * may have more columns than a phone has room for: it scrolls in a box that is its own, has a name and takes the focus.
 */
export function sideways(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.checkVisibility())
      .filter((element) => !(element.querySelector(":scope > table") !== null && element.matches("[role=region]")))
      .map((element) => {
        const name = element.getAttribute("aria-label") ?? element.className;
        return `${name}: ${element.scrollWidth} px in ${element.clientWidth}`;
      }),
  );
}
