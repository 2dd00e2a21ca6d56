/** A TCP segment under way between two machines: its frame's bytes, and what the simulation must know beside them. */
import type { NodeFrame } from "../../hardware/linux-node.ts";
import type { SwitchedFrame } from "../../hardware/switch.ts";
import { NO_REF, type Origin, type Ref } from "../../kernel/trace-data.ts";

/** What a segment is for: data by the message that its first byte belongs to, else what TCP wants. */
export type FlexKind = "argument" | "result" | "acknowledgement" | "probe" | "open" | "reset";

export interface FlexFrame extends NodeFrame, SwitchedFrame {
  readonly bytes: Uint8Array;
  readonly kind: FlexKind;
  readonly call: number; // number of the call that it serves, from 1; 0 for none
  readonly origin: Origin;
  /** It carries the last byte of a message. */
  readonly endsMessage: boolean;
  /** The power cycle of the machine that sends it: what waits in an interface when the power goes is never sent. */
  readonly sender: PowerCycle;
  /** The packet's row in the trace, once it has left the last switch. */
  row: Ref;
  departs: number;
  ref: Ref;
  /** Somebody else holds the same bytes: a copy, or a receiver that waits for what comes before them. */
  isShared: boolean;
}

export interface PowerCycle {
  /** When the power went; Infinity while it has not. */
  endedAt: number;
}

type Given = Omit<FlexFrame, "row" | "departs" | "isShared">;

/** Field by field: it is made for every segment, and a spread takes several times as long. */
export const newFrame = (given: Given): FlexFrame => ({
  bytes: given.bytes,
  kind: given.kind,
  call: given.call,
  origin: given.origin,
  endsMessage: given.endsMessage,
  sender: given.sender,
  from: given.from,
  to: given.to,
  hasData: given.hasData,
  ref: given.ref,
  row: NO_REF,
  departs: 0,
  isShared: false,
});
