/** Services that call each other, held to the laws of queueing theory and to published rules. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { erlangC, meanTimeMs } from "./queueing.ts";
import { parseScript } from "../../faults/index.ts";
import { elapsedOf, outcomeOf, timeAt } from "../../kernel/reads.ts";
import { millis, seconds, toMillis, toSeconds } from "../../kernel/time.ts";
import type { Service } from "../../systems/services/graph.ts";
import { readyGraph, type ReadyGraph } from "../../systems/services/ready-graphs.ts";
import { simulateServices, type ServicesOptions, type ServicesRun } from "../../systems/services/simulate.ts";

const NEVER = Infinity;

/** One service that nothing disturbs, and callers who wait for ever. */
const CALM: Omit<ServicesOptions, "graph"> = {
  arrivals: "random",
  loadPerS: 100,
  time: seconds(60),
  clients: 1,
  latency: 0,
  timeout: seconds(100),
  deadline: NEVER,
  travels: false,
  reserves: false,
  cancels: false,
  retries: 0,
  retryAt: "all",
  backoff: "none",
  budget: NEVER,
  budgetRule: "share",
  hedgeAfter: NEVER,
  policy: "none",
  balancer: "random",
  queue: "fifo",
  queueLimit: NEVER,
  blip: "pause",
  blipAt: 0,
  blipTime: 0,
  whom: "all",
  errorShare: 1,
  keys: 1000,
  keyLife: 0,
  checkEvery: 0,
  checkFails: 3,
  checkBy: "thread",
  pool: NEVER,
  poolWait: seconds(30),
};

const one = (service: Partial<Service>) => ({
  services: [
    { name: "server", servers: 1, workers: 1, ms: 5, spread: "exponential" as const, calls: [], hits: 0, ...service },
  ],
});
const ready = (name: ReadyGraph) =>
  readyGraph(name, { servers: 4, workers: 200, serverMs: 1, spread: "exponential", leaves: 40 });

const run = (options: Partial<ServicesOptions>, seed = 1): ServicesRun =>
  simulateServices({ ...CALM, graph: one({}), ...options }, { seed, faults: [], keep: "none" });

const times = ({ trace }: ServicesRun): readonly number[] =>
  Array.from({ length: trace.calls.count }, (_, row) => row)
    .filter((row) => outcomeOf(trace, row) === "returned")
    .map((row) => elapsedOf(trace, row));

const meanMs = (ran: ServicesRun): number => {
  const all = times(ran);
  return toMillis(all.reduce((sum, time) => sum + time, 0) / all.length);
};

