/** The faults that a run has met: a list that shares its beginning with those of other runs. */
import type { Fault } from "../faults/fault.ts";
import { itemAt, namedIn } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";

/** A moment between two events, and how much time there is around it. */
export interface Between {
  readonly at: Nanos;
  readonly room: Nanos;
}

/** One more fault, or the time of one before. Times are rounded when they are asked for: most runs break nothing. */
export interface Met {
  /** Null where the fault at `place` gets its time. */
  readonly fault: Fault | null;
  readonly place: number; // among the faults, from 0
  /** The moment of a machine’s fault, or by how much a packet is late; null where it has none, or has it later. */
  readonly time: Nanos | null;
  readonly room: Nanos; // around the moment
  readonly before: Met | null;
}

/** The faults in their order, with their times. */
export function faultsOf(last: Met | null): readonly Fault[] {
  const all: Met[] = [];
  for (let met = last; met !== null; met = met.before) all.push(met);
  const faults: Fault[] = [];
  for (const { fault, place, time, room } of all.reverse()) {
    const one = fault ?? itemAt(faults, place, "fault");
    faults[place] = time === null ? one : timed(one, rounded(time, room));
  }
  return faults;
}

function timed(fault: Fault, time: Nanos): Fault {
  switch (fault.what) {
    case "delay":
      return { ...fault, byNs: time };
    case "duplicate":
      return { ...fault, afterNs: time };
    case "crash":
    case "restart":
    case "slow":
      return { ...fault, at: time };
    default:
      throw new Error(`A fault that ${fault.what}s has no time.`);
  }
}

/** The time in few digits: it moves by an eighth of the room around it at most. */
export function rounded(time: Nanos, room: Nanos): Nanos {
  const unit = 10 ** Math.floor(Math.log10(Math.max(room / 4, 1)));
  return Math.max(unit, Math.round(time / unit) * unit);
}

/** The simplest faults first. */
const SIMPLEST: readonly Fault["what"][] = [
  "drop",
  "duplicate",
  "delay",
  "garble",
  "crash",
  "restart",
  "reorder",
  "slow",
];
const WEIGHTS: Readonly<Record<string, number>> = Object.fromEntries(SIMPLEST.map((what, place) => [what, place]));

export const weightOf = (fault: Fault): number => namedIn(WEIGHTS, fault.what, "weight of a fault");
