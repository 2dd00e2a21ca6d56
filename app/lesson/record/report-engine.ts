/** Runs for a report, in a worker of their own that ends with them: those of the stage go on. */
import type { ProofEngine } from "../../../lessons/hand-in/proof.ts";
import { EngineClient } from "../../workers/engine-client.ts";
import { countViolations } from "../../workers/explore-client.ts";

/** Rejects where a run fails, or the files of the engine do not come. */
export async function withEngine<T>(work: (engine: ProofEngine) => Promise<T>): Promise<T> {
  const client = new EngineClient();
  try {
    return await work(async ({ search, ...request }) => {
      if (search === undefined) {
        const { measures, traceHash } = await client.run({ ...request, keepCalls: 1 });
        return { measures, trace: traceHash };
      }
      const value = await countViolations(request.experiment, { parameters: request.parameters, faults: search });
      return { measures: { violations: { value, unit: "" } }, trace: "" };
    });
  } finally {
    client.cancel();
  }
}
