/** A call told in a few shapes, for the hero of the course home: blocks of work on two machines, packets between. */
import { criticalPath, waterfall } from "../../engine/kernel/critical-path.ts";
import type { WaterfallRow } from "../../engine/kernel/critical-path.ts";
import { FATES, ORIGINS, packetRef } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { packetName } from "../words/sentences.ts";

export interface Block {
  readonly machine: "caller" | "server";
  readonly kind: "rpc" | "kernel" | "hardware";
  readonly from: number;
  readonly to: number;
  readonly name: string; // what is done in it, in a word or two
}

export interface Flight {
  readonly name: string; // "Call packet"
  readonly line: string; // what a fault script calls it: "call#1"
  readonly machine: "caller" | "server"; // who sends it
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  readonly lost: boolean;
  readonly again: boolean;
  readonly onPath: boolean; // on the critical path
}

export interface CallTale {
  readonly blocks: readonly Block[];
  readonly flights: readonly Flight[];
  readonly end: number;
}

/** What a block is for: a kernel either hands a packet on, or takes one in and wakes a thread. */
const NAMES = { rpc: "Stubs, run time", hardware: "", kernel: "Send", receiving: "Take in, wake up" } as const;

const kindOf = ({ layer }: WaterfallRow): Block["kind"] => (layer === "rpc" || layer === "hardware" ? layer : "kernel");

/** Neighbours of one kind on one machine as one block. */
function blocksOf(rows: readonly WaterfallRow[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const row of rows) {
    if (row.wait || row.layer === "wire" || (row.machine !== "caller" && row.machine !== "server")) continue;
    const last = blocks.at(-1);
    const kind = kindOf(row);
    const name = NAMES[row.name.startsWith("Wake up") ? "receiving" : kind];
    if (last !== undefined && last.machine === row.machine && last.kind === kind && last.to === row.from) {
      blocks[blocks.length - 1] = { ...last, to: row.to, name: name === NAMES.receiving ? name : last.name };
    } else blocks.push({ machine: row.machine, kind, from: row.from, to: row.to, name });
  }
  return blocks;
}

/** The first call of a trace. */
export function tellCall(trace: TraceData): CallTale {
  const { packets, tracks, packetKinds } = trace;
  const path = new Set(criticalPath(trace, 1).map(({ ref }) => ref));
  const sent = new Map<string, number>();
  const flights = Array.from({ length: packets.count }, (_, row): Flight => {
    const kind = packetKinds[numberAt(packets.kind, row)] ?? "";
    const send = (sent.get(kind) ?? 0) + 1;
    sent.set(kind, send);
    return {
      name: packetName(kind),
      line: send === 1 ? `${kind}#1` : `${kind}#1 send ${send}`,
      machine: tracks[numberAt(packets.from, row)]?.machine === "server" ? "server" : "caller",
      from: timeAt(packets.departs, row),
      to: timeAt(packets.arrives, row),
      bytes: numberAt(packets.bytes, row),
      lost: FATES[packets.fate[row] ?? 0] === "lost",
      again: ORIGINS[packets.origin[row] ?? 0] === "retransmission",
      onPath: path.has(packetRef(row)),
    };
  });
  return { blocks: blocksOf(waterfall(trace, 1)), flights, end: trace.calls.end[0] ?? trace.elapsed };
}
