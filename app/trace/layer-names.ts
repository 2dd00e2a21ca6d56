/** The fills of spans in words, for legends: one for each layer that a trace has. */
import type { Layer, TraceData } from "../../engine/kernel/trace-data.ts";
import { inSentence } from "../language/in-sentence.ts";

interface NamedLayer {
  readonly layer: Layer;
  readonly text: string;
}

/** Hardware that does one thing is named by it: "forward a packet". */
function hardwareName({ steps }: Pick<TraceData, "steps">): string {
  const names = new Set(steps.filter(({ layer }) => layer === "hardware").map(({ name }) => name));
  const [only = ""] = names;
  return names.size === 1 ? inSentence(only) : "bus and controller";
}

/** From stubs down to the hardware. The one step of a capture is named by itself; several have names in the figure. */
export function layersOf(trace: Pick<TraceData, "steps" | "measured">): readonly NamedLayer[] {
  if (trace.measured === true) {
    const [step, ...others] = trace.steps;
    return step === undefined || others.length > 0 ? [] : [{ layer: step.layer, text: inSentence(step.name) }];
  }
  const layers = new Set(trace.steps.map(({ layer }) => layer));
  const named: readonly NamedLayer[] = [
    { layer: "rpc", text: "stubs and RPC run time" },
    { layer: "kernel", text: "kernel, interrupts, checksums" },
    { layer: "hardware", text: hardwareName(trace) },
  ];
  return named.filter(({ layer }) => layers.has(layer));
}
