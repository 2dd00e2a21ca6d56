/** A call as branches: each packet with the steps that it led to, before the next packet left. */
import { endOf, startOf } from "../../engine/kernel/critical-path.ts";
import { causeOf, itemAt, numberAt } from "../../engine/kernel/reads.ts";
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { analysis } from "./analysis.ts";
import { eventsOfCall } from "./events.ts";
import type { TimedRef } from "./events.ts";

export interface Branch {
  /** The packet; NO_REF for the steps that come before any packet. */
  readonly packet: Ref;
  /** Steps and changes of state that it led to, in order of time. */
  readonly rows: readonly TimedRef[];
  /** The number of steps, without those of the wire. */
  readonly steps: number;
  /** The sum of their times, in nanoseconds. */
  readonly work: number;
}

const isOnWire = (trace: TraceData, ref: Ref): boolean =>
  itemAt(trace.steps, numberAt(trace.spans.step, refRow(ref)), "step").layer === "wire";

/** A packet’s time on a network is a step too: it has the packet’s cause, and begins as the packet departs. */
const journey = (trace: TraceData, ref: Ref, at: number): string => `${causeOf(trace, ref)} ${at}`;

export const callTree = analysis((trace: TraceData, call: number): readonly Branch[] => {
  const events = eventsOfCall(trace, call);
  const packets = events.filter(({ ref }) => refTable(ref) === "packet");
  const journeys = new Map(packets.map(({ ref, at }) => [journey(trace, ref, at), ref]));
  const ledBy = new Map<Ref, Ref>();
  /** The nearest packet among the causes of a row. */
  const packetBefore = (ref: Ref): Ref => {
    const passed: Ref[] = [];
    let found: Ref = NO_REF;
    for (let at = ref; at !== NO_REF; at = causeOf(trace, at)) {
      const known = ledBy.get(at);
      const isSpan = refTable(at) === "span";
      const onWire = isSpan && isOnWire(trace, at) ? journeys.get(journey(trace, at, startOf(trace, at))) : undefined;
      found = refTable(at) === "packet" ? at : (onWire ?? known ?? NO_REF);
      if (found !== NO_REF || known !== undefined) break;
      passed.push(at);
    }
    for (const one of passed) ledBy.set(one, found);
    return found;
  };
  const rows = new Map<Ref, TimedRef[]>([[NO_REF, []], ...packets.map(({ ref }) => [ref, [] as TimedRef[]] as const)]);
  for (const event of events) {
    if (refTable(event.ref) === "packet") continue;
    const before = packetBefore(event.ref);
    (rows.get(before) ?? rows.get(NO_REF))?.push(event); // a packet of another call may have led to it
  }
  return [...rows].flatMap(([packet, own]) => {
    const steps = own.filter(({ ref }) => refTable(ref) === "span" && !isOnWire(trace, ref));
    const work = steps.reduce((sum, { ref }) => sum + endOf(trace, ref) - startOf(trace, ref), 0);
    return packet === NO_REF && own.length === 0 ? [] : [{ packet, rows: own, steps: steps.length, work }];
  });
});
