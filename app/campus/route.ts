/** A packet's way through a drawn campus: a leg for each network and router, and where on it the packet is when. */
import { ROUTER_STATION, stationOf, subnetOf } from "../../engine/hardware/campus-plan.ts";
import type { Hop, Journeys } from "./journeys.ts";
import { angleOf, stationPoint, tapPoint } from "./layout.ts";
import type { CampusLayout, NetworkPlace, RouterPlace } from "./layout.ts";
import { pointAlong } from "../draw/point.ts";
import type { Point } from "../draw/point.ts";
import { backwards } from "../draw/point.ts";

export interface Leg {
  readonly hop: Hop;
  /** The line along which the packet goes; empty where the figure does not show it. */
  readonly points: readonly number[];
  /** It is stored whole here, and moves along nothing. */
  readonly still: Point | null;
}

export function routeOf(layout: CampusLayout, journeys: Journeys, packet: number): readonly Leg[] {
  const hops = journeys.hopsOf(packet);
  const ends = journeys.endsOf(packet);
  const { plan } = journeys.site;
  const routerOf = (i: number): RouterPlace | undefined => {
    const place = hops[i]?.place;
    if (place?.kind === "router") return layout.routers.find(({ site }) => site.number === place.number);
    // Of a packet that did not come so far, the router that it was sent to.
    return layout.routers.find(({ site }) => site.number === subnetOf(plan, ends.to).router);
  };
  return hops.map((hop, i): Leg => {
    const { place } = hop;
    if (place.kind === "router") return routerLeg(layout, hop, hops[i - 1], hops[i + 1]);
    if (place.kind === "machine room")
      return { hop, points: alongFibres(layout, routerOf(i - 1), routerOf(i + 1)), still: null };
    const network = networkAt(layout, hop);
    if (network === undefined) return { hop, points: [], still: null };
    const { subnet } = network;
    const here = subnetOf(plan, ends.to).number === subnet.number;
    const a = i === 0 ? stationOf(subnet, ends.from) : ROUTER_STATION;
    const b = here ? stationOf(subnet, ends.to) : ROUTER_STATION;
    return { hop, points: across(network, a, b), still: null };
  });
}

const networkAt = ({ networks }: CampusLayout, hop: Hop | undefined): NetworkPlace | undefined => {
  const place = hop?.place;
  return place?.kind === "subnet" ? networks.find(({ subnet }) => subnet.number === place.number) : undefined;
};

/** In at one side of a router and out at the other: by a subnet's drop, or up its fibre. */
function routerLeg(layout: CampusLayout, hop: Hop, before: Hop | undefined, after: Hop | undefined): Leg {
  const { place } = hop;
  const router = layout.routers.find(({ site }) => place.kind === "router" && site.number === place.number);
  if (router === undefined) return { hop, points: [], still: null };
  const side = (neighbour: Hop | undefined): readonly number[] => {
    if (neighbour?.place.kind === "machine room") return [router.x, router.y, router.tap.x, router.tap.y];
    return networkAt(layout, neighbour)?.drop ?? [];
  };
  return { hop, points: [...backwards(side(before)), router.x, router.y, ...side(after)], still: router };
}

/** Along the branches, and down or up the trunk between two rows. */
function alongFibres({ trunk, close }: CampusLayout, from?: RouterPlace, to?: RouterPlace): readonly number[] {
  if (close || from === undefined || to === undefined) return [];
  const [a, b] = [from.tap, to.tap];
  return a.y === b.y ? [a.x, a.y, b.x, b.y] : [a.x, a.y, trunk, a.y, trunk, b.y, b.x, b.y];
}

const ARC = Math.PI / 36; // a step along a ring

/** Along a ring the way that bits go round it, along a cable the straight way, with the taps at both ends. */
function across(network: NetworkPlace, a: number, b: number): readonly number[] {
  if (network.subnet.kind !== "token ring") {
    // A mark that shows no stations shows no taps either.
    if (!network.detailed) return [a, b].flatMap((station) => flat(tapPoint(network, station)));
    return [stationPoint, tapPoint]
      .flatMap((at) => flat(at(network, a)))
      .concat([tapPoint, stationPoint].flatMap((at) => flat(at(network, b))));
  }
  const from = angleOf(network, a);
  const turn = (angleOf(network, b) - from + 2 * Math.PI) % (2 * Math.PI) || 2 * Math.PI;
  return arc(network, from, turn);
}

const flat = ({ x, y }: Point): readonly number[] => [x, y];

/** Of a ring, from an angle on, clockwise; `out` pixels outside of it. */
export function arc({ at, size }: NetworkPlace, from: number, turn: number, out = 0): readonly number[] {
  const steps = Math.max(2, Math.ceil(turn / ARC));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = from + (turn * i) / steps;
    return [at.x + (size + out) * Math.sin(angle), at.y - (size + out) * Math.cos(angle)];
  }).flat();
}

/** The place of a packet at a moment; null where the figure does not show it. */
export function pointAt(legs: readonly Leg[], time: number): Point | null {
  const i = legs.findLastIndex(({ hop }) => hop.from <= time);
  const leg = legs[i];
  if (leg === undefined) return null;
  const { hop, points } = leg;
  // A packet that has left a network stands in the router behind it, until that router has forwarded it.
  const next = legs[i + 1];
  if (time >= hop.to && next !== undefined && next.still !== null) return next.still;
  if (leg.still !== null) return leg.still;
  if (points.length < 4) return null;
  return pointAlong(points, Math.min(1, (time - hop.from) / Math.max(1, hop.to - hop.from)));
}
