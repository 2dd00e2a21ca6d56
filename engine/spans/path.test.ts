/** The critical path: worked examples, and what holds of any trace. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itemAt } from "../kernel/reads.ts";
import { pathOf } from "./path.ts";
import { shiftsOf } from "./skew.ts";
import type { Span } from "./span.ts";
import { EXAMPLE, spanOf } from "./testing.ts";
import { tracesOf } from "./tree.ts";
import type { Trace } from "./tree.ts";
import { changed, factorOf } from "./what-if.ts";

const traceOf = (spans: readonly Span[]): Trace => itemAt(tracesOf(spans), 0, "trace");

const ids = (spans: readonly Span[]): readonly (readonly [string, number])[] =>
  (pathOf(itemAt(traceOf(spans).roots, 0, "root")) ?? []).map(({ node, from, to }) => [node.id, Number(to - from)]);

/** Random spans: parents are any spans, themselves and missing ones too, and times are as they come. */
const randomSpans = (g: fc.GeneratorValue): readonly Span[] =>
  Array.from({ length: g(fc.integer, { min: 1, max: 30 }) }, (_, i) => {
    const start = g(fc.integer, { min: 0, max: 40 });
    const parent = g(fc.integer, { min: -1, max: 30 });
    return spanOf({
      id: String(g(fc.integer, { min: 0, max: 9 }) === 0 ? 0 : i),
      ...(parent < 0 ? {} : { parent: String(parent) }),
      start: g(fc.integer, { min: 0, max: 19 }) === 0 ? null : start,
      end: g(fc.integer, { min: 0, max: 9 }) === 0 ? null : start + g(fc.integer, { min: -2, max: 30 }),
      service: String(g(fc.integer, { min: 0, max: 2 })),
    });
  });

describe("the critical path", () => {
  it("follows the child that ended last, and gives the rest to the span itself", () => {
    const expected = [
      ["R", 5],
      ["C", 10],
      ["R", 5],
      ["B", 5],
      ["B2", 15],
      ["B1", 20],
      ["B", 10],
      ["R", 30],
    ];
    expect(ids(EXAMPLE)).toEqual(expected);
  });

  it("cuts a child that outlasts its parent, and can leave it out", () => {
    const spans = [
      spanOf({ id: "R", start: 0, end: 50 }),
      spanOf({ id: "A", parent: "R", start: 5, end: 45 }),
      spanOf({ id: "W", parent: "R", start: 20, end: 90 }),
    ];
    expect(ids(spans)).toEqual([
      ["W", 30],
      ["R", 20],
    ]);
    const parts = pathOf(itemAt(traceOf(spans).roots, 0, "root"), undefined, ({ id }) => id === "W") ?? [];
    expect(parts.map(({ node, from, to }) => [node.id, Number(to - from)])).toEqual([
      ["R", 5],
      ["A", 40],
      ["R", 5],
    ]);
  });

  it("adds up to the root’s duration exactly, from its end to its start, in any trace", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const { nodes, roots, orphans } = traceOf(randomSpans(g));
        const reached = new Set([...roots, ...orphans]);
        for (const node of reached) for (const child of node.children) reached.add(child);
        expect(reached.size).toBe(nodes.length);
        for (const root of [...roots, ...orphans]) {
          const { start, end } = root.span;
          const parts = pathOf(root);
          const isMeasured = start !== null && end !== null && start <= end;
          expect(parts === null).toBe(!isMeasured);
          if (parts === null || !isMeasured) continue;
          let at = end;
          for (const { from, to } of parts) {
            expect(to).toBe(at);
            expect(from).toBeLessThan(to);
            at = from;
          }
          expect(at).toBe(start);
          shiftsOf(root);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("takes a chain of 100,000 spans and 100,000 children of one", () => {
    const chain = Array.from({ length: 100_000 }, (_, i) =>
      spanOf({ id: String(i), ...(i === 0 ? {} : { parent: String(i - 1) }), start: i, end: 400_000 - i }),
    );
    expect(ids(chain).length).toBe(199_999);
    const fan = Array.from({ length: 100_000 }, (_, i) => spanOf({ id: `c${i}`, parent: "R", start: i, end: i + 2 }));
    expect(ids([spanOf({ id: "R", start: 0, end: 100_001 }), ...fan]).length).toBe(50_001);
  });
});

/** The root's duration if one span took another time. */
function lengthIf(spans: readonly Span[], id: string, factorText: string, isWhole = false): number {
  const trace = traceOf(spans);
  const root = itemAt(trace.roots, 0, "root");
  const factor = factorOf(factorText);
  const node = trace.nodes.find((one) => one.id === id);
  if (factor === undefined || node === undefined) throw new Error("no such span or factor");
  const places = changed(root, new Map([[node, { factor, isWhole }]]));
  const parts = pathOf(root, places) ?? [];
  return Number(parts.reduce((sum, { from, to }) => sum + to - from, 0n));
}

describe("what if a span took another time", () => {
  it.each([
    ["B2", "0.5", false, 93], // 92.5 to the nearest nanosecond
    ["B1", "0.5", false, 90],
    ["C", "0.5", false, 95],
    ["A", "0.5", false, 100],
    ["B", "0.5", false, 93],
    ["B", "0.5", true, 75],
  ] as const)("%s by %s (all of it: %s) leaves the root %i", (id, factor, isWhole, length) => {
    const shown = lengthIf(EXAMPLE, id, factor, isWhole);
    expect(Math.abs(shown - length)).toBeLessThanOrEqual(1);
  });

  it("lets a step begin only when all branches before it have ended", () => {
    const spans = [
      spanOf({ id: "R", start: 0, end: 60 }),
      spanOf({ id: "A", parent: "R", start: 0, end: 38 }),
      spanOf({ id: "B", parent: "R", start: 0, end: 40 }),
      spanOf({ id: "C", parent: "R", start: 42, end: 58 }),
    ];
    expect(lengthIf(spans, "B", "0")).toBe(58);
  });

  it("leaves all as it is where the factor is 1, in any trace", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const trace = traceOf(randomSpans(g));
        const node = itemAt(trace.nodes, g(fc.integer, { min: 0, max: trace.nodes.length - 1 }), "span");
        const change = { factor: { over: 1n, under: 1n }, isWhole: true };
        for (const root of [...trace.roots, ...trace.orphans]) {
          const places = changed(root, new Map([[node, change]]));
          expect(pathOf(root, places)).toEqual(pathOf(root));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
