/** The figures' inks against the page's own: what is exported has the colours that were on the screen. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chartSvg } from "../chart/svg.ts";
import { threads } from "../chart/example.ts";
import { INKS, PALETTES } from "./palette.ts";

const css = readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf8");

/** The page’s colours by name, on light and on dark. */
const COLOURS = new Map(
  [...css.matchAll(/^ {2}--([\w-]+): (?:var\(--on-light, (.+?)\) var\(--on-dark, (.+?)\)|(.+));$/gm)].map(
    ([, name = "", light = "", dark = "", both]) => [name, { light: both ?? light, dark: both ?? dark }] as const,
  ),
);

describe.each(["light", "dark"] as const)("the %s palette of figures", (theme) => {
  it.each(INKS)("has the page’s --%s", (ink) => {
    expect(COLOURS.get(ink)?.[theme]).toBe(PALETTES[theme][ink]);
  });

  it("has the page’s 95 % band in an exported chart", () => {
    const band = COLOURS.get("sim-band")?.[theme] ?? "";
    expect(band.slice(0, 7)).toBe(PALETTES[theme].simulated);
    const opacity = Math.round((parseInt(band.slice(7), 16) / 255) * 100) / 100;
    expect(chartSvg(threads, { theme })).toContain(`fill="${PALETTES[theme].simulated}" fill-opacity="${opacity}"`);
  });
});
