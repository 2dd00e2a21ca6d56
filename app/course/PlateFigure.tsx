import type { Stretch } from "../trace/folds.ts";
import { durationText, microsText } from "../words/times.ts";
import { bandOf, box, cablePath, endsOf, nowAt, plateTicks, point } from "./plate.ts";
import { LINE, plateNames } from "./plate-names.ts";
import type { PlateName } from "./plate-names.ts";
import type { Plate } from "./plate.ts";
import type { Block, CallTale, Flight, Machine, Wait } from "./story.ts";

interface Props {
  readonly tale: CallTale;
  readonly plate: Plate;
  readonly now: number;
  readonly measured: number | null;
}

function Lane({ plate, machine }: { readonly plate: Plate; readonly machine: Machine }) {
  const middle = plate.lane(machine);
  const name = machine === "caller" ? "Caller" : "Server";
  const thick = bandOf(plate);
  const band = plate.down
    ? { x: middle - thick / 2, y: plate.start - 6, width: thick, height: plate.length + 12 }
    : { x: 0, y: middle - thick / 2, width: plate.width, height: thick };
  const [from, to] = [point(plate, plate.start, middle), point(plate, plate.start + plate.length, middle)];
  const title = plate.down
    ? { x: middle, y: plate.start - 13, textAnchor: "middle" as const }
    : { x: 14, y: middle + 5 };
  return (
    <g>
      <rect {...band} className="band" />
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className="waits" />
      <text {...title} className="machine">
        {name}
      </text>
    </g>
  );
}

/** Width in px that a character of a label takes, generously. */
const CHARACTER = 6.4;

interface TextProps {
  readonly block: Block;
  readonly plate: Plate;
}

/** In its bar: name over microseconds, or what has room. A controller's bar is narrow: its words stand outside. */
function InsideText({ block, plate }: TextProps) {
  const [from, to] = [plate.at(block.from), plate.at(block.to)];
  const micros = microsText(block.to - block.from);
  const middle = { x: (from + to) / 2, y: plate.lane(block.machine) };
  if (block.kind === "hardware") {
    const y = middle.y + (block.machine === "caller" ? -bandOf(plate) / 2 - 6 : bandOf(plate) / 2 + 15);
    return (
      <text x={middle.x} y={y} textAnchor="middle" className="beside">
        {block.name} {micros}
      </text>
    );
  }
  const room = to - from - 8;
  const name = [block.name, block.name.split(",")[0] ?? ""].find((text) => text.length * CHARACTER <= room);
  return (
    <>
      {name !== undefined && (
        <text x={middle.x} y={middle.y - 3} textAnchor="middle">
          {name}
        </text>
      )}
      {micros.length * CHARACTER <= room && (
        <text x={middle.x} y={middle.y + (name === undefined ? 4 : 13)} textAnchor="middle" className="b">
          {micros}
        </text>
      )}
    </>
  );
}

/** A name, in as many lines as it has, with its duration in bold. */
function NameText({ name: { kind, lines, micros, anchor, x, y } }: { readonly name: PlateName }) {
  return (
    <text x={x} y={y} textAnchor={anchor} className={kind === "packet" ? "flight-name" : "beside"}>
      {micros !== undefined && <tspan className="b">{micros} </tspan>}
      {lines.map((line, i) =>
        i === 0 ? (
          line
        ) : (
          <tspan key={line} x={x} dy={LINE}>
            {line}
          </tspan>
        ),
      )}
    </text>
  );
}

function BlockShape({ block, plate }: TextProps) {
  const thick = block.onPath ? plate.bar : plate.bar * plate.beside;
  const shape = box(plate, plate.at(block.from), plate.at(block.to), plate.lane(block.machine), thick);
  return (
    <g className={`block ${block.kind}${block.onPath ? "" : " off"}`}>
      <rect {...shape} />
      {block.kind === "hardware" && <rect {...shape} className="hatched" />}
      {block.onPath && !plate.down && <InsideText block={block} plate={plate} />}
    </g>
  );
}

function FlightShape({ flight, plate }: { readonly flight: Flight; readonly plate: Plate }) {
  const { a, b } = endsOf(flight, plate);
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  const barb = (turn: number): string => `L${b.x - 9 * Math.cos(angle + turn)} ${b.y - 9 * Math.sin(angle + turn)}`;
  const { fate, again, copy, onPath } = flight;
  const kind = [fate, again || copy ? "again" : "", onPath ? "path" : ""].join(" ");
  return (
    <g className={`flight ${kind}`}>
      <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
      {fate === "lost" && <path d={`M${b.x - 5} ${b.y - 5}l10 10M${b.x + 5} ${b.y - 5}l-10 10`} />}
      {fate === "ignored" && <circle cx={b.x} cy={b.y} r={4} />}
      {fate === "delivered" && <path d={`M${b.x} ${b.y}${barb(0.4)}${barb(-0.4)}z`} className="head" />}
    </g>
  );
}

