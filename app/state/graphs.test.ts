/** Graphs of real runs: the states of protocols with their instances, and the graph that Olympus interprets. */
import { describe, expect, it } from "vitest";
import { measureOf, runOf } from "../../engine/experiments/testing.ts";
import { layGraph } from "./graph-layout.ts";
import { graphOn, graphsOf } from "./graphs.ts";
import { protocolGraph } from "./protocol-graph.ts";
import { nodeSentence, tokenGraphAt } from "./token-graph.ts";

const MS = 1e6;

describe("the states of Cedar’s callee", () => {
  const run = runOf("cedar/call", { set: { calls: 1, load: 0 } });
  const at = (ms: number) => {
    const graph = protocolGraph(run.trace, "Cedar callee", { call: 1, time: ms * MS });
    if (graph === null) throw new Error("The run has no such protocol.");
    return graph;
  };

  it("are those that the run enters, in the protocol’s order; the token goes from one to the next", () => {
    expect(at(0).machine.states.map(({ tag }) => tag)).toEqual(["new", "executing", "retaining", "settled"]);
    expect(at(0).never).toContain("gathering");
    expect([...at(0).tokens]).toEqual([]);
    expect([...at(0.5).tokens]).toEqual([["executing", 1]]);
    expect(at(0.5).sentences).toEqual(["server, activity 1.1: executing"]);
    expect([...at(0.8).tokens]).toEqual([["retaining", 1]]);
  });

  it("know the ways that were taken by then, and the one that was taken just now", () => {
    const taken = (ms: number) => [...at(ms).walked];
    expect(taken(0)).toEqual([]);
    expect(taken(0.5)).toEqual([['["new","executing"]', 1]]);
    expect(at(0.45).last).toBe('["new","executing"]');
    expect(at(0.6).last).toBeNull();
    expect(taken(22).length).toBeGreaterThan(taken(0.5).length);
  });

  it("have a state for what a crash took", () => {
    const down = runOf("cedar/call", { set: { calls: 1, load: 0 }, faults: ["crash server at 600us"] });
    const graph = protocolGraph(down.trace, "Cedar callee", { call: 1, time: 1 * MS });
    expect([...(graph?.tokens ?? [])]).toEqual([["lost", 1]]);
  });

  it("count many instances: of three connections each waits", () => {
    const many = runOf("multirpc/call", { set: { servers: 3, trials: 1 } });
    const graph = protocolGraph(many.trace, "RPC2 client", { call: 1, time: 10 * MS });
    expect([...(graph?.tokens ?? [])]).toEqual([["AWAITREPLY", 3]]);
    expect(graphsOf(many.trace, many.site).map(({ key }) => key)).toEqual(["RPC2 server", "RPC2 client"]);
  });
});

describe("the graph that Olympus interprets", () => {
  const run = runOf("sun-rpc/olympus", { set: { nodes: 6, servers: 2 } });
  const graph = graphOn(run.site);
  if (graph === null) throw new Error("The run has no graph.");
  const at = (ms: number) => tokenGraphAt(graph, run.trace, ms * MS);
  const words = (ms: number) => at(ms).nodes.map(nodeSentence);

  it("is the first of the run’s graphs", () => {
    expect(graphsOf(run.trace, run.site)[0]?.title).toBe("The graph and its tokens");
    expect(graphsOf(run.trace, undefined)[0]?.key).toBe("Sun RPC server");
  });

  it("begins with its first node, which runs at a server; all others wait", () => {
    expect(words(50)[0]).toMatch(/^n1: runs, server1; fired 1 ×, 0 ended$/);
    expect(words(50).slice(1)).toEqual(["n2", "n3", "n4", "n5", "n6"].map((name) => `${name}: has not fired`));
    expect(at(50).nodes[0]?.share).toBeGreaterThan(0.3);
    expect(at(50).nodes[0]?.share).toBeLessThan(0.6);
  });

  it("has a token on each arc to the last node whose firing waits for the others", () => {
    const end = run.trace.elapsed / MS;
    const ended = Array.from({ length: Math.floor(end / 5) }, (_, i) => at(5 * i));
    expect(ended.some(({ tokens }) => tokens.reduce((sum, count) => sum + count, 0) > 1)).toBe(true);
    expect(ended.some(({ moving }) => moving.length > 0)).toBe(true);
    const last = at(end);
    expect(last.tokens.every((count) => count === 0)).toBe(true);
    expect(last.nodes.every(({ fired, ended: done }) => fired === 1 && done === 1)).toBe(true);
    expect(measureOf(run, "firings")).toBe(6);
  });

  it.each(["chain", "fork-join", "diamond", "cycle", "layered"])("fires as often as the run did: %s", (shape) => {
    const other = runOf("sun-rpc/olympus", { set: { graph: shape, nodes: 9 } });
    const shown = graphOn(other.site);
    if (shown === null) throw new Error("The run has no graph.");
    const { nodes } = tokenGraphAt(shown, other.trace, other.trace.elapsed);
    expect(nodes.reduce((sum, { fired }) => sum + fired, 0)).toBe(measureOf(other, "firings"));
    for (const { name } of nodes) {
      const label = other.trace.labels.findIndex((text) => text === `${name} fires`);
      const marks = [...other.trace.marks.label.subarray(0, other.trace.marks.count)].filter((one) => one === label);
      expect(nodes.find((node) => node.name === name)?.fired).toBe(marks.length);
    }
  });

  it("says that the call of a node failed, and fires none behind it", () => {
    const failed = runOf("sun-rpc/olympus", { set: { graph: "chain", nodes: 4 }, faults: ["crash server1 at 50ms"] });
    const { nodes } = tokenGraphAt(graph, failed.trace, failed.trace.elapsed);
    expect(nodes[0]?.hasFailed).toBe(true);
    expect(nodes.slice(1).every(({ fired }) => fired === 0)).toBe(true);
  });

  it("is laid out from left to right; no two nodes stand at one place", () => {
    for (const shape of ["chain", "fork-join", "diamond", "cycle", "layered"]) {
      const shown = graphOn(runOf("sun-rpc/olympus", { set: { graph: shape, nodes: 9 } }).site);
      if (shown === null) throw new Error("The run has no graph.");
      const layout = layGraph(shown, 800);
      const spots = layout.nodes.map(({ x, y }) => `${x} ${y}`);
      expect(new Set(spots).size).toBe(spots.length);
      for (const { x, y } of layout.nodes) {
        expect(x + layout.radius).toBeLessThanOrEqual(layout.width);
        expect(y + layout.radius).toBeLessThanOrEqual(layout.height);
      }
    }
  });
});
