/** The shapes of the campus that do not change with the playhead: cables, stations, names, and a packet's way. */
import { stationOf, stationsOf } from "../../engine/hardware/campus-plan.ts";
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import { box, cross, disc, label, line } from "../draw/scene.ts";
import type { Label, Shape } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { ANYWHERE, Placer } from "../figure/placer.ts";
import { Space } from "../figure/space.ts";
import { dotRadius, stationPoint, tapPoint } from "./layout.ts";
import type { CampusLayout, NetworkPlace, RouterPlace } from "./layout.ts";
import { keyOf, machinesOf, workstationName } from "./places.ts";
import type { CampusPlace } from "./places.ts";
import type { Leg } from "./route.ts";
import { lostAt } from "./use.ts";
import type { CallUse } from "./use.ts";
import { busyText } from "./campus-text.ts";
import { capital } from "../words/sentences.ts";
import type { Rect } from "../draw/point.ts";

interface Ground {
  readonly layout: CampusLayout;
  readonly site: CampusSite;
  /** Of the shown call; null where there is none. */
  readonly use: CallUse | null;
  /** Of the selected packet. */
  readonly route: readonly Leg[];
  readonly chosen: CampusPlace | null;
}

const NAME = 12;
const SMALL = 12;
/** The largest dots of a workstation that takes no part, and of one that does. */
const QUIET = 1.8;
export const TAKING_PART = 3.6;
export const LARGE = 6;

export function groundShapes(ground: Ground): readonly Shape[] {
  const { layout, route } = ground;
  return [
    ...chosenShapes(ground),
    ...route.map(({ points }) => line(points, { stroke: "accent", lineWidth: 8 })),
    ...layout.fibres.map((points) => line(points, { stroke: "ink-2", lineWidth: 2 })),
    ...layout.routers.map(({ tap, x, y }) => line([tap.x, tap.y, x, y], { stroke: "ink-2", lineWidth: 1.5 })),
    ...layout.networks.map(({ drop }) => line(drop, { stroke: "edge", lineWidth: 1 })),
    ...layout.networks.flatMap((network) => networkShapes(ground, network)),
    ...layout.routers.flatMap((router) => routerShapes(ground, router)),
    ...(layout.close ? [] : [label(TRUNK_NAME, 13, roomName(ground), { size: NAME })]),
  ];
}

const TRUNK_NAME = 0;

function roomName({ use, layout }: Ground): Label["runs"] {
  const name = { text: "Machine room", bold: true };
  if (use === null) return [name, { text: "a router where all fibres meet", ink: "ink-2" }];
  const busy = busyText(use.of({ kind: "machine room" }));
  return [name, { text: layout.width < 300 ? busy : `where all fibres meet, ${busy}`, ink: "ink-2" }];
}

/** The band and the yellow edge of the chosen place. */
function chosenShapes({ layout, chosen }: Ground): readonly Shape[] {
  const rect = chosen === null || layout.close ? null : rectOf(layout, chosen);
  if (rect === null) return [];
  const { x, y, width, height } = rect;
  return [box(x, y, width, height, { fill: "band" }), box(x, y, 4, height, { fill: "accent" })];
}

/** The rectangle of a place in the figure; null for a workstation, and for a place that is not drawn. */
export function rectOf(layout: CampusLayout, place: CampusPlace): Rect | null {
  if (place.kind === "machine room") return layout.roomBox;
  if (place.kind === "router") return layout.routers.find(({ site }) => site.number === place.number)?.box ?? null;
  if (place.kind === "workstation") return null;
  return layout.networks.find(({ subnet }) => subnet.number === place.number)?.box ?? null;
}

function networkShapes(ground: Ground, network: NetworkPlace): readonly Shape[] {
  const { site, layout, use } = ground;
  const { at, size, subnet, lying, detailed } = network;
  const machines = machinesOf(site);
  const used = (use?.of({ kind: "subnet", number: subnet.number }).packets ?? 0) > 0;
  const stroke = used ? "ink-2" : "edge";
  const lineWidth = used ? 1.6 : 1;
  const cable =
    subnet.kind === "token ring"
      ? disc(at.x, at.y, size, { stroke, lineWidth })
      : line(lying ? [at.x, at.y, at.x + size, at.y] : [at.x, at.y, at.x, at.y + size], { stroke, lineWidth });
  if (!detailed) return [cable, ...nameOf(ground, network)];
  const quiet: Shape[] = [];
  const radius = dotRadius(network, layout.close ? 3 : QUIET);
  for (let i = 0; i < subnet.workstations; i++) {
    const station = stationOf(subnet, subnet.first + i);
    const [point, tap] = [stationPoint(network, station), tapPoint(network, station)];
    if (point.x !== tap.x || point.y !== tap.y) quiet.push(line([tap.x, tap.y, point.x, point.y], { stroke: "rule" }));
    if (!machines.has(subnet.first + i)) quiet.push(disc(point.x, point.y, radius, { fill: "edge" }));
  }
  const names = layout.close ? stationNames(ground, network) : [];
  return [...quiet, cable, ...names, ...chosenStation(ground, network), ...nameOf(ground, network)];
}