/** The axis: time since the call began; the measured call is a point on it. */
function Axis({ plate, measured }: { readonly plate: Plate; readonly measured: number | null }) {
  const across = plate.down ? 22 : plate.height - 22;
  const line = (from: number, to: number) => {
    const [a, b] = [point(plate, plate.start + from, across), point(plate, plate.start + to, across)];
    return <line key={from} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
  };
  const { folds, length } = plate.scale;
  const edges = [0, ...folds.flatMap(({ at, size }) => [at, at + size]), length];
  const label = (at: number) => point(plate, plate.start + at, across);
  const disc = measured === null ? null : label(plate.scale.at(measured));
  return (
    <g className="axis">
      {!plate.down && edges.flatMap((from, i) => (i % 2 === 0 ? [line(from, edges[i + 1] ?? length)] : []))}
      {plateTicks(plate).map(({ at, label: text }) => {
        const { x, y } = label(at);
        const long = text === null ? 3 : 6;
        return (
          <g key={at}>
            <line x1={x} y1={y} x2={plate.down ? x + long : x} y2={plate.down ? y : y + long} />
            {text !== null && (plate.down ? folds.length === 0 : true) && (
              <text
                {...(plate.down ? { x: x - 3, y: y + 4 } : { x, y: y + 18 })}
                textAnchor={plate.down ? "end" : "middle"}
              >
                {plate.down ? text.replace(/\s.*/, "") : text}
              </text>
            )}
          </g>
        );
      })}
      {disc !== null && measured !== null && (
        <>
          <circle cx={disc.x} cy={disc.y} r={5} className="disc" />
          <text
            {...(plate.down ? { x: plate.lane("caller") + 44, y: disc.y + 4 } : { x: disc.x, y: disc.y - 10 })}
            textAnchor={plate.down ? "start" : "end"}
            className="b"
          >
            {durationText(measured)} measured
          </text>
        </>
      )}
    </g>
  );
}

/** The time between the end of the run and the measured end, where the measured call took longer. */
function Unexplained({ plate, from, to }: { readonly plate: Plate; readonly from: number; readonly to: number }) {
  const middle = plate.lane("caller");
  const shape = box(plate, plate.at(from), plate.at(to), middle, bandOf(plate));
  const where = plate.down
    ? { x: middle + 44, y: plate.at(from) + 10 }
    : { x: plate.at(to), y: middle - bandOf(plate) / 2 - 6, textAnchor: "end" as const };
  return (
    <g className="unexplained">
      <rect {...shape} className="hatched" />
      <text {...where}>
        {durationText(to - from)} {plate.width < 900 ? "unexplained" : "that no step accounts for"}
      </text>
    </g>
  );
}

/** A long silence, folded: two zigzags across both lanes, and who waits how long. */
function Fold({
  plate,
  at,
  size,
  text,
}: {
  readonly plate: Plate;
  readonly at: number;
  readonly size: number;
  readonly text: string;
}) {
  const [from, to] = plate.down ? [34, plate.width] : [10, plate.height - 34];
  const teeth = Math.round((to - from) / 12);
  const zigzag = (along: number): string =>
    Array.from({ length: teeth + 1 }, (_, i) => {
      const { x, y } = point(plate, along + (i % 2 === 0 ? -3 : 3), from + ((to - from) * i) / teeth);
      return `${i === 0 ? "M" : "L"}${x} ${y}`;
    }).join("");
  const along = plate.start + at;
  const middle = (plate.lane("caller") + plate.lane("server")) / 2;
  const where = point(plate, along + size / 2 + 4, middle);
  return (
    <g>
      <path d={zigzag(along)} className="zigzag" />
      <path d={zigzag(along + size)} className="zigzag" />
      <text
        {...where}
        textAnchor="middle"
        className="fold"
        transform={plate.down ? undefined : `rotate(-90 ${where.x} ${where.y})`}
      >
        {text}
      </text>
    </g>
  );
}

/** "The server's timer: 600 ms". */
function foldText(waits: readonly Wait[], fold: Stretch): string {
  const waiting = waits.find(({ from, to }) => from <= fold.from && to >= fold.to);
  const time = durationText(fold.to - fold.from);
  return waiting === undefined ? `${time} folded` : `${waiting.machine}’s timer, ${time}`;
}

function summaryOf(tale: CallTale): string {
  const packets = tale.flights.map(
    ({ name, fate, again }) => `${name}${again ? " sent again" : ""}${fate === "delivered" ? "" : `, ${fate}`}`,
  );
  return `One call of Null(): ${durationText(tale.end)}. ${packets.join("; ")}.`;
}

/** The yellow cable: it follows the critical path through work, waits and packets. */
function Cable({ tale, plate }: { readonly tale: CallTale; readonly plate: Plate }) {
  return (
    <>
      {tale.waits.map(({ machine, from, to }) => (
        <rect
          key={`w${from}`}
          {...box(plate, plate.at(from), plate.at(to), plate.lane(machine), 8)}
          className="cable"
        />
      ))}
      {tale.blocks.map(({ machine, from, to, onPath }) =>
        onPath ? (
          <rect
            key={`c${from}`}
            {...box(plate, plate.at(from) - 4, plate.at(to) + 4, plate.lane(machine), plate.bar + 8)}
            className="cable"
          />
        ) : null,
      )}
      <path d={cablePath(tale, plate)} className="cable-line" />
    </>
  );
}

export function PlateFigure({ tale, plate, now, measured }: Props) {
  const dot = nowAt(tale, plate, now);
  const broken = tale.flights.some(({ fate, copy, delayed }) => fate !== "delivered" || copy || delayed > 0);
  return (
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
      {measured !== null && measured > tale.end && <Unexplained plate={plate} from={tale.end} to={measured} />}
      <Cable tale={tale} plate={plate} />
      {tale.blocks.map((block) => (
        <BlockShape key={`${block.machine}${block.from}`} block={block} plate={plate} />
      ))}
      {tale.flights.map((flight, i) => (
        <FlightShape key={i} flight={flight} plate={plate} />
      ))}
      {plate.scale.folds.map((fold) => (
        <Fold key={fold.from} plate={plate} at={fold.at} size={fold.size} text={foldText(tale.waits, fold)} />
      ))}
      {plateNames(tale, plate, broken || plate.down ? "packets too" : "work alone").map((name) => (
        <NameText key={`${name.x} ${name.y}`} name={name} />
      ))}
      <Axis plate={plate} measured={measured} />
      {now > 0 && <circle cx={dot.x} cy={dot.y} r={8} className="dot-now" />}
    </svg>
  );
}
