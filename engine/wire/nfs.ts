/**
 * NFS, version 2 (RFC 1094): the procedures by which a client looks a file up, and reads and writes its blocks. They
 * are calls of Sun RPC, and the bytes here stand behind the head of the call or the reply.
 */
import { padded, putU32, u32 } from "./bytes.ts";
import { needBytes, needRange, WireError } from "./error.ts";
import { field, header, needFits } from "./header.ts";
import { decodeUtf8, encodeUtf8 } from "./utf8.ts";

export const NFS_PROGRAM = 100_003;
export const NFS_VERSION = 2;
export const NFS_PORT = 2049;

/** Its procedures that a run calls, by number. */
export const NFS = { getattr: 1, lookup: 4, read: 6, write: 8 } as const;

/** Bytes of data in a READ or WRITE, at most. */
export const NFS_BLOCK = 8192;
/** Bytes of a file handle, which only the server understands. */
export const NFS_HANDLE = 32;
const MAX_NAME = 255;
const UNIT = 4;

const SOURCE = "RFC 1094, section 2.";

export const NFS_READ = header("NFS READ, behind the handle", SOURCE, {
  offset: field("offset", 0, 32, "first byte of the file"),
  count: field("count", 4, 32, "bytes that are wanted", { max: NFS_BLOCK }),
  total: field("total count", 8, 32, "unused"),
});
export const NFS_WRITE = header("NFS WRITE, behind the handle", SOURCE, {
  begin: field("begin offset", 0, 32, "unused"),
  offset: field("offset", 4, 32, "first byte of the file"),
  total: field("total count", 8, 32, "unused"),
  length: field("length", 12, 32, "of the data behind it", { max: NFS_BLOCK }),
});
export const NFS_STATUS = header("NFS status", SOURCE, {
  status: field("status", 0, 32, "0 where results follow", { note: (value) => (value === 0 ? "NFS_OK" : undefined) }),
});
const ATTRIBUTES = [
  "file type",
  "mode",
  "links",
  "user",
  "group",
  "size",
  "block size",
  "device",
  "blocks",
  "file system",
  "file number",
  "read, seconds",
  "read, microseconds",
  "written, seconds",
  "written, microseconds",
  "changed, seconds",
  "changed, microseconds",
] as const;
export const NFS_ATTRIBUTES = header(
  "NFS attributes of a file",
  SOURCE,
  Object.fromEntries(ATTRIBUTES.map((name, i) => [name, field(name, i * UNIT, 32, "")])),
);
export const NFS_LENGTH = header("NFS length of data", SOURCE, {
  length: field("length", 0, 32, "of the data behind it", { max: NFS_BLOCK }),
});

/** A call. Handles have NFS_HANDLE bytes; offsets and counts are in bytes. */
export type NfsCall =
  | { readonly what: "getattr"; readonly handle: Uint8Array }
  | { readonly what: "lookup"; readonly handle: Uint8Array; readonly name: string }
  | { readonly what: "read"; readonly handle: Uint8Array; readonly offset: number; readonly count: number }
  | { readonly what: "write"; readonly handle: Uint8Array; readonly offset: number; readonly data: Uint8Array };

/** The attributes of a file that a run sets; the others are 0. */
interface NfsFile {
  readonly file: number;
  readonly size: number; // bytes
  readonly isDirectory: boolean;
}

/** The results of a call that went well. */
export type NfsReply =
  | { readonly what: "getattr" | "write"; readonly file: NfsFile }
  | { readonly what: "lookup"; readonly handle: Uint8Array; readonly file: NfsFile }
  | { readonly what: "read"; readonly file: NfsFile; readonly data: Uint8Array };

const WHAT = "NFS call";

/** The arguments of a call. Throws WireError where a value does not fit. */
export function encodeNfsCall(call: NfsCall): Uint8Array {
  const units = (values: readonly number[], data: Uint8Array = NO_DATA): Uint8Array => {
    const bytes = new Uint8Array(NFS_HANDLE + values.length * UNIT + padded(data.length));
    bytes.set(call.handle);
    for (const [i, value] of values.entries()) {
      needFits(NFS_READ.fields.offset, NFS_HANDLE + i * UNIT, value); // any unsigned number of 32 bits
      putU32(bytes, NFS_HANDLE + i * UNIT, value);
    }
    bytes.set(data, NFS_HANDLE + values.length * UNIT);
    return bytes;
  };
  needRange(WHAT, 0, "bytes of a handle", call.handle.length, NFS_HANDLE);
  switch (call.what) {
    case "getattr":
      return units([]);
    case "lookup": {
      const name = encodeUtf8(call.name);
      needRange(WHAT, NFS_HANDLE, "bytes of a name", name.length, MAX_NAME);
      return units([name.length], name);
    }
    case "read":
      needRange(WHAT, NFS_HANDLE, "count", call.count, NFS_BLOCK);
      return units([call.offset, call.count, 0]);
    case "write":
      needRange(WHAT, NFS_HANDLE, "length", call.data.length, NFS_BLOCK);
      return units([0, call.offset, 0, call.data.length], call.data);
  }
}

