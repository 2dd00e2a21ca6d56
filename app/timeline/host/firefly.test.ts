import { describe, expect, it } from "vitest";
import { parseScript } from "../../../engine/faults/parse-script.ts";
import { refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import { run } from "../../../engine/systems/firefly/testing.ts";
import { whatOf } from "../words.ts";
import { hostActions } from "./actions.ts";
import { fireflyView } from "./firefly.ts";
import { changedLast } from "./view.ts";
import type { HostView } from "./view.ts";

function at(trace: Parameters<typeof fireflyView>[0], machine: string, time: number): HostView {
  const view = fireflyView(trace, machine, time);
  if (view === null) throw new Error(`no view of ${machine}`);
  return view;
}

const field = ({ entries }: HostView, name: string): string | undefined =>
  entries[0]?.fields.find((one) => one.name === name)?.value;

const MS = 1e6;
const plain = run({ calls: 2 }).trace;

describe("a Firefly's state at a moment", () => {
  it("is idle before its first call, then calling, and idle again with the server's thread as a hint", () => {
    expect(at(plain, "caller", 0).entries.map(({ state }) => state)).toEqual(["idle"]);
    const calling = at(plain, "caller", 1 * MS);
    expect(calling.entries[0]).toMatchObject({ state: "calling", name: "caller thread 1", call: 1 });
    expect(field(calling, "sequence number")).toBe("1");
    expect(field(calling, "sent")).toBe("1 time of 10 at most");
    const after = at(plain, "caller", plain.calls.end[0] ?? 0);
    expect(after.entries[0]).toMatchObject({ state: "idle", call: 0 });
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
    const last = changedLast(view);
    expect(last?.became).toMatchObject({ from: "idle", on: "start" });
    const cause = last?.became.cause ?? -1;
    expect(refTable(cause)).toBe("span");
    expect(whatOf(plain, cause)).toBe("Interprocessor interrupt to CPU 0");
    expect(plain.spans.end[refRow(cause)]).toBe(last?.became.at);
    expect(changedLast(at(plain, "caller", 0))).toBeNull();
  });

  it("counts sends and says when the next is due, while nothing is heard", () => {
    const { trace } = run({}, ["drop call#1", "drop call#1 send 2"]);
    const waiting = at(trace, "caller", 700 * MS);
    expect(field(waiting, "sent")).toBe("2 times of 10 at most");
    const due = waiting.entries[0]?.fields.find(({ name }) => name === "sent again at");
    expect(due?.at).toBeGreaterThan(1200 * MS);
    expect(due?.value).toMatch(/^in 5\d\d/);
  });

  it("knows that a machine is down, what it lost, and that it comes back as another", () => {
    const { trace } = run({ calls: 3 }, ["crash server at 2ms", "restart server at 900ms"]);
    const down = at(trace, "server", 3 * MS);
    expect(down).toMatchObject({ up: false });
    expect(down.since).toBe(2 * MS);
    expect(down.fields.map(({ name, value }) => `${name} ${value}`)).toEqual(["binding exported none"]);
    expect(down.entries[0]).toMatchObject({ state: "lost" });
    const back = at(trace, "server", 900 * MS);
    expect(back.entries).toEqual([]);
    expect(back.fields[0]?.value).toBe("2");
  });

  it("knows how slow a machine was made", () => {
    const { trace } = run({ calls: 3 }, ["slow server by 3 at 1ms", "slow server by 1 at 5ms"]);
    expect([0.5, 2, 6].map((ms) => at(trace, "server", ms * MS).times)).toEqual([1, 3, 1]);
    expect(at(trace, "caller", 2 * MS).times).toBe(1);
  });
});

describe("what can befall a machine", () => {
  it("are lines that the script reads, at the playhead's time to the nanosecond", () => {
    const up = hostActions({ machine: "server", up: true, dead: false, times: 1 }, 14_200_000.4);
    expect(up.map(({ line }) => line)).toEqual([
      "crash server at 14.2ms",
      "restart server at 14.2ms",
      "slow server by 3 at 14.2ms",
    ]);
    for (const { line, not } of up) if (not === "") expect(parseScript([line])).toHaveLength(1);
    expect(up.map(({ not }) => not)).toEqual(["", "The server is up.", ""]);
    const down = hostActions({ machine: "server", up: false, dead: false, times: 1 }, 0);
    expect(down.map(({ not }) => not)).toEqual(["The server is down.", "", "The server is down."]);
    const slowed = hostActions({ machine: "server", up: true, dead: false, times: 3 }, 0);
    expect(slowed.at(-1)?.line).toBe("slow server by 1 at 0s");
  });
});
