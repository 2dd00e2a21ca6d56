import { createElement, isValidElement } from "react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { elementInLanguage } from "./elements.ts";

/** The keys by which React knows the elements among the children again. */
const keysOf = (children: readonly ReactNode[]): readonly (string | null)[] =>
  (elementInLanguage("div", { children }, true)["children"] as readonly ReactNode[])
    .filter((part) => isValidElement(part))
    .map(({ key }) => key);

it("an element keeps its key when a text beside it comes or goes, so a canvas keeps what is painted on it", () => {
  const canvas = createElement("canvas");
  const keys = keysOf([canvas, "A sentence."]);
  expect(keys).toHaveLength(1);
  expect(keysOf([canvas, null])).toEqual(keys);
  expect(keysOf([canvas, createElement("p")])[0]).toBe(keys[0]);
});