/** Reads the arguments of a procedure. Throws WireError for bytes that are none, and for other procedures. */
export function parseNfsCall(procedure: number, bytes: Uint8Array): NfsCall {
  needBytes(WHAT, 0, bytes.length, NFS_HANDLE);
  const handle = bytes.subarray(0, NFS_HANDLE);
  const rest = bytes.subarray(NFS_HANDLE);
  switch (procedure) {
    case NFS.getattr:
      return { what: "getattr", handle };
    case NFS.lookup:
      return { what: "lookup", handle, name: decodeUtf8(dataAt(rest, 0, MAX_NAME)) };
    case NFS.read: {
      needBytes(NFS_READ.what, NFS_HANDLE, bytes.length, NFS_READ.bytes);
      const { offset, count } = NFS_READ.at;
      return { what: "read", handle, offset: u32(rest, offset), count: Math.min(u32(rest, count), NFS_BLOCK) };
    }
    case NFS.write: {
      needBytes(NFS_WRITE.what, NFS_HANDLE, bytes.length, NFS_WRITE.bytes);
      const { offset, length } = NFS_WRITE.at;
      return { what: "write", handle, offset: u32(rest, offset), data: dataAt(rest, length, NFS_BLOCK) };
    }
    default:
      throw new WireError({ what: WHAT, at: 0, field: "procedure", got: procedure, want: "1, 4, 6 or 8" });
  }
}

const NO_DATA = new Uint8Array(0);

/** The bytes behind their length at `at`. */
function dataAt(bytes: Uint8Array, at: number, most: number): Uint8Array {
  needBytes(WHAT, at, bytes.length, UNIT);
  const length = u32(bytes, at);
  needRange(WHAT, at, "length", length, most);
  needBytes(WHAT, at + UNIT, bytes.length, padded(length));
  return bytes.subarray(at + UNIT, at + UNIT + length);
}

const DIRECTORY = 2;
const REGULAR = 1;
const DISK_BLOCK = 512;

function putAttributes(bytes: Uint8Array, at: number, { file, size, isDirectory }: NfsFile): void {
  const put = (name: (typeof ATTRIBUTES)[number], value: number): void =>
    putU32(bytes, at + ATTRIBUTES.indexOf(name) * UNIT, value);
  put("file type", isDirectory ? DIRECTORY : REGULAR);
  put("mode", isDirectory ? 0o40755 : 0o100644);
  put("links", 1);
  put("size", size);
  put("block size", NFS_BLOCK);
  put("blocks", Math.ceil(size / DISK_BLOCK));
  put("file number", file);
}

/** The results of a call, their status first. */
export function encodeNfsReply(reply: NfsReply): Uint8Array {
  const handle = reply.what === "lookup" ? reply.handle : NO_DATA;
  const data = reply.what === "read" ? reply.data : null;
  const attributesAt = NFS_STATUS.bytes + handle.length;
  const end = attributesAt + NFS_ATTRIBUTES.bytes;
  const bytes = new Uint8Array(end + (data === null ? 0 : UNIT + padded(data.length)));
  bytes.set(handle, NFS_STATUS.bytes);
  putAttributes(bytes, attributesAt, reply.file);
  if (data !== null) {
    putU32(bytes, end, data.length);
    bytes.set(data, end + UNIT);
  }
  return bytes;
}

/** The handle in the results of a LOOKUP. Throws WireError where the bytes do not reach. */
export function handleInLookup(bytes: Uint8Array): Uint8Array {
  needBytes("NFS reply", 0, bytes.length, NFS_STATUS.bytes + NFS_HANDLE);
  return bytes.slice(NFS_STATUS.bytes, NFS_STATUS.bytes + NFS_HANDLE);
}
