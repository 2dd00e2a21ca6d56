/** A call told in a few shapes, in nanoseconds of its run: work on two machines, packets between, timers, bookings. */
import type { PacketName } from "../../../engine/faults/fault.ts";
import { formatPacket } from "../../../engine/faults/text.ts";
import { criticalPath } from "../../../engine/kernel/critical-path.ts";
import { waterfall } from "../../../engine/kernel/waterfall.ts";
import { fateOf, itemAt, numberAt, originOf, timeAt } from "../../../engine/kernel/reads.ts";
import { packetRef } from "../../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { packetNames } from "../../trace/packet-names.ts";
import { packetName } from "../../words/sentences.ts";

export type Machine = "caller" | "server";

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Work of a processor for the call, without a pause. */
interface Block extends Stretch {
  readonly machine: Machine;
}

/** A stretch of the critical path: on a machine, or on the wire where `machine` is null. */
interface PathPiece extends Stretch {
  readonly machine: Machine | null;
}

export interface Flight extends Stretch {
  readonly name: string; // "Call packet"
  readonly packet: PacketName; // as a fault script has it; a copy has that of the first
  readonly line: string; // "call#1"
  readonly machine: Machine; // that sends it
  readonly fate: "delivered" | "lost" | "ignored";
  readonly again: boolean;
  readonly copy: boolean; // a fault made it
  readonly delayed: number; // nanoseconds that a fault added
  readonly onPath: boolean; // on the critical path
}

/** The caller’s timer: it ends where it runs out, or where the answer stops it. */
interface Timer extends Stretch {
  readonly due: number;
  readonly ranOut: boolean;
}

export interface Tale {
  readonly blocks: readonly Block[];
  readonly path: readonly PathPiece[];
  readonly flights: readonly Flight[];
  readonly timers: readonly Timer[];
  /** Each run of the procedure. */
  readonly bookings: readonly Stretch[];
  readonly end: number;
}

const CALL = 1;
const PROCEDURE = "The procedure"; // the step’s name in the trace of a Cedar call
const PROCEDURE_ENDS = "end of the procedure"; // the mark’s label

const isMachine = (name: string): name is Machine => name === "caller" || name === "server";

function blocksOf({ spans, tracks }: TraceData, end: number): readonly Block[] {
  const blocks: Block[] = [];
  for (let row = 0; row < spans.count; row++) {
    const { machine, kind } = itemAt(tracks, numberAt(spans.track, row), "track");
    const [from, to] = [timeAt(spans.start, row), timeAt(spans.end, row)];
    if (numberAt(spans.call, row) !== CALL || kind !== "processor" || !isMachine(machine) || from >= end) continue;
    const last = blocks.findLast((block) => block.machine === machine);
    if (last?.to === from) blocks[blocks.indexOf(last)] = { ...last, to };
    else blocks.push({ machine, from, to });
  }
  return blocks;
}

function flightsOf(trace: TraceData, end: number): readonly Flight[] {
  const { packets, tracks, packetKinds } = trace;
  const path = new Set(criticalPath(trace, CALL).map(({ ref }) => ref));
  const names = packetNames(trace, CALL);
  const last = new Map<string, PacketName>();
  const flights: Flight[] = [];
  for (let row = 0; row < packets.count; row++) {
    const from = timeAt(packets.departs, row);
    if (numberAt(packets.call, row) !== CALL || from >= end) continue;
    const kind = itemAt(packetKinds, numberAt(packets.kind, row), "kind of packets");
    const origin = originOf(trace, row);
    const packet = names.get(row) ?? last.get(kind);
    if (packet === undefined) continue; // no fault can name it
    last.set(kind, packet);
    const fate = fateOf(trace, row);
    flights.push({
      name: packetName(kind),
      packet,
      line: formatPacket(packet),
      machine: itemAt(tracks, numberAt(packets.from, row), "track").machine === "server" ? "server" : "caller",
      from,
      to: timeAt(packets.arrives, row),
      fate: fate === "in flight" ? "ignored" : fate,
      again: origin === "retransmission",
      copy: origin === "duplicate",
      delayed: timeAt(packets.delayed, row),
      onPath: path.has(packetRef(row)),
    });
  }
  return flights;
}

/** The timers that the caller’s protocol set for the call. */
function timersOf({ transitions, words }: TraceData, end: number): readonly Timer[] {
  const rows = Array.from({ length: transitions.count }, (_, row) => row).filter(
    (row) => words[numberAt(transitions.machine, row)] === "caller",
  );
  return rows.flatMap((row, i) => {
    const [from, due] = [timeAt(transitions.at, row), timeAt(transitions.due, row)];
    const next = rows[i + 1];
    const to = Math.min(due, next === undefined ? end : timeAt(transitions.at, next));
    return due <= from || from >= end ? [] : [{ from, due, to, ranOut: to === due }];
  });
}

function bookingsOf({ spans, steps, marks, labels }: TraceData, end: number): readonly Stretch[] {
  const ends = Array.from({ length: marks.count }, (_, row) => row)
    .filter((row) => labels[numberAt(marks.label, row)] === PROCEDURE_ENDS)
    .map((row) => timeAt(marks.at, row));
  return Array.from({ length: spans.count }, (_, row) => row)
    .filter((row) => itemAt(steps, numberAt(spans.step, row), "step").name === PROCEDURE)
    .flatMap((row) => {
      const from = timeAt(spans.start, row);
      const to = ends.find((at) => at > from) ?? timeAt(spans.end, row);
      return from < end ? [{ from, to }] : [];
    });
}

/** The first call of a trace of `cedar/call`, up to its end. */
export function tell(trace: TraceData): Tale {
  const end = timeAt(trace.calls.end, 0);
  const path = waterfall(trace, CALL).map(({ machine, from, to }) => ({
    machine: isMachine(machine) ? machine : null,
    from,
    to,
  }));
  return {
    blocks: blocksOf(trace, end),
    path,
    flights: flightsOf(trace, end),
    timers: timersOf(trace, end),
    bookings: bookingsOf(trace, end),
    end,
  };
}

/** How many seats Omar has at a moment: the procedure has run so often. */
export const seatsAt = ({ bookings }: Tale, now: number): number => bookings.filter(({ to }) => to <= now).length;
