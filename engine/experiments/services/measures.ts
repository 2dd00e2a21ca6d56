/** The measures and the series of services that call each other. */
import { callTimeMeasures } from "../call-measures.ts";
import type { SeriesTable } from "../series.ts";
import type { MeasureTable } from "../types.ts";

export const SERVICES_MEASURES = {
  goodputPerS: {
    label: "Calls that return at the end",
    unit: "calls/s",
    what: "a second, in the last fifth of the time in which calls come",
  },
  offeredPerS: { label: "Calls that begin", unit: "calls/s", what: "a second, over the time in which calls come" },
  returnedShare: { label: "Calls that returned", unit: "%", what: "of all calls of the run" },
  ...callTimeMeasures(),
  meanMs: { label: "Latency, mean", unit: "ms", what: "from a call’s start to its end, of calls that returned" },
  modelMs: {
    label: "Mean by queueing theory",
    unit: "ms",
    what:
      "of one service: Erlang’s formula for random arrivals and exponential times, with Allen and Cunneen’s factor " +
      "for others, as if all workers had one queue, and nobody were refused or given up; none for more services, for " +
      "a load of 1 and more, and with a disturbance, faults, second copies or a protection",
  },
  attemptsPerCall: {
    label: "Attempts a call",
    unit: "",
    what: "requests sent to the last service, by those that the calls need where nothing is tried again",
  },
  wastedShare: {
    label: "Work for nobody",
    unit: "%",
    what:
      "of the time that the last service worked: for requests whose caller, or one further up, had left or had its " +
      "answer",
  },
  utilisation: {
    label: "Workers of the last service busy",
    unit: "%",
    what: "time that they worked while calls came, by that time",
  },
  sentAgain: { label: "Requests sent again", unit: "", what: "to the last service, by all who call it", total: true },
  failuresToStop: {
    label: "Failures until no retry is left",
    unit: "",
    what: "attempts of a caller that had failed when its budget first had no retry left; none where that never happens",
  },
  refusals: { label: "Refusals", unit: "", what: "requests that a server refused", total: true },
  recoveryMs: {
    label: "Until it is well again",
    unit: "ms",
    what:
      "from the end of the disturbance until nine of ten calls that begin return, for good: in pieces of half a " +
      "second, without the last one, behind which nobody calls; none without a disturbance, and with one that " +
      "outlasts the calls",
  },
  doneAgain: {
    label: "Requests done again",
    unit: "",
    what: "that the last service had done before, for the same call of a client",
    total: true,
  },
  failedShare: { label: "Calls that failed", unit: "%", what: "of all calls of the run" },
  failedCalls: { label: "Calls failed", unit: "", what: "calls that ended without a result", total: true },
} satisfies MeasureTable;

export const SERVICES_SERIES = {
  attempts: {
    label: "Attempts at the last service",
    unit: "/s",
    what:
      "sent for the first time, by retries, by hedges; refused by any server; worked at for nobody; and calls that " +
      "return; capacity is what its workers can serve; all by the requests that a call needs there",
  },
  queue: { label: "Requests that wait", unit: "", what: "most at once at the servers of a service" },
  latency: {
    label: "Latency",
    unit: "ms",
    what: "median and 99th percentile of the calls that returned in each piece of time",
  },
} satisfies SeriesTable;

export type ServicesMeasure = keyof typeof SERVICES_MEASURES;
