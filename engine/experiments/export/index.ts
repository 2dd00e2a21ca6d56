/** A run as a file: pure functions from `Run`. */
export { toCsv } from "./csv.ts";
export { fileStem } from "./file-stem.ts";
export { toPcapng } from "./pcapng.ts";
export { runSummary, toJson } from "./summary.ts";
export { toTraceEvents } from "./trace-events.ts";
export { ENGINE_VERSION } from "./version.ts";
