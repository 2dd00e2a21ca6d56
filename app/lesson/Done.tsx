/** Beside what a step asks for: that it is done, once the reader has come to its moment. */
import { useMemo, useState } from "react";
import type { Step } from "../../lessons/types.ts";
import { useBench } from "../lab/context.ts";
import { presentRun } from "../lab/store.ts";
import { timeOf } from "./stage-state.ts";
import { Verdict } from "./questions/Verdict.tsx";

/**
 * Whether the stage came to the moment since the step opened; it stays so. At first the stage may still stand where the
 * step before left it: only a moment that was passed here counts.
 */
function useDone({ done }: Step): boolean {
  const run = useBench(presentRun);
  const call = useBench((bench) => bench.call);
  const at = useMemo(
    () => (run === null || done === undefined ? Infinity : timeOf(run.trace, call, done)),
    [run, call, done],
  );
  const isThere = useBench(({ time }) => time >= at);
  const [was, setWas] = useState<"unknown" | "before" | "there">("unknown");
  if (was === "unknown" && !isThere && at < Infinity) setWas("before");
  if (was === "before" && isThere) setWas("there");
  return was === "there";
}

/** Keyed by its step: another one begins anew. */
export function Done({ step }: { readonly step: Step }) {
  const isDone = useDone(step);
  return <span role="status">{isDone && <Verdict right>Done</Verdict>}</span>;
}
