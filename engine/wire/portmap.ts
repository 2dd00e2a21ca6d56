/** The portmapper, program 100000 version 2 (RFC 1833, section 3): where the programs of a machine listen. */
import { padded, putU32, u32 } from "./bytes.ts";
import { needBytes, WireError } from "./error.ts";
import { field, header, needFits } from "./header.ts";

export const PORTMAP_PROGRAM = 100_000;
export const PORTMAP_PORT = 111;

/** Its procedures, by number. */
export const PORTMAP = { null: 0, set: 1, unset: 2, getport: 3, dump: 4, callit: 5 } as const;

export interface Mapping {
  readonly program: number;
  readonly version: number;
  readonly protocol: number; // 6 TCP, 17 UDP
  readonly port: number; // 0 in a question
}

export const MAPPING = header("portmapper’s mapping", "RFC 1833, section 3.1.", {
  program: field("program", 0, 32, ""),
  version: field("version", 4, 32, ""),
  protocol: field("protocol", 8, 32, "6 TCP, 17 UDP"),
  port: field("port", 12, 32, "0 in a question"),
});
const F = MAPPING.fields;

/** The arguments of SET, UNSET and GETPORT. Throws WireError where a value does not fit. */
export function encodeMapping(mapping: Mapping): Uint8Array {
  const bytes = new Uint8Array(MAPPING.bytes);
  for (const key of ["program", "version", "protocol", "port"] as const) {
    needFits(F[key], 0, mapping[key]);
    putU32(bytes, F[key].at, mapping[key]);
  }
  return bytes;
}

/** Throws WireError where the bytes do not reach. */
export function parseMapping(bytes: Uint8Array, at = 0): Mapping {
  needBytes(MAPPING.what, at, bytes.length, MAPPING.bytes);
  return {
    program: u32(bytes, at + F.program.at),
    version: u32(bytes, at + F.version.at),
    protocol: u32(bytes, at + F.protocol.at),
    port: u32(bytes, at + F.port.at),
  };
}

const MORE = 1;
const NO_MORE = 0;
const UNIT = 4;

/** The result of DUMP: each mapping with a one before it, and a zero at the end. */
export function encodeMappings(mappings: readonly Mapping[]): Uint8Array {
  const each = UNIT + MAPPING.bytes;
  const bytes = new Uint8Array(mappings.length * each + UNIT);
  for (const [i, mapping] of mappings.entries()) {
    putU32(bytes, i * each, MORE);
    bytes.set(encodeMapping(mapping), i * each + UNIT);
  }
  putU32(bytes, mappings.length * each, NO_MORE);
  return bytes;
}

/** Throws WireError where the bytes do not reach, or something else stands between two mappings. */
export function parseMappings(bytes: Uint8Array): readonly Mapping[] {
  const mappings: Mapping[] = [];
  for (let at = 0; ; at += UNIT + MAPPING.bytes) {
    needBytes(MAPPING.what, at, bytes.length, UNIT);
    const more = u32(bytes, at);
    if (more === NO_MORE) return mappings;
    if (more !== MORE) throw new WireError({ what: MAPPING.what, at, field: "more", got: more, want: "0 or 1" });
    mappings.push(parseMapping(bytes, at + UNIT));
  }
}

/** The arguments of CALLIT: a procedure of the same machine, and that procedure's arguments. */
export interface Indirect {
  readonly program: number;
  readonly version: number;
  readonly procedure: number;
  readonly data: Uint8Array; // in XDR, whole units
}

export const CALLIT = header("portmapper’s indirect call", "RFC 1833, section 3.1.", {
  program: field("program", 0, 32, ""),
  version: field("version", 4, 32, "of the program"),
  procedure: field("procedure", 8, 32, "of the program"),
  length: field("length", 12, 32, "of the arguments behind it"),
});
export const CALLIT_RESULT = header("portmapper’s indirect result", "RFC 1833, section 3.1.", {
  port: field("port", 0, 32, "of the program that answered"),
  length: field("length", 4, 32, "of the results behind it"),
});

/** Bytes behind a head that says how many they are, filled up to whole units. */
function withHead(head: readonly number[], data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array((head.length + 1) * UNIT + padded(data.length));
  for (const [i, unit] of [...head, data.length].entries()) {
    needFits(F.program, i * UNIT, unit); // any unsigned number of 32 bits
    putU32(bytes, i * UNIT, unit);
  }
  bytes.set(data, (head.length + 1) * UNIT);
  return bytes;
}

/** The bytes behind a head of `head` bytes whose last unit is their length. */
function behindHead(what: string, bytes: Uint8Array, head: number): Uint8Array {
  needBytes(what, 0, bytes.length, head);
  const length = u32(bytes, head - UNIT);
  needBytes(what, head, bytes.length, padded(length));
  return bytes.slice(head, head + length);
}

/** Throws WireError where a value does not fit. */
export const encodeCallit = ({ program, version, procedure, data }: Indirect): Uint8Array =>
  withHead([program, version, procedure], data);

/** Throws WireError where the bytes do not reach. */
export function parseCallit(bytes: Uint8Array): Indirect {
  const data = behindHead(CALLIT.what, bytes, CALLIT.bytes);
  const { program, version, procedure } = CALLIT.fields;
  return {
    program: u32(bytes, program.at),
    version: u32(bytes, version.at),
    procedure: u32(bytes, procedure.at),
    data,
  };
}

/** Throws WireError where a value does not fit. */
export const encodeCallitResult = (port: number, data: Uint8Array): Uint8Array => withHead([port], data);

/** Throws WireError where the bytes do not reach. */
export function parseCallitResult(bytes: Uint8Array): { readonly port: number; readonly data: Uint8Array } {
  const data = behindHead(CALLIT_RESULT.what, bytes, CALLIT_RESULT.bytes);
  return { port: u32(bytes, CALLIT_RESULT.fields.port.at), data };
}

/** The answer of SET and UNSET. */
export const encodeBool = (is: boolean): Uint8Array => encodePort(is ? 1 : 0);

/** The answer of GETPORT. */
export function encodePort(port: number): Uint8Array {
  const bytes = new Uint8Array(UNIT);
  putU32(bytes, 0, port);
  return bytes;
}
