/**
 * The public functions of model.py: arguments with unit, default and range, and the unit of the result. A test holds
 * this list to the Python signatures and tries every limit.
 */
import type { ModelFunction, NumberArgument } from "../types.ts";

type Given = Pick<NumberArgument, "name" | "what" | "default" | "min" | "max"> & Partial<NumberArgument>;
const argument = (given: Given): NumberArgument => ({ kind: "number", unit: "", ...given });
const count = (name: string, what: string, byDefault: number, min: number, max: number): NumberArgument =>
  argument({ name, what, default: byDefault, min, max, whole: true });
const within = (unit: string, min: number, max: number) => (name: string, what: string, byDefault: number) =>
  argument({ name, what, unit, default: byDefault, min, max });
const ms = within("ms", 0.01, 1_000_000);
const perS = within("calls/s", 0.0001, 100_000_000);
const percent = within("percent", 0.01, 99.99);

const LOAD = argument({ name: "load", what: "Share of what can be served", default: 0.8, min: 0.000001, max: 0.99 });
const WORKERS = count("workers", "Workers of all servers", 10, 1, 10_000);
const WORK = ms("work_ms", "Mean time of a request", 10);
const MEAN = ms("mean_ms", "Mean time of one answer", 10);
const LEAVES = count("leaves", "Servers that a page asks", 40, 1, 1000);
const PERCENTILE = percent("percentile", "Percentile", 99);
const LOAD_PER_S = perS("load_per_s", "Calls a second", 280);
const CAPACITY = perS("capacity_per_s", "Calls a second that can be served", 300);
const AFTER = ms("after_ms", "Second copy after", 30);
const RETRIES = count("retries", "Retries of each layer", 3, 0, 10);
const HITS = argument({ name: "hits_percent", what: "Hits", unit: "percent", default: 90, min: 0, max: 99 });

const ATTEMPTS = argument({
  ...{ name: "attempts_per_call", what: "Attempts of a call that fails", default: 2, min: 1, max: 1000 },
});
const EXCESS = count("excess", "Requests that wait", 3200, 0, 1_000_000);
const SPARE = perS("spare_per_s", "Served more than come", 200);

const LINGERING = [
  { ...LOAD_PER_S, default: 200 },
  argument({ name: "linger_ms", what: "A batch waits for", unit: "ms", default: 5, min: 0, max: 1000 }),
] as const;

const gives = (unit: string, name: string, what: string, ...args: ModelFunction["arguments"]): ModelFunction => ({
  ...{ name, what, unit, arguments: args },
  returns: "number",
});

const RTT = argument({ name: "rtt_ms", what: "Round trip", unit: "ms", default: 50, min: 0.01, max: 10_000 });
const LOSS = argument({ name: "loss", what: "Share of lost segments", default: 0.01, min: 1e-12, max: 1 });
const segments = (name: string, what: string, byDefault: number): NumberArgument =>
  argument({ name, what, unit: "segments", default: byDefault, min: 1, max: 1_000_000 });
const TRIPS = count("trips_before", "Round trips before the request", 1, 0, 5);

