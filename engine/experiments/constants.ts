/** The constants that were fitted to a published number, found in the traces of the runs that used them. */
import { timeAt } from "../kernel/reads.ts";
import { toMicros } from "../kernel/time.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import type { Constant } from "./types.ts";

/**
 * The fitted durations that a run used: the longest unbroken turn of each calibrated step in the calls kept. Steps with
 * equal texts in their sources share one constant.
 */
export function fittedIn({ steps, spans }: TraceData, usedBy: string): readonly Constant[] {
  const fitted = new Map<string, Constant>();
  for (const [index, { name, source }] of steps.entries()) {
    if (source.kind !== "calibrated") continue;
    let nanos = 0;
    for (let row = 0; row < spans.count; row++) {
      if (spans.step[row] !== index) continue;
      nanos = Math.max(nanos, timeAt(spans.end, row) - timeAt(spans.start, row));
    }
    if (nanos === 0) continue;
    const before = fitted.get(source.text);
    fitted.set(source.text, {
      name: before === undefined ? name : `${before.name}, ${name}`,
      value: Math.max(before?.value ?? 0, toMicros(nanos)),
      unit: "us",
      fittedTo: source.cell ?? source.text,
      usedBy: [usedBy],
    });
  }
  return [...fitted.values()];
}

/**
 * Each constant once, with all experiments that used it, at its longest: an interrupted turn is too short. Constants of
 * one name that were fitted to different numbers are different.
 */
export function mergeConstants(constants: readonly Constant[]): readonly Constant[] {
  const merged = new Map<string, Constant>();
  for (const constant of constants) {
    const key = JSON.stringify([constant.name, constant.fittedTo]);
    const known = merged.get(key) ?? constant;
    const usedBy = [...new Set([...known.usedBy, ...constant.usedBy])];
    merged.set(key, { ...constant, value: Math.max(known.value, constant.value), usedBy });
  }
  return [...merged.values()];
}
