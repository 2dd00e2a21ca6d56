/**
 * Names in the wire between the machines, where time runs down: each at the height of its step, pushed apart where they
 * would touch, each line's room taken from a gap between two packets. What a gap cannot hold is dropped, shortest
 * first.
 */
import { itemAt } from "../../engine/kernel/reads.ts";
import { wrapped } from "../draw/place-label.ts";

export interface DownRequest {
  readonly id: number;
  /** Height at which the name would like to stand: the middle of its step. */
  readonly at: number;
  /** Height it takes. */
  readonly height: number;
  readonly weight: number;
}

interface DownName extends DownRequest {
  /** Middle of the name. */
  readonly y: number;
}

/** Places names between `from` and `to`, outside of `blocked` (in order, apart); the order of `at` is kept. */
export function placeDown(
  requests: readonly DownRequest[],
  from: number,
  to: number,
  blocked: readonly (readonly [number, number])[],
): DownName[] {
  const names: DownName[] = [];
  let low = from;
  let last = -Infinity;
  for (const [start, end] of [...blocked, [to, to] as const]) {
    const high = Math.min(start, to);
    const next = Math.max(low, Math.min(end, to));
    // A step whose middle a packet covers is named in the nearer gap.
    const turn = (high + next) / 2;
    names.push(
      ...fillGap(
        requests.filter(({ at }) => at >= last && at < turn),
        low,
        high,
      ),
    );
    last = turn;
    low = next;
  }
  return names;
}

function fillGap(requests: readonly DownRequest[], low: number, high: number): DownName[] {
  let room = high - low;
  const kept: DownRequest[] = [];
  for (const request of [...requests].sort((a, b) => b.weight - a.weight || a.at - b.at)) {
    if (request.height > room) continue;
    room -= request.height;
    kept.push(request);
  }
  kept.sort((a, b) => a.at - b.at || a.id - b.id);
  // Down once, each as near to its step as the names before it allow; then up from the bottom of the gap.
  const tops: number[] = [];
  let free = low;
  for (const { at, height } of kept) {
    const top = Math.max(free, at - height / 2);
    tops.push(top);
    free = top + height;
  }
  let limit = high;
  for (let i = kept.length - 1; i >= 0; i--) {
    const height = itemAt(kept, i, "label").height;
    tops[i] = Math.min(itemAt(tops, i, "label"), limit - height);
    limit = itemAt(tops, i, "label");
  }
  return kept.map((request, i) => ({ ...request, y: itemAt(tops, i, "label") + request.height / 2 }));
}

/**
 * Breaks a name at its spaces into lines of at most `width`, as equal as can be; null where a word alone is wider or
 * more than two are needed.
 */
export function brokenName(
  words: readonly string[],
  width: number,
  measure: (text: string) => number,
): readonly string[] | null {
  const lines = wrapped(words, width, measure);
  if (lines.length > 2 || lines.some((one) => measure(one) > width)) return null;
  if (lines.length < 2) return lines;
  // No word stands alone in a line where both can be as long as each other.
  const splits = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(" "), words.slice(i + 1).join(" ")] as const);
  const widest = (split: readonly string[]): number => Math.max(...split.map(measure));
  return splits.reduce((best, split) => (widest(split) < widest(best) ? split : best));
}
