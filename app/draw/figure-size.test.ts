import { expect, test } from "vitest";
import { figureScale } from "./figure-size.ts";

test("a figure of the usual width with the usual text is drawn as it is laid out", () => {
  expect(figureScale(780, 12)).toBe(1);
  expect(figureScale(358, 12)).toBe(1);
});

test("in a wide window a figure grows with it, up to half as large again", () => {
  expect(figureScale(1320, 12)).toBeCloseTo(1.2);
  expect(figureScale(4000, 12)).toBe(1.5);
});

test("a figure beside others grows with the page, not with its own part of it", () => {
  expect(figureScale(442, 12, 1920 / 1600)).toBeCloseTo(1.2);
  expect(figureScale(410, 12, 1280 / 1600)).toBe(1);
});

test("with large text no name of a figure is below 16 px, and with more it grows as the text does", () => {
  expect(11 * figureScale(780, 15)).toBeGreaterThanOrEqual(16);
  expect(figureScale(780, 24)).toBe(2);
});

test("on a phone with large text a figure is still laid out for 300 px, so that its columns keep apart", () => {
  for (const width of [320, 358, 390]) expect(width / figureScale(width, 24)).toBeGreaterThanOrEqual(299.9);
  expect(figureScale(0, 24)).toBe(1);
});
