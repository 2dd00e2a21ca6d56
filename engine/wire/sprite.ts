/**
 * Packets of Sprite RPC, straight on the Ethernet: a header of sixteen 32-bit words, and the data of a fragment.
 *
 * Names, order and numbers of the words are those of Sprite’s kernel from June 1988 on (rpcPacket.h and rpcCall.h,
 * Sprite operating system archive). **Ours are** the kind of a reject, the second boot id, which stands in the word of
 * the offset of parameters (calls here have none), and the Ethernet type, which is one of the two for local experiments
 * (IEEE 802-2014 §9.2.4).
 */
import { hex, newBytes } from "./bytes.ts";
import { needBytes, WireError } from "./error.ts";
import { emitEthernet, ETHERNET_BYTES, ETHERNET_MAX_PAYLOAD, parseEthernet } from "./ethernet.ts";
import { field, fieldError, header } from "./header.ts";
import type { Dissector } from "./layer.ts";
import { packetTable } from "./packet-table.ts";
import type { Addresses } from "./station.ts";

export const ETHERTYPE_SPRITE = 0x88b6;
export const SPRITE_CHANNELS = 8; // of a client
const SPRITE_MOST_FRAGMENTS = 16; // of a message
/** Its last byte is the version; a machine with the other order of bytes reads 02000e0f. */
const VERSION = 0x0f0e0002;
/** RPC_ECHO_2: bytes are sent, and bytes come back. All calls here are of this procedure. */
const COMMAND = 2;
/** Room for an internet header of 20 bytes stays free: the point of 1.42 KB of March 1990 then fills one fragment. */
const SPARE_BYTES = 20;
const PLEASE_ACKNOWLEDGE = 1;
const word = (value: number): string => hex(value, 8);

export const SPRITE_HEADER = header("Sprite RPC header", "16 words (rpcPacket.h, Sprite operating system archive).", {
  version: field("version", 0, 32, "0f0e0002: version 2, and the order of bytes", { value: VERSION, text: word }),
  kind: field("kind", 4, 24, "1 request, 2 acknowledgement, 4 reply, 8 echo as a probe, 16 reject (ours)"),
  flags: field("flags", 7, 8, "1: the receiver is to acknowledge", {
    max: PLEASE_ACKNOWLEDGE,
    flags: { "please acknowledge": PLEASE_ACKNOWLEDGE },
  }),
  client: field("client", 8, 32, "the host that calls, from 1"),
  server: field("server", 12, 32, "the host that is called, from 1"),
  channel: field("channel", 16, 32, "of the client: 1 to 8, one call each", { max: SPRITE_CHANNELS }),
  hint: field("server hint", 20, 32, "the server’s process that last had the channel; 0 where none is known"),
  boot: field("boot id", 24, 32, "of the sender: another after each restart"),
  call: field("call", 28, 32, "its number; a client’s next one is greater"),
  gap: field("gap", 32, 32, "µs between fragments that the sender asks for"),
  fragments: field("fragments", 36, 32, "of the message, 2 to 16; 0 where it is whole", { max: SPRITE_MOST_FRAGMENTS }),
  mask: field("fragment mask", 40, 32, "a bit for each fragment: the one here, or those that have come; 0 of a whole", {
    max: 2 ** SPRITE_MOST_FRAGMENTS - 1,
  }),
  command: field("command", 44, 32, "2: the procedure that echoes", { value: COMMAND }),
  parameterBytes: field("parameter bytes", 48, 32, "none: all bytes of an echo are data", { value: 0 }),
  dataBytes: field("data bytes", 52, 32, "of this fragment, behind the header"),
  peer: field("other boot id", 56, 32, "ours, in place of an offset: of the receiver, as the sender knows it"),
  offset: field("offset", 60, 32, "of this fragment in the data of the message"),
});
const F = SPRITE_HEADER.fields;

/** The most data of a fragment: 1,416 bytes, the “about 1.4 KB” of the measurements. */
export const SPRITE_FRAGMENT = ETHERNET_MAX_PAYLOAD - SPARE_BYTES - SPRITE_HEADER.bytes;

const KINDS = {
  request: [1, "request"],
  reply: [4, "reply"],
  acknowledgement: [2, "acknowledgement"],
  probe: [8, "other"],
  reject: [16, "other"],
} as const;

const TABLE = packetTable({
  name: "Sprite RPC",
  header: SPRITE_HEADER,
  kinds: KINDS,
  below: "Ethernet",
  keys: [ETHERTYPE_SPRITE],
  call: ({ channel, call, mask }) => ({
    ...{ call, identity: [channel, call], procedure: COMMAND },
    place: mask === 0 ? 0 : placeOf(mask),
  }),
  failed: ["reject"],
});

export type SpriteKind = keyof typeof KINDS;
export const SPRITE_KINDS: readonly SpriteKind[] = TABLE.kinds;

