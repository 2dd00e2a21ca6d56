/** What questions are asked of: the calls of a capture, and what else it shows; and the form of an answer. */
import { lastItem } from "../../kernel/reads.ts";
import { nameOf, type Call } from "../call.ts";

export const PLACES = ["client", "server", "between", "one machine", "unknown"] as const;
/** Where the capture was taken. */
export type Place = (typeof PLACES)[number];

export interface Recorded {
  readonly calls: readonly Call[];
  /** Where the reader says that it was taken; null where it is to be inferred. */
  readonly place: Place | null;
  readonly clockNs: number | null; // the steps of its clock
  readonly endNs: number; // the last frame’s time
  readonly unseenBytes: number; // that the recorder missed
  readonly holes: number;
}

/** One thing that was found, with its evidence. */
export interface Finding {
  readonly text: string;
  readonly calls: readonly number[];
  readonly frames: readonly number[];
  /** The cause or kind, for programs: "delayed-acknowledgement". */
  readonly kind: string;
  readonly ns: number | null; // the time that it took, where it took some
}

export interface Answer {
  readonly question: string;
  readonly verdict: string; // one word or two: "yes", "server"
  readonly text: string; // one or two sentences
  readonly findings: readonly Finding[];
  readonly assumed: readonly string[];
  readonly tables?: Readonly<Record<string, readonly object[]>>;
}

export const inMs = (ns: number): string => {
  const ms = ns / 1e6;
  return `${ms >= 100 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toFixed(3)} ms`;
};

/** "call 8, NFS 3 REMOVE draft.tex" */
export const called = (call: Call): string => `call ${call.number}, ${nameOf(call)}`;

/** "1 call", "3 calls". */
export const some = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

/** "1 call was", "3 calls were". */
export const someWere = (count: number, one: string): string => `${some(count, one)} ${count === 1 ? "was" : "were"}`;

/** "a, b and c". */
export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${lastItem(parts, "part")}`;

export const framesOf = ({ sends, replies }: Call): readonly number[] =>
  [...sends, ...replies].map(({ frame }) => frame).toSorted((a, b) => a - b);

export const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The nearest rank (NIST/SEMATECH e-Handbook, 7.2.6.2, R1); 0 for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
