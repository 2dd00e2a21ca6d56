/**
 * The views of the bench: the run with its figures, one call of it where the run is shown as a crowd, the
 * crowd of the machines that one call goes to, the search for faults, a sweep of the reader's own.
 */
import { quote } from "../../engine/faults/quote.ts";
import { lastOf } from "./link-table.ts";

const BENCH_VIEWS = ["run", "call", "crowd", "search", "sweep"] as const;
export type BenchView = (typeof BENCH_VIEWS)[number];

/** The view that a link asks for, "view=search"; that of the run where it does not say. */
export function readView(query: URLSearchParams, problems: string[]): BenchView {
  const text = lastOf(query, "view");
  if (text === null) return "run";
  const found = BENCH_VIEWS.find((one) => one === text);
  if (found !== undefined) return found;
  problems.push(`view = ${quote(text)} is no view of the bench: it has ${BENCH_VIEWS.join(", ")}. The run is shown.`);
  return "run";
}
