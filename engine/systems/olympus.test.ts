/** Olympus: token graphs, what they take by calls that block and by calls that do not, and the text that they are. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseScript } from "../faults/parse-script.ts";
import { RandomStream } from "../kernel/random.ts";
import { millis, seconds, toMillis } from "../kernel/time.ts";
import { olympusMachines, simulateOlympus, type OlympusOptions, type OlympusOutcome } from "./olympus.ts";
import { graphTimes } from "./sunrpc/graph/critical-path.ts";
import { graphLines, graphText, readGraph } from "./sunrpc/graph/read-graph.ts";
import { readyGraph } from "./sunrpc/graph/ready-graphs.ts";
import type { GraphArc, TokenGraph } from "./sunrpc/graph/token-graph.ts";
import { brokenLaws, callsOf, marksOf } from "./testing.ts";

// Graphs at random.

const node = fc.record({
  ms: fc.integer({ min: 0, max: 1500 }),
  fires: fc.constantFrom("all" as const, "any" as const),
});
const limits = fc.integer({ min: 1, max: 4 });

interface Made {
  readonly nodes: readonly { readonly ms: number; readonly fires: "all" | "any" }[];
  readonly arcs: readonly (readonly [number, number])[];
  readonly limit: number;
  readonly tokens: readonly number[];
}

/** @param isBack whether an arc may lead to a node that stands before, or to itself */
function graphOf({ nodes, arcs, limit, tokens }: Made, isBack: boolean): TokenGraph {
  const ends = arcs
    .map(([a, b]) => [a % nodes.length, b % nodes.length] as const)
    .flatMap(([from, to]) =>
      isBack ? [[from, to] as const] : from === to ? [] : [[Math.min(from, to), Math.max(from, to)] as const],
    );
  const once = ends.filter(([from, to], i) => ends.findIndex((one) => one[0] === from && one[1] === to) === i);
  const made = once.map(([from, to], i): GraphArc => ({ from, to, tokens: isBack ? (tokens[i] ?? 0) : 0 }));
  return {
    nodes: nodes.map(({ ms, fires }, i) => ({
      name: `n${i + 1}`,
      nanos: millis(ms),
      fires,
      starts: made.some(({ to }) => to === i) ? 0 : 1,
    })),
    arcs: made,
    limit: isBack ? limit : 100,
  };
}

const made = (most: number): fc.Arbitrary<Made> =>
  fc.record({
    nodes: fc.array(node, { minLength: 1, maxLength: most }),
    arcs: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 120 }),
    limit: limits,
    tokens: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 120 }),
  });

/** Graphs without cycles, of up to 50 nodes. A node that needs all fires once. */
const acyclic: fc.Arbitrary<TokenGraph> = made(50).map((one) => graphOf(one, false));
/** Any graphs of up to 12 nodes, with cycles and tokens. */
const anyGraph: fc.Arbitrary<TokenGraph> = made(12).map((one) => graphOf(one, true));

const PATIENT = { servers: 50, isBlocking: false, waitsForFree: false, retryS: 60, totalS: 120 } as const;

function run(graph: TokenGraph, options: Partial<OlympusOptions> = {}, script: readonly string[] = []): OlympusOutcome {
  const all = { ...PATIENT, ...options };
  const faults = parseScript(script, { machines: olympusMachines(all.servers) });
  return simulateOlympus(() => graph, all, { seed: 1, faults, keep: "all" });
}

const graph = (text: object): TokenGraph => readGraph(JSON.stringify(text));
const tookOf = ({ took }: OlympusOutcome): number => took ?? Number.NaN;
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** The token rule by counting alone: all nodes again and again, until none fires any more. */
function counted({ nodes, arcs, limit }: TokenGraph): readonly number[] {
  let counts = nodes.map(() => 0);
  for (;;) {
    const next = nodes.map(({ fires, starts }, node) => {
      const tokens = arcs.filter(({ to }) => to === node).map((arc) => arc.tokens + (counts[arc.from] ?? 0));
      const may = tokens.length === 0 ? starts : fires === "all" ? Math.min(...tokens) : sumOf(tokens);
      return Math.min(limit, may);
    });
    if (next.every((count, node) => count === counts[node])) return counts;
    counts = next;
  }
}

