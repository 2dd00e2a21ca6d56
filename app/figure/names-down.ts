/** Names in the wire between two machines, where time runs down. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { labelArea } from "../draw/place-label.ts";
import { label, line } from "../draw/scene.ts";
import type { Label, Shape, TextRun } from "../draw/scene.ts";
import type { Stretch } from "../trace/folds.ts";
import { PROCEDURE_RUNS } from "../trace/waits.ts";
import { takePicture } from "../trace/story.ts";
import { durationText, microsText } from "../words/times.ts";
import { brokenName, placeDown } from "./down-names.ts";
import type { DownRequest } from "./down-names.ts";
import type { Frame } from "./frame.ts";
import { markNames, spaceOf } from "./names.ts";
import type { Names } from "./names.ts";
import type { PlacedBand } from "./packets.ts";
import type { Drawn, InPicture } from "./drawn.ts";
import { wireNames } from "./wire-names.ts";
import { alongOf, clip } from "./rails.ts";
import type { Rails } from "./rails.ts";
import { namedSteps, weightOf } from "./step-names.ts";
import type { NamedStep } from "./step-names.ts";

/** Type of the names, and the room that a line of it takes; smaller on the narrowest screens. */
const sizeOf = (frame: Frame): number => (frame.width < 340 ? 12 : 12.5);
const LINE = 14.5;
const NAME_INSET = 14;

const wireOf = ({ wire, width }: Frame): Stretch => wire ?? { from: 0, to: width };

/** Stretches along in which no step is named: folds, packets and the names that stand there. */
function blockedIn({ rails, picture, measure }: InPicture, others: readonly Label[]) {
  const { scale, start } = rails;
  return merged([
    ...scale.folds.map(({ at, size }): [number, number] => [start + at - 2, start + at + size + 2]),
    ...picture.packets.flatMap(({ mine, departs, arrives }): [number, number][] =>
      mine ? [[alongOf(rails, departs) - 5, alongOf(rails, arrives) + 5]] : [],
    ),
    ...others.map((one): [number, number] => {
      const { y0, y1 } = labelArea(one, measure);
      return [y0, y1 + 1];
    }),
  ]);
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

function stepRequests({ rails, picture, measure }: InPicture): StepName[] {
  const { shown, frame } = rails;
  const wire = wireOf(frame);
  const room = wire.to - wire.from - 2 * NAME_INSET;
  const size = sizeOf(frame);
  const requests: StepName[] = [];
  const ask = ({ ref: id, lane, name, from, to }: NamedStep, weight: number, value: string): void => {
    const measureWord = (text: string): number => measure(text, size, false) + 1;
    const lines = brokenName([value, ...name.split(" ")], room - 6, measureWord);
    if (lines === null) return;
    const [low, high] = clip(rails, from, to);
    const at = (low + high) / 2;
    if (at < frame.start - 4 || at > frame.start + frame.length + 4) return;
    requests.push({ id, at, height: lines.length * LINE - (lines.length - 1), weight, lines, value, lane });
  };
  const mine = picture.spans.filter((span) => span.mine);
  for (const lane of rails.laneAt.keys()) {
    const steps = namedSteps(mine.filter((span) => span.lane === lane));
    for (const step of apart(steps, rails)) ask(step, weightOf(step), microsText(step.to - step.from));
  }
  const { waits, cable } = shown.story;
  const isFolded = (one: Stretch): boolean => shown.folds.some(({ from, to }) => one.from <= from && one.to >= to);
  for (const wait of waits.all) {
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

/**
 * Names of steps and waits in the wire, each with a leader to its bar.
 * @param others names that stand there already
 */
function namesInWire(drawn: InPicture, others: readonly Label[]): Names {
  const { frame, shown } = drawn.rails;
  const wire = wireOf(frame);
  const requests = stepRequests(drawn);
  const byId = new Map(requests.map((request) => [request.id, request]));
  const labels: Label[] = [];
  const leaders: Shape[] = [];
  for (const placed of placeDown(requests, frame.start - 6, frame.start + frame.length + 6, blockedIn(drawn, others))) {
    const request = byId.get(placed.id);
    if (request === undefined) continue;
    const lane = itemAt(frame.lanes, request.lane, "lane");
    const left = shown.plan.lanes[request.lane]?.above === true;
    const edge = left ? wire.from : wire.to;
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

/** One line of type under or over that of the packet, on the side that it leaves. */
function* spotsInWire(
  { rails }: Drawn,
  { first, last }: PlacedBand,
  runs: readonly TextRun[],
): Generator<readonly Label[]> {
  const { frame } = rails;
  const { from, to } = frame.wire ?? { from: 0, to: frame.width };
  const rightward = first[1] <= (from + to) / 2;
  const [x, anchor] = rightward ? [from + NAME_INSET, "start" as const] : [to - NAME_INSET, "end" as const];
  const size = sizeOf(frame);
  for (const y of [last[2] + size + 2, last[2] + size - 1, first[0] - 5]) {
    yield [label(x, y, runs, { size, anchor, halo: "paper" })];
  }
}

/** Packets have their names first; steps have what these leave of the wire. */
export function namesOfTwoDown(drawn: Drawn): Names {
  const { shown, scale } = drawn.rails;
  const picture = takePicture(shown.trace, shown.plan, shown.story, scale);
  const { space, counts } = spaceOf(drawn);
  const first = [...counts, ...markNames(drawn, space), ...wireNames(drawn, space, spotsInWire)];
  const steps = namesInWire({ ...drawn, picture }, first);
  return { labels: [...first, ...steps.labels], leaders: steps.leaders };
}
