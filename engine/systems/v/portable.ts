/** Send, Receive and Reply of V between two processes, on any machine and network. */
import { CALLER } from "../../protocols/ends.ts";
import { vEnds, type VHost } from "../../protocols/v/ends.ts";
import { hostOf } from "../../protocols/v/message.ts";
import { decodeVFrame, encodeVFrame, type VPacket } from "../../wire/v.ts";
import type { Message, Portable } from "../portable/portable.ts";
import { SMALL_NET } from "../world/addresses.ts";
import type { FrameFormat } from "../world/ends-run.ts";

const FORMAT: FrameFormat<VPacket> = {
  write: (packet, from, to) => encodeVFrame(packet, { from: SMALL_NET.stationOf(from), to: SMALL_NET.stationOf(to) }),
  read: decodeVFrame,
};

/** A segment is fetched behind its message, and a result is moved in front of its reply. */
function messageOf({ kind, from, size, place, last }: VPacket): Message | null {
  switch (kind) {
    case "message":
      return { of: "request", isFirst: true, isLast: size === 0 };
    case "reply":
      return { of: "reply", isFirst: size === 0, isLast: true };
    case "data":
      return hostOf(from) === CALLER
        ? { of: "request", isFirst: false, isLast: last }
        : { of: "reply", isFirst: place === 0, isLast: false };
    default:
      return null;
  }
}

export const PORTABLE: Portable<VHost, VPacket> = {
  title: "V",
  sums: false,
  ends: () => vEnds(),
  format: () => FORMAT,
  dataOf: ({ data }) => data.length,
  messageOf,
};
