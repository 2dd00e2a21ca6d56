/** The times at which a process's connections and calls want a tick: plain data, changed by making it anew. */
import type { Nanos } from "../../kernel/time.ts";
import { EMPTY_MAP, mapEntries, mapRank, mapRemove, mapSet, type IntMap } from "./int-map.ts";

export interface Timers {
  /** By key; the rank is the time, the value counts how many times were set before it. */
  readonly set: IntMap<number>;
  readonly order: number;
}

export const NO_TIMERS: Timers = { set: EMPTY_MAP, order: 0 };

/** The earliest time; null where no timer is set. */
export const earliest = ({ set }: Timers): Nanos | null => (set.count === 0 ? null : set.rank);

/** Sets, moves or, with null, takes away the time of `key`. Setting the time that it has changes nothing. */
export function withTimer(timers: Timers, key: number, at: Nanos | null): Timers {
  const { set, order } = timers;
  const before = mapRank(set, key);
  if (before === at) return timers;
  if (at === null) return { set: mapRemove(set, key), order };
  return { set: mapSet(set, key, order, at), order: order + 1 };
}

/** The keys whose time has come: first by time, at the same time the one that was set first. They stay set. */
export function dueTimers({ set }: Timers, now: Nanos): readonly number[] {
  const due = [...mapEntries(set, now)];
  return due.sort((a, b) => a.rank - b.rank || a.value - b.value).map(({ key }) => key);
}
