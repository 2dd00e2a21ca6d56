/**
 * Persistent maps of 32-bit numbers: a change makes another map and leaves the one before as it was. A map is a tree of
 * branches with sixteen slots, each level four bits of the key from the lowest on, and a change copies the branches on
 * its way alone. So a state that holds maps of thousands can be kept at every step, and costs little more.
 *
 * An entry may have a rank. Every branch knows the least rank below it: that is what timers are found by.
 */

interface Leaf<Value> {
  readonly key: number;
  readonly value: Value;
  readonly rank: number;
}

export interface IntMap<Value> {
  readonly count: number;
  /** The least of all entries; Infinity without any. */
  readonly rank: number;
  readonly slots: readonly Slot<Value>[];
}

const BITS = 4;
const WIDTH = 1 << BITS;

export const EMPTY_MAP: IntMap<never> = {
  count: 0,
  rank: Infinity,
  slots: Array.from({ length: WIDTH }, () => null),
};

const slotOf = (key: number, shift: number): number => (key >>> shift) & (WIDTH - 1);

type Slot<Value> = IntMap<Value> | Leaf<Value> | null;

const countOf = <Value>(slot: Slot<Value>): number => (slot === null ? 0 : "slots" in slot ? slot.count : 1);

/** The branch with another thing in a slot. */
function withSlot<Value>(node: IntMap<Value>, at: number, next: Slot<Value>): IntMap<Value> {
  const old = node.slots[at] ?? null;
  const slots = node.slots.with(at, next);
  return { count: node.count + countOf(next) - countOf(old), rank: rankWith(node, old, next, slots), slots };
}

/** Only where the least of all is gone must the others be asked. */
function rankWith<Value>(
  node: IntMap<Value>,
  old: Slot<Value>,
  next: Slot<Value>,
  slots: readonly Slot<Value>[],
): number {
  const rank = next?.rank ?? Infinity;
  if (rank <= node.rank) return rank;
  if (old === null || old.rank > node.rank) return node.rank;
  return slots.reduce((least, slot) => (slot !== null && slot.rank < least ? slot.rank : least), Infinity);
}

function leafOf<Value>(map: IntMap<Value>, key: number): Leaf<Value> | null {
  let node: IntMap<Value> = map;
  for (let shift = 0; ; shift += BITS) {
    const slot = node.slots[slotOf(key, shift)] ?? null;
    if (slot === null) return null;
    if (!("slots" in slot)) return slot.key === key ? slot : null;
    node = slot;
  }
}

/** Null where the map does not have the key. */
export const mapGet = <Value>(map: IntMap<Value>, key: number): Value | null => leafOf(map, key)?.value ?? null;

/** Null where the map does not have the key. */
export const mapRank = <Value>(map: IntMap<Value>, key: number): number | null => leafOf(map, key)?.rank ?? null;

export function mapSet<Value>(map: IntMap<Value>, key: number, value: Value, rank = 0): IntMap<Value> {
  const known = leafOf(map, key);
  return known !== null && known.value === value && known.rank === rank ? map : put(map, { key, value, rank }, 0);
}

function put<Value>(node: IntMap<Value>, leaf: Leaf<Value>, shift: number): IntMap<Value> {
  const at = slotOf(leaf.key, shift);
  const old = node.slots[at] ?? null;
  return withSlot(node, at, joined(old, leaf, shift + BITS));
}

function joined<Value>(old: Slot<Value>, leaf: Leaf<Value>, shift: number): Slot<Value> {
  if (old === null) return leaf;
  if ("slots" in old) return put(old, leaf, shift);
  return old.key === leaf.key ? leaf : put(put<Value>(EMPTY_MAP, old, shift), leaf, shift);
}

export function mapRemove<Value>(map: IntMap<Value>, key: number): IntMap<Value> {
  return leafOf(map, key) === null ? map : without(map, key, 0);
}

function without<Value>(node: IntMap<Value>, key: number, shift: number): IntMap<Value> {
  const at = slotOf(key, shift);
  const old = node.slots[at] ?? null;
  const next = old !== null && "slots" in old ? alone(without(old, key, shift + BITS)) : null;
  return withSlot(node, at, next);
}

/** A branch with one leaf is that leaf, so that a map's shape does not depend on its history. */
function alone<Value>(node: IntMap<Value>): Slot<Value> {
  if (node.count > 1) return node;
  const [only = null] = node.slots.filter((slot) => slot !== null);
  return only;
}

/** The entries up to a rank, in no order that means anything. */
export function mapEntries<Value>(map: IntMap<Value>, upTo = Infinity): readonly Leaf<Value>[] {
  const found: Leaf<Value>[] = [];
  const visit = (node: IntMap<Value>): void => {
    for (const slot of node.slots) {
      if (slot === null || slot.rank > upTo) continue;
      if ("slots" in slot) visit(slot);
      else found.push(slot);
    }
  };
  visit(map);
  return found;
}
