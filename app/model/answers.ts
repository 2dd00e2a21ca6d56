/** The model's answers at the present parameters: the reader's text beside the paper's. */
import type { Description, ParamValues } from "../../engine/experiments/types.ts";
import { modelFunction } from "../../engine/papers/lookup.ts";
import { callKey, callText, modelCall } from "../setup/models.ts";
import { plain } from "../words/numbers.ts";
import { unitText } from "../words/units.ts";
import type { ModelValues } from "./model-session.ts";

export interface ModelAnswer {
  readonly call: string; // "null_us(ethernet_mbps=10)"
  readonly function: string;
  readonly what: string; // "Latency of Null() (Table VIII)"
  readonly unit: string; // "µs"
  readonly own: number | null; // of the reader's text, null where it has not run
  readonly paper: number | null;
}

export function modelAnswers(
  experiment: Description,
  parameters: ParamValues,
  own: ModelValues | null,
  paper: ModelValues,
): readonly ModelAnswer[] {
  const speaking = experiment.models.filter((link) => link.when?.(parameters) !== false);
  return speaking.map((link) => {
    const call = modelCall(link, parameters);
    const { what, unit } = modelFunction(link.paper, link.function);
    return {
      call: callText(call),
      function: link.function,
      what,
      unit: unitText(unit),
      own: own?.[callKey(call)] ?? null,
      paper: paper[callKey(call)] ?? null,
    };
  });
}

/** "2,514 µs". */
export const valueText = (value: number, unit: string): string => `${plain(value, 3)} ${unit}`.trim();

/** The line of `def name(` in a text, from 1; null where there is none. */
export function lineOfFunction(source: string, name: string): number | null {
  const at = source.split("\n").findIndex((line) => line.startsWith(`def ${name}(`));
  return at < 0 ? null : at + 1;
}
