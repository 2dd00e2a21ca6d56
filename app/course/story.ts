/** A call told in a few shapes, for the hero of the course home: blocks of work on two machines, packets between. */
import { criticalPath, waterfall } from "../../engine/kernel/critical-path.ts";
import { fateOf, itemAt, numberAt, originOf, timeAt } from "../../engine/kernel/reads.ts";
import { NO_REF, packetRef, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Layer, Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { packetName } from "../words/sentences.ts";

export type Machine = "caller" | "server";

export interface Block {
  readonly machine: Machine;
  readonly kind: "rpc" | "kernel" | "hardware";
  readonly from: number;
  readonly to: number;
  readonly name: string; // the steps in it, in a word or two
  readonly onPath: boolean; // on the critical path
}

/** A stretch of the critical path in which a machine waits: for a timer, or for its turn. */
export interface Wait {
  readonly machine: Machine;
  readonly from: number;
  readonly to: number;
}

export interface Flight {
  readonly name: string; // "Call packet"
  readonly line: string; // what a fault script calls it: "call#1"
  readonly machine: Machine; // who sends it
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  readonly fate: "delivered" | "lost" | "ignored";
  readonly again: boolean;
  readonly copy: boolean; // a fault made it
  readonly delayed: number; // nanoseconds that a fault added
  readonly onPath: boolean; // on the critical path
}

export interface CallTale {
  readonly blocks: readonly Block[];
  readonly waits: readonly Wait[];
  readonly flights: readonly Flight[];
  readonly end: number;
  readonly executions: number; // of the procedure
}

/** The step that a block begins with, and the name of the block: steps up to the next of these belong to it. */
export const BLOCKS: Readonly<Record<string, string>> = {
  "Calling program (loop to repeat call)": "Stub, Starter",
  "Register the call in the call table": "Call table",
  "Finish UDP header (Sender)": "Sender, trap",
  "Handle interprocessor interrupt": "CPU 0",
  "QBus/controller transmit latency": "controller",
  "QBus/controller receive latency": "controller",
  "General I/O interrupt handler": "Interrupt, checksum",
  "Wake up RPC thread": "Wake up thread",
  "Receiver (receive call packet)": "Receiver, stub, Null",
  "Transporter (receive result packet)": "Ender, stub",
};

interface Row {
  readonly name: string; // of the step
  readonly machine: string;
  readonly layer: Layer;
  readonly from: number;
  readonly to: number;
}

const isMachine = (name: string): name is Machine => name === "caller" || name === "server";
const kindOf = ({ layer }: Row): Block["kind"] => (layer === "rpc" || layer === "hardware" ? layer : "kernel");

/** Steps that follow on one another, in the blocks that BLOCKS names. */
function blocksOf(rows: readonly Row[], onPath: boolean): readonly Block[] {
  const blocks: Block[] = [];
  for (const row of rows) {
    const { machine, name, from, to } = row;
    if (!isMachine(machine)) continue;
    const last = blocks.at(-1);
    const begins = BLOCKS[name];
    if (begins === undefined && last?.machine === machine && last.to === from && last.kind === kindOf(row)) {
      blocks[blocks.length - 1] = { ...last, to };
    } else blocks.push({ machine, kind: kindOf(row), from, to, name: begins ?? "", onPath });
  }
  return blocks;
}

/** The work that led to a packet and is not on the path, in order of time. */
function workBehind(trace: TraceData, packet: number, path: ReadonlySet<Ref>): readonly Row[] {
  const { spans, tracks, steps } = trace;
  const rows: Row[] = [];
  let ref = numberAt(trace.packets.cause, packet);
  while (ref !== NO_REF && refTable(ref) === "span" && !path.has(ref)) {
    const row = refRow(ref);
    const { name, layer } = itemAt(steps, numberAt(spans.step, row), "step");
    const { machine } = itemAt(tracks, numberAt(spans.track, row), "track");
    rows.unshift({ name, layer, machine, from: timeAt(spans.start, row), to: timeAt(spans.end, row) });
    ref = numberAt(spans.cause, row);
  }
  return rows;
}

function flightsOf(trace: TraceData, path: ReadonlySet<Ref>): readonly Flight[] {
  const { packets, tracks, packetKinds } = trace;
  const sent = new Map<string, number>();
  return Array.from({ length: packets.count }, (_, row): Flight => {
    const kind = itemAt(packetKinds, numberAt(packets.kind, row), "kind of packets");
    const origin = originOf(trace, row);
    const send = (sent.get(kind) ?? 0) + (origin === "duplicate" ? 0 : 1);
    sent.set(kind, send);
    const fate = fateOf(trace, row);
    return {
      name: packetName(kind),
      line: send === 1 ? `${kind}#1` : `${kind}#1 send ${send}`,
      machine: itemAt(tracks, numberAt(packets.from, row), "track").machine === "server" ? "server" : "caller",
      from: timeAt(packets.departs, row),
      to: timeAt(packets.arrives, row),
      bytes: numberAt(packets.bytes, row),
      fate: fate === "in flight" ? "ignored" : fate,
      again: origin === "retransmission",
      copy: origin === "duplicate",
      delayed: timeAt(packets.delayed, row),
      onPath: path.has(packetRef(row)),
    };
  });
}

const PROCEDURE = "Null (the server procedure)";

/** How often the procedure ran. */
function executionsOf({ spans, steps }: TraceData): number {
  const ofSpan = spans.step.subarray(0, spans.count);
  return ofSpan.filter((step) => itemAt(steps, step, "step").name === PROCEDURE).length;
}

/** The first call of a trace. */
export function tellCall(trace: TraceData): CallTale {
  const path = new Set(criticalPath(trace, 1).map(({ ref }) => ref));
  const rows = waterfall(trace, 1);
  const end = timeAt(trace.calls.end, 0);
  const flights = flightsOf(trace, path).filter(({ from }) => from < end);
  const beside = flights.flatMap(({ onPath }, row) => (onPath ? [] : blocksOf(workBehind(trace, row, path), false)));
  const waits = rows.flatMap(({ wait, machine, from, to }) =>
    wait && isMachine(machine) ? [{ machine, from, to }] : [],
  );
  const work = blocksOf(
    rows.filter(({ wait }) => !wait),
    true,
  );
  return { blocks: [...beside, ...work], waits, flights, end, executions: executionsOf(trace) };
}
