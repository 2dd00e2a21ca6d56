import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCommand } from "./messages.ts";

const command = (more: object, steps = 6) => readCommand({ roundtrip: 1, ...more }, steps);

describe("a message to a lesson in a frame", () => {
  it("goes to a step, sets a stage, locks parts", () => {
    expect(command({ type: "go", step: 3 })).toEqual({ type: "go", step: 3 });
    const parameters = { threads: 4, axis: "log" };
    expect(command({ type: "set", parameters })).toEqual({ type: "set", parameters, seed: null, faults: null });
    expect(command({ type: "set", seed: 7, faults: ["drop call#2"] })).toEqual({
      ...{ type: "set", parameters: {}, seed: 7, faults: ["drop call#2"] },
    });
    expect(command({ type: "lock", parts: ["parameters"] })).toEqual({ type: "lock", parts: ["parameters"] });
  });

  it("is refused with what is allowed where it cannot be meant", () => {
    const of = (more: object) => command(more);
    expect(of({ type: "go", step: 7 })).toBe("go.step = 7 is not in this lesson: 1 to 6.");
    expect(of({ type: "go", step: "2" })).toContain("is not in this lesson");
    expect(of({ type: "eval", code: "alert(1)" })).toBe('type = "eval" is not allowed: go, set, lock.');
    expect(of({ type: "toString" })).toContain("is not allowed: go, set, lock.");
    expect(of({ type: "go", step: 1, then: "x" })).toBe('go has no "then": step.');
    expect(of({ type: "set", parameters: { threads: {} } })).toContain("an object of at most 40 numbers and texts");
    expect(of({ type: "set", faults: [1] })).toContain('such as "drop call#2"');
    expect(of({ type: "lock", parts: ["a,b"] })).toContain("a comma");
    expect(readCommand({ roundtrip: 2, type: "go", step: 1 }, 6)).toContain("roundtrip = 2 is not a version");
  });

  it("is somebody else’s where it does not say that it is for Roundtrip", () => {
    for (const data of [null, undefined, "go", 3, [], { type: "go", step: 1 }]) expect(readCommand(data, 6)).toBeNull();
  });

  it("is never read otherwise than it is written, whatever comes", () => {
    const any = fc.oneof(fc.anything(), fc.string({ maxLength: 500 }));
    const message = fc.record(
      { roundtrip: fc.constantFrom(1, 1, 2), type: fc.constantFrom("go", "set", "lock", "x"), step: any, parts: any },
      { requiredKeys: ["roundtrip"] },
    );
    fc.assert(
      fc.property(message, (data) => {
        const read = readCommand(data, 6);
        if (typeof read === "string") expect(read.length).toBeLessThan(500);
        else expect(data).toMatchObject({ type: read?.type });
      }),
    );
  });
});
