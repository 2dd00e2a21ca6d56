/** The driver of protocols: a counter that wants a tick 100 ns after each input, or later, or never. */
import { describe, expect, it } from "vitest";
import type { Nanos } from "../../kernel/time.ts";
import { LOST_STATE, NO_REF, type TraceData } from "../../kernel/trace-data.ts";
import { keyText, type Machine } from "../../protocols/machine.ts";
import { ProtocolInstance, type Instance } from "./instance.ts";
import { World } from "./world.ts";

interface Count {
  readonly count: number;
  readonly due: Nanos | null;
}
type Input = { readonly tag: "count"; readonly wait: Nanos | null } | { readonly tag: "tick" };

const COUNTER: Machine<Count, Input, string, number> = {
  protocol: "Counter",
  states: [
    { tag: "even", what: "an even number was counted" },
    { tag: "odd", what: "an odd number was counted" },
  ],
  start: (count) => ({ count, due: null }),
  step: ({ count, due }, input, now) =>
    input.tag === "tick"
      ? [{ count: count + 1, due: null }, [`ticked at ${now}, due ${due}`]]
      : [{ count: count + 1, due: input.wait === null ? null : now + input.wait }, ["counted"]],
  deadline: ({ due }) => due,
  name: ({ count }) => (count % 2 === 0 ? "even" : "odd"),
  input: ({ tag }) => tag,
  key: keyText,
  facts: ({ count }) => [{ name: "count", kind: "count", value: count }],
};

/** Steps a counter with these waits at these times; gives what it did, and the trace. */
function run(steps: readonly (readonly [at: Nanos, wait: Nanos | null])[], act?: (counter: Instance) => void) {
  const world = new World({ faults: [], keep: "all" });
  const { sim, recorder } = world;
  const host = { name: "machine", world, instances: new Set<Instance>() };
  const said: string[] = [];
  const counter: ProtocolInstance<Count, Input, string, number> = new ProtocolInstance(host, COUNTER, {
    name: "counter 1",
    identity: 0,
    due: () => said.push(...counter.step({ tag: "tick" }, NO_REF, 7)),
  });
  const tag = sim.register((_kind, index) => {
    const [, wait = null] = steps[index] ?? [];
    said.push(...counter.step({ tag: "count", wait }, NO_REF, 7));
  });
  for (const [index, [at]] of steps.entries()) sim.at(at, tag, index);
  const last = sim.register(() => act?.(counter));
  sim.at(60, last, 0);
  sim.run();
  return { said, host, trace: recorder.finish(sim.now) };
}

const rowsOf = ({ transitions: steps, words }: TraceData): readonly string[] =>
  Array.from({ length: steps.count }, (_, row) => {
    const word = (column: Int32Array): string => words[column[row] ?? -1] ?? "";
    const due = steps.due[row] ?? NaN;
    const step = `${word(steps.from)} ${word(steps.input)} ${word(steps.to)}`;
    return `${steps.at[row]}: ${step}${due < 0 ? "" : `, due ${due}`}`;
  });

describe("an instance of a protocol", () => {
  it("is in the trace from its beginning, under its machine, its protocol and its name, step by step", () => {
    const { trace } = run([[10, 100]]);
    expect(rowsOf(trace)).toEqual(["0: none begin even", "10: even count odd, due 110", "110: odd tick even"]);
    const { transitions, words, facts, factNames } = trace;
    const [machine, protocol, instance] = [transitions.machine, transitions.protocol, transitions.instance];
    expect([machine, protocol, instance].map((column) => words[column[1] ?? -1])).toEqual([
      "machine",
      "Counter",
      "counter 1",
    ]);
    expect([...facts.value]).toEqual([0, 1, 2]);
    expect(factNames).toEqual([{ name: "count", kind: "count" }]);
    expect([...transitions.call]).toEqual([0, 7, 7]);
  });

  it("is ticked at its deadline, not at one that it no longer has", () => {
    expect(
      run([
        [10, 100],
        [20, 200],
      ]).said,
    ).toEqual(["counted", "counted", "ticked at 220, due 220"]);
    expect(
      run([
        [10, 100],
        [20, 50],
      ]).said,
    ).toEqual(["counted", "counted", "ticked at 70, due 70"]);
    expect(
      run([
        [10, 100],
        [20, null],
      ]).said,
    ).toEqual(["counted", "counted"]);
  });

  it("leaves no timer behind where it wants none", () => {
    expect(
      run([
        [10, 100],
        [20, null],
      ]).trace.elapsed,
    ).toBe(60);
  });

  it("is lost with its machine’s power: its state is, and it is ticked no more", () => {
    const { said, trace } = run([[10, 100]], (counter) => counter.lose());
    expect(said).toEqual(["counted"]);
    expect(rowsOf(trace).at(-1)).toBe(`60: odd crash ${LOST_STATE}`);
  });

  it("says what an input would lead to without taking the step", () => {
    const { trace } = run([], (counter) => {
      const one = counter as ProtocolInstance<Count, Input, string, number>;
      expect(one.effectsOf({ tag: "count", wait: 5 })).toEqual(["counted"]);
      expect(one.state.count).toBe(0);
    });
    expect(trace.transitions.count).toBe(1);
  });

  it("belongs to its host until its program is done with it", () => {
    const { host, said } = run([[10, 100]], (counter) =>
      (counter as ProtocolInstance<Count, Input, string, number>).end(NO_REF, 7),
    );
    expect([host.instances.size, said]).toEqual([0, ["counted"]]);
  });
});
