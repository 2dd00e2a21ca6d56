/**
 * The campus as a plan: its subnets, the routers that join them, the places of all machines, and the workstations on
 * which a call's servers run. All of it follows by rule from a number of workstations; nothing is drawn by lot.
 *
 * Rules
 * 1. Subnet 0 is the test ring, with a router of its own. The others are token rings and Ethernets in turn, two to a
 *    building, joined there by the building's router.
 * 2. There are a dozen subnets, and more only where one would have more than 50 workstations.
 * 3. Workstations are numbered subnet by subnet. The test ring has the first: the clients from number 0 on, and as many
 *    servers as it is to have. The rest are spread over the other subnets evenly.
 * 4. Every building has a fibre to the machine room in the middle, where a router joins them: a star.
 * 5. On its subnet the router is station 0, a station that stands for all other hosts is station 1, and workstations
 *    follow in the order of their numbers.
 * 6. A packet goes to a workstation's number, or to a number after the last one: that names a subnet, with all its
 *    workstations.
 */
import { itemAt } from "../kernel/reads.ts";
import { CAMPUS, CAMPUS_ASSUMED } from "./campus-costs.ts";
import { TOKEN_RING } from "./token-ring.ts";

type SubnetKind = "token ring" | "Ethernet";

export interface Subnet {
  readonly number: number;
  readonly name: string; // "Test ring", "Ethernet 2"
  readonly kind: SubnetKind;
  readonly router: number;
  readonly port: number; // of that router
  readonly first: number; // its first workstation
  readonly workstations: number;
}

export interface RouterSite {
  readonly number: number;
  readonly name: string;
  /** Subnets in the order of its ports; the port after them is the fibre's. */
  readonly subnets: readonly number[];
}

export interface CampusPlan {
  readonly workstations: number;
  readonly clients: number;
  readonly subnets: readonly Subnet[];
  readonly routers: readonly RouterSite[];
}

/** Stations of a subnet that are no workstations (rule 5). */
export const ROUTER_STATION = 0;
export const OTHERS_STATION = 1;
const FIRST_STATION = 2;

/** The router in which the buildings' fibres meet; its number is the one after theirs. */
export const MACHINE_ROOM = "Machine room";
export const machineRoom = ({ routers }: CampusPlan): number => routers.length;

/** The fibre from a building's router to the machine room, as the trace names it. */
export const fibreName = (router: string): string => `Fibre of ${router}`;

/** The workstation that calls, the first of several. */
export const CLIENT = 0;
const TEST_RING = 0;

/** Servers that a token ring has room for, beside so many clients, the router and the other hosts. */
export const mostRingServers = (clients: number): number => TOKEN_RING.stations.value - FIRST_STATION - clients;

export interface CampusSize {
  /** At least the clients, the servers of the test ring, and one on each of the other subnets; 500 by default. */
  readonly workstations?: number;
  /** Servers on the test ring beside the clients: 20 by default, at most 247 with one client. */
  readonly ringServers?: number;
  /** Workstations that call: 1 by default. */
  readonly clients?: number;
}

/** Throws RangeError for a campus that cannot be, with what is allowed. */
export function planCampus(size: CampusSize = {}): CampusPlan {
  const { workstations = CAMPUS.workstations.value, ringServers = CAMPUS.ringServers.value, clients = 1 } = size;
  check("ringServers", ringServers, 0, mostRingServers(clients));
  const onRing = ringServers + clients;
  check("workstations", workstations, onRing + CAMPUS.subnets.value - 1, Infinity);
  const others = workstations - onRing;
  const needed = Math.ceil(others / CAMPUS_ASSUMED.workstationsPerSubnet.value);
  const count = Math.max(CAMPUS.subnets.value - 1, needed);
  const sizes = [onRing, ...Array.from({ length: count }, (_, i) => evenShare(others, count, i))];
  let first = 0;
  const subnets = sizes.map((stations, number): Subnet => {
    first += stations;
    return { ...place(number), number, first: first - stations, workstations: stations };
  });
  return { workstations, clients, subnets, routers: routersOf(subnets) };
}

function check(what: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  const range = most === Infinity ? `${least} or more` : `${least} to ${most}`;
  throw new RangeError(`campus: ${what} = ${value}, want ${range}.`);
}

/** The share of the i-th of `count` where `total` is dealt one by one. */
const evenShare = (total: number, count: number, i: number): number => Math.ceil(Math.max(0, total - i) / count);