describe("one service", () => {
  it("has Erlang’s waits: M/M/1, M/M/2 and M/M/10 at a load of 0.8", () => {
    expect(erlangC(10, 8)).toBeCloseTo(0.4092, 4);
    expect(erlangC(2, 1.6)).toBeCloseTo(0.7111, 4);
    for (const workers of [1, 2, 10]) {
      const service = { servers: 1, workers, ms: 5, spread: "exponential" } as const;
      const loadPerS = 160 * workers;
      const ran = run({ graph: one(service), loadPerS, time: seconds(16_000 / loadPerS) });
      const theory = meanTimeMs(service, loadPerS, 1) ?? 0;
      expect(Math.abs(meanMs(ran) / theory - 1), `${workers} workers`).toBeLessThan(0.12);
    }
  });

  it("has the waits of Pollaczek and Khinchine for constant and for log-normal times", () => {
    for (const spread of ["constant", "lognormal"] as const) {
      const service = { servers: 1, workers: 1, ms: 5, spread };
      const theory = meanTimeMs(service, 120, 1) ?? 0;
      const ran = run({ graph: one({ spread }), loadPerS: 120, time: seconds(250) });
      expect(Math.abs(meanMs(ran) / theory - 1), spread).toBeLessThan(0.1);
    }
  });

  it("keeps Little’s law to the nanosecond, and its utilisation, whatever its numbers", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 20, max: 300 }),
        fc.nat(99),
        (workers, load, seed) => {
          const ran = run({ graph: one({ workers }), loadPerS: load, time: seconds(4) }, seed);
          const { calls } = ran.trace;
          // Calls under way, summed over the time of the run, are the times of all calls.
          const changes = Array.from({ length: calls.count }, (_, row) => [
            { at: timeAt(calls.start, row), by: 1 },
            { at: timeAt(calls.end, row), by: -1 },
          ]).flat();
          let [inside, since, area] = [0, 0, 0];
          for (const { at, by } of changes.toSorted((a, b) => a.at - b.at)) {
            area += inside * (at - since);
            [inside, since] = [inside + by, at];
          }
          expect(inside).toBe(0);
          expect(area).toBe(times(ran).reduce((sum, time) => sum + time, 0));
          expect(ran.workedNs).toBeLessThanOrEqual(area);
        },
      ),
      { numRuns: 12 },
    );
  });

  it("is busy while calls come for no longer than its workers have, and works on behind that", () => {
    const { workedNs, workedWhileNs } = run({ graph: one({ workers: 2 }), loadPerS: 800, time: seconds(4) });
    expect(workedWhileNs).toBeLessThanOrEqual(2 * seconds(4));
    expect(workedWhileNs).toBeGreaterThan(0.98 * 2 * seconds(4));
    expect(workedNs).toBeGreaterThan(1.5 * workedWhileNs);
  });

  it("with two choices among many servers waits as Mitzenmacher says", () => {
    for (const [load, theory] of [
      [0.5, 1.2657],
      [0.9, 2.6141],
    ] as const) {
      const service = { servers: 400, ms: 10 }; // the law is one of very many servers
      const ran = run({ graph: one(service), balancer: "two-choices", loadPerS: load * 40_000, time: seconds(0.6) });
      expect(Math.abs(meanMs(ran) / 10 / theory - 1), `load ${load}`).toBeLessThan(0.08);
    }
  });
});

describe("retries", () => {
  const failing = { blip: "fail", blipTime: seconds(1000), time: seconds(20), loadPerS: 50 } as const;
  const attempts = ({ totals }: ServicesRun): number => totals.first + totals.retried + totals.hedged;

  it("of four attempts through three layers bring sixty-four to the lowest (SRE book, chapter 22)", () => {
    const ran = run({ ...failing, graph: ready("three-layers"), retries: 3 });
    expect(attempts(ran) / ran.trace.calls.count).toBe(64);
  });

  it("of three attempts triple the load of an outage, and with a budget of a tenth add a tenth (chapter 21)", () => {
    const tripled = run({ ...failing, retries: 2 });
    expect(attempts(tripled) / tripled.trace.calls.count).toBe(3);
    const saved = run({ ...failing, retries: 2, budget: 0.1, time: seconds(200) });
    expect(attempts(saved) / saved.trace.calls.count).toBeCloseTo(1.1, 2);
  });

  it("make (1 − pᵏ⁺¹)/(1 − p) attempts where each is lost with chance p", () => {
    const lost = simulateServices(
      { ...CALM, graph: one({ ms: 0.01 }), retries: 3, timeout: millis(50), deadline: seconds(1), time: seconds(60) },
      { seed: 3, faults: [{ what: "lose", percent: 30, kind: "request", from: null, to: null }], keep: "none" },
    );
    expect(attempts(lost) / lost.trace.calls.count).toBeCloseTo((1 - 0.3 ** 4) / 0.7, 1);
  });
});

describe("a hedge", () => {
  it("of exponential times on idle servers has the mean and the tail of independent copies", () => {
    // Mean 10 ms, second copy after 30 ms: mean 9.75 ms, p99 38.0 ms, 5.0 % more copies.
    const graph = one({ servers: 40, workers: 100, ms: 10 });
    const ran = run({
      graph,
      hedgeAfter: millis(30),
      cancels: true,
      loadPerS: 400,
      time: seconds(60),
      balancer: "round-robin",
    });
    const sorted = times(ran).toSorted((a, b) => a - b);
    expect(meanMs(ran)).toBeCloseTo(9.75, 0);
    expect(toMillis(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0) / 38).toBeCloseTo(1, 1);
    expect(ran.totals.hedged / ran.trace.calls.count).toBeCloseTo(0.05, 2);
  });
});

