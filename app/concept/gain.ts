/**
 * What a class gained: of each item and each belief, the share before and after, and how much of what could be gained
 * was (Hake's normalised gain: R. R. Hake, American Journal of Physics 66, 1998, 64). Only those count who handed in
 * both sittings.
 */
import { BELIEFS, type BeliefName } from "./beliefs.ts";
import { ITEMS } from "./items.ts";
import { formOf, optionOf, SITTINGS } from "./sitting.ts";
import type { Sittings, SittingName } from "./sitting.ts";

interface Share {
  readonly before: number; // from 0 to 1
  readonly after: number;
  readonly answered: number; // people
}

export interface ItemGain extends Share {
  readonly id: string;
  readonly about: string;
  /** Of what could be gained, from 1 down; null where all were right before. */
  readonly gain: number | null;
}

/** Shares of the chances to show a belief in which it was shown. */
export interface BeliefGain extends Share {
  readonly belief: BeliefName;
  readonly says: string;
  readonly lesson: string;
}

export interface ClassGain {
  readonly people: number;
  readonly unfinished: number;
  readonly items: readonly ItemGain[];
  readonly beliefs: readonly BeliefGain[];
  readonly all: ItemGain;
}

export const isRight = (record: Sittings, sitting: SittingName, item: string): boolean =>
  optionOf(record, sitting, item)?.belief === null;

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const gained = (before: number, after: number): number | null => (before >= 1 ? null : (after - before) / (1 - before));

/** How often a belief could be shown in a sitting of this record, and how often it was. */
function shownBy(record: Sittings, sitting: SittingName, belief: BeliefName): { could: number; did: number } {
  const could = ITEMS.filter(({ forms }) =>
    forms[formOf(record, sitting)].options.some((option) => option.belief === belief),
  );
  const did = could.filter(({ id }) => optionOf(record, sitting, id)?.belief === belief);
  return { could: could.length, did: did.length };
}

function beliefGain(people: readonly Sittings[], belief: BeliefName): BeliefGain {
  const share = (sitting: SittingName): number => {
    const all = people.map((record) => shownBy(record, sitting, belief));
    const could = all.reduce((sum, one) => sum + one.could, 0);
    return could === 0 ? 0 : all.reduce((sum, one) => sum + one.did, 0) / could;
  };
  const answered = people.filter((record) =>
    SITTINGS.every((sitting) => shownBy(record, sitting, belief).could > 0),
  ).length;
  return { belief, ...BELIEFS[belief], before: share("before"), after: share("after"), answered };
}

/** @param records of a class, one a person */
export function gainOf(records: readonly Sittings[]): ClassGain {
  const people = records.filter(({ done }) => SITTINGS.every((sitting) => done.includes(sitting)));
  const share = (sitting: SittingName, item: string): number =>
    mean(people.map((record) => (isRight(record, sitting, item) ? 1 : 0)));
  const items = ITEMS.map(({ id, about }): ItemGain => {
    const [before, after] = [share("before", id), share("after", id)];
    return { id, about, before, after, answered: people.length, gain: gained(before, after) };
  });
  const before = mean(items.map((item) => item.before));
  const after = mean(items.map((item) => item.after));
  return {
    people: people.length,
    unfinished: records.length - people.length,
    items,
    beliefs: (Object.keys(BELIEFS) as readonly BeliefName[])
      .map((belief) => beliefGain(people, belief))
      .filter((one) => one.before > 0 || one.after > 0)
      .sort((a, b) => b.after - a.after || b.before - a.before),
    all: { id: "all", about: "all items", before, after, answered: people.length, gain: gained(before, after) },
  };
}
