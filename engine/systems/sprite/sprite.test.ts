/** Sprite RPC on machines: what a fault costs a call, and what the trace shows. */
import { describe, expect, it } from "vitest";
import { parseScript } from "../../faults/index.ts";
import { brokenLaws, callsOf, marksOf, packetsOf } from "../testing.ts";
import { SENTENCES } from "./sentences.ts";
import { runSprite } from "./system.ts";

const TWELVE = 16_384; // bytes in twelve fragments

const run = (faults: readonly string[] = [], set: Partial<Parameters<typeof runSprite>[0]> = {}) =>
  runSprite(
    {
      machine: "sun3-75",
      isUser: false,
      calls: 2,
      threads: 1,
      clients: 1,
      argumentBytes: 0,
      resultBytes: 0,
      serverMs: 0,
      gapUs: 500,
      receiveBuffers: 32,
      without: [],
      ...set,
    },
    { seed: 1, keep: "all", faults: () => parseScript(faults) },
  );
const endings = (outcome: ReturnType<typeof run>): readonly string[] =>
  callsOf(outcome.trace).map((one) => one.outcome);
const tookMs = (outcome: ReturnType<typeof run>): number => Number(callsOf(outcome.trace)[0]?.tookMs);

describe("a call of Sprite RPC", () => {
  it("takes two packets, and as many as its data have fragments", () => {
    expect(packetsOf(run().trace).map(({ kind, call }) => `${kind}#${call}`)).toEqual([
      "request#1",
      "reply#1",
      "request#2",
      "reply#2",
    ]);
    expect(run([], { argumentBytes: TWELVE, calls: 1 }).packets).toBe(13);
    expect(brokenLaws(run([], { argumentBytes: TWELVE, resultBytes: TWELVE }))).toEqual([]);
  });

  it("whose request or reply is lost takes 0.1 s more", () => {
    for (const kind of ["request", "reply"]) {
      const outcome = run([`drop ${kind}#1`]);
      expect(endings(outcome)).toEqual(["returned", "returned"]);
      expect(outcome.retransmissions).toBe(kind === "request" ? 1 : 2);
      expect(tookMs(outcome)).toBeGreaterThan(100);
      expect(tookMs(outcome)).toBeLessThan(104);
      expect(brokenLaws(outcome)).toEqual([]);
    }
  });

  it("that loses one fragment of twelve sends it alone again, and waits for no timer", () => {
    const data = { argumentBytes: TWELVE, calls: 1 };
    const outcome = run(["drop request#1 send 5"], data);
    expect(outcome.retransmissions).toBe(1);
    expect(packetsOf(outcome.trace).filter(({ kind }) => kind === "acknowledgement")).toHaveLength(1);
    expect(tookMs(outcome) - tookMs(run([], data))).toBeLessThan(5);
    const all = run(["drop request#1 send 5"], { ...data, without: ["fragmentMask"] });
    const again = packetsOf(all.trace).filter(({ kind, origin }) => kind === "request" && origin === "retransmission");
    expect(again).toHaveLength(12);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("whose packets come twice, late or damaged is returned once", () => {
    for (const fault of ["duplicate request#1", "delay reply#1 by 250ms", "corrupt request#1", "reorder request#1"]) {
      const outcome = run([fault]);
      expect(endings(outcome), fault).toEqual(["returned", "returned"]);
      expect(brokenLaws(outcome), fault).toEqual([]);
    }
  });

  it("to a dead server fails after 5.5 s, with data of several fragments after 7.5 s", () => {
    for (const [argumentBytes, ms] of [
      [0, 5500],
      [TWELVE, 7500],
    ] as const) {
      const outcome = run(["crash server at 0ms"], { argumentBytes, calls: 1 });
      expect(endings(outcome)).toEqual(["failed"]);
      expect(Math.round(tookMs(outcome))).toBe(ms);
    }
  });

  it("is rejected by a server that restarts meanwhile, and the next call is not", () => {
    const outcome = run(["crash server at 50ms", "restart server at 60ms"], { serverMs: 1000 });
    expect(endings(outcome)).toEqual(["failed", "returned"]);
    expect(packetsOf(outcome.trace).map(({ kind }) => kind)).toContain("reject");
    expect(tookMs(outcome)).toBeLessThan(110);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("of a client that crashes fails, and its next life goes on", () => {
    const outcome = run(["crash client at 1ms", "restart client at 3ms"]);
    expect(endings(outcome)).toEqual(["failed", "returned"]);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("that takes long is acknowledged once and then probed every 5 s", () => {
    const outcome = run([], { serverMs: 12_000, calls: 1 });
    const kinds = packetsOf(outcome.trace).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "probe")).toHaveLength(2);
    expect(kinds.filter((kind) => kind === "acknowledgement")).toHaveLength(3);
    expect(marksOf(outcome.trace).map(({ label }) => label)).toContain("probe is due");
  });

  it("to a server with one receive buffer loses a fragment behind a full one; a gap saves it", () => {
    const data = { argumentBytes: 1500, receiveBuffers: 1 };
    const lost = (gapUs: number): number =>
      packetsOf(run([], { ...data, gapUs }).trace).filter(({ fate, call }) => fate === "lost" && call === 2).length;
    expect([lost(0), lost(5000)]).toEqual([1, 0]);
  });

  it("has a channel of its own where several are under way, and none waits for another that is lost", () => {
    const outcome = run(["drop request#3"], { threads: 8, calls: 16, argumentBytes: 1416 });
    expect(endings(outcome)).toEqual(Array.from({ length: 16 }, () => "returned"));
    const [, , third, fourth] = callsOf(outcome.trace);
    expect(third?.tookMs).toBeGreaterThan(100);
    expect(fourth?.tookMs).toBeLessThan(30);
    const { transitions, words } = outcome.trace;
    const instances = new Set(Array.from(transitions.instance.subarray(0, transitions.count), (word) => words[word]));
    expect(instances.size).toBe(16); // eight channels, two ends
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("of a client that crashes with several under way fails, and the next life makes the others", () => {
    const outcome = run(["crash client at 5ms", "restart client at 9ms"], {
      threads: 4,
      calls: 8,
      argumentBytes: 1416,
    });
    expect(endings(outcome).filter((one) => one === "failed").length).toBeGreaterThanOrEqual(3);
    expect(callsOf(outcome.trace)).toHaveLength(8);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("with sixteen fragments moves data faster than four calls at once of one fragment", () => {
    const long = run([], { argumentBytes: 16 * 1416, calls: 2 });
    const many = run([], { argumentBytes: 1416, calls: 32, threads: 4 });
    expect(long.elapsed).toBeLessThan(many.elapsed);
  });

  it("takes a slower server longer", () => {
    expect(tookMs(run(["slow server by 3 at 0ms"]))).toBeGreaterThan(tookMs(run()) + 1.5);
  });

  it("has a sentence for each of its steps", () => {
    const data = { argumentBytes: 100, resultBytes: 100 };
    const steps = run([], { ...data, machine: "sun3-60", isUser: true }).trace.steps.map(({ name }) => name);
    const own = steps.filter((name) => name !== "Transmission time on Ethernet").toSorted();
    const shared = ["Run the procedure"]; // its sentence is every system’s
    expect([...Object.keys(SENTENCES), ...shared].toSorted()).toEqual(own);
  });
});
