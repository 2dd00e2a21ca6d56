/** The reasons of waits, each on the longest free part of its line. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { label } from "../draw/scene.ts";
import { PROCEDURE_RUNS } from "../trace/waits.ts";
import type { Wait } from "../trace/waits.ts";
import { within } from "./cable.ts";
import { OF_WAITS } from "./ink.ts";
import { longestOf, NAME_SIZE } from "./placer.ts";
import type { Placer } from "./placer.ts";
import { withinOf } from "./drawn.ts";
import { clip } from "./rails.ts";
import type { Rails } from "./rails.ts";
import { WAITS_FROM, waitsTold } from "./work.ts";

/** A name needs so much more than its width. */
const ROOM_BESIDE = 24;
/** It begins so far after the beginning of its room, at most. */
const MOST_INDENT = 36;
const LEAST_LANE = 9; // px across, where waits have names

/** Thousands of waits ask this of thousands of runs: only those at the wait's beginning are looked at. */
const isOnCable = ({ shown }: Rails, { lane, from, to }: Wait): boolean =>
  within(shown.story.cable.runs, { from, to: from }).some(
    (run) => run.wait && run.lane === lane && run.from <= from && run.to >= to,
  );

/** Whether a reason could stand there at all: as most of many are too short, nothing else is asked of them. */
function hasRoom(rails: Rails, wait: Wait): boolean {
  const [from, to] = clip(rails, wait.from, wait.to);
  return to - from >= ROOM_BESIDE;
}

/** Sets the reason of a wait where it has room, and says whether it has. */
export function placeReason(rails: Rails, wait: Wait, placer: Placer): boolean {
  const { frame, start, scale } = rails;
  const [from, to] = clip(rails, wait.from, wait.to);
  if (!hasRoom(rails, wait)) return false;
  const own = itemAt(frame.lanes, wait.lane, "lane");
  const reason = wait.reason();
  const onCable = isOnCable(rails, wait);
  // On the cable the reason stands above the line or the open bar, off the yellow; else it interrupts the dots.
  const y = onCable ? own.at + (reason === PROCEDURE_RUNS ? -3 : 2) : own.at + own.size / 2 + 4;
  const strip = {
    x0: Math.max(from, start),
    x1: Math.min(to, start + scale.length),
    y0: own.at,
    y1: own.at + own.size,
  };
  const runs = [{ text: reason, ink: "ink-2" }] as const;
  const width = placer.widthOf(runs);
  const free = longestOf(placer.freeAlong(strip, OF_WAITS));
  const room = free.to - free.from;
  if (room < width + ROOM_BESIDE) return false;
  const x = free.from + Math.min(MOST_INDENT, (room - width) / 2);
  const set = label(x, y, runs, {
    size: NAME_SIZE,
    ...(onCable ? {} : { halo: "band" as const }),
  });
  return placer.placeOne([set], { within: withinOf(rails), owner: OF_WAITS }) !== null;
}

/**
 * The reasons of waits. Of threads that wait for the same at once one says so. Among many machines only those off the
 * cable have one: there the cable is narrow. Where steps have flags, the runs of a procedure are named with them.
 */
export function placeReasons(rails: Rails, placer: Placer): void {
  const { frame } = rails;
  if (frame.pitch < WAITS_FROM) return;
  const named: Wait[] = [];
  for (const wait of waitsTold(rails)) {
    if (!hasRoom(rails, wait)) continue;
    const { lane, from, to } = wait;
    if (itemAt(frame.lanes, lane, "lane").size < LEAST_LANE || (frame.wire === null && isOnCable(rails, wait)))
      continue;
    const isSaid = (one: Wait): boolean => one.lane === lane && one.from < to && one.to > from;
    if (frame.zones.length > 0 && wait.reason() === PROCEDURE_RUNS) continue;
    if (named.some((one) => isSaid(one) && one.reason() === wait.reason())) continue;
    if (placeReason(rails, wait, placer)) named.push(wait);
  }
}
