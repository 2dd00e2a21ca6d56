/** The experiments that a lesson speaks of: the page fetches their families with it. */
import { CATALOGUE } from "../engine/experiments/catalogue.ts";
import { familyOf } from "../engine/experiments/family.ts";
import { attributesOf, componentsOf } from "./lint-text.ts";
import type { TextNode } from "./lint-text.ts";
import type { Lesson } from "./types.ts";

const EXPERIMENT = /"experiment":"([^"]*)"/g;

/** The experiments that are named anywhere in this data, each once, in its order. */
export const experimentsIn = (...data: readonly unknown[]): readonly string[] => [
  ...new Set(data.flatMap((one) => [...JSON.stringify(one).matchAll(EXPERIMENT)].map(([, id = ""]) => id))),
];

/** The families of these experiments, likewise. */
export const familiesIn = (...data: readonly unknown[]): readonly string[] => [
  ...new Set(experimentsIn(...data).map(familyOf)),
];

/** The papers whose numbers a lesson states or its charts have: its own, then those of its steps’ experiments. */
export function papersOf({ paper, steps }: Pick<Lesson, "paper" | "steps">): readonly string[] {
  const shown = experimentsIn(steps).map((id) => CATALOGUE.find((one) => one.id === id)?.paper ?? null);
  return [...new Set([paper, ...shown])].filter((one) => one !== null);
}

/** The families that a lesson shows or states a number of, that of its first step first. @param tree of its prose */
export function familiesOf({ steps, numbers }: Pick<Lesson, "steps" | "numbers">, tree: TextNode): readonly string[] {
  const settings = componentsOf(tree).filter(({ node }) => node.name === "Setting");
  return familiesIn(
    steps,
    numbers,
    settings.map(({ node }) => ({ experiment: attributesOf(node)["experiment"] })),
  );
}
