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

const namesOf = ({ name }: Constant): readonly string[] => name.split(", ");
const isPartOf = (a: Constant, b: Constant): boolean => namesOf(a).every((name) => namesOf(b).includes(name));

/**
 * Each constant once, with all experiments that used it, at its longest: an interrupted turn is too short. A run that
 * takes only some of a constant's steps names fewer of them. Constants of one name that were fitted to different
 * numbers are different.
 */
export function mergeConstants(constants: readonly Constant[]): readonly Constant[] {
  const merged: Constant[] = [];
  for (const constant of constants) {
    const aim = JSON.stringify(constant.fittedTo);
    const place = merged.findIndex(
      (one) => JSON.stringify(one.fittedTo) === aim && (isPartOf(one, constant) || isPartOf(constant, one)),
    );
    const known = merged[place] ?? constant;
    const { name } = isPartOf(known, constant) ? constant : known;
    const usedBy = [...new Set([...known.usedBy, ...constant.usedBy])];
    const whole = { ...constant, name, value: Math.max(known.value, constant.value), usedBy };
    if (place < 0) merged.push(whole);
    else merged[place] = whole;
  }
  return merged;
}
