/**
 * The campus for a drawing: points in metres, the machine room at 0, 0. Buildings stand on a circle around it, a
 * building's subnets beside its router, a subnet's workstations on a circle around its middle.
 */
import { CAMPUS_ASSUMED } from "./campus-costs.ts";
import { MACHINE_ROOM, stationOf, stationsOf, subnetOf, type CampusPlan } from "./campus-plan.ts";

export type NodeKind = "machine room" | "router" | "token ring" | "Ethernet";

export interface Point {
  readonly x: number; // metres to the right
  readonly y: number; // metres downwards
}

export interface MapNode extends Point {
  readonly id: string;
  readonly name: string;
  readonly kind: NodeKind;
}

export interface MapLink {
  readonly from: string; // a node's id
  readonly to: string;
  readonly kind: "fibre" | "port";
  readonly metres: number;
}

export interface CampusMap {
  readonly nodes: readonly MapNode[];
  readonly links: readonly MapLink[];
}

// For the eye: no time depends on these.
const SUBNET_FROM_ROUTER = 90;
const SUBNET_SPREAD = Math.PI / 2; // between the two of a building, seen from their router
const RADIUS_OF_SUBNET = 40;

const HUB: MapNode = { id: "machine-room", name: MACHINE_ROOM, kind: "machine room", x: 0, y: 0 };

export const routerId = (router: number): string => `router-${router}`;
export const subnetId = (subnet: number): string => `subnet-${subnet}`;

const polar = (from: Point, radius: number, angle: number): Point => ({
  x: Math.round(from.x + radius * Math.sin(angle)),
  y: Math.round(from.y - radius * Math.cos(angle)),
});

/** The first router stands at the top; the others follow clockwise. */
const angleOf = (plan: CampusPlan, router: number): number => (2 * Math.PI * router) / plan.routers.length;

const routerPoint = (plan: CampusPlan, router: number): Point =>
  polar(HUB, CAMPUS_ASSUMED.fibreMetres.value, angleOf(plan, router));

function subnetPoint(plan: CampusPlan, subnet: number): Point {
  const { router = 0, port = 0 } = plan.subnets[subnet] ?? {};
  const beside = plan.routers[router]?.subnets.length ?? 1;
  const turn = SUBNET_SPREAD * (port - (beside - 1) / 2);
  return polar(routerPoint(plan, router), SUBNET_FROM_ROUTER, angleOf(plan, router) + turn);
}

/** Where a workstation stands. Throws RangeError for one that the campus does not have. */
export function workstationPoint(plan: CampusPlan, workstation: number): Point {
  const subnet = subnetOf(plan, workstation);
  const share = stationOf(subnet, workstation) / stationsOf(subnet);
  return polar(subnetPoint(plan, subnet.number), RADIUS_OF_SUBNET, 2 * Math.PI * share);
}

/** Machine room, routers and subnets, and what joins them. Workstations are left to `workstationPoint`. */
export function campusMap(plan: CampusPlan): CampusMap {
  const routers = plan.routers.map(({ number, name }) => ({
    id: routerId(number),
    name,
    kind: "router" as const,
    ...routerPoint(plan, number),
  }));
  const subnets = plan.subnets.map(({ number, name, kind }) => ({
    id: subnetId(number),
    name,
    kind,
    ...subnetPoint(plan, number),
  }));
  const fibres = plan.routers.map(({ number }): MapLink => {
    return { from: HUB.id, to: routerId(number), kind: "fibre", metres: CAMPUS_ASSUMED.fibreMetres.value };
  });
  const ports = plan.subnets.map(({ number, router }): MapLink => {
    return { from: routerId(router), to: subnetId(number), kind: "port", metres: SUBNET_FROM_ROUTER };
  });
  return { nodes: [HUB, ...routers, ...subnets], links: [...fibres, ...ports] };
}
