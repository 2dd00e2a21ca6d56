/** What a held thing would change: a packet on the ground is lost, over the lift line copied, along time delayed. */
import { BOOKING_MS } from "./call.ts";
import type { Change } from "./call.ts";
import { GROUND, LIFT } from "./room.ts";
import { plain } from "../../words/numbers.ts";

type Zone = "ground" | "middle" | "lift";

export const zoneOf = (share: number): Zone => (share > GROUND - 0.04 ? "ground" : share < LIFT ? "lift" : "middle");

export interface Meaning {
  readonly change: Change;
  /** The line of the fault script or the parameter, or what is taken back. */
  readonly line: string;
  /** Why the place means nothing else; null where it is plain. */
  readonly refused: string | null;
}

const MS = 1e6; // nanoseconds
const LEAST_MS = 0.25; // below, a hand has trembled
const CALL = "call#1";

const faultOf = (packet: string, zone: Zone, byMs: number): string | null => {
  const by = `by ${plain(byMs, 1)}ms`;
  if (zone === "ground") return `drop ${packet}`;
  if (zone === "lift") return byMs < LEAST_MS ? `duplicate ${packet}` : `duplicate ${packet} ${by}`;
  return byMs < LEAST_MS ? null : `delay ${packet} ${by}`;
};

const isOf = (packet: string) => (line: string) =>
  line
    .split(" ")
    .slice(1)
    .join(" ")
    .replace(/ by .*/, "") === packet;

/** Faults of other packets stay. Where the first call changes, the packets after it are others, and are left alone. */
function withFault(faults: readonly string[], packet: string, fault: string | null): readonly string[] {
  const others = packet === CALL ? [] : faults.filter((line) => !isOf(packet)(line));
  return fault === null ? others : [...others, fault];
}

/** The fault of a packet in a change; null where none is. */
export const faultOn = ({ faults }: Change, packet: string): string | null => faults.find(isOf(packet)) ?? null;

/** @param by how far along time the packet is from its place, in nanoseconds */
export function packetMeaning(now: Change, packet: string, zone: Zone, by: number): Meaning {
  const late = Math.max(0, Math.round(by / MS / 0.1) * 0.1);
  const fault = faultOf(packet, zone, late);
  const refused = zone === "middle" && by < -LEAST_MS * MS ? "A packet cannot arrive earlier." : null;
  return {
    change: { ...now, faults: withFault(now.faults, packet, fault) },
    line: fault ?? `no fault of ${packet}`,
    refused,
  };
}

export const BOOKING = { least: 1, most: 40 } as const; // ms; the experiment allows more, the figure has no room

export function bookingMeaning(now: Change, ms: number): Meaning {
  const bookingMs = Math.min(BOOKING.most, Math.max(BOOKING.least, Math.round(ms)));
  return { change: { ...now, bookingMs }, line: `booking ${BOOKING_MS} → ${bookingMs} ms`, refused: null };
}
