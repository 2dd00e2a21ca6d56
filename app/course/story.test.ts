import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { waterfall } from "../../engine/kernel/critical-path.ts";
import { BLOCKS, tellCall } from "./story.ts";

describe("a call told in a few shapes", () => {
  it("goes down one stair and up another, and its shapes follow on one another to the nanosecond", () => {
    const { blocks, flights, end } = tellCall(runOf("firefly/null", { set: { calls: 1 } }).trace);
    expect(flights.map(({ line, machine, fate }) => [line, machine, fate])).toEqual([
      ["call#1", "caller", "delivered"],
      ["result#1", "server", "delivered"],
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

  it("names its blocks by steps that the run has", () => {
    const { trace } = runOf("firefly/null", { set: { calls: 1 }, faults: ["drop call#1"] });
    const rows = waterfall(trace, 1);
    const steps = new Set(rows.map(({ name }) => name));
    expect(Object.keys(BLOCKS).filter((name) => !steps.has(name))).toEqual([]);
    expect(tellCall(trace).blocks.filter(({ name, onPath }) => onPath && name === "")).toEqual([]);
  });

  it.each(["drop call#1", "drop result#1", "duplicate call#1", "delay result#1 by 1ms"])(
    "keeps its path in one piece after %s, and no packet starts from nothing",
    (fault) => {
      const { blocks, waits, flights, end } = tellCall(
        runOf("firefly/null", { set: { calls: 1 }, faults: [fault] }).trace,
      );
      const path = [...blocks, ...flights].filter(({ onPath }) => onPath);
      const all = [...path, ...waits].sort((a, b) => a.from - b.from);
      all.slice(1).forEach((shape, i) => expect(shape.from).toBe(all[i]?.to));
      expect([all[0]?.from, all.at(-1)?.to]).toEqual([0, end]);
      for (const { copy, from, machine } of flights)
        if (!copy) expect(blocks.some((block) => block.machine === machine && block.to === from)).toBe(true);
    },
  );

  it("counts how often the procedure ran: once where a packet came twice, more often without the rule", () => {
    const executions = (fault: string, without = "none"): number =>
      tellCall(runOf("firefly/null", { set: { calls: 1, without }, faults: [fault] }).trace).executions;
    expect(["duplicate call#1", "duplicate result#1", "drop result#1"].map((fault) => executions(fault))).toEqual([
      1, 1, 1,
    ]);
    expect(executions("drop result#1", "sequenceCheck")).toBeGreaterThan(1);
  });

  it("shows the lost packet and the one that is sent again", () => {
    const { flights, end } = tellCall(runOf("firefly/null", { set: { calls: 1 }, faults: ["drop result#1"] }).trace);
    expect(flights.find(({ fate }) => fate === "lost")?.line).toBe("result#1");
    expect(flights.filter(({ again }) => again).length).toBeGreaterThan(0);
    expect(end).toBeGreaterThan(600e6);
  });
});
