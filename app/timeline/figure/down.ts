/** The timeline with time running down: for narrow places. */
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { alongOf, clip, drawBody, packetEnds, turned, turnedTarget } from "./body.ts";
import type { Rails } from "./body.ts";
import { densityShapes } from "./density.ts";
import { AXIS_COLUMN, frameDown } from "./down-frame.ts";
import type { DownFrame } from "./down-frame.ts";
import { brokenName, placeDown } from "./down-names.ts";
import type { DownRequest } from "./down-names.ts";
import { box, label, line } from "../../draw/scene.ts";
import type { Drawing, Label, Shape, TextRun } from "../../draw/scene.ts";
import { HOST_MARK } from "./figure.ts";
import type { Draw, Place } from "./figure.ts";
import type { Ends } from "./packet-shapes.ts";
import { hostShapes } from "./host-events.ts";
import { namedSteps, weightOf } from "./names.ts";
import type { NamedStep } from "./names.ts";
import { durationText, microsText } from "../../words/times.ts";
import type { Stretch } from "../../trace/folds.ts";
import { PROCEDURE_RUNS, takePicture } from "../../trace/story.ts";
import type { Picture, ShownPacket } from "../../trace/story.ts";
import { placesOf } from "./places.ts";
import type { Places } from "./places.ts";
import { makeScale, ticksOf } from "./scale.ts";
import type { TimeScale, View } from "./scale.ts";
import { machineName } from "../../trace/machine-names.ts";
import type { ShownCall } from "./shown-call.ts";
import { labelArea, meets, type Area, type Candidate } from "../../draw/place-label.ts";
import { runsWidth, tableWidth } from "../../draw/text-width.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import { foldText, packetRuns, packetTitle } from "../../trace/row-names.ts";
import { capital } from "../../words/sentences.ts";

interface DownDrawing extends Drawing {
  readonly scale: TimeScale;
  readonly frame: DownFrame;
  readonly places: Places;
}

/** Type of the names, and the room that a line of it takes; smaller on the narrowest screens. */
const sizeOf = (frame: DownFrame): number => (frame.width < 340 ? 11.5 : 12.5);
const LINE = 14.5;
const TICK_GAP = 84;
const NAME_INSET = 14;

export function drawDown(
  shown: ShownCall,
  frame: DownFrame,
  view: View,
  selected: Ref,
  measure: MeasureText,
): DownDrawing {
  const scale = makeScale(view, shown.folds, frame.length);
  const rails: Rails = {
    scale,
    start: frame.start,
    laneAt: frame.lanes.map(({ at }) => at),
    laneSize: frame.lanes.map(({ size }) => size),
    above: frame.lanes.map(({ above }) => above),
    mediumFrom: frame.wireFrom,
    mediumTo: frame.wireTo,
    cableEdge: 3,
  };
  const picture = takePicture(shown.trace, shown.plan, shown.story, { from: scale.from, to: scale.to });
  const body = drawBody(rails, shown.story, picture, selected);
  const packets = namePackets(frame, rails, picture, measure);
  const steps = nameSteps(shown, frame, rails, picture, packets.blocked, measure);
  const dense = picture.dense ? densityShapes(shown, rails).map(turned) : [];
  const numerals = body.numerals.map(({ along, across, text }) =>
    label(across, along + 4, [{ text, bold: true }], { size: sizeOf(frame), anchor: "middle", halo: "paper" }),
  );
  const ground = [
    ...groundShapes(frame),
    ...hostShapes(shown.trace, frame.bands, rails).map(turned),
    ...callEnd(shown, frame, scale),
    ...dense,
    ...body.shapes.map(turned),
    ...steps.leaders,
    ...foldShapes(shown, frame, scale),
    ...margins(frame),
    ...axisShapes(shown, frame, scale),
    ...titleShapes(shown, frame),
  ];
  return {
    width: frame.width,
    height: frame.height,
    ground,
    names: [...steps.labels, ...packets.labels, ...numerals],
    targets: body.targets.map(turnedTarget),
    scale,
    frame,
    places: placesOf(shown, rails, frame.bands),
  };
}

