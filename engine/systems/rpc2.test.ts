/** RPC2's machines on RT-PCs: what a call takes and why, and what holds for every run. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RT_PC, RT_PC_ASSUMED } from "../hardware/rt-pc-costs.ts";
import { waterfall } from "../kernel/waterfall.ts";
import { millis } from "../kernel/time.ts";
import { RPC2_FLAG } from "../wire/rpc2.ts";
import { SECURITY_LEVELS } from "../wire/rpc2-codes.ts";
import { dissect } from "../wire/layers.ts";
import { LOAD, measure, outcomesOf, parsedPacketsOf, placedMarksOf, play, tookMs } from "./rpc2/testing.ts";
import { brokenLaws, packetsOf } from "./testing.ts";

const { pack, cloh, servoh, clproc, unpack } = RT_PC;
const WIRE = 2 * 0.242; // 121 bytes on the ring, there and back
const rest = 2 * (RT_PC_ASSUMED.idleWake.value + RT_PC_ASSUMED.deviceInterrupt.value) + WIRE;

describe("a call to one server", () => {
  it("takes by MultiRPC all components of Table VI, two idle wake-ups, two interrupts, and the ring twice", () => {
    const components = [pack, cloh, servoh, clproc, unpack].reduce((sum, { value }) => sum + value, 0);
    const took = tookMs(play({ servers: 1, computeMs: 0 }));
    expect(took).toBeGreaterThan(components + rest);
    expect(took).toBeLessThan(components + rest + 0.1); // hops, and a token each way
  });

  it("takes by RPC2 what MultiRPC takes, less pack and unpack", () => {
    const [multi, simple] = (["multi", "iterative"] as const).map((mode) => tookMs(play({ servers: 1, mode })));
    expect((multi ?? 0) - (simple ?? 0)).toBeCloseTo(pack.value + unpack.value, 1);
  });

  it("has a waterfall that sums to what it took, with every component’s cell as a source", () => {
    const { trace, trials } = play({ servers: 1 });
    const rows = waterfall(trace, 1);
    expect(rows.reduce((sum, { nanos }) => sum + nanos, 0)).toBe(trials[0]?.took);
    const cells = new Set(rows.flatMap(({ source }) => source?.cell?.row["component"] ?? []));
    expect([...cells].sort()).toEqual(["clproc", "cloh", "pack", "sendtime", "servoh", "unpack"].sort());
  });

  it("is one request and one reply of 106 bytes, which the inspector reads as RPC2", () => {
    const { trace } = play({ servers: 1 });
    const packets = parsedPacketsOf(trace);
    expect(packets.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ["request", "client", "server1"],
      ["reply", "server1", "client"],
    ]);
    expect([...trace.packets.bytes]).toEqual([106, 106]);
    const layers = dissect(trace.frames.subarray(0, 106)).map(({ name }) => name);
    expect(layers.slice(0, 4)).toEqual(["Ethernet", "IPv4", "UDP", "RPC2"]);
    expect(packets[1]?.packet.seqNumber).toBe((packets[0]?.packet.seqNumber ?? NaN) + 1);
  });
});

describe("a MultiRPC call to many", () => {
  it("sends from the last server to the first, and has a reply of each", () => {
    const { trace, trials } = play({ servers: 5 });
    const requests = packetsOf(trace).filter(({ kind }) => kind === "request");
    expect(requests.map(({ to }) => to)).toEqual(["server5", "server4", "server3", "server2", "server1"]);
    expect(trials[0]).toMatchObject({ replies: 5, failures: 0 });
    expect(outcomesOf(trace)).toEqual(["returned"]);
  });

  it("keeps the client’s processor busy where computations are short, and the servers’ where they are long", () => {
    const busy = (computeMs: number): number => {
      const [trial] = measure({ servers: 15, computeMs }).trials;
      return (trial?.busy ?? NaN) / (trial?.took ?? NaN);
    };
    expect(busy(10)).toBeGreaterThan(0.99);
    expect(busy(500)).toBeLessThan(0.45);
  });

  it("is over at the first reply that is enough; late replies are ignored, and the next call is not disturbed", () => {
    const { trials, trace } = play({ servers: 5, computeMs: 200, distribution: "exponential", waitFor: 1, trials: 3 });
    expect(trials.map(({ replies }) => replies)).toEqual([1, 1, 1]);
    expect(outcomesOf(trace)).toEqual(["returned", "returned", "returned"]);
    expect(packetsOf(trace).filter(({ kind }) => kind === "reply").length).toBeGreaterThan(9);
  });

  it("ends at the caller’s time limit, to a clock tick", () => {
    const { trials, trace } = play({ servers: 3, computeMs: 400, timeoutMs: 100 });
    expect(trials[0]).toMatchObject({ replies: 0, failures: 0 });
    expect(trials[0]?.took).toBeGreaterThan(millis(100));
    expect(trials[0]?.took).toBeLessThan(millis(120));
    expect(outcomesOf(trace)).toEqual(["failed"]);
  });

  it("loses replies in the client’s socket in silence where nobody reads while it sends, and sends again", () => {
    const outcome = play({ servers: 25, socketBytes: 2048 });
    const lost = placedMarksOf(outcome.trace).filter((mark) => mark === "socket full, client").length;
    expect(lost).toBeGreaterThan(0);
    expect(outcome.lostReplies).toBe(lost);
    const again = parsedPacketsOf(outcome.trace).filter(({ kind, origin }) => kind === "request" && origin !== "first");
    expect(again).toHaveLength(lost);
    expect(again.every(({ packet }) => (packet.flags & RPC2_FLAG.retry) !== 0)).toBe(true);
    expect(outcome.trials[0]).toMatchObject({ replies: 25, failures: 0 });
    expect(tookMs(outcome)).toBeGreaterThan(472);
  });

  it("loses the fewer the more often the client lets its listener run", () => {
    const lost = (["never", 32, 1] as const).map((yieldEvery) => measure({ servers: 75, yieldEvery }).lostReplies);
    expect(lost[2]).toBe(0);
    expect(lost[1]).toBeGreaterThan(0);
    expect(lost[0]).toBeGreaterThan(lost[1] ?? 0);
  });

  it("through routers with few buffers loses packets there too", () => {
    const few = { servers: 75, placement: "campus", socketBytes: 65_536, routerBuffers: 2 } as const;
    const marks = placedMarksOf(play(few).trace);
    const routers = marks.filter((mark) => mark.startsWith("no router buffer"));
    expect(routers).toContain("no router buffer, Router 0"); // the client's own
  });

  it("to a thousand has a reply of each, in a few million events’ time", () => {
    const { trials } = measure({ servers: 1000, placement: "campus" });
    expect(trials[0]).toMatchObject({ replies: 1000, failures: 0 });
  });
});

describe("dead servers", () => {
  it("hold an iterative caller up for a minute each, a parallel one for a minute in all", () => {
    const dead = { servers: 5, dead: 2 };
    const [multi, threads, iterative] = (["multi", "threads", "iterative"] as const).map((mode) =>
      measure({ ...dead, mode }),
    );
    for (const outcome of [multi, threads, iterative])
      expect(outcome?.trials[0]).toMatchObject({ replies: 3, failures: 2 });
    expect(multi && tookMs(multi) / 60_000).toBeCloseTo(1, 1);
    expect(threads && tookMs(threads) / 60_000).toBeCloseTo(1, 1);
    expect(iterative && tookMs(iterative) / 60_000).toBeCloseTo(2, 1);
  });

  it("are found dead in each trial anew, because the program binds again", () => {
    const { trials } = measure({ servers: 3, dead: 1, trials: 2 });
    expect(trials.map(({ failures }) => failures)).toEqual([1, 1]);
    expect(trials.every(({ took }) => took > millis(60_000))).toBe(true);
  });
});

describe("a call through routers", () => {
  const stepsOf = (load: number) => {
    const { trace, trials } = play({ servers: 5, placement: "mixed", mode: "iterative", load });
    const [called, all] = [waterfall(trace, 5), [1, 2, 3, 4, 5].flatMap((call) => waterfall(trace, call))];
    expect(all.reduce((sum, { nanos }) => sum + nanos, 0)).toBe(trials[0]?.took);
    return called;
  };

  it("has them in its waterfall, three each way", () => {
    const machines = stepsOf(0).flatMap(({ name, machine, wait }) =>
      name === "Forward a packet" && !wait ? [machine] : [],
    );
    expect(machines).toEqual(["Router 0", "Machine room", "Router 1", "Router 1", "Machine room", "Router 0"]);
  });

  it("waits there for other hosts’ packets by day", () => {
    const waits = (load: number): number =>
      stepsOf(load)
        .filter(({ name, wait }) => name === "Forward a packet" && wait)
        .reduce((sum, { nanos }) => sum + nanos, 0);
    expect(waits(0)).toBeLessThan(millis(0.2));
    expect(waits(LOAD.byDay)).toBeGreaterThan(millis(1));
  });

  it("takes longer by twice the backbone’s delay for each server beyond it", () => {
    const took = (backboneDelayMs: number): number =>
      tookMs(measure({ servers: 5, placement: "mixed", mode: "iterative", backboneDelayMs }));
    expect(took(100) - took(0)).toBeCloseTo(200, 0);
  });
});

describe("every run", () => {
  const setting = fc.record({
    servers: fc.integer({ min: 1, max: 30 }),
    mode: fc.constantFrom("multi" as const, "iterative" as const, "threads" as const),
    library: fc.constantFrom("1987" as const, "2025" as const),
    computeMs: fc.integer({ min: 0, max: 150 }),
    distribution: fc.constantFrom("constant" as const, "normal" as const, "exponential" as const),
    placement: fc.constantFrom("ring" as const, "campus" as const, "mixed" as const),
    trials: fc.integer({ min: 1, max: 2 }),
    dead: fc.constantFrom(0, 0, 1),
    socketBytes: fc.constantFrom(400, 2048, 3200),
    yieldEvery: fc.constantFrom("never" as const, 32 as const, 1 as const),
    load: fc.constantFrom(0, 0.03),
    lossRate: fc.constantFrom(0, 0, 0.01),
    backboneDelayMs: fc.constantFrom(0, 0, 80),
    procedure: fc.constantFrom("computes" as const, "waits" as const),
    handlerMs: fc.constantFrom(0, 0, 4),
    gapMs: fc.constantFrom(0, 1000),
    clockFirst: fc.boolean(),
    security: fc.constantFrom(...SECURITY_LEVELS),
    cipher: fc.constantFrom("xor" as const, "des" as const),
  });

  it("breaks no law: causes before effects, one thing at a time, an answer or a failure of each server", () => {
    fc.assert(
      fc.property(setting, fc.integer({ min: 1, max: 99 }), (options, seed) => {
        const outcome = play(options, [], seed);
        expect(brokenLaws(outcome)).toEqual([]);
        for (const { replies, failures } of outcome.trials) expect(replies + failures).toBe(options.servers);
      }),
      { numRuns: 25 },
    );
  });

  it("is the same to the bit when it is made again, and another with another seed where chance is asked for", () => {
    const hash = (seed: number): string => play({ distribution: "normal", trials: 2 }, [], seed).trace.hash;
    expect(hash(1)).toBe(hash(1));
    expect(hash(2)).not.toBe(hash(1));
  });
});
