import { describe, expect, it } from "vitest";
import { withDefaults } from "../../engine/experiments/settings.ts";
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

describe("the message of a packet of RPC2", () => {
  const multi = experimentOf("multirpc/specification");
  const unitsIn = (set: ParamValues, packet = 0) => {
    const of = multi.run(withDefaults(multi, { servers: 1, ...set }), 1, [], { keep: { calls: 1 } });
    return unitsOf(of, messagesOf(of.trace, 1)[packet] ?? -1);
  };
  const body = (set: ParamValues, packet = 0) =>
    unitsIn(set, packet)
      .filter(({ isHeader }) => !isHeader)
      .map(({ name, value, filling }) => [name, value, filling]);

  it("has fifteen units of header, and behind it the parameters by their names", () => {
    const units = unitsIn({});
    expect(units.filter(({ isHeader }) => isHeader).length).toBe(15);
    expect(units.find(({ name }) => name === "opcode")?.value).toMatch(/^1/);
    expect(body({})).toEqual([["testval", "21", 0]]);
    expect(body({}, 1)).toEqual([["testval", "42", 0]]);
  });

  it("shows the zero byte that ends a word, and what fills the unit up", () => {
    expect(body({ specification: "say" })).toEqual([
      ["word.length", "4", 0],
      ["word", "“abcd”", 0],
      ["word", "a zero byte ends it", 3],
    ]);
    expect(body({ specification: "say", word: "abc" })).toEqual([
      ["word.length", "3", 0],
      ["word", "“abc”, and a zero byte ends it", 0],
    ]);
    expect(body({ specification: "say" }, 1)).toEqual([]);
  });

  it("names fields of structures and counts of lists", () => {
    const specification =
      'Subsystem "S"; typedef RPC2_Struct { Integer x; Byte y; } P; p(IN P at, IN P more[], IN BoundedBS b);';
    expect(body({ specification }).map(([name]) => name)).toEqual([
      ...["at.x", "at.y", "more.count", "more[0].x", "more[0].y", "b.max", "b.length"],
    ]);
  });
});
