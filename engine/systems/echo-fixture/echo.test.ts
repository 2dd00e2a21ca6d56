/** A protocol and a system of two small files have all that the world gives. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseScript } from "../../faults/index.ts";
import { waterfall } from "../../kernel/waterfall.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { tracedEnds } from "../../protocols/echo-fixture/ends.ts";
import { tracedByEnds } from "../../protocols/testing/ends-script.ts";
import { brokenLaws, callsOf, packetsOf } from "../testing.ts";
import { runEcho } from "./system.ts";

const run = (faults: readonly string[] = [], calls = 2) =>
  runEcho(
    { calls, clients: 1, bytes: 64, retryUs: 1500, loss: 0 },
    { seed: 1, keep: "all", faults: () => parseScript(faults) },
  );

const storyOf = (trace: TraceData): readonly string[] =>
  packetsOf(trace).map(({ kind, call, origin, fate }) => `${kind}#${call} ${origin} ${fate}`);
const endings = (trace: TraceData): readonly string[] => callsOf(trace).map(({ outcome }) => outcome);

describe("an echo over UDP", () => {
  it("returns each call", () => {
    const outcome = run();
    expect(storyOf(outcome.trace)).toEqual([
      "call#1 first delivered",
      "result#1 first delivered",
      "call#2 first delivered",
      "result#2 first delivered",
    ]);
    expect(endings(outcome.trace)).toEqual(["returned", "returned"]);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("sends once more what is lost, and fails the second time", () => {
    expect(endings(run(["drop call#1"]).trace)).toEqual(["returned", "returned"]);
    expect(endings(run(["drop result#1", "drop result#1 send 2"]).trace)).toEqual(["failed", "returned"]);
  });

  it("waits for its timer from when its packet has left: the critical path of a lost one has the packet’s work", () => {
    const rows = waterfall(run(["drop call#1"], 1).trace, 1).map(({ name, wait }) => (wait ? `wait: ${name}` : name));
    const answered = [
      "Send a packet",
      "call",
      "Take a packet in",
      "Echo",
      "Send a packet",
      "result",
      "Take a packet in",
    ];
    expect(rows.filter((name) => !name.startsWith("wait"))).toEqual(["Send a packet", ...answered]);
    expect(rows).toContain("wait: retransmission timer");
  });

  it("is lost and begun again with its machine", () => {
    const outcome = run(["crash client at 10us", "restart client at 3ms"]);
    expect(endings(outcome.trace)).toEqual(["failed", "returned"]);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("has every step in the trace", () => {
    const { transitions: steps, words } = run([], 1).trace;
    const word = (column: Int32Array, row: number): string => words[column[row] ?? -1] ?? "";
    const told = Array.from(
      { length: steps.count },
      (_, row) =>
        `${word(steps.machine, row)}: ${word(steps.from, row)} ${word(steps.input, row)} ${word(steps.to, row)}`,
    );
    expect(told).toEqual([
      "server: none begin listening",
      "client: none begin idle",
      "client: idle call waiting",
      "server: listening call listening",
      "server: listening done listening",
      "client: waiting result idle",
    ]);
  });

  it("plays its text trace by its ends", async () => {
    const { play } = tracedByEnds(tracedEnds);
    const file = join(import.meta.dirname, "../../protocols/echo-fixture/traces/lost.txt");
    await expect(play(readFileSync(file, "utf8"))).toMatchFileSnapshot(file);
  });

  it("repeats to the bit", () => {
    expect(run(["corrupt call#2"]).trace.hash).toBe(run(["corrupt call#2"]).trace.hash);
  });
});
