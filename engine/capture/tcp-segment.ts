/** The header of a TCP segment (RFC 9293 §3.1), as far as a capture holds it. */
import { u16, u32, u8 } from "../wire/bytes.ts";
import type { Packet } from "./packet.ts";

export interface TcpHeader {
  readonly from: number;
  readonly to: number;
  readonly sequence: number;
  readonly acknowledgement: number;
  readonly flags: number;
  readonly dataAt: number; // byte in the packet's array
  readonly dataLength: number; // by the headers
}

export const SYN = 2;
export const RST = 4;
export const ACK = 16;
const HEADER = 20;

/** Null for a segment that breaks the format, or whose header the file does not hold. */
export function readTcp({ bytes, at, end, length }: Packet): TcpHeader | null {
  if (end - at < HEADER) return null;
  const header = (u8(bytes, at + 12) >> 4) * 4;
  if (header < HEADER || header > length) return null;
  return {
    from: u16(bytes, at),
    to: u16(bytes, at + 2),
    sequence: u32(bytes, at + 4),
    acknowledgement: u32(bytes, at + 8),
    flags: u8(bytes, at + 13),
    dataAt: Math.min(end, at + header),
    dataLength: length - header,
  };
}
