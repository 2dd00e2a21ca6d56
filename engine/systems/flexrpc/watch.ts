/** Measures of a run's first call beside its latency: when its argument passed each machine, when procedures ended. */
import type { Nanos } from "../../kernel/time.ts";
import type { CalleeWatch } from "./callee.ts";
import type { Frame } from "../world/frame.ts";
import type { SwitchedWatch } from "../world/switched-medium.ts";

/** First and last of the argument's packets, in one direction at one machine. */
interface Passage {
  first: Nanos;
  last: Nanos;
  packets: number;
}

const WATCHED = 1; // the call

export class Watch implements SwitchedWatch, CalleeWatch {
  /** When the last callee had the whole argument, and when the last procedure ended; null before that. */
  argumentAt: Nanos | null = null;
  processedAt: Nanos | null = null;
  private readonly ins = new Map<number, Passage>();
  private readonly outs = new Map<number, Passage>();

  left({ kind, call, from, departs }: Frame): void {
    if (kind === "argument" && call === WATCHED) pass(this.outs, from, departs);
  }

  arrived({ kind, call, to }: Frame, at: Nanos): void {
    if (kind === "argument" && call === WATCHED) pass(this.ins, to, at);
  }

  hasArgument(call: number, at: Nanos): void {
    if (call === WATCHED) this.argumentAt = at;
  }

  processed(call: number, at: Nanos): void {
    if (call === WATCHED) this.processedAt = at;
  }

  /**
   * Relay efficiency of a machine: the time from the arrival of the argument's first packet to the arrival of its last,
   * divided by the time from the departure of the first to the departure of the last. Null where the machine relayed no
   * argument of at least two packets.
   */
  relayEfficiency(machine: number): number | null {
    const received = this.ins.get(machine);
    const sent = this.outs.get(machine);
    if (received === undefined || sent === undefined || received.packets < 2 || sent.packets < 2) return null;
    return (received.last - received.first) / (sent.last - sent.first);
  }
}

function pass(passages: Map<number, Passage>, machine: number, at: Nanos): void {
  const passage = passages.get(machine);
  if (passage === undefined) passages.set(machine, { first: at, last: at, packets: 1 });
  else {
    passage.last = at;
    passage.packets++;
  }
}