describe("a server", () => {
  const two = (hits: number) => ({
    services: [
      {
        name: "front",
        servers: 1,
        workers: 20,
        ms: 1,
        spread: "constant" as const,
        hits,
        calls: [{ to: "storage", times: 2, together: true }],
      },
      { name: "storage", servers: 1, workers: 20, ms: 5, spread: "constant" as const, hits: 0, calls: [] },
    ],
  });

  it("calls below only what its cache does not answer, and waits for all of a group at once", () => {
    const cold = run({ graph: two(0), loadPerS: 50, arrivals: "even", time: seconds(2) });
    expect(new Set(times(cold))).toEqual(new Set([millis(6)]));
    expect(cold.totals.first).toBe(2 * cold.trace.calls.count);
    expect(run({ graph: two(1), loadPerS: 50, time: seconds(2) }).totals.first).toBe(0);
    const half = run({ graph: two(0.5), loadPerS: 200, time: seconds(20) });
    expect(half.totals.first / half.trace.calls.count).toBeCloseTo(1, 1);
  });

  it("that is told who has left keeps nobody in its queue who has; else the queue grows as long as calls come", () => {
    const late = { graph: one({ ms: 50, spread: "constant" }), loadPerS: 40, time: seconds(5), deadline: millis(120) };
    const longest = ({ series }: ServicesRun): number => Math.max(...(series.queue[0]?.values ?? []).map(Number));
    expect(longest(run({ ...late, cancels: true }))).toBeLessThan(25);
    expect(longest(run(late))).toBeGreaterThan(70);
  });

  it("that keeps a reserve begins nothing that its caller cannot wait for", () => {
    const full = { graph: one({ spread: "constant" }), loadPerS: 300, time: seconds(5), deadline: millis(60) } as const;
    expect(run({ ...full, travels: true }).wastedNs).toBeGreaterThan(0);
    const kept = run({ ...full, travels: true, reserves: true });
    expect(kept.wastedNs).toBe(0);
    expect(times(kept).length).toBeGreaterThan(950);
  });

  it("that crashes loses its requests, and serves again when it is back", () => {
    const faults = [
      { what: "crash", machine: "server", at: seconds(1) },
      { what: "restart", machine: "server", at: seconds(2) },
    ] as const;
    const options = { ...CALM, graph: one({ ms: 5 }), loadPerS: 100, time: seconds(3), deadline: millis(200) };
    const { trace } = simulateServices(options, { seed: 1, faults, keep: "none" });
    const rows = Array.from({ length: trace.calls.count }, (_, row) => row);
    const returned = rows.filter((row) => outcomeOf(trace, row) === "returned");
    const isDown = (row: number): boolean =>
      timeAt(trace.calls.start, row) > seconds(1) && timeAt(trace.calls.start, row) < seconds(2);
    expect(returned.filter(isDown)).toEqual([]);
    expect(returned.filter((row) => timeAt(trace.calls.start, row) > seconds(2)).length).toBeGreaterThan(80);
  });

  it("ends nothing after a restart that it had begun before the crash", () => {
    const faults = [
      { what: "crash", machine: "server", at: millis(1000) },
      { what: "restart", machine: "server", at: millis(1010) },
    ] as const;
    const graph = one({ ms: 300, spread: "constant", workers: 50 });
    const options = { ...CALM, graph, arrivals: "even" as const, loadPerS: 50, time: seconds(3), deadline: seconds(1) };
    const { trace } = simulateServices(options, { seed: 1, faults, keep: "all" });
    const { spans } = trace;
    const started = Array.from(spans.start.subarray(0, spans.count));
    expect(started.filter((at) => at > millis(700) && at < millis(1000))).toEqual([]);
    expect(started.filter((at) => at > millis(1010)).length).toBeGreaterThan(80);
  });

  it("that a script pauses, cuts off or slows for a while is as in the same disturbance", () => {
    const options = { ...CALM, graph: one({ ms: 5 }), time: seconds(4), deadline: millis(700), latency: millis(1) };
    const ends = (faults: readonly string[], more: Partial<ServicesOptions>): readonly number[] =>
      times(simulateServices({ ...options, ...more }, { seed: 3, faults: parseScript(faults), keep: "none" }));
    const blip = { blipAt: seconds(1), blipTime: seconds(1) };
    const calm = ends([], {});
    for (const [line, kind] of [
      ["pause server", "pause"],
      ["cut clients-server", "cut"],
    ] as const) {
      const disturbed = ends([], { ...blip, blip: kind });
      expect(ends([`${line} at 1s for 1s`], {})).toEqual(disturbed);
      expect(disturbed).not.toEqual(calm);
    }
    // Unlike the disturbance, a slower pace counts for what is begun then.
    const slowed = ends(["slow server by 10 at 1s for 1s"], {});
    expect(slowed.slice(0, 80)).toEqual(calm.slice(0, 80));
    expect(slowed.length).toBeLessThan(calm.length - 20);
    expect(slowed.slice(-50)).toEqual(calm.slice(-50));
  });

  it("pays a tenth of a millisecond for each refusal", () => {
    const ran = run({ graph: one({ ms: 5, spread: "constant" }), queueLimit: 0, loadPerS: 1000, time: seconds(2) });
    const served = times(ran).length;
    expect(ran.totals.refused).toBeGreaterThan(1000);
    const paid = (ran.workedNs - served * millis(5)) / millis(0.1);
    expect(ran.totals.refused - paid).toBeLessThan(20); // those after the last request that was served
  });

  it("meets no message before its time where a fault lets another overtake it", () => {
    const options = { ...CALM, graph: one({}), latency: millis(50), time: seconds(1) };
    const fault = { what: "reorder", packet: { kind: "request", call: 3, send: 1 } } as const;
    const { trace, unusedFaults } = simulateServices(options, { seed: 1, faults: [fault], keep: "all" });
    expect(unusedFaults).toEqual([]);
    const { packets } = trace;
    const requests = Array.from({ length: packets.count }, (_, row) => row).filter((row) => packets.kind[row] === 0);
    const arrived = (call: number): number =>
      packets.arrives[requests.find((row) => packets.call[row] === call) ?? -1] ?? NaN;
    expect(arrived(3)).toBe(arrived(4));
  });
});

