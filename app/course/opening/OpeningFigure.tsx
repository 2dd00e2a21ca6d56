/** The call at a moment: what has been, drawn from a simulated run; what is to come is not drawn. */
import { useId } from "react";
import { speedText } from "../../words/times.ts";
import { bookingNames, ENVELOPE, flightNames } from "./flight-names.ts";
import { pictureText } from "./outcome.ts";
import { at, bar, fallen, HALF, halfWay, isUnderWay, onWay, placeAt, point, roomTicks, wireAt } from "./room.ts";
import type { ScenePlace, SceneRoom } from "./room.ts";
import { seatsAt } from "./tale.ts";
import type { Flight, Machine, Tale } from "./tale.ts";

const nameX = ({ width }: SceneRoom): number => (width > 1180 ? 48 : 32); // px: the page’s margin
const CABLE = 8; // px, of the yellow way of the call
const NAMES: Readonly<Record<Machine, readonly [string, string]>> = {
  caller: ["Caller", "Mina’s machine"],
  server: ["Server", "has the list of seats"],
};

const lineOf = (room: SceneRoom, ends: readonly [ScenePlace, ScenePlace]) => {
  const [a, b] = [point(room, ends[0]), point(room, ends[1])];
  return { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
};

function Band({ room, machine }: { readonly room: SceneRoom; readonly machine: Machine }) {
  const { lanes, band, start, length, down } = room;
  const middle = lanes[machine];
  const shape = down
    ? { x: middle - band / 2, y: start - 6, width: band, height: length + 12 }
    : { x: 0, y: middle - band / 2, width: room.width, height: band };
  const ends = [start, start + length].map((along): ScenePlace => ({ along, across: middle }));
  return (
    <>
      <rect {...shape} className="band" />
      <line
        {...lineOf(room, [ends[0] ?? { along: 0, across: 0 }, ends[1] ?? { along: 0, across: 0 }])}
        className="idle"
      />
    </>
  );
}

/** The two names, and how many seats the server has booked for Omar. */
function Names({ room, seats }: { readonly room: SceneRoom; readonly seats: number }) {
  const booked = seats === 0 ? "Omar: no seat" : seats === 1 ? "Omar: 1 seat" : `Omar: ${seats} seats`;
  return (["caller", "server"] as const).map((machine) => {
    const [name, what] = NAMES[machine];
    const middle = room.lanes[machine];
    const isServer = machine === "server";
    const where = room.down
      ? { x: isServer ? room.width - 2 : room.lanes.caller - room.band / 2, anchor: isServer ? "end" : "start", y: 14 }
      : { x: nameX(room), anchor: "start", y: middle - 4 };
    return (
      <text key={machine} x={where.x} y={where.y} textAnchor={where.anchor === "end" ? "end" : "start"} className="who">
        {name}
        <tspan x={where.x} dy={18} className={isServer && seats > 0 ? "seat booked" : "seat"}>
          {isServer ? booked : what}
        </tspan>
      </text>
    );
  });
}

function Axis({ room }: { readonly room: SceneRoom }) {
  const { start, length, axis, down } = room;
  return (
    <g className="axis">
      <line
        {...lineOf(room, [
          { along: start, across: axis },
          { along: start + length, across: axis },
        ])}
      />
      {roomTicks(room).map(({ time, at: along, label }) => {
        const { x, y } = point(room, { along: start + along, across: axis });
        const long = label === null ? 4 : 8;
        return (
          <g key={time}>
            <line x1={x} y1={y} x2={down ? x - long : x} y2={down ? y : y + long} />
            {label !== null && (
              <text
                x={down ? x - 11 : x}
                y={down ? y + 4 : y + 24}
                textAnchor={down ? "end" : along < 8 ? "start" : "middle"}
              >
                {down ? label.replace(/\s.*/, "") : label}
              </text>
            )}
          </g>
        );
      })}
      {down && (
        <text x={room.axis} y={start - 14} textAnchor="end">
          ms
        </text>
      )}
    </g>
  );
}

function FlightShape({
  room,
  flight,
  now,
}: {
  readonly room: SceneRoom;
  readonly flight: Flight;
  readonly now: number;
}) {
  const { fate, onPath, again, copy } = flight;
  const isLost = fate === "lost";
  const gone = Math.min(isLost ? HALF : 1, (now - flight.from) / (flight.to - flight.from));
  const [start, end] = [onWay(room, flight, 0), onWay(room, flight, gone)];
  const line = lineOf(room, [start, end]);
  const isOver = now >= flight.to;
  const fall = isOver ? fallen(room, flight) : placeAt(room, flight, now);
  const { x, y } = point(room, fall);
  return (
    <g className={`flight ${fate}${again || copy ? " again" : ""}${onPath ? " path" : ""}`}>
      {onPath && <line {...line} className="cable" strokeWidth={CABLE} />}
      <line {...line} className="way" />
      {isLost && gone === HALF && <line {...lineOf(room, [end, fall])} className="fall" />}
      {isLost && isOver && (
        <g className="ground-mark">
          <circle cx={x} cy={y} r={9} />
          <path d={`M${x - 4} ${y - 4}l8 8M${x + 4} ${y - 4}l-8 8`} />
        </g>
      )}
    </g>
  );
}

/** The caller's timer: a line from its start, and a ring that drains where it would run out. */
function TimerShape({ room, tale, now }: { readonly room: SceneRoom; readonly tale: Tale; readonly now: number }) {
  return tale.timers
    .filter(({ from }) => from <= now)
    .toReversed() // the ring of one lies over the line of the next
    .map(({ from, due, to, ranOut }) => {
      const until = Math.min(now, to);
      const isRunning = now < to;
      const across = room.timer;
      const last = room.start + room.length;
      const place = (time: number): ScenePlace => ({ along: Math.min(last, at(room, time)), across });
      const beyond = at(room, due) > last;
      const end = point(room, place(ranOut || isRunning ? due : to));
      const share = Math.max(0.0001, Math.min(0.9999, (due - until) / (due - from)));
      return (
        <g key={from} className={ranOut && !isRunning ? "timer out" : "timer"}>
          <line {...lineOf(room, [place(from), place(until)])} className="runs" />
          {isRunning && <line {...lineOf(room, [place(until), place(due)])} className="left" />}
          {!beyond && (isRunning || ranOut) && (
            <>
              <circle cx={end.x} cy={end.y} r={9} className="ring" />
              {isRunning ? (
                <path d={sector(end.x, end.y, 6, share)} />
              ) : (
                <circle cx={end.x} cy={end.y} r={4.5} className="core" />
              )}
            </>
          )}
        </g>
      );
    });
}

/** A slice of a disc, from the top clockwise; it shrinks from a whole turn to none. */
function sector(x: number, y: number, radius: number, share: number): string {
  const turn = 2 * Math.PI * (1 - share) - Math.PI / 2;
  const [a, b] = [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
  return `M${x} ${y}L${a} ${b}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${x} ${y - radius}z`;
}

function TimerName({ room, tale, now }: { readonly room: SceneRoom; readonly tale: Tale; readonly now: number }) {
  const timer =
    tale.timers.find(({ from, ranOut }) => from <= now && ranOut) ?? tale.timers.findLast(({ from }) => from <= now);
  if (timer === undefined || room.down) return null;
  const from = at(room, timer.from);
  const text = `timer, ${speedText(timer.due - timer.from)}`;
  return (
    <text x={from} y={room.timer - 8} className="timer-name">
      {text}
    </text>
  );
}

/** Where the call is: an envelope on the wire, or a disc on the machine that has it. */
function Present({ room, tale, now }: { readonly room: SceneRoom; readonly tale: Tale; readonly now: number }) {
  const flying = tale.flights.filter((flight) => isUnderWay(flight, now));
  const piece = tale.path.find(({ from, to, machine }) => machine !== null && from <= now && now <= to);
  const here = piece?.machine ?? null;
  const disc = here === null ? null : point(room, { along: at(room, now), across: room.lanes[here] });
  return (
    <>
      {disc !== null && <circle cx={disc.x} cy={disc.y} r={9} className="now" />}
      {flying.map((flight) => {
        const { x, y } = point(room, placeAt(room, flight, now));
        const { wide, high } = ENVELOPE;
        const flap = `M${x - wide} ${y - high}L${x} ${y + 2}L${x + wide} ${y - high}`;
        const isLost = flight.fate === "lost" && placeAt(room, flight, now).along === halfWay(room, flight).along;
        return (
          <g key={`${flight.from} ${flight.line}`} className={isLost ? "envelope lost" : "envelope"}>
            <rect x={x - wide} y={y - high} width={2 * wide} height={2 * high} rx={1.5} />
            <path d={flap} />
          </g>
        );
      })}
    </>
  );
}

function Path({ room, tale }: { readonly room: SceneRoom; readonly tale: Tale }) {
  return tale.path.map(({ from, to, machine }) =>
    machine === null ? null : (
      <rect key={from} {...bar(room, from, to, room.lanes[machine], CABLE)} className="cable" />
    ),
  );
}

function Work({ room, tale }: { readonly room: SceneRoom; readonly tale: Tale }) {
  return (
    <>
      {tale.blocks.map(({ machine, from, to }) => (
        <rect key={`${machine} ${from}`} {...bar(room, from, to, room.lanes[machine], room.bar)} className="work" />
      ))}
      {tale.bookings.map(({ from, to }) => (
        <rect key={from} {...bar(room, from, to, room.lanes.server, room.bar)} className="books" />
      ))}
    </>
  );
}

const RETURNS_WIDE = 140; // px, of the words and a timer’s ring

/** When the call returns: at its place on the axis, or beyond the axis’ end while one drags. */
function Returns({ room, tale, now }: { readonly room: SceneRoom; readonly tale: Tale; readonly now: number }) {
  if (room.down) return null;
  const place = at(room, tale.end);
  const isBeyond = place > room.start + room.length + 1;
  if (!isBeyond && now < tale.end) return null;
  const x = isBeyond ? room.start + room.length : place;
  const ring = Math.max(0, ...tale.timers.filter(({ ranOut }) => ranOut).map(({ due }) => at(room, due)));
  const isNear = x - ring < RETURNS_WIDE && ring < x;
  return (
    <text x={x} y={room.timer - (isNear ? 18 : 8)} textAnchor="end" className="returns">
      returns at {speedText(tale.end)} {isBeyond ? "→" : "▼"}
    </text>
  );
}

/** The run before a drag, behind the one that it would give. */
function Ghost({ room, tale }: { readonly room: SceneRoom; readonly tale: Tale }) {
  return (
    <g className="ghost">
      {tale.blocks.map(({ machine, from, to }) => (
        <rect key={`${machine} ${from}`} {...bar(room, from, to, room.lanes[machine], room.bar)} />
      ))}
      {tale.flights.map((flight) => (
        <line
          key={`${flight.line} ${flight.from}`}
          {...lineOf(room, [
            onWay(room, flight, 0),
            flight.fate === "lost" ? halfWay(room, flight) : onWay(room, flight, 1),
          ])}
        />
      ))}
    </g>
  );
}

/** While a packet is held: the ground, on which it is lost, and the line over which it is copied. */
function Zones({ room }: { readonly room: SceneRoom }) {
  const [ground, lift] = [wireAt(room, 0.8), wireAt(room, 0.2)];
  const floor = wireAt(room, 1);
  const { start, length, down } = room;
  const box = down
    ? { x: ground, y: start, width: floor - ground, height: length }
    : { x: start, y: ground, width: length, height: floor - ground };
  const line = (across: number) =>
    lineOf(room, [
      { along: start, across },
      { along: start + length, across },
    ]);
  const words = (across: number) =>
    down
      ? { x: across, y: start + length - 8, textAnchor: "end" as const }
      : { x: start + length - 8, y: across, textAnchor: "end" as const };
  return (
    <g className="zones">
      <rect {...box} className="ground" />
      <line {...line(ground)} className="ground-line" />
      <line {...line(lift)} className="lift-line" />
      <text {...words(down ? ground - 8 : ground - 8)} className="ground-words">
        {down ? "ground" : "ground: the packet is lost"}
      </text>
      {!down && <text {...words(lift - 8)}>lift: a copy</text>}
    </g>
  );
}

interface Picture {
  readonly room: SceneRoom;
  readonly tale: Tale;
  readonly now: number;
  /** The run before, while something is held. */
  readonly ghost?: Tale | undefined;
  readonly zones?: boolean;
}

export function OpeningFigure({ room, tale, now, ghost, zones = false }: Picture) {
  const id = useId();
  const flights = tale.flights.filter(({ from }) => from <= now);
  const bookings = bookingNames(room, tale, now);
  const until = at(room, now);
  const past = room.down
    ? { x: 0, y: 0, width: room.width, height: Math.max(0, until) }
    : { x: 0, y: 0, width: Math.max(0, until), height: room.height };
  return (
    <svg width={room.width} height={room.height} role="img" aria-label={pictureText(tale, now)}>
      <defs>
        <clipPath id={`${id}past`}>
          <rect {...past} />
        </clipPath>
        <pattern id="opening-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" x2="0" y1="0" y2="6" className="hatch" />
        </pattern>
      </defs>
      <Band room={room} machine="caller" />
      <Band room={room} machine="server" />
      {zones && <Zones room={room} />}
      <Axis room={room} />
      {ghost !== undefined && <Ghost room={room} tale={ghost} />}
      <g clipPath={`url(#${id}past)`}>
        <Path room={room} tale={tale} />
        {flights.map((flight) => (
          <FlightShape key={`${flight.line} ${flight.from}`} room={room} flight={flight} now={now} />
        ))}
        <Work room={room} tale={tale} />
      </g>
      <TimerShape room={room} tale={tale} now={now} />
      <TimerName room={room} tale={tale} now={now} />
      {flightNames(room, flights, now, bookings).map(({ key, text, isLost, x, y, anchor }) => (
        <text key={key} x={x} y={y} textAnchor={anchor} className={isLost ? "name lost" : "name"}>
          {text}
        </text>
      ))}
      {bookings.map(({ key, text, x, y, anchor }) => (
        <text key={key} x={x} y={y} textAnchor={anchor} className="beside">
          {text}
        </text>
      ))}
      <Names room={room} seats={seatsAt(tale, now)} />
      <Present room={room} tale={tale} now={now} />
      {(ghost !== undefined || now >= tale.end) && <Returns room={room} tale={tale} now={now} />}
    </svg>
  );
}
