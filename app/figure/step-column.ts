/**
 * Names of steps where time runs down: in the wire, each at the height of its step with a leader to its bar. Names that
 * would touch are pushed apart, in the gaps that packets leave.
 */
import { itemAt } from "../../engine/kernel/reads.ts";
import { wordsOf, wrapped } from "../draw/place-label.ts";
import { label, line } from "../draw/scene.ts";
import type { Label, TextRun } from "../draw/scene.ts";
import type { Stretch } from "../trace/folds.ts";
import { PROCEDURE_RUNS } from "../trace/waits.ts";
import { durationText, microsText } from "../words/times.ts";
import { wireOf } from "./frame.ts";
import type { Frame } from "./frame.ts";
import { OF_HELD } from "./ink.ts";
import { namedSteps, weightOf } from "./named-steps.ts";
import type { NamedStep } from "./named-steps.ts";
import { columnSize } from "./placer.ts";
import type { PlacedName, Placement, Placer, Weighed } from "./placer.ts";
import type { InPicture } from "./drawn.ts";
import { alongOf, clip } from "./rails.ts";
import type { Rails } from "./rails.ts";

/** The room that a line of type takes along, and from the wire's edge to a name. */
const LINE = 14.5;
const NAME_INSET = 14;

interface ColumnRequest extends Weighed {
  /** The room that it takes along. */
  readonly height: number;
}

interface StepName extends ColumnRequest {
  readonly lines: readonly string[];
  readonly value: string;
  readonly lane: number;
}

/** No leader is longer than this along, but where names push each other apart. */
const FAR = 60;
/** A name whose own gap is too small comes after those of the next gap. */
const GUEST = 1e-12;

/**
 * Sets the names of steps in the gaps of the wire. They may cover packets that are not the shown call’s, and the long
 * line of one that was held up.
 */
export function placeStepColumn(drawn: InPicture, placer: Placer): void {
  const { frame } = drawn.rails;
  const wire = wireOf(frame);
  const [low, high] = [frame.start - 6, frame.start + frame.length + 6];
  const others = drawn.bands.flatMap(({ group }, place) => (group.stream.mine ? [] : [place]));
  const owner = new Set([...others, OF_HELD]);
  const free = placer.freeAlong({ x0: low, x1: high, y0: wire.from, y1: wire.to }, owner);
  const gaps = free.filter(({ from, to }) => to - from >= LINE);
  const within = { x0: wire.from, x1: wire.to, y0: low - 1, y1: high + 1 };
  const requests = requestsOf(drawn).flatMap((request) => {
    // A step whose middle a packet covers is named in the nearer gap.
    const gap = nearest(gaps, request.at);
    if (gap === undefined || awayFrom(gap, request.at) > FAR) return [];
    const isGuest = nearest(free, request.at) !== gap;
    return [{ gap, request: isGuest ? { ...request, weight: request.weight * GUEST } : request }];
  });
  for (const gap of gaps) {
    const here = requests.flatMap((one) => (one.gap === gap ? [one.request] : []));
    placer.placeTogether(here, (some) => columnOf(some, gap, frame, drawn.rails), { within, owner });
  }
}

const awayFrom = ({ from, to }: Stretch, at: number): number => Math.max(from - at, at - to, 0);

function nearest(gaps: readonly Stretch[], at: number): Stretch | undefined {
  let best: Stretch | undefined;
  for (const gap of gaps) if (best === undefined || awayFrom(gap, at) < awayFrom(best, at)) best = gap;
  return best;
}

/**
 * The middles of names in a gap, as near to their steps as the others allow: pushed down once, then up from the end of
 * the gap. Null where the gap does not hold them.
 */
export function pushedApart(requests: readonly ColumnRequest[], { from, to }: Stretch): readonly number[] | null {
  if (requests.reduce((sum, { height }) => sum + height, 0) > to - from) return null;
  const tops: number[] = [];
  let free = from;
  for (const { at, height } of requests) {
    const top = Math.max(free, at - height / 2);
    tops.push(top);
    free = top + height;
  }
  let limit = to;
  for (let i = requests.length - 1; i >= 0; i--) {
    limit = Math.min(itemAt(tops, i, "top"), limit - itemAt(requests, i, "name").height);
    tops[i] = limit;
  }
  return requests.map(({ height }, i) => itemAt(tops, i, "top") + height / 2);
}

