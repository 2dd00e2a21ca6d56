/** The names on the plate: of packets, of work beside the critical path and, on a phone, of each step. Pixels. */
import { firstFree, wrapped } from "../draw/place-label.ts";
import type { Area } from "../draw/place-label.ts";
import { microsText } from "../words/times.ts";
import { box, endsOf, point } from "./plate.ts";
import type { Plate, Point } from "./plate.ts";
import type { Block, CallTale, Flight } from "./story.ts";

const CHARACTER = 6.6; // px that a character of a name takes, generously
export const LINE = 14; // px from one line of a name to the next
const PACKET_GAP = 12; // px between a packet's line and its name
const STEP_GAP = 10; // px between a bar and its name

export interface PlateName extends Point {
  readonly kind: "packet" | "step" | "beside-path";
  readonly lines: readonly string[];
  /** The duration that the name ends with, set in bold; none for a packet. */
  readonly micros?: string;
  readonly anchor: "start" | "middle" | "end";
}

const widthOf = (text: string): number => text.length * CHARACTER;

function areaOf({ lines, micros, anchor, x, y }: PlateName): Area {
  const long = Math.max(...lines.map(widthOf)) + (micros === undefined ? 0 : widthOf(micros) + 4);
  const x0 = anchor === "start" ? x : anchor === "end" ? x - long : x - long / 2;
  return { x0, x1: x0 + long, y0: y - 11, y1: y + 3 + (lines.length - 1) * LINE };
}

/** "Result packet, sent again, ignored". */
function packetText({ name, fate, again, copy, delayed }: Flight): string {
  const how = [
    again ? "sent again" : "",
    copy ? "second copy" : "",
    delayed > 0 ? "delayed" : "",
    fate === "delivered" ? "" : fate,
  ];
  return [name, ...how.filter((word) => word !== "")].join(", ");
}

interface Ends {
  readonly a: Point;
  readonly b: Point;
}

/** The places of a packet's name: beside its line, in one line or several, or over and under a line that lies flat. */
function packetPlaces({ a, b }: Ends, text: string, { down }: Plate): readonly PlateName[] {
  const on = (share: number): Point => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });
  const { x, y } = on(0.5);
  const whole = { kind: "packet" as const, lines: [text] };
  const over = [-10, -14, 20, 24].map((by) => ({ ...whole, anchor: "middle" as const, x, y: y + by }));
  const beside = (name: Pick<PlateName, "kind" | "lines">, gap: number): readonly PlateName[] =>
    [0.5, 0.3, 0.7, 0.15, 0.85].flatMap((share) => {
      const up = ((name.lines.length - 1) * LINE) / 2;
      const [at, top] = [on(share).x, on(share).y + 4 - up];
      return [
        { ...name, anchor: "start" as const, x: at + gap, y: top },
        { ...name, anchor: "end" as const, x: at - gap, y: top },
      ];
    });
  if (down) {
    const lines = wrapped(text.split(" "), widthOf("Result packet, sent"), widthOf);
    const low = [20, 24].map((by) => ({ ...whole, lines, anchor: "middle" as const, x, y: y + by }));
    return [...over, ...low, ...beside(whole, 2 * PACKET_GAP)];
  }
  const narrow = { ...whole, lines: wrapped(text.split(" "), widthOf("sent again,"), widthOf) };
  return [...beside(whole, PACKET_GAP), ...beside(whole, 3 * PACKET_GAP), ...over, ...beside(narrow, PACKET_GAP)];
}

/** Small areas along a line, for names to keep clear of. */
const alongLine = ({ a, b }: Ends): readonly Area[] =>
  Array.from({ length: 21 }, (_, i): Area => {
    const [x, y] = [a.x + ((b.x - a.x) * i) / 20, a.y + ((b.y - a.y) * i) / 20];
    return { x0: x - 5, x1: x + 5, y0: y - 4, y1: y + 4 };
  });

