import { describe, expect, it } from "vitest";
import { runOf } from "../../../engine/experiments/testing.ts";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import { TWO } from "../../figure/two.ts";
import { tableWidth } from "../../draw/text-width.ts";
import { figureOf, sharesFrame } from "../../figure/figure-of.ts";
import { figureIn } from "../../figure/testing.ts";
import { shownCall } from "../../figure/shown-call.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { ghostShapes } from "./ghost.ts";

const shownOf = (id: string, set = {}, faults: readonly string[] = []): ShownCall =>
  shownCall(runOf(id, { set, faults, keep: { calls: 2 } }).trace, 1, "folded");

const NONE: ReadonlySet<string> = new Set();
const PLACE = { width: 1000, room: undefined, open: NONE };

describe("a figure and what a hand had before", () => {
  const firefly = shownOf("firefly/null");
  const lossy = shownOf("firefly/null", {}, ["drop call#1"]);
  const local = shownOf("firefly/null", { transport: "local" });
  const crowd = shownOf("multirpc/callback-break");
  const written = shownOf("written/call");

  it("share a frame where the machines are those of the figure", () => {
    expect(sharesFrame(firefly, lossy)).toBe(true);
    expect(ghostShapes(lossy, firefly, figureIn(firefly, PLACE)(firefly.fit, NO_REF), 1)).not.toEqual([]);
  });

  it("share none where another machine works: of another experiment, within one machine, or of many", () => {
    for (const before of [local, crowd, written]) {
      expect(sharesFrame(before, firefly)).toBe(false);
      const figure = figureIn(before, PLACE)(before.fit, NO_REF);
      expect(figure.places?.of(firefly) ?? null).toBeNull();
      expect(ghostShapes(firefly, before, figure, 1)).toEqual([]);
    }
  });

  it("are drawn all the same, each in a frame of its own", () => {
    const draw = figureOf(TWO, local, PLACE, tableWidth);
    expect(draw(firefly.fit, NO_REF, firefly).places?.machine("server")).not.toBeNull();
  });
});