describe("a health check", () => {
  const ten = { graph: one({ servers: 10, workers: 8, ms: 20 }), loadPerS: 500, time: seconds(10), latency: millis(1) };
  const checked: Partial<ServicesOptions> = {
    ...{ ...ten, whom: "one", blipAt: seconds(2), blipTime: seconds(5), deadline: seconds(1), checkEvery: seconds(1) },
    balancer: "round-robin",
  };
  const failed = (options: Partial<ServicesOptions>): number => {
    const ran = run({ ...checked, ...options });
    return ran.trace.calls.count - times(ran).length;
  };

  it("leaves out a server that stands still after three checks of a second, and has it back after it", () => {
    const stillFor = (lost: number): number => lost / 50; // its share of 500 a second
    expect(stillFor(failed({ checkEvery: 0 }))).toBeGreaterThan(4);
    expect(stillFor(failed({}))).toBeCloseTo(3, 0);
    expect(stillFor(failed({ checkFails: 1 }))).toBeCloseTo(1, 0);
    const late = run({ ...checked, time: seconds(20) });
    expect(late.resources.get("server1.workers")?.busyNs).toBeGreaterThan(0.7 * seconds(20) * 0.125);
  });

  it("by a thread of its own sees no server that answers with errors, and by a worker does", () => {
    expect(failed({ blip: "fail" })).toBe(failed({ blip: "fail", checkEvery: 0 }));
    expect(failed({ blip: "fail", checkBy: "worker" })).toBeLessThan(0.6 * failed({ blip: "fail" }));
  });

  it("by a worker leaves out servers that are only full, and more calls fail", () => {
    const full = { ...checked, blipTime: 0, loadPerS: 3800, queueLimit: 10, checkEvery: millis(200), checkFails: 1 };
    expect(failed({ ...full, checkBy: "worker" })).toBeGreaterThan(1.5 * failed({ ...full, checkBy: "thread" }));
  });
});

