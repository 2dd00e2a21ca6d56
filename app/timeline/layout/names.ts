/** The names in a figure: of packets where they fly, of work in or beside its bars, of waits and of phases. */
import { alongOf, clip } from "./rails.ts";
import type { Area } from "../../draw/place-label.ts";
import { label } from "../../draw/scene.ts";
import type { Label, Shape, TextRun } from "../../draw/scene.ts";
import { hostNames, placeHostNames } from "./host-events.ts";
import { microsText } from "../../words/times.ts";
import { runsWidth } from "../../draw/text-width.ts";
import { bandNames } from "./band-names.ts";
import { withinOf } from "./placed.ts";
import type { Drawn } from "./placed.ts";
import { isTold } from "./arrange.ts";
import { countOf, endOf, startOf } from "./groups.ts";
import { crossAreas, crossCounts } from "./losses.ts";
import { numeralsOf, piecesOf } from "./packets.ts";
import { Space } from "./space.ts";
import { isPlain, isQuiet } from "./traffic.ts";
import { nameOthers, namesAcross } from "./names-across.ts";
import type { StepNames } from "./names-across.ts";
import { namesInWire } from "./names-down.ts";
import type { Taken } from "./step-names.ts";
import { wireNames } from "./wire-names.ts";
import { takenByLane, waitLabels } from "./wait-names.ts";
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

interface Names {
  readonly labels: readonly Label[];
  /** Lines from names to what they are of. */
  readonly leaders: readonly Shape[];
}

/**
 * Steps are named first, then packets that went wrong, then the most frequent ones. The list has the names that find no
 * place.
 */
export function namesOf(drawn: Drawn): Names {
  const { rails, measure } = drawn;
  const space = takenBy(drawn);
  const fits = (one: Label): boolean => space.set([one], withinOf(rails), measure);
  const counts = crossCounts(rails, drawn.bands).filter(fits);
  for (const area of crossAreas(rails, drawn.bands)) space.takeAlong(area.x0, area.x1, area.y0, area.y1 - area.y0);
  takePackets(drawn, space, false);
  const taken = takenOf(drawn);
  const steps = stepNames(drawn, taken);
  for (const one of steps.labels) space.set([one], ANYWHERE, measure);
  const reasons = drawn.fine && !rails.frame.down ? waitNames(drawn, steps.taken) : [];
  const waits = drawn.picture === null ? [] : reasons;
  for (const one of waits) space.set([one], ANYWHERE, measure);
  const marked = [...phaseNames(drawn), ...hosts(drawn, space), ...numerals(drawn, space)];
  const first = [...counts, ...steps.labels, ...waits, ...marked];
  // Among many machines names of packets that went wrong may cover packets that did not.
  if (drawn.picture !== null) takePackets(drawn, space, true);
  const packetNames = drawn.picture === null ? bandNames : wireNames;
  const fated = packetNames(drawn, space, (band) => !isPlain(band.group.stream));
  if (!drawn.fine) return { labels: [...first, ...fated], leaders: steps.leaders };
  if (drawn.picture === null) takePackets(drawn, space, true);
  const packets = [...fated, ...packetNames(drawn, space, (band) => isPlain(band.group.stream))];
  const { picture } = drawn;
  // Packets of many machines pass the rows of others.
  if (picture === null) return { labels: [...first, ...packets, ...reasons.filter(fits)], leaders: steps.leaders };
  if (!rails.frame.down) {
    return { labels: [...first, ...packets, ...nameOthers({ ...drawn, picture }, space)], leaders: steps.leaders };
  }
  const inWire = namesInWire({ ...drawn, picture }, [...first, ...packets]);
  return { labels: [...first, ...packets, ...inWire.labels], leaders: inWire.leaders };
}

const ANYWHERE: Area = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };

/** Stretches of each lane that carry ink. */
function takenOf({ rails, picture, bars }: Drawn): Taken[][] {
  const spans = bars.map((bar) => ({ lane: bar.stream.lane, from: startOf(bar), to: endOf(bar) }));
  return takenByLane(rails.shown, rails, picture ?? { spans, packets: [], dense: false });
}

/** In or beside the bars where time runs to the right. Where it runs down, names of steps stand in the wire. */
function stepNames(drawn: Drawn, taken: Taken[][]): StepNames {
  const { picture, rails } = drawn;
  if (rails.frame.down) return { labels: [], leaders: [], taken };
  return picture === null ? { labels: barNames(drawn), leaders: [], taken } : namesAcross({ ...drawn, picture }, taken);
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

const LEAST_NAMED_WAIT = 9; // of its lane, across

/** The reasons of waits on their lines. Among many machines those off the path alone: there the cable is narrow. */
function waitNames({ rails, measure }: Drawn, taken: readonly (readonly Taken[])[]): readonly Label[] {
  const { frame, shown } = rails;
  if (frame.pitch < WAITS_FROM) return [];
  const waits = waitsTold(rails);
  return frame.lanes.flatMap((own, lane) => {
    if (own.size < LEAST_NAMED_WAIT) return [];
    const ofLane = waits.filter((wait) => wait.lane === lane);
    return waitLabels({ shown, frame, rails, measure }, ofLane, taken[lane] ?? [], own, frame.wire === null);
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
      // Between two machines in the band, from its edge up, wherever no bar is; among many on it or beside it.
      const inBand = Array.from({ length: 12 }, (_, i) => row.to - 5 - i * 12).filter((y) => y > row.from + 8);
      const heights = frame.wire === null ? [row.at + row.size / 2 + 4, row.to + 11, row.from - 4] : inBand;
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