function* columnOf(names: readonly StepName[], gap: Stretch, frame: Frame, { shown }: Rails): Generator<Placement> {
  const middles = pushedApart(names, gap);
  if (middles === null) return;
  const wire = wireOf(frame);
  yield names.map(({ at, lane, lines, value }, i): PlacedName => {
    const middle = itemAt(middles, i, "middle");
    const { at: begins, size } = itemAt(frame.lanes, lane, "lane");
    const isFirst = shown.plan.lanes[lane]?.above === true;
    const [edge, inward] = isFirst ? [wire.from, 1] : [wire.to, -1];
    const bar = isFirst ? begins + size + 3 : begins - 3;
    const look = { stroke: "edge", lineWidth: 0.8 } as const;
    return {
      leader: line([bar, at, edge, at, edge + inward * 10, middle], look),
      lines: lines.map((text, row): Label => {
        const y = middle + 4 + (row - (lines.length - 1) / 2) * (LINE - 1);
        const rest = { text: row === 0 ? text.slice(value.length).trimStart() : text };
        const runs: TextRun[] = row === 0 ? [{ text: value, bold: true }, rest] : [rest];
        const anchor = isFirst ? "start" : "end";
        return label(edge + inward * NAME_INSET, y, runs, { size: columnSize(frame), anchor, halo: "paper" });
      }),
    };
  });
}

function requestsOf({ rails, picture, measure }: InPicture): readonly StepName[] {
  const { shown, frame } = rails;
  const { waits, cable } = shown.story;
  const wire = wireOf(frame);
  const room = wire.to - wire.from - 2 * NAME_INSET - 6;
  const size = columnSize(frame);
  const requests: StepName[] = [];
  const ask = ({ lane, name, from, to }: NamedStep, weight: number, value: string): void => {
    const lines = brokenName([value, ...wordsOf(name)], room, (text) => measure(text, size, false) + 1);
    const [low, high] = clip(rails, from, to);
    const at = (low + high) / 2;
    if (lines === null || at < frame.start - 4 || at > frame.start + frame.length + 4) return;
    requests.push({ at, height: lines.length * LINE - (lines.length - 1), weight, lines, value, lane });
  };
  const askWait = ({ lane, from, to }: Stretch & { readonly lane: number }, name: string, onPath: boolean): void => {
    const step = { lane, from, to, name, layer: "other", onPath, reach: to } as const;
    ask(step, onPath ? weightOf(step) : to - from, durationText(to - from));
  };
  const mine = picture.spans.filter((span) => span.mine);
  for (const lane of frame.lanes.keys()) {
    const steps = namedSteps(mine.filter((span) => span.lane === lane));
    for (const step of apart(steps, rails)) ask(step, weightOf(step), microsText(step.to - step.from));
  }
  // A wait that is folded is named in its fold.
  const isFolded = (one: Stretch): boolean => shown.folds.some(({ from, to }) => one.from <= from && one.to >= to);
  for (const wait of waits.all) {
    const onPath = cable.runs.some(({ lane, from }) => lane === wait.lane && from === wait.from);
    if (onPath || isFolded(wait) || wait.lane < 0 || wait.reason() !== PROCEDURE_RUNS) continue;
    askWait(wait, PROCEDURE_RUNS, false); // each run of a procedure, so that runs can be counted
  }
  for (const run of cable.runs) {
    if (!run.wait || isFolded(run)) continue;
    const wait = waits.find(({ lane, from }) => lane === run.lane && from === run.from);
    askWait(run, wait?.reason() ?? "waits", true);
  }
  return requests.sort((a, b) => a.at - b.at);
}

const ONE_POINT = 0.5; // px

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

/**
 * Breaks a name at its spaces into lines of at most `width`, as equal as can be; null where a word alone is wider or
 * more than two are needed.
 */
export function brokenName(
  words: readonly string[],
  width: number,
  measure: (text: string) => number,
): readonly string[] | null {
  const lines = wrapped(words, width, measure);
  if (lines.length > 2 || lines.some((one) => measure(one) > width)) return null;
  if (lines.length < 2) return lines;
  // No word stands alone in a line where both can be as long as each other.
  const splits = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(" "), words.slice(i + 1).join(" ")] as const);
  const widest = (split: readonly string[]): number => Math.max(...split.map(measure));
  return splits.reduce((best, split) => (widest(split) < widest(best) ? split : best));
}
