/**
 * The places of a campus in a figure of a given width, in pixels: the machine room's fibres as a trunk with a branch
 * for each row of buildings, a building's router on the branch, its subnets below it. A token ring is a circle with its
 * stations in the order in which a token comes to them, clockwise from the router at the top; an Ethernet is a cable
 * with taps.
 */
import { ROUTER_STATION, stationsOf } from "../../engine/hardware/campus-plan.ts";
import type { CampusPlan, RouterSite, Subnet } from "../../engine/hardware/campus-plan.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import type { Point, Rect } from "../draw/point.ts";

export interface NetworkPlace {
  readonly subnet: Subnet;
  /** The middle of a ring, the top of a cable (its left end where it lies). */
  readonly at: Point;
  /** Of a ring its radius, of a cable its length. */
  readonly size: number;
  readonly lying: boolean; // a cable from left to right
  readonly stations: number;
  /** From one station to the next. */
  readonly pitch: number;
  /** Whether its stations are drawn one by one; else the subnet is one mark with their shares. */
  readonly detailed: boolean;
  readonly box: Rect; // with its label: what can be clicked
  readonly label: Point & { readonly within: boolean }; // the middle of its first line
  /** From its router to its station there. */
  readonly drop: readonly number[];
}

export interface RouterPlace extends Point {
  readonly site: RouterSite;
  readonly half: number; // of its square
  readonly box: Rect;
  /** The point at which its fibre meets its row's branch. */
  readonly tap: Point;
}

export interface CampusLayout {
  readonly width: number;
  readonly height: number;
  /** One subnet large, or the whole campus. */
  readonly close: boolean;
  readonly dense: boolean;
  readonly trunk: number; // x of it
  readonly fibres: readonly (readonly number[])[]; // lines
  readonly roomBox: Rect | null; // where its name stands and is clicked
  readonly routers: readonly RouterPlace[];
  readonly networks: readonly NetworkPlace[];
}

/** More subnets than this are drawn as one mark each. */
const MOST_DETAILED = 24;
/** Stations closer than this are not told apart. */
export const LEAST_PITCH = 3;

const GUTTER = 16;
const MARGIN = 7; // left of a ring
const TRUNK = 6;
const HEAD = 30;
const NAME = 76; // width of an Ethernet's name and numbers
const STUB = 12; // from the branch to the router's middle, and from there to its subnets
const FOOT = 32; // of names beneath a cable
const GAP = 16; // between rows
const LARGEST = 52;
/** A smaller ring has its name beneath it, and stands where that has room. */
const LEAST_NAMED = 36;
const SMALLEST = 26;
const RING_NAME = 64;
const SHORT_NAME = 68;
const TOUCH = 24; // what can be clicked is at least so large

/** Stations of a cable to a row of taps, two a side, and how far from the cable they stand. */
const TAPS = [-6, 6, -13, 13] as const;

interface Cell {
  readonly width: number;
  readonly radius: number;
  readonly height: number;
  readonly dense: boolean;
}

function cellOf(plan: CampusPlan, room: number): Cell & { readonly columns: number } {
  const dense = plan.subnets.length > MOST_DETAILED;
  const least = dense ? 84 : 164;
  const columns = Math.min(plan.routers.length, Math.max(dense ? 3 : 2, Math.floor(room / least)));
  const width = room / columns;
  if (dense) return { columns, width, radius: 16, height: 3 * STUB + 32 + GAP - 4, dense };
  const radius = Math.min(LARGEST, Math.floor((width - NAME - 16) / 2));
  if (radius >= LEAST_NAMED) return { columns, width, radius, height: 3 * STUB + 2 * radius + FOOT + GAP, dense };
  return { columns, width, radius: SMALLEST, height: 3 * STUB + 2 * SMALLEST + FOOT + GAP + 4, dense };
}

/** The whole campus, at least 288 px wide. */
export function campusLayout(plan: CampusPlan, width: number): CampusLayout {
  const { columns, ...cell } = cellOf(plan, width - GUTTER);
  const routers = plan.routers.map((site): RouterPlace => {
    const column = site.number % columns;
    const tap = {
      x: Math.round(GUTTER + column * cell.width) + ringMiddle(cell),
      y: HEAD + Math.floor(site.number / columns) * cell.height,
    };
    return { site, ...routerAt(tap, cell.dense ? 4 : 6, cell.dense ? TOUCH : cell.width - ringMiddle(cell)) };
  });
  const networks = plan.subnets.flatMap((subnet): NetworkPlace[] => {
    const router = routers[subnet.router];
    return router === undefined ? [] : [networkAt(subnet, router, cell)];
  });
  const rows = [...new Set(routers.map(({ tap }) => tap.y))];
  const branches = rows.map((y) => {
    const last = Math.max(...routers.filter(({ tap }) => tap.y === y).map(({ x }) => x));
    return [TRUNK, y, last, y];
  });
  return {
    width,
    height: HEAD + rows.length * cell.height - GAP / 2,
    close: false,
    dense: cell.dense,
    trunk: TRUNK,
    fibres: [[TRUNK, HEAD - 12, TRUNK, rows.at(-1) ?? HEAD], ...branches],
    roomBox: { x: 0, y: 0, width: Math.min(width, 250), height: TOUCH },
    routers,
    networks,
  };
}

/** @param room to the right of its middle, for its name */
function routerAt(tap: Point, half: number, room: number): Omit<RouterPlace, "site"> {
  const y = tap.y + STUB + half / 2;
  const width = Math.max(TOUCH, Math.min(108, Math.floor(room) + TOUCH / 2 - 2));
  return { x: tap.x, y, half, tap, box: { x: tap.x - TOUCH / 2, y: y - 13, width, height: TOUCH } };
}