const TCP_FUNCTIONS: readonly ModelFunction[] = [
  gives(
    ...(["s", "give_up_s", "Until TCP gives up what nobody acknowledges"] as const),
    ...[ms("first_ms", "First time-out", 200), count("resends", "Sent again in vain", 15, 0, 50)],
  ),
  gives(
    ...(["s", "dead_end_s", "Until a silent end is given up (keep-alive)"] as const),
    argument({ name: "after_s", what: "First probe after", unit: "s", default: 7200, min: 1, max: 100_000 }),
    count("probes", "Probes", 9, 1, 100),
    argument({ name: "apart_s", what: "Between probes", unit: "s", default: 75, min: 1, max: 100_000 }),
  ),
  gives("ms", "set_up_ms", "Until a request leaves on a new connection", TRIPS, RTT),
  gives(
    ...(["ms", "reply_ms", "A call whose reply is sent in slow start", TRIPS, RTT] as const),
    argument({ name: "segments", what: "Reply", unit: "segments", default: 15, min: 0, max: 1_000_000, whole: true }),
    segments("window", "First window", 10),
    argument({ name: "server_ms", what: "The server’s work", unit: "ms", default: 0, min: 0, max: 1_000_000 }),
  ),
  gives(
    ...(["Mbit/s", "window_mbps", "Rate where the receiver’s window is the limit"] as const),
    argument({ name: "window_kb", what: "Window", unit: "KiB", default: 64, min: 1, max: 1_000_000 }),
    RTT,
  ),
  gives(
    ...(["segments", "reno_window", "Reno’s mean window with even losses", LOSS] as const),
    argument({ name: "together", what: "Acknowledged together", unit: "segments", default: 1, min: 1, max: 2 }),
  ),
  gives("ratio", "reno_loss", "Share of losses for Reno’s window", segments("window", "Mean window", 100)),
  gives(
    ...(["segments", "cubic_window", "CUBIC’s mean window with even losses"] as const),
    ...[
      { ...LOSS, default: 0.0001 },
      { ...RTT, default: 100 },
    ],
  ),
  gives(
    ...(["ratio", "cubic_loss", "Share of losses for CUBIC’s window"] as const),
    ...[segments("window", "Mean window", 100), { ...RTT, default: 100 }],
  ),
  gives(
    ...(["segments", "slow_start_window", "Window of slow start"] as const),
    segments("window", "Before", 10),
    segments("under_way", "Most under way", 10),
    segments("acknowledged", "Acknowledged since", 10),
    segments("at_once", "By each acknowledgement", 1),
  ),
  gives("segments", "cut_window", "CUBIC’s threshold after a loss", segments("window", "Before", 10)),
];

