/** The fourteen items, in the order in which they are asked: neighbours are on different things. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { AGAIN_ITEMS } from "./again-items.ts";
import { CROWD_ITEMS } from "./crowd-items.ts";
import type { Item } from "./types.ts";
import { UNKNOWN_ITEMS } from "./unknown-items.ts";
import { WIRE_ITEMS } from "./wire-items.ts";

const [ONCE, TIME] = [
  [...UNKNOWN_ITEMS, ...AGAIN_ITEMS],
  [...CROWD_ITEMS, ...WIRE_ITEMS],
];

export const ITEMS: readonly Item[] = TIME.flatMap((item, i) =>
  i < ONCE.length ? [itemAt(ONCE, i, "item"), item] : [item],
);
