/** Words for how a call ends. */
import type { Outcome } from "../../engine/kernel/trace-data.ts";

interface OutcomeWords {
  /** Behind "the call": "returns". */
  readonly verb: string;
  /** The same of a call that is over: "has returned". */
  readonly over: string;
}

export const OUTCOME_WORDS: Readonly<Record<Outcome, OutcomeWords>> = {
  pending: { verb: "has no end in this run", over: "has not returned" },
  returned: { verb: "returns", over: "has returned" },
  failed: { verb: "fails", over: "has failed" },
  refused: { verb: "is refused", over: "was refused" },
  cancelled: { verb: "is cancelled", over: "was cancelled" },
  wasted: { verb: "is wasted", over: "was wasted" },
};
