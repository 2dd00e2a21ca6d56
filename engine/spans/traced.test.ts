import { describe, expect, it } from "vitest";
import { criticalPath } from "../kernel/critical-path.ts";
import { numberAt } from "../kernel/reads.ts";
import { refRow, refTable } from "../kernel/trace-data.ts";
import { changed, factorOf } from "./what-if.ts";
import { ownTimes, pathsOf, rootPath, spansMeant } from "./paths.ts";
import type { RootPath } from "./paths.ts";
import { unskewed } from "./skew.ts";
import { EXAMPLE, spanOf } from "./testing.ts";
import { spansTraced } from "./traced.ts";
import { tracesOf } from "./tree.ts";

const HALF = factorOf("0.5");

function firstPath(spans: typeof EXAMPLE): RootPath {
  const path = tracesOf(spans).flatMap((trace) => pathsOf(trace))[0];
  if (path === undefined) throw new Error("the spans of the test have no path.");
  return path;
}

/** [span, ns] along the figure's own critical path, from the start. */
function drawnPath({ trace, nodes }: ReturnType<typeof spansTraced>): readonly (readonly [string, number])[] {
  return criticalPath(trace, 1).flatMap(({ ref, from, to }) =>
    refTable(ref) === "span" ? [[nodes[refRow(ref)]?.id ?? "", to - from] as const] : [],
  );
}

describe("a trace of services as a trace of the lab", () => {
  it("has the critical path of the spans, part by part", () => {
    const path = firstPath(EXAMPLE);
    const wanted = path.parts.toReversed().map(({ node, from, to }) => [node.id, Number(to - from)]);
    expect(drawnPath(spansTraced(path))).toEqual(wanted);
  });

  it("sends a message where the path goes to another service, and back", () => {
    const spans = [
      spanOf({ id: "a", start: 0, end: 10, service: "front" }),
      spanOf({ id: "b", parent: "a", start: 2, end: 8, service: "back" }),
    ];
    const { trace } = spansTraced(firstPath(spans));
    const kinds = Array.from({ length: trace.packets.count }, (_, row) => numberAt(trace.packets.kind, row));
    expect(kinds.map((kind) => trace.packetKinds[kind])).toEqual(["call", "reply"]);
    expect([...trace.packets.departs.subarray(0, 2)]).toEqual([2, 8]);
  });

  it("lays spans of one service that overlap in lanes beside each other", () => {
    const { trace } = spansTraced(firstPath(EXAMPLE));
    const lanes = trace.tracks.filter(({ kind }) => kind === "processor").map(({ name }) => name);
    expect(lanes.toSorted()).toEqual(["Span 1", "Span 2", "Span 3"]);
  });

  it("draws the times that are supposed: B2 at half ends the root at 92.5", () => {
    const { root } = firstPath(
      EXAMPLE.map((span) => ({ ...span, start: (span.start ?? 0n) * 2n, end: (span.end ?? 0n) * 2n })),
    );
    const meant = root.children.flatMap(({ children }) => spansMeant(children, "B2"));
    if (HALF === undefined) throw new Error("0.5 is a factor.");
    const interval = changed(root, new Map(meant.map((node) => [node, { factor: HALF, isWhole: false }])));
    const after = rootPath(root, interval);
    if (after === null) throw new Error("the root has a length.");
    expect(spansTraced(after, interval).trace.calls.end[0]).toBe(185);
  });

  it("draws what is under other roots of the trace, for no call", () => {
    const spans = [
      spanOf({ id: "a", start: 0, end: 10 }),
      spanOf({ id: "b", start: 20, end: 50 }),
      spanOf({ id: "c", parent: "b", start: 30, end: 40 }),
    ];
    const [first, second] = tracesOf(spans).flatMap((trace) => pathsOf(trace));
    if (first === undefined || second === undefined) throw new Error("both roots have paths.");
    const { trace, nodes } = spansTraced(second, undefined, [first.root]);
    expect([trace.calls.start[0], trace.calls.end[0]]).toEqual([20, 50]);
    expect(nodes.map(({ id }, row) => [id, trace.spans.call[row]])).toContainEqual(["a", 0]);
  });

  it("can be of clocks that agree: a child that began before its parent is moved to its middle, with all below", () => {
    const spans = [
      spanOf({ id: "a", start: 100, end: 200, service: "front" }),
      spanOf({ id: "b", parent: "a", start: 80, end: 120, service: "back" }),
      spanOf({ id: "c", parent: "b", start: 90, end: 100, service: "back" }),
    ];
    const [trace] = tracesOf(spans).map(unskewed);
    expect(trace?.nodes.map(({ span }) => [span.start, span.end])).toEqual([
      [100n, 200n],
      [130n, 170n],
      [140n, 150n],
    ]);
  });

  it("sums own times by service to the whole path", () => {
    const { parts, durationNs } = firstPath(EXAMPLE);
    const sums = ownTimes(parts, ({ id }) => id);
    expect(sums[0]).toEqual({ of: "R", nanos: 40n, parts: 3 });
    expect(sums.reduce((sum, { nanos }) => sum + nanos, 0n)).toBe(durationNs);
  });
});
