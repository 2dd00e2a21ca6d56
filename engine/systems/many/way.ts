/** A way to call many, as one machine and one Ethernet can run it: its ends, its bytes, and what a packet carries. */
import { PROCEDURE } from "../../hardware/work-accounts.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Ends } from "../../protocols/ends.ts";
import type { Collator } from "../../protocols/circus/collator.ts";
import type { Portable } from "../portable/portable.ts";
import type { FrameFormat } from "../world/ends-run.ts";

/** What a program asks of its way, whichever that is. A way leaves alone what it has no use for. */
export interface WayOptions {
  /** The machines that are called, by name. */
  readonly callees: readonly string[];
  readonly calls: number;
  /** Calls that the program makes before it waits for a result. */
  readonly atOnce: number;
  readonly argument: (call: number) => Uint8Array;
  /** Replies after which the program ends the call; Infinity for all that come. */
  readonly wanted: number;
  /** How long the program waits for a further reply, where it cannot know whether one comes. */
  readonly replyWait: Nanos;
  readonly collator: Collator;
  /** Replicas of the client that make each call. */
  readonly clients: 1 | 2;
  /** Whether connections are open before the run. */
  readonly isBound: boolean;
}

export interface Way<State = unknown, Packet = unknown> extends Pick<
  Portable<State, Packet>,
  "sums" | "dataOf" | "messageOf"
> {
  readonly ends: (options: WayOptions) => Ends<State, Packet>;
  readonly format: FrameFormat<Packet>;
  /** Whether the program may have several calls under way at once; left out: one alone. */
  readonly isStream?: true;
}

/** A way whose states and packets nobody looks into. Its packets are read by its own format alone. */
export const anyWay = <State, Packet>(way: Way<State, Packet>): Way => way as unknown as Way;

/** The same ends, whose hosts have other names in a fault script. The run shows the procedure by its own step. */
export function inRun<State, Packet>(ends: Ends<State, Packet>, hosts: readonly string[]): Ends<State, Packet> {
  const procedure = { span: "span" in ends.procedure ? ends.procedure.span : PROCEDURE.name };
  return Object.assign(Object.create(ends) as Ends<State, Packet>, { hosts, procedure });
}
