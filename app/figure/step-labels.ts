/** Names of steps where time runs to the right: inside the bar where there is room, else beside it, else in flags. */
import { itemAt, lastItem } from "../../engine/kernel/reads.ts";
import type { Area } from "../draw/place-label.ts";
import { label } from "../draw/scene.ts";
import type { TextRun } from "../draw/scene.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { ShownSpan } from "../trace/story.ts";
import { PROCEDURE_RUNS } from "../trace/waits.ts";
import type { Wait } from "../trace/waits.ts";
import { durationText, microsText } from "../words/times.ts";
import { scaleOf } from "./scale.ts";
import type { ShownCall } from "./shown-call.ts";
import { able, rowOfFlag, staircases } from "./flags.ts";
import type { FlagRequest, FlagZone } from "./flags.ts";
import type { Frame } from "./frame.ts";
import { barsWithin, oneByOne } from "./groups.ts";
import { placeInBox } from "./in-box.ts";
import { inkOf, OF_END, OF_FOLDS, OF_WAITS } from "./ink.ts";
import { namedSteps, weightOf } from "./named-steps.ts";
import { NAME_SIZE, Placer } from "./placer.ts";
import type { Limits } from "./placer.ts";
import type { Owner } from "./space.ts";
import { inPicture } from "./drawn.ts";
import type { InPicture } from "./drawn.ts";
import { alongOf, clip, railsOf } from "./rails.ts";
import type { Rails } from "./rails.ts";
import { placeReason } from "./wait-labels.ts";
import { LEAST_BAR } from "./work.ts";

/** Steps closer than this along share a cluster, whose names stand in one pair of staircases. */
const CLUSTER_GAP = 12;
/** Space between a bar and the name beside it. */
const BESIDE = 11;
/** From one name of a cluster to the next, as a share of the type size. */
const BETWEEN_NAMES = 0.8;

/** A step with the ends of its ink along. */
interface StepRequest extends FlagRequest {
  readonly from: number;
  readonly to: number;
}

/** A step whose row says what it is has no name: then its time stands alone. */
const named = (name: string): readonly TextRun[] => (name === "" ? [] : [{ text: name }]);

const requestOf = (name: string, value: string, weight: number, ends: readonly [number, number]) => {
  const time: TextRun = { text: value, bold: true };
  return { weight, right: [time, ...named(name)], left: [...named(name), time], from: ends[0], to: ends[1] };
};

/**
 * The rows of flags that the names of a whole call take, by lane.
 * @param draft a frame whose lanes have room for the most
 */
export function flagRows(shown: ShownCall, draft: Frame, measure: MeasureText): readonly number[] {
  const scale = scaleOf(shown, shown.fit, draft.length);
  const rails = railsOf(shown, draft, scale);
  const bars = oneByOne(barsWithin(rails.traffic.work, scale));
  const drawn = inPicture({ rails, bars, bands: [], path: [], fine: true, measure });
  // Nearer views have fewer folds: flags for which these leave no room have their rows all the same.
  return placeSteps(drawn, new Placer(inkOf(drawn), measure), new Set([OF_END, OF_FOLDS]));
}

/**
 * Sets the names of one call's steps, lane by lane, and gives the rows of flags that each lane takes.
 * @param owner what flags may cover
 */
export function placeSteps(drawn: InPicture, placer: Placer, owner: Owner = OF_END): readonly number[] {
  const { rails, picture } = drawn;
  const { frame, scale } = rails;
  const inView = picture.spans.filter(({ mine, from, to }) => mine && from < scale.to && to > scale.from);
  return frame.lanes.map((_, lane): number => {
    const clusters = placeInside(
      inView.filter((span) => span.lane === lane),
      rails,
      lane,
      placer,
    );
    if (frame.zones.length === 0) return 0; // two runs on one axis have room for no more
    const zone = zoneOf(frame, lane);
    const rest = clusters.filter((cluster) => {
      if (cluster.length > 2 && zone.rows > 0) return true;
      return !placeBeside(able(cluster, 2), rails, lane, placer);
    });
    return placeFlags(
      [...rest, ...runsOf(drawn, lane, placer)],
      zone,
      { within: withinZone(frame, lane), owner },
      placer,
    );
  });
}

function zoneOf(frame: Frame, lane: number): FlagZone {
  const { rows, up, outside } = itemAt(frame.zones, lane, "zone");
  const { at, size } = itemAt(frame.lanes, lane, "lane");
  return { rows, up, edge: up ? at : at + size, halo: outside ? "paper" : "band" };
}

/** Outside of a band flags may reach over the column of titles. */
const withinZone = ({ zones, width }: Frame, lane: number): Area => ({
  ...{ x0: zones[lane]?.outside === true ? 0 : 26, x1: width, y0: -Infinity, y1: Infinity },
});

