import type { CSSProperties } from "react";
import type { Stretch } from "../trace/folds.ts";
import { durationText, microsText } from "../words/times.ts";
import { niceStep } from "../timeline/scale.ts";
import { cablePath, point } from "./plate.ts";
import type { Plate } from "./plate.ts";
import type { Block, CallTale, Flight } from "./story.ts";

interface Props {
  readonly tale: CallTale;
  readonly plate: Plate;
  readonly folds: readonly Stretch[];
  readonly now: number;
  readonly measured: number | null;
  readonly onLose: (line: string) => void;
}

const box = (plate: Plate, from: number, to: number, middle: number, thick: number) =>
  plate.down
    ? { x: middle - thick / 2, y: from, width: thick, height: Math.max(0, to - from) }
    : { x: from, y: middle - thick / 2, width: Math.max(0, to - from), height: thick };

function Lane({ plate, machine }: { readonly plate: Plate; readonly machine: "caller" | "server" }) {
  const middle = plate.lane(machine);
  const name = machine === "caller" ? "Caller" : "Server";
  const band = plate.down
    ? { x: middle - 34, y: plate.start - 6, width: 68, height: plate.length + 12 }
    : { x: 0, y: middle - 34, width: plate.width, height: 68 };
  return (
    <g>
      <rect {...band} className="band" />
      {plate.down ? (
        <line x1={middle} x2={middle} y1={plate.start} y2={plate.start + plate.length} className="waits" />
      ) : (
        <line x1={plate.start} x2={plate.start + plate.length} y1={middle} y2={middle} className="waits" />
      )}
      {plate.down ? (
        <text x={middle} y={plate.start - 13} textAnchor="middle" className="machine">
          {name}
        </text>
      ) : (
        <text x={14} y={middle + 5} className="machine">
          {name}
        </text>
      )}
    </g>
  );
}

/** Width in px that a character of a label takes, generously. */
const CHARACTER = 6.4;

function BlockShape({ block, plate }: { readonly block: Block; readonly plate: Plate }) {
  const [from, to] = [plate.at(block.from), plate.at(block.to)];
  const shape = box(plate, from, to, plate.lane(block.machine), plate.bar);
  const micros = microsText(block.to - block.from);
  const room = plate.down ? shape.height : shape.width;
  const name = room > block.name.length * CHARACTER + 10 && !plate.down ? block.name : "";
  const dark = block.kind !== "hardware";
  const middle = { x: shape.x + shape.width / 2, y: shape.y + shape.height / 2 };
  return (
    <g className={`block ${block.kind}`}>
      <rect {...shape} />
      {!dark && <rect {...shape} className="hatched" />}
      {name !== "" && (
        <text x={middle.x} y={middle.y - 3} textAnchor="middle">
          {name}
        </text>
      )}
      {(plate.down ? room > 16 : room > micros.length * CHARACTER + 8) && dark && (
        <text x={middle.x} y={middle.y + (name === "" ? 4 : 13)} textAnchor="middle" className="b">
          {micros}
        </text>
      )}
    </g>
  );
}

/** Ends of a packet's line; a lost one stops half-way. */
function ends(flight: Flight, plate: Plate) {
  const [here, there] = flight.machine === "caller" ? (["caller", "server"] as const) : (["server", "caller"] as const);
  const edge = (machine: "caller" | "server"): number =>
    plate.lane(machine) + ((machine === "caller" ? 1 : -1) * plate.bar) / 2;
  const a = point(plate, plate.at(flight.from), edge(here));
  const whole = point(plate, plate.at(flight.to), edge(there));
  const half = { x: (a.x + whole.x) / 2, y: (a.y + whole.y) / 2 };
  return { a, b: flight.lost ? half : whole, half };
}

function FlightShape({ flight, plate }: { readonly flight: Flight; readonly plate: Plate }) {
  const { a, b } = ends(flight, plate);
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  const barb = (turn: number): string => `L${b.x - 9 * Math.cos(angle + turn)} ${b.y - 9 * Math.sin(angle + turn)}`;
  const kind = flight.lost ? "flight lost" : flight.again ? "flight again" : "flight";
  return (
    <g className={kind}>
      <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
      {flight.lost && !plate.down && (
        <text x={b.x + 12} y={b.y + 4} className="lost-name">
          {flight.name}, lost
        </text>
      )}
      {flight.lost ? (
        <path d={`M${b.x - 5} ${b.y - 5}l10 10M${b.x + 5} ${b.y - 5}l-10 10`} />
      ) : (
        <path d={`M${b.x} ${b.y}${barb(0.4)}${barb(-0.4)}z`} className="head" />
      )}
    </g>
  );
}

const tickText = (tick: number): string =>
  tick === 0 ? "0" : tick < 1e6 ? durationText(tick) : `${tick / 1e6}\u202fms`;

/** The axis: time since the call began, in milliseconds. */
function Axis({
  plate,
  end,
  folds,
  measured,
}: {
  readonly plate: Plate;
  readonly end: number;
  readonly folds: readonly Stretch[];
  readonly measured: number | null;
}) {
  if (plate.down || folds.length > 0) return null;
  const step = niceStep(end / 6);
  const ticks = Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step);
  const y = plate.height - 22;
  return (
    <g className="axis">
      <line x1={plate.start} x2={plate.start + plate.length} y1={y} y2={y} />
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={plate.at(tick)} x2={plate.at(tick)} y1={y} y2={y + 5} />
          <text x={plate.at(tick)} y={y + 18} textAnchor="middle">
            {tickText(tick)}
          </text>
        </g>
      ))}
      {measured !== null && (
        <>
          <circle cx={plate.at(measured)} cy={y} r={5} className="disc" />
          <text x={plate.at(measured)} y={y - 10} textAnchor="end" className="b">
            {durationText(measured)} measured
          </text>
        </>
      )}
    </g>
  );
}

