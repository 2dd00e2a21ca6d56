/** Traces that the lab makes itself: a run each, written as OTLP JSON and read again like a file of the reader’s. */
import { exampleFile } from "../setup/lab-example.ts";
import type { LabExample } from "../setup/lab-example.ts";
import type { ParamValues } from "../../engine/experiments/types.ts";

/** Nothing is given up, and nothing disturbs the services. */
const CALM: ParamValues = { blipMs: 0, retries: 0, timeoutMs: 10_000, deadlineMs: 60_000 };

export const EXAMPLES: readonly LabExample[] = [
  {
    id: "chain",
    title: "Front, middle, storage",
    what: "Three services in a row, 200 calls. Where does the time go, and what if the storage took half?",
    experiment: "services/graph",
    set: { ...CALM, loadPerS: 100, seconds: 10 },
    faults: [],
  },
  {
    id: "page",
    title: "A page that asks ten servers at once",
    what: "The page waits for the slowest of them: ten fast replies do not help.",
    experiment: "services/graph",
    set: { ...CALM, graph: "fan-out", leaves: 10, serverMs: 10, loadPerS: 20, seconds: 10 },
    faults: [],
  },
  {
    id: "again",
    title: "Requests that are sent again",
    what: "The storage stands still for two seconds. Clients send again what they have given up.",
    experiment: "services/graph",
    set: { loadPerS: 60, seconds: 10 },
    faults: [],
  },
];

/** Runs an example and writes it as a trace. Rejects where its files cannot be fetched. */
export const traceFileOf = (example: LabExample): Promise<Blob> =>
  exampleFile(example, async () => {
    const { toOtlp } = await import("../../engine/experiments/export/otlp.ts");
    return (run) => toOtlp(run);
  });
