/**
 * The format of messages that follow one another on a TCP connection, as one table: a header, whose field `bytes` says
 * how much data stands behind it, and whose field `magic` shows where a message begins. The table gives the writer, a
 * reader that finds the messages in a stream, and the dissector.
 */
import { newBytes, u16 } from "./bytes.ts";
import { WireError } from "./error.ts";
import { fieldError, readHeader, showHeader, writeHeader, type Header } from "./header.ts";
import { bytesLayer } from "./layer.ts";
import type { Dissector, Layer, MessageStream, PacketRole, Taken } from "./layer.ts";

/** What TCP sends for itself, whatever is above it. */
const TCP_ROLES = {
  acknowledgement: "acknowledgement",
  probe: "other",
  open: "other",
  close: "other",
  reset: "other",
} as const;

type Given = "magic" | "kind" | "bytes";

interface StreamTableOptions<Kind extends string, Key extends string> {
  readonly name: string; // of the protocol, as a reader of a packet sees it
  readonly header: Header<Key | Given>;
  /** The first 16 bits of a header. */
  readonly magic: number;
  /** Each kind with its number, and what its messages are for. A fault script uses the same words. */
  readonly kinds: Readonly<Record<Kind, readonly [number: number, role: PacketRole]>>;
  readonly port: number;
  /** The number of a message’s call, the same in call and reply. */
  readonly call: (fields: { readonly [Name in Exclude<NoInfer<Key>, Given>]: number }) => number;
}

/** A message: its kind, its further fields by their names, and its data. */
export type StreamMessage<Kind extends string, Key extends string> = {
  readonly kind: Kind;
  readonly data: Uint8Array;
} & { readonly [Name in Exclude<Key, Given>]: number };

export interface StreamTable<Kind extends string, Key extends string> {
  readonly header: Header;
  /** Of the segments that carry its messages, and of those that TCP sends for itself. */
  readonly kinds: readonly string[];
  /** Throws WireError where a value does not fit its field. */
  write(message: StreamMessage<Kind, Key>): Uint8Array;
  /**
   * The whole messages at the start of what has come of a stream, and the bytes behind them, which wait for more.
   * Throws WireError where they are no messages: nothing on the stream can be read then.
   */
  read(come: Uint8Array): { readonly messages: readonly StreamMessage<Kind, Key>[]; readonly rest: Uint8Array };
  /** How many bytes the first message of a stream has that begins with these; its header’s where that is not whole. */
  lengthOf(come: Uint8Array): number;
  /** Whether a message begins with these bytes. */
  isBegun(bytes: Uint8Array): boolean;
  readonly dissectors: readonly Dissector[];
}

export function streamTable<Kind extends string, Key extends string>(
  options: StreamTableOptions<Kind, Key>,
): StreamTable<Kind, Key> {
  const { name, header, magic, port } = options;
  const kinds = Object.entries(options.kinds) as [Kind, readonly [number, PacketRole]][];
  const roles = { ...Object.fromEntries(kinds.map(([kind, [, role]]) => [kind, role])), ...TCP_ROLES };
  /** The message at `at`; null where not all of it is there. */
  const readOne = (bytes: Uint8Array, at: number): { message: StreamMessage<Kind, Key>; end: number } | null => {
    if (bytes.length - at < header.bytes) return null;
    const values = readHeader<Key | Given>(header, bytes, at);
    if (values.magic !== magic) throw fieldError(header.fields.magic, at, values.magic, String(magic));
    const kind = kinds.find(([, [number]]) => number === values.kind)?.[0];
    if (kind === undefined) {
      const want = kinds.map(([word, [number]]) => `${number} (${word})`).join(", ");
      throw fieldError(header.fields.kind, at, values.kind, `one of ${want}`);
    }
    const from = at + header.bytes;
    const end = from + values.bytes;
    return end > bytes.length ? null : { message: { ...values, kind, data: bytes.subarray(from, end) }, end };
  };
  const stream = messageStream(options, kinds);
  return {
    header,
    kinds: Object.keys(roles),
    write(message) {
      const bytes = newBytes(header.bytes + message.data.length);
      const [kind] = options.kinds[message.kind];
      const values = { ...message, kind, magic, bytes: message.data.length };
      writeHeader<Key | Given>(header, values as Readonly<Record<Key | Given, number>>, bytes, 0);
      bytes.set(message.data, header.bytes);
      return bytes;
    },
    read(come) {
      const messages: StreamMessage<Kind, Key>[] = [];
      let at = 0;
      for (let one = readOne(come, at); one !== null; one = readOne(come, at)) {
        messages.push(one.message);
        at = one.end;
      }
      return { messages, rest: come.slice(at) };
    },
    lengthOf: (come) =>
      come.length < header.bytes ? header.bytes : header.bytes + readHeader<Key | Given>(header, come, 0).bytes,
    isBegun: (bytes) => bytes.length >= 2 && u16(bytes, 0) === magic,
    dissectors: [
      {
        name,
        below: "TCP",
        keys: [port],
        packetKinds: roles,
        stream,
        read: (frame, at, end) => dissect({ name, header, magic }, frame, at, end),
      },
    ],
  };
}

