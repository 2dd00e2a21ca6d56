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

const tcp = (id: string, name: string, args: ModelArguments, alone?: string): ModelCell => ({
  ...row(id, name, args),
  table: "tcp",
  ...(alone === undefined ? {} : { alone }),
});

const LONG =
  "d09 and d47 stand as closed forms alone: a cycle of so few losses takes a gigabyte and more. Runs meet the forms " +
  "where more is lost (d10 to d13)";
const TURNED = "d48 stands as a closed form alone: it asks for the losses that leave a window";
const TOGETHER = "d43 stands as a rule alone: no receiver here acknowledges sixteen segments together";
const UNREPEATED =
  "d03 stands as a closed form: an end that is asked to open does not repeat its answer by itself here";

const TCP_CELLS: readonly ModelCell[] = [
  tcp("d01", "give_up_s", { first_ms: 200, resends: 15 }),
  tcp("d02", "dead_end_s", {}),
  tcp("d03", "give_up_s", { first_ms: 1000, resends: 5 }, UNREPEATED),
  tcp("d04", "reply_ms", { trips_before: 1, rtt_ms: 56, segments: 15, window: 4, server_ms: 40 }),
  tcp("d05", "reply_ms", { trips_before: 0, rtt_ms: 56, segments: 15, window: 15, server_ms: 40 }),
  tcp("d06", "window_mbps", { window_kb: 16, rtt_ms: 100 }),
  tcp("d07", "set_up_ms", { trips_before: 3, rtt_ms: 56 }),
  tcp("d08-request", "set_up_ms", { trips_before: 2, rtt_ms: 100 }),
  tcp("d08-answer", "reply_ms", { trips_before: 2, rtt_ms: 100, segments: 1 }),
  tcp("d09", "reno_window", { loss: 2e-10 }, LONG),
  tcp("d10", "reno_window", { loss: 0.01 }),
  tcp("d11", "reno_window", { loss: 0.0001 }),
  tcp("d12", "cubic_window", { loss: 0.0001, rtt_ms: 100 }),
  tcp("d13", "cubic_window", { loss: 0.0001, rtt_ms: 10 }),
  tcp("d14", "reno_window", { loss: 1 }),
  tcp("d15", "reno_window", { loss: 1, together: 2 }),
  tcp("d41", "slow_start_window", { window: 10, under_way: 10, acknowledged: 10 }),
  tcp("d42", "slow_start_window", { window: 10, under_way: 9, acknowledged: 9, at_once: 2 }),
  tcp("d43", "slow_start_window", { window: 20, under_way: 16, acknowledged: 16, at_once: 16 }, TOGETHER),
  tcp("d46-window", "slow_start_window", { window: 1, under_way: 1, acknowledged: 1 }),
  tcp("d46-threshold", "cut_window", { window: 10 }),
  tcp("d47", "cubic_window", { loss: 0.000_001, rtt_ms: 100 }, LONG),
  tcp("d48-reno", "reno_loss", { window: 83.3 }, TURNED),
  tcp("d48-cubic", "cubic_loss", { window: 83.3, rtt_ms: 100 }, TURNED),
  tcp("d49", "window_mbps", { window_kb: 4096, rtt_ms: 100 }),
  tcp("d51", "give_up_s", { first_ms: 200, resends: 5 }),
];

export const MODEL_CELLS: readonly ModelCell[] = [
  ...TCP_CELLS,
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
