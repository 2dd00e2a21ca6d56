import { expect, it } from "vitest";
import type { Step } from "../../engine/kernel/trace-data.ts";
import { layersOf } from "./layer-names.ts";

const step = (name: string): Step => ({ name, layer: "rpc", source: { kind: "derived", text: "As the file says." } });

it("a fill that stands for several steps of a capture or a trace has not the name of one of them", () => {
  expect(layersOf({ measured: true, steps: [step("At the server")] })).toEqual([
    { layer: "rpc", text: "at the server" },
  ]);
  expect(layersOf({ measured: true, steps: [step("On the way"), step("In the server")] })).toEqual([]);
});