type Columns = Pick<DownFrame, "width" | "height" | "start" | "length" | "wireFrom" | "wireTo">;

const bottomOf = (frame: Columns): number => frame.start + frame.length;

function groundShapes(frame: DownFrame): Shape[] {
  const top = frame.start - 6;
  return [
    ...frame.bands.map(({ from, to }) => box(from, top, to - from, frame.length + 12, { fill: "band" })),
    ...frame.lanes.map(({ at, size }) =>
      line([at + size / 2, frame.start, at + size / 2, bottomOf(frame)], { stroke: "rule", lineWidth: 1 }),
    ),
  ];
}

export function margins(frame: Columns): Shape[] {
  return [
    box(0, 0, frame.width, frame.start - 7, { fill: "paper" }),
    box(0, bottomOf(frame) + 7, frame.width, frame.height - bottomOf(frame), { fill: "paper" }),
  ];
}

function titleShapes(shown: ShownCall, frame: DownFrame): Shape[] {
  const middle = (frame.wireFrom + frame.wireTo) / 2;
  const shapes: Shape[] = frame.bands.map(({ machine, from, to }, i) =>
    label(i === 0 ? from : to, 14, [{ text: capital(machineName(shown.trace, machine)), bold: true }], {
      size: 13,
      anchor: i === 0 ? "start" : "end",
    }),
  );
  shapes.push(label(middle, 14, [{ text: shown.plan.medium, ink: "ink-2" }], { size: 11.5, anchor: "middle" }));
  for (const title of frame.titles) {
    shapes.push(
      label(title.middle + 4, frame.start - 11, [{ text: title.text, ink: "ink-2" }], { size: 11.5, turned: true }),
    );
  }
  return shapes;
}

/** A hairline where the call ends, if anything comes later. */
function callEnd(shown: ShownCall, frame: DownFrame, scale: TimeScale): Shape[] {
  const y = frame.start + scale.at(shown.call.to);
  if (shown.end === shown.call.to || y < frame.start || y > bottomOf(frame)) return [];
  return [line([AXIS_COLUMN, y, frame.width, y], { stroke: "ink", lineWidth: 1 })];
}

export function axisShapes(shown: ShownCall, frame: Columns, scale: TimeScale): Shape[] {
  const shapes: Shape[] = [];
  let free = -Infinity;
  for (const tick of ticksOf(scale, shown.call.from, TICK_GAP)) {
    const y = frame.start + tick.at;
    const major = tick.label !== null;
    // The unit on a line of its own: the column is narrow.
    const [value = "", unit] = tick.label?.split(" ") ?? [];
    // A long number takes the room of the mark, except for the mark's last pixels. Without that room it would lose its
    // first digits.
    const end = Math.max(AXIS_COLUMN - 11, Math.ceil(tableWidth(value, 11.5, false)) + 1);
    const mark = Math.min(AXIS_COLUMN - 2, Math.max(AXIS_COLUMN - (major ? 8 : 5), end + 1));
    shapes.push(line([mark, y, AXIS_COLUMN, y], { stroke: major ? "ink" : "edge", lineWidth: 1 }));
    // A label just before a fold would stand on its zigzag.
    const folded = scale.folds.some(({ at }) => tick.at > at - 22 && tick.at <= at);
    if (tick.label === null || y < free || folded || end > AXIS_COLUMN - 3) continue;
    free = y + 30;
    shapes.push(line([frame.wireFrom, y, frame.wireTo, y], { stroke: "rule", lineWidth: 1, dash: [1, 4] }));
    shapes.push(label(end, y + 4, [{ text: value, ink: "ink-2" }], { size: 11.5, anchor: "end" }));
    if (unit !== undefined)
      shapes.push(label(AXIS_COLUMN - 11, y + 16, [{ text: unit, ink: "ink-3" }], { size: 11, anchor: "end" }));
  }
  return shapes;
}

