/** Names of single moments: what befell a machine, how many packets were lost, and in which order packets were sent. */
import { entryOf, numberAt } from "../../engine/kernel/reads.ts";
import { label } from "../draw/scene.ts";
import type { Label, TextRun } from "../draw/scene.ts";
import { downTimes, eventText, machineEvents } from "../trace/machine-events.ts";
import type { MachineEvent } from "../trace/machine-events.ts";
import { isTold } from "./arrange.ts";
import { OF_MARKS } from "./ink.ts";
import { crossCounts } from "./losses.ts";
import { numeralsOf } from "./packets.ts";
import { NAME_SIZE } from "./placer.ts";
import type { Placer } from "./placer.ts";
import { withinOf } from "./drawn.ts";
import type { Drawn } from "./drawn.ts";
import { alongOf } from "./rails.ts";
import type { Rails } from "./rails.ts";
import type { Row } from "./frame.ts";

/** "8" beside a cross that stands for eight. */
export function placeCounts({ rails, bands }: Drawn, placer: Placer): void {
  for (const count of crossCounts(rails, bands)) placer.placeOne([count], { within: withinOf(rails) });
}

/** The place in the order of sending, at either end of packets that cross. */
export function placeNumerals({ rails, bands }: Drawn, placer: Placer): void {
  for (const { along, across, text } of numeralsOf(rails, bands)) {
    const [x, y] = rails.frame.down ? [across, along + 4] : [along, across + 4];
    const set = label(x, y, [{ text, bold: true }], { size: NAME_SIZE, anchor: "middle", halo: "paper" });
    placer.placeOne([set], { within: withinOf(rails) });
  }
}

/** A lower band has no room for "× dead" of its own. */
const DEAD_FROM = 14;

/** "× crash" beside its line, "× dead" in its machine's band. */
export function placeEvents({ rails }: Drawn, placer: Placer): void {
  const { frame, trace, shown } = rails;
  const numbers = new Map(shown.plan.machines.map((machine, number) => [machine, number]));
  for (const event of [...machineEvents(trace).values()].flat()) {
    const number = numbers.get(event.machine);
    if (number === undefined || !isTold(frame.arrangement, number)) continue;
    if (event.what === "dead" && frame.pitch < DEAD_FROM) continue;
    const row = frame.rows[numberAt(frame.rowOf, entryOf(numbers, event.machine, "machine"))];
    if (row === undefined) continue;
    const spots = alongsOf(rails, event).flatMap((along) => spotsAt(rails, row, along, runsOf(event)));
    placer.placeOne(spots, { within: withinOf(rails), owner: OF_MARKS });
  }
}

function runsOf(event: MachineEvent): readonly TextRun[] {
  const text = eventText(event);
  const bad = event.what === "crash" || event.what === "dead";
  return bad ? [{ text: `× ${text}`, bold: true, ink: "lost" }] : [{ text, bold: true }];
}

/** The places of a dead machine's name, as shares of its time in view. */
const SHARES = [0, 0.2, 0.4, 0.6, 0.8, 1] as const;

/** The places of an event's name along; none out of view. */
function alongsOf(rails: Rails, { machine, at, what }: MachineEvent): readonly number[] {
  const [low, high] = [rails.start, rails.start + rails.scale.length];
  const until = what === "dead" ? (downTimes(rails.trace, machine)[0]?.to ?? at) : at;
  const [first, last] = [alongOf(rails, at), until === Infinity ? high : alongOf(rails, until)];
  if (last < low || first > high) return [];
  const [from, to] = [Math.max(low, first), Math.min(high, last)];
  return what === "dead" ? SHARES.map((share) => from + share * (to - from)) : [first];
}

function spotsAt({ frame }: Rails, row: Row, along: number, runs: readonly TextRun[]): readonly Label[] {
  const set = (x: number, y: number, anchor: Label["anchor"]): Label =>
    label(x, y, runs, { size: NAME_SIZE, anchor, halo: "band" });
  // Above the mark of a crash, which a hand can take.
  if (frame.down) return [set(row.to + 4, along - 10, "start"), set(row.from - 4, along - 10, "end")];
  // Between two machines in the band, from its edge up, wherever no bar is; among many on it or beside it.
  const inBand = Array.from({ length: 12 }, (_, i) => row.to - 5 - i * 12).filter((y) => y > row.from + 8);
  const heights = frame.wire === null ? [row.at + row.size / 2 + 4, row.to + 11, row.from - 4] : inBand;
  return heights.flatMap((y) => [set(along + 6, y, "start"), set(along - 6, y, "end")]);
}
