/** The figures' inks against the page's own: what is exported has the colours that were on the screen. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chartSvg } from "../chart/svg.ts";
import { threads } from "../chart/example.ts";
import { INKS, PALETTES } from "./palette.ts";
import type { ThemeName } from "./palette.ts";

const css = readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf8");

/** The custom properties of every rule whose selector ends so. */
function blocks(selector: string): readonly ReadonlyMap<string, string>[] {
  return [...css.matchAll(/([^{}]+)\{([^{}]+)\}/g)]
    .filter(([, head = ""]) => head.trim().endsWith(selector))
    .map(
      ([, , body = ""]) =>
        new Map([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value.trim()])),
    );
}

const PLACES: Readonly<Record<ThemeName, readonly string[]>> = {
  light: [':root[data-theme="light"]'],
  dark: [':root:not([data-theme="light"])', ':root[data-theme="dark"]'],
};

describe.each(["light", "dark"] as const)("the %s palette of figures", (theme) => {
  const rules = PLACES[theme].map((selector) => {
    const found = blocks(selector).find((block) => block.has("paper"));
    if (found === undefined) throw new Error(`styles/tokens.css has no rule for ${selector}`);
    return found;
  });

  it.each(INKS)("has the page’s --%s, wherever the page sets it", (ink) => {
    for (const rule of rules) expect(rule.get(ink)).toBe(PALETTES[theme][ink]);
  });

  it("has the page’s 95 % band in an exported chart", () => {
    const [rule] = rules;
    const band = rule?.get("sim-band") ?? "";
    expect(band.slice(0, 7)).toBe(PALETTES[theme].simulated);
    const opacity = Math.round((parseInt(band.slice(7), 16) / 255) * 100) / 100;
    expect(chartSvg(threads, { theme })).toContain(`fill="${PALETTES[theme].simulated}" fill-opacity="${opacity}"`);
  });
});
