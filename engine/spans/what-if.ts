/**
 * What if a span took another time? All times are computed anew from the root's start on. A child starts after the
 * latest-ending of those siblings that had ended when it started (else after its parent's start), by the same gap, and
 * not before any of them ends. A span ends after its last-ending child by the same gap, and not before any child that
 * it had outlasted. The span asked about: without children its length is multiplied; with children its gaps are, and
 * with "all of it" everything below as well.
 *
 * A child that ends after its parent counts as waited for only where the clocks of two services may be apart: it is of
 * another service and would fit. Any other is left to itself.
 */
import { rounded } from "./number.ts";
import type { Interval } from "./path.ts";
import type { Span } from "./span.ts";
import type { Node } from "./tree.ts";

/** A number of decimal digits, exact. */
interface Factor {
  readonly over: bigint;
  readonly under: bigint;
}

/** A factor from its text: "0.5", "2". undefined where it is none, or over 1000. */
export function factorOf(text: string): Factor | undefined {
  const found = /^(\d{1,4})(?:\.(\d{0,12}))?$/.exec(text);
  if (found === null) return undefined;
  const [, whole = "", fraction = ""] = found;
  const under = 10n ** BigInt(fraction.length);
  const over = BigInt(whole + fraction);
  return over > 1000n * under ? undefined : { over, under };
}

/** A node whose span has both a start and an end behind it. */
interface Lying extends Node {
  readonly span: Span & { readonly start: bigint; readonly end: bigint };
}

const isLying = (node: Node): node is Lying =>
  node.span.start !== null && node.span.end !== null && node.span.end >= node.span.start;

const ONCE: Factor = { over: 1n, under: 1n };

/** A length times a factor, to the nearest nanosecond; a negative one, of skewed clocks, stays. */
const times = (length: bigint, { over, under }: Factor): bigint =>
  length <= 0n ? length : rounded(length * over, under);

export interface Change {
  readonly factor: Factor;
  readonly isWhole: boolean; // everything below the span, too
}

interface Work {
  readonly node: Lying;
  readonly start: bigint; // as it would be
  readonly children: readonly Lying[]; // by start
  readonly ended: readonly Lying[]; // the same, by end
  readonly factor: Factor; // of its own time
  readonly below: Factor;
  next: number; // of the children
  hasEnded: number; // how many of `ended` had ended when the next child started
  anchor: bigint; // the latest end of these, as it would be
}

/** Where the spans of a root's trace would lie. Spans without start or end, or of a negative length, are nowhere. */
export function changed(root: Node, changes: ReadonlyMap<Node, Change>): Interval {
  const places = new Map<Node, readonly [bigint, bigint]>();
  const begin = (node: Node, start: bigint, from: Factor): Work | null => {
    return isLying(node) ? workOf(node, start, from, changes.get(node)) : null;
  };
  const first = root.span.start === null ? null : begin(root, root.span.start, ONCE);
  const open = first === null ? [] : [first];
  for (let work = open.at(-1); work !== undefined; work = open.at(-1)) {
    const child = work.children[work.next++];
    if (child === undefined) {
      places.set(work.node, [work.start, endOf(work, places)]);
      open.pop();
      continue;
    }
    const begun = begin(child, startOf(child, work, places), work.below);
    if (begun !== null) open.push(begun);
  }
  return (node) => places.get(node) ?? null;
}

function workOf(node: Lying, start: bigint, above: Factor, change: Change | undefined): Work {
  const children = node.children.filter(isLying);
  const mixed = change === undefined ? above : product(above, change.factor);
  return {
    ...{ node, start },
    children: children.toSorted((a, b) => order(startAt(a), startAt(b)) || order(endAt(a), endAt(b))),
    ended: children.toSorted((a, b) => order(endAt(a), endAt(b)) || order(startAt(a), startAt(b))),
    factor: mixed,
    below: change?.isWhole === true ? mixed : above,
    ...{ next: 0, hasEnded: 0, anchor: start },
  };
}

const product = (a: Factor, b: Factor): Factor => ({ over: a.over * b.over, under: a.under * b.under });
const order = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
const startAt = ({ span }: Lying): bigint => span.start;
const endAt = ({ span }: Lying): bigint => span.end;

/** Siblings that had ended, and have been placed: one of no length at the same moment has not. */
function startOf(child: Lying, work: Work, places: ReadonlyMap<Node, readonly [bigint, bigint]>): bigint {
  const start = startAt(child);
  for (let one = work.ended[work.hasEnded]; one !== undefined && endAt(one) <= start; one = work.ended[work.hasEnded]) {
    const end = places.get(one)?.[1];
    if (end === undefined) break;
    if (work.hasEnded === 0 || end > work.anchor) work.anchor = end;
    work.hasEnded++;
  }
  const last = work.ended[work.hasEnded - 1];
  const before = last === undefined ? startAt(work.node) : endAt(last);
  return work.anchor + times(start - before, work.factor);
}

function endOf(work: Work, places: ReadonlyMap<Node, readonly [bigint, bigint]>): bigint {
  const { node, start, factor } = work;
  const [from, to] = [startAt(node), endAt(node)];
  const waited = work.ended.filter((child) => endAt(child) <= to || mayBeSkewed(child, node));
  const last = waited.at(-1);
  if (last === undefined) return start + times(to - from, factor);
  let end = placeOf(last, places)[1] + times(to - endAt(last), factor);
  for (const child of waited) {
    const [, childEnd] = placeOf(child, places);
    if (endAt(child) <= to && childEnd > end) end = childEnd;
  }
  return end;
}

function placeOf(node: Node, places: ReadonlyMap<Node, readonly [bigint, bigint]>): readonly [bigint, bigint] {
  const place = places.get(node);
  if (place === undefined) throw new RangeError(`what if: span ${node.id} was not placed before its parent ended.`);
  return place;
}

/** Whether a child may only seem to outlast its parent, since two clocks are apart. */
function mayBeSkewed(child: Lying, parent: Lying): boolean {
  if (child.span.service === parent.span.service) return false;
  const isMessage = parent.span.kind === "producer" || child.span.kind === "consumer";
  return !isMessage && endAt(child) - startAt(child) <= endAt(parent) - startAt(parent);
}