/** Rule 1. */
function place(subnet: number): Pick<Subnet, "name" | "kind" | "router" | "port"> {
  if (subnet === TEST_RING) return { name: "Test ring", kind: "token ring", router: 0, port: 0 };
  const kind = subnet % 2 === 1 ? "token ring" : "Ethernet";
  const perRouter = CAMPUS_ASSUMED.subnetsPerRouter.value;
  const router = 1 + Math.floor((subnet - 1) / perRouter);
  return {
    name: `${kind === "token ring" ? "Ring" : "Ethernet"} ${subnet}`,
    kind,
    router,
    port: (subnet - 1) % perRouter,
  };
}

function routersOf(subnets: readonly Subnet[]): readonly RouterSite[] {
  const count = 1 + Math.max(...subnets.map(({ router }) => router));
  return Array.from({ length: count }, (_, number) => ({
    number,
    name: `Router ${number}`,
    subnets: subnets.filter(({ router }) => router === number).map((subnet) => subnet.number),
  }));
}

/** The subnet of a workstation. Throws RangeError for a workstation that the campus does not have. */
export function subnetOf({ subnets, workstations }: CampusPlan, workstation: number): Subnet {
  check("workstation", workstation, 0, workstations - 1);
  let [low, high] = [0, subnets.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (itemAt(subnets, middle, "subnet").first <= workstation) low = middle;
    else high = middle - 1;
  }
  return itemAt(subnets, low, "subnet");
}

/** The number to which a packet for all workstations of a subnet goes (rule 6). */
export const addressOfSubnet = ({ workstations }: CampusPlan, subnet: Subnet): number => workstations + subnet.number;

/** Whether a packet to this number goes to a subnet. */
export const isSubnetAddress = ({ workstations }: CampusPlan, address: number): boolean => address >= workstations;

/** The subnet that packets to a workstation's or a subnet's number go to. Throws RangeError for any other number. */
export function subnetAt(plan: CampusPlan, address: number): Subnet {
  if (!isSubnetAddress(plan, address)) return subnetOf(plan, address);
  check("subnet", address - plan.workstations, 0, plan.subnets.length - 1);
  return itemAt(plan.subnets, address - plan.workstations, "subnet");
}

/** A workstation's station on its subnet. */
export function stationOf(subnet: Subnet, workstation: number): number {
  return FIRST_STATION + workstation - subnet.first;
}

/** Stations of a subnet, the router's and the others' included. */
export const stationsOf = (subnet: Subnet): number => FIRST_STATION + subnet.workstations;

/** The routers that a packet passes from a workstation to a workstation, or to a subnet, in order. */
export function routersBetween(plan: CampusPlan, from: number, to: number): readonly number[] {
  const [a, b] = [subnetOf(plan, from), subnetAt(plan, to)];
  if (a.number === b.number) return [];
  return a.router === b.router ? [a.router] : [a.router, machineRoom(plan), b.router];
}

/** A campus with the machines of a run on it. Both follow by rule from how many servers there are and where they go. */
export interface CampusSite {
  readonly plan: CampusPlan;
  /** The workstation of each server, the first one's first; the clients' are the first ones of the plan. */
  readonly at: readonly number[];
}

/**
 * The workstations on which the servers of a call run: all on the test ring, as in the paper's validation; or the
 * ring's first and the rest on the other subnets, one on each in turn, as in its large tests; or every fifth on another
 * subnet from the start, because Tables IX and X had them spread over many segments also where they were few.
 */
export type Placement = "ring" | "campus" | "mixed";

/** The workstations of servers 0, 1, …, `count` - 1. Throws RangeError where the campus has too few workstations. */
export function placeServers(plan: CampusPlan, count: number, placement: Placement): readonly number[] {
  const { clients } = plan;
  const ring = testRing(plan).workstations - clients;
  const away = serversElsewhere(plan);
  const every = placement === "mixed" ? CAMPUS_ASSUMED.mixedEvery.value : Infinity;
  check(`servers (placement ${placement})`, count, 0, placement === "ring" ? ring : plan.workstations - clients);
  let local = 0;
  return Array.from({ length: count }, (_, server) => {
    const elsewhere = local === ring || (server + 1) % every === 0;
    const next = elsewhere ? away.next().value : undefined;
    return next ?? clients + local++;
  });
}

function testRing({ subnets }: CampusPlan): Subnet {
  return itemAt(subnets, TEST_RING, "subnet");
}

/** Workstations off the test ring: the first of each subnet in the order of their numbers, then the second, … */
function* serversElsewhere({ subnets }: CampusPlan): Generator<number, undefined> {
  const most = Math.max(0, ...subnets.slice(1).map(({ workstations }) => workstations));
  for (let round = 0; round < most; round++) {
    for (const { first, workstations } of subnets.slice(1)) if (round < workstations) yield first + round;
  }
  return undefined;
}
