/** The reader's choice in words: the same event in both runs, or in the one that has it. */
import { endOf, startOf } from "../../engine/kernel/critical-path.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { durationText } from "../words/times.ts";
import { whatOf, whereOf } from "../trace/row-names.ts";
import { exactDigits, inMicros, timeOf } from "./differences.ts";
import type { Difference, Labels } from "./differences.ts";
import type { TwinChoice } from "./scene.ts";
import { sinceStart } from "./pair.ts";
import type { Pair, Side } from "./pair.ts";

/** Empty where nothing is chosen. */
export function choiceText(pair: Pair, { rows: chosen, stretch }: TwinChoice, labels: Labels): string {
  if (chosen.a === NO_REF && chosen.b === NO_REF) return "";
  if (stretch !== null) return stretchText(stretch, labels);
  const a = chosen.a === NO_REF ? null : rowText(pair.a, chosen.a);
  const b = chosen.b === NO_REF ? null : rowText(pair.b, chosen.b);
  if (a === null) return `${b ?? ""}: in ${labels.b} only.`;
  if (b === null) return `${a}: in ${labels.a} only.`;
  return `${labels.a}: ${a}. ${labels.b}: ${b}. Not on the critical path.`;
}

/** "Calculate UDP checksum, server: 45.0 µs in Null(), 440.0 µs in MaxResult(b), 395.0 µs longer." */
function stretchText({ name, machine, a, b, delta }: Difference, labels: Labels): string {
  const digits = exactDigits([timeOf(a), timeOf(b), delta]);
  const subject = machine === "" ? name : `${name}, ${machine}`;
  const time = (nanos: number): string => `${inMicros(nanos, digits)} µs`;
  if (a === null) return `${subject}: ${time(timeOf(b))}, on the critical path of ${labels.b} only.`;
  if (b === null) return `${subject}: ${time(a)}, on the critical path of ${labels.a} only.`;
  const more = `${time(Math.abs(delta))} ${delta > 0 ? "longer" : "less"}`;
  return delta === 0
    ? `${subject}: ${time(a)} in both.`
    : `${subject}: ${time(a)} in ${labels.a}, ${time(b)} in ${labels.b}, ${more}.`;
}

function rowText(side: Side, ref: Ref): string {
  const { trace } = side;
  const [from, to] = [startOf(trace, ref), endOf(trace, ref)];
  const begins = durationText(sinceStart(side, from));
  return `${whatOf(trace, ref)}, ${whereOf(trace, ref)}, ${durationText(to - from)} from ${begins} on`;
}
