/** Packets on their way out of a machine: what its host and the processes on it share. */
import type { Processors } from "../../hardware/processors.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";
import type { Instance } from "../world/instance.ts";
import type { World } from "../world/world.ts";
import type { CedarSegments } from "./steps.ts";

/** A packet to be sent. */
export interface Sending {
  readonly to: number; // host, or EVERYBODY
  readonly call: number; // 0 for none of the run's calls
  readonly send: number;
  readonly cause: Ref;
  /** Its name in the trace; where it is left out, its type. */
  readonly kind?: string;
  /** Called when it has left the machine, with the last row of the trace in its chain of causes. */
  readonly left?: (last: Ref) => void;
}

/** A machine as a process on it knows it. */
export interface Machine {
  readonly name: string;
  readonly number: number; // on the medium
  readonly world: World;
  readonly instances: Set<Instance>;
  readonly processors: Processors;
  /** Of questions and their answers. */
  readonly questions: CedarSegments;
  /** `isPaid`: the process that made the packet has spent the time of sending it. */
  sendPacket(packet: ExchangePacket, sending: Sending, isPaid: boolean): void;
  /** Marks this moment in the trace. */
  note(label: string, about: { readonly cause: Ref }): Ref;
  /** Marks a timer that went off. */
  timerMark(cause: Ref, call: number): Ref;
}
