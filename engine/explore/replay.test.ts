/** What the replay of a counterexample reads from the trace of the whole system. */
import { expect, it } from "vitest";
import { NO_REF, type TraceData } from "../kernel/trace-data.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { shows } from "./replay.ts";
import { Naive } from "./testing.ts";

/** A call that returns at 20, and a tick of its caller that changes the state. */
function traceWith(tickAt: number, of = "Naive caller"): TraceData {
  const made = new TraceRecorder("all");
  made.word("Naive caller");
  const call = made.beginCall(made.owner("caller thread 1"), 0);
  const tick = {
    machine: made.word("caller"),
    protocol: made.word(of),
    instance: made.word("one"),
    from: made.word("idle"),
    to: made.word("calling"),
    input: made.word("tick"),
    cause: NO_REF,
    call,
    due: null,
    facts: () => [],
  };
  if (tickAt < 20) made.transition({ at: tickAt, ...tick });
  made.endCall(call, 20, "returned", NO_REF);
  if (tickAt > 20) made.transition({ at: tickAt, ...tick });
  return made.finish(100);
}

it("a timer of the caller that rings after its last call has ended outlives it; one before does not", () => {
  const naive = new Naive();
  expect(shows(traceWith(30), naive, "timers", [])).toBe(true);
  expect(shows(traceWith(10), naive, "timers", [])).toBe(false);
  expect(shows(traceWith(30, "another machine"), naive, "timers", [])).toBe(false);
});
