import type { CSSProperties } from "react";
import { durationText } from "../words/times.ts";
import { endsOf } from "./plate.ts";
import type { Plate } from "./plate.ts";
import type { CallTale, Flight } from "./story.ts";

/** The faults of the menu: each has its button, and the line of a fault script. */
const FATES: readonly { readonly label: string; readonly line: (packet: string) => string }[] = [
  { label: "Lose it", line: (packet) => `drop ${packet}` },
  { label: "Duplicate", line: (packet) => `duplicate ${packet}` },
  { label: "Delay", line: (packet) => `delay ${packet} by 1ms` },
];

const GAP = 16; // px between a packet's line and its menu

/** The greatest width of a menu, in px, where two menus stand between the lines of two packets. */
function roomFor({ flights }: CallTale, plate: Plate): number {
  const middles = flights.map((flight) => endsOf(flight, plate).half.x);
  return (Math.max(...middles) - Math.min(...middles)) / 2 - 1.5 * GAP;
}

interface Props {
  readonly tale: CallTale;
  readonly plate: Plate;
  readonly onFault: (line: string) => void;
}

function placeOf(flight: Flight, tale: CallTale, plate: Plate): CSSProperties {
  const { half } = endsOf(flight, plate);
  const isLeft = flight.machine === "server";
  return {
    left: half.x,
    top: half.y,
    width: "max-content",
    maxWidth: roomFor(tale, plate),
    transform: isLeft ? `translate(calc(-100% - ${GAP}px), -50%)` : `translate(${GAP}px, -50%)`,
  };
}

/** A menu of faults for each packet: beside its line, or in rows of their own on a phone. */
export function PacketMenus({ tale, plate, onFault }: Props) {
  return tale.flights.map((flight) => (
    <div
      key={flight.line}
      className="packet"
      role="group"
      aria-label={flight.name}
      style={plate.down ? undefined : placeOf(flight, tale, plate)}
    >
      <p>
        <b>{flight.name}</b>{" "}
        <span>
          {flight.bytes} bytes, {durationText(flight.to - flight.from)}
        </span>
      </p>
      {FATES.map(({ label, line }) => (
        <button
          key={label}
          type="button"
          aria-label={`${label}: ${flight.name.toLowerCase()}`}
          onClick={() => onFault(line(flight.line))}
        >
          {label}
        </button>
      ))}
    </div>
  ));
}
