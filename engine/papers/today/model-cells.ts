/** The published numbers that the models answer by themselves, with the set-up of each row. */
import type { ModelArguments, ModelCell } from "../types.ts";

const row = (id: string, name: string, args: ModelArguments): ModelCell => ({
  ...{ table: "services", row: { id }, column: "value" },
  ...{ function: name, arguments: args },
});

const PERCENTILES = { p50: 50, p90: 90, p99: 99, p999: 99.9 } as const;
const most = (id: string, percentile: number): ModelCell =>
  row(`d19-most-${id}`, "most_leaves_ms", { percentile, leaves_percent: 95 });
const all = (id: string, percentile: number): ModelCell => row(`d19-all-${id}`, "all_leaves_ms", { percentile });

export const MODEL_CELLS: readonly ModelCell[] = [
  row("d18", "late_pages_percent", { leaves: 100, late_percent: 1 }),
  ...[most("p50", 50), most("p95", 95), most("p99", 99), all("p50", 50), all("p95", 95), all("p99", 99)],
  ...Object.entries(PERCENTILES).map(([id, percentile]) =>
    row(`d20-${id}`, "tied_read_ms", { percentile, after_ms: 1 }),
  ),
  row("d21-tries", "layered_attempts", { retries: 2, layers: 1, failed_percent: 100 }),
  row("d21-budget", "budget_attempts", { share: 0.1, reserve_per_s: 0, load_per_s: 1000 }),
  row("d22", "layered_attempts", { retries: 3, layers: 3, failed_percent: 100 }),
  row("d23", "handled_percent", { threads: 1000, load_per_s: 1000, work_ms: 100, hang_percent: 5, deadline_s: 100 }),
  row("d28-load", "outage_load_per_s", { load_per_s: 280, attempts: 2 }),
  row("d28-safe", "storm_edge_per_s", { capacity_per_s: 300, attempts_per_call: 2 }),
  row("d29", "throttled_failures", {}),
  ...[2, 3, 4].map((copies) => row(`d30-${copies}`, "copies_ms", { copies, gap_ms: 500 })),
  row("d31", "bucket_retries", {}),
  row("d32", "choices_times", { load: 0.5, choices: 2 }),
  row("d33", "choices_times", { load: 0.9, choices: 2 }),
  row("d34", "choices_times", { load: 0.99, choices: 2 }),
  ...[1, 2, 3, 4, 5].map((drop) => row(`d36-${drop}`, "codel_drop_ms", { drop })),
  row("d37", "look_up_s", { lost: 1 }),
  ...[2, 3, 4, 5].map((attempt) => row(`d38-${attempt}`, "connect_try_s", { attempt })),
  row("d52", "busy", { load_per_s: 7500, work_ms: 5 }),
  row("d53", "budget_attempts", { share: 0.2, reserve_per_s: 10, load_per_s: 1000 }),
  row("d54-mean", "hedged_mean_ms", { mean_ms: 10, after_ms: 30 }),
  row("d54-p99", "hedged_ms", { mean_ms: 10, after_ms: 30, percentile: 99 }),
  row("d54-copies", "hedge_copies_percent", { mean_ms: 10, after_ms: 30 }),
  row("d55-before", "cached_load_per_s", { capacity_per_s: 300, hits_percent: 90 }),
  row("d55-after", "cold_times", { hits_percent: 90 }),
];
