/**
 * The header of Firefly RPC redesigned, "to make it easy to interpret" (Firefly paper §4.2.5). The paper gives no
 * layout. **This one is ours**: the words that an interrupt routine needs come first, at multiples of four bytes. The
 * two thread numbers are places in the call tables, so that nobody needs a hash function. The length stays 32 bytes.
 */
import { hex, u8 } from "./bytes.ts";
import { needBytes } from "./error.ts";
import { FIREFLY, FIREFLY_TYPES, type FireflyPacket } from "./firefly.ts";
import { field, fieldError, header, readHeader, writeHeader } from "./header.ts";

/** Its upper half is 6, where the published header has 5. */
const REDESIGNED_FIRST_TYPE = 0x61;

const typeWord = (type: number): string | undefined => FIREFLY_TYPES[type - REDESIGNED_FIRST_TYPE];
const TYPE_VALUES = FIREFLY_TYPES.map((name, index) => `${hex(REDESIGNED_FIRST_TYPE + index, 2)} ${name}`).join(", ");
const PLEASE_ACK = 1;
const LAST_FRAGMENT = 2;
const MOST_FLAGS = PLEASE_ACK | LAST_FRAGMENT;
const MOST_DATA = FIREFLY.fields.dataLength.max;

export const REDESIGNED = header("Firefly RPC header, redesigned", "The layout is ours (§4.2.5).", {
  type: field("type", 0, 8, TYPE_VALUES, {
    text: (type) => typeWord(type) ?? hex(type, 2),
    note: (type) => hex(type, 2),
  }),
  flags: field("flags", 1, 8, "bit 0 pleaseAck, bit 1 last fragment, the others zero", {
    max: MOST_FLAGS,
    flags: { "please acknowledge": PLEASE_ACK, "last fragment": LAST_FRAGMENT },
  }),
  dataLength: field("data length", 2, 16, "bytes of arguments or results behind the header", { max: MOST_DATA }),
  serverThread: field("server thread", 4, 16, "its place in the server’s call table, a hint"),
  thread: field("caller thread", 6, 16, "its place in the caller’s call table"),
  sequence: field("sequence", 8, 32, "of the call within its activity"),
  machine: field("caller machine", 12, 32, "of the activity that calls"),
  space: field("caller space", 16, 16, "its address space"),
  serverSpace: field("server space", 18, 16, "the address space that is called"),
  binding: field("binding", 20, 32, "the exporter’s incarnation, never used again after a restart"),
  interface: field("interface", 24, 32, "index in the exporter’s table"),
  procedure: field("procedure", 28, 16, "of the interface"),
  fragment: field("fragment", 30, 16, "its number within the call or the result, from 0"),
});
const F = REDESIGNED.fields;

/** Reads the packet `bytes[at..end)`. `data` is a view, not a copy. Throws WireError. */
export function parseRedesigned(bytes: Uint8Array, at = 0, end = bytes.length): FireflyPacket {
  needBytes(REDESIGNED.what, at, end, REDESIGNED.bytes);
  const data = at + REDESIGNED.bytes;
  const { type: number, flags, dataLength, machine, space, thread, ...same } = readHeader(REDESIGNED, bytes, at);
  const type = FIREFLY_TYPES[number - REDESIGNED_FIRST_TYPE];
  if (type === undefined) throw fieldError(F.type, at, hex(u8(bytes, at), 2), TYPE_VALUES);
  if (flags > MOST_FLAGS) throw fieldError(F.flags, at, flags, "0…3: pleaseAck 1, last fragment 2");
  if (dataLength !== end - data || dataLength > MOST_DATA) {
    const want = end - data > MOST_DATA ? `at most ${MOST_DATA}` : `${end - data}, the bytes behind the header`;
    throw fieldError(F.dataLength, at, dataLength, want);
  }
  return {
    type,
    pleaseAck: (flags & PLEASE_ACK) !== 0,
    lastFragment: (flags & LAST_FRAGMENT) !== 0,
    activity: { machine, space, thread },
    ...same,
    data: bytes.subarray(data, end),
  };
}

/** Writes header and data at `at`. Throws WireError where a value does not fit its field. */
export function emitRedesigned(packet: FireflyPacket, into: Uint8Array, at: number): void {
  const { type, pleaseAck, lastFragment, activity, data, ...same } = packet;
  needBytes(REDESIGNED.what, at, into.length, REDESIGNED.bytes + data.length);
  const first = {
    type: REDESIGNED_FIRST_TYPE + FIREFLY_TYPES.indexOf(type),
    flags: (pleaseAck ? PLEASE_ACK : 0) | (lastFragment ? LAST_FRAGMENT : 0),
    dataLength: data.length,
  };
  writeHeader(REDESIGNED, { ...first, ...activity, ...same }, into, at);
  into.set(data, at + REDESIGNED.bytes);
}

/** Whether the packet at `at` has this header, by the upper half of its type. */
export const isRedesigned = (bytes: Uint8Array, at: number): boolean =>
  at < bytes.length && u8(bytes, at) >>> 4 === REDESIGNED_FIRST_TYPE >>> 4;
