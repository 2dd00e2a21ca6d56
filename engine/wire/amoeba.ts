/**
 * Packets of Amoeba’s transactions, straight on the Ethernet: a packet header, and behind it the fragment of a message.
 * A message begins with Amoeba’s header of 32 bytes; at most 30,000 bytes of data follow (sources of Amoeba 5).
 *
 * The message’s header is Amoeba’s: two ports, an object with its rights and its check, a command and three numbers.
 * **The packet header is ours**: the facts that we have give what it must say, not its words. The Ethernet type is one
 * of three that IANA lists for the Vrije Universiteit.
 */
import { newBytes } from "./bytes.ts";
import { needBytes, WireError } from "./error.ts";
import { emitEthernet, ETHERNET_BYTES, ETHERNET_MAX_PAYLOAD, parseEthernet } from "./ethernet.ts";
import { field, fieldError, header, readHeader, showHeader, writeHeader } from "./header.ts";
import { bytesLayer, type Dissector } from "./layer.ts";
import { packetTable } from "./packet-table.ts";
import type { Addresses } from "./station.ts";

export const ETHERTYPE_AMOEBA = 0x8145;
/** Of the service, ours: the letters of its system. */
const PORT = 0x416d6f656261;
export const AMOEBA_PROCESSES = 8; // of a client, ours: each has one transaction
const AMOEBA_LONGEST = 30_000; // bytes of a message’s data
const AGAIN = 1;
const COMMAND = 1; // ours: the service has one procedure

export const AMOEBA_PACKET = header("Amoeba packet header", "The layout is ours.", {
  kind: field("kind", 0, 8, "1 locate, 2 here, 3 request, 4 reply, 5 acknowledgement, 6 enquiry, 7 not here"),
  flags: field("flags", 1, 8, "1: sent again", { max: AGAIN, flags: { "sent again": AGAIN } }),
  fragments: field("fragments", 2, 16, "of the message, from 1"),
  place: field("fragment", 4, 16, "its place in the message, from 0"),
  process: field("process", 6, 16, "of the client: 1 to 8, one transaction each", { max: AMOEBA_PROCESSES }),
  source: field("machine", 8, 16, "that sends, from 1"),
  bytes: field("bytes", 10, 16, "behind this header"),
  life: field("life", 12, 32, "of the server’s kernel: another after each restart"),
  call: field("transaction", 16, 32, "its number; a client’s next one is greater"),
  port: field("port", 20, 48, "of the service"),
});
const F = AMOEBA_PACKET.fields;

export const AMOEBA_HEADER = header("Amoeba message header", "32 bytes (sources of Amoeba 5).", {
  port: field("port", 0, 48, "of the service"),
  signature: field("signature", 6, 48, "of the sender; none here", { max: 0 }),
  object: field("object and rights", 12, 32, "of the capability; none here", { max: 0 }),
  check: field("check", 16, 48, "of the capability; none here", { max: 0 }),
  command: field("command", 22, 16, "of a request; of a reply its status"),
  offset: field("offset", 24, 32, "for the service; none here", { max: 0 }),
  size: field("size", 28, 16, "of the data, 0 to 30,000 bytes", { max: AMOEBA_LONGEST }),
  extra: field("extra", 30, 16, "for the service; none here", { max: 0 }),
});

/** The most bytes of a fragment. The first one has the message’s header among them. */
export const AMOEBA_FRAGMENT = ETHERNET_MAX_PAYLOAD - AMOEBA_PACKET.bytes;

const KINDS = {
  locate: [1, "other"],
  here: [2, "other"],
  request: [3, "request"],
  reply: [4, "reply"],
  acknowledgement: [5, "acknowledgement"],
  enquiry: [6, "other"],
  nak: [7, "other"],
} as const;

const TABLE = packetTable({
  name: "Amoeba",
  header: AMOEBA_PACKET,
  kinds: KINDS,
  below: "Ethernet",
  keys: [ETHERTYPE_AMOEBA],
  call: ({ process, call, place }) => ({ call, identity: [process, call], place }),
});

export type AmoebaKind = keyof typeof KINDS;
export const AMOEBA_KINDS: readonly AmoebaKind[] = TABLE.kinds;

/** A packet as the protocol knows it. */
export interface AmoebaPacket {
  readonly kind: AmoebaKind;
  readonly process: number; // of the client, from 1
  readonly call: number; // the transaction
  /** The machine that sends, by its place among the hosts. */
  readonly source: number;
  /** Of the server’s kernel: of the one that sends, or of the one that is meant. */
  readonly life: number;
  readonly fragments: number;
  readonly place: number; // from 0
  /** All bytes of the message’s data. */
  readonly size: number;
  readonly again: boolean;
  readonly data: Uint8Array;
}

