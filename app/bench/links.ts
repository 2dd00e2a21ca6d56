/**
 * The senders and receivers in a call to many, and the load of each machine's two links: the paper's Figure 1, as the
 * run has it. Of runs whose links are counted apart, "caller.out" and "caller.in".
 */
import { itemAt } from "../../engine/kernel/reads.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { NO_REF, packetRef } from "../../engine/kernel/trace-data.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { trackAt } from "../trace/tables.ts";

export interface LinkUse {
  readonly bytes: number;
  readonly share: number; // of the run's time that it is busy, 0 to 1
  readonly first: Ref; // the first packet of the kept calls that goes over it, NO_REF for none
}

export interface MachineLinks {
  readonly machine: string;
  /** The machine that hands it the request; null for the caller. */
  readonly from: string | null;
  /** The number of times that the request has been handed on until it has it. */
  readonly depth: number;
  readonly out: LinkUse;
  readonly in: LinkUse;
}

const OUT = ".out";

/** Machine of each packet's ends, by row. */
function endsOf({ trace }: Run): readonly (readonly [string, string])[] {
  const { packets } = trace;
  const machine = (track: number | undefined): string => trackAt(trace, track).machine;
  return Array.from({ length: packets.count }, (_, row) => [machine(packets.from[row]), machine(packets.to[row])]);
}

/** The machines in the order in which the request reaches them; empty where the run does not count links apart. */
export function linksOf(run: Run): readonly MachineLinks[] {
  const { resources, elapsedNs, trace } = run;
  const machines = Object.keys(resources).flatMap((name) => (name.endsWith(OUT) ? [name.slice(0, -OUT.length)] : []));
  if (machines.length < 2) return [];
  const ends = endsOf(run);
  const use = (machine: string, way: "out" | "in"): LinkUse => {
    const { busyNs = 0, bytes = 0 } = resources[`${machine}.${way}`] ?? {};
    const row = ends.findIndex((pair) => pair[way === "out" ? 0 : 1] === machine);
    return { bytes, share: elapsedNs === 0 ? 0 : busyNs / elapsedNs, first: row < 0 ? NO_REF : packetRef(row) };
  };
  const request = trace.packets.kind[0];
  const senders = new Map<string, string>();
  for (const [row, [from, to]] of ends.entries()) {
    if (trace.packets.kind[row] === request && from !== to && !senders.has(to)) senders.set(to, from);
  }
  senders.delete(itemAt(machines, 0, "machine"));
  const depthOf = (machine: string): number => {
    let depth = 0;
    for (let at = senders.get(machine); at !== undefined && depth < machines.length; at = senders.get(at)) depth++;
    return depth;
  };
  return machines.map((machine) => ({
    machine,
    from: senders.get(machine) ?? null,
    depth: depthOf(machine),
    out: use(machine, "out"),
    in: use(machine, "in"),
  }));
}

/** "Each callee hands the request on to the next", or what else the run did. */
export function shapeOf(links: readonly MachineLinks[]): string {
  const deepest = Math.max(0, ...links.map(({ depth }) => depth));
  const reached = links.filter(({ from }) => from !== null).length;
  if (reached === 0) return "The caller sent nothing.";
  if (deepest === 1)
    return reached === 1 ? "The caller sends to one callee." : "The caller sends to every callee itself.";
  return deepest === reached ? "Each callee hands the request on to the next." : "Callees hand the request on.";
}
