/** The client of calls to many: what it says of each server, what a request costs it, and when it has no idle time. */
import { describe, expect, it } from "vitest";
import { toMillis } from "../../kernel/time.ts";
import { MARK_KINDS } from "../../kernel/trace-data.ts";
import { measureOf, runOf } from "../testing.ts";
import type { Run } from "../types.ts";

const outcomesOf = ({ trace: { marks, tracks } }: Run) =>
  Array.from({ length: marks.count }, (_, row) => row).flatMap((row) => {
    const outcome = MARK_KINDS[marks.kind[row] ?? -1];
    const machine = tracks[marks.value[row] ?? -1]?.machine;
    return outcome === "answered" || outcome === "given up" ? [{ machine, outcome }] : [];
  });

/** Milliseconds of every span of a step at a machine until the last answer, with the parts of a preempted one. */
function spent({ elapsedNs, trace: { spans, steps, tracks } }: Run, machine: string, step: string): number {
  let sum = 0;
  for (let row = 0; row < spans.count; row++) {
    const here = tracks[spans.track[row] ?? -1]?.machine === machine && steps[spans.step[row] ?? -1]?.name === step;
    if (here && (spans.start[row] ?? 0) < elapsedNs) sum += toMillis((spans.end[row] ?? 0) - (spans.start[row] ?? 0));
  }
  return sum;
}

describe("what a callback break says of each workstation", () => {
  it.each(["multi", "iterative", "threads"])("%s: told or given up, once each, as the measures count them", (mode) => {
    const run = runOf("multirpc/callback-break", { set: { workstations: 12, deadFraction: 0.25, mode } });
    const outcomes = outcomesOf(run);
    expect(new Set(outcomes.map(({ machine }) => machine)).size).toBe(12);
    expect(outcomes).toHaveLength(12);
    expect(outcomes.filter(({ outcome }) => outcome === "answered")).toHaveLength(measureOf(run, "told"));
    expect(outcomes.filter(({ outcome }) => outcome === "given up")).toHaveLength(measureOf(run, "deadFound"));
  });

  it("is kept of all, however few calls are kept of other runs", () => {
    const run = runOf("multirpc/callback-break", {
      set: { workstations: 80, deadFraction: 0, mode: "iterative" },
      keep: { calls: 50 },
    });
    expect(outcomesOf(run)).toHaveLength(80);
  });

  it("is not said of a call whose program does not ask", () => {
    expect(outcomesOf(runOf("multirpc/call", { set: { servers: 3, trials: 1 } }))).toEqual([]);
  });
});

describe("what a MultiRPC request takes the client", () => {
  const set = { servers: 15, computeMs: 20, trials: 1 };
  const usual = runOf("multirpc/call", { set });
  const half = runOf("multirpc/call", { set: { ...set, requestMs: 2.99 } });

  it("is cloh, or what it is set to, in preparing and sending alike", () => {
    const [prepare, send] = ["Prepare a request", "Send the packet (sendto)"] as const;
    expect(spent(usual, "client", prepare) + spent(usual, "client", send)).toBeCloseTo(15 * 5.98, 6);
    expect(spent(half, "client", prepare)).toBeCloseTo(spent(usual, "client", prepare) / 2, 4);
    expect(spent(half, "client", send)).toBeCloseTo(spent(usual, "client", send) / 2, 4);
    expect(spent(half, "server1", send)).toBe(spent(usual, "server1", send));
  });

  it("changes neither simple calls nor, at its default, anything", () => {
    expect(measureOf(half, "rpc2Ms")).toBe(measureOf(usual, "rpc2Ms"));
    expect(runOf("multirpc/call", { set: { ...set, requestMs: 5.98 } }).traceHash).toBe(usual.traceHash);
  });

  it("lifts the speedup with the ceiling of the model, (27.80 + 20)/(2.99 + 4.13) = 6.71, and stays below it", () => {
    expect(measureOf(half, "speedup")).toBeGreaterThan(1.3 * measureOf(usual, "speedup"));
    expect(measureOf(half, "speedup")).toBeLessThan(6.71);
  });
});

/** When a packet of a kind from a machine is last on the wire, in ms: its ends. */
function packetTimes({ trace: { packets, packetKinds, tracks } }: Run, kind: string): readonly number[] {
  const rows = Array.from({ length: packets.count }, (_, row) => row);
  return rows
    .filter((row) => packetKinds[packets.kind[row] ?? -1] === kind && tracks[packets.from[row] ?? -1] !== undefined)
    .map((row) => toMillis(packets.arrives[row] ?? 0));
}

describe("the longest computation with which the client of fifteen servers has no idle time", () => {
  const at = (computeMs: number): Run => runOf("multirpc/call", { set: { servers: 15, trials: 1, computeMs } });

  it("is 35 ms: 44 by Table VI event by event, less what its components do not tell", () => {
    expect([35, 36].map((ms) => measureOf(at(ms), "clientIdleMs") > 0)).toEqual([false, true]);
    const run = at(35);
    const [client, server] = ["client", "server1"];
    const input = "IP and UDP input of a packet, in the software interrupt";
    const interrupt = "Device interrupt: packet received";
    // The last to be asked is server1; by then these replies have come, and interrupts have done a part of their work.
    const lastSent = Math.max(...packetTimes(run, "request"));
    const early = packetTimes(run, "reply").filter((ms) => ms < lastSent).length;
    expect(early).toBe(8);
    const done = early * (spent(run, client, input) / 15);
    expect(done).toBeCloseTo(8, 6);
    // The others' device interrupts come on top, and that of the last request itself.
    const later = (14 - early + 1) * (spent(run, client, interrupt) / 15);
    const hides = 14 * (3.93 + 0.2) - done + later;
    // A server takes more than servoh: it must wake up, and is interrupted.
    const wake = spent(run, server, "Wake an idle process: select returns, two LWP switches, timers");
    expect(wake).toBeCloseTo(1.8, 6);
    const reply = 13.69 + wake + spent(run, server, interrupt) + 2 * 0.25; // and two packets on the ring
    expect(Math.floor(14 * (3.93 + 0.2) - 13.69)).toBe(44);
    expect(Math.floor(hides - reply)).toBe(35);
  });
});
