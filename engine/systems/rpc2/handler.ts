/**
 * The client's handler, which MultiRPC activates once for each connection (MultiRPC paper §V-A). It counts replies and
 * failures, and its return code ends the call or lets it go on (§V-B).
 *
 * It is written as a program would write it that never gives up control: it reads the count when it begins, and writes
 * it when it ends. One that yields meanwhile, or makes a call of its own, may be activated again by another thread
 * before it has ended. Both then have read the same count, and one of the results is counted no more.
 */
import type { Nanos } from "../../kernel/time.ts";
import { count, type Outcomes } from "./caller.ts";
import type { HandlerKind, Rpc2Options } from "./options.ts";

/** An activation that has begun: for a server's reply, or for null at a failure. */
export interface Activation {
  readonly server: number | null;
  readonly replies: number; // as it has read them
  readonly failures: number;
  /** Activations that had begun and not ended when it began. */
  readonly others: number;
}

export function beginHandler(outcomes: Outcomes, server: number | null): Activation {
  const { replies, failures, inHandler: others } = outcomes;
  outcomes.handlerCalls++;
  outcomes.inHandler++;
  if (others > 0) outcomes.reentries++;
  return { server, replies, failures, others };
}

/** Ends an activation: 0 to go on, -1 to end the call. `enough`: the replies that the program waits for. */
export function endHandler(
  outcomes: Outcomes,
  { server, replies, failures }: Activation,
  options: Pick<Rpc2Options, "handler" | "mostFailures">,
  enough: number,
  now: Nanos,
): 0 | -1 {
  outcomes.inHandler--;
  outcomes.replies = replies;
  outcomes.failures = failures;
  count(outcomes, server, now);
  return outcomes.replies >= enough || outcomes.failures > mostFailures(options) ? -1 : 0;
}

/** Failures after which the call still goes on. */
function mostFailures({
  handler = "waits",
  mostFailures: most,
}: Pick<Rpc2Options, "handler" | "mostFailures">): number {
  if (handler === "first-failure") return 0;
  if (handler !== "threshold") return Infinity;
  if (most === undefined) throw new Error("A handler with a threshold needs the failures that it bears.");
  return most;
}

/** Whether the handler gives up control, and how: it may call the server that has replied. */
export function givesWay(handler: HandlerKind, isReply: boolean): "yields" | "calls" | null {
  if (handler === "yields") return "yields";
  return handler === "calls" && isReply ? "calls" : null;
}
