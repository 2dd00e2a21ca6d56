/** The yellow cable: along lanes, across from lane to lane, and under packets. */
import { spanRef } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { box, line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import type { Stretch } from "../trace/folds.ts";
import { packetLine, packetShapes } from "./packet-shapes.ts";
import type { Ends } from "./packet-shapes.ts";
import { planLanes } from "../trace/lanes.ts";
import { shownPacket, storyOf } from "../trace/story.ts";
import type { CableRun } from "../trace/story.ts";
import { analysis } from "../trace/analysis.ts";
import { busyWithin, indexTrace } from "../trace/trace-index.ts";
import { acrossOf, alongOf, clip, endsOf, isToAll, laneAt } from "./rails.ts";
import { endOf, startOf } from "./groups.ts";
import type { Group } from "./groups.ts";
import type { Rails } from "./rails.ts";
import type { WorkStream } from "./traffic.ts";
import { itemAt, numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { firstWhere } from "../../engine/kernel/first-where.ts";

/** A lane at work for less than this share of a wait is not what was waited for. */
const BUSY_SHARE = 0.5;

/** Runs of the cable that wait behind other work of their lane: it then holds that work, or could not be seen. */
export const behindWork = analysis((trace: TraceData, call: number): ReadonlySet<CableRun> => {
  const behind = new Set<CableRun>();
  const { lanes } = planLanes(trace);
  const { tracks } = indexTrace(trace);
  for (const run of storyOf(trace, call).cable.runs) {
    if (!run.wait) continue;
    let busy = 0;
    for (const track of itemAt(lanes, run.lane, "lane").tracks) {
      const rows = tracks[track];
      if (rows !== undefined) busy += busyWithin(rows, run.from, run.to);
    }
    if (busy > BUSY_SHARE * (run.to - run.from)) behind.add(run);
  }
  return behind;
});

/** The items in view, of a list in order of time in which none overlap. */
export function within<Item extends Stretch>(items: readonly Item[], { from, to }: Stretch): readonly Item[] {
  const first = firstWhere(items.length, (at) => itemAt(items, at, "item").to >= from);
  return items.slice(
    first,
    firstWhere(items.length, (at) => itemAt(items, at, "item").from > to),
  );
}

/** Closer than this, two pieces of the cable cannot be told apart. */
const APART = 1;

/** Under the work. */
export function cableShapes(rails: Rails): readonly Shape[] {
  const { scale, shown, trace } = rails;
  const edge = rails.cableEdge;
  const shapes: Shape[] = [];
  const behind = behindWork(trace, shown.story.call);
  const drawnTo = new Map<string, number>();
  const isNew = (key: string, from: number, to: number): boolean => {
    if (to < (drawnTo.get(key) ?? -Infinity) + APART) return false;
    drawnTo.set(key, Math.max(to, from));
    return true;
  };
  const flights = pathPackets(rails);
  const landings = new Set(
    flights.map(({ row }) => `${trace.packets.arrives[row]} ${laneOf(rails, numberAt(trace.packets.to, row))}`),
  );
  for (const run of within(shown.story.cable.runs, scale)) {
    const [from, to] = clip(rails, run.from, run.to);
    const { at, size } = laneAt(rails, run.lane);
    const thin = run.wait && (rails.frame.wire !== null || !behind.has(run));
    if (to < from || !isNew(`${at} ${thin}`, from, to)) continue;
    const [y, height] = thin ? [at + size / 2 - edge, 2 * edge] : [at - edge, size + 2 * edge];
    shapes.push(box(from - edge, y, to - from + 2 * edge, height, { fill: "accent" }));
    if (thin && to - from > 8) {
      shapes.push(
        line([from, at + size / 2, to, at + size / 2], { stroke: "on-accent", lineWidth: 1.2, dash: [2, 3] }),
      );
    }
  }
  const onwards = new Map<number, number>(); // when a packet arrives, to the lane on which the path goes on
  for (const { time, fromLane, toLane } of shown.story.cable.crossings) {
    if (time < scale.from || time > scale.to) continue;
    if (landings.has(`${time} ${fromLane}`)) onwards.set(time, toLane);
    else shapes.push(...upright(rails, time, middleOf(rails, fromLane), middleOf(rails, toLane)));
  }
  for (const { row, ends } of flights) {
    const { packets } = rails.trace;
    const source = laneOf(rails, numberAt(packets.from, row));
    const target = isToAll(rails, row)
      ? laneAfter(rails, row)
      : (onwards.get(timeAt(packets.arrives, row)) ?? laneOf(rails, numberAt(packets.to, row)));
    if (!isNew(`${ends[1]} ${ends[3]}`, ends[0], ends[2])) continue;
    const packet = shownPacket(rails.trace, shown.plan, row, true);
    shapes.push(line(packetLine(packet, ends, rails), { stroke: "accent", lineWidth: edge * 2 + 1 }));
    if (source >= 0) shapes.push(...upright(rails, packet.departs, middleOf(rails, source), ends[1]));
    if (target >= 0) shapes.push(...upright(rails, packet.arrives, ends[3], middleOf(rails, target)));
  }
  return shapes;
}

const laneOf = ({ shown }: Rails, track: number): number => numberAt(shown.plan.laneOf, track);
function middleOf(rails: Rails, lane: number): number {
  const { at, size } = laneAt(rails, lane);
  return at + size / 2;
}

/** Between two machines the path goes on over work of the call that it waits behind. */
export function pathOverWork(rails: Rails, bars: readonly Group<WorkStream>[]): readonly Shape[] {
  const { frame, shown, cableEdge: edge } = rails;
  if (frame.wire === null) return [];
  const { runs, refs } = shown.story.cable;
  const beside = bars.filter(
    ({ stream, first, last }) => first < last || !refs.has(spanRef(numberAt(stream.rows, first))),
  );
  return within(runs, rails.scale).flatMap((run): Shape[] => {
    if (!run.wait) return [];
    const middle = middleOf(rails, run.lane);
    return beside.flatMap((bar): Shape[] => {
      if (bar.stream.lane !== run.lane) return [];
      const [from, to] = clip(rails, Math.max(run.from, startOf(bar)), Math.min(run.to, endOf(bar)));
      if (to - from < 1) return [];
      return [
        box(from, middle - edge, to - from, 2 * edge, { fill: "accent" }),
        line([from, middle, to, middle], { stroke: "on-accent", lineWidth: 1.2, dash: [2, 3] }),
      ];
    });
  });
}

function upright(rails: Rails, time: number, from: number, to: number): readonly Shape[] {
  if (from === to) return [];
  const edge = rails.cableEdge;
  const along = alongOf(rails, time);
  return [box(along - edge, Math.min(from, to), 2 * edge, Math.abs(to - from), { fill: "accent" })];
}

export function pathPackets(rails: Rails): readonly { readonly row: number; readonly ends: Ends }[] {
  const { scale, traffic, trace } = rails;
  return [...traffic.onPath].flatMap((row) => {
    if (timeAt(trace.packets.arrives, row) < scale.from || timeAt(trace.packets.departs, row) > scale.to) return [];
    const ends = isToAll(rails, row) ? endsOnPath(rails, row) : endsOf(rails, row);
    return ends === null ? [] : [{ row, ends }];
  });
}

/** The lane on which the path goes on when a broadcast has arrived; -1 where it goes on nowhere. */
const laneAfter = ({ shown, trace }: Rails, row: number): number =>
  shown.story.cable.runs.find(({ from }) => from >= timeAt(trace.packets.arrives, row))?.lane ?? -1;

/** Of a broadcast the path takes the way to the machine that goes on with it. */
function endsOnPath(rails: Rails, row: number): Ends | null {
  const whole = endsOf(rails, row);
  const source = numberAt(rails.traffic.machineOf, numberAt(rails.trace.packets.from, row));
  const lane = laneAfter(rails, row);
  const target = lane < 0 ? -1 : numberAt(rails.traffic.machineOfLane, lane);
  const across = target < 0 ? null : acrossOf(rails, { source, target, fromLane: -1, toLane: -1 });
  return whole === null || across === null ? null : [whole[0], across[0], whole[2], across[1]];
}

/** Packets on the path, over their yellow: one by one, in a band too. */
export function pathPacketShapes(rails: Rails): readonly Shape[] {
  const drawnTo = new Map<string, number>();
  return pathPackets(rails).flatMap(({ row, ends }): readonly Shape[] => {
    const key = `${ends[1]} ${ends[3]}`;
    if (ends[2] < (drawnTo.get(key) ?? -Infinity) + APART) return [];
    drawnTo.set(key, ends[2]);
    const packet = shownPacket(rails.trace, rails.shown.plan, row, true);
    const isSeen = rails.frame.wire !== null || Math.abs(ends[3] - ends[1]) >= ROOM_FOR_HEAD;
    if (isSeen) return packetShapes(packet, ends, true, rails);
    return [line(ends, { stroke: "on-accent", lineWidth: 1.4 })];
  });
}

const ROOM_FOR_HEAD = 14;