/** A bar's area, with the yellow edge of one on the path. */
function barArea(block: Block, plate: Plate): Area {
  const edge = block.onPath ? 4 : 0;
  const thick = block.onPath ? plate.bar + 2 * edge : plate.bar * plate.beside;
  const shape = box(plate, plate.at(block.from), plate.at(block.to), plate.lane(block.machine), thick);
  return { x0: shape.x - edge, x1: shape.x + shape.width + edge, y0: shape.y, y1: shape.y + shape.height };
}

/** Work beside the path that goes on without a pause is one piece, with the names of its steps. */
function piecesBeside(blocks: readonly Block[]): readonly Block[] {
  const pieces: Block[] = [];
  for (const block of blocks.filter(({ onPath }) => !onPath)) {
    const last = pieces.at(-1);
    if (last === undefined || last.machine !== block.machine || last.to !== block.from) pieces.push(block);
    else {
      const names = new Set([last.name, block.name].filter((name) => name !== "").flatMap((name) => name.split(" · ")));
      pieces[pieces.length - 1] = { ...last, to: block.to, name: [...names].join(" · ") };
    }
  }
  return pieces;
}

/** Where time runs down a name stands in the wire beside its bar, else outside of the bar in its band. */
function workPlaces(block: Block, kind: "step" | "beside-path", plate: Plate): readonly PlateName[] {
  const [from, to] = [plate.at(block.from), plate.at(block.to)];
  const micros = microsText(block.to - block.from);
  const first = block.name.replace(/ · .*/, "");
  const texts = kind === "step" ? [block.name] : [block.name, first, ""];
  const isCaller = block.machine === "caller";
  const thick = kind === "step" ? plate.bar : plate.bar * plate.beside;
  if (plate.down) {
    const x = plate.lane(block.machine) + (isCaller ? 1 : -1) * (thick / 2 + STEP_GAP);
    const anchor = isCaller ? "start" : "end";
    const middle = (from + to) / 2 + 4;
    return texts.flatMap((text) =>
      [0, 4, -4, 8, -8, 12, 16].map((by) => ({ kind, lines: [text], micros, anchor, x, y: middle + by }) as const),
    );
  }
  const y = plate.lane(block.machine) + (isCaller ? -thick / 2 - 7 : thick / 2 + 16);
  const places = [
    { anchor: "middle", x: (from + to) / 2 },
    { anchor: "start", x: from },
    { anchor: "end", x: to },
  ] as const;
  return texts.flatMap((text) => places.map((place) => ({ kind, lines: [text], micros, ...place, y }) as const));
}

/** All names, each where no packet, bar or other name is; one without room is left out. */
export function plateNames(
  { flights, blocks }: CallTale,
  plate: Plate,
  named: "packets too" | "work alone",
): readonly PlateName[] {
  const lines = flights.map((flight) => endsOf(flight, plate));
  const obstacles: Area[] = [...lines.flatMap(alongLine), ...blocks.map((block) => barArea(block, plate))];
  const long = plate.start + plate.length + 12;
  const end = point(
    plate,
    Math.max(long, plate.down ? plate.height : plate.width),
    plate.down ? plate.width : plate.height,
  );
  const steps = plate.down
    ? blocks.filter(({ onPath, from, to }) => onPath && plate.at(to) - plate.at(from) >= 13)
    : [];
  const wanted = [
    ...flights.flatMap((flight, i) => {
      const at = lines[i];
      return named === "work alone" || at === undefined ? [] : [packetPlaces(at, packetText(flight), plate)];
    }),
    ...steps.map((block) => workPlaces(block, "step", plate)),
    ...piecesBeside(blocks).map((block) => workPlaces(block, "beside-path", plate)),
  ];
  return wanted.flatMap((places) => {
    const candidates = places.map((value) => ({ value, area: areaOf(value) }));
    const free = firstFree(candidates, obstacles, { x0: 0, y0: 0, x1: end.x, y1: end.y });
    if (free === null) return [];
    obstacles.push(free.area);
    return [free.value];
  });
}
