/** The places of a campus that a reader can choose: the machine room, a router, a subnet, a workstation. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { CLIENT, MACHINE_ROOM, subnetOf } from "../../engine/hardware/campus-plan.ts";
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import { gather, listUnder } from "../../engine/kernel/tally.ts";
import { analysis } from "../trace/analysis.ts";

export type CampusPlace =
  | { readonly kind: "machine room" }
  | { readonly kind: "router"; readonly number: number }
  | { readonly kind: "subnet"; readonly number: number }
  | { readonly kind: "workstation"; readonly number: number };

export const THE_MACHINE_ROOM: CampusPlace = { kind: "machine room" };

/** "machine room", "router 3": one for each place. */
export const keyOf = (place: CampusPlace): string =>
  place.kind === "machine room" ? place.kind : `${place.kind} ${place.number}`;

/** The machines of the run by workstation, named as in the trace. */
export const machinesOf = analysis((site: CampusSite): ReadonlyMap<number, string> => {
  const servers = site.at.map((workstation, server) => [workstation, `server${server + 1}`] as const);
  const clients = clientsOf(site).map((client) => [client, client === 0 ? "client" : `client${client + 1}`] as const);
  return new Map([...clients, ...servers]);
});

/** The workstations that call. */
export const clientsOf = ({ plan }: CampusSite): readonly number[] => Array.from({ length: plan.clients }, (_, i) => i);

export const isClient = ({ plan }: CampusSite, workstation: number): boolean => workstation < plan.clients;

/** "server 3" for the trace's server3, "client 2" for client2, "workstation 47" for one that takes no part. */
export function workstationName(site: CampusSite, workstation: number): string {
  const machine = machinesOf(site).get(workstation);
  return machine === undefined ? `workstation ${workstation}` : spaced(machine);
}

export const spaced = (machine: string): string => machine.replace(/\b(server|client)(\d+)/g, "$1 $2");

const workstations = analysis(
  (site: CampusSite): ReadonlyMap<string, number> =>
    new Map([...machinesOf(site)].map(([workstation, name]) => [name, workstation])),
);

/** The workstation that a machine of the trace is; null for one that is none, such as a router. */
export const workstationOf = (site: CampusSite, machine: string): number | null =>
  workstations(site).get(machine) ?? null;

const subnetAt = ({ plan }: CampusSite, number: number) => itemAt(plan.subnets, number, "subnet");
export const routerAt = ({ plan }: CampusSite, number: number) => itemAt(plan.routers, number, "router");

/** The name of a place in the trace and in the run's resources. */
export function nameOf(site: CampusSite, place: CampusPlace): string {
  switch (place.kind) {
    case "machine room":
      return MACHINE_ROOM;
    case "router":
      return routerAt(site, place.number).name;
    case "subnet":
      return subnetAt(site, place.number).name;
    case "workstation":
      return workstationName(site, place.number);
  }
}

/**
 * The place that another belongs to: a workstation to its subnet, a subnet to its router, a router to the machine room.
 */
export function outward(site: CampusSite, place: CampusPlace): CampusPlace {
  if (place.kind === "workstation") return { kind: "subnet", number: subnetOf(site.plan, place.number).number };
  if (place.kind === "subnet") return { kind: "router", number: subnetAt(site, place.number).router };
  return THE_MACHINE_ROOM;
}

/** The first place that belongs to another; null for a workstation, which has none. */
export function inward(site: CampusSite, place: CampusPlace): CampusPlace | null {
  if (place.kind === "workstation") return null;
  if (place.kind === "machine room") return { kind: "router", number: 0 };
  if (place.kind === "router")
    return { kind: "subnet", number: itemAt(routerAt(site, place.number).subnets, 0, "subnet") };
  return { kind: "workstation", number: subnetAt(site, place.number).first };
}

/** The places beside one, in their order: all routers, all subnets, the workstations of one subnet. */
export function siblings({ plan }: CampusSite, place: CampusPlace): { readonly first: number; readonly last: number } {
  if (place.kind === "router") return { first: 0, last: plan.routers.length - 1 };
  if (place.kind === "subnet") return { first: 0, last: plan.subnets.length - 1 };
  if (place.kind === "machine room") return { first: 0, last: 0 };
  const { first, workstations } = subnetOf(plan, place.number);
  return { first, last: first + workstations - 1 };
}

/**
 * The subnet on which all machines of the run stand, so that the rest of the campus has no part in it; null where they
 * stand on several.
 */
export function onlySubnet({ plan, at }: CampusSite): number | null {
  const first = subnetOf(plan, CLIENT).number;
  return at.every((workstation) => subnetOf(plan, workstation).number === first) ? first : null;
}

const onSubnets = analysis((site: CampusSite): ReadonlyMap<number, readonly number[]> => {
  const servers = new Map<number, number[]>();
  for (const [server, workstation] of site.at.entries()) {
    gather(servers, subnetOf(site.plan, workstation).number, server);
  }
  return servers;
});

/** The servers that stand on a subnet, from 0. */
export const serversOn = (site: CampusSite, subnet: number): readonly number[] => listUnder(onSubnets(site), subnet);
