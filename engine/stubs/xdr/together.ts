/** Interface files that a reader gives together, in any order, some of them parts of others. */
import { partAmong, rootsOf, type Source } from "../parts.ts";
import { compileXdr } from "./compile.ts";
import { XdrTextError } from "./error.ts";
import type { Definitions } from "./types.ts";

/** Null where a file does not compile without the others. */
function alone(source: Source, part: (name: string) => Source | null): Definitions | null {
  try {
    const definitions = compileXdr([source], { part });
    return definitions.missing.length === 0 ? definitions : null;
  } catch (error) {
    if (error instanceof XdrTextError) return null;
    throw error;
  }
}

/**
 * Files that are whole by themselves stay apart, so that two programs may use one name for two things; else they are
 * one text. Throws XdrTextError with file, line and column.
 */
export function compileTogether(sources: readonly Source[]): readonly Definitions[] {
  const part = partAmong(sources);
  const roots = rootsOf(sources);
  const each = roots.map((source) => alone(source, part));
  const whole = each.filter((one) => one !== null);
  return whole.length === each.length ? whole : [compileXdr(roots, { part })];
}
