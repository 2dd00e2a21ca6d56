import { describe, expect, it } from "vitest";
import { LOSSES, MARK_KINDS, NO_REF, POWER } from "./trace-data.ts";
import type { Keep } from "./trace-keep.ts";
import { TraceRecorder } from "./trace.ts";
import type { TransitionRecord } from "./trace-transitions.ts";

/** A recorder that knows the words a to f, 0 to 5. */
function recorder(keep: Keep = "all"): TraceRecorder {
  const made = new TraceRecorder(keep);
  for (const word of ["caller", "Firefly caller", "thread 1", "idle", "calling", "start"]) made.word(word);
  return made;
}

const STEP: TransitionRecord = {
  at: 40,
  machine: 0,
  protocol: 1,
  instance: 2,
  from: 3,
  to: 4,
  input: 5,
  cause: NO_REF,
  call: 1,
  due: 90,
  facts: () => [],
};

describe("transitions in the trace", () => {
  it("are kept in columns, with what the state after them keeps", () => {
    const made = recorder();
    made.transition({
      ...STEP,
      facts: () => [
        { name: "sequence number", kind: "number", value: 7 },
        { name: "sends", kind: "count", value: 1, limit: 10 },
      ],
    });
    made.transition({
      ...STEP,
      at: 50,
      due: null,
      facts: () => [{ name: "sends", kind: "count", value: 2, limit: 10 }],
    });
    const { transitions, facts, factNames, words } = made.finish(100);
    expect(transitions).toEqual({
      count: 2,
      at: Float64Array.of(40, 50),
      machine: Int32Array.of(0, 0),
      protocol: Int32Array.of(1, 1),
      instance: Int32Array.of(2, 2),
      from: Int32Array.of(3, 3),
      to: Int32Array.of(4, 4),
      input: Int32Array.of(5, 5),
      cause: Int32Array.of(NO_REF, NO_REF),
      call: Int32Array.of(1, 1),
      due: Float64Array.of(90, -1),
      factsAt: Int32Array.of(0, 2),
      factsLength: Int32Array.of(2, 1),
    });
    expect(facts).toEqual({ count: 3, name: Int32Array.of(0, 1, 1), value: Float64Array.of(7, 1, 2) });
    expect(factNames).toEqual([
      { name: "sequence number", kind: "number" },
      { name: "sends", kind: "count", limit: 10 },
    ]);
    expect(words[transitions.from[0] ?? -1]).toBe("idle");
  });

  it("tell facts of one name apart by their kind and limit", () => {
    const made = recorder();
    const facts = [
      { name: "sends", kind: "count", value: 1, limit: 10 },
      { name: "sends", kind: "count", value: 1 },
      { name: "sends", kind: "number", value: 1 },
    ] as const;
    made.transition({ ...STEP, facts: () => facts });
    expect(made.finish(0).facts.name).toEqual(Int32Array.of(0, 1, 2));
  });

  it("are hashed but not kept, nor asked for facts, where no rows are kept", () => {
    const made = recorder("none");
    const never = (): never => {
      throw new Error("facts were asked for");
    };
    made.transition({ ...STEP, facts: never });
    const trace = made.finish(0);
    expect([trace.transitions.count, trace.complete]).toEqual([0, false]);
    expect(trace.hash).not.toBe(recorder("none").finish(0).hash);
  });

  it("change the hash with machine, protocol, instance, states, input, time, cause and call", () => {
    const others: Partial<TransitionRecord>[] = [
      {},
      { at: 41 },
      { at: 40 + 2 ** 32 },
      { machine: 1 },
      { protocol: 2 },
      { instance: 3 },
      { from: 4 },
      { to: 5 },
      { input: 4 },
      { cause: 0 },
      { call: 2 },
    ];
    const hashes = others.map((other) => {
      const made = recorder("none");
      made.transition({ ...STEP, ...other });
      return made.finish(0).hash;
    });
    expect(new Set(hashes).size).toBe(others.length);
  });

  it("change the hash with what their words are", () => {
    const hashOf = (word: string): string => {
      const made = recorder("none");
      made.word(word);
      return made.finish(0).hash;
    };
    expect(hashOf("waiting")).not.toBe(hashOf("settled"));
  });

  it("come no sooner than their cause has ended", () => {
    const made = recorder();
    const track = made.track({ name: "CPU 0", machine: "caller", kind: "processor" });
    const step = made.step({ name: "Send", layer: "rpc", source: { kind: "assumed", text: "a test" } });
    const cause = made.span(track, step, -1, 0, 41, NO_REF, 0);
    expect(() => made.transition({ ...STEP, cause })).toThrow(/transition 0: starts at 40 ns, before its cause/);
  });
});

describe("marks in the trace", () => {
  it("say by numbers what they mean, beside their words", () => {
    const made = recorder();
    const track = made.track({ name: "CPU 0", machine: "caller", kind: "processor" });
    const said = [
      made.label("crash", "power", POWER.crashed),
      made.label("2.5 times as slow", "pace", 2.5),
      made.label("socket full", "loss", LOSSES.indexOf("socket full")),
      made.label("call registered"),
    ];
    for (const label of said) made.mark(1, track, label, NO_REF, 0);
    const { marks, labels } = made.finish(1);
    expect([...marks.kind].map((kind) => MARK_KINDS[kind])).toEqual(["power", "pace", "loss", "note"]);
    expect([...marks.value]).toEqual([0, 2.5, 3, 0]);
    expect([...marks.label].map((label) => labels[label])).toEqual(labels);
  });

  it("have a label that was made before", () => {
    expect(() => recorder().mark(1, 0, 7, NO_REF, 0)).toThrow("trace: no label has number 7. Make it by label().");
  });
});
