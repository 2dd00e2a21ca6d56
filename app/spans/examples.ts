/** Traces that the lab makes itself: a run each, written as OTLP JSON and read again like a file of the reader’s. */
import { loadDescription } from "../../engine/experiments/load.ts";
import type { ParamValues } from "../../engine/experiments/types.ts";
import { DEFAULT_SEED, defaultSetup } from "../setup/setup.ts";
import { EngineClient } from "../workers/engine-client.ts";

export interface TraceExample {
  readonly id: string;
  readonly title: string;
  readonly what: string;
  readonly experiment: string;
  readonly set: ParamValues;
  readonly faults: readonly string[];
}

/** Nothing is given up, and nothing disturbs the services. */
const CALM: ParamValues = { blipMs: 0, retries: 0, timeoutMs: 10_000, deadlineMs: 60_000 };

export const EXAMPLES: readonly TraceExample[] = [
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

const KEPT_CALLS = 200;

/** Runs an example and writes it as a trace. Rejects where its files cannot be fetched. */
export async function exampleFile({ experiment, set, faults }: TraceExample): Promise<Blob> {
  const [description, { toOtlp }] = await Promise.all([
    loadDescription(experiment),
    import("../../engine/experiments/export/otlp.ts"),
  ]);
  const engine = new EngineClient();
  try {
    const { parameters } = defaultSetup(description);
    const run = await engine.run({
      ...{ experiment, faults, seed: DEFAULT_SEED, keepCalls: KEPT_CALLS },
      parameters: { ...parameters, ...set },
    });
    return new Blob([toOtlp(run)]);
  } finally {
    engine.cancel();
  }
}
