/** The live line: what was done, and what came of it once its run is there; silent while something is held. */
import { useState } from "react";
import type { Hands } from "./hands.ts";

export function useSaid({ outcome }: Pick<Hands, "outcome">, late: boolean) {
  const [said, setSaid] = useState({ line: "", hasOutcome: false });
  return {
    text: !said.hasOutcome ? said.line : late ? "" : `${said.line}. ${outcome()}`,
    /** A line was written; its outcome follows. */
    change: (line: string): void => setSaid({ line, hasOutcome: true }),
    say: (line: string): void => setSaid({ line, hasOutcome: false }),
  };
}
