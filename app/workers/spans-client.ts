/** The page's side of reading traces. */
import { KeptReader } from "./kept-reader.ts";
import { started } from "./started.ts";
import { wrap } from "./remote.ts";
import type { Remote } from "./remote.ts";
import type { SpansWorker } from "./spans.worker.ts";

const start = () => {
  const worker = started(
    () => new Worker(new URL("./spans.worker.ts", import.meta.url), { type: "module", name: "traces" }),
  );
  return { worker, remote: wrap<SpansWorker>(worker) };
};

export const spansReader = (): KeptReader<Remote<SpansWorker>> => new KeptReader("traces", start);
