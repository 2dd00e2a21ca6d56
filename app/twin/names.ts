/** Words of the figure: whose run it is, lanes, differences in the strip, flags, packets, axis. Nothing overlaps. */
import { alongOf, packetEnds } from "../timeline/figure/body.ts";
import { label, line } from "../draw/scene.ts";
import type { Label, Shape, TextRun } from "../draw/scene.ts";
import { firstFree } from "../draw/place-label.ts";
import type { Area, Candidate } from "../draw/place-label.ts";
import { durationText, roughText } from "../words/times.ts";
import { ticksOf } from "../timeline/figure/scale.ts";
import { runsWidth, tableWidth } from "../draw/text-width.ts";
import { timesOf } from "../trace/calls.ts";
import { machineName } from "../trace/machine-names.ts";
import { packetRuns } from "../trace/row-names.ts";
import { capital } from "../words/sentences.ts";
import { exactDigits, signed } from "./differences.ts";
import type { TwinScene, DrawnSide } from "./scene.ts";
import { AXIS_COLUMN, LABEL_COLUMN, NAME_SIZE } from "./twin-frame.ts";
import { lengthOf, SIDES } from "./pair.ts";
import { wedgesOf } from "./strip.ts";

interface Words {
  readonly grid: readonly Shape[];
  readonly shapes: readonly Shape[];
  /** Above the playhead, which never crosses a name. */
  readonly names: readonly Shape[];
}

const SIZE = 11.5;
const TICK_GAP = 96;

const foldAreas = ({ frame, scale }: TwinScene): Area[] =>
  scale.folds.map(({ at, size }) => ({
    x0: frame.start + at,
    y0: 0,
    x1: frame.start + at + size,
    y1: frame.height,
  }));

/** "412 ms folded" upright in its gap, where it is wide enough. */
function foldNames(drawn: TwinScene, upright: boolean): Label[] {
  const { frame, scale, pair } = drawn;
  return scale.folds.flatMap((fold): Label[] => {
    if (fold.size < 24 || !pair.folds.some(({ from }) => from === fold.from)) return [];
    const runs: TextRun[] = [{ text: `${roughText(fold.to - fold.from)}: nothing happens`, ink: "ink-2" }];
    const middle = frame.start + fold.at + fold.size / 2 + 4;
    const place = { size: SIZE, anchor: "middle" } as const;
    if (!upright) return [label((frame.a.from + frame.b.to) / 2, middle, runs, place)];
    return [label(middle, (frame.b.from + frame.b.to) / 2, runs, { ...place, turned: true })];
  });
}

export function namesAcross(drawn: TwinScene): Words {
  const { grid, shapes } = axisAcross(drawn);
  const sides = SIDES.map((name) => sideAcross(drawn, drawn.sides[name]));
  return {
    grid,
    shapes: [...shapes, ...sides.flatMap((side) => side.shapes), ...foldNames(drawn, true)],
    names: [...sides.flatMap((side) => side.names), ...stripNames(drawn)],
  };
}

/**
 * "+395.0 Calculate UDP checksum" in the wedge that it opens, the largest first. The table has the names that find no
 * room.
 */
function stripNames(drawn: TwinScene): Label[] {
  const { frame, measure } = drawn;
  const { from, to } = frame.strip;
  const end = frame.start + frame.length;
  const wedges = wedgesOf(drawn)
    .filter(({ row, a, b }) => row.delta !== 0 && b[1] > frame.start && Math.min(a[0], b[0]) < end)
    .sort((x, y) => Math.abs(y.row.delta) - Math.abs(x.row.delta));
  const digits = exactDigits(wedges.map(({ row }) => row.delta));
  const placed: Area[] = foldAreas(drawn);
  const bounds: Area = { x0: frame.start - 8, y0: -Infinity, x1: frame.width + 2, y1: Infinity };
  const labels: Label[] = [];
  for (const { a, b, row } of wedges) {
    const runs: TextRun[] = [{ text: signed(row.delta, digits), bold: true }, { text: row.name }];
    const width = runsWidth(runs, SIZE, measure);
    const candidates = [0.5, 0.24, 0.76].flatMap((share) => {
      const y = from + (to - from) * share + 4;
      const near = a[0] + (b[0] - a[0]) * share;
      const far = a[1] + (b[1] - a[1]) * share;
      const middle = (near + far) / 2;
      return [middle - width / 2, far + 6, near - width - 6].map((x): Candidate<Label> => {
        const area = { x0: x - 6, y0: y - SIZE, x1: x + width + 6, y1: y + 5 };
        return { area, value: label(x, y, runs, { size: SIZE, halo: "paper" }) };
      });
    });
    const place = firstFree(candidates, placed, bounds);
    if (place === null) continue;
    labels.push(place.value);
    placed.push(place.area);
  }
  return labels;
}

