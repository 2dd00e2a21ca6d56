/** The fourteen items, in the order in which they are asked: neighbours are on different things. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { ONCE_ITEMS } from "./once-items.ts";
import { TIME_ITEMS } from "./time-items.ts";
import type { Item } from "./types.ts";

export const ITEMS: readonly Item[] = TIME_ITEMS.flatMap((item, i) =>
  i < ONCE_ITEMS.length ? [itemAt(ONCE_ITEMS, i, "item"), item] : [item],
);
