/**
 * Packets of remote calls past the kernel, each the data of a UDP datagram. The way is that of eRPC (NSDI 2019): a
 * session’s slots, a packet of credit for each packet of a request but the last, and the client asks for each packet of
 * a result but the first. The layout is ours; the kinds are numbers that no reader of Wireshark takes for another
 * protocol.
 */
import { field, header } from "./header.ts";
import type { Dissector } from "./layer.ts";
import { packetTable } from "./packet-table.ts";

/** Ours. */
export const DATAGRAMS_PORT = 31_850;
/** Slots of a session: calls under way at once. */
export const SLOTS = 8;

export const DATAGRAMS_HEADER = header("Datagram of a call, header", "Ours, after eRPC (NSDI 2019).", {
  kind: field("kind", 0, 8, "0xd1 request, 0xd2 credit, 0xd3 more, 0xd4 reply"),
  slot: field("slot", 1, 8, "of the session, from 0", { max: SLOTS - 1 }),
  packet: field("packet", 2, 16, "of its message, from 0; in credit and more the one that is meant"),
  packets: field("packets", 4, 16, "of its message"),
  session: field("session", 6, 16, "the server’s life that it was made with"),
  call: field("call", 8, 32, "its number; a slot’s next one is greater"),
  bytes: field("bytes", 12, 32, "of data behind the header"),
});

const DATAGRAMS = packetTable({
  name: "Datagrams of calls",
  header: DATAGRAMS_HEADER,
  kinds: {
    request: [0xd1, "request"],
    credit: [0xd2, "acknowledgement"],
    more: [0xd3, "other"],
    reply: [0xd4, "reply"],
  },
  below: "UDP",
  keys: [DATAGRAMS_PORT],
  call: ({ slot, call, packet }) => ({ call, identity: [slot, call], place: packet }),
});

export interface DatagramsPacket {
  readonly kind: "request" | "credit" | "more" | "reply";
  readonly slot: number;
  readonly packet: number;
  readonly packets: number;
  readonly session: number;
  readonly call: number;
  readonly data: Uint8Array;
}

export const writeDatagrams = (packet: DatagramsPacket): Uint8Array =>
  DATAGRAMS.write({ ...packet, bytes: packet.data.length });

/** Throws WireError where the bytes make no sense. */
export function readDatagrams(bytes: Uint8Array): DatagramsPacket {
  const { kind, slot, packet, packets, session, call, data } = DATAGRAMS.read(bytes);
  return { kind, slot, packet, packets, session, call, data: data.slice() };
}

export const dissectors: readonly Dissector[] = DATAGRAMS.dissectors;