/** A yellow ground under the workstation that is chosen. */
function chosenStation({ chosen, layout }: Ground, network: NetworkPlace): readonly Shape[] {
  const { subnet } = network;
  if (chosen?.kind !== "workstation") return [];
  const i = chosen.number - subnet.first;
  if (i < 0 || i >= subnet.workstations) return [];
  const { x, y } = stationPoint(network, stationOf(subnet, chosen.number));
  return [disc(x, y, layout.close ? LARGE + 5 : TAKING_PART + 4, { fill: "accent" })];
}

/** A subnet's name and how busy it was, or how many workstations it has. */
function nameOf({ use, layout }: Ground, network: NetworkPlace): readonly Shape[] {
  const { label: at, subnet } = network;
  const place: CampusPlace = { kind: "subnet", number: subnet.number };
  if (layout.dense) {
    const text = String(subnet.number === 0 ? "T" : subnet.number);
    const y = at.within ? at.y + 6 : at.y;
    return [label(at.x, y, [{ text }], { size: SMALL, anchor: at.within ? "middle" : "start" })];
  }
  const second = use === null ? `${subnet.workstations} stations` : busyText(use.of(place));
  const lost = use === null ? 0 : lostAt(use.of(place));
  return [
    label(at.x, at.y, [{ text: subnet.name, bold: true }], { size: layout.close ? 15 : NAME, anchor: "middle" }),
    label(at.x, at.y + 15, [{ text: second, ink: "ink-2" }], { size: SMALL, anchor: "middle" }),
    ...(lost === 0
      ? []
      : [label(at.x, at.y + 29, [{ text: `× ${lost} lost`, ink: "lost" }], { size: SMALL, anchor: "middle" })]),
  ];
}

function routerShapes({ use, layout, chosen }: Ground, router: RouterPlace): readonly Shape[] {
  const { x, y, half, site } = router;
  const place: CampusPlace = { kind: "router", number: site.number };
  const own = use?.of(place);
  const square = box(x - half, y - half, 2 * half, 2 * half, {
    fill: "paper",
    stroke: (own?.packets ?? 0) > 0 ? "ink" : "edge",
    lineWidth: 1.5,
  });
  const lost = own === undefined ? 0 : lostAt(own);
  if (layout.dense) return lost === 0 ? [square] : [square, lossMark(x, y, half + 1)].flat();
  const busy = own === undefined ? "" : busyText(own).replace(/^busy /, "");
  const runs: Label["runs"] = [
    { text: site.name, bold: true },
    ...(busy === "" ? [] : [{ text: busy, ink: "ink-2" as const }]),
    ...(lost === 0 ? [] : [{ text: `× ${lost}`, bold: true, ink: "lost" as const }]),
  ];
  const halo = chosen !== null && keyOf(chosen) === keyOf(place) ? "band" : "paper";
  return [square, label(x + half + 6, y + 4, runs, { size: SMALL, halo })];
}

export const lossMark = (x: number, y: number, arm: number): readonly Shape[] =>
  cross(x, y, arm, { stroke: "lost", lineWidth: 1.8 });

/** Of a close-up: names beside the stations, as many as find room. */
function stationNames({ site, layout }: Ground, network: NetworkPlace): readonly Shape[] {
  const { subnet, at, pitch } = network;
  const machines = machinesOf(site);
  const isRing = subnet.kind === "token ring";
  const upright: Label[] = [];
  const placer = new Placer(new Space(layout.width, layout.height, false), tableWidth);
  const within = { ...ANYWHERE, x0: 0, x1: layout.width };
  for (let i = 0; i < stationsOf(subnet) - 2; i++) {
    const workstation = subnet.first + i;
    if (!machines.has(workstation)) continue;
    const { x, y } = stationPoint(network, stationOf(subnet, workstation));
    const text = capital(workstationName(site, workstation));
    if (isRing) {
      const right = x >= at.x;
      const [dx, dy] = [x - at.x, y - at.y];
      const away = 12 / Math.hypot(dx, dy);
      const look = { size: SMALL, anchor: right ? "start" : "end" } as const;
      placer.placeOne([label(x + dx * away, y + dy * away + 4, [{ text }], look)], { within });
    } else if (pitch >= 12) {
      const above = y < at.y;
      upright.push(
        label(x + 4, above ? y - 10 : y + 10, [{ text }], {
          size: SMALL,
          anchor: above ? "start" : "end",
          turned: true,
        }),
      );
    }
  }
  return [...upright, ...placer.names.labels];
}
