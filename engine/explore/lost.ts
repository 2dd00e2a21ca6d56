/** The point of no return of a run in the trace of the whole system: its moment, and its event in words. */
import type { Fault, PacketName } from "../faults/fault.ts";
import { formatPacket } from "../faults/text.ts";
import { itemAt, numberAt, originOf, timeAt } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import type { AnyEnds } from "../protocols/ends.ts";
import type { LastStep } from "./inevitable.ts";
import type { Event } from "./net-state.ts";
import { executionsIn, packetBefore } from "../experiments/call-facts.ts";

/** From this event on the run is lost. */
export interface Lost {
  readonly at: Nanos; // in the run of the whole system
  readonly what: string; // "the server takes call#1 from the wire"
  /** How many faults more than the run has would not avoid it. */
  readonly spare: number;
}

interface Place {
  readonly at: Nanos;
  readonly what: string;
}

/** The event of the step, by the trace of the whole system with the same faults. */
export function lostAt({ before, after }: LastStep, trace: TraceData, ends: AnyEnds): Place {
  if (before === null) return { at: 0, what: "the run begins" };
  const at = after.now;
  const fault = after.faults.length > before.faults.length ? after.faults.at(-1) : undefined;
  if (fault !== undefined) return { at: faultAt(fault, at, trace), what: faultText(fault) };
  const late = before.held.find((one) => !after.held.includes(one));
  if (late !== undefined) return lateAt(itemAt(after.faults, late.fault, "fault"), at, trace);
  const due = before.due.find((one) => !after.due.includes(one));
  return due === undefined || due.at > at ? tickAt(at, trace) : happensAt(due.event, { at, trace, ends });
}

interface Moment {
  readonly at: Nanos;
  readonly trace: TraceData;
  readonly ends: AnyEnds;
}

function happensAt(event: Event<unknown>, { at, trace, ends }: Moment): Place {
  switch (event.tag) {
    case "input": {
      const machine = ofHost(ends, event.to);
      const { input } = event.input;
      if (input.tag !== "packet") return { at, what: `${withArticle(machine)} has executed a call` };
      const { call } = input;
      return takenAt(trace, at, (row) => isTaken(trace, row, machine, call)) ?? { at, what: "a packet comes" };
    }
    case "run":
      return executedAt(trace, at, ends, event.call);
    case "begin":
      return { at, what: "the next call begins" };
    case "finish": {
      const { call, outcome } = event;
      const end = timeAt(trace.calls.end, call - 1);
      return {
        at: Number.isFinite(end) ? end : at,
        what: `call ${call} ${ENDS[outcome]}`,
      };
    }
  }
}

const ENDS = { returned: "returns", failed: "fails", refused: "is refused", cancelled: "is cancelled" } as const;

const ofHost = ({ hosts }: AnyEnds, host: number): string => itemAt(hosts, host, "host");

/** "the server", but "workstation 3". */
const withArticle = (machine: string): string => (/^[a-z]+$/.test(machine) ? `the ${machine}` : machine);

function faultText(fault: Fault): string {
  switch (fault.what) {
    case "drop":
      return `the network loses ${formatPacket(fault.packet)}`;
    case "duplicate":
      return `the network makes a copy of ${formatPacket(fault.packet)}`;
    case "delay":
      return `the network holds ${formatPacket(fault.packet)} back`;
    case "garble":
      return `a byte of ${formatPacket(fault.packet)} is damaged`;
    case "crash":
      return `${withArticle(fault.machine)} crashes`;
    case "restart":
      return `${withArticle(fault.machine)} restarts`;
    case "reorder":
      return `another packet overtakes ${formatPacket(fault.packet)}`;
    case "slow":
      return `${withArticle(fault.machine)} ${fault.times === 1 ? "goes on" : "stands still"}`;
    case "pause":
      return `${withArticle(fault.machine)} stands still`;
    default:
      return "a fault happens";
  }
}

/** When the packet leaves that the fault meets, or when the machine crashes or restarts. */
function faultAt(fault: Fault, at: Nanos, trace: TraceData): Nanos {
  if ("at" in fault) return fault.at;
  if (!("packet" in fault)) return at;
  const { kind, call, send } = fault.packet;
  const sent = packetRows(trace).filter((row) => isKind(trace, row, kind) && trace.packets.call[row] === call);
  const row = sent.filter((one) => originOf(trace, one) !== "duplicate")[send - 1];
  return row === undefined ? at : timeAt(trace.packets.departs, row);
}

const packetRows = ({ packets }: TraceData): readonly number[] =>
  Array.from({ length: packets.count }, (_, row) => row);

const kindOf = ({ packets, packetKinds }: TraceData, row: number): string =>
  itemAt(packetKinds, numberAt(packets.kind, row), "kind of packet");