describe("a storm", () => {
  const storm: Partial<ServicesOptions> & Pick<ServicesOptions, "time"> = {
    graph: readyGraph("front-middle-storage", {
      servers: 4,
      workers: 8,
      serverMs: 20,
      spread: "exponential",
      leaves: 40,
    }),
    ...{ loadPerS: 300, time: seconds(15), clients: 20, latency: millis(0.25), timeout: millis(250) },
    ...{ deadline: seconds(1), retryAt: "clients", balancer: "round-robin", queueLimit: 100 },
    ...{ blipAt: seconds(2), blipTime: seconds(2) },
  };
  /** Calls a second that return in the last three seconds. */
  const lateGoodput = (options: Partial<ServicesOptions>): number => {
    const { trace } = run({ ...storm, ...options });
    const from = (options.time ?? storm.time) - seconds(3);
    const rows = Array.from({ length: trace.calls.count }, (_, row) => row);
    return rows.filter((row) => outcomeOf(trace, row) === "returned" && timeAt(trace.calls.end, row) > from).length / 3;
  };

  it("goes on where calls are tried again, and ends by itself where they are not", () => {
    expect(lateGoodput({ retries: 2 })).toBeLessThan(200);
    expect(lateGoodput({ retries: 0 })).toBeGreaterThan(270);
  });

  it.each([
    ["a budget", { budget: 0.1 }],
    ["deadlines that travel", { travels: true }],
    ["the youngest first", { queue: "lifo" }],
    ["CoDel", { queue: "codel" }],
    ["a limit by measurement", { policy: "limit" }],
    ["breakers, which try anew every five seconds", { policy: "breaker", time: seconds(30) }],
  ] as const)("ends with %s", (_, cure) => {
    expect(lateGoodput({ retries: 2, ...cure })).toBeGreaterThan(270);
  });

  it("wastes the servers’ time while it goes on", () => {
    const { workedNs, wastedNs } = run({ ...storm, retries: 2 });
    expect(wastedNs / workedNs).toBeGreaterThan(0.6);
    expect(toSeconds(workedNs)).toBeGreaterThan(100);
  });
});

describe("a cache that is lost", () => {
  const cold = { loadPerS: 2000, time: seconds(12), deadline: seconds(1), blip: "cold", blipAt: seconds(1) } as const;
  const graph = readyGraph("front-middle-storage", {
    ...{ servers: 4, workers: 8, serverMs: 20, spread: "exponential", hitShare: 0.9 },
  });
  const options = { ...cold, graph, clients: 20, blipTime: millis(100), queueLimit: 100, latency: millis(0.25) };
  const late = ({ totals, trace }: ServicesRun): number => totals.first / trace.calls.count;

  it("fills again where it keeps little, and never where its storage answers too late", () => {
    expect(late(run({ ...options, blipTime: 0, keys: 2000 }))).toBeCloseTo(0.1, 2);
    expect(late(run({ ...options, keys: 500 }))).toBeLessThan(0.15);
    expect(late(run({ ...options, keys: 50_000 }))).toBeGreaterThan(0.25);
  });
});

describe("a pool of connections", () => {
  const graph = ready("three-layers"); // four servers of each service, whose work takes a millisecond
  const busiest = (pool: number): ServicesRun =>
    run({ graph, pool, poolWait: millis(20), loadPerS: 6000, time: seconds(2), clients: 20, balancer: "round-robin" });

  it("lets no more requests out than it has connections, and refuses those that waited for too long", () => {
    const [few, many] = [busiest(1), busiest(100)];
    expect(times(many).length).toBe(many.trace.calls.count);
    expect(times(few).length).toBeLessThan(0.8 * few.trace.calls.count);
    expect(few.totals.first / 2).toBeLessThan(4 * 1000); // four connections of at least a millisecond a request
  });
});

describe("keys of what was done", () => {
  const copies: Partial<ServicesOptions> = {
    ...{ graph: one({ servers: 2, workers: 40, ms: 20 }), loadPerS: 100, time: seconds(20), deadline: seconds(5) },
    ...{ timeout: millis(30), retries: 3, backoff: "exponential", balancer: "round-robin" },
  };

  it("prevent what is done twice as long as they live", () => {
    const { doneAgain } = run(copies);
    expect(doneAgain).toBeGreaterThan(100);
    const some = run({ ...copies, keyLife: millis(5) }).doneAgain;
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(0.95 * doneAgain);
    expect(run({ ...copies, keyLife: seconds(10) }).doneAgain).toBe(0);
  });
});
