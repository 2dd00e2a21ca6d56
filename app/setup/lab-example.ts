/** Files that the lab makes itself for places that open a reader's own: a run each, written as such a file. */
import { loadDescription } from "../../engine/experiments/load.ts";
import type { ParamValues, Run } from "../../engine/experiments/types.ts";
import { EngineClient } from "../workers/engine-client.ts";
import { DEFAULT_SEED, defaultSetup } from "./setup.ts";

export interface LabExample {
  readonly id: string;
  readonly title: string;
  readonly what: string;
  readonly experiment: string;
  readonly set: ParamValues;
  readonly faults: readonly string[];
}

const KEPT_CALLS = 200; // of which the trace is kept: more than any example makes

/**
 * Runs an example and writes it. Rejects where its files cannot be fetched.
 * @param fetchWriter gives the writer of the file's form
 */
export async function exampleFile(
  { experiment, set, faults }: LabExample,
  fetchWriter: () => Promise<(run: Run) => BlobPart>,
): Promise<Blob> {
  const [description, write] = await Promise.all([loadDescription(experiment), fetchWriter()]);
  const engine = new EngineClient();
  try {
    const { parameters } = defaultSetup(description);
    const setup = { experiment, faults, seed: DEFAULT_SEED, parameters: { ...parameters, ...set } };
    return new Blob([write(await engine.run({ ...setup, keepCalls: KEPT_CALLS }))]);
  } finally {
    engine.cancel();
  }
}