/** The messages as readers of captures ask for them: by their first bytes, and never with an error. */
function messageStream<Kind extends string, Key extends string>(
  { header, magic, call }: Pick<StreamTableOptions<Kind, Key>, "header" | "magic" | "call">,
  kinds: readonly (readonly [kind: string, known: readonly [number: number, role: PacketRole]])[],
): MessageStream {
  /** The header of a message; null where none begins. */
  const begun = (bytes: Uint8Array): Readonly<Record<Key | Given, number>> | null => {
    try {
      const values = readHeader<Key | Given>(header, bytes, 0);
      return values.magic === magic && kinds.some(([, [number]]) => number === values.kind) ? values : null;
    } catch (error) {
      if (error instanceof WireError) return null;
      throw error; // a bug of ours, not of the bytes
    }
  };
  return {
    headBytes: header.bytes,
    lengthOf: (head) => {
      if (head.length >= header.bytes) {
        const values = begun(head);
        return values === null ? null : header.bytes + values.bytes;
      }
      const isOther = [magic >> 8, magic & 255].some((byte, i) => (head[i] ?? byte) !== byte);
      return isOther ? null : "more";
    },
    callPacket: (message) => {
      const values = begun(message);
      const [kind, [, role]] = kinds.find(([, [number]]) => number === values?.kind) ?? ["", [0, "other"]];
      if (values === null || (role !== "request" && role !== "reply")) return null;
      const number = call(values);
      const whole = { place: 0, procedure: null, isFailed: false, dataAt: header.bytes };
      return { role, kind, call: number, identity: [number], ...whole };
    },
  };
}

/** A segment shows a message where one begins in it; its other bytes are those of one that has begun before. */
function dissect<Key extends string>(
  { name, header, magic }: Pick<StreamTableOptions<string, Key>, "name" | "header" | "magic">,
  frame: Uint8Array,
  from: number,
  end: number,
): Taken | string {
  const layers: Layer[] = [];
  let at = from;
  try {
    while (end - at >= header.bytes && u16(frame, at) === magic) {
      const { bytes } = readHeader<Key | Given>(header, frame, at);
      layers.push({ name, length: header.bytes, fields: showHeader<Key | Given>(header, frame, at) });
      const data = at + header.bytes;
      at = Math.min(end, data + bytes);
      layers.push(...bytesLayer("data", data, at, data + bytes > end ? "more follows in the next segment" : undefined));
    }
  } catch (error) {
    if (error instanceof WireError) return error.message;
    throw error; // a bug of ours, not of the bytes
  }
  return { layers: [...layers, ...bytesLayer("data", at, end, "of a message that has begun before")] };
}
