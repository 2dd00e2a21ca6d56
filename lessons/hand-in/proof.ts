/** What the runs of a checkpoint’s part prove: the judgement, and one hash over all runs that were judged. */
import { TraceHash } from "../../engine/kernel/trace-hash.ts";
import { judge } from "../judge.ts";
import type { Attempt, JudgeRun, Judgement } from "../judge.ts";
import type { Measure } from "../../engine/experiments/types.ts";
import type { CheckpointPart } from "../types.ts";

/** A run with the hash of its trace; of a search, which has no trace, `trace` is "". */
export interface Proven {
  readonly measures: Readonly<Record<string, Measure>>;
  readonly trace: string;
}
export type ProofEngine = (run: JudgeRun) => Promise<Proven>;

interface Proof {
  readonly judgement: Judgement;
  readonly hash: string; // 16 digits
}

const keyOf = ({ experiment, parameters, seed, faults, search }: JudgeRun): string =>
  JSON.stringify([experiment, Object.entries(parameters).sort(), seed, faults, search ?? null]);

/** Judges an attempt by running it. Throws FaultError where its fault lines cannot be read. */
export async function proofOf(part: CheckpointPart, attempt: Attempt, engine: ProofEngine): Promise<Proof> {
  const hash = new TraceHash();
  const judgement = await judge(part, attempt, async (run) => {
    const { measures, trace } = await engine(run);
    hash.addText(keyOf(run));
    hash.addText(trace === "" ? JSON.stringify(measures) : trace);
    return measures;
  });
  return { judgement, hash: hash.digits() };
}
