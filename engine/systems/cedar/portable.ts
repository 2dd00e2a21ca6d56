/** Cedar RPC on any machine and network. Its packets stay Pups. */
import type { ExchangeHost } from "../../protocols/cedar/ends.ts";
import { EXCHANGE_TYPES, type ExchangePacket, type ExchangeType } from "../../protocols/cedar/packet.ts";
import { CEDAR_MAX_DATA } from "../../wire/cedar-header.ts";
import { decodeFrame, encodeFrame, isSealed } from "../../wire/cedar.ts";
import type { FrameFormat } from "../world/ends-run.ts";
import type { Message, Portable } from "../portable/portable.ts";
import { cedarEnds } from "./ends.ts";
import { CEDARS_OWN } from "./options.ts";

const format = (isExperimental: boolean): FrameFormat<ExchangePacket> => ({
  write: (packet, from, to) =>
    encodeFrame(
      { ...packet, conversation: packet.conversation ?? 0 },
      { from: from + 1, to: to + 1 },
      isExperimental ? "3 Mbit/s" : "10 Mbit/s",
    ),
  read: (octets) => {
    const { packet } = decodeFrame(octets);
    if (isSealed(packet)) throw new Error("Nobody encrypts here.");
    return packet;
  },
});

/** Packets behind the first of a message have the type "data" at both ends; those of a call come from its caller. */
export function exchangeMessage({ type, lastFragment: isLast }: ExchangePacket): Message | null {
  if (type === "call") return { of: "request", isFirst: true, isLast };
  if (type === "result") return { of: "reply", isFirst: true, isLast };
  return null;
}

/** The procedure raises no exception here. */
const OF_EXCEPTIONS: readonly ExchangeType[] = ["exception", "resume", "unwind"];

export const PORTABLE: Portable<ExchangeHost, ExchangePacket> = {
  title: "Cedar RPC",
  sums: false,
  kinds: EXCHANGE_TYPES.filter((type) => !OF_EXCEPTIONS.includes(type)),
  ends: () => cedarEnds(CEDARS_OWN, 0, CEDAR_MAX_DATA),
  format,
  dataOf: ({ data }) => data.length,
  messageOf: exchangeMessage,
};
