/** The words of a figure of two runs: their names and times, the flag where they part, what makes the difference. */
import { label, line } from "../draw/scene.ts";
import type { Shape, TextRun } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { tookRuns } from "../figure/call-end.ts";
import { OF_FOLDS } from "../figure/ink.ts";
import { ANYWHERE } from "../figure/placer.ts";
import type { Placer } from "../figure/placer.ts";
import { titlesOfColumns } from "../figure/titles-down.ts";
import { durationText } from "../words/times.ts";
import { exactDigits, signed } from "./differences.ts";
import { isSeen } from "./scene.ts";
import type { DrawnSide, TwinScene } from "./scene.ts";
import { FLAG, isPair, NAME_SIZE } from "./frame.ts";
import type { SideName } from "./pair.ts";
import { wedgesOf } from "./strip.ts";

const SIZE = 12;

const endRuns = ({ both: { shown, took, outcome } }: TwinScene, name: SideName): readonly TextRun[] =>
  tookRuns(shown[name].trace, took[name], outcome[name]);

/** The run's name above its rows, and the time that its call took: where the call ends, or beside the name. */
export function placeHead(scene: TwinScene, side: DrawnSide, placer: Placer): void {
  const { both, frame, labels, parting } = scene;
  const y = frame.sides[side.name].from - 7 - (parting === null ? 0 : FLAG);
  const look = { size: NAME_SIZE, halo: "paper" } as const;
  const name: readonly TextRun[] = [{ text: labels[side.name], bold: true }];
  const took = endRuns(scene, side.name);
  placer.stand([label(0, y, name, look)]);
  const atEnd = isPair(both) || !isSeen(side.end, frame) ? [] : [label(side.end, y, took, { ...look, anchor: "end" })];
  placer.placeOne([...atEnd, label(placer.widthOf(name, NAME_SIZE) + 8, y, took, look)], { within: ANYWHERE });
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
export function placeStripNames(scene: TwinScene, placer: Placer): void {
  const { frame } = scene;
  const { from, to } = frame.between;
  const end = frame.start + frame.length;
  const wedges = wedgesOf(scene)
    .filter(({ row, a, b }) => row.delta !== 0 && b[1] > frame.start && Math.min(a[0], b[0]) < end)
    .sort((x, y) => Math.abs(y.row.delta) - Math.abs(x.row.delta));
  const digits = exactDigits(wedges.map(({ row }) => row.delta));
  const within = { ...ANYWHERE, x0: frame.start - 8, x1: frame.width + 2 };
  for (const { a, b, row } of wedges) {
    const runs: TextRun[] = [{ text: signed(row.delta, digits), bold: true }, { text: row.name }];
    const labels = [0.5, 0.24, 0.76].flatMap((share) => {
      const y = from + (to - from) * share + 4;
      const near = a[0] + (b[0] - a[0]) * share;
      const far = a[1] + (b[1] - a[1]) * share;
      const look = { size: SIZE, halo: "paper" } as const;
      return [
        label((near + far) / 2, y, runs, { ...look, anchor: "middle" }),
        label(far + 6, y, runs, look),
        label(near - 6, y, runs, { ...look, anchor: "end" }),
      ];
    });
    placer.placeOne(labels, { within });
  }
}

const FLAG_HEIGHT = 17;

/** The place along at which the calls part; null where they do not, or out of view. */
export function poleAt({ frame, scale, parting }: TwinScene, side: SideName): number | null {
  const at = parting === null ? NaN : frame.start + scale.at(parting.at[side]);
  return at >= frame.start - 2 && at <= frame.start + frame.length + 2 ? at : null;
}

/** The flag where the calls part: words in a pennant of ink, which flies to the side that has room. */
export function placeFlag(scene: TwinScene, side: SideName, placer: Placer): readonly Shape[] {
  const { frame, parting } = scene;
  const at = poleAt(scene, side);
  if (at === null || parting === null) return [];
  const runs: readonly TextRun[] = [{ text: parting.flag[side], bold: true, ink: "paper" }];
  const top = frame.sides[side].from - 20;
  const bottom = top + FLAG_HEIGHT;
  const labels = ([1, -1] as const).map((way) =>
    label(at + 7 * way, bottom - 4.5, runs, { size: SIZE, anchor: way > 0 ? "start" : "end" }),
  );
  const within = { ...ANYWHERE, x0: 10, x1: frame.width - 10 };
  // Over a fold at last, where neither side is free of folds.
  const set = placer.placeOne(labels, { within }) ?? placer.placeOne(labels, { within, owner: OF_FOLDS });
  if (set === null) return [];
  const way = set.anchor === "start" ? 1 : -1;
  const far = at + way * (placer.widthOf(runs, SIZE) + 20);
  const points = [at, top, far, top, far - 5 * way, (top + bottom) / 2, far, bottom, at, bottom];
  return [line(points, { fill: "ink", closed: true })];
}

/** With time running down: the run's name above its columns, the time that its call took, and the machines. */
export function headDown(scene: TwinScene, side: DrawnSide): readonly Shape[] {
  const { frame } = scene;
  const { from } = frame.sides[side.name];
  const { rows, wire } = side.rails.frame;
  const head = frame.heads[side.name];
  const machines = rows.map(({ name, from: left, to: right }, i) =>
    label(i === 0 ? left : right, frame.start - 12, [{ text: name, ink: "ink-2" }], {
      size: SIZE,
      anchor: i === 0 ? "start" : "end",
    }),
  );
  return [
    ...head.map((text, i) => label(from, 12 + i * 16, [{ text, bold: true }], { size: NAME_SIZE })),
    label(from, 12 + head.length * 16, endRuns(scene, side.name).slice(0, 1), { size: NAME_SIZE }),
    ...(wire === null ? titlesOfColumns(side.rails.frame) : machines),
  ];
}
