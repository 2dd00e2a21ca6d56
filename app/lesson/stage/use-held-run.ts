/** The run that figures of bytes show: the one under the reader's hand where something is held. */
import { useMemo } from "react";
import type { Run } from "../../../engine/experiments/types.ts";
import { useBench } from "../../lab/context.ts";
import { previewOf } from "../../lab/draft.ts";

export type BytesRun = Pick<Run, "trace" | "parameters">;

/** @param run the one that stands */
export function useHeldRun(run: BytesRun): BytesRun {
  const shown = useBench(previewOf);
  return useMemo(
    () => (shown === null ? run : { trace: shown.run.trace, parameters: shown.setup.parameters }),
    [run, shown],
  );
}
