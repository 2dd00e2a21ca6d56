/** What the reader can take hold of: each packet that is drawn, and the end of the booking. */
import { useRef, useState } from "react";
import type { HTMLAttributes, PointerEvent } from "react";
import { formatFault } from "../../../engine/faults/text.ts";
import type { Point } from "../../draw/point.ts";
import { pointerEvents, tellKey } from "../../hand/hand-events.ts";
import { useHand } from "../../hand/use-hand.ts";
import type { OwnEffect } from "../../hand/use-hand.ts";
import { speedText } from "../../words/times.ts";
import { keyOf } from "./call.ts";
import type { Change } from "./call.ts";
import { BOOKING, choicesOf, faultOn, openingSurface } from "./grip.ts";
import type { OpeningDrop, GripTarget } from "./grip.ts";
import { GripMenu } from "./GripMenu.tsx";
import { at, gripOf, isUnderWay, point } from "./scene-room.ts";
import type { SceneRoom } from "./scene-room.ts";
import type { HeldGrip } from "./shown.ts";
import type { Flight, Tale } from "./tale.ts";
import "./grips.css";

const MS = 1e6; // nanoseconds

export interface GripsProps {
  readonly room: SceneRoom;
  readonly tale: Tale;
  readonly now: number;
  /** The change whose run is drawn. */
  readonly change: Change;
  readonly hasBooking: boolean;
  /** What a drop would mean, and where the pointer is; null where the hand lets go. */
  readonly onHold: (held: HeldGrip | null) => void;
  readonly onChange: (change: Change) => void;
}

/** The pointer in the figure, in pixels. */
function pointOf(event: PointerEvent): Point {
  const { left = 0, top = 0 } = event.currentTarget.closest(".scene")?.getBoundingClientRect() ?? {};
  return { x: event.clientX - left, y: event.clientY - top };
}

/** A hand on one thing of the figure. `held`: where the pointer holds it; null where it does not. */
function useGrip(target: GripTarget, { onHold, onChange }: GripsProps, onPress: () => void) {
  const run = (effect: OwnEffect<GripTarget, OpeningDrop>): void => {
    switch (effect.tag) {
      case "preview":
        return onHold({ drop: effect.meaning, at: effect.point });
      case "end the preview":
        return onHold(null);
      case "change":
        onHold(null);
        return onChange(effect.meaning.change);
      case "list":
        return onPress();
    }
  };
  const given = { stands: keyOf(target.change), experiment: "", run };
  const { hand, send } = useHand<GripTarget, OpeningDrop>({ ...openingSurface, ...given });
  const handlers: HTMLAttributes<HTMLElement> = {
    ...pointerEvents(target, send, pointOf),
    onKeyDown: (event) => tellKey(target, send, event),
  };
  return { held: hand.tag === "held" ? hand.point : null, handlers };
}

function Packet({ flight, ...props }: GripsProps & { readonly flight: Flight }) {
  const { room, change, now, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const grip = useRef<HTMLButtonElement>(null);
  const { line, name, packet } = flight;
  const toggle = (): void => setIsOpen(!isOpen);
  const { held, handlers } = useGrip({ tag: "packet", packet, room, change }, props, toggle);
  const fault = faultOn(change, packet);
  const { x, y } = held ?? point(room, gripOf(room, flight, now));
  const keys = room.down
    ? "Arrow right loses it, arrow left copies it, the others delay it"
    : "Arrow down loses it, arrow up copies it, the others delay it";
  const state = fault === null ? "as it was" : formatFault(fault);
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
      onKeyDown={({ key }) => {
        if (key === "Escape") setIsOpen(false);
      }}
    >
      <button
        ref={grip}
        type="button"
        className={`hold ${held !== null ? "held" : isUnderWay(flight, now) ? "flying" : flight.fate}`}
        style={{ left: x, top: y }}
        aria-label={`${name} (${line}): ${state}. ${keys}`}
        aria-expanded={isOpen}
        {...handlers}
        onClick={({ detail }) => {
          if (detail === 0) toggle(); // by a key or a screen reader; a pointer has been heard already
        }}
      />
      {isOpen && (
        <GripMenu
          {...{ name, room, x, y }}
          choices={choicesOf(change, packet).map(([words, drop]) => [words, () => onChange(drop.change)])}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The end of the booking: how long the procedure takes. */
function Booking(props: GripsProps & { readonly from: number; readonly to: number }) {
  const { room, change, from, to } = props;
  const target: GripTarget = { tag: "booking", ms: (to - from) / MS, room, change };
  const { held, handlers } = useGrip(target, props, () => undefined);
  const place = point(room, { along: at(room, to), across: room.lanes.server });
  const { x, y } = held === null ? place : room.down ? { ...place, y: held.y } : { ...place, x: held.x };
  return (
    <div
      className={`${held !== null ? "hold bar-end held" : "hold bar-end"}${room.down ? " down" : ""}`}
      style={{ left: x, top: y }}
      role="slider"
      tabIndex={0}
      aria-label="The booking takes"
      aria-valuemin={BOOKING.least}
      aria-valuemax={BOOKING.most}
      aria-valuenow={change.bookingMs}
      aria-valuetext={speedText(change.bookingMs * MS)}
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
