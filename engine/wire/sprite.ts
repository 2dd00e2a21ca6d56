/**
 * Packets of Sprite RPC, straight on the Ethernet: a header of sixteen 32-bit words, and the data of a fragment.
 *
 * The header’s size is Sprite’s, and so is what it carries: channel, server hint, boot id, the gap that a host asks
 * for between fragments, and the mask of fragments (Sprite operating system archive). **Names, order and codes of its
 * words, the Ethernet type and the second boot id are ours**: the facts that we have do not give them. The Ethernet
 * type is one of the two for local experiments (IEEE 802-2014 §9.2.4).
 */
import { needBytes, WireError } from "./error.ts";
import { emitEthernet, ETHERNET_BYTES, ETHERNET_MAX_PAYLOAD, parseEthernet } from "./ethernet.ts";
import { field, fieldError, header } from "./header.ts";
import type { Dissector } from "./layer.ts";
import { packetTable } from "./packet-table.ts";
import type { Addresses } from "./station.ts";

const ETHERTYPE_SPRITE = 0x88b6;
export const SPRITE_CHANNELS = 8; // of a client
const SPRITE_MOST_FRAGMENTS = 16; // of a message
const VERSION = 1; // ours
/** Room for an internet header of 20 bytes stays free: the point of 1.42 KB of March 1990 then fills one fragment. */
const SPARE_BYTES = 20;
const PLEASE_ACKNOWLEDGE = 1;

export const SPRITE_HEADER = header(
  "Sprite RPC header",
  "16 words (Sprite operating system archive); words are ours.",
  {
    version: field("version", 0, 32, "1", { max: VERSION }),
    kind: field("kind", 4, 32, "1 request, 2 reply, 3 acknowledgement, 4 probe, 5 reject"),
    flags: field("flags", 8, 32, "1: the receiver is to acknowledge", {
      max: PLEASE_ACKNOWLEDGE,
      flags: { "please acknowledge": PLEASE_ACKNOWLEDGE },
    }),
    client: field("client", 12, 32, "the host that calls, from 1"),
    server: field("server", 16, 32, "the host that is called, from 1"),
    channel: field("channel", 20, 32, "of the client: 1 to 8, one call each", { max: SPRITE_CHANNELS }),
    hint: field("server hint", 24, 32, "the server’s process that last had the channel; 0 where none is known"),
    boot: field("boot id", 28, 32, "of the sender: another after each restart"),
    peer: field("other boot id", 32, 32, "of the receiver, as the sender knows it"),
    call: field("call", 36, 32, "its number; a client’s next one is greater"),
    gap: field("gap", 40, 32, "µs between fragments that the sender asks for"),
    fragments: field("fragments", 44, 32, "of the message, 1 to 16", { max: SPRITE_MOST_FRAGMENTS }),
    mask: field("fragment mask", 48, 32, "a bit for each fragment: the one here, or those that have come", {
      max: 2 ** SPRITE_MOST_FRAGMENTS - 1,
    }),
    parameterBytes: field("parameter bytes", 52, 32, "none: all bytes of a call are data here", { max: 0 }),
    dataBytes: field("data bytes", 56, 32, "of this fragment, behind the header"),
    offset: field("offset", 60, 32, "of this fragment in the message"),
  },
);
const F = SPRITE_HEADER.fields;

/** The most data of a fragment: 1,416 bytes, the “about 1.4 KB” of the measurements. */
export const SPRITE_FRAGMENT = ETHERNET_MAX_PAYLOAD - SPARE_BYTES - SPRITE_HEADER.bytes;

const KINDS = {
  request: [1, "request"],
  reply: [2, "reply"],
  acknowledgement: [3, "acknowledgement"],
  probe: [4, "other"],
  reject: [5, "other"],
} as const;

const TABLE = packetTable({
  name: "Sprite RPC",
  header: SPRITE_HEADER,
  kinds: KINDS,
  below: "Ethernet",
  keys: [ETHERTYPE_SPRITE],
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

/**
 * The packet in a frame. Throws WireError where its header contradicts itself or the frame.
 */
export function readSprite(bytes: Uint8Array): SpritePacket {
  needBytes(SPRITE_HEADER.what, 0, bytes.length, SPRITE_HEADER.bytes);
  const { kind, flags, channel, call, boot, peer, gap, fragments, mask, data, ...rest } = TABLE.read(bytes);
  within("version", rest.version, VERSION, VERSION);
  within("flags", flags, 0, PLEASE_ACKNOWLEDGE);
  within("channel", channel, 1, SPRITE_CHANNELS);
  within("fragments", fragments, 1, SPRITE_MOST_FRAGMENTS);
  within("mask", mask, 0, 2 ** fragments - 1);
  within("parameterBytes", rest.parameterBytes, 0, 0);
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
  const dataBytes = packet.data.length;
  return TABLE.write({ ...packet, ...hosts, version: VERSION, flags, parameterBytes: 0, dataBytes, offset });
}

/** A frame of the packet between two stations. */
export function encodeSpriteFrame(packet: SpritePacket, hosts: SpriteHosts, { from, to }: Addresses): Uint8Array {
  const inside = writeSprite(packet, hosts);
  const frame = new Uint8Array(ETHERNET_BYTES + inside.length);
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
