import { describe, expect, it } from "vitest";
import { FIREFLY_ASSUMED, FIREFLY_CALIBRATED, FIREFLY_COSTS } from "../hardware/firefly-costs.ts";
import { checkSources } from "./check-sources.ts";
import { addressText, cell, numbers, paper, role } from "./index.ts";

const firefly = paper("firefly");

describe("the Firefly's table of costs", () => {
  it("repeats every number it takes from the paper as the paper prints it", () => {
    expect(checkSources(FIREFLY_COSTS)).toEqual([]);
  });

  it("cites cells that exist for what it fits and assumes", () => {
    expect(checkSources([...Object.values(FIREFLY_CALIBRATED), ...Object.values(FIREFLY_ASSUMED)])).toEqual([]);
  });

  it("takes every step of Tables VI and VII but the wire's, whose time follows from the frame", () => {
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