const isBeneath = ({ radius, dense }: Cell): boolean => !dense && radius < LEAST_NAMED;

/** From the left edge of a building. */
const ringMiddle = (cell: Cell): number => (isBeneath(cell) ? RING_NAME / 2 : MARGIN + cell.radius);

function networkAt(subnet: Subnet, router: RouterPlace, cell: Cell): NetworkPlace {
  const { radius, dense } = cell;
  const left = router.x - ringMiddle(cell);
  const beneath = isBeneath(cell);
  const top = router.y + 2 * STUB + (dense ? -6 : 4);
  const isRing = subnet.kind === "token ring";
  const name = dense ? 34 : beneath ? SHORT_NAME : NAME;
  const ringWidth = beneath ? RING_NAME : 2 * radius + 12;
  const x = Math.round(isRing ? router.x : left + ringWidth + (dense ? 10 : 3 + name / 2));
  const size = isRing ? radius : 2 * radius - (dense ? 0 : 6);
  const at = isRing ? { x, y: top + radius } : { x, y: top };
  const bend = router.y + STUB;
  const box = isRing
    ? { x: x - ringWidth / 2, y: top - 6, width: ringWidth, height: 2 * radius + (beneath ? FOOT + 6 : 12) }
    : dense
      ? { x: x - 8, y: top - 6, width: name + 4, height: 2 * radius + 12 }
      : { x: x - name / 2, y: top - 6, width: name, height: 2 * radius + FOOT + 4 };
  const label = isRing
    ? { x, y: beneath ? at.y + radius + 18 : at.y - 2, within: !beneath }
    : dense
      ? { x: x + 9, y: top + radius + 4, within: false }
      : { x, y: top + size + (beneath ? 24 : 15), within: false };
  const drop = [router.x, router.y + router.half, router.x, bend, x, bend, x, top];
  return { ...networkOf(subnet, at, size, false, !dense), box, label, drop };
}

function networkOf(subnet: Subnet, at: Point, size: number, lying: boolean, detailed: boolean) {
  const stations = stationsOf(subnet);
  const isRing = subnet.kind === "token ring";
  const rows = Math.ceil(stations / (lying ? 2 : TAPS.length));
  const pitch = isRing ? (2 * Math.PI * size) / stations : size / rows;
  return { subnet, at, size, lying, stations, pitch, detailed: detailed && pitch >= LEAST_PITCH };
}

/** One subnet as large as the width lets it be, with its router. */
export function closeLayout(plan: CampusPlan, number: number, width: number): CampusLayout {
  const subnet = plan.subnets[number] ?? plan.subnets[0];
  const site = subnet === undefined ? undefined : plan.routers[subnet.router];
  if (subnet === undefined || site === undefined) throw new RangeError(`campus: there is no subnet ${number}.`);
  const middle = Math.round(width / 2);
  const isRing = subnet.kind === "token ring";
  const tap = { x: isRing ? middle : 40, y: 20 };
  const router: RouterPlace = { site, ...routerAt(tap, 6, width / 2) };
  const top = router.y + 44;
  const size = isRing ? Math.max(70, Math.min(170, Math.floor((width - 140) / 2))) : width - 64;
  const at = isRing ? { x: middle, y: top + size } : { x: 40, y: top + 70 };
  const height = isRing ? top + 2 * size + 40 : top + 150;
  const place: NetworkPlace = {
    ...networkOf(subnet, at, size, !isRing, true),
    box: { x: 0, y: top - 20, width, height: height - top + 20 },
    label: isRing ? { x: middle, y: at.y - 6, within: true } : { x: middle, y: height - 20, within: false },
    drop: [router.x, router.y + 6, router.x, isRing ? top : at.y],
  };
  return {
    width,
    height,
    close: true,
    dense: false,
    trunk: 0,
    fibres: [[0, tap.y, width, tap.y]],
    roomBox: null,
    routers: [router],
    networks: [{ ...place, detailed: true }],
  };
}

/** The place of a station beside its network's cable, or on its ring. */
export function stationPoint(network: NetworkPlace, station: number): Point {
  const { at, size, stations, pitch, lying, subnet } = network;
  if (subnet.kind === "token ring") {
    const angle = angleOf(network, station);
    return { x: at.x + size * Math.sin(angle), y: at.y - size * Math.cos(angle) };
  }
  if (station === ROUTER_STATION || stations === 0) return at;
  if (lying) {
    const side = station % 2 === 0 ? -1 : 1;
    return { x: at.x + (Math.floor(station / 2) + 0.5) * pitch, y: at.y + side * 18 };
  }
  const along = at.y + (Math.floor(station / TAPS.length) + 0.5) * pitch;
  return { x: at.x + itemAt(TAPS, station % TAPS.length, "tap"), y: along };
}

/** Of a ring: clockwise from the top. */
export const angleOf = ({ stations }: NetworkPlace, station: number): number => (2 * Math.PI * station) / stations;

/** The point at which a station meets its network: on the ring itself, or on the cable. */
export function tapPoint(network: NetworkPlace, station: number): Point {
  const { at, subnet, lying } = network;
  const point = stationPoint(network, station);
  if (subnet.kind === "token ring") return point;
  return lying ? { x: point.x, y: at.y } : { x: at.x, y: point.y };
}

/** The largest radius at which a station does not touch the next. */
export const dotRadius = ({ pitch, subnet }: NetworkPlace, most: number): number =>
  Math.min(most, pitch * (subnet.kind === "token ring" ? 0.46 : 0.42));
