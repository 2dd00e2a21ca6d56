/** Contrast of the text in SVG figures, which axe leaves out. */
import type { Page } from "@playwright/test";

const LEAST = 4.5; // WCAG 2.2, 1.4.3, for text of these sizes

/** A sentence for each text of a figure that stands too faint on the shape, or the page, behind it. */
export function faintTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate((least) => {
    type Colour = readonly [number, number, number, number];

    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    /** Any CSS colour as red, green, blue and alpha, 0 to 255. */
    const read = (css: string): Colour => {
      if (canvas === null || css === "none") return [0, 0, 0, 0];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a];
    };
    const luminance = ([r, g, b]: Colour): number => {
      const [lr = 0, lg = 0, lb = 0] = [r, g, b].map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * lr + 0.7152 * lg + 0.0722 * lb;
    };
    const contrast = (a: Colour, b: Colour): number => {
      const [bright = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
      return (bright + 0.05) / (dark + 0.05);
    };
    /** The first opaque background of an element and those around it. */
    const pageBehind = (element: Element | null): Colour => {
      for (let at = element; at !== null; at = at.parentElement) {
        const colour = read(getComputedStyle(at).backgroundColor);
        if (colour[3] === 255) return colour;
      }
      return [255, 255, 255, 255];
    };
    /** The halos of a label stand before its texts, each at the place of one. */
    const haloOf = (text: Element | null): Element | null => {
      const place = (one: Element | null): string => `${one?.getAttribute("x")} ${one?.getAttribute("y")}`;
      let at = text?.previousElementSibling ?? null;
      while (at?.matches("text") === true && !(at.matches("[aria-hidden=true]") && place(at) === place(text)))
        at = at.previousElementSibling;
      return at?.matches("text") === true ? at : null;
    };
    /** The halo of a text, or the fill of the last filled shape before it that holds its middle, or the page. */
    const behind = (text: Element, { left, right, top, bottom }: DOMRect): Colour => {
      const svg = text.closest("svg");
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const drawn = haloOf(text.closest("text")); // a text of its own
      const { stroke, paintOrder } = getComputedStyle(drawn ?? text);
      const halo = read(drawn !== null || paintOrder.startsWith("stroke") ? stroke : "none"); // around the letters
      if (halo[3] === 255) return halo;
      let colour: Colour | null = null;
      for (const shape of svg?.querySelectorAll("rect, circle, polygon") ?? []) {
        if ((text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0) break;
        const box = shape.getBoundingClientRect();
        const style = getComputedStyle(shape);
        const inside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
        if (!inside || shape.closest("clipPath, pattern, defs") !== null || style.fillOpacity !== "1") continue;
        const fill = read(style.fill.startsWith("url") ? "none" : style.fill);
        if (fill[3] === 255) colour = fill;
      }
      return colour ?? pageBehind(svg);
    };
    return [...document.querySelectorAll("svg text, svg tspan")].flatMap((element) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
      if (element.closest("text[aria-hidden=true]") !== null) return []; // a halo
      const own = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      return own.flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const ratio = contrast(read(getComputedStyle(element).fill), behind(element, range.getBoundingClientRect()));
        return ratio < least ? [`${node.textContent}: ${ratio.toFixed(2)} to 1`] : [];
      });
    });
  }, LEAST);
}
