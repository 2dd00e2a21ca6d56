/** What the reader can take hold of: each packet that is drawn, and the end of the booking. */
import { useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { speedText } from "../../words/times.ts";
import type { Change } from "./call.ts";
import { BOOKING, bookingMeaning, faultOn, packetMeaning, zoneOf } from "./grip.ts";
import type { Meaning } from "./grip.ts";
import { GripMenu } from "./GripMenu.tsx";
import type { Choice } from "./GripMenu.tsx";
import { at, gripOf, isUnderWay, point, shareOf } from "./room.ts";
import type { Point, Room } from "./room.ts";
import type { Flight, Tale } from "./tale.ts";
import "./grips.css";

const MS = 1e6; // nanoseconds
const CLICK_PX = 4; // a pointer that moved less has clicked

export interface GripsProps {
  readonly room: Room;
  readonly tale: Tale;
  readonly now: number;
  /** The change whose run is drawn. */
  readonly change: Change;
  readonly hasBooking: boolean;
  /** A thing is held at a place on the page; null where it is let go without a change. */
  readonly onHold: (meaning: Meaning | null, at?: Point) => void;
  readonly onChange: (change: Change) => void;
}

interface Drag {
  readonly x: number;
  readonly y: number;
  /** How far the thing is ahead of the pointer’s moment, in nanoseconds. */
  readonly began: number;
}

interface Held {
  readonly meaning: Meaning;
  readonly at: Point;
}

/** Where a pointer is in the figure, along time and across. */
function placeOf(
  room: Room,
  event: PointerEvent,
): { readonly time: number; readonly across: number; readonly at: Point } {
  const box = event.currentTarget.closest(".scene")?.getBoundingClientRect();
  const [x, y] = [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)];
  const [along, across] = room.down ? [y, x] : [x, y];
  return { time: room.scale.time(along - room.start), across, at: { x, y } };
}

/** A pointer takes hold, and lets go; `meaningAt` says what that means. */
function useDrag(
  room: Room,
  meaningAt: (time: number, across: number, began: number) => Meaning,
  { onHold, onChange }: Pick<GripsProps, "onHold" | "onChange">,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const dragged = useRef(false);
  const end = (meaning: Meaning | null): void => {
    dragged.current = held !== null; // the browser tells a click after it
    setDrag(null);
    setHeld(null);
    onHold(null);
    if (meaning !== null) onChange(meaning.change);
  };
  return {
    held,
    cancel: () => end(null),
    /** Whether the click that has come ended a drag. */
    wasDrag: () => {
      const was = dragged.current;
      dragged.current = false;
      return was;
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = false;
        setDrag({ x: event.clientX, y: event.clientY, began: placeOf(room, event).time });
      },
      onPointerMove: (event: PointerEvent) => {
        if (drag === null) return;
        const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
        if (held === null && far < CLICK_PX) return;
        const { time, across, at: here } = placeOf(room, event);
        const meaning = meaningAt(time, across, drag.began);
        setHeld({ meaning, at: here });
        onHold(meaning, here);
      },
      onPointerUp: () => end(held?.meaning ?? null),
      onPointerCancel: () => end(null),
    },
  };
}

/** The keys of a packet, by the way that time runs. */
const KEYS = {
  across: { ArrowDown: "ground", ArrowUp: "lift", ArrowRight: "later", ArrowLeft: "sooner" },
  down: { ArrowRight: "ground", ArrowLeft: "lift", ArrowDown: "later", ArrowUp: "sooner" },
} as const;

const delayOf = (fault: string | null): number =>
  fault?.startsWith("delay") === true ? Number(/by ([\d.]+)ms/.exec(fault)?.[1] ?? 0) : 0;

