/** The transitions in a run's trace against the machines of the run: every step, at its moment, with what it left. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { FaultError } from "../../faults/fault.ts";
import { CRASH, LOST_STATE, NO_REF, refRow, refTable, type TraceData } from "../../kernel/trace-data.ts";
import type { ActivityState } from "../../protocols/cedar/callee-state.ts";
import type { CallerState } from "../../protocols/cedar/caller.ts";
import { draws } from "../../protocols/testing/draws.ts";
import { transitionsOf } from "../testing.ts";
import { ProtocolInstance } from "../world/instance.ts";
import { run } from "./testing.ts";

vi.setConfig({ testTimeout: 60_000 });

type State = CallerState | ActivityState;

/** Notes every step that the machines of a run take, and what the state after it keeps. */
function watched(act: () => TraceData): { readonly seen: readonly string[]; readonly trace: TraceData } {
  const seen: string[] = [];
  type Any = ProtocolInstance<State, unknown, unknown>;
  const step = ProtocolInstance.prototype.step as Any["step"];
  vi.spyOn(ProtocolInstance.prototype, "step").mockImplementation(function (this: Any, ...given) {
    const machine = this["machine"];
    const { now } = this["host"].world.sim;
    const [after] = machine.step(this.state, given[0], now);
    const facts = machine.facts(after).map(({ name, value }) => `${name} ${value}`);
    seen.push([now, machine.name(this.state), machine.input(given[0]), machine.name(after), ...facts].join(", "));
    return step.call(this, ...given);
  });
  try {
    return { seen, trace: act() };
  } finally {
    vi.restoreAllMocks();
  }
}

const recorded = (trace: TraceData): readonly string[] =>
  transitionsOf(trace).flatMap(({ at, from, input, to, facts }) =>
    from === "none" || to === LOST_STATE ? [] : [[at, from, input, to, ...facts].join(", ")],
  );

describe("the transitions in a trace", () => {
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

  it("are what the machines give when they are stepped with the run’s inputs, whatever goes wrong", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.constantFrom(1, 2, 5), script, (threads, cpus, faults) => {
        try {
          const { seen, trace } = watched(
            () => run({ threads, calls: 12, callerProcessors: cpus, serverProcessors: cpus }, faults).trace,
          );
          expect(recorded(trace)).toEqual(seen);
        } catch (error) {
          if (!(error instanceof FaultError)) throw error; // faults that do not go together
        }
      }),
      { numRuns: draws(100) },
    );
  });

  it("have the row of the trace that brought each, which had ended by that moment", () => {
    const { trace } = run({ threads: 3, calls: 9 }, ["drop result#2", "crash server at 9ms", "restart server at 20ms"]);
    const steps = transitionsOf(trace).filter(({ from, to }) => from !== "none" && to !== LOST_STATE);
    expect(steps.length).toBeGreaterThan(30);
    for (const { at, cause } of steps) {
      expect(cause).not.toBe(NO_REF);
      const ends = { span: trace.spans.end, mark: trace.marks.at, packet: trace.packets.arrives }[refTable(cause)];
      expect(ends[refRow(cause)]).toBeLessThanOrEqual(at);
    }
  });

  it("of an empty call: calling, executing, retaining, idle", () => {
    const { trace, elapsed } = run();
    const answered = transitionsOf(trace).filter(({ at }) => at <= elapsed);
    const steps = answered.map(({ machine, input, to }) => `${machine}: ${input}, ${to}`);
    expect(steps).toEqual([
      "caller: begin, idle",
      "caller: start, calling",
      "server: begin, new",
      "server: call packet, executing",
      "server: done, retaining",
      "caller: result packet, idle",
    ]);
  });

  it("say what a crash took away", () => {
    const { trace } = run({ calls: 3 }, ["crash server at 1ms", "restart server at 2ms"]);
    const lost = transitionsOf(trace).filter(({ to }) => to === LOST_STATE);
    expect(lost).toMatchObject([{ at: 1e6, machine: "server", from: "executing", input: CRASH }]);
  });
});
