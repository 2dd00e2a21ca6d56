/** A protocol of calls between two machines, as any machine and any network of the lab can run it. */
import type { Ends } from "../../protocols/ends.ts";
import type { FrameFormat } from "../world/ends-run.ts";

/** Whose message a packet is a part of, and which part: nothing of the two where others stand before and behind it. */
export interface Message {
  readonly of: "request" | "reply";
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export interface Portable<State = unknown, Packet = unknown> {
  /** Its name in a link; left out: that of its system’s folder. */
  readonly id?: string;
  /** What it is called where one is chosen. */
  readonly title: string;
  /** Whether its software adds up the bytes of each packet, and that is no part of a machine’s account. */
  readonly sums: boolean;
  readonly ends: () => Ends<State, Packet>;
  /** The kinds of packets that a fault can name; left out: those of its ends. */
  readonly kinds?: readonly string[];
  /** The bytes of its packets on the experimental Ethernet, or on any other network. */
  readonly format: (isExperimental: boolean) => FrameFormat<Packet>;
  /** The bytes of the program’s data in a packet. */
  readonly dataOf: (packet: Packet) => number;
  /** null for a packet that is a part of neither: an acknowledgement, a probe. */
  readonly messageOf: (packet: Packet) => Message | null;
}

/** A message of one packet. */
export const whole = (of: Message["of"]): Message => ({ of, isFirst: true, isLast: true });

/** A protocol whose states and packets nobody looks into. Its packets are read by its own format alone. */
export const anyOf = <State, Packet>(one: Portable<State, Packet>): Portable => one as unknown as Portable;
