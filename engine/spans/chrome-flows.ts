/**
 * Flows of Chrome’s format: events with one id lead from a span of one thread to a span of another (“Trace Event
 * Format”, flow events). A flow says what came after what, and not who waits. So it gives a parent only to a span
 * without one that lies wholly inside the longer span that the flow comes from.
 */
import { itemAt } from "../kernel/reads.ts";
import { objectField, textField } from "./fields.ts";
import type { JsonObject } from "./json.ts";

/** A span of a thread, as far as flows ask. */
interface FlowSpan {
  readonly start: bigint | null;
  readonly end: bigint | null;
}

export interface Placed<Span extends FlowSpan> {
  readonly event: Span;
  readonly parent: Span | null;
}

export interface FlowEvent {
  readonly flow: string; // equal for the events of one flow
  readonly thread: string;
  readonly at: bigint;
  readonly isEnd: boolean; // it leads to the next span that begins, and not to the one around it
}

const PHASES: ReadonlySet<string> = new Set(["s", "t", "f"]);

export const isFlow = (object: JsonObject): boolean => PHASES.has(textField(object, "ph"));

export function flowOf(object: JsonObject, thread: string, at: bigint): FlowEvent {
  const id2 = objectField(object, "id2");
  const id = textField(object, "id") || (id2 === null ? "" : textField(id2, "global") || textField(id2, "local"));
  const names = ["cat", "name", "scope"].map((field) => textField(object, field));
  const isEnd = textField(object, "ph") === "f" && textField(object, "bp") !== "e";
  return { flow: JSON.stringify([...names, id]), thread, at, isEnd };
}

/** Spans around a moment that are asked whether they reach it: no file may make each event ask all spans. */
const MOST_STEPS = 1000;

/** The spans of a thread by start, to be asked for a moment. */
class Thread<Span extends FlowSpan> {
  private readonly byStart: readonly { readonly start: bigint; readonly event: Span }[];
  readonly parents: ReadonlyMap<Span, Span | null>;

  constructor(placed: readonly Placed<Span>[]) {
    const known = placed.flatMap(({ event }) => (event.start === null ? [] : [{ start: event.start, event }]));
    this.byStart = known.toSorted((a, b) => compare(a.start, b.start));
    this.parents = new Map(placed.map(({ event, parent }) => [event, parent]));
  }

  /** The number of spans that begin before `at`, or at it. */
  private begun(at: bigint): number {
    let [low, high] = [0, this.byStart.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (itemAt(this.byStart, middle, "span").start <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  around(at: bigint): Span | null {
    let span = this.byStart[this.begun(at) - 1]?.event ?? null;
    for (let steps = 0; span !== null && steps < MOST_STEPS; steps++) {
      if (span.end !== null && span.end >= at) return span;
      span = this.parents.get(span) ?? null;
    }
    return null;
  }

  next(at: bigint): Span | null {
    return this.byStart[this.begun(at - 1n)]?.event ?? null;
  }
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

function holds(outer: FlowSpan, inner: FlowSpan): boolean {
  if (outer.start === null || outer.end === null || inner.start === null || inner.end === null) return false;
  const isInside = outer.start <= inner.start && inner.end <= outer.end;
  return isInside && outer.end - outer.start > inner.end - inner.start;
}

/** The parents that flows give to spans which have none in their own thread. */
export function flowParents<Span extends FlowSpan>(
  events: readonly FlowEvent[],
  threads: ReadonlyMap<string, readonly Placed<Span>[]>,
): ReadonlyMap<Span, Span> {
  const byThread = new Map([...threads].map(([thread, placed]) => [thread, new Thread(placed)]));
  const before = new Map<string, Span>(); // the last span of each flow
  const parents = new Map<Span, Span>();
  for (const { flow, thread, at, isEnd } of events.toSorted((a, b) => compare(a.at, b.at))) {
    const spans = byThread.get(thread);
    const span = (isEnd ? spans?.next(at) : spans?.around(at)) ?? null;
    if (span === null) continue;
    const from = before.get(flow);
    before.set(flow, span);
    const isFree = spans?.parents.get(span) === null && !parents.has(span);
    if (from !== undefined && isFree && holds(from, span)) parents.set(span, from);
  }
  return parents;
}
