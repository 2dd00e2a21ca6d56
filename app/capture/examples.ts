/** Captures that the lab makes itself: a run each, written as a file and read again like a file of the reader’s. */
import { exampleFile } from "../setup/lab-example.ts";
import type { LabExample } from "../setup/lab-example.ts";

export const EXAMPLES: readonly LabExample[] = [
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

/** Runs an example and writes it as a capture. Rejects where its files cannot be fetched. */
export const captureOf = (example: LabExample): Promise<Blob> =>
  exampleFile(example, async () => {
    const { toPcapng } = await import("../../engine/experiments/export/pcapng.ts");
    return (run) => toPcapng(run);
  });
