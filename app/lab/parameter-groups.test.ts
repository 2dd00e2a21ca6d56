import { describe, expect, it } from "vitest";
import { experiments } from "../../engine/experiments/index.ts";
import { defaultsOf } from "../../engine/experiments/settings.ts";
import { LEFT_OUT } from "../../engine/experiments/parameters.ts";
import { experimentOf } from "../../engine/experiments/testing.ts";
import { countIn, NO_FILTER, shownGroups } from "./parameter-groups.ts";

describe("the groups of a form", () => {
  it("hold every parameter of every experiment once but the quiet ones, and begin with the workload", () => {
    for (const experiment of experiments) {
      const groups = shownGroups(experiment.params, defaultsOf(experiment), NO_FILTER);
      const keys = groups.flatMap(({ params }) => params.map(({ key }) => key));
      const all = Object.keys(experiment.params).filter((key) => key !== LEFT_OUT);
      expect(keys.toSorted()).toEqual(all.toSorted());
      expect(groups[0]?.name, experiment.id).toBe("Workload");
      expect(groups.every(({ changed }) => changed === 0)).toBe(true);
    }
  });

  it("show a quiet parameter where it is changed, or searched for", () => {
    const { params } = experimentOf("firefly/null");
    const shown = (without: string, text = ""): boolean =>
      shownGroups(params, { without }, { text, changed: false }).some((group) =>
        group.params.some(({ key }) => key === "without"),
      );
    expect([shown("none"), shown("uniqueId"), shown("none", "rule left")]).toEqual([false, true, true]);
  });

  const call = experimentOf("multirpc/call");
  const values = { ...defaultsOf(call), dead: 3, security: "secure" };
  const found = (text: string, changed = false): readonly string[] =>
    shownGroups(call.params, values, { text, changed }).flatMap(({ params }) => params.map(({ key }) => key));

  it("are searched by name, key, group, reason, unit and option, whatever the case", () => {
    expect(found("dead serv")).toEqual(["dead"]);
    expect(found("TIMEOUTMS")).toEqual(["timeoutMs"]);
    expect(found("exponential")).toContain("distribution");
    expect(found("when a call ends")).toEqual(["waitFor", "handler", "mostFailures", "timeoutMs", "followUp"]);
    expect(found("no such thing")).toEqual([]);
  });

  it("show only what differs from the defaults where that is asked for, and count it", () => {
    expect(found("", true)).toEqual(["dead", "security"]);
    expect(found("dead", true)).toEqual(["dead"]);
    expect(countIn(shownGroups(call.params, values, { text: "", changed: true }))).toBe(2);
    const counts = shownGroups(call.params, values, NO_FILTER).map(({ name, changed }) => `${name} ${changed}`);
    expect(counts).toContain("Machines 1");
  });
});
