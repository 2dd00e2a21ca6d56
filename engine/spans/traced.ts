/**
 * A tree of spans as a trace of the lab, for the figures that draw runs. Each service is a machine. The parts of the
 * critical path cause one another, so that the figures light it; the rest of each span lies beside it, and what is
 * under other roots of the trace is of no call. Times are nanoseconds since the first of all.
 */
import { entryOf } from "../kernel/reads.ts";
import { gather, listUnder } from "../kernel/tally.ts";
import { NO_REF } from "../kernel/trace-data.ts";
import type { Ref, Step, TraceData } from "../kernel/trace-data.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { recorded } from "./path.ts";
import type { Interval } from "./path.ts";
import { rootOf } from "./paths.ts";
import type { RootPath } from "./paths.ts";
import type { Node } from "./tree.ts";

interface SpansTraced {
  readonly trace: TraceData;
  /** The span of each row of work. */
  readonly nodes: readonly Node[];
  /** Spans of the tree that are too many to be drawn. */
  readonly left: number;
}

/** More could not be told apart, and take long to draw. */
const MOST_SPANS = 4000;
/** Beyond so many spans the messages of those beside the path would cover all else. */
const MOST_MESSAGES = 300;
/** Lanes of a service in which spans lie beside each other; what has no free one lies in the last. */
const MOST_LANES = 6;

const NOBODY = -1; // nobody knows which thread it was
const SOURCE = { kind: "derived", text: "As the trace says." } as const;

const ownStep = ({ span }: Node): Step => ({ name: span.name, layer: "rpc", part: "program", source: SOURCE });
const besideStep = ({ span }: Node): Step => ({ name: span.name, layer: "other", source: SOURCE });

interface Placed {
  readonly node: Node;
  readonly from: number;
  readonly to: number;
}

/** All spans under some roots that have a length, the earliest first; of too many those of the path and the longest. */
function placedUnder(roots: readonly Node[], interval: Interval, onPath: ReadonlySet<Node>) {
  const found: { node: Node; lies: readonly [bigint, bigint] }[] = [];
  const open = [...roots];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const lies = interval(node);
    if (lies !== null && lies[1] > lies[0]) found.push({ node, lies });
    for (const child of node.children) open.push(child);
  }
  const zero = found.reduce((least, { lies: [start] }) => (start < least ? start : least), found[0]?.lies[0] ?? 0n);
  const all = found.map(({ node, lies: [start, end] }): Placed => ({
    node,
    from: Number(start - zero),
    to: Number(end - zero),
  }));
  const rank = ({ node, from, to }: Placed): number => (onPath.has(node) ? Infinity : to - from);
  const kept = all.length <= MOST_SPANS ? all : all.toSorted((a, b) => rank(b) - rank(a) || 0).slice(0, MOST_SPANS);
  return { zero, placed: kept.toSorted((a, b) => a.from - b.from || b.to - a.to), left: all.length - kept.length };
}

/** A name for a machine: a service may have none. */
const machineOf = ({ span: { service } }: Node): string => (service === "" ? "unnamed" : service);

/** The lane of each span: the first of its service that is free. */
function lanesOf(placed: readonly Placed[]): ReadonlyMap<Node, number> {
  const lanes = new Map<Node, number>();
  const busyUntil = new Map<string, number[]>();
  for (const { node, from, to } of placed) {
    const ends = gather(busyUntil, machineOf(node));
    const free = ends.findIndex((end) => end <= from);
    const lane = free >= 0 ? free : Math.min(ends.length, MOST_LANES - 1);
    ends[lane] = Math.max(to, ends[lane] ?? 0);
    lanes.set(node, lane);
  }
  return lanes;
}

/**
 * @param interval where the spans lie: as recorded, or as they would be
 * @param others roots of the same trace, which are drawn, too
 */
export function spansTraced(
  { root, parts }: RootPath,
  interval: Interval = recorded,
  others: readonly Node[] = [],
): SpansTraced {
  const path = parts.toReversed();
  const onPath = new Set(path.map(({ node }) => node));
  const { zero, placed, left } = placedUnder([root, ...others], interval, onPath);
  const lanes = lanesOf(placed);
  const recorder = new TraceRecorder("all");
  const [begins, ends] = interval(root) ?? [zero, zero];
  const isOther = new Set(others);
  const network = (node: Node): number =>
    recorder.track({ name: "Network", machine: machineOf(node), kind: "controller", way: "both" });
  const lane = (node: Node): number =>
    recorder.track({ name: `Span ${entryOf(lanes, node, "lane") + 1}`, machine: machineOf(node), kind: "processor" });
  if (placed.some(({ node }) => machineOf(node) !== machineOf(root))) {
    network(root);
    recorder.track({ name: "Network", machine: "", kind: "medium" });
  }
  const nodes: Node[] = [];
  const call = recorder.beginCall(recorder.owner(machineOf(root)), Number(begins - zero));
  const work = (node: Node, step: Step, from: number, to: number, cause: Ref): Ref => {
    nodes.push(node);
    const of = isOther.has(rootOf(node)) ? 0 : call;
    return recorder.span(lane(node), recorder.step(step), NOBODY, from, to, cause, of);
  };
  const message = (from: Node, to: Node, at: number, cause: Ref): Ref =>
    recorder.packet({
      ...{ departs: at, arrives: at, bytes: 0, origin: "first", delayed: 0, cause, frame: null },
      call: isOther.has(rootOf(from)) ? 0 : call,
      from: network(from),
      to: network(to),
      kind: recorder.packetKind(to.parent !== null && isUnder(to, from) ? "call" : "reply"),
    });
  let last: Ref = NO_REF;
  let before: Node | null = null;
  for (const { node, from, to } of path) {
    const [begins, ends] = [Number(from - zero), Number(to - zero)];
    if (before !== null && machineOf(before) !== machineOf(node)) last = message(before, node, begins, last);
    last = work(node, ownStep(node), begins, ends, last);
    before = node;
  }
  const own = new Map<Node, (readonly [number, number])[]>(); // on the path, by time
  for (const { node, from, to } of path) {
    gather(own, node, [Number(from - zero), Number(to - zero)]);
  }
  for (const { node, from, to } of placed) besidePath(node, from, to);
  const end = Math.max(0, ...placed.map(({ to }) => to));
  recorder.endCall(call, Number((last === NO_REF ? begins : ends) - zero), "returned", last);
  return { trace: { ...recorder.finish(end), measured: true }, nodes, left };

  /** What of a span is not its own on the path: others work meanwhile, or nobody waits for it. */
  function besidePath(node: Node, from: number, to: number): void {
    const { parent } = node;
    const onItsWay = listUnder(own, node);
    const isFew = onItsWay.length === 0 && placed.length <= MOST_MESSAGES;
    const isCalled = isFew && node !== root && parent !== null && machineOf(parent) !== machineOf(node);
    if (isCalled) message(parent, node, from, NO_REF);
    let at = from;
    for (const [begins, ends] of [...onItsWay, [to, to] as const]) {
      if (begins > at) work(node, besideStep(node), at, begins, NO_REF);
      at = Math.max(at, ends);
    }
    if (isCalled) message(node, parent, to, NO_REF);
  }
}

function isUnder(node: Node, above: Node): boolean {
  for (let one = node.parent; one !== null; one = one.parent) if (one === above) return true;
  return false;
}
