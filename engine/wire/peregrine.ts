/**
 * Packets of Peregrine RPC, as datagrams: a header that is prepared when a caller is bound, and data. **The layout, and
 * that UDP carries it, are ours**: the abstract of the paper (SPE 23(2), 1993) does not say either.
 */
import { field, header } from "./header.ts";
import { packetTable, type PacketTable } from "./packet-table.ts";

export const PEREGRINE_PORT = 2093; // ours
export const PEREGRINE_THREADS = 8; // of a caller, ours: each has one call
const UDP_AND_IP_BYTES = 28;
const ETHERNET_PAYLOAD = 1500;

const PEREGRINE_HEADER = header("Peregrine header", "The layout is ours.", {
  kind: field("kind", 0, 16, "1 call, 2 result, 3 acknowledgement, 4 reject"),
  thread: field("thread", 2, 16, "of the caller: 1 to 8, one call each"),
  life: field("life", 4, 32, "of the server: another after each restart"),
  call: field("call", 8, 32, "its number; a caller’s next one is greater"),
  fragments: field("packets", 12, 16, "of the message, from 1"),
  place: field("packet", 14, 16, "its place in the message, from 0"),
  again: field("sent again", 16, 32, "1: it asks for an answer"),
});

/** The most data of a packet. */
export const PEREGRINE_FRAGMENT = ETHERNET_PAYLOAD - UDP_AND_IP_BYTES - PEREGRINE_HEADER.bytes;

type Key = "kind" | "thread" | "life" | "call" | "fragments" | "place" | "again";
export type PeregrineKind = "call" | "result" | "acknowledgement" | "reject";

// The type is written, because the types of the package name it.
export const PEREGRINE: PacketTable<PeregrineKind, Key> = packetTable({
  name: "Peregrine RPC",
  header: PEREGRINE_HEADER,
  kinds: { call: [1, "request"], result: [2, "reply"], acknowledgement: [3, "acknowledgement"], reject: [4, "other"] },
  below: "UDP",
  keys: [PEREGRINE_PORT],
  call: ({ thread, call, place }) => ({ call, identity: [thread, call], place }),
  failed: ["reject"],
});

export type PeregrinePacket = ReturnType<typeof PEREGRINE.read>;
