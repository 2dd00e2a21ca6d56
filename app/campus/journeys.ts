/**
 * The way of every packet over the campus, as the trace has it: a packet's first span on its sender's subnet begins
 * when the packet departs, and each later span has the one before as its cause.
 */
import { fibreName, MACHINE_ROOM } from "../../engine/hardware/campus-plan.ts";
import { NO_REF, refRow, refTable, spanRef } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import { subnetOf } from "../../engine/hardware/campus-plan.ts";
import { analysis } from "../trace/analysis.ts";
import { firstOver, indexTrace } from "../trace/trace-index.ts";
import { keyOf, workstationOf } from "./places.ts";
import type { CampusPlace } from "./places.ts";
import { numberAt, timeAt } from "../../engine/kernel/reads.ts";

export interface Hop {
  readonly place: CampusPlace; // a subnet, a router, or the machine room
  readonly from: number; // ns of the run
  readonly to: number;
}

const NOBODY = -1;

export class Journeys {
  readonly trace: TraceData;
  readonly site: CampusSite;
  /** Of each track the network or router that it is of; null for a machine's. */
  readonly places: readonly (CampusPlace | null)[];
  /** Of each track its machine's workstation, or -1. */
  readonly workstations: Int32Array;
  /** Of each span on the campus the row of its packet; -1 where other hosts sent it. */
  readonly packetOf: Int32Array;
  readonly #next: Int32Array; // span to the packet's next span
  readonly #tracks = new Map<number, number>(); // subnet to its track

  private constructor(trace: TraceData, site: CampusSite) {
    this.trace = trace;
    this.site = site;
    this.places = placesOf(trace, site);
    this.workstations = Int32Array.from(trace.tracks, ({ machine }) => workstationOf(site, machine) ?? NOBODY);
    for (const [track, place] of this.places.entries())
      if (place?.kind === "subnet") this.#tracks.set(place.number, track);
    this.#next = new Int32Array(trace.spans.count).fill(NOBODY);
    this.packetOf = new Int32Array(trace.spans.count).fill(NOBODY);
  }

  static found(trace: TraceData, site: CampusSite): Journeys {
    indexTrace(trace);
    const journeys = new Journeys(trace, site);
    const { spans, packets } = trace;
    const next = journeys.#next;
    for (let row = 0; row < spans.count; row++) {
      const cause = numberAt(spans.cause, row);
      if (journeys.placeOf(row) === null || cause === NO_REF || refTable(cause) !== "span") continue;
      if (journeys.placeOf(refRow(cause)) !== null) next[refRow(cause)] = row;
    }
    const { packetOf } = journeys;
    for (let packet = 0; packet < packets.count; packet++) {
      for (const row of journeys.#spansOf(packet)) if (packetOf[row] === NOBODY) packetOf[row] = packet;
    }
    return journeys;
  }

  /** The network or router at which a span was at work; null for work of a machine. */
  placeOf(row: number): CampusPlace | null {
    return this.places[numberAt(this.trace.spans.track, row)] ?? null;
  }

  /** Whether a span was on a fibre, which is shown with the machine room that it leads to. */
  isFibre(row: number): boolean {
    const track = this.trace.tracks[numberAt(this.trace.spans.track, row)];
    return track?.kind === "medium" && this.placeOf(row)?.kind === "machine room";
  }

  /** The workstations that a packet goes from and to. */
  endsOf(packet: number): { readonly from: number; readonly to: number } {
    const { from, to } = this.trace.packets;
    return {
      from: this.workstations[numberAt(from, packet)] ?? NOBODY,
      to: this.workstations[numberAt(to, packet)] ?? NOBODY,
    };
  }

  /** Its networks and routers in order, as far as it came. */
  hopsOf(packet: number): readonly Hop[] {
    const { spans } = this.trace;
    const hops: Hop[] = [];
    for (const row of this.#spansOf(packet)) {
      const place = this.placeOf(row);
      if (place === null) continue;
      const before = hops.at(-1);
      const isSame = before !== undefined && keyOf(before.place) === keyOf(place); // a fibre, the machine room, a fibre
      const from = isSame ? before.from : timeAt(spans.start, row);
      if (isSame) hops.pop();
      hops.push({ place, from, to: timeAt(spans.end, row) });
    }
    return hops;
  }

  /** The last span of a packet on the campus, as a ref; NO_REF where it has none. */
  lastOf(packet: number): number {
    const row = this.#spansOf(packet).at(-1);
    return row === undefined ? NO_REF : spanRef(row);
  }

  /** Packets that are under way at a moment. */
  underWay(time: number): readonly number[] {
    const { rows, latest, starts, ends } = indexTrace(this.trace).packets;
    const found: number[] = [];
    for (let i = firstOver(latest, time); i < firstOver(starts, time); i++) {
      if (timeAt(ends, i) > time) found.push(numberAt(rows, i));
    }
    return found;
  }

  #spansOf(packet: number): readonly number[] {
    const { packets } = this.trace;
    const { from } = this.endsOf(packet);
    if (from === NOBODY) return [];
    const track = this.#tracks.get(subnetOf(this.site.plan, from).number) ?? NOBODY;
    const rows: number[] = [];
    // On one network no two frames begin at once, so that track and moment name a frame.
    let row = rowAt(this.trace, track, timeAt(packets.departs, packet));
    for (; row !== NOBODY; row = this.#next[row] ?? NOBODY) rows.push(row);
    return rows;
  }
}

/** The span of a track that begins at a moment; -1 for none. */
function rowAt(trace: TraceData, track: number, time: number): number {
  const on = indexTrace(trace).tracks[track];
  if (on === undefined) return NOBODY;
  const i = firstOver(on.starts, time, true);
  return on.starts[i] === time ? (on.rows[i] ?? NOBODY) : NOBODY;
}

function placesOf(trace: TraceData, { plan }: CampusSite): readonly (CampusPlace | null)[] {
  const named = new Map<string, CampusPlace>([[MACHINE_ROOM, { kind: "machine room" }]]);
  for (const { name, number } of plan.subnets) named.set(name, { kind: "subnet", number });
  for (const { name, number } of plan.routers) {
    named.set(name, { kind: "router", number });
    named.set(fibreName(name), { kind: "machine room" }); // a part of its star
  }
  return trace.tracks.map(({ machine, name, kind }) => {
    const place = named.get(machine === "" ? name : machine);
    return place !== undefined && (machine !== "" || kind === "medium") ? place : null;
  });
}

export const journeysOf = analysis((trace: TraceData, site: CampusSite) => Journeys.found(trace, site));
