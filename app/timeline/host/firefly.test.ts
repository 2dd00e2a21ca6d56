import { describe, expect, it } from "vitest";
import { parseScript } from "../../../engine/faults/parse-script.ts";
import { refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import { runOf } from "../../../engine/experiments/testing.ts";
import type { Run } from "../../../engine/experiments/types.ts";
import { whatOf } from "../../trace/row-names.ts";
import { hostActions } from "./actions.ts";
import { changedLast } from "./view.ts";
import { hostView } from "./views.ts";
import type { HostView } from "./view.ts";

const at = (run: Run, machine: string, time: number): HostView => hostView(run, machine, time);
const run = (calls: number, faults: readonly string[] = []): Run => runOf("firefly/null", { set: { calls }, faults });

const field = ({ entries }: HostView, name: string): string | undefined =>
  entries[0]?.fields.find((one) => one.name === name)?.value;

const MS = 1e6;
const plain = run(2);

describe("a Firefly’s state at a moment", () => {
  it("is idle before its first call, then calling, and idle again with the server’s thread as a hint", () => {
    expect(at(plain, "caller", 0).entries.map(({ state }) => state)).toEqual(["idle"]);
    const calling = at(plain, "caller", 1 * MS);
    expect(calling.entries[0]).toMatchObject({ state: "calling", name: "caller thread 1", call: 1 });
    expect(field(calling, "sequence number")).toBe("1");
    expect(field(calling, "sent")).toBe("1 of 10 at most");
    const after = at(plain, "caller", plain.trace.calls.end[0] ?? 0);
    expect(after.entries[0]).toMatchObject({ state: "idle", became: { from: "calling", on: "result packet" } });
    expect(field(after, "server thread, a hint")).toBe("1");
  });

  it("is empty at the server until a call comes, which it executes and whose result it keeps", () => {
    expect(at(plain, "server", 0).entries).toEqual([]);
    expect(at(plain, "server", 1.2 * MS).entries[0]).toMatchObject({ state: "executing", call: 1 });
    const kept = at(plain, "server", 2.4 * MS);
    expect(kept.entries[0]).toMatchObject({ state: "retaining", call: 1 });
    expect(field(kept, "result kept")).toBe("0 bytes");
  });

  it("names what changed last, from what, and leads to the row of the trace that did it", () => {
    const view = at(plain, "caller", 1 * MS);
    const last = changedLast(view.entries);
    expect(last?.became).toMatchObject({ from: "idle", on: "start" });
    const cause = last?.became.cause ?? -1;
    expect(refTable(cause)).toBe("span");
    expect(whatOf(plain.trace, cause)).toBe("Interprocessor interrupt to CPU 0");
    expect(plain.trace.spans.end[refRow(cause)]).toBe(last?.became.at);
    expect(changedLast(at(plain, "caller", 0).entries)).toBeNull();
  });

  it("counts sends and says when the next is due, while nothing is heard", () => {
    const trace = run(1, ["drop call#1", "drop call#1 send 2"]);
    const waiting = at(trace, "caller", 700 * MS);
    expect(field(waiting, "sent")).toBe("2 of 10 at most");
    const due = waiting.entries[0]?.fields.find(({ name }) => name === "sent again at");
    expect(due?.at).toBeGreaterThan(1200 * MS);
    expect(due?.value).toMatch(/^in 5\d\d/);
  });

  it("knows that a machine is down, what it lost, and that it comes back as another", () => {
    const trace = run(3, ["crash server at 2ms", "restart server at 900ms"]);
    const down = at(trace, "server", 3 * MS);
    expect(down).toMatchObject({ up: false });
    expect(down.since).toBe(2 * MS);
    expect(down.entries[0]).toMatchObject({ state: "lost", what: "the crash took it away", became: { on: "crash" } });
    const back = at(trace, "server", 900 * MS);
    expect(back.entries).toEqual([]);
    expect(back.restarts).toBe(1);
  });

  it("knows how slow a machine was made", () => {
    const trace = run(3, ["slow server by 3 at 1ms", "slow server by 1 at 5ms"]);
    expect([0.5, 2, 6].map((ms) => at(trace, "server", ms * MS).times)).toEqual([1, 3, 1]);
    expect(at(trace, "caller", 2 * MS).times).toBe(1);
  });
});

describe("what can befall a machine", () => {
  it("are lines that the script reads, at the playhead’s time to the nanosecond", () => {
    const up = hostActions({ machine: "server", up: true, dead: false, times: 1 }, 14_200_000.4);
    expect(up.map(({ line }) => line)).toEqual([
      "crash server at 14.2ms",
      "restart server at 14.2ms",
      "slow server by 3 at 14.2ms",
    ]);
    for (const { line, not } of up) if (not === "") expect(parseScript([line])).toHaveLength(1);
    expect(up.map(({ not }) => not)).toEqual(["", "This machine is up.", ""]);
    const down = hostActions({ machine: "server", up: false, dead: false, times: 1 }, 0);
    expect(down.map(({ not }) => not)).toEqual(["This machine is down.", "", "This machine is down."]);
    const slowed = hostActions({ machine: "server", up: true, dead: false, times: 3 }, 0);
    expect(slowed.at(-1)?.line).toBe("slow server by 1 at 0s");
  });
});