export function foldShapes(shown: ShownCall, frame: Columns, scale: TimeScale): Shape[] {
  const teeth = Math.round(frame.width / 8);
  return scale.folds.flatMap((fold): Shape[] => {
    const y = frame.start + fold.at + 3;
    const height = fold.size - 6;
    const zigzag = (at: number): Shape => {
      const points: number[] = [];
      for (let i = 0; i <= teeth; i++) points.push((frame.width * i) / teeth, at + (i % 2 === 0 ? 0 : 4));
      return line(points, { stroke: "edge", lineWidth: 1.2 });
    };
    const runs: TextRun[] = [{ text: foldText(shown, fold), ink: "ink-2" }];
    const words =
      fold.size < 26 ? [] : [label(frame.width / 2, y + height / 2 + 6, runs, { size: 12, anchor: "middle" })];
    return [box(0, y, frame.width, height, { fill: "paper" }), zigzag(y - 2), zigzag(y + height - 2), ...words];
  });
}

interface PacketAt {
  readonly packet: ShownPacket;
  readonly ends: Ends;
}

/** From a packet's name to the line of another. */
const CLEAR = 3;

/** Lines of packets that are closer than this are one line to the eye: a probe and its answer, a minute apart. */
const ONE_LINE = 2;
const isOneLine = ({ ends: a }: PacketAt, { ends: b }: PacketAt): boolean =>
  Math.abs(a[0] - b[0]) < ONE_LINE && Math.abs(a[2] - b[2]) < ONE_LINE;

/** Names of packets under their lines, on the side that they leave; the wire that they take. */
function namePackets(
  frame: DownFrame,
  rails: Rails,
  picture: Picture,
  measure: MeasureText,
): {
  readonly labels: readonly Label[];
  readonly blocked: readonly (readonly [number, number])[];
} {
  const labels: Label[] = [];
  const named: Area[] = [];
  const blocked: [number, number][] = [];
  for (const fold of rails.scale.folds) {
    const [from, to] = [rails.start + fold.at - 2, rails.start + fold.at + fold.size + 2];
    blocked.push([from, to]);
    named.push({ x0: 0, x1: frame.width, y0: from, y1: to });
  }
  const mine: readonly PacketAt[] = picture.packets
    .filter((packet) => packet.mine)
    .map((packet) => ({ packet, ends: packetEnds(rails, packet) }));
  const free = new Map<PacketAt, Label>();
  const titles = new Set<string>();
  const place = (own: PacketAt, clear: number): void => {
    const title = packetTitle(own.packet);
    if (free.has(own) || (clear === 0 && titles.has(title))) return;
    const lines = mine
      .filter((other) => other !== own && (clear > 0 || !isOneLine(other, own)))
      .map(({ ends }) => ends);
    const set = packetLabels(frame, rails, own.packet, own.ends[2], measure).find(
      ({ area }) =>
        !named.some((one) => meets(one, area)) && !lines.some((line) => meets(lineWithin(line, area), area, clear)),
    );
    if (set === undefined) return;
    free.set(own, set.value);
    named.push(set.area);
    titles.add(title);
  };
  // Equal packets close together are a row to the eye: where room is scarce, one name is enough.
  for (const own of mine) place(own, CLEAR);
  const roomBelow = (own: PacketAt): number =>
    Math.min(...mine.map((other) => other.ends[0] - own.ends[2]).filter((room) => room > ONE_LINE));
  for (const own of mine.toSorted((a, b) => roomBelow(b) - roomBelow(a))) place(own, 0);
  for (const own of mine) {
    const [y0, , y1] = own.ends;
    const set = free.get(own);
    if (set !== undefined) labels.push(set);
    blocked.push([y0 - 5, y1 + (set === undefined ? 5 : LINE + 5)]);
  }
  return { labels, blocked: merged(blocked) };
}

