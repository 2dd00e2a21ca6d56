/** The constants that were fitted to a published number, found in the traces of the runs that used them. */
import { toMicros } from "../kernel/time.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import type { Constant } from "./types.ts";

/** The fitted durations that a run used: the longest unbroken turn of each calibrated step in the calls kept. */
export function fittedIn({ steps, spans }: TraceData, usedBy: string): readonly Constant[] {
  return steps.flatMap(({ name, source }, index) => {
    if (source.kind !== "calibrated") return [];
    let nanos = 0;
    for (let row = 0; row < spans.count; row++) {
      if (spans.step[row] === index) nanos = Math.max(nanos, (spans.end[row] ?? 0) - (spans.start[row] ?? 0));
    }
    const fittedTo = source.cell ?? source.text;
    return nanos === 0 ? [] : [{ name, value: toMicros(nanos), unit: "us", fittedTo, usedBy: [usedBy] }];
  });
}

/** Each constant once, with all experiments that used it; an interrupted turn somewhere does not shorten it. */
export function mergeConstants(constants: readonly Constant[]): readonly Constant[] {
  const byName = new Map<string, Constant>();
  for (const constant of constants) {
    const known = byName.get(constant.name) ?? constant;
    const usedBy = [...new Set([...known.usedBy, ...constant.usedBy])];
    byName.set(constant.name, { ...constant, value: Math.max(known.value, constant.value), usedBy });
  }
  return [...byName.values()];
}