/** A long silence, folded: a zigzag across both lanes, and what it leaves out. */
function Fold({ fold, plate }: { readonly fold: Stretch; readonly plate: Plate }) {
  const at = plate.at(fold.from);
  const [from, to] = plate.down ? [10, plate.width - 10] : [10, plate.height - 36];
  const teeth = Math.round((to - from) / 12);
  const line = Array.from({ length: teeth + 1 }, (_, i) => {
    const { x, y } = point(plate, at + (i % 2 === 0 ? -3 : 3), from + ((to - from) * i) / teeth);
    return `${i === 0 ? "M" : "L"}${x} ${y}`;
  }).join("");
  const where = plate.down ? { x: plate.width / 2, y: at - 9 } : { x: at, y: plate.height - 14 };
  return (
    <g>
      <path d={line} className="zigzag" />
      <text {...where} textAnchor="middle" className="fold">
        {durationText(fold.to - fold.from)} of waiting folded
      </text>
    </g>
  );
}

/** Where the call is: on a machine, or under way. */
function nowAt(tale: CallTale, plate: Plate, now: number): { readonly x: number; readonly y: number } {
  const flight = tale.flights.find(({ from, to, lost }) => !lost && now >= from && now < to);
  if (flight !== undefined) {
    const { a, b } = ends(flight, plate);
    const share = (now - flight.from) / (flight.to - flight.from);
    return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
  }
  const block = tale.blocks.findLast(({ from }) => from <= now);
  return point(plate, plate.at(now), plate.lane(block?.machine ?? "caller"));
}

function summaryOf(tale: CallTale): string {
  const packets = tale.flights.map(
    ({ name, lost, again }) => `${name}${again ? " sent again" : ""}${lost ? ", lost" : ""}`,
  );
  return `One call of Null(): ${durationText(tale.end)}. ${packets.join("; ")}.`;
}

export function PlateFigure({ tale, plate, folds, now, measured, onLose }: Props) {
  const dot = nowAt(tale, plate, now);
  const cable = cablePath(tale, plate);
  const thick = plate.bar + 8;
  return (
    <div className="plate-figure" style={{ height: plate.height }}>
      <svg width={plate.width} height={plate.height} role="img" aria-label={summaryOf(tale)}>
        <defs>
          <pattern id="plate-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1="0" x2="0" y1="0" y2="5" className="hatch" />
          </pattern>
        </defs>
        <Lane plate={plate} machine="caller" />
        <Lane plate={plate} machine="server" />
        {!plate.down && (
          <text x={14} y={(plate.lane("caller") + plate.lane("server")) / 2 + 4} className="medium">
            Ethernet
          </text>
        )}
        {tale.blocks.map((block) => (
          <rect
            key={`c${block.from}`}
            {...box(plate, plate.at(block.from) - 4, plate.at(block.to) + 4, plate.lane(block.machine), thick)}
            className="cable"
          />
        ))}
        <path d={cable} className="cable-line" />
        {tale.blocks.map((block) => (
          <BlockShape key={block.from} block={block} plate={plate} />
        ))}
        {tale.flights.map((flight) => (
          <FlightShape key={flight.line} flight={flight} plate={plate} />
        ))}
        {folds.map((fold) => (
          <Fold key={fold.from} fold={fold} plate={plate} />
        ))}
        <Axis plate={plate} end={Math.max(tale.end, measured ?? 0)} folds={folds} measured={measured} />
        {now > 0 && <circle cx={dot.x} cy={dot.y} r={8} className="dot-now" />}
      </svg>
      {tale.flights.every(({ lost }) => !lost) &&
        tale.flights.map((flight) => (
          <PacketButton key={flight.line} flight={flight} plate={plate} room={labelRoom(tale, plate)} onLose={onLose} />
        ))}
    </div>
  );
}

const LABEL_GAP = 16; // px between a packet's line and its label

/** How wide a label may be where two stand between the lines of two packets, in px. */
function labelRoom({ flights }: CallTale, plate: Plate): number {
  const middles = flights.map((flight) => ends(flight, plate).half.x);
  return (Math.max(...middles) - Math.min(...middles)) / 2 - 1.5 * LABEL_GAP;
}

function PacketButton({
  flight,
  plate,
  room,
  onLose,
}: {
  readonly flight: Flight;
  readonly plate: Plate;
  readonly room: number;
  readonly onLose: Props["onLose"];
}) {
  const { half } = ends(flight, plate);
  const left = flight.machine === "server";
  const place: CSSProperties = plate.down
    ? { left: "50%", top: half.y, transform: "translate(-50%, 8px)" }
    : {
        left: half.x,
        top: half.y,
        width: "max-content",
        maxWidth: room,
        transform: left ? `translate(calc(-100% - ${LABEL_GAP}px), -50%)` : `translate(${LABEL_GAP}px, -50%)`,
      };
  return (
    <button type="button" className="packet" style={place} onClick={() => onLose(flight.line)}>
      <b>{flight.name}</b> {flight.bytes} bytes, {durationText(flight.to - flight.from)} <span>Lose it</span>
    </button>
  );
}
