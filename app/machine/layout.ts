/**
 * The places of the machines’ parts in a figure of a given width, in pixels. A machine is a band: its processors as
 * rows, the highest number outermost, then its memory, bus and controllers, which lead to the network. Two machines
 * stand beside each other, the second one mirrored; on a narrow page below each other. CPU 0 is next to the hardware.
 */
import type { Host } from "./hosts.ts";
import type { Point, Rect } from "../draw/point.ts";
import { backwards } from "../draw/point.ts";

interface Memory {
  readonly queue: Rect; // packets to be sent
  readonly received: Rect;
}

export interface HostRects {
  readonly host: Host;
  readonly band: Rect;
  readonly title: Rect;
  readonly processors: ReadonlyMap<number, Rect>; // by track
  readonly ready: Rect; // threads without a processor
  readonly waiting: Rect; // threads that wait for an answer
  /** Memory before and behind the controllers; null for a machine without any, as for calls within it. */
  readonly memory: Memory | null;
  /** The bar of the bus, as high as both rows; null for a machine without one. */
  readonly bus: Rect | null;
  readonly controllers: ReadonlyMap<number, Rect>;
  /** The way of packets: towards the network is to the right, or to the left. */
  readonly toRight: boolean;
}

export interface MachineLayout {
  readonly width: number;
  readonly height: number;
  readonly beside: boolean; // the machines stand beside each other
  readonly places: readonly HostRects[];
  /** The network’s cable; null where no machine has a controller. */
  readonly cable: Cable | null;
}

export interface Cable {
  readonly line: readonly [x0: number, y0: number, x1: number, y1: number];
  readonly box: Rect; // what can be clicked
  /** Where its name begins, and how its lines are set. */
  readonly name: Point & { readonly anchor: "start" | "middle" | "end" };
}

/** Machines stand beside each other from this width of the figure on. */
const BESIDE = 700;
/** A machine without another beside it is no wider. */
const WIDEST = 460;

const PAD = 10;
const TITLE = 22;
const LINE = 22; // of threads that wait
const ROW = 38;
const GAP = 4;
const PART = 38; // a row of the hardware
const NAMES = 17; // a line of names over or under the hardware
const CONTROLLER = 124;
const BUS = 12;
const AROUND_BUS = 22; // on each side of it
export const BETWEEN = 128; // from machine to machine, side by side
const ASIDE = 26; // for the cable beside machines that stand below each other
const BENEATH = 52; // from machine to machine
const NAME_ROOM = 180; // beside the cable, for its name and its packet

interface Column {
  readonly x: number;
  readonly width: number;
  readonly toRight: boolean;
}

export function machineLayout(hosts: readonly Host[], width: number): MachineLayout {
  const beside = hosts.length === 2 && width >= BESIDE;
  if (beside) return besideEachOther(hosts, width);
  const column = { x: 0, width: Math.min(WIDEST, width - ASIDE), toRight: true };
  const [first, second] = hosts;
  if (first === undefined) throw new RangeError("machine: a figure needs a machine.");
  const top = hostPlace(first, column, 0, true);
  const bottom = second === undefined ? null : hostPlace(second, column, bottomOf(top.band) + BENEATH, false);
  const places = bottom === null ? [top] : [top, bottom];
  const cable = standingCable(top, bottom, column.width + ASIDE / 2, width);
  const height = bottomOf((bottom ?? top).band);
  const isUnder = bottom === null && cable !== null && cable.name.anchor === "end"; // its name
  return { width, height: height + (isUnder ? BENEATH : 0), beside: false, places, cable };
}

/** A cable at the right of machines that stand below each other; its name stands between them, or beside it. */
function standingCable(top: HostRects, bottom: HostRects | null, x: number, width: number): Cable | null {
  const rects = [top, ...(bottom === null ? [] : [bottom])].flatMap(({ controllers }) => [...controllers.values()]);
  if (rects.length === 0) return null;
  const heights = rects.map(middleOf);
  const [from, to] = [Math.min(...heights), Math.max(...heights)];
  const isAside = bottom === null && width - x > NAME_ROOM;
  const at = { y: isAside ? (from + to) / 2 : bottomOf(top.band) + 21, x: isAside ? x + 12 : x - 16 };
  return {
    line: [x, from - PAD, x, to + PAD],
    box: { x: x - 12, y: from - PAD, width: 24, height: to - from + 2 * PAD },
    name: { ...at, anchor: isAside ? "start" : "end" },
  };
}

