/** Beside what a step asks for: that it is done, once the reader has come to its moment. */
import { useMemo, useState } from "react";
import type { Step } from "../../lessons/types.ts";
import { useBench } from "../lab/context.ts";
import { presentRun } from "../lab/store.ts";
import { timeOf } from "./stage-state.ts";
import { Verdict } from "./questions/Verdict.tsx";

/** Whether the moment of the stage has been there since the step opened; it stays so. */
function useDone({ id, done }: Step): boolean {
  const run = useBench(presentRun);
  const call = useBench((bench) => bench.call);
  const at = useMemo(
    () => (run === null || done === undefined ? Infinity : timeOf(run.trace, call, done)),
    [run, call, done],
  );
  const isThere = useBench(({ time }) => time >= at);
  const [since, setSince] = useState("");
  if (isThere && since !== id) setSince(id);
  return since === id;
}

export function Done({ step }: { readonly step: Step }) {
  const isDone = useDone(step);
  return <span role="status">{isDone && <Verdict right>Done</Verdict>}</span>;
}
