/** The papers that are loaded: look-ups search these (lookup.ts). */
import type { Paper } from "./types.ts";

const here: Paper[] = [];
export const papersHere: readonly Paper[] = here;

/** Adds loaded papers. */
export function takeIn(some: readonly Paper[]): void {
  here.push(...some.filter(({ id }) => !isHere(id)));
}

export const isHere = (id: string): boolean => here.some((p) => p.id === id);
