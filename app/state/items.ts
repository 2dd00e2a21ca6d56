/** What can be shown of a run's state, by kind, and which of it is. */
import type { ShownState, StateKind } from "./props.ts";
import { buffersOf } from "./buffers.ts";
import type { BufferOf } from "./buffers.ts";
import { graphsOf } from "./graphs.ts";
import { tablesOf } from "./tables.ts";

/** One thing that can be shown: a table, a graph, a buffer. */
export interface StateItem {
  readonly key: string;
  readonly title: string;
}

export const STATE_KINDS = ["calls", "graph", "buffer"] as const;

export function itemsOf({ run, site }: Pick<ShownState, "run" | "site">, kind: StateKind): readonly StateItem[] {
  if (kind === "calls") return tablesOf(run);
  return kind === "graph" ? graphsOf(run.trace, site) : worthALook(buffersOf(run.trace));
}

/** Those in which several packets lay at once, or that lost one; the first where there is none such. */
function worthALook(buffers: readonly BufferOf[]): readonly BufferOf[] {
  const worth = buffers.filter(({ most, losses }) => most > 1 || losses.length > 0);
  return worth.length > 0 ? worth : buffers.slice(0, 1);
}

/** Keys of what a reader or a step of a lesson has chosen, the last first. */
export type Kept = readonly string[];

/** More choices than these nobody comes back to. */
const MOST_KEPT = 8;

export const keptWith = (kept: Kept, key: string): Kept =>
  [key, ...kept.filter((one) => one !== key)].slice(0, MOST_KEPT);

/** The one that is shown first: the last chosen of these, else the first. */
function itemShown<T extends StateItem>(items: readonly T[], kept: Kept): T | undefined {
  const chosen = kept.find((key) => items.some((one) => one.key === key));
  return items.find(({ key }) => key === chosen) ?? items[0];
}

/** All that is shown of a kind. Two tables stand below each other: who looks at one wants to compare the other. */
export function allShown<T extends StateItem>(kind: StateKind, items: readonly T[], kept: Kept): readonly T[] {
  const first = itemShown(items, kept);
  if (first === undefined) return [];
  return kind === "calls" && items.length === 2 ? [first, ...items.filter((one) => one !== first)] : [first];
}
