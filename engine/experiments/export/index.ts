/** A run, or a trace that no experiment made, as a file: pure functions. */
import { callTimes } from "../call-times.ts";
import type { CallTimes } from "../call-times.ts";
import type { Run } from "../types.ts";

export { toCsv } from "./csv.ts";
export { measuresCsv } from "./measures-csv.ts";
export { fileStem } from "./file-stem.ts";
export { toHistory } from "./history.ts";
export { toItf } from "./itf.ts";
export { toOtlp } from "./otlp.ts";
export { toPcapng } from "./pcapng.ts";
export { toTraceEvents } from "./trace-events.ts";
export { ENGINE_VERSION } from "./version.ts";

/** A run as the headless lab prints it and as the JSON file holds it. */
interface RunSummary extends Pick<
  Run,
  | "experiment"
  | "parameters"
  | "seed"
  | "faults"
  | "measures"
  | "series"
  | "resources"
  | "packets"
  | "laterPackets"
  | "traceHash"
> {
  readonly callTimes: CallTimes;
}

/** The run without its trace. */
export function runSummary(run: Run): RunSummary {
  const { experiment, parameters, seed, faults, measures, series, resources, packets, laterPackets, traceHash } = run;
  const times = callTimes(run.trace);
  return {
    experiment,
    parameters,
    seed,
    faults,
    measures,
    ...(series === undefined ? {} : { series }),
    callTimes: times,
    resources,
    packets,
    laterPackets,
    traceHash,
  };
}

/** The summary as a JSON text of several lines; each list of numbers is one line. */
export function toJson(run: Run): string {
  const isNumbers = (value: unknown): boolean =>
    Array.isArray(value) && value.length > 0 && value.every((item) => item === null || typeof item === "number");
  const inOneLine = (_key: string, value: unknown): unknown =>
    isNumbers(value) ? `@numbers ${JSON.stringify(value)}` : value;
  return `${JSON.stringify(runSummary(run), inOneLine, 2).replace(/"@numbers (\[[^"]*\])"/g, "$1")}\n`;
}
