import { groupedBy } from "../../../engine/kernel/tally.ts";

interface Point {
  readonly along: number;
  readonly across: number;
}

/** More squares in a row than a figure has. */
const ROW = 2 ** 20;

/** Squares around one, the nearest first. */
const NEAR = [0, -1, 1, -2, 2] as const;

/**
 * Whether another stands closer than `apart`, in pixels. It is looked for in the squares around, as there may be
 * thousands; two in one square are always that close.
 */
export function crowdedAmong<One extends Point>(all: readonly One[], apart: number): (one: One) => boolean {
  const square = (value: number): number => Math.floor((1.5 * value) / apart);
  const keyOf = (along: number, across: number): number => along * ROW + across; // a text takes several times as long
  const squares = groupedBy(all, ({ along, across }) => keyOf(square(along), square(across)));
  const isClose = (a: One, b: One): boolean => Math.hypot(a.along - b.along, a.across - b.across) < apart;
  return (one) =>
    NEAR.some((i) =>
      NEAR.some((j) =>
        squares
          .get(keyOf(square(one.along) + i, square(one.across) + j))
          ?.some((other) => other !== one && isClose(one, other)),
      ),
    );
}