/** A packet as the protocol knows it. Addresses and places in the message are the frame’s. */
export interface SpritePacket {
  readonly kind: SpriteKind;
  readonly channel: number; // from 1
  readonly call: number;
  readonly boot: number; // of the sender
  readonly peer: number; // of the receiver, as the sender knows it
  readonly gap: number; // µs
  readonly fragments: number;
  /** Of a request or a reply the bit of this fragment; of an acknowledgement the bits of those that have come. */
  readonly mask: number;
  readonly pleaseAck: boolean;
  readonly data: Uint8Array;
}

/** The fragment of a mask with one bit, from 0. */
const placeOf = (mask: number): number => 31 - Math.clz32(mask);
const carriesData = (kind: SpriteKind): boolean => kind === "request" || kind === "reply";
/** A message that is whole has 0 fragments on the wire, and its packet no mask. */
const WHOLE = 1;

/**
 * The packet in a frame. Throws WireError where its header contradicts itself or the frame.
 */
export function readSprite(bytes: Uint8Array): SpritePacket {
  needBytes(SPRITE_HEADER.what, 0, bytes.length, SPRITE_HEADER.bytes);
  const { kind, flags, channel, call, boot, peer, gap, data, ...rest } = TABLE.read(bytes);
  const isWhole = rest.fragments === 0;
  const fragments = isWhole ? WHOLE : rest.fragments;
  const mask = isWhole && carriesData(kind) && rest.mask === 0 ? WHOLE : rest.mask;
  within("flags", flags, 0, PLEASE_ACKNOWLEDGE);
  within("channel", channel, 1, SPRITE_CHANNELS);
  if (!isWhole) within("fragments", fragments, WHOLE + 1, SPRITE_MOST_FRAGMENTS);
  within("mask", rest.mask, 0, isWhole && carriesData(kind) ? 0 : 2 ** fragments - 1);
  within("dataBytes", rest.dataBytes, data.length, data.length);
  const isOne = mask !== 0 && (mask & (mask - 1)) === 0;
  if (carriesData(kind) && !isOne) throw fieldError(F.mask, 0, mask, "a single bit, as the packet is one fragment");
  const offset = carriesData(kind) ? placeOf(mask) * SPRITE_FRAGMENT : 0;
  within("offset", rest.offset, offset, offset);
  const most = carriesData(kind) ? SPRITE_FRAGMENT : 0;
  within("dataBytes", data.length, 0, most);
  const pleaseAck = flags === PLEASE_ACKNOWLEDGE;
  return { kind, channel, call, boot, peer, gap, fragments, mask, pleaseAck, data };
}

function within(key: keyof typeof F, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  throw fieldError(F[key], 0, value, least === most ? String(least) : `${least} to ${most}`);
}

/** The hosts of a packet by their numbers, from 1, and the process of the server that had the channel. */
interface SpriteHosts {
  readonly client: number;
  readonly server: number;
  readonly hint: number;
}

/** The bytes of a packet. Throws WireError where a value does not fit. */
export function writeSprite({ pleaseAck, ...packet }: SpritePacket, hosts: SpriteHosts): Uint8Array {
  const offset = carriesData(packet.kind) ? placeOf(packet.mask) * SPRITE_FRAGMENT : 0;
  const flags = pleaseAck ? PLEASE_ACKNOWLEDGE : 0;
  const isWhole = packet.fragments === WHOLE;
  const [fragments, mask] = [isWhole ? 0 : packet.fragments, isWhole && carriesData(packet.kind) ? 0 : packet.mask];
  const dataBytes = packet.data.length;
  return TABLE.write({ ...packet, ...hosts, flags, fragments, mask, dataBytes, offset });
}

/** A frame of the packet between two stations. */
export function encodeSpriteFrame(packet: SpritePacket, hosts: SpriteHosts, { from, to }: Addresses): Uint8Array {
  const inside = writeSprite(packet, hosts);
  const frame = newBytes(ETHERNET_BYTES + inside.length);
  emitEthernet({ to: to.mac, from: from.mac, type: ETHERTYPE_SPRITE }, frame, 0);
  frame.set(inside, ETHERNET_BYTES);
  return frame;
}

/** Throws WireError where the bytes are no frame of Sprite RPC, or make no sense. */
export function decodeSpriteFrame(frame: Uint8Array): SpritePacket {
  const { type } = parseEthernet(frame);
  if (type !== ETHERTYPE_SPRITE) {
    throw new WireError({ what: "Ethernet header", at: 12, field: "type", got: type, want: String(ETHERTYPE_SPRITE) });
  }
  return readSprite(frame.subarray(ETHERNET_BYTES));
}

/** Shows the header by its table; bytes that contradict each other are shown as malformed. */
export const dissectors: readonly Dissector[] = TABLE.dissectors.map((one) => ({
  ...one,
  read: (frame, at, end, below) => {
    try {
      readSprite(frame.subarray(at, end));
    } catch (error) {
      if (error instanceof WireError) return error.message;
      throw error; // a bug of ours, not of the bytes
    }
    return one.read(frame, at, end, below);
  },
}));