function Packet({ flight, ...props }: GripsProps & { readonly flight: Flight }) {
  const { room, change, now, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const grip = useRef<HTMLButtonElement>(null);
  const { line, name } = flight;
  const fault = faultOn(change, line);
  const delay = delayOf(fault);
  const meaningAt = (time: number, across: number, began: number): Meaning =>
    packetMeaning(change, line, zoneOf(shareOf(room, across)), time - began + delay * MS);
  const { held, cancel, wasDrag, handlers } = useDrag(room, meaningAt, props);
  const set = (zone: "ground" | "middle" | "lift", ms: number): void =>
    onChange(packetMeaning(change, line, zone, ms * MS).change);
  const onKeyDown = (event: KeyboardEvent): void => {
    const keys: Readonly<Record<string, string>> = room.down ? KEYS.down : KEYS.across;
    const step = event.shiftKey ? 0.3 : 1;
    const act: Readonly<Record<string, () => void>> = {
      ground: () => set("ground", 0),
      lift: () => set("lift", 0),
      later: () => set("middle", delay + step),
      sooner: () => set("middle", Math.max(0, delay - step)),
      Delete: () => set("middle", 0),
      Backspace: () => set("middle", 0),
      Escape: () => (isOpen ? setIsOpen(false) : cancel()),
    };
    const does = act[keys[event.key] ?? event.key];
    if (does === undefined) return;
    event.preventDefault();
    does();
  };
  const { x, y } = held?.at ?? point(room, gripOf(room, flight, now));
  const [ground, lift] = room.down ? ["right", "left"] : ["down", "up"];
  const state = fault ?? "as it was";
  const choices: readonly Choice[] = [
    ["Lose it", () => set("ground", 0)],
    ["Delay it by 5 ms", () => set("middle", 5)],
    ["Copy it", () => set("lift", 0)],
    ["Leave it alone", () => set("middle", 0)],
  ];
  const close = (): void => {
    setIsOpen(false);
    grip.current?.focus();
  };
  return (
    <div
      className="grip-place"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
    >
      <button
        ref={grip}
        type="button"
        className={`grip ${held !== null ? "held" : isUnderWay(flight, now) ? "flying" : flight.fate}`}
        style={{ left: x, top: y }}
        aria-label={`${name} (${line}): ${state}. Arrow ${ground} loses it, ${lift} copies it, the others delay it`}
        aria-expanded={isOpen}
        onKeyDown={onKeyDown}
        {...handlers}
        onClick={() => {
          if (!wasDrag()) setIsOpen(!isOpen);
        }}
      />
      {isOpen && <GripMenu name={name} choices={choices} room={room} x={x} y={y} onClose={close} />}
    </div>
  );
}

/** The end of the booking: how long the procedure takes. */
function Booking(props: GripsProps & { readonly from: number; readonly to: number }) {
  const { room, change, from, to, onChange } = props;
  const meaningAt = (time: number, _: number, began: number): Meaning =>
    bookingMeaning(change, (to - from + time - began) / MS);
  const { held, cancel, handlers } = useDrag(room, meaningAt, props);
  const place = point(room, { along: at(room, to), across: room.lanes.server });
  const { x, y } = held === null ? place : room.down ? { ...place, y: held.at.y } : { ...place, x: held.at.x };
  const by = (ms: number): void => onChange(bookingMeaning(change, change.bookingMs + ms).change);
  const onKeyDown = (event: KeyboardEvent): void => {
    const act: Readonly<Record<string, () => void>> = {
      ArrowRight: () => by(1),
      ArrowUp: () => by(1),
      ArrowLeft: () => by(-1),
      ArrowDown: () => by(-1),
      Home: () => by(-BOOKING.most),
      End: () => by(BOOKING.most),
      Escape: cancel,
    };
    const does = act[event.key];
    if (does === undefined) return;
    event.preventDefault();
    does();
  };
  return (
    <div
      className={`${held !== null ? "grip bar-end held" : "grip bar-end"}${room.down ? " down" : ""}`}
      style={{ left: x, top: y }}
      role="slider"
      tabIndex={0}
      aria-label="The booking takes"
      aria-valuemin={BOOKING.least}
      aria-valuemax={BOOKING.most}
      aria-valuenow={change.bookingMs}
      aria-valuetext={speedText(change.bookingMs * MS)}
      onKeyDown={onKeyDown}
      {...handlers}
    />
  );
}

export function Grips(props: GripsProps) {
  const { tale, now, hasBooking } = props;
  const last = tale.bookings.findLast(({ to }) => to <= now);
  return (
    <>
      {tale.flights
        .filter(({ from, copy }) => from <= now && !copy)
        .map((flight) => (
          <Packet key={flight.line} {...props} flight={flight} />
        ))}
      {hasBooking && last !== undefined && <Booking {...props} from={last.from} to={last.to} />}
    </>
  );
}
