/**
 * A call as sounds: a tick for each packet, two where it is sent again, a soft one where it waits behind another, a low
 * one where it is lost, a sound at the end of the call, one where a machine crashes. Nothing sounds between them: a gap
 * is heard as silence. Plain data; player.ts makes it audible.
 */
import { fateOf, numberAt, originOf, timeAt } from "../../engine/kernel/reads.ts";
import { gather, listUnder } from "../../engine/kernel/tally.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { analysis } from "../trace/analysis.ts";
import type { Stretch } from "../trace/folds.ts";
import type { LanePlan } from "../trace/lanes.ts";
import { machineEvents } from "../trace/machine-events.ts";

/** "out" leaves the caller, "back" goes to the caller, "aside" goes between other machines. */
export type SoundKind = "out" | "back" | "aside" | "again" | "queue" | "lost" | "crash" | "end";

export interface Sound {
  /** Nanoseconds of the run. */
  readonly at: number;
  readonly kind: SoundKind;
  /** The pitch, in Hz. */
  readonly hz: number;
}

/** The call that a timeline shows. */
export interface Heard {
  readonly trace: TraceData;
  readonly plan: LanePlan;
  /** Its number; 0 for the whole run. */
  readonly story: { readonly call: number };
  readonly call: Stretch;
  /** The end of what is shown, be it later than that of the call. */
  readonly end: number;
}

/** Chosen by ear: fifths and octaves of one chord, so that many packets do not grate; what goes wrong is lowest. */
const PITCH: Readonly<Record<SoundKind, number>> = {
  out: 880, // A5
  back: 587.33, // D5
  aside: 739.99, // F sharp 5
  again: 440, // A4
  queue: 293.66, // D4
  lost: 146.83, // D3
  crash: 73.42, // D2
  end: 1174.66, // D6
};

/**
 * By packet, the moments at which it comes to a queue where another packet lies already: before the controller that
 * sends it, or in a socket of its receiver.
 */
const waitsBehind = analysis(({ packets }: TraceData): ReadonlyMap<number, readonly number[]> => {
  const found = new Map<number, number[]>();
  const queues = [
    { at: packets.from, comes: packets.queued, goes: packets.departs },
    { at: packets.to, comes: packets.laid, goes: packets.taken },
  ];
  for (const { at, comes, goes } of queues) {
    const rows = Array.from({ length: packets.count }, (_, row) => row).filter((row) => timeAt(comes, row) >= 0);
    const emptyAt = new Map<number, number>(); // by place: when the last packet that lies there has gone
    for (const row of rows.toSorted((a, b) => timeAt(comes, a) - timeAt(comes, b))) {
      const [place, came, went] = [numberAt(at, row), timeAt(comes, row), timeAt(goes, row)];
      const empty = emptyAt.get(place) ?? -1;
      if (empty > came) gather(found, row, came);
      emptyAt.set(place, Math.max(empty, went < 0 ? Infinity : went));
    }
  }
  return found;
});

/** The sound at a moment, or the last before it; undefined before the first. */
export const lastSound = (sounds: readonly Sound[], time: number): Sound | undefined =>
  sounds.findLast(({ at }) => at <= time);

/** In order of time. */
export function soundsOf({ trace, plan, story, call, end }: Heard): readonly Sound[] {
  const caller = plan.machines[0];
  const sounds: Sound[] = [];
  const add = (kind: SoundKind, at: number): void => {
    if (at >= call.from && at <= end) sounds.push({ at, kind, hz: PITCH[kind] });
  };
  const { packets, tracks } = trace;
  for (let row = 0; row < packets.count; row++) {
    const number = numberAt(packets.call, row);
    if (number === 0 || (story.call > 0 && number !== story.call) || originOf(trace, row) === "other traffic") continue;
    const [from, to] = [packets.from, packets.to].map((column) => tracks[numberAt(column, row)]?.machine);
    const isAgain = originOf(trace, row) === "retransmission";
    add(isAgain ? "again" : from === caller ? "out" : to === caller ? "back" : "aside", timeAt(packets.departs, row));
    for (const at of listUnder(waitsBehind(trace), row)) add("queue", at);
    if (fateOf(trace, row) === "lost") add("lost", timeAt(packets.arrives, row));
  }
  for (const [machine, events] of machineEvents(trace)) {
    if (!plan.machines.includes(machine)) continue;
    for (const { at, what } of events) if (what === "crash") add("crash", at);
  }
  const hasEnded = story.call > 0 && trace.calls.outcome[story.call - 1] !== 0;
  if (hasEnded) add("end", call.to);
  return sounds.sort((a, b) => a.at - b.at);
}

export interface Timed {
  readonly kind: SoundKind;
  readonly hz: number;
  /** Seconds from now. */
  readonly after: number;
}

/** Equal sounds that come closer than this are one to the ear, in seconds. */
const ONE_SOUND = 0.02;

/**
 * The sounds over which the playhead went between two moments, forwards or backwards, spread over the seconds that it
 * took. The silence of a fold is as short as its way on the axis.
 */
export function passed(sounds: readonly Sound[], from: number, to: number, seconds: number): readonly Timed[] {
  const [low, high] = from < to ? [from, to] : [to, from];
  const met = sounds.filter(({ at }) => (from < to ? at > low && at <= high : at >= low && at < high));
  const last = new Map<SoundKind, number>();
  return met
    .map(({ at, kind, hz }) => ({ kind, hz, after: (Math.abs(at - from) / (high - low)) * seconds }))
    .sort((a, b) => a.after - b.after)
    .filter(({ kind, after }) => {
      const before = last.get(kind);
      if (before !== undefined && after - before < ONE_SOUND) return false;
      last.set(kind, after);
      return true;
    });
}
