import type { Description, Run } from "../types.ts";
import { ENGINE_VERSION } from "./version.ts";

/** Well below the 255 bytes that file systems allow, so that an ending and a browser's "(1)" still fit. */
const LONGEST = 120;

/**
 * The name of a run's files without their ending, such as `firefly-null_threads-4_drop-call-2_seed-1_v0.1.0`: the
 * experiment, the parameters that differ from their defaults, the faults, the seed, our version. Made of letters,
 * digits, `.`, `-` and `_` alone. Where the faults make it too long, their number and the trace's hash stand for them.
 */
export function fileStem(experiment: Description, run: Run): string {
  const changed = Object.entries(run.parameters).filter(([key, value]) => experiment.params[key]?.default !== value);
  const first = [run.experiment, ...changed.map(([key, value]) => `${key}-${value}`)];
  const last = [`seed-${run.seed}`, `v${ENGINE_VERSION}`];
  const whole = stemOf([...first, ...run.faults, ...last]);
  if (whole.length <= LONGEST || run.faults.length === 0) return whole;
  return stemOf([...first, `${run.faults.length}-faults-${run.traceHash.slice(0, 8)}`, ...last]);
}

const stemOf = (parts: readonly string[]): string => parts.map(safe).join("_");
const safe = (text: string): string => text.replaceAll(/[^A-Za-z0-9.-]+/g, "-");
