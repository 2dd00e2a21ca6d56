/** A timeline of many machines, with time to the right or running down. */
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { NO_REF, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import { axisAcross, endLabels, foldsAcross } from "../figure/across-axis.ts";
import { selectionShapes, turned, turnedTarget } from "../figure/body.ts";
import { axisShapes, foldShapes, margins as marginsDown } from "../figure/down.ts";
import { box, isLabel, label, line } from "../../draw/scene.ts";
import type { Drawing, Label, Shape, Target } from "../../draw/scene.ts";
import { hostShapes } from "../figure/host-events.ts";
import type { Ends } from "../figure/packet-shapes.ts";
import { makeScale } from "../figure/scale.ts";
import type { TimeScale, View } from "../figure/scale.ts";
import { atOnce } from "../../trace/slices.ts";
import type { Sliced } from "../../trace/slices.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import { cableShapes, pathPackets, pathPacketShapes } from "./cable.ts";
import { densityShapes } from "./density.ts";
import type { Drawn } from "./placed.ts";
import { NAME_SIZE, namesUpright, storyLines, titleOf } from "./many-frame.ts";
import type { ManyFrame } from "./many-frame.ts";
import { bandsWithin, barsWithin, fatedWithin } from "./groups.ts";
import { legendShapes } from "./legend.ts";
import { crossShapes } from "./losses.ts";
import { namesOf } from "./names.ts";
import { bandShapes, bandTargets, placedBands } from "./packets.ts";
import { endsOf, railsOf } from "./rails.ts";
import type { Row } from "./rows.ts";
import type { ManyRails } from "./rails.ts";
import { barShapes, barTargets, phaseShapes, placeOfPhase, placeOfSpan, waitShapes } from "./work.ts";

interface ManyDrawing extends Drawing {
  readonly scale: TimeScale;
}

type Arguments = readonly [shown: ShownCall, frame: ManyFrame, view: View, selected: Ref, measure: MeasureText];

export const drawMany = (...given: Arguments): ManyDrawing => atOnce(drawingMany(...given));

export function* drawingMany(...[shown, frame, view, selected, measure]: Arguments): Sliced<ManyDrawing> {
  const scale = makeScale(view, shown.folds, frame.length);
  const { drawn, body, names, targets } = yield* drawingBody(railsOf(shown, frame, scale), selected, measure);
  return frame.down ? composedDown(drawn.rails, body, names, targets) : composedAcross(drawn, body, names, targets);
}

/** The contents of the rows: shapes and targets along and across, and names at their places. */
export interface ManyBody {
  readonly drawn: Drawn;
  readonly body: readonly Shape[];
  readonly names: readonly Label[];
  readonly targets: readonly Target[];
}

export function* drawingBody(rails: ManyRails, selected: Ref, measure: MeasureText): Sliced<ManyBody> {
  const { traffic, shown, frame, scale } = rails;
  yield;
  const bars = barsWithin(traffic.work, scale);
  yield;
  const plain = bandsWithin(traffic.plain, scale);
  const fated = fatedWithin(traffic.fated, scale);
  yield;
  const bands = placedBands(rails, plain ?? []);
  const special = placedBands(rails, fated ?? []);
  yield;
  const path = pathPackets(rails).map(({ ends }) => ends);
  const fine = bands.length + special.length <= FINE_BANDS;
  const drawn: Drawn = { rails, bars: bars ?? [], bands: [...bands, ...special], path, fine, measure };
  yield;
  const dense = densityShapes(rails, { work: bars === null, packets: plain === null, lost: fated === null });
  const body: Shape[] = [];
  for (const shapes of [
    () => hostShapes(shown.trace, frame.bands, rails),
    () => lossLane(frame),
    () => dense.packets,
    () => bands.flatMap((band) => bandShapes(rails, band, fine)),
    () => phaseShapes(rails),
    () => waitShapes(rails),
    () => cableShapes(rails),
    () => dense.work,
    () => barShapes(rails, bars ?? []),
    () => pathPacketShapes(rails),
    () => dense.lost,
    () => special.flatMap((band) => bandShapes(rails, band, fine)),
    () => crossShapes(rails, special),
    () => chosenShapes(rails, selected),
  ]) {
    body.push(...shapes());
    yield;
  }
  const targets = [...barTargets(rails, bars ?? []), ...drawn.bands.flatMap((band) => bandTargets(rails, band))];
  // Packed so closely, nothing can be read.
  const names = plain === null ? [] : namesOf(drawn);
  yield;
  return { drawn, body, names, targets };
}

const lossLane = ({ losses, start, length }: ManyFrame): readonly Shape[] => {
  if (losses === null) return [];
  const middle = (losses.from + losses.to) / 2;
  return [line([start, middle, start + length, middle], { stroke: "lost", lineWidth: 1, dash: [1, 4], opacity: 0.6 })];
};

/** With more bands than this in view they are no more than bands. */
const FINE_BANDS = 300;

/** The chosen row by itself, also where it is part of a band or a bar. */
function chosenShapes(rails: ManyRails, selected: Ref): readonly Shape[] {
  if (selected === NO_REF) return [];
  const place = placeOfSpan(rails, selected) ?? placeOfPacket(rails, selected) ?? placeOfPhase(rails, selected);
  if (place === null) return [];
  const { x0, y0, x1, y1 } = place;
  const flight = place.slanted ? [line([x0, y0, x1, y1], { stroke: "ink", lineWidth: 2 })] : [];
  return [...flight, ...selectionShapes(place, 0.5)];
}

function placeOfPacket(rails: ManyRails, ref: Ref): Target | null {
  if (refTable(ref) !== "packet") return null;
  const ends: Ends | null = endsOf(rails, refRow(ref));
  return ends === null ? null : { ref, x0: ends[0], y0: ends[1], x1: ends[2], y1: ends[3], slanted: true };
}

function composedAcross(
  drawn: Drawn,
  body: readonly Shape[],
  names: readonly Label[],
  targets: readonly Target[],
): ManyDrawing {
  const { rails, measure } = drawn;
  const { shown, frame, scale } = rails;
  const { width, height, rows } = frame;
  const axis = axisAcross(shown, frame, scale);
  const ends = endLabels(shown, frame, rails, names, measure);
  const legend = legendShapes(rails, names, ends.labels, measure);
  const edge = frame.start + frame.length + 5;
  return {
    width,
    height,
    scale,
    targets,
    names: [...names, ...ends.labels, ...legend.filter(isLabel)],
    ground: [
      ...rows.map(({ from, to }) => box(0, from, width, to - from, { fill: "band" })),
      ...laneLines(frame),
      ...axis.grid,
      ...ends.shapes,
      ...body,
      // Folds end above the legend.
      ...foldsAcross(shown, { ...frame, axis: (rows.at(-1)?.to ?? 0) + 6 }, scale),
      // Paper covers the shapes that run out of the view, so that the machines' names stand free.
      ...[0, edge].flatMap((x) => {
        const wide = x === 0 ? frame.start - 5 : width - edge;
        const cover = box(x, 0, wide, frame.axis - 1, { fill: "paper" });
        return [cover, ...rows.map(({ from, to }) => box(x, from, wide, to - from, { fill: "band" }))];
      }),
      ...axis.shapes,
      ...titlesAcross(rails),
      ...legend.filter((shape) => !isLabel(shape)),
    ],
  };
}

const laneLines = ({ start, length, lanes, rows, apart }: ManyFrame): readonly Shape[] =>
  (apart ? lanes : rows).map(({ at, size }) =>
    line([start, at + size / 2, start + length, at + size / 2], { stroke: "rule", lineWidth: 1 }),
  );

const STORY_SIZE = 11.5;
const STORY_LINE = 13.5;
const LOST_TITLE = "lost on the way";

function titlesAcross({ frame, shown }: ManyRails): readonly Shape[] {
  const { losses } = frame;
  const lost =
    losses === null
      ? []
      : [
          label(frame.apart ? 30 : 12, (losses.from + losses.to) / 2 + 4, [{ text: LOST_TITLE, ink: "lost" }], {
            size: STORY_SIZE,
          }),
        ];
  if (!frame.apart) return [...lost, ...frame.rows.filter(({ named }) => named).flatMap((row) => titled(row, frame))];
  return [
    ...lost,
    ...frame.rows.map(({ name, from, to }) =>
      label(17, (from + to) / 2, [{ text: name, bold: true }], { size: NAME_SIZE, anchor: "middle", turned: true }),
    ),
    ...frame.lanes.map(({ at, size }, i) =>
      label(30, at + size / 2 + 4, [{ text: shown.plan.lanes[i]?.name ?? "", ink: "ink-2" }], { size: 11.5 }),
    ),
  ];
}

/** A row's name, and below it what its machines have in common; in a low row beside it. */
function titled(row: Row, { start }: ManyFrame): readonly Shape[] {
  const y = row.at + row.size / 2 + 4.5;
  const lines = storyLines(row, start - 36);
  const beside = row.flat && row.story !== "" ? ([{ text: row.story, ink: "ink-2" }] as const) : [];
  const name = label(12, y, [{ text: titleOf(row), bold: true }, ...beside], { size: NAME_SIZE });
  const story = lines.map((text, i) =>
    label(row.opens === null ? 12 : 24, y + (i + 1) * STORY_LINE, [{ text, ink: "ink-2" }], { size: STORY_SIZE }),
  );
  return [name, ...story];
}

function composedDown(
  rails: ManyRails,
  body: readonly Shape[],
  names: readonly Label[],
  targets: readonly Target[],
): ManyDrawing {
  const { shown, frame, scale } = rails;
  const { width, height, start, length } = frame;
  const columns = { width, height, start, length, wireFrom: frame.axis, wireTo: width };
  const [top, size] = [start - 6, length + 12];
  return {
    width,
    height,
    scale,
    names,
    targets: targets.map(turnedTarget),
    ground: [
      ...frame.rows.map(({ from, to }) => box(from, top, to - from, size, { fill: "band" })),
      ...laneLines(frame).map(turned),
      ...body.map(turned),
      ...foldShapes(shown, columns, scale),
      ...marginsDown(columns),
      ...axisShapes(shown, columns, scale),
      ...titlesDown(rails),
    ],
  };
}

/** Above the columns: as they are read where they have room, else upright. */
function titlesDown({ frame }: ManyRails): readonly Shape[] {
  const { losses, start, rows } = frame;
  const upright = namesUpright(rows);
  const lost = losses === null ? [] : [label((losses.from + losses.to) / 2 + 4, start - 12, LOST, UPRIGHT)];
  const names = rows
    .filter(({ named }) => named)
    .map((row) => {
      const runs = [{ text: titleOf(row), bold: true }];
      const middle = row.at + row.size / 2;
      return upright
        ? label(middle + 4.5, start - 12, runs, { size: NAME_SIZE, turned: true })
        : label(middle, start - 16, runs, { size: NAME_SIZE, anchor: "middle" });
    });
  return [...lost, ...names];
}

const LOST = [{ text: LOST_TITLE, ink: "lost" }] as const;
const UPRIGHT = { size: STORY_SIZE, turned: true } as const;
