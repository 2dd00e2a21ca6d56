import { describe, expect, it } from "vitest";
import { experimentOf } from "../../engine/experiments/testing.ts";
import { settingText } from "./setting-text.ts";

describe("a setting in words", () => {
  const { params } = experimentOf("cedar/call");
  const said = (key: string, value: number | string): string => {
    const param = params[key];
    if (param === undefined) throw new Error(`cedar/call has no ${key}.`);
    return settingText(param, value);
  };

  it("has one of a unit in the singular, and a symbol as it is", () => {
    expect([said("arguments", 1), said("arguments", 2)]).toEqual(["arguments 1 word", "arguments 2 words"]);
    expect([said("threads", 1), said("threads", 2)]).toEqual(["1 calling process", "2 calling processes"]);
    expect([said("serverMs", 1), said("calls", 1)]).toEqual(["procedure waits 1 ms", "1 call"]);
  });

  it("says long times in seconds, longer ones in minutes, and a count of what the label names once", () => {
    expect([9_999, 45_000, 600_001, 3_600_000].map((ms) => said("serverMs", ms))).toEqual([
      "procedure waits 9,999 ms",
      "procedure waits 45 s",
      "procedure waits 600.001 s",
      "procedure waits 60 min",
    ]);
    expect([said("argumentPackets", 1), said("argumentPackets", 4)]).toEqual([
      "1 packet of the arguments",
      "4 packets of the arguments",
    ]);
  });

  it("counts one of what a label names, and no things where a label names none", () => {
    const of = (id: string, key: string, value: number): string => {
      const param = experimentOf(id).params[key];
      if (param === undefined) throw new Error(`${id} has no ${key}.`);
      return settingText(param, value);
    };
    expect([1, 2].map((value) => of("services/graph", "retries", value))).toEqual(["1 retry", "2 retries"]);
    expect(of("services/graph", "leaves", 1)).toBe("1 server that a page asks");
    expect([1, 2].map((value) => of("many/call", "wanted", value))).toEqual([
      "1 reply that ends the call",
      "2 replies that end the call",
    ]);
    expect(of("multirpc/call", "waitFor", 1)).toBe("1 reply waited for");
    expect(of("flexrpc/multicast", "slowCallee", 5)).toBe("slow callee 5");
    expect(of("services/graph", "budget", 2)).toBe("budget: retries for each call 2");
  });

  it("names a text of the reader by its label", () => {
    const { graph } = experimentOf("sun-rpc/olympus").params;
    if (graph?.kind !== "choice" || graph.own === undefined) throw new Error("sun-rpc/olympus takes no graph.");
    expect(settingText(graph, "diamond")).toBe("graph diamond");
    expect(settingText(graph, graph.own.example)).toBe("graph your own, in JSON");
  });
});
