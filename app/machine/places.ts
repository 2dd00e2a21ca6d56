/** The places of the drawn machines as mouse and keyboard go through them, each with what is there now. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { counted } from "../words/numbers.ts";
import { mediumOf } from "../trace/lanes.ts";
import type { Cable, HostRects, MachineLayout } from "./layout.ts";
import {
  conditionText,
  hostName,
  packetsText,
  partText,
  processorText,
  threadsText,
  trackName,
  wireText,
} from "./machine-text.ts";
import type { HostNow, Now, PacketNow } from "./state.ts";
import type { Rect } from "../draw/point.ts";

export interface MachinePlace {
  readonly key: string; // one for each place
  /** Equal for the same part of both machines. */
  readonly part: string;
  readonly host: number; // 0 or 1; -1 for the network
  readonly rect: Rect;
  readonly name: string; // "Caller CPU 0"
  readonly text: string; // what is there now
  /** The event that the place leads to; NO_REF for none. */
  readonly ref: Ref;
  /** The machine that the place leads to, in place of an event. */
  readonly machine: string | null;
}

/** A place can be hit within so many pixels. */
const LEAST = 24;

export function placesOf(trace: TraceData, layout: MachineLayout, now: Now): readonly MachinePlace[] {
  const all = layout.places.map((place, i) => hostPlaces(trace, place, now.hosts[i], i));
  const wire = layout.cable === null ? [] : [wirePlace(trace, layout.cable, now)];
  return [...itemAt(all, 0, "machine"), ...wire, ...all.slice(1).flat()];
}

function hostPlaces(
  trace: TraceData,
  place: HostRects,
  own: HostNow | undefined,
  host: number,
): readonly MachinePlace[] {
  if (own === undefined) return [];
  const { machine, processors, bus } = place.host;
  const { memory } = place;
  const name = hostName(trace, own);
  const at = (part: string, rect: Rect, what: string, text: string, ref: Ref = NO_REF): MachinePlace => ({
    key: `${host} ${part}`,
    part,
    host,
    rect: hittable(rect),
    name: `${name}${what === "" ? "" : ` ${what}`}`,
    text,
    ref,
    machine: null,
  });
  const rows = own.processors.flatMap((one): readonly MachinePlace[] => {
    const rect = place.processors.get(one.track);
    const part = `processor ${processors.indexOf(one.track)}`;
    return rect === undefined
      ? []
      : [at(part, rect, trackName(trace, one.track), processorText(own, one), one.work?.ref)];
  });
  const rowOf = ({ rect }: MachinePlace): number => rect.y;
  const first = ([one]: readonly PacketNow[]): Ref => one?.ref ?? NO_REF;
  const seen = new Set<number>();
  const parts = [bus, ...place.controllers.keys()].filter((track) => track >= 0 && !seen.has(track) && seen.add(track));
  return [
    { ...at("machine", place.title, "", hostText(own)), machine },
    at("ready", place.ready, "threads that wait for a processor", threadsText(own.ready)),
    at("waiting", place.waiting, "threads that wait for an answer", threadsText(own.waiting)),
    ...rows.toSorted((a, b) => rowOf(a) - rowOf(b)),
    ...(memory === null
      ? []
      : [
          at("queue", memory.queue, "packets to be sent", packetsText(trace, own.queue), first(own.queue)),
          at("received", memory.received, "packets received", packetsText(trace, own.received), first(own.received)),
        ]),
    ...parts.flatMap((track, i): readonly MachinePlace[] => {
      const rect = track === bus ? place.bus : place.controllers.get(track);
      const ref = own.hardware.get(track)?.ref ?? first(own.moving.filter(({ stay }) => stay.track === track));
      return rect === null || rect === undefined
        ? []
        : [at(`part ${i}`, rect, trackName(trace, track), partText(trace, own, track), ref)];
    }),
  ];
}

/** "5 processors", "1 processor, down". */
function hostText({ host, condition }: HostNow): string {
  const said = [counted(host.processors.length, "processor"), conditionText(condition)];
  return said.filter((text) => text !== "").join(", ");
}

function wirePlace(trace: TraceData, { box }: Cable, now: Now): MachinePlace {
  const [first] = now.wire;
  const ref = first?.ref ?? (now.lost === null ? NO_REF : now.lost.packet * 4 + 1);
  return {
    key: "wire",
    part: "wire",
    host: -1,
    rect: hittable(box),
    name: mediumOf(trace),
    text: wireText(trace, now),
    ref,
    machine: null,
  };
}

function hittable({ x, y, width, height }: Rect): Rect {
  const wide = Math.max(LEAST, width);
  return { x: x - (wide - width) / 2, y, width: wide, height: Math.max(height, 22) };
}

/** The place to which a key leads; null for a key that leads nowhere. */
export function moved(places: readonly MachinePlace[], from: MachinePlace, key: string): MachinePlace | null {
  const at = places.findIndex((place) => place.key === from.key);
  const last = places.length - 1;
  const next = { ArrowUp: Math.max(0, at - 1), ArrowDown: Math.min(last, at + 1), Home: 0, End: last }[key];
  if (next !== undefined) return places[next] ?? null;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const host = key === "ArrowLeft" ? 0 : 1;
  return places.find((place) => place.host === host && place.part === from.part) ?? from;
}
