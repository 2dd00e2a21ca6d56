/** Measures of a run's first call beside its latency: when its argument passed each machine, when procedures ended. */
import type { Nanos } from "../../kernel/time.ts";
import type { CalleeWatch } from "./callee.ts";
import type { Frame } from "../world/frame.ts";
import { DATA_AT } from "./host.ts";
import type { SwitchedWatch } from "../world/switched-medium.ts";

/** First and last of the argument's packets, in one direction at one machine. */
interface Passage {
  first: Nanos;
  last: Nanos;
  packets: number;
}

const WATCHED = 1; // the call

/** Tells how much of all arguments and results has arrived, where that is much: a call of 16 MB takes a while. */
export class ShareOfBytes {
  private bytes = 0;
  private toldAt = 0;
  private readonly total: number;
  private readonly progress: (share: number) => void;

  /** @param total bytes of all arguments and results of the run */
  constructor(total: number, progress: (share: number) => void) {
    this.total = total;
    this.progress = progress;
  }

  /** The run is over. */
  finish(): void {
    this.progress(1);
  }

  add(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes - this.toldAt < this.total / STEPS) return;
    this.toldAt = this.bytes;
    if (this.bytes < this.total) this.progress(this.bytes / this.total); // what is sent again counts again
  }
}

const STEPS = 400;

export class Watch implements SwitchedWatch, CalleeWatch {
  /** When the last callee had the whole argument, and when the last procedure ended; null before that. */
  argumentAt: Nanos | null = null;
  processedAt: Nanos | null = null;
  /** Packets of the run that were lost on their way. */
  lostPackets = 0;
  private readonly ins = new Map<number, Passage>();
  private readonly outs = new Map<number, Passage>();
  private readonly share: ShareOfBytes | null;

  constructor(share: ShareOfBytes | null = null) {
    this.share = share;
  }

  lost(): void {
    this.lostPackets++;
  }

  left({ kind, call, from, departs }: Frame): void {
    if (kind === "argument" && call === WATCHED) pass(this.outs, from, departs);
  }

  arrived({ kind, call, to, hasData, bytes }: Frame, at: Nanos): void {
    if (hasData) this.share?.add(bytes - DATA_AT);
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