const carriesData = (kind: AmoebaKind): boolean => kind === "request" || kind === "reply";
const isFirst = ({ kind, place }: Pick<AmoebaPacket, "kind" | "place">): boolean => carriesData(kind) && place === 0;

/** The bytes of a packet. Throws WireError where a value does not fit. */
export function writeAmoeba({ again, source, size, data, ...packet }: AmoebaPacket): Uint8Array {
  const head = isFirst(packet) ? AMOEBA_HEADER.bytes : 0;
  const inside = newBytes(head + data.length);
  if (head > 0) {
    const none = { signature: 0, object: 0, check: 0, offset: 0, extra: 0 };
    const command = packet.kind === "request" ? COMMAND : 0;
    writeHeader(AMOEBA_HEADER, { ...none, port: PORT, command, size }, inside, 0);
  }
  inside.set(data, head);
  const flags = again ? AGAIN : 0;
  return TABLE.write({ ...packet, source: source + 1, flags, bytes: inside.length, port: PORT, data: inside });
}

/** The packet in bytes. Throws WireError where they contradict each other. */
export function readAmoeba(bytes: Uint8Array): AmoebaPacket {
  const { kind, flags, data: inside, bytes: length, port, source, ...rest } = TABLE.read(bytes);
  const { process, call, life, fragments, place } = rest;
  within("flags", flags, 0, AGAIN);
  within("process", process, 1, AMOEBA_PROCESSES);
  within("port", port, PORT, PORT);
  within("source", source, 1, source);
  within("bytes", length, inside.length, inside.length);
  within("fragments", fragments, 1, Math.ceil((AMOEBA_HEADER.bytes + AMOEBA_LONGEST) / AMOEBA_FRAGMENT));
  within("place", place, 0, fragments - 1);
  within("bytes", length, 0, carriesData(kind) ? AMOEBA_FRAGMENT : 0);
  const known = { kind, process, call, source: source - 1, life, fragments, place, again: flags === AGAIN };
  if (!isFirst(known)) return { ...known, size: 0, data: inside };
  return { ...known, ...readMessage(inside, fragments) };
}

function readMessage(inside: Uint8Array, fragments: number): Pick<AmoebaPacket, "size" | "data"> {
  const { what, bytes: head, fields } = AMOEBA_HEADER;
  needBytes(what, 0, inside.length, head);
  const { size, port } = readHeader(AMOEBA_HEADER, inside, 0);
  const data = inside.subarray(head);
  if (port !== PORT) throw fieldError(fields.port, 0, port, String(PORT));
  const [least, most] = fragments === 1 ? [data.length, data.length] : [data.length + 1, AMOEBA_LONGEST];
  if (size < least || size > most) throw fieldError(fields.size, 0, size, `${least} to ${most}`);
  return { size, data };
}

function within(key: keyof typeof F, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  throw fieldError(F[key], 0, value, least === most ? String(least) : `${least} to ${most}`);
}

/** A frame of the packet between two stations. */
export function encodeAmoebaFrame(packet: AmoebaPacket, { from, to }: Addresses): Uint8Array {
  const inside = writeAmoeba(packet);
  const frame = newBytes(ETHERNET_BYTES + inside.length);
  emitEthernet({ to: to.mac, from: from.mac, type: ETHERTYPE_AMOEBA }, frame, 0);
  frame.set(inside, ETHERNET_BYTES);
  return frame;
}

/** Throws WireError where the bytes are no frame of Amoeba’s, or make no sense. */
export function decodeAmoebaFrame(frame: Uint8Array): AmoebaPacket {
  const { type } = parseEthernet(frame);
  if (type !== ETHERTYPE_AMOEBA) {
    throw new WireError({ what: "Ethernet header", at: 12, field: "type", got: type, want: String(ETHERTYPE_AMOEBA) });
  }
  return readAmoeba(frame.subarray(ETHERNET_BYTES));
}

/** Shows both headers by their tables; bytes that contradict each other are shown as malformed. */
export const dissectors: readonly Dissector[] = TABLE.dissectors.map((one) => ({
  ...one,
  read: (frame, at, end, below) => {
    const taken = one.read(frame, at, end, below);
    try {
      const packet = readAmoeba(frame.subarray(at, end));
      if (!isFirst(packet) || taken === undefined || typeof taken === "string") return taken;
      const [first] = taken.layers;
      if (first === undefined) return taken;
      const message = at + AMOEBA_PACKET.bytes;
      const fields = showHeader(AMOEBA_HEADER, frame, message);
      const shown = { name: "Amoeba message", length: AMOEBA_HEADER.bytes, fields };
      return { ...taken, layers: [first, shown, ...bytesLayer("data", message + AMOEBA_HEADER.bytes, end)] };
    } catch (error) {
      if (error instanceof WireError) return error.message;
      throw error; // a bug of ours, not of the bytes
    }
  },
}));
