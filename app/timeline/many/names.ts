/** Names in a figure of many machines: of packets where they fly, of work in its bars, of waits and of phases. */
import { alongOf, clip } from "../figure/body.ts";
import { label } from "../../draw/scene.ts";
import type { Label, TextRun } from "../../draw/scene.ts";
import { hostNames, placeHostNames } from "../figure/host-events.ts";
import { microsText } from "../../words/times.ts";
import type { Wait } from "../../trace/story.ts";
import { runsWidth } from "../../draw/text-width.ts";
import { bandNames } from "./band-names.ts";
import { withinOf } from "./placed.ts";
import type { Drawn } from "./placed.ts";
import { isTold } from "./arrange.ts";
import { countOf, endOf, startOf } from "./groups.ts";
import { crossCounts } from "./losses.ts";
import { numeralsOf, piecesOf } from "./packets.ts";
import { Space } from "./space.ts";
import { isPlain, isQuiet } from "./traffic.ts";
import { phasesTold, WAITS_FROM, waitsTold } from "./work.ts";
import { numberAt } from "../../../engine/kernel/reads.ts";

const SIZE = 11.5;

/** The space that names must leave free: work, phases, the cable, folds, and the end of the call. */
function takenBy({ rails, bars, path }: Drawn): Space {
  const { frame, scale, shown } = rails;
  const space = new Space(frame.width, frame.height, frame.down);
  const across = [0, frame.down ? frame.width : frame.height] as const;
  for (const bar of bars) {
    if (bar.stream.layer === "wire" && !frame.apart) continue;
    const { at = 0, size = 0 } = frame.lanes[bar.stream.lane] ?? {};
    const [from, to] = clip(rails, startOf(bar), endOf(bar));
    space.takeAlong(from - 2, to + 2, at, size);
  }
  for (const { machine, from, to } of phasesTold(rails)) {
    const row = frame.rows[frame.rowOf[machine] ?? 0];
    if (row !== undefined) space.takeAlong(...clip(rails, from, to), row.strip, row.stripSize);
  }
  for (const ends of path) space.takeBetween(ends, ends, rails.cableEdge + 2);
  for (const run of shown.story.cable.runs) {
    const { at = 0, size = 0 } = frame.lanes[run.lane] ?? {};
    const [from, to] = clip(rails, run.from, run.to);
    if (to > from) space.takeAlong(from - 4, to + 4, at - rails.cableEdge, size + 2 * rails.cableEdge);
  }
  for (const { at, size } of scale.folds) {
    space.takeAlong(rails.start + at, rails.start + at + size, across[0], across[1]);
  }
  const end = alongOf(rails, shown.call.to);
  if (!frame.down) space.takeAlong(end - 1, end + 1, across[0], across[1]);
  return space;
}

/** Packets in the way of names. */
function takePackets({ rails, bands }: Drawn, space: Space, plain: boolean): void {
  for (const [place, band] of bands.entries()) {
    const { stream } = band.group;
    if (isPlain(stream) !== plain || isQuiet(stream) || stream.manner === "other") continue;
    for (const [first, last] of piecesOf(rails, band)) space.takeBetween(first, last, 4, place);
  }
}

/** Names packets that went wrong first, then the most frequent ones. The list has the names that find no place. */
export function namesOf(drawn: Drawn): readonly Label[] {
  const space = takenBy(drawn);
  const counts = crossCounts(drawn.rails, drawn.bands).filter((one) =>
    space.set([one], withinOf(drawn.rails), drawn.measure),
  );
  takePackets(drawn, space, false);
  const inside = [...counts, ...barNames(drawn)];
  for (const one of inside.slice(counts.length)) space.set([one], withinOf(drawn.rails), drawn.measure);
  const marked = [...phaseNames(drawn), ...hosts(drawn, space), ...numerals(drawn, space)];
  // Names of packets that went wrong may cover packets that did not.
  const fated = bandNames(drawn, space, (band) => !isPlain(band.group.stream));
  if (!drawn.fine) return [...inside, ...marked, ...fated];
  takePackets(drawn, space, true);
  const plain = bandNames(drawn, space, (band) => isPlain(band.group.stream));
  return [...inside, ...marked, ...fated, ...plain, ...waitNames(drawn, space)];
}

const LEAST_NAMED_LANE = 13;
const INSIDE_MARGIN = 5;

