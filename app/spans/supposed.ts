/** What a reader supposes of a trace: some spans take another time. */
import { factorOf } from "../../engine/spans/what-if.ts";
import type { Supposed } from "../workers/spans.worker.ts";

/** What an address supposes; null where it names no span. A factor that is none counts as a half. */
export function supposedIn(query: string): Supposed | null {
  const given = new URLSearchParams(query);
  const span = given.get("span");
  if (span === null || span === "") return null;
  const factor = given.get("factor") ?? "";
  return {
    span,
    factor: factorOf(factor) === undefined ? "0.5" : factor,
    isWhole: given.get("below") === "yes",
  };
}

/** "half as long", "twice as long", "0.3 times as long". */
export function timesText(factor: string): string {
  const value = Number(factor);
  if (value === 0) return "no time";
  if (value === 0.5) return "half as long";
  if (value === 1) return "as long as it does";
  if (value === 2) return "twice as long";
  return `${value} times as long`;
}