/** Names the steps that have room in their bars, and gives the others in clusters. */
function placeInside(spans: readonly ShownSpan[], rails: Rails, lane: number, placer: Placer): StepRequest[][] {
  const clusters: StepRequest[][] = [];
  const { at, size } = itemAt(rails.frame.lanes, lane, "lane");
  const [low, high] = [rails.start - 2, rails.start + rails.scale.length + 2];
  let last = -Infinity;
  for (const step of namedSteps(spans)) {
    const [from, to] = [alongOf(rails, step.from), alongOf(rails, step.to)];
    const reach = alongOf(rails, step.reach);
    const own = requestOf(step.name, microsText(step.to - step.from), weightOf(step), [from, reach]);
    const isWide = step.layer === "rpc" || step.layer === "kernel";
    if (isWide && placeInBox(rails, [from, to], at + size / 2, [own.right], placer, "on-span")) {
      last = -Infinity;
      continue;
    }
    const middle = (from + to) / 2;
    const cluster = clusters.at(-1);
    const isNear = cluster !== undefined && from - last < CLUSTER_GAP;
    last = to;
    if (middle < low || middle > high) continue;
    const request = { ...own, at: middle };
    if (isNear) cluster.push(request);
    else clusters.push([request]);
  }
  return clusters;
}

/** Sets the names of a cluster in one line after it, or before it. */
function placeBeside(cluster: readonly StepRequest[], rails: Rails, lane: number, placer: Placer): boolean {
  const { frame, shown } = rails;
  const { at, size } = itemAt(frame.lanes, lane, "lane");
  const y = at + size / 2 + 4;
  const [{ from }, { to }] = [itemAt(cluster, 0, "step"), lastItem(cluster, "step")];
  // One label for all names: in a wider font they move along, and never over each other.
  const runsOn = (side: "right" | "left"): readonly TextRun[] =>
    cluster.flatMap((request) => {
      const [head, ...rest] = request[side];
      return head === undefined ? [] : [{ ...head, gap: BETWEEN_NAMES }, ...rest];
    });
  const width = placer.widthOf(runsOn("right"));
  const look = { size: NAME_SIZE, halo: "band" } as const;
  const sides = [label(to + BESIDE, y, runsOn("right"), look), label(from - BESIDE - width, y, runsOn("left"), look)];
  const [start, end] = [frame.start - 8, frame.start + frame.length + 12];
  const within = { x0: start, x1: end, y0: -Infinity, y1: Infinity };
  // What is done while the path waits for something else has its name on the line of that wait.
  const isInWait = shown.story.cable.runs.some(
    (run) => run.wait && run.lane === lane && alongOf(rails, run.from) < from && alongOf(rails, run.to) > to,
  );
  return placer.placeOne(sides, isInWait ? { within, owner: OF_WAITS } : { within }) !== null;
}

/** The runs of a procedure whose open bars have no room for a name: each asks for a flag, so that it can be counted. */
function runsOf({ rails, picture }: InPicture, lane: number, placer: Placer): readonly (readonly StepRequest[])[] {
  const named: Wait[] = [];
  return rails.shown.story.waits.all.flatMap((wait): StepRequest[][] => {
    if (wait.lane !== lane || wait.reason() !== PROCEDURE_RUNS) return [];
    const [from, to] = clip(rails, wait.from, wait.to);
    const at = (from + to) / 2;
    if (to - from < LEAST_BAR || at < rails.start || at > rails.start + rails.scale.length) return [];
    if (named.some((one) => one.from < wait.to && one.to > wait.from)) return [];
    if (!picture.dense && placeReason(rails, wait, placer)) {
      named.push(wait);
      return [];
    }
    const value = durationText(wait.to - wait.from);
    return [[{ ...requestOf(PROCEDURE_RUNS, value, wait.to - wait.from, [from, to]), at }]];
  });
}

/** Two staircases hold two names a row. So many for each row are tried, as some have no room on either side. */
const TRIED = 4;

/** Longer work chooses first. Gives the number of rows that are taken. */
function placeFlags(
  clusters: readonly (readonly FlagRequest[])[],
  zone: FlagZone,
  limits: Limits,
  placer: Placer,
): number {
  const before = placer.names.leaders.length;
  const longest = (cluster: readonly FlagRequest[]): number => Math.max(0, ...cluster.map(({ weight }) => weight));
  for (const cluster of [...clusters].sort((a, b) => longest(b) - longest(a))) {
    placer.placeTogether(able(cluster, zone.rows * TRIED), (some) => staircases(some, zone), limits);
  }
  return placer.names.leaders.slice(before).reduce((rows, flag) => Math.max(rows, 1 + rowOfFlag(flag, zone)), 0);
}
