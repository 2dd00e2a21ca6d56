/** The portmapper, program 100000 version 2 (RFC 1833, section 3): where the programs of a machine listen. */
import { putU32, u32 } from "./bytes.ts";
import { needBytes } from "./error.ts";
import { field, header, needFits } from "./header.ts";

export const PORTMAP_PROGRAM = 100_000;
export const PORTMAP_PORT = 111;

/** Its procedures, by number. */
export const PORTMAP = { null: 0, set: 1, unset: 2, getport: 3, dump: 4, callit: 5 } as const;

interface Mapping {
  readonly program: number;
  readonly version: number;
  readonly protocol: number; // 6 TCP, 17 UDP
  readonly port: number; // 0 in a question
}

export const MAPPING = header("portmapper's mapping", "RFC 1833, section 3.1.", {
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
