/** A process reads and sends messages here: a UDP socket, or one end of a TCP connection. */
import type { Ref } from "../../kernel/trace-data.ts";
import type { Frame } from "../world/frame.ts";
import type { OutgoingDatagram } from "../world/udp.ts";

/** A message that a process reads. */
export interface Message {
  readonly from: number; // host
  readonly fromPort: number;
  readonly data: Uint8Array;
  readonly call: number; // of the run
  /** The frame that brought it; null where bytes of several may have. */
  readonly frame: Frame | null;
}

export interface Channel {
  /** Messages that can be read. */
  readonly length: number;
  /** Takes the first. Throws where there is none. */
  take(): Message;
  /** Sends a message. The process has spent the time of that. */
  send(message: OutgoingDatagram): void;
  /** The process has worked on all messages, and reads on. `cause` is the last row of what it did. */
  awaited?(cause: Ref): void;
}

/** Called when a message has come, with its call and the last row of its chain of causes. */
export type Arrived = (call: number, cause: Ref) => void;
