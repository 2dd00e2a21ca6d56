/**
 * The shapes of the campus that change with the playhead: the state of each server, the cables that carry a frame, and
 * the packets at their places.
 */
import { stationOf, subnetOf } from "../../engine/hardware/campus-plan.ts";
import { itemAt, numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { FATES, refRow, refTable, NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { box, disc, label, line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import type { Ink } from "../draw/palette.ts";
import { firstOver, indexTrace } from "../trace/trace-index.ts";
import { clientsOf, serversOn } from "./places.ts";
import { lossMark, LARGE, TAKING_PART } from "./draw.ts";
import type { Journeys } from "./journeys.ts";
import { angleOf, dotRadius, stationPoint } from "./layout.ts";
import type { CampusLayout, NetworkPlace } from "./layout.ts";
import { STATES } from "./progress.ts";
import type { Progress, ServerState } from "./progress.ts";
import { arc, pointAt, routeOf } from "./route.ts";
import { tokenAt } from "./token.ts";
import { numberUnder, tally } from "../../engine/kernel/tally.ts";
import type { Point } from "../draw/point.ts";

interface Live {
  readonly layout: CampusLayout;
  readonly journeys: Journeys;
  readonly progress: Progress;
  readonly time: number;
  readonly selected: Ref;
}

export function liveShapes(live: Live): readonly Shape[] {
  const { layout, time } = live;
  return [
    ...layout.networks.flatMap((network) => frameShapes(live, network)),
    ...layout.networks.flatMap((network) =>
      network.detailed ? machineShapes(live, network) : shareShapes(live, network),
    ),
    ...(layout.close ? layout.networks.flatMap((network) => tokenShapes(live, network)) : []),
    ...packetShapes(live, time),
  ];
}

/** A machine's mark. It is ink; the colour of losses says that the machine is down. */
function machineMark({ x, y }: Point, radius: number, state: ServerState): readonly Shape[] {
  switch (state) {
    case "down":
      return [disc(x, y, radius, { fill: "paper" }), lossMark(x, y, Math.max(2.4, radius * 0.8))].flat();
    case "answered":
      return [disc(x, y, radius, { fill: "ink" })];
    case "asked":
      return [
        disc(x, y, radius - 0.6, { fill: "paper", stroke: "ink", lineWidth: 1.2 }),
        disc(x, y, radius * 0.42, { fill: "ink" }),
      ];
    case "not asked":
      return [disc(x, y, radius - 0.6, { fill: "paper", stroke: "ink", lineWidth: 1.2 })];
  }
}

const clientMark = ({ x, y }: Point, radius: number): Shape =>
  box(x - radius, y - radius, 2 * radius, 2 * radius, { fill: "ink" });

function machineShapes({ layout, journeys, progress, time }: Live, network: NetworkPlace): readonly Shape[] {
  const { subnet } = network;
  const { site } = journeys;
  const radius = dotRadius(network, layout.close ? LARGE : TAKING_PART);
  const point = (workstation: number): Point => stationPoint(network, stationOf(subnet, workstation));
  const servers = serversOn(journeys.site, subnet.number).flatMap((server) =>
    machineMark(point(itemAt(site.at, server, "place")), radius, progress.stateAt(server, time)),
  );
  const clients = clientsOf(site).filter((client) => subnetOf(site.plan, client).number === subnet.number);
  return [...servers, ...clients.map((client) => clientMark(point(client), radius + 0.5))];
}

const SHARE_INKS: Readonly<Record<ServerState, Ink>> = {
  answered: "ink",
  asked: "span-sys",
  "not asked": "rule",
  down: "lost",
};

/** Of a subnet whose workstations are not told apart: how many of its servers are how far, as shares of its mark. */
function shareShapes({ journeys, progress, time }: Live, network: NetworkPlace): readonly Shape[] {
  const { subnet, at, size } = network;
  const servers = serversOn(journeys.site, subnet.number);
  const counts = new Map<ServerState, number>();
  for (const server of servers) {
    const state = progress.stateAt(server, time);
    tally(counts, state);
  }
  let from = 0;
  return ["down" as const, ...STATES.filter((state) => state !== "down").toReversed()].flatMap((state): Shape[] => {
    const share = numberUnder(counts, state) / Math.max(1, subnet.workstations);
    if (share === 0) return [];
    const begin = from;
    from += share;
    const style = { stroke: SHARE_INKS[state], lineWidth: 5 };
    return subnet.kind === "token ring"
      ? [line(arc(network, 2 * Math.PI * begin, 2 * Math.PI * share), style)]
      : [line([at.x, at.y + size * begin, at.x, at.y + size * from], { ...style, lineWidth: 7 })];
  });
}

/** A cable that carries a frame now: heavy for one of the calls', grey for one of other hosts. */
function frameShapes({ journeys, time }: Live, network: NetworkPlace): readonly Shape[] {
  const { trace, places } = journeys;
  const { subnet, at, size, lying } = network;
  const track = places.findIndex((place) => place?.kind === "subnet" && place.number === subnet.number);
  const on = indexTrace(trace).tracks[track];
  if (on === undefined) return [];
  const i = firstOver(on.starts, time) - 1;
  if (i < 0 || timeAt(on.ends, i) <= time) return [];
  const own = numberAt(journeys.packetOf, numberAt(on.rows, i)) >= 0;
  const style = { stroke: own ? ("ink" as const) : ("edge" as const), lineWidth: 3 };
  if (subnet.kind === "token ring") return [disc(at.x, at.y, size, style)];
  return [line(lying ? [at.x, at.y, at.x + size, at.y] : [at.x, at.y, at.x, at.y + size], style)];
}

const LOST = FATES.indexOf("lost");
const PACKET = 3;

/** Packets that are under way, the selected one large; lost ones in their colour. */
function packetShapes({ layout, journeys, selected }: Live, time: number): readonly Shape[] {
  const { packets } = journeys.trace;
  const chosen = selected !== NO_REF && refTable(selected) === "packet" ? refRow(selected) : -1;
  const held = new Map<string, Point & { count: number }>();
  const shapes = journeys.underWay(time).flatMap((packet): Shape[] => {
    const legs = routeOf(layout, journeys, packet);
    const at = pointAt(legs, time);
    if (at === null) return [];
    const { x, y } = at;
    if (legs.some(({ still }) => still === at)) {
      const key = `${x} ${y}`;
      held.set(key, { x, y, count: (held.get(key)?.count ?? 0) + 1 });
    }
    const fill = packets.fate[packet] === LOST ? "lost" : "ink";
    if (packet === chosen) return [disc(x, y, PACKET + 3, { fill: "accent", stroke: fill, lineWidth: 2 })];
    return [disc(x, y, PACKET, { fill, stroke: "paper", lineWidth: 1 })];
  });
  const counts = [...held.values()].map(({ x, y, count }) =>
    label(x - 9, y + 4, [{ text: String(count), bold: true }], { size: 12, anchor: "end", halo: "paper" }),
  );
  return [...shapes, ...counts];
}

const OUTSIDE = 12;

/** The token's way: which way bits go round, and from whom to whom the free token goes. */
function tokenShapes({ journeys, time }: Live, network: NetworkPlace): readonly Shape[] {
  const { subnet } = network;
  if (subnet.kind !== "token ring") return [];
  const { sender, last, next } = tokenAt(journeys, subnet, time);
  if (sender !== null) {
    const { x, y } = stationPoint(network, sender);
    return [disc(x, y, LARGE + 4, { stroke: "accent-line", lineWidth: 2.5 })];
  }
  if (next === null) return [];
  const from = last === null ? 0 : angleOf(network, last.station);
  const turn = (angleOf(network, next.station) - from + 2 * Math.PI) % (2 * Math.PI) || 2 * Math.PI;
  const way = arc(network, from, turn, -OUTSIDE);
  return [
    line(way, { stroke: "accent-line", lineWidth: 2, dash: [2, 4] }),
    arrow(network, from + turn, -OUTSIDE, "accent-line"),
  ];
}

/** An arrowhead on a ring, pointing clockwise. */
function arrow({ at, size }: NetworkPlace, angle: number, out: number, fill: Ink): Shape {
  const radius = size + out;
  const back = angle - 8 / radius;
  const point = (turn: number, off: number): readonly number[] => [
    at.x + (radius + off) * Math.sin(turn),
    at.y - (radius + off) * Math.cos(turn),
  ];
  return line([...point(angle, 0), ...point(back, 4), ...point(back, -4)], { fill, closed: true });
}
