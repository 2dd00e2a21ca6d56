import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { tellCall } from "./story.ts";

describe("a call told in a few shapes", () => {
  it("goes down one stair and up another, and its shapes follow on one another to the nanosecond", () => {
    const { blocks, flights, end } = tellCall(runOf("firefly/null", { set: { calls: 1 } }).trace);
    expect(flights.map(({ line, machine, lost }) => [line, machine, lost])).toEqual([
      ["call#1", "caller", false],
      ["result#1", "server", false],
    ]);
    const all = [...blocks, ...flights].sort((a, b) => a.from - b.from);
    expect(all[0]?.from).toBe(0);
    all.slice(1).forEach((shape, i) => expect(shape.from).toBe(all[i]?.to));
    expect(all.at(-1)?.to).toBe(end);
    expect(
      blocks
        .map(({ machine }) => machine)
        .join()
        .replace(/(\w+)(,\1)+/g, "$1"),
    ).toBe("caller,server,caller");
  });

  it("shows the lost packet and the one that is sent again", () => {
    const { flights, end } = tellCall(runOf("firefly/null", { set: { calls: 1 }, faults: ["drop result#1"] }).trace);
    expect(flights.find(({ lost }) => lost)?.line).toBe("result#1");
    expect(flights.filter(({ again }) => again).length).toBeGreaterThan(0);
    expect(end).toBeGreaterThan(600e6);
  });
});