const isKind = (trace: TraceData, row: number, kind: string): boolean => kindOf(trace, row) === kind;

/** The row of a transition that is nearest to a time, among some. */
function nearest(trace: TraceData, at: Nanos, counts: (row: number) => boolean): number | undefined {
  const { transitions } = trace;
  let best: number | undefined;
  for (let row = 0; row < transitions.count; row++) {
    if (!counts(row)) continue;
    const far = Math.abs(timeAt(transitions.at, row) - at);
    if (best === undefined || far < Math.abs(timeAt(transitions.at, best) - at)) best = row;
  }
  return best;
}

const packetOf = (trace: TraceData, row: number): number | null =>
  packetBefore(trace, numberAt(trace.transitions.cause, row));

function isTaken(trace: TraceData, row: number, machine: string, call: number): boolean {
  if (itemAt(trace.words, numberAt(trace.transitions.machine, row), "word") !== machine) return false;
  const packet = packetOf(trace, row);
  if (packet === null || trace.packets.call[packet] !== call) return false;
  return itemAt(trace.tracks, numberAt(trace.packets.from, packet), "track").machine !== machine;
}

/** A machine takes a packet. */
function takenAt(trace: TraceData, at: Nanos, counts: (row: number) => boolean): Place | null {
  const row = nearest(trace, at, counts);
  const packet = row === undefined ? null : packetOf(trace, row);
  if (row === undefined || packet === null) return null;
  const machine = itemAt(trace.words, numberAt(trace.transitions.machine, row), "word");
  return {
    at: timeAt(trace.transitions.at, row),
    what: `${withArticle(machine)} takes ${packetText(trace, packet)} from the wire`,
  };
}

/** "call#1 send 2", "a copy of call#1" */
function packetText(trace: TraceData, packet: number): string {
  const kind = kindOf(trace, packet);
  const call = numberAt(trace.packets.call, packet);
  if (originOf(trace, packet) === "duplicate") return `a copy of ${kind}#${call}`;
  const before = packetRows(trace).filter(
    (row) => row <= packet && isKind(trace, row, kind) && trace.packets.call[row] === call,
  );
  const send = before.filter((row) => originOf(trace, row) !== "duplicate").length;
  return `${kind}#${call}${send === 1 ? "" : ` send ${send}`}`;
}

function lateAt(fault: Fault, at: Nanos, trace: TraceData): Place {
  if (!("packet" in fault)) return { at, what: "a late packet comes" };
  const { kind, call } = fault.packet;
  const isIt = (row: number): boolean => {
    const packet = packetOf(trace, row);
    if (packet === null || !isKind(trace, packet, kind) || trace.packets.call[packet] !== call) return false;
    return fault.what !== "duplicate" || originOf(trace, packet) === "duplicate";
  };
  return takenAt(trace, at, isIt) ?? reachesAt(trace, at, fault.packet);
}

/** The late packet comes. Its machine may read it much later, when its program waits for a packet again. */
function reachesAt(trace: TraceData, at: Nanos, { kind, call }: PacketName): Place {
  const { packets, tracks } = trace;
  const far = (row: number): number => Math.abs(timeAt(packets.arrives, row) - at);
  const rows = packetRows(trace).filter((row) => isKind(trace, row, kind) && packets.call[row] === call);
  const [row] = rows.toSorted((a, b) => far(a) - far(b));
  if (row === undefined) return { at, what: `${kind}#${call} comes late` };
  const { machine } = itemAt(tracks, numberAt(packets.to, row), "track");
  return { at: timeAt(packets.arrives, row), what: `${packetText(trace, row)} reaches ${withArticle(machine)}` };
}

function tickAt(at: Nanos, trace: TraceData): Place {
  const tick = trace.words.indexOf("tick");
  const row = nearest(trace, at, (one) => trace.transitions.input[one] === tick);
  if (row === undefined) return { at, what: "a timer runs out" };
  const machine = itemAt(trace.words, numberAt(trace.transitions.machine, row), "word");
  return { at: timeAt(trace.transitions.at, row), what: `a timer of ${withArticle(machine)} runs out` };
}

const TIMES = ["first", "second", "third"] as const;

function executedAt(trace: TraceData, at: Nanos, { procedure }: AnyEnds, call: number): Place {
  const turns = executionsIn(trace, procedure).filter((turn) => turn.call === call);
  const far = ({ at: other }: { readonly at: Nanos }): number => Math.abs(other - at);
  const turn = turns.toSorted((a, b) => far(a) - far(b))[0];
  if (turn === undefined) return { at, what: `the procedure begins for call ${call}` };
  const time = TIMES[turns.indexOf(turn)];
  const often = time === undefined || turns.length === 1 ? "" : ` for the ${time} time`;
  return { at: turn.at, what: `${withArticle(turn.machine)} begins to execute call ${call}${often}` };
}
