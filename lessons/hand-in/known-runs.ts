/** Reports of a class ask for the same runs again and again: each is made once. */
import type { Proven, ProofEngine } from "./proof.ts";

const MOST_KNOWN = 5000; // runs; each is kept by its measures alone

/** The same engine, which makes equal runs once. A run that failed is made again when it is asked for again. */
export function rememberingRuns(engine: ProofEngine): ProofEngine {
  const known = new Map<string, Promise<Proven>>();
  return (run) => {
    const key = JSON.stringify(run);
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = engine(run);
    if (known.size < MOST_KNOWN) known.set(key, made);
    made.catch(() => known.delete(key));
    return made;
  };
}
