/**
 * The format of a small protocol as one table: a header, whose field `kind` names the kind of the packet, and data
 * behind it. The table gives the writer, the reader and the dissector.
 */
import { newBytes } from "./bytes.ts";
import { WireError, needBytes } from "./error.ts";
import { fieldError, readHeader, showHeader, writeHeader, type Header } from "./header.ts";
import { bytesLayer, type CallPacket, type Dissector, type PacketRole, type Taken } from "./layer.ts";

interface PacketTableOptions<Kind extends string, Key extends string, Big extends string> {
  readonly name: string; // of the protocol, as a reader of a packet sees it
  readonly header: Header<Key | "kind", Big>;
  /** Each kind with its number on the wire, and what its packets are for. A fault script uses the same words. */
  readonly kinds: Readonly<Record<Kind, readonly [number: number, role: PacketRole]>>;
  /** The dissector that carries it, and the numbers by which that knows it: "UDP" and the ports. */
  readonly below: string;
  readonly keys: readonly number[];
  /**
   * The call that a packet belongs to. Kinds that are requests, replies or busy are asked, and those in `failed`, which
   * are replies of a call that was not executed.
   */
  readonly call?: (packet: TablePacket<NoInfer<Kind>, NoInfer<Key>, NoInfer<Big>>) => TableCall;
  readonly failed?: readonly NoInfer<Kind>[];
}

type TableCall = Pick<CallPacket, "call" | "identity"> & Partial<Pick<CallPacket, "place" | "procedure">>;

/** A packet: its kind, its fields by their names, and its data. */
type TablePacket<Kind extends string, Key extends string, Big extends string> = {
  readonly kind: Kind;
  readonly data: Uint8Array;
} & { readonly [Name in Exclude<Key, "kind">]: number } & { readonly [Name in Big]: bigint };

/** @typeParam Big the fields of 64 bits */
export interface PacketTable<Kind extends string, Key extends string, Big extends string = never> {
  readonly header: Header<string, string>;
  readonly kinds: readonly Kind[];
  /** Throws WireError where a value does not fit its field. */
  write(packet: TablePacket<Kind, Key, Big>): Uint8Array;
  /** Throws WireError where the bytes do not reach, or the number of the kind is none. The data is a view. */
  read(bytes: Uint8Array): TablePacket<Kind, Key, Big>;
  readonly dissectors: readonly Dissector[];
}

const WORD = /^[a-z][a-z0-9-]*$/;

/** Fault scripts are read without capitals: a kind in other letters would never be met there. */
function needWord(name: string, kind: string): void {
  if (WORD.test(kind)) return;
  throw new RangeError(
    `${name}: the kind "${kind}" cannot stand in a fault script, want small letters, digits and hyphens.`,
  );
}

/** Throws RangeError for a kind whose word no fault script can write. */
export function packetTable<Kind extends string, Key extends string, Big extends string = never>(
  options: PacketTableOptions<Kind, Key, Big>,
): PacketTable<Kind, Key, Big> {
  const { name, header, below, keys } = options;
  const kinds = Object.entries(options.kinds) as [Kind, readonly [number, PacketRole]][];
  for (const [kind] of kinds) needWord(name, kind);
  const roles = Object.fromEntries(kinds.map(([kind, [, role]]) => [kind, role]));
  const read = (bytes: Uint8Array, at: number, end: number): TablePacket<Kind, Key, Big> => {
    needBytes(header.what, at, end, header.bytes);
    const values = readHeader<Key | "kind", Big>(header, bytes, at);
    const kind = kinds.find(([, [number]]) => number === values.kind)?.[0];
    if (kind === undefined) {
      const want = kinds.map(([word, [number]]) => `${number} (${word})`).join(", ");
      throw fieldError(header.fields.kind, at, values.kind, `one of ${want}`);
    }
    // A key that stands behind a spread and is new takes Node 20 a microsecond.
    return { data: bytes.subarray(at + header.bytes, end), ...values, kind };
  };
  const dissect = (frame: Uint8Array, at: number, end: number): Taken | string => {
    try {
      const { kind } = read(frame, at, end);
      const fields = showHeader<Key | "kind", Big>(header, frame, at);
      const named = fields.map((one) => (one.name === header.fields.kind.name ? { ...one, note: kind } : one));
      return {
        layers: [{ name, length: header.bytes, fields: named }, ...bytesLayer("data", at + header.bytes, end)],
      };
    } catch (error) {
      if (error instanceof WireError) return error.message;
      throw error; // a bug of ours, not of the bytes
    }
  };
  const { call, failed = [] } = options;
  const callPacket: NonNullable<Dissector["callPacket"]> = (frame, at, end) => {
    try {
      const packet = read(frame, at, end);
      const isFailed = failed.includes(packet.kind);
      const role = isFailed ? "reply" : options.kinds[packet.kind][1];
      if (call === undefined || role === "acknowledgement" || role === "other") return null;
      const known = { place: 0, procedure: null, isFailed, dataAt: at + header.bytes };
      return { role, kind: packet.kind, ...known, ...call(packet) };
    } catch (error) {
      if (error instanceof WireError) return null;
      throw error; // a bug of ours, not of the bytes
    }
  };
  return {
    header,
    kinds: kinds.map(([kind]) => kind),
    write(packet) {
      const bytes = newBytes(header.bytes + packet.data.length);
      const [number] = options.kinds[packet.kind];
      const values = { ...packet, kind: number } as Parameters<typeof writeHeader<Key | "kind", Big>>[1];
      writeHeader<Key | "kind", Big>(header, values, bytes, 0);
      bytes.set(packet.data, header.bytes);
      return bytes;
    },
    read: (bytes) => read(bytes, 0, bytes.length),
    dissectors: [
      { name, below, keys, packetKinds: roles, read: dissect, ...(call === undefined ? {} : { callPacket }) },
    ],
  };
}
