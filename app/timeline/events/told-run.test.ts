import { expect, it } from "vitest";
import { runOf } from "../../../engine/experiments/testing.ts";
import { eventsOfCall } from "../../trace/events.ts";
import { toldOf } from "./ToldRun.tsx";

it("the story of a run has its events in order, and neighbours with one sentence as one", () => {
  const { trace } = runOf("multirpc/call", { set: { servers: 30, trials: 1 } });
  const rows = eventsOfCall(trace, 1);
  const told = toldOf(trace, rows);
  expect(told.reduce((sum, { times }) => sum + times, 0)).toBe(rows.length);
  expect(told.map(({ at }) => at)).toEqual(told.map(({ at }) => at).toSorted((a, b) => a - b));
  expect(told.some(({ sentence }, i) => sentence === told[i + 1]?.sentence)).toBe(false);
  expect(told.length).toBeLessThan(rows.length);
});
