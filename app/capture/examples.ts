/** Captures that the lab makes itself: a run each, written as a file and read again like a file of the reader’s. */
import { loadDescription } from "../../engine/experiments/load.ts";
import type { ParamValues } from "../../engine/experiments/types.ts";
import { DEFAULT_SEED, defaultSetup } from "../setup/setup.ts";
import { EngineClient } from "../workers/engine-client.ts";

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly what: string;
  readonly experiment: string;
  readonly set: ParamValues;
  readonly faults: readonly string[];
}

export const EXAMPLES: readonly Example[] = [
  {
    id: "twice",
    title: "A reply that was lost",
    what: "Sun RPC over UDP. One call was sent again, and the server has no memory.",
    experiment: "sun-rpc/call",
    set: { iterations: 12 },
    faults: ["drop reply#3"],
  },
  {
    id: "slow",
    title: "A server that slows down",
    what: "The same program. From the fifth call on the server takes ten times as long.",
    experiment: "sun-rpc/call",
    set: { iterations: 12, serverMs: 20 },
    faults: ["slow server by 10 at 160ms"],
  },
  {
    id: "graph",
    title: "A call that makes calls",
    what: "Olympus: one machine calls four servers at once. The calls cross.",
    experiment: "sun-rpc/olympus",
    set: {},
    faults: [],
  },
];

const KEPT_CALLS = 200;

/** Runs an example and writes it as a capture. Rejects where its files cannot be fetched. */
export async function captureOf({ experiment, set, faults }: Example): Promise<Blob> {
  const [description, { toPcapng }] = await Promise.all([
    loadDescription(experiment),
    import("../../engine/experiments/export/pcapng.ts"),
  ]);
  const engine = new EngineClient();
  try {
    const { parameters } = defaultSetup(description);
    const run = await engine.run({
      ...{ experiment, faults, seed: DEFAULT_SEED, keepCalls: KEPT_CALLS },
      parameters: { ...parameters, ...set },
    });
    return new Blob([toPcapng(run)]);
  } finally {
    engine.cancel();
  }
}
