import { describe, expect, it } from "vitest";
import { CAMPUS_ASSUMED, CAMPUS_COSTS } from "../hardware/campus-costs.ts";
import { FIREFLY_ASSUMED, FIREFLY_CALIBRATED, FIREFLY_COSTS } from "../hardware/firefly-costs.ts";
import { FIREFLY_MARSHAL_COSTS } from "../hardware/firefly-marshal-costs.ts";
import { multicast } from "../experiments/flexrpc/describe.ts";
import {
  CLUSTER,
  CLUSTER_ASSUMED,
  CLUSTER_CALIBRATED,
  CLUSTER_COSTS,
  procedureCost,
  SEGMENT_BYTES,
} from "../hardware/linux-costs.ts";
import { RT_PC_ASSUMED, RT_PC_COSTS } from "../hardware/rt-pc-costs.ts";
import { SUN3_ASSUMED, SUN3_CALIBRATED, SUN3_COSTS } from "../hardware/sun3-costs.ts";
import { EMPTY_ROUND_TRIP } from "../systems/flexrpc/steps.ts";
import { TCP_MAX_DATA } from "../wire/tcp-frame.ts";
import { checkSources } from "./check-sources.ts";
import { addressText, cell, numbers, paper, role, table } from "./index.ts";

const firefly = paper("firefly");

describe("the Firefly’s table of costs", () => {
  it("repeats every number it takes from the paper as the paper prints it", () => {
    expect(checkSources([...FIREFLY_COSTS, ...FIREFLY_MARSHAL_COSTS])).toEqual([]);
  });

  it("cites cells that exist for what it fits and assumes", () => {
    expect(checkSources([...Object.values(FIREFLY_CALIBRATED), ...Object.values(FIREFLY_ASSUMED)])).toEqual([]);
  });

  it("takes every step of Tables VI and VII but the wire’s, whose time follows from the frame", () => {
    const cited = new Set(
      FIREFLY_COSTS.flatMap(({ source }) => (source.cell === undefined ? [] : [addressText(source.cell)])),
    );
    const steps = firefly.tables
      .filter((t) => t.id === "table-vi" || t.id === "table-vii")
      .flatMap((t) => numbers(firefly, t))
      .filter((step) => role(step) === "input")
      // A step that does not depend on the size is cited by its 74-byte cell.
      .filter((step) => step.column !== "us1514" || cell({ ...step, column: "us1514Differs" }).value === true);
    const missing = steps.map((step) => addressText(step)).filter((address) => !cited.has(address));
    const wire = "firefly/table-vi/side=network/action=Transmission time on Ethernet";
    expect(steps).toHaveLength(29);
    expect(missing).toEqual([`${wire}/us74`, `${wire}/us1514`]);
  });
});

describe("the cluster’s table of costs", () => {
  it("repeats every parameter of the FlexRPC paper as the paper prints it", () => {
    expect(checkSources(CLUSTER_COSTS)).toEqual([]);
    const cited = CLUSTER_COSTS.flatMap(({ source }) => (source.cell === undefined ? [] : [addressText(source.cell)]));
    const parameters = numbers(paper("flexrpc"), table("flexrpc", "parameters")).map((at) => addressText(at));
    expect(cited).toEqual(expect.arrayContaining(parameters));
  });

  it("cites cells that exist for what it fits and assumes, and fits to results alone", () => {
    const fitted = Object.values(CLUSTER_CALIBRATED);
    expect(checkSources([...fitted, ...Object.values(CLUSTER_ASSUMED)])).toEqual([]);
    for (const { source } of fitted) expect(source.cell === undefined || role(source.cell)).toBe("result");
  });
});

describe("the parameters of experiments on the cluster", () => {
  const defaultOf = (key: keyof typeof multicast.params): unknown => multicast.params[key].default;

  it("have the table’s values as their defaults", () => {
    expect(defaultOf("processUs")).toBe(CLUSTER.firstHop.value);
    expect(defaultOf("networkMbps")).toBe(CLUSTER.linkRate.value);
    expect(defaultOf("relayCost")).toBe(CLUSTER_CALIBRATED.relayCost.value);
    expect(defaultOf("calleeUs")).toBe(CLUSTER_CALIBRATED.perCallee.value);
    expect(defaultOf("moderationUs")).toBe(CLUSTER_ASSUMED.moderation.value);
  });

  it("let a call take no less than its messages: the least processing time is more than they take", () => {
    const { processUs } = multicast.params;
    expect(procedureCost(processUs.min, EMPTY_ROUND_TRIP).value).toBeGreaterThan(0);
    expect(procedureCost(processUs.min - 1, EMPTY_ROUND_TRIP).value).toBeLessThan(0);
  });

  it("count segments as the wire has them", () => {
    expect(SEGMENT_BYTES).toBe(TCP_MAX_DATA);
  });
});

describe("the Andrew network’s tables of costs", () => {
  it("repeat every number that they take from the paper as the paper prints it", () => {
    expect(checkSources([...RT_PC_COSTS, ...CAMPUS_COSTS])).toEqual([]);
  });

  it("take all components of a MultiRPC call", () => {
    const cited = new Set(
      RT_PC_COSTS.flatMap(({ source }) => (source.cell === undefined ? [] : [addressText(source.cell)])),
    );
    const components = numbers(paper("multirpc"), table("multirpc", "table-vi")).map((cost) => addressText(cost));
    expect(components).toHaveLength(6);
    for (const address of components) expect(cited).toContain(address);
  });

  it("name a reason for what they assume, and no more than six numbers of machines and routers", () => {
    const { routerService, routerBuffers } = CAMPUS_ASSUMED;
    const free = [...Object.values(RT_PC_ASSUMED), routerService, routerBuffers];
    expect(free).toHaveLength(6);
    expect(checkSources([...free, ...Object.values(CAMPUS_ASSUMED)])).toEqual([]);
    for (const { source } of Object.values(CAMPUS_ASSUMED)) expect(source.text.length).toBeGreaterThan(20);
  });
});

describe("the Sun 3/50’s table of costs", () => {
  it("repeats every number that it takes from the profiles as the paper prints it", () => {
    expect(checkSources(SUN3_COSTS)).toEqual([]);
    for (const { source } of SUN3_COSTS) expect(source.cell === undefined || role(source.cell)).toBe("input");
  });

  it("fits at most three constants, each to a result, and gives a reason for what it assumes", () => {
    const fitted = Object.values(SUN3_CALIBRATED);
    expect(fitted.length).toBeLessThanOrEqual(3);
    expect(checkSources([...fitted, ...Object.values(SUN3_ASSUMED)])).toEqual([]);
    for (const { source } of fitted) expect(source.cell === undefined || role(source.cell)).toBe("result");
    for (const { source } of Object.values(SUN3_ASSUMED)) expect(source.text.length).toBeGreaterThan(20);
  });
});