function besideEachOther(hosts: readonly Host[], width: number): MachineLayout {
  const own = Math.floor((width - BETWEEN) / 2);
  const rows = Math.max(...hosts.map(({ processors }) => processors.length));
  const places = hosts.map((host, i) => {
    const column = { x: i === 0 ? 0 : width - own, width: own, toRight: i === 0 };
    // The hardware of both stands at the height of the cable.
    return hostPlace(host, column, (rows - host.processors.length) * (ROW + GAP), true);
  });
  const [first] = places;
  const heights = first === undefined ? [] : [...first.controllers.values()].map(middleOf);
  const middle = (Math.min(...heights) + Math.max(...heights)) / 2;
  const [from, to] = [own + 18, width - own - 18];
  const cable: Cable = {
    line: [from, middle, to, middle],
    box: { x: from - 6, y: middle - 14, width: to - from + 12, height: 28 },
    name: { x: width / 2, y: middle - 48, anchor: "middle" },
  };
  const height = Math.max(...places.map(({ band }) => bottomOf(band)));
  return { width, height, beside: true, places, cable: heights.length === 0 ? null : cable };
}

const bottomOf = ({ y, height }: Rect): number => y + height;
const middleOf = ({ y, height }: Rect): number => y + height / 2;

/** @param outward whether the processors stand above the hardware */
function hostPlace(host: Host, column: Column, y: number, outward: boolean): HostRects {
  const { x, width } = column;
  const inner = { x: x + PAD, width: width - 2 * PAD };
  const lines = 2 * LINE + 4;
  const rows = host.processors.length * (ROW + GAP);
  const hasController = host.out.length + host.into.length > 0;
  const hardware = hasController ? 2 * PART + GAP + 2 * NAMES : 0;
  const title = { ...inner, y: y + 6, height: TITLE };
  const under = bottomOf(title) + 4;
  const [linesY, rowsY, partsY] = outward
    ? [under, under + lines, under + lines + rows]
    : [under + hardware + rows + 2, under + hardware, under];
  const order = outward ? host.processors.toReversed() : host.processors;
  const processors = new Map(
    order.map((track, i) => [track, { ...inner, y: rowsY + i * (ROW + GAP), height: ROW }] as const),
  );
  return {
    host,
    band: { x, y, width, height: under - y + lines + rows + hardware + 6 },
    title,
    processors,
    ready: { ...inner, y: linesY, height: LINE },
    waiting: { ...inner, y: linesY + LINE, height: LINE },
    ...(hasController ? hardwarePlaces(host, { ...inner, toRight: column.toRight }, partsY + NAMES) : NO_HARDWARE),
    toRight: column.toRight,
  };
}

const NO_HARDWARE = { memory: null, bus: null, controllers: new Map<number, Rect>() } as const;

/** Memory, bus and controllers in two rows: packets that go out above, those that come in below. */
function hardwarePlaces(host: Host, { x, width, toRight }: Column, y: number) {
  const second = y + PART + GAP;
  const busRoom = host.bus < 0 ? 16 : BUS + 2 * AROUND_BUS;
  const memory = width - CONTROLLER - busRoom;
  const at = (from: number, own: number): number => (toRight ? x + from : x + width - from - own);
  const row = (from: number, own: number, top: number): Rect => ({
    x: at(from, own),
    y: top,
    width: own,
    height: PART,
  });
  const controllers = new Map<number, Rect>();
  const from = memory + busRoom;
  for (const [tracks, top] of [
    [host.out, y],
    [host.into, second],
  ] as const) {
    const height = Math.floor(PART / Math.max(1, tracks.length));
    for (const [i, track] of tracks.entries()) {
      const before = controllers.get(track); // it works both ways
      const own = row(from, CONTROLLER, top + i * height);
      controllers.set(track, before === undefined ? { ...own, height } : { ...before, height: 2 * PART + GAP });
    }
  }
  const bar = { x: at(memory + AROUND_BUS, BUS), y, width: BUS, height: 2 * PART + GAP };
  return {
    memory: { queue: row(0, memory, y), received: row(0, memory, second) },
    bus: host.bus < 0 ? null : bar,
    controllers,
  };
}

/** The point at which a controller’s line leaves it, towards the cable. */
const plug = ({ toRight }: HostRects, rect: Rect): Point => ({
  x: toRight ? rect.x + rect.width : rect.x,
  y: middleOf(rect),
});

/** The line from a controller to the end of the cable next to it. */
export function tapLine(cable: Cable, beside: boolean, place: HostRects, rect: Rect): readonly number[] {
  const { x, y } = plug(place, rect);
  const [x0, y0, x1] = cable.line;
  if (!beside) return [x, y, x0, y];
  const end = place.toRight ? x0 : x1;
  return [x, y, end, y, end, y0];
}

/** The way of a packet from one controller to another; from or to a host outside of the run it is the cable. */
export function wireWay({ cable, beside, places }: MachineLayout, from: number, to: number): readonly number[] {
  if (cable === null) return [];
  const tap = (track: number): readonly number[] | null => {
    for (const place of places) {
      const rect = place.controllers.get(track);
      if (rect !== undefined) return tapLine(cable, beside, place, rect);
    }
    return null;
  };
  const [out, into] = [tap(from), tap(to)];
  const [x0, y0, x1, y1] = cable.line;
  if (out === null && into === null) return cable.line;
  return [...(out ?? [x0, y0]), ...(into === null ? [x1, y1] : backwards(into))];
}
