/**
 * Chrome traces: a span is an X, or a B with its E. Events of a thread count in order of time. The parent of a span is
 * the shortest span of its thread that holds it; spans that overlap without holding each other stand side by side. A
 * flow gives a parent in another thread where that one holds the span, too.
 */
import { entryOf } from "../kernel/reads.ts";
import { gather } from "../kernel/tally.ts";
import { flowOf, flowParents, isFlow, type FlowEvent, type Placed } from "./chrome-flows.ts";
import { bytesIn, fieldOf, objectField, textField } from "./fields.ts";
import type { JsonObject } from "./json.ts";
import { nanosOf } from "./number.ts";
import type { Span } from "./span.ts";

export const isChromeEvent = (object: JsonObject): boolean => object.fields.has("ph");

interface Event {
  readonly index: number; // among all events of the file, from 0: the span's id
  readonly object: JsonObject;
  readonly thread: string;
  readonly start: bigint | null;
  end: bigint | null;
}

interface TimedEvent extends Event {
  readonly start: bigint;
}

interface ChromeSpans {
  readonly spans: readonly Span[];
  readonly lonelyEnds: number; // E without a B
  readonly flows: number; // events of flows, which join threads
  readonly joined: number; // spans that have their parent by a flow
}

/** The spans of all events; events that are cut are left out. */
export function chromeSpans(objects: readonly JsonObject[]): ChromeSpans {
  const services = servicesOf(objects);
  const threads = new Map<string, Event[]>();
  const flows: FlowEvent[] = [];
  for (const [index, object] of objects.entries()) {
    const phase = textField(object, "ph");
    const thread = JSON.stringify([textField(object, "pid"), textField(object, "tid")]);
    const at = isFlow(object) ? nanosOf(fieldOf(object, "ts"), 3) : null;
    if (at !== null && at !== undefined) flows.push(flowOf(object, thread, at));
    if (!object.isWhole || (phase !== "X" && phase !== "B" && phase !== "E")) continue;
    gather(threads, thread, eventOf(index, object, thread, phase === "X"));
  }
  let lonelyEnds = 0;
  const placed = new Map<string, readonly Placed<Event>[]>();
  for (const [thread, events] of threads) {
    const joined = join(events);
    lonelyEnds += joined.lonelyEnds;
    placed.set(thread, withParents(joined.spans));
  }
  const parents = flowParents(flows, placed);
  const all = [...placed.values()].flat().sort((a, b) => a.event.index - b.event.index);
  const spans = all.map(({ event, parent }) => spanOf(event, parent ?? parents.get(event) ?? null, services));
  return { spans, lonelyEnds, flows: flows.length, joined: parents.size };
}

function eventOf(index: number, object: JsonObject, thread: string, isWholeSpan: boolean): Event {
  const start = nanosOf(fieldOf(object, "ts"), 3) ?? null;
  const duration = isWholeSpan ? nanosOf(fieldOf(object, "dur"), 3) : undefined;
  return { index, object, thread, start, end: start === null || duration === undefined ? null : start + duration };
}

/** One service a process: what `process_name` says, else `pid` and the number of the process. */
function servicesOf(objects: readonly JsonObject[]): ReadonlyMap<string, string> {
  const services = new Map<string, string>();
  for (const object of objects) {
    if (textField(object, "ph") !== "M" || textField(object, "name") !== "process_name") continue;
    const args = objectField(object, "args");
    const name = args === null ? "" : textField(args, "name");
    if (name !== "") services.set(textField(object, "pid"), name);
  }
  return services;
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** The events of one thread in order of time: each E ends the last B that is open. */
function join(events: readonly Event[]): { readonly spans: readonly Event[]; readonly lonelyEnds: number } {
  const inTime = events.toSorted((a, b) => compare(a.start ?? 0n, b.start ?? 0n));
  const open: Event[] = [];
  const spans: Event[] = [];
  let lonelyEnds = 0;
  for (const event of inTime) {
    const phase = textField(event.object, "ph");
    if (phase === "E") {
      const begun = open.pop();
      if (begun === undefined) lonelyEnds++;
      else begun.end = event.start;
    } else {
      spans.push(event);
      if (phase === "B") open.push(event);
    }
  }
  return { spans, lonelyEnds };
}

/** The moment up to which a holder must reach: a span without an end, or with a negative length, is at its start. */
const reach = ({ start, end }: TimedEvent): bigint => (end !== null && end > start ? end : start);

/**
 * Each span with the shortest one that holds it. Spans come by start, longer ones first, and each asks for the shortest
 * before it that ends no earlier: the least of a suffix, in a tree of prefixes (Fenwick) over the ends.
 */
function withParents(spans: readonly Event[]): readonly Placed<Event>[] {
  const timed = spans.filter((event): event is TimedEvent => event.start !== null);
  const outerFirst = timed.toSorted(
    (a, b) => compare(a.start, b.start) || compare(reach(b), reach(a)) || a.index - b.index,
  );
  const ends = [...new Set(outerFirst.map(reach))].sort((a, b) => compare(b, a)); // the latest first
  const rankOf = new Map(ends.map((end, i) => [end, i + 1] as const));
  const shortest: (TimedEvent | undefined)[] = [];
  const parentOf = new Map<Event, Event | null>();
  for (const event of outerFirst) {
    const rank = entryOf(rankOf, reach(event), "end");
    let parent: TimedEvent | undefined;
    for (let i = rank; i > 0; i -= i & -i) parent = inner(parent, shortest[i]);
    parentOf.set(event, parent ?? null);
    if (event.end === null || reach(event) !== event.end) continue; // it holds nothing
    for (let i = rank; i <= ends.length; i += i & -i) shortest[i] = inner(shortest[i], event);
  }
  return spans.map((event) => ({ event, parent: parentOf.get(event) ?? null }));
}

/** The shorter of two; the later in the order where they are equal. */
function inner(one: TimedEvent | undefined, other: TimedEvent | undefined): TimedEvent | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const order = compare(lengthOf(one), lengthOf(other));
  if (order !== 0) return order < 0 ? one : other;
  const later = compare(one.start, other.start) || one.index - other.index;
  return later > 0 ? one : other;
}

const lengthOf = (event: TimedEvent): bigint => reach(event) - event.start;

const ALL = "all";

function spanOf(event: Event, parent: Event | null, services: ReadonlyMap<string, string>): Span {
  const { object, start, end } = event;
  const pid = textField(object, "pid");
  const args = objectField(object, "args");
  return {
    trace: ALL,
    traceKey: ALL,
    id: String(event.index),
    key: String(event.index),
    parentKey: parent === null ? null : String(parent.index),
    name: textField(object, "name"),
    service: services.get(pid) ?? (pid === "" ? "" : `pid ${pid}`),
    kind: "internal",
    start,
    end,
    isError: false,
    bytes: bytesIn(args?.fields ?? []),
  };
}
