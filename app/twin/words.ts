/** The words of a figure of two runs: their names and times, the flag where they part, what makes the difference. */
import { firstFree, labelArea } from "../draw/place-label.ts";
import type { Area, Candidate } from "../draw/place-label.ts";
import { label, line } from "../draw/scene.ts";
import type { Label, Shape, TextRun } from "../draw/scene.ts";
import { runsWidth, tableWidth } from "../draw/text-width.ts";
import { tookRuns } from "../figure/call-end.ts";
import { namesUpright } from "../figure/titles-down.ts";
import { durationText } from "../words/times.ts";
import { exactDigits, signed } from "./differences.ts";
import { isSeen } from "./scene.ts";
import type { DrawnSide, TwinScene } from "./scene.ts";
import { isPair, NAME_SIZE } from "./frame.ts";
import type { SideName } from "./pair.ts";
import { wedgesOf } from "./strip.ts";

const SIZE = 12;

const endRuns = ({ both: { shown, took, outcome } }: TwinScene, name: SideName): readonly TextRun[] =>
  tookRuns(shown[name].trace, took[name], outcome[name]);

/** The run's name above its rows, and the time that its call took: where the call ends, or beside the name. */
export function headAcross(scene: TwinScene, side: DrawnSide): readonly Label[] {
  const { both, frame, labels, measure } = scene;
  const y = frame.titles[side.name];
  const name: TextRun = { text: labels[side.name], bold: true };
  const title = label(0, y, [name], { size: NAME_SIZE, halo: "paper" });
  const runs = endRuns(scene, side.name);
  if (isPair(both) || !isSeen(side.end, frame)) return [{ ...title, runs: [name, ...runs] }];
  const took = runsWidth(runs, NAME_SIZE, measure);
  const [low, high] = [labelArea(title, measure).x1 + 8, frame.width - 2];
  const right = Math.min(high, Math.max(low + took, side.end));
  return [title, label(right, y, runs, { size: NAME_SIZE, anchor: "end", halo: "paper" })];
}

/** Between the runs: from the end of one to the end of the other, and how long that is. */
export function bracket({ both, frame }: TwinScene, ends: Readonly<Record<SideName, number>>): readonly Shape[] {
  if (!isSeen(ends.a, frame) || !isSeen(ends.b, frame) || Math.abs(ends.a - ends.b) < 2) return [];
  const y = (frame.between.from + frame.between.to) / 2 + 4;
  const [x0, x1] = [Math.min(ends.a, ends.b), Math.max(ends.a, ends.b)];
  const delta = both.took.b - both.took.a;
  const text = `${durationText(Math.abs(delta))} ${delta > 0 ? "longer" : "less"}`;
  const inside = x1 - x0 > tableWidth(text, NAME_SIZE, true) + 20;
  const style = { size: NAME_SIZE, halo: "paper" } as const;
  return [
    line([ends.a, frame.sides.a.to, ends.a, y + 5], DROP),
    line([ends.b, y - 5, ends.b, frame.sides.b.from], DROP),
    line([x0, y, x1, y], { stroke: "ink", lineWidth: 1.4 }),
    inside
      ? label((x0 + x1) / 2, y - 5, [{ text, bold: true }], { ...style, anchor: "middle" })
      : label(x0 - 8, y + 4, [{ text, bold: true }], { ...style, anchor: "end" }),
  ];
}

const DROP = { stroke: "ink", lineWidth: 1, dash: [3, 3] } as const;

/**
 * "+395.0 Calculate UDP checksum" in the wedge that it opens, the largest first. The table has the names that find no
 * room.
 */
export function stripNames(scene: TwinScene): readonly Label[] {
  const { frame, scale, measure } = scene;
  const { from, to } = frame.between;
  const end = frame.start + frame.length;
  const wedges = wedgesOf(scene)
    .filter(({ row, a, b }) => row.delta !== 0 && b[1] > frame.start && Math.min(a[0], b[0]) < end)
    .sort((x, y) => Math.abs(y.row.delta) - Math.abs(x.row.delta));
  const digits = exactDigits(wedges.map(({ row }) => row.delta));
  const placed: Area[] = scale.folds.map(({ at, size }) => ({
    ...{ x0: frame.start + at, y0: 0, x1: frame.start + at + size, y1: frame.height },
  }));
  const bounds: Area = { x0: frame.start - 8, y0: -Infinity, x1: frame.width + 2, y1: Infinity };
  return wedges.flatMap(({ a, b, row }): readonly Label[] => {
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
    if (place === null) return [];
    placed.push(place.area);
    return [place.value];
  });
}

const FLAG_HEIGHT = 17;

/** The flag where the calls part: words in a pennant of ink, which flies to the side that has room. */
export function flagAcross({ frame, scale, parting, measure }: TwinScene, side: SideName): readonly Shape[] {
  if (parting === null) return [];
  const at = frame.start + scale.at(parting.at[side]);
  if (at < frame.start - 2 || at > frame.start + frame.length + 2) return [];
  const runs: TextRun[] = [{ text: parting.flag[side], bold: true, ink: "paper" }];
  const width = runsWidth(runs, SIZE, measure) + 20;
  const along = at - frame.start;
  const folded = scale.folds.some((fold) => fold.at < along + width && fold.at + fold.size > along);
  const right = at + width <= frame.width && !(folded && at - width >= 0);
  const far = right ? at + width : at - width;
  const notch = right ? far - 5 : far + 5;
  const top = frame.sides[side].from - 20;
  const bottom = top + FLAG_HEIGHT;
  const points = [at, top, far, top, notch, (top + bottom) / 2, far, bottom, at, bottom];
  return [
    line(points, { fill: "ink", closed: true }),
    label(right ? at + 7 : at - 7, bottom - 4.5, runs, { size: SIZE, anchor: right ? "start" : "end" }),
  ];
}

/** With time running down: the run's name above its columns, the time that its call took, and the machines. */
export function headDown(scene: TwinScene, side: DrawnSide): readonly Shape[] {
  const { frame } = scene;
  const { from } = frame.sides[side.name];
  const { rows, wire } = side.rails.frame;
  const head = frame.heads[side.name];
  const upright = wire === null && namesUpright(rows);
  const machines = rows
    .filter(({ named }) => named)
    .map((row, i): Label => {
      const runs = [{ text: row.name, ink: "ink-2" as const }];
      if (upright) return label(row.at + row.size / 2 + 4, frame.start - 10, runs, { size: SIZE, turned: true });
      if (wire === null) return label(row.at + row.size / 2, frame.start - 12, runs, { size: SIZE, anchor: "middle" });
      return label(i === 0 ? row.from : row.to, frame.start - 12, runs, {
        size: SIZE,
        anchor: i === 0 ? "start" : "end",
      });
    });
  return [
    ...head.map((text, i) => label(from, 12 + i * 16, [{ text, bold: true }], { size: NAME_SIZE })),
    label(from, 12 + head.length * 16, endRuns(scene, side.name).slice(0, 1), { size: NAME_SIZE }),
    ...machines,
  ];
}
