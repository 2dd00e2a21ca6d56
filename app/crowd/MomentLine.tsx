import type { KeyboardEvent, PointerEvent } from "react";
import type { Nanos } from "../../engine/kernel/time.ts";
import { pointIn } from "../draw/figure-size.ts";
import { onClock } from "../words/times.ts";
import type { CrowdLayout } from "./layout.ts";
import { clockOf } from "./words.ts";

interface Props {
  readonly layout: CrowdLayout;
  readonly at: Nanos;
  readonly until: Nanos;
  readonly width: Nanos; // of a piece
  /** Whether it stays where it was pressed. */
  readonly isPinned: boolean;
  readonly onGo: (to: Nanos) => void;
  /** A press, or Enter: the calls around the moment are wanted. */
  readonly onOpen: () => void;
}

const MOVES: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageDown: -5,
  PageUp: 5,
};

/** The moment that is read: it follows a mouse, and a finger that presses; arrows move it by a piece. */
export function MomentLine({ layout, at, until, width, isPinned, onGo, onOpen }: Props) {
  const { x0, x1, rates, times, time } = layout;
  const unit = clockOf(until);
  const toPlace = (event: PointerEvent<HTMLElement>): void =>
    onGo(time.valueAt(x0 + pointIn(event.currentTarget, event).x));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return onOpen();
    }
    const by = MOVES[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? until : by === undefined ? null : at + by * width;
    if (to === null) return;
    event.preventDefault();
    onGo(to);
  };
  return (
    <div
      className="crowd-moment"
      role="slider"
      tabIndex={0}
      aria-label="Moment"
      aria-valuemin={0}
      aria-valuemax={until}
      aria-valuenow={Math.round(at)}
      aria-valuetext={`${onClock(at, unit)} ${unit.name}`}
      style={{ left: x0, top: rates.y0, width: x1 - x0, height: times.y1 - rates.y0 }}
      onKeyDown={onKeyDown}
      onPointerMove={(event) => !isPinned && event.pointerType === "mouse" && toPlace(event)}
      onPointerDown={toPlace}
      onClick={onOpen}
    />
  );
}
