/** The replay of a trace against the run that made it: every change of state, at its moment. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { FaultError } from "../../faults/fault.ts";
import { micros, millis } from "../../kernel/time.ts";
import { refRow, refTable, type TraceData } from "../../kernel/trace-data.ts";
import type { CallerState } from "../../protocols/firefly/caller.ts";
import type { ActivityState } from "../../protocols/firefly/server.ts";
import { Caller } from "./caller.ts";
import { replayFirefly, type History } from "./replay.ts";
import { Server } from "./server.ts";
import { run } from "./testing.ts";

vi.setConfig({ testTimeout: 60_000 });

type State = CallerState | ActivityState;

/** A state on one line: its tag and every number in it. */
const line = (at: number, state: State): string =>
  `${at} ${state.tag} ${Object.entries(state)
    .filter(([, value]) => typeof value === "number")
    .map(([key, value]) => `${key}=${value}`)
    .join(" ")}`;

/** Methods of a host that put a state down. */
interface Steps {
  step(thread: { state: State }, ...rest: unknown[]): unknown;
  enter(row: { state: State }, state: State, ...rest: unknown[]): unknown;
}

/** Notes every change of state that the machines of a run go through. */
function watched(act: () => TraceData): { readonly seen: readonly string[]; readonly trace: TraceData } {
  const seen: string[] = [];
  const watch = (host: Caller | Server, kept: { state: State }, change: () => unknown): unknown => {
    const before = kept.state;
    const given = change();
    if (kept.state !== before) seen.push(line(host["world"].sim.now, kept.state));
    return given;
  };
  const caller = Caller.prototype as unknown as Steps;
  const server = Server.prototype as unknown as Steps;
  const [step, enter] = [caller.step, server.enter];
  vi.spyOn(caller, "step").mockImplementation(function (this: Caller, thread, ...rest) {
    return watch(this, thread, () => step.call(this, thread, ...rest));
  });
  vi.spyOn(server, "enter").mockImplementation(function (this: Server, row, state, ...rest) {
    return watch(this, row, () => enter.call(this, row, state, ...rest));
  });
  try {
    return { seen, trace: act() };
  } finally {
    vi.restoreAllMocks();
  }
}

function replayed(trace: TraceData): readonly string[] {
  const { caller, server } = replayFirefly(trace);
  const histories: readonly History<State>[] = [...caller.activities, ...server.activities];
  return histories.flatMap(({ changes }) =>
    changes.flatMap(({ at, on, state }) =>
      state === null || on === "power" || on === "restart" || state.tag === "new" ? [] : [line(at, state)],
    ),
  );
}

/** Three times the waking of a thread: before a crash so late, a packet's path is not known. */
const WAKING = micros(660);

/** Without what lies so near the end, or a crash, that something which had begun was left unfinished. */
function settled(lines: readonly string[], trace: TraceData): readonly string[] {
  const { marks, labels } = trace;
  const crashes = [...marks.at].filter((_, row) => labels[marks.label[row] ?? -1] === "crash");
  const isSettled = (at: number): boolean =>
    at < trace.elapsed - millis(10) && crashes.every((crash) => at <= crash - WAKING || at > crash);
  return lines.filter((one) => isSettled(Number.parseInt(one, 10))).toSorted();
}

describe("the replay of a trace", () => {
  const packet = fc
    .tuple(fc.constantFrom("call", "result", "ack", "probe"), fc.integer({ min: 1, max: 6 }), fc.constantFrom(1, 2))
    .map(([kind, call, send]) => `${kind}#${call} send ${send}`);
  const time = fc.oneof(
    fc.integer({ min: 1, max: 20_000 }).map((us) => `${us}us`),
    fc.integer({ min: 1, max: 2500 }).map((ms) => `${ms}ms`),
  );
  const machine = fc.constantFrom("caller", "server");
  const fault = fc.oneof(
    packet.map((name) => [`drop ${name}`]),
    packet.map((name) => [`reorder ${name}`]),
    fc.tuple(packet, time).map(([name, by]) => [`delay ${name} by ${by}`]),
    fc.tuple(packet, time).map(([name, by]) => [`duplicate ${name} by ${by}`]),
    fc.tuple(machine, time).map(([name, at]) => [`slow ${name} by 3 at ${at}`]),
    fc
      .tuple(machine, fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 2_000_000 }))
      .map(([name, us, later]) => [`crash ${name} at ${us}us`, `restart ${name} at ${us + later}us`]),
  );
  const script = fc.array(fault, { maxLength: 3 }).map((faults) => faults.flat());

  it("goes through the states of the run, whatever goes wrong, each at its moment", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.constantFrom(1, 2, 5), script, (threads, cpus, faults) => {
        try {
          const { seen, trace } = watched(
            () => run({ threads, calls: 12, callerProcessors: cpus, serverProcessors: cpus }, faults).trace,
          );
          expect(settled(replayed(trace), trace)).toEqual(settled(seen, trace));
        } catch (error) {
          if (!(error instanceof FaultError)) throw error; // faults that do not go together
        }
      }),
      { numRuns: 200 },
    );
  });

  it("gives every change the row of the trace that brought it, which ended at that moment", () => {
    const { trace } = run({ threads: 3, calls: 9 }, ["drop result#2", "crash server at 9ms", "restart server at 20ms"]);
    const { caller, server } = replayFirefly(trace);
    const histories: readonly History<State>[] = [...caller.activities, ...server.activities];
    const changes = histories.flatMap((history) => [...history.changes]);
    expect(changes.length).toBeGreaterThan(30);
    for (const { at, on, cause } of changes) {
      if (on === "power") continue;
      const ends = refTable(cause) === "span" ? trace.spans.end : trace.marks.at;
      expect(ends[refRow(cause)]).toBe(at);
    }
  });

  it("of an empty call: calling, executing, retaining, idle", () => {
    const { caller, server } = replayFirefly(run().trace);
    expect(caller.activities.map(({ changes }) => changes.map(({ state }) => state?.tag))).toEqual([
      ["idle", "calling", "idle"],
    ]);
    expect(server.activities.map(({ changes }) => changes.map(({ on, state }) => `${on} ${state?.tag}`))).toEqual([
      ["call new", "call executing", "done retaining"],
    ]);
  });

  it("knows which incarnation a machine is, and what a crash took away", () => {
    const { trace } = run({ calls: 3 }, ["crash server at 1ms", "restart server at 2ms"]);
    const { power, activities } = replayFirefly(trace).server;
    expect(power.map(({ at, up, incarnation }) => [at, up, incarnation])).toEqual([
      [0, true, 1],
      [1e6, false, 1],
      [2e6, true, 2],
    ]);
    expect(activities[0]?.changes.at(-1)).toMatchObject({ at: 1e6, on: "crash", state: null });
  });
});
