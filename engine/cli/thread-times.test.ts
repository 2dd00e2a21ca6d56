import { describe, expect, it } from "vitest";
import { longestTask, tasksBetween, tasksOf } from "./thread-times.ts";

const thread = (tid: number, name: string) => ({ name: "thread_name", ph: "M", pid: 1, tid, ts: 0, args: { name } });
const task = (tid: number, ts: number, dur: number, tdur: number) => ({
  name: "RunTask",
  ph: "X",
  pid: 1,
  tid,
  ts,
  dur,
  tdur,
  args: {},
});
const mark = (name: string, ts: number) => ({ name, ph: "I", pid: 1, tid: 1, ts, args: {} });

const traceOf = (...traceEvents: readonly object[]): Buffer => Buffer.from(JSON.stringify({ traceEvents }));

const THREADS = [thread(1, "CrRendererMain"), thread(2, "DedicatedWorker thread"), thread(3, "Compositor")];

describe("processor times of a browser’s trace", () => {
  it("are those of the thread, not of the clock: the longest task of the page’s own", () => {
    const trace = traceOf(
      ...THREADS,
      task(1, 0, 90_000, 30_000),
      task(1, 100_000, 50_000, 40_000),
      task(2, 0, 9e5, 9e5),
    );
    expect(longestTask(trace)).toBe(40);
  });

  it("count a task that lies half between two marks by its half; page, workers and drawing apart", () => {
    const tasks = [task(1, 0, 20_000, 10_000), task(2, 15_000, 10_000, 8000), task(3, 10_000, 10_000, 10_000)];
    const marks = [mark("changed", 10_000), mark("redrawn", 30_000), mark("changed", 40_000), mark("redrawn", 50_000)];
    expect(tasksOf(traceOf(...THREADS, ...tasks, ...marks), "changed", "redrawn")).toEqual([
      { page: 5, workers: 8, drawing: 10 },
      { page: 0, workers: 0, drawing: 0 },
    ]);
  });

  it("run from each mark to the next of its name", () => {
    const trace = traceOf(
      ...THREADS,
      task(1, 0, 30_000, 15_000),
      ...[10_000, 20_000, 40_000].map((ts) => mark("f", ts)),
    );
    expect(tasksBetween(trace, "f").map(({ page }) => page)).toEqual([5, 5]);
  });

  it("are not there in a trace without a page", () => {
    expect(() => longestTask(traceOf(task(1, 0, 1, 1)))).toThrow("names no task of the page’s thread");
  });
});
