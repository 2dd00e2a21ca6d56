/** The moment at which two calls part, in words for each side's flag and for the line above the figure. */
import { endOf, startOf } from "../../engine/kernel/critical-path.ts";
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { durationText } from "../words/times.ts";
import { fateOf, numberAt } from "../../engine/kernel/reads.ts";
import { whatOf } from "../trace/row-names.ts";
import type { Labels } from "./differences.ts";
import { sinceStart } from "./pair.ts";
import type { Pair, Side, SideName, TwinRows } from "./pair.ts";

export interface Parting {
  /** Since the calls began: where the flag stands on each side. */
  readonly at: Readonly<Record<SideName, number>>;
  /** "first divergence: result lost". */
  readonly flag: Readonly<Record<SideName, string>>;
  /** The whole of it in a sentence. */
  readonly sentence: string;
  readonly rows: TwinRows;
}

/** Null where the calls are the same. */
export function partingOf(pair: Pair, labels: Labels): Parting | null {
  const { divergence } = pair.comparison;
  if (divergence === null) return null;
  const { a, b, what, at } = divergence;
  const place = (side: Side, ref: Ref): number => (ref === NO_REF ? at : sinceStart(side, startOf(side.trace, ref)));
  const said = { a: happens(pair.a, a, what, pair.b, b), b: happens(pair.b, b, what, pair.a, a) };
  return {
    at: { a: place(pair.a, a), b: place(pair.b, b) },
    flag: { a: `first divergence: ${said.a}`, b: `first divergence: ${said.b}` },
    sentence:
      `First divergence, ${durationText(at)} after the call began. ` +
      `${labels.a}: ${said.a}. ${labels.b}: ${said.b}.`,
    rows: { a, b },
  };
}

/** The event by which a side parts from the other, in words. */
function happens(side: Side, ref: Ref, what: string, other: Side, otherRef: Ref): string {
  if (ref === NO_REF) return `no ${nameOf(other, otherRef)}`;
  const { trace } = side;
  switch (what) {
    case "another fate":
      return `${packetKind(side, ref)} ${fateOf(trace, refRow(ref))}`;
    case "another duration":
      return `${nameOf(side, ref)} takes ${durationText(endOf(trace, ref) - startOf(trace, ref))}`;
    case "another start":
      return `${nameOf(side, ref)} begins at ${durationText(sinceStart(side, startOf(trace, ref)))}`;
    default:
      return `${nameOf(side, ref)} here only`;
  }
}

const packetKind = ({ trace }: Side, ref: Ref): string =>
  trace.packetKinds[numberAt(trace.packets.kind, refRow(ref))] ?? "packet";

/** A step is called as in the trace; a packet with a small letter, as it stands within a sentence. */
function nameOf(side: Side, ref: Ref): string {
  const name = whatOf(side.trace, ref);
  return refTable(ref) === "packet" ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
