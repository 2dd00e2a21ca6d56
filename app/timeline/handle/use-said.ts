/** The live line: what was done, and what came of it once its run is there; silent while something is held. */
import { useState } from "react";
import { setupKey } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Hands } from "./hands.ts";

export function useSaid({ outcome, setup }: Pick<Hands, "outcome" | "setup">, late: boolean) {
  const [said, setSaid] = useState({ line: "", hasOutcome: false, of: "" });
  // Another setup, by a step of a lesson or its button, is none that a hand has made.
  const line = said.of === setupKey(setup) ? said.line : "";
  return {
    text: !said.hasOutcome || line === "" ? line : late ? "" : `${line}. ${outcome()}`,
    /** A line was written, which makes this setup; its outcome follows. */
    change: (written: string, next: Setup): void => setSaid({ line: written, hasOutcome: true, of: setupKey(next) }),
    say: (words: string): void => setSaid({ line: words, hasOutcome: false, of: setupKey(setup) }),
  };
}
