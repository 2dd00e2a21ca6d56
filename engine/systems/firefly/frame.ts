/** A packet under way between two Fireflies: its bytes, and what the simulation must know beside them. */
import type { FrameInFlight } from "../../hardware/deqna.ts";
import { NO_REF, type Origin, type Ref } from "../../kernel/trace-data.ts";
import type { FireflyPacket, FireflyType } from "../../wire/firefly.ts";

export interface RpcFrame extends FrameInFlight {
  readonly bytes: Uint8Array;
  readonly call: number; // number of the call that it serves, from 1
  readonly send: number; // which sending of this packet, from 1
  readonly origin: Origin;
  readonly kind: FireflyType | "other traffic";
  readonly to: number; // index of the host
  /** The power cycle of the machine that sends it; a controller is told only of what it sent itself. */
  readonly sender: object | null;
  /** The packet's row in the trace, once it has been on the wire. */
  row: Ref;
  /** What the receiver decoded from the bytes. */
  packet: FireflyPacket | null;
  ref: Ref;
  raised: Ref;
}

type Given = "bytes" | "call" | "send" | "origin" | "kind" | "to" | "ref" | "sender";

export function newFrame(frame: Pick<RpcFrame, Given>): RpcFrame {
  return { ...frame, row: NO_REF, packet: null, raised: frame.ref };
}
