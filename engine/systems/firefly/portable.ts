/** Firefly RPC on any machine and network. */
import type { ExchangeHost } from "../../protocols/cedar/ends.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";
import { fireflyEnds } from "../../protocols/firefly/ends.ts";
import { fireflyPacket } from "../../protocols/firefly/exchange.ts";
import { decodeFrame, encodeFrame } from "../../wire/firefly.ts";
import { exchangeMessage } from "../cedar/portable.ts";
import type { Portable } from "../portable/portable.ts";
import { SMALL_NET } from "../world/addresses.ts";
import { FIREFLY_TIMERS } from "./options.ts";

export const PORTABLE: Portable<ExchangeHost, ExchangePacket> = {
  title: "Firefly RPC",
  sums: true,
  ends: () => fireflyEnds(FIREFLY_TIMERS),
  format: () => ({
    write: (packet, from, to) =>
      encodeFrame(fireflyPacket(packet), { from: SMALL_NET.stationOf(from), to: SMALL_NET.stationOf(to) }),
    read: (octets) => decodeFrame(octets).packet,
  }),
  dataOf: ({ data }) => data.length,
  messageOf: exchangeMessage,
};