/** The area that the line of a packet covers above and below a part of the wire. */
function lineWithin([y0, x0, y1, x1]: readonly [number, number, number, number], { x0: from, x1: to }: Area): Area {
  const heightAt = (x: number): number => y0 + (y1 - y0) * Math.min(1, Math.max(0, (x - x0) / (x1 - x0)));
  const [a, b] = [heightAt(from), heightAt(to)];
  return { x0: from, x1: to, y0: Math.min(a, b), y1: Math.max(a, b) };
}

/** The name of a packet under its line, as long as the wire has room for, then shorter. */
function packetLabels(
  frame: DownFrame,
  rails: Rails,
  packet: ShownPacket,
  y1: number,
  measure: MeasureText,
): readonly Candidate<Label>[] {
  const leftward = packet.fromLane >= 0 && rails.above[packet.fromLane] !== true;
  const x = leftward ? frame.wireTo - NAME_INSET : frame.wireFrom + NAME_INSET;
  const room = frame.wireTo - frame.wireFrom - 2 * NAME_INSET;
  const size = sizeOf(frame);
  return packetRuns(packet)
    .filter((runs) => runsWidth(runs, size, measure) <= room)
    .map((runs) => {
      const value = label(x, y1 + LINE - 3, runs, { size, anchor: leftward ? "end" : "start", halo: "paper" });
      const { x0, x1, y0 } = labelArea(value, measure);
      return { value, area: { x0, x1, y0: y0 + 3, y1: value.y + 2 } };
    });
}