describe("a token graph", () => {
  it("fires each node as often as its tokens say, by blocking calls and by others, on few servers and on many", () => {
    fc.assert(
      fc.property(anyGraph, fc.boolean(), fc.integer({ min: 1, max: 5 }), (one, isBlocking, servers) => {
        const wanted = counted(one);
        expect(graphTimes(one, 0).firings).toEqual(wanted);
        const outcome = run(one, { isBlocking, servers });
        expect(outcome.firings).toEqual(wanted);
        expect([outcome.sends, outcome.executions]).toEqual([sumOf(wanted), sumOf(wanted)]);
        expect(brokenLaws(outcome)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it("takes the sum of its calls, to the nanosecond, where they block", () => {
    fc.assert(
      fc.property(acyclic, (one) => {
        const outcome = run(one, { isBlocking: true, servers: 1 });
        expect(outcome.took).toBe(graphTimes(one, outcome.callNs).sum);
        expect(outcome.mostUnderWay).toBeLessThanOrEqual(1);
        expect(toMillis(tookOf(outcome))).toBeCloseTo(sumOf(callsOf(outcome.trace).map(({ tookMs }) => tookMs)), 6);
      }),
      { numRuns: 15 },
    );
  });

  it("takes its critical path where calls do not block and servers suffice, but for the client’s own work", () => {
    // A process that is at work when a packet comes need not wake up: 0.15 ms, at the client and at the server.
    const WAKING = millis(0.3);
    // The client's processor has one call at a time to send or to take in.
    const CLIENT = millis(7);
    fc.assert(
      fc.property(acyclic, (one) => {
        const outcome = run(one);
        const took = tookOf(outcome);
        expect(took).toBeGreaterThanOrEqual(graphTimes(one, outcome.callNs - WAKING).criticalPath);
        const firings = sumOf(outcome.firings);
        expect(took).toBeLessThanOrEqual(graphTimes(one, outcome.callNs).criticalPath + firings * CLIENT);
        expect(took).toBeLessThanOrEqual(tookOf(run(one, { isBlocking: true, servers: 1 })));
      }),
      { numRuns: 15 },
    );
  });

  it("takes the critical path to the nanosecond in a chain, and less than 4 % more in a fork", () => {
    const of = (which: "chain" | "fork-join", nodes: number): TokenGraph =>
      readyGraph(which, { nodes, nanos: seconds(1) }, new RandomStream(1, "graph"));
    const chain = run(of("chain", 9), { servers: 3 });
    expect(chain.took).toBe(graphTimes(chain.graph, chain.callNs).criticalPath);
    const fork = run(of("fork-join", 10), { servers: 8 });
    const path = graphTimes(fork.graph, fork.callNs);
    expect([path.width, fork.mostUnderWay]).toEqual([8, 8]);
    expect(tookOf(fork) / path.criticalPath).toBeLessThan(1.04);
    const few = run(of("fork-join", 10), { servers: 2 }); // four times two nodes, between two others
    expect(tookOf(few) / seconds(6)).toBeGreaterThan(1);
    expect(tookOf(few) / seconds(6)).toBeLessThan(1.04);
  });

  it("is the same run each time", () => {
    const one = readyGraph("layered", { nodes: 20, nanos: millis(50) }, new RandomStream(7, "graph"));
    expect(run(one, { servers: 3 }).trace.hash).toBe(run(one, { servers: 3 }).trace.hash);
    const seeded = (seed: number): string =>
      graphText(readyGraph("layered", { nodes: 20, nanos: millis(50) }, new RandomStream(seed, "graph")));
    expect(seeded(7)).toBe(graphText(one));
    expect(seeded(8)).not.toBe(seeded(7));
  });

  it("needs all tokens or any, and holds a node back at the limit", () => {
    const two = {
      nodes: [
        { name: "a", ms: 1 },
        { name: "b", ms: 900 },
        { name: "c", ms: 1 },
      ],
    };
    const arcs = [
      { from: "a", to: "c" },
      { from: "b", to: "c" },
    ];
    expect(run(graph({ ...two, arcs })).firings).toEqual([1, 1, 1]);
    const any = graph({ nodes: two.nodes.map((one) => (one.name === "c" ? { ...one, fires: "any" } : one)), arcs });
    const outcome = run(any);
    expect(outcome.firings).toEqual([1, 1, 2]);
    expect(marksOf(outcome.trace).filter(({ label }) => label === "c fires")).toHaveLength(2);
    const round = run(graph({ nodes: [{ name: "a", ms: 1 }], arcs: [{ from: "a", to: "a", tokens: 1 }], limit: 5 }));
    expect([round.firings, round.end, round.mostUnderWay]).toEqual([[5], "limit reached", 1]);
    const dead = run(graph({ nodes: [{ name: "a", ms: 1 }], arcs: [{ from: "a", to: "a" }] }));
    expect([dead.firings, dead.took, dead.end]).toEqual([[0], 0, "done"]);
  });

  it("goes on without the nodes behind a call that fails, and runs a node again whose reply was lost", () => {
    const pair = graph({
      nodes: [
        { name: "a", ms: 1 },
        { name: "b", ms: 1 },
        { name: "c", ms: 1 },
      ],
      arcs: [{ from: "a", to: "c" }],
    });
    const options = { servers: 2, retryS: 1, totalS: 3 };
    const failed = run(pair, options, ["crash server1 at 0s"]);
    expect([failed.firings, failed.end, failed.sends]).toEqual([[1, 1, 0], "call failed", 4]);
    expect(callsOf(failed.trace).map(({ outcome }) => outcome)).toEqual(["failed", "returned"]);
    const again = run(pair, options, ["drop reply#1"]);
    expect([again.end, again.sends, again.executions]).toEqual(["done", 4, 4]);
    const crashed = run(pair, options, ["crash client at 5ms"]);
    expect([crashed.end, crashed.took]).toEqual(["crashed", null]);
    expect(brokenLaws(crashed)).toEqual([]);
  });
});

describe("where calls wait for a free server", () => {
  const slowAndQuick = graph({
    nodes: [
      { name: "start", ms: 0 },
      { name: "slow", ms: 1000 },
      { name: "quick", ms: 100 },
      { name: "third", ms: 500 },
    ],
    arcs: ["slow", "quick", "third"].map((to) => ({ from: "start", to })),
  });

  it("no server idles while another has two: the third of three nodes goes to the server that is free first", () => {
    const bound = (waitsForFree: boolean) => run(slowAndQuick, { servers: 2, waitsForFree });
    const [atOnce, free] = [bound(false), bound(true)];
    const slow = run(graph({ nodes: [{ name: "slow", ms: 1000 }], arcs: [] }));
    // At once: the third lies at server 1, behind the slow one; 1500 ms. Else it follows the quick one; 1000 ms.
    expect(toMillis(tookOf(atOnce))).toBeGreaterThan(1500);
    expect(toMillis(tookOf(free) - tookOf(slow))).toBeLessThan(15);
    expect([atOnce.mostUnderWay, free.mostUnderWay]).toEqual([3, 2]);
  });

  it("as many calls are under way as there are servers, and the graph is the same", () => {
    fc.assert(
      fc.property(acyclic, fc.integer({ min: 1, max: 4 }), (one, servers) => {
        const [atOnce, free] = [false, true].map((waitsForFree) => run(one, { servers, waitsForFree }));
        expect(free?.firings).toEqual(atOnce?.firings);
        expect(free?.mostUnderWay).toBeLessThanOrEqual(servers);
      }),
      { numRuns: 25 },
    );
  });

  it("one server takes as long as with blocking calls", () => {
    const [free, blocking] = [{ waitsForFree: true }, { isBlocking: true }].map((how) =>
      run(slowAndQuick, { servers: 1, ...how }),
    );
    expect(free?.trace.hash).toBe(blocking?.trace.hash);
  });
});

describe("the text of a graph", () => {
  it("says the same as the graph that it was written from", () => {
    fc.assert(
      fc.property(anyGraph, (one) => {
        expect(readGraph(graphText(one))).toEqual(one);
        expect(graphText(readGraph(graphLines(one)))).toBe(graphText(one));
      }),
    );
  });

  const a = { name: "a", ms: 1 };
  const ab = [a, { name: "b", ms: 1 }];
  it.each([
    ["{", /^The text is no JSON: /],
    ["[]", /^The graph = \[\] is not allowed: an object with nodes, arcs, limit\.$/],
    [{ nodes: [a], arcs: [], extra: 1 }, /^The graph has a field "extra"\. It may have nodes, arcs, limit\.$/],
    [{ arcs: [] }, /^nodes is missing: a list of 1 to 50\.$/],
    [{ nodes: [], arcs: [] }, /^nodes has 0 entries\. It may have 1 to 50\.$/],
    [{ nodes: Array(51).fill(a), arcs: [] }, /^nodes has 51 entries\./],
    [{ nodes: [{ name: "", ms: 1 }], arcs: [] }, /^nodes\[0\]\.name = "" is not allowed: 1 to 24 letters/],
    [{ nodes: [{ name: "a" }], arcs: [] }, /^nodes\[0\]\.ms is missing: numbers from 0 to 60000\.$/],
    [{ nodes: [{ name: "a", ms: "5" }], arcs: [] }, /^nodes\[0\]\.ms = "5" is not allowed/],
    [{ nodes: [{ name: "a", ms: 60_001 }], arcs: [] }, /^nodes\[0\]\.ms = 60001 is not allowed/],
    [{ nodes: [{ ...a, fires: "some" }], arcs: [] }, /^nodes\[0\]\.fires = "some" is not allowed: "all" or "any"\.$/],
    [
      { nodes: [{ ...a, starts: 1.5 }], arcs: [] },
      /^nodes\[0\]\.starts = 1\.5 is not allowed: whole numbers from 0 to 100\.$/,
    ],
    [{ nodes: [a, a], arcs: [] }, /^nodes\[1\]\.name = "a" is that of nodes\[0\]\. Each has its own\.$/],
    [
      { nodes: ab, arcs: [{ from: "a", to: "x" }] },
      /^arcs\[0\]\.to = "x" is not allowed: the name of a node \("a, b"\)\.$/,
    ],
    [{ nodes: ab, arcs: [{ from: "a" }] }, /^arcs\[0\]\.to is missing: the name of a node/],
    [{ nodes: ab, arcs: [{ from: "a", to: "b", tokens: -1 }] }, /^arcs\[0\]\.tokens = -1 is not allowed/],
    [
      {
        nodes: ab,
        arcs: [
          { from: "a", to: "b" },
          { from: "a", to: "b" },
        ],
      },
      /^arcs\[1\] leads from and to where arcs\[0\] does/,
    ],
    [
      { nodes: [a, { ...a, name: "b", starts: 1 }], arcs: [{ from: "a", to: "b" }] },
      /^nodes\[1\]\.starts is given, but arcs lead/,
    ],
    [{ nodes: [a], arcs: [], limit: 0 }, /^limit = 0 is not allowed: whole numbers from 1 to 100\.$/],
  ])("is refused with one sentence that says where and what: %j", (text, said) => {
    expect(() => readGraph(typeof text === "string" ? text : JSON.stringify(text))).toThrow(said);
  });
});