function sideAcross(drawn: TwinScene, own: DrawnSide): Pick<Words, "shapes" | "names"> {
  const { frame, labels, measure } = drawn;
  const { side, frame: place } = own;
  const shapes: Shape[] = [];
  for (const { machine, from, to } of place.bands) {
    const runs = [{ text: capital(machineName(own.side.trace, machine)), bold: true }];
    shapes.push(label(17, (from + to) / 2, runs, { size: 12, anchor: "middle", turned: true }));
  }
  for (const [i, lane] of place.lanes.entries()) {
    const runs: TextRun[] = [{ text: side.plan.lanes[i]?.name ?? "", ink: "ink-2" }];
    shapes.push(label(30, lane.at + lane.size / 2 + 4, runs, { size: 11 }));
  }
  const medium: TextRun[] = [{ text: side.plan.medium, ink: "ink-2" }];
  shapes.push(label(30, (place.mediumFrom + place.mediumTo) / 2 + 4, medium, { size: 11 }));
  const title: TextRun[] = [
    { text: labels[side.name], bold: true },
    { text: durationText(lengthOf(side)), bold: true, ink: timesOf(side.trace) },
    { text: timesOf(side.trace), ink: "ink-2" },
  ];
  const flag = flagAcross(drawn, own);
  const packets = packetNames(frame.start, frame.start + frame.length, own, drawn, measure);
  return { shapes, names: [label(0, place.title, title, { size: 13, halo: "paper" }), ...flag, ...packets] };
}

const FLAG_HEIGHT = 17;

/** The flag where the calls part: words in a pennant of ink, which flies to the side that has room. */
function flagAcross({ frame, scale, parting, measure }: TwinScene, { side, frame: place }: DrawnSide): Shape[] {
  if (parting === null) return [];
  const at = frame.start + scale.at(parting.at[side.name]);
  if (at < frame.start - 2 || at > frame.start + frame.length + 2) return [];
  const runs: TextRun[] = [{ text: parting.flag[side.name], bold: true, ink: "paper" }];
  const width = runsWidth(runs, SIZE, measure) + 20;
  const along = at - frame.start;
  const folded = scale.folds.some((fold) => fold.at < along + width && fold.at + fold.size > along);
  const right = at + width <= frame.width && !(folded && at - width >= 0);
  const far = right ? at + width : at - width;
  const notch = right ? far - 5 : far + 5;
  const [top, bottom] = [place.flag - 13, place.flag - 13 + FLAG_HEIGHT];
  const points = [at, top, far, top, notch, (top + bottom) / 2, far, bottom, at, bottom];
  return [
    line(points, { fill: "ink", closed: true }),
    label(right ? at + 7 : at - 7, bottom - 4.5, runs, { size: SIZE, anchor: right ? "start" : "end" }),
  ];
}

/** A packet's name beside its line, where that stands free. */
function packetNames(
  from: number,
  to: number,
  own: DrawnSide,
  drawn: TwinScene,
  measure: TwinScene["measure"],
): Label[] {
  const { rails, picture, frame } = own;
  const y = (frame.mediumFrom + frame.mediumTo) / 2 + 4;
  const mine = picture.packets.filter((packet) => packet.mine);
  const lines = mine.map((packet) => {
    const [x0, , x1] = packetEnds(rails, packet);
    return { x0: Math.min(x0, x1) - 6, y0: y - 1, x1: Math.max(x0, x1) + 6, y1: y };
  });
  const end = alongOf(rails, own.side.call.to);
  const taken: Area[] = [...lines, ...foldAreas(drawn), { x0: end - 3, y0: y - 1, x1: end + 3, y1: y }];
  const bounds: Area = { x0: from - 5, y0: -Infinity, x1: to + 5, y1: Infinity };
  const labels: Label[] = [];
  // Packets that went wrong are named first.
  const wrong = (i: number): number => Number(mine[i]?.fate !== "delivered");
  const order = [...mine.entries()].sort(([i], [j]) => wrong(j) - wrong(i));
  for (const [i, packet] of order) {
    const line = lines[i];
    if (line === undefined) continue;
    const candidates = packetRuns(packet).flatMap((runs) => {
      const width = runsWidth(runs, SIZE, measure);
      return [line.x1 + 2, line.x0 - 2 - width].map((x): Candidate<Label> => {
        const area = { x0: x - 5, y0: y - 1, x1: x + width + 5, y1: y };
        return { area, value: label(x, y, runs, { size: SIZE, halo: "paper" }) };
      });
    });
    const others = taken.filter((other) => other !== line);
    const place = firstFree(candidates, others, bounds);
    if (place === null) continue;
    labels.push(place.value);
    taken.push({ ...place.area, x0: place.area.x0 - 3, x1: place.area.x1 + 3 });
  }
  return labels;
}