function merged(stretches: readonly [number, number][]): readonly (readonly [number, number])[] {
  const result: [number, number][] = [];
  for (const [from, to] of [...stretches].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

interface StepName extends DownRequest {
  readonly lines: readonly string[];
  readonly value: string;
  readonly lane: number;
}

function stepRequests(
  shown: ShownCall,
  frame: DownFrame,
  rails: Rails,
  picture: Picture,
  measure: MeasureText,
): StepName[] {
  const room = frame.wireTo - frame.wireFrom - 2 * NAME_INSET;
  const size = sizeOf(frame);
  const requests: StepName[] = [];
  const ask = ({ ref: id, lane, name, from, to }: NamedStep, weight: number, value: string): void => {
    const measureWord = (text: string): number => measure(text, size, false) + 1;
    const lines = brokenName([value, ...name.split(" ")], room - 6, measureWord);
    if (lines === null) return;
    const [low, high] = clip(rails, from, to);
    const at = (low + high) / 2;
    if (at < frame.start - 4 || at > bottomOf(frame) + 4) return;
    requests.push({ id, at, height: lines.length * LINE - (lines.length - 1), weight, lines, value, lane });
  };
  const mine = picture.spans.filter((span) => span.mine);
  for (const lane of rails.laneAt.keys()) {
    const steps = namedSteps(mine.filter((span) => span.lane === lane));
    for (const step of apart(steps, rails)) ask(step, weightOf(step), microsText(step.to - step.from));
  }
  const { waits, cable } = shown.story;
  const isFolded = (one: Stretch): boolean => shown.folds.some(({ from, to }) => one.from <= from && one.to >= to);
  for (const wait of waits) {
    const onPath = cable.runs.some(({ lane, from }) => lane === wait.lane && from === wait.from);
    if (onPath || isFolded(wait) || wait.lane < 0 || wait.reason() !== PROCEDURE_RUNS) continue;
    // Each run of a procedure is named, so that runs can be counted.
    const { lane, from, to } = wait;
    const step = { ref: -2 - requests.length, lane, from, to, reach: to };
    ask({ ...step, name: PROCEDURE_RUNS, layer: "other", onPath }, to - from, durationText(to - from));
  }
  for (const run of cable.runs) {
    // A wait that is folded is named in its fold.
    if (!run.wait || isFolded(run)) continue;
    const wait = waits.find(({ lane, from }) => lane === run.lane && from === run.from);
    const name = wait?.reason() ?? "waits";
    const step: NamedStep = { ...run, ref: -2 - requests.length, name, layer: "other", onPath: true, reach: run.to };
    ask(step, weightOf(step), durationText(run.to - run.from));
  }
  return requests;
}

/** Steps that fall on one point of the axis cannot be told apart there: the longest of them has its name. */
function apart(steps: readonly NamedStep[], rails: Rails): readonly NamedStep[] {
  const kept: NamedStep[] = [];
  const middle = ({ from, to }: NamedStep): number => alongOf(rails, (from + to) / 2);
  for (const step of steps) {
    const last = kept.at(-1);
    if (last === undefined || middle(step) - middle(last) >= ONE_POINT) kept.push(step);
    else if (weightOf(step) > weightOf(last)) kept[kept.length - 1] = step;
  }
  return kept;
}

const ONE_POINT = 0.5; // px

function nameSteps(
  shown: ShownCall,
  frame: DownFrame,
  rails: Rails,
  picture: Picture,
  blocked: readonly (readonly [number, number])[],
  measure: MeasureText,
): { readonly labels: readonly Label[]; readonly leaders: readonly Shape[] } {
  const requests = stepRequests(shown, frame, rails, picture, measure);
  const byId = new Map(requests.map((request) => [request.id, request]));
  const labels: Label[] = [];
  const leaders: Shape[] = [];
  for (const placed of placeDown(requests, frame.start - 6, bottomOf(frame) + 6, blocked)) {
    const request = byId.get(placed.id);
    const lane = frame.lanes[request?.lane ?? -1];
    if (request === undefined || lane === undefined) continue;
    const left = lane.above;
    const edge = left ? frame.wireFrom : frame.wireTo;
    const x = left ? edge + NAME_INSET : edge - NAME_INSET;
    const own = left ? lane.at + lane.size + 3 : lane.at - 3;
    leaders.push(
      line([own, placed.at, edge, placed.at, left ? edge + 10 : edge - 10, placed.y], {
        stroke: "edge",
        lineWidth: 0.8,
      }),
    );
    for (const [i, text] of request.lines.entries()) {
      const y = placed.y + 4.5 + (i - (request.lines.length - 1) / 2) * (LINE - 1);
      const rest = i === 0 ? text.slice(request.value.length).trimStart() : text;
      const runs: TextRun[] = i === 0 ? [{ text: request.value, bold: true }, { text: rest }] : [{ text: rest }];
      labels.push(label(x, y, runs, { size: sizeOf(frame), anchor: left ? "start" : "end", halo: "paper" }));
    }
  }
  return { labels, leaders };
}

const NAME_ROW = 44; // of the machines' names, above the columns
const BAND_EDGE = 6; // by which a band begins above its columns

/** The figure with time running down, for a page too narrow to have it run to the right. */
export function down(shown: ShownCall, { width }: Place, measure: MeasureText): Draw {
  const frame = frameDown(shown, width);
  const { bands, start } = frame;
  const playhead = bands.map(({ from, to }) => [from, to] as const);
  const hosts = bands.map(({ machine, from, to }) => {
    const size = Math.max(NAME_ROW, to - from);
    const left = Math.min(from, width - size);
    const mark = { left: from - left, top: start - BAND_EDGE - HOST_MARK, width: to - from, height: HOST_MARK };
    return { machine, left, top: 0, width: size, height: NAME_ROW, mark };
  });
  return function* (view, selected, other = shown) {
    yield;
    const drawing = drawDown(other, frame, view, selected, measure);
    return { ...drawing, down: true, start, axis: bands[0]?.from ?? 0, playhead, hosts };
  };
}
