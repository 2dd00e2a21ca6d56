import { describe, expect, it } from "vitest";
import { withDefaults } from "../../engine/experiments/answering.ts";
import { experimentOf } from "../../engine/experiments/testing.ts";
import type { ParamValues, Run } from "../../engine/experiments/types.ts";
import { messagesOf, unitsOf } from "./message-units.ts";

const sunRpc = experimentOf("sun-rpc/call");
const run = (set: ParamValues, faults: readonly string[] = []): Run =>
  sunRpc.run(withDefaults(sunRpc, { iterations: 1, ...set }), 1, faults, { keep: { calls: 1 } });
const callOf = (of: Run) => unitsOf(of, messagesOf(of.trace, 1)[0] ?? -1);

describe("the message of a packet", () => {
  it("has a unit for each four bytes, named after the header’s fields", () => {
    const units = callOf(run({}));
    expect(units.map(({ at }) => at)).toEqual([0, 4, 8, 12, 16, 20, 24, 28, 32, 36]);
    expect(units[0]?.name).toBe("transaction identifier");
    expect(units[5]).toMatchObject({ name: "procedure", value: "1" });
    expect(callOf(run({ argumentBytes: 2 })).at(-1)).toMatchObject({ name: "argument", value: "1", filling: 0 });
  });

  it("marks the bytes that fill a unit up: behind bytes at the end, in a struct behind its string", () => {
    const filled = (set: ParamValues) => callOf(run(set)).map(({ filling }) => filling);
    expect(filled({ argumentBytes: 61 }).slice(-2)).toEqual([0, 3]);
    expect(filled({ argumentBytes: 60 }).every((filling) => filling === 0)).toBe(true);
    const struct = callOf(run({ argument: "struct", argumentBytes: 9 })).slice(10);
    expect(struct.map(({ filling }) => filling)).toEqual([0, 0, 0, 0, 3, 0]);
    expect(struct.map(({ value }) => value)).toEqual(["1", "9", "“abcd”", "“efgh”", "“i”", "true"]);
  });

  it("marks the byte that was damaged, in the call alone", () => {
    const damaged = run({ argument: "struct", argumentBytes: 9 }, ["garble call#1 byte 91"]);
    expect(callOf(damaged).flatMap(({ damaged: byte }, i) => (byte === null ? [] : [[i, byte]]))).toEqual([[12, 1]]);
    expect(callOf(damaged)[12]?.value).toBe("“a?cd”");
    const [, reply = -1] = messagesOf(damaged.trace, 1);
    expect(unitsOf(damaged, reply).every(({ damaged: byte }) => byte === null)).toBe(true);
  });

  it("has no names where no Sun RPC is in it", () => {
    const units = callOf(run({ program: "udp", argumentBytes: 2 }));
    expect(units.map(({ name, bytes }) => [name, bytes.length])).toEqual([
      ["", 4],
      ["", 4],
      ["", 2],
    ]);
  });
});