export const MODEL_FUNCTIONS: readonly ModelFunction[] = [
  gives("ratio", "wait_chance", "Chance that a call waits (Erlang)", LOAD, WORKERS),
  gives(
    ...([
      "ms",
      "queue_mean_ms",
      "Mean time of calls at random times (Erlang; Allen and Cunneen)",
      LOAD,
      WORKERS,
    ] as const),
    ...[
      WORK,
      argument({ name: "squares", what: "Mean square of the work by its mean’s square", default: 2, min: 1, max: 100 }),
    ],
  ),
  gives("", "busy", "Workers or connections that are busy (Little)", LOAD_PER_S, WORK),
  gives(
    ...(["ms", "slowest_ms", "Percentile of the slowest exponential time", LEAVES, MEAN, PERCENTILE] as const),
    argument({
      name: "before_ms",
      what: "Before and behind all of them",
      unit: "ms",
      default: 0,
      min: 0,
      max: 1_000_000,
    }),
  ),
  gives("ms", "slowest_mean_ms", "Mean of the slowest exponential time", LEAVES, MEAN),
  gives(
    "percent",
    "late_pages_percent",
    "Pages that wait for a late answer",
    LEAVES,
    percent("late_percent", "Late answers", 1),
  ),
  gives("ms", "all_leaves_ms", "When all independent leaves have answered", PERCENTILE),
  gives(
    "ms",
    "most_leaves_ms",
    "When most of them have answered",
    PERCENTILE,
    percent("leaves_percent", "Share of leaves", 95),
  ),
  gives("ms", "tied_read_ms", "The quicker of two independent reads", PERCENTILE, { ...AFTER, default: 1 }),
  gives(
    ...(["requests", "layered_attempts", "Requests at the lowest layer for one call", RETRIES] as const),
    ...[
      count("layers", "Layers", 3, 1, 6),
      argument({ name: "failed_percent", what: "Requests that fail", unit: "percent", default: 100, min: 0, max: 100 }),
    ],
  ),
  gives(
    ...(["attempts", "budget_attempts", "Attempts for each call in an outage"] as const),
    argument({ name: "share", what: "Retries for each call", default: 0.2, min: 0, max: 10 }),
    argument({ name: "reserve_per_s", what: "Retries besides", unit: "retries/s", default: 10, min: 0, max: 1000 }),
    { ...LOAD_PER_S, default: 1000 },
  ),
  gives(
    ...(["percent", "handled_percent", "Requests for which there is a thread"] as const),
    count("threads", "Threads", 1000, 1, 100_000),
    ...[
      { ...LOAD_PER_S, default: 1000 },
      { ...WORK, default: 100 },
    ],
    percent("hang_percent", "Requests that hang", 5),
    argument({ name: "deadline_s", what: "Their deadline", unit: "s", default: 100, min: 0.01, max: 3600 }),
  ),
  gives(
    "queries/s",
    "outage_load_per_s",
    "Requests where each call makes all attempts",
    LOAD_PER_S,
    count("attempts", "Attempts", 2, 1, 11),
  ),
  gives(...(["queries/s", "storm_edge_per_s", "Load below which no storm lasts", CAPACITY] as const), ATTEMPTS),
  gives("", "useful_places", "Places of a queue that is served in time", CAPACITY, ms("deadline_ms", "Deadline", 1000)),
  gives(...(["s", "drain_s", "Until a queue is empty again"] as const), ...[EXCESS, SPARE]),
  gives(
    ...(["calls/s", "sure_per_s", "Calls that return whatever was before", { ...LOAD_PER_S, default: 280 }] as const),
    ...[CAPACITY, ATTEMPTS],
  ),
  gives(
    ...(["s", "late_s", "How long a queue answers too late", EXCESS, SPARE] as const),
    ...[{ ...CAPACITY, default: 800 }, ms("deadline_ms", "Deadline", 1000)],
  ),
  gives(
    ...(["copies", "done_again", "Copies of work that is done"] as const),
    ...[count("calls", "Calls", 3000, 0, 1_000_000), ms("timeout_ms", "Time-out", 50), { ...WORK, default: 20 }],
    RETRIES,
  ),
  gives("failures", "throttled_failures", "Failures until nothing is tried again (gRPC)"),
  gives("retries", "bucket_retries", "Retries until the bucket is empty (botocore)"),
  gives(
    "ms",
    "copies_ms",
    "When so many copies are under way",
    count("copies", "Copies", 4, 1, 5),
    ms("gap_ms", "Time between them", 500),
  ),
  gives(
    "service times",
    "choices_times",
    "Mean time with some choices among many servers",
    LOAD,
    count("choices", "Choices", 2, 1, 5),
  ),
  gives("ms", "codel_drop_ms", "When CoDel drops", count("drop", "Which drop", 1, 1, 100)),
  gives("s", "look_up_s", "A look-up whose first queries are lost", count("lost", "Lost queries", 1, 0, 4)),
  gives("s", "connect_try_s", "When a client tries to connect", count("attempt", "Which try", 2, 1, 50)),
  gives("jobs", "linger_jobs", "Jobs in a batch that waits for more", ...LINGERING),
  gives("ms", "linger_wait_ms", "Mean wait of a job for its batch", ...LINGERING),
  gives(
    ...(["deliveries", "deliveries", "Times that a queue hands out a job, exponential"] as const),
    ...[{ ...WORK, default: 100 }, ms("visible_ms", "It comes again after", 300)],
    count("receives", "Times at most", 3, 1, 100),
    argument({ name: "failed_percent", what: "Jobs never done", unit: "percent", default: 1, min: 0, max: 100 }),
  ),
  gives("ms", "hedged_mean_ms", "Mean with a second copy, exponential", MEAN, AFTER),
  gives("ms", "hedged_ms", "Percentile with a second copy, exponential", MEAN, AFTER, PERCENTILE),
  gives("percent", "hedge_copies_percent", "Calls that send a second copy", MEAN, AFTER),
  gives("queries/s", "cached_load_per_s", "Load that a database carries behind a cache", CAPACITY, HITS),
  gives("times", "cold_times", "Queries behind a lost cache, by those before", HITS),
  ...TCP_FUNCTIONS,
];
