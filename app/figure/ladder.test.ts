import { expect, it } from "vitest";
import { experimentOf } from "../../engine/experiments/testing.ts";
import { defaultsOf } from "../../engine/experiments/settings.ts";
import { tableWidth } from "../draw/text-width.ts";
import { LADDER } from "./ladder.ts";
import { shownCall } from "./shown-call.ts";
import { TWO } from "./two.ts";

it("the frame has the lanes of the call that is drawn in it, however near a position is to a rung", () => {
  const experiment = experimentOf("cedar/call");
  const shown = shownCall(
    experiment.run({ ...defaultsOf(experiment), calls: 1 }, 1, [], { keep: "all" }).trace,
    1,
    "linear",
  );
  for (const rung of [0, 1, 2, 3])
    for (const off of [-1e-3, -1e-7, 0, 1e-7, 9e-7, 1.1e-6, 1e-3, 0.5]) {
      const position = Math.max(0, rung + off);
      const place = { width: 1000, room: undefined, open: new Set<string>(), ladder: { position, bytes: null } };
      const frame = LADDER.frameOf(TWO, shown, place, tableWidth);
      expect(frame.lanes, `at ${position}`).toHaveLength(LADDER.shownAt(shown, position).plan.lanes.length);
    }
});
