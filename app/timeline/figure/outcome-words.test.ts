/** How a call ends, in the words of the timeline: its summary, its narration, what a change leads to, its label. */
import { expect, it } from "vitest";
import type { TracedRun } from "../../../engine/experiments/types.ts";
import { millis } from "../../../engine/kernel/time.ts";
import { runRelay } from "../../../engine/systems/relay-fixture/run.ts";
import { narration } from "../events/Story.tsx";
import { outcomeOf } from "../handle/outcome.ts";
import { shownCall } from "../../figure/shown-call.ts";
import { summaryOf } from "./summary.ts";

const ran = (options: Parameters<typeof runRelay>[0]): TracedRun => ({
  experiment: "relay/call",
  parameters: {},
  seed: 1,
  trace: runRelay(options).trace,
});

it.each([
  ["returns", "has returned", { calls: 2 }, 2],
  ["is refused", "was refused", { calls: 2, most: 1 }, 2],
  ["fails", "has failed", { calls: 1, faults: ["drop request#1"] }, 1],
  ["is cancelled", "was cancelled", { calls: 1, faults: ["drop request#1"], givesUp: "cancelled" }, 1],
  ["is wasted", "was wasted", { calls: 1, serves: () => millis(80) }, 1],
] as const)("a call that %s", (verb, over, options, call) => {
  const run = ran(options);
  const shown = shownCall(run.trace, call, "linear", false);
  expect(summaryOf(run, shown).description).toMatch(new RegExp(`^Call ${call} ${verb} after `));
  expect(outcomeOf(null, run, call)).toMatch(new RegExp(`^The call ${verb} at `));
  expect(narration(shown, shown.call.to)).toBe(`The call ${over}.`);
});