function axisAcross({ frame, scale }: TwinScene): {
  readonly grid: readonly Shape[];
  readonly shapes: readonly Shape[];
} {
  const grid: Shape[] = [];
  const shapes: Shape[] = [];
  let piece = 0;
  for (const fold of [...scale.folds, { at: scale.length, size: 0 }]) {
    const [from, to] = [frame.start + piece, frame.start + fold.at];
    shapes.push(line([from, frame.axis, to, frame.axis], { stroke: "ink", lineWidth: 1 }));
    piece = fold.at + fold.size;
  }
  let free = LABEL_COLUMN - 20;
  for (const tick of ticksOf(scale, 0, TICK_GAP)) {
    const x = frame.start + tick.at;
    const major = tick.label !== null;
    const foot = frame.axis + (major ? 7 : 4);
    shapes.push(line([x, frame.axis, x, foot], { stroke: major ? "ink" : "edge", lineWidth: 1 }));
    if (tick.label === null) continue;
    for (const side of SIDES)
      grid.push(line([x, frame[side].from, x, frame[side].to], { stroke: "rule", lineWidth: 1, dash: [1, 4] }));
    const width = tableWidth(tick.label, SIZE, false);
    const from = Math.min(Math.max(x - width / 2, frame.start - 1), frame.width - width - 1);
    if (from < free) continue;
    free = from + width + 10;
    shapes.push(label(from, frame.axis + 21, [{ text: tick.label, ink: "ink-2" }], { size: SIZE }));
  }
  return { grid, shapes };
}

/** With time running down: the runs' names above their columns, the machines, and the axis at left. */
export function namesDown(drawn: TwinScene): Words {
  const { frame, scale, sides } = drawn;
  const shapes: Shape[] = [];
  for (const name of SIDES) {
    const { frame: place, side } = sides[name];
    for (const [i, text] of frame.heads[name].entries())
      shapes.push(label(place.from, 13 + i * 15, [{ text, bold: true }], { size: NAME_SIZE }));
    const took: TextRun[] = [{ text: durationText(lengthOf(side)), bold: true, ink: timesOf(side.trace) }];
    shapes.push(label(place.from, 13 + frame.heads[name].length * 15, took, { size: NAME_SIZE }));
    for (const { machine, from, to } of place.bands) {
      const edge = from === place.from ? "start" : "end";
      const runs: TextRun[] = [{ text: machineName(side.trace, machine), ink: "ink-2" }];
      shapes.push(label(edge === "start" ? from : to, frame.start - 12, runs, { size: 11, anchor: edge }));
    }
  }
  let free = -Infinity;
  for (const tick of ticksOf(scale, 0, 84)) {
    const y = frame.start + tick.at;
    const major = tick.label !== null;
    shapes.push(
      line([frame.axis - (major ? 8 : 5), y, frame.axis, y], { stroke: major ? "ink" : "edge", lineWidth: 1 }),
    );
    const folded = scale.folds.some(({ at }) => tick.at > at - 22 && tick.at <= at);
    if (tick.label === null || y < free || folded) continue;
    free = y + 30;
    const [value = "", unit] = tick.label.split(" ");
    shapes.push(label(AXIS_COLUMN - 14, y + 4, [{ text: value, ink: "ink-2" }], { size: 11, anchor: "end" }));
    if (unit !== undefined)
      shapes.push(label(AXIS_COLUMN - 14, y + 16, [{ text: unit, ink: "ink-3" }], { size: 10.5, anchor: "end" }));
  }
  return { grid: [], shapes: [...shapes, ...foldNames(drawn, false)], names: [] };
}