/** Of work that stands alone, in its bar. */
function barNames({ rails, bars, measure }: Drawn): readonly Label[] {
  const { trace, frame } = rails;
  if (frame.down) return [];
  return bars.flatMap((bar): Label[] => {
    const { stream, first } = bar;
    const { at = 0, size = 0 } = frame.lanes[stream.lane] ?? {};
    if (!stream.mine || size < LEAST_NAMED_LANE || (stream.layer !== "rpc" && stream.layer !== "kernel")) return [];
    const [from, to] = [alongOf(rails, startOf(bar)), alongOf(rails, endOf(bar))];
    const [low, high] = [Math.max(from, rails.start), Math.min(to, rails.start + rails.scale.length)];
    if (countOf(bar) > 1 || high - low < 2 * INSIDE_MARGIN) return [];
    const name = trace.steps[numberAt(trace.spans.step, stream.rows[first] ?? 0)]?.name ?? "";
    const ink = "on-span";
    const value: TextRun = { text: microsText(endOf(bar) - startOf(bar)), bold: true, ink };
    for (const runs of [[value, { text: name, ink } as const], [{ text: name, ink } as const]]) {
      if (runsWidth(runs, SIZE, measure) > high - low - 2 * INSIDE_MARGIN) continue;
      return [label((low + high) / 2, at + size / 2 + 4, runs, { size: SIZE, anchor: "middle" })];
    }
    return [];
  });
}

const LEAST_NAMED_STRIP = 12;

function phaseNames({ rails, measure }: Drawn): readonly Label[] {
  const { frame, scale } = rails;
  return phasesTold(rails).flatMap(({ machine, name, from, to }): Label[] => {
    const row = frame.rows[frame.rowOf[machine] ?? 0];
    const [low, high] = [
      Math.max(rails.start, alongOf(rails, from)),
      Math.min(rails.start + scale.length, alongOf(rails, to)),
    ];
    if (row === undefined || row.stripSize < LEAST_NAMED_STRIP) return [];
    if (measure(name, SIZE, false) > high - low - 2 * INSIDE_MARGIN) return [];
    const [along, across] = [(low + high) / 2, row.strip + row.stripSize / 2 + 4];
    return frame.down
      ? [label(across, along, [{ text: name }], { size: SIZE, anchor: "middle", turned: true })]
      : [label(along, across, [{ text: name }], { size: SIZE, anchor: "middle" })];
  });
}

/** The reason of a wait where its dots are longest and free. */
function waitNames({ rails, measure }: Drawn, space: Space): readonly Label[] {
  const { frame } = rails;
  if (frame.down || frame.pitch < WAITS_FROM) return [];
  const named: Wait[] = []; // of threads of one machine that wait for the same at once one says so
  return waitsTold(rails).flatMap((wait): Label[] => {
    const { at = 0, size = 0 } = frame.lanes[wait.lane] ?? {};
    const [from, to] = clip(rails, wait.from, wait.to);
    if (size < 9 || to - from < 24) return [];
    const reason = wait.reason();
    const alike = (one: Wait): boolean => one.lane === wait.lane && one.from < wait.to && one.to > wait.from;
    if (named.some((one) => alike(one) && one.reason() === reason)) return [];
    const width = measure(reason, SIZE, false);
    if (to - from < width + 24) return [];
    for (const share of [0.5, 0.2, 0.8]) {
      const x = from + 12 + (to - from - width - 24) * share;
      const set = label(x, at + size / 2 + 4, [{ text: reason, ink: "ink-2" }], { size: SIZE, halo: "band" });
      if (!space.set([set], withinOf(rails), measure)) continue;
      named.push(wait);
      return [set];
    }
    return [];
  });
}

/** A lower band has no room for "× dead" of its own. */
const DEAD_FROM = 14;

/** "× crash" beside its line, "× dead" in its machine's band. */
function hosts({ rails, measure }: Drawn, space: Space): readonly Label[] {
  const { frame, trace } = rails;
  const { plan } = rails.shown;
  const numbers = new Map(plan.machines.map((machine, number) => [machine, number]));
  const isNamed = (machine: string): boolean => isTold(frame.arrangement, numbers.get(machine) ?? -1);
  return placeHostNames(
    hostNames(trace, rails).filter(({ machine, what }) => {
      return isNamed(machine) && (what !== "dead" || frame.pitch >= DEAD_FROM);
    }),
    ({ machine, along }) => {
      const row = frame.rows[frame.rowOf[numbers.get(machine) ?? -1] ?? 0];
      if (row === undefined) return [];
      if (frame.down) return [[row.to + 4, along - 4, "start"] as const, [row.from - 4, along - 4, "end"] as const];
      const heights = [row.at + row.size / 2 + 4, row.to + 11, row.from - 4];
      return heights.flatMap((y) => [[along + 6, y, "start"] as const, [along - 6, y, "end"] as const]);
    },
    (set) => space.set([set], withinOf(rails), measure),
  );
}

function numerals({ rails, bands, measure }: Drawn, space: Space): readonly Label[] {
  const { down } = rails.frame;
  return numeralsOf(rails, bands).flatMap(({ along, across, text }): Label[] => {
    const [x, y] = down ? [across, along + 4] : [along, across + 4];
    const set = label(x, y, [{ text, bold: true }], { size: SIZE, anchor: "middle", halo: "paper" });
    return space.set([set], withinOf(rails), measure) ? [set] : [];
  });
}
