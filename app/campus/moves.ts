/** The places of a drawn campus as a keyboard goes through them. */
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import { present } from "../../engine/kernel/items.ts";
import { rectOf } from "./draw.ts";
import type { CampusLayout } from "./layout.ts";
import { inward, outward, routerAt, siblings, THE_MACHINE_ROOM } from "./places.ts";
import type { CampusPlace } from "./places.ts";

/** The places with a button of their own, in a reader's order: the machine room, then each router and its subnets. */
export function placesIn(layout: CampusLayout): readonly CampusPlace[] {
  const { roomBox, routers, networks } = layout;
  const own = routers.flatMap(({ site }): CampusPlace[] => [
    { kind: "router", number: site.number },
    ...networks
      .filter(({ subnet }) => subnet.router === site.number)
      .map(({ subnet }): CampusPlace => ({ kind: "subnet", number: subnet.number })),
  ]);
  return roomBox === null ? own : [THE_MACHINE_ROOM, ...own];
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 };

/** The place to which a key leads; null for a key that leads nowhere. */
export function moved(site: CampusSite, layout: CampusLayout, from: CampusPlace, key: string): CampusPlace | null {
  if (key === "ArrowUp") return shown(layout, outward(site, from)) ?? from;
  if (key === "ArrowDown") return inwardOf(site, layout, from) ?? from;
  const { first, last } = siblings(site, from);
  const step = STEPS[key];
  const ends: Readonly<Record<string, number>> = { Home: first, End: last };
  if (from.kind === "machine room") return key in ends || step !== undefined ? from : null;
  const number = step === undefined ? ends[key] : Math.min(last, Math.max(first, from.number + step));
  if (number === undefined) return null;
  const next: CampusPlace = { kind: from.kind, number };
  return from.kind === "workstation" ? next : (shown(layout, next) ?? from);
}

const shown = (layout: CampusLayout, place: CampusPlace): CampusPlace | null =>
  rectOf(layout, place) === null ? null : place;

/** Of a router the first of its subnets that is shown. */
function inwardOf(site: CampusSite, layout: CampusLayout, from: CampusPlace): CampusPlace | null {
  if (from.kind !== "router") return inward(site, from);
  const subnets = routerAt(site, from.number).subnets;
  return present(subnets, (number) => shown(layout, { kind: "subnet", number }))[0] ?? null;
}
