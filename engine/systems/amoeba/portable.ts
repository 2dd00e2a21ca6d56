/** Amoeba’s transactions on any machine and network. */
import { millis } from "../../kernel/time.ts";
import type { ChannelsHost } from "../../protocols/channels.ts";
import { amoebaEnds } from "../../protocols/amoeba/ends.ts";
import type { AmoebaOptions } from "../../protocols/amoeba/message.ts";
import {
  AMOEBA_FRAGMENT,
  AMOEBA_HEADER,
  decodeAmoebaFrame,
  encodeAmoebaFrame,
  type AmoebaPacket,
} from "../../wire/amoeba.ts";
import type { Message, Portable } from "../portable/portable.ts";
import { SMALL_NET } from "../world/addresses.ts";
import type { FrameFormat } from "../world/ends-run.ts";

export const FORMAT: FrameFormat<AmoebaPacket> = {
  write: (packet, from, to) =>
    encodeAmoebaFrame(packet, { from: SMALL_NET.stationOf(from), to: SMALL_NET.stationOf(to) }),
  read: decodeAmoebaFrame,
};

export function messageOf({ kind, place, fragments }: AmoebaPacket): Message | null {
  if (kind !== "request" && kind !== "reply") return null;
  return { of: kind, isFirst: place === 0, isLast: place === fragments - 1 };
}

export const dataOf = ({ data }: AmoebaPacket): number => data.length;

/** How the kernel of a Sun cuts messages, and how often it looks at its timers: the latter is ours. */
export const AMOEBA_DEFAULTS: AmoebaOptions = {
  fragmentBytes: AMOEBA_FRAGMENT,
  headBytes: AMOEBA_HEADER.bytes,
  sweep: millis(100),
  hint: "known",
  without: [],
};

export const PORTABLE: Portable<ChannelsHost, AmoebaPacket> = {
  title: "Amoeba",
  sums: false,
  ends: () => amoebaEnds(AMOEBA_DEFAULTS),
  format: () => FORMAT,
  dataOf,
  messageOf,
};
