import { describe, expect, it } from "vitest";
import { chartKey, chartNamed } from "./charts.ts";
import { experiments } from "./index.ts";
import { experimentOf } from "./testing.ts";

describe("the charts of an experiment", () => {
  it.each(experiments.map((one) => [one.id, one] as const))("%s: have each a name of its own", (_, { charts }) => {
    expect(new Set(charts.map(chartKey)).size).toBe(charts.length);
  });

  it("are found by id, or by measure, of which the first counts", () => {
    const multicast = experimentOf("flexrpc/multicast");
    expect(chartNamed(multicast, "figure-3c")).toMatchObject({ id: "figure-3c", y: "latencyUs" });
    expect(chartNamed(multicast, "latencyUs")).toBe(multicast.charts.find(({ y }) => y === "latencyUs"));
    expect(chartNamed(multicast, "figure-9")).toBeUndefined();
  });
});
