/**
 * Requests at services, as the spans of a trace show them. A visit is what a service did for one request: the span in
 * which it was called, and all spans of the service below. Its calls are the visits at other services for which it
 * waited.
 */
import { recorded } from "./path.ts";
import { isUnwaited } from "./paths.ts";
import { durationOf } from "./tree.ts";
import type { Node } from "./tree.ts";

export interface Visit {
  readonly service: string;
  readonly from: number; // ns since the root's start
  readonly to: number;
  readonly calls: readonly VisitCall[]; // by start
}

export interface VisitCall {
  readonly visit: Visit;
  /** As the caller saw it: with the network, where a span of the client says so. */
  readonly from: number;
  readonly to: number;
  /** One way; null where only the server has a span. */
  readonly networkNs: number | null;
}

/** Whether calls from one service to another are shown; what is not counts as the caller's own time. */
type IsShown = (caller: string, service: string) => boolean;

interface Open {
  readonly node: Node;
  readonly visit: Growing;
  readonly above: readonly string[]; // services on the way from the root
}

interface Growing extends Visit {
  readonly calls: VisitCall[];
}

export function visitOf(root: Node, isShown: IsShown): Visit | null {
  const zero = root.span.start;
  const first = zero === null ? null : begun(root, zero);
  if (first === null || zero === null) return null;
  const open: Open[] = [{ node: root, visit: first, above: [root.span.service] }];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { node, visit, above } = item;
    for (const child of node.children) {
      if (isUnwaited(child)) continue;
      const { service } = child.span;
      const below = above.includes(service) || !isShown(visit.service, service) ? null : begun(child, zero);
      if (below === null) open.push({ node: child, visit, above });
      else {
        visit.calls.push(callOf(node, child, below, zero, visit.service));
        open.push({ node: child, visit: below, above: [...above, service] });
      }
    }
    visit.calls.sort((a, b) => a.from - b.from || a.to - b.to);
  }
  return first;
}

function begun(node: Node, zero: bigint): Growing | null {
  const lies = recorded(node);
  if (lies === null || lies[1] < lies[0]) return null;
  return { service: node.span.service, from: Number(lies[0] - zero), to: Number(lies[1] - zero), calls: [] };
}

/** A client's span around the server's one has the network in it, both ways. */
function callOf(parent: Node, child: Node, visit: Growing, zero: bigint, caller: string): VisitCall {
  const isClient = parent.span.kind === "client" && parent.span.service === caller && parent.children.length === 1;
  const [outside, inside] = [durationOf(parent), durationOf(child)];
  if (!isClient || outside === null || inside === null || outside < inside || parent.span.start === null) {
    return { visit, from: visit.from, to: visit.to, networkNs: null };
  }
  const from = Number(parent.span.start - zero);
  return { visit, from, to: from + Number(outside), networkNs: Number(outside - inside) / 2 };
}

/** Calls that are under way at the same time go out together: bundles, one after the other. */
export function bundlesOf(calls: readonly VisitCall[]): readonly (readonly VisitCall[])[] {
  const bundles: VisitCall[][] = [];
  let until = -Infinity;
  for (const call of calls) {
    const length = call.to - call.from;
    const isBeside = until - call.from > MEETS * length && length > 0;
    if (isBeside) bundles.at(-1)?.push(call);
    else bundles.push([call]);
    until = Math.max(isBeside ? until : -Infinity, call.to);
  }
  return bundles;
}

/** A call that begins a little before the one before it has ended is still the next one: clocks differ. */
const MEETS = 0.1; // of its length

export const eachVisit = function* (visit: Visit): Generator<Visit> {
  const open = [visit];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    yield one;
    for (const call of one.calls) open.push(call.visit);
  }
};
