/** Takes TCP segments apart into layers and fields. */
import { hex, u16, u32 } from "./bytes.ts";
import { WireError } from "./error.ts";
import { showHeader, type Shown } from "./header.ts";
import { IPV4_AT, PROTOCOL_TCP } from "./ipv4.ts";
import { shownField, type Below, type Dissector, type Field, type Taken } from "./layer.ts";
import { parseTcp, TCP, TCP_AT, TCP_BYTES, tcpChecksum, tcpDataOffset } from "./tcp.ts";

function readTcp(frame: Uint8Array, at: number, end: number, below: Below): Taken | string {
  try {
    parseTcp(frame, at, end, null);
  } catch (error) {
    if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
    return error.message;
  }
  const length = tcpDataOffset(frame, at);
  const keys = [u16(frame, at + TCP_AT.from), u16(frame, at + TCP_AT.to)];
  return {
    layers: [{ name: "TCP", length, fields: tcpFields(frame, at, end, below) }],
    inside: { from: at + length, end, keys, isFragment: below.isFragment },
  };
}

function tcpFields(frame: Uint8Array, at: number, end: number, below: Below): Field[] {
  const { maxSegment, timeStamps, windowShift, permitsSacks, sacks = [] } = parseTcp(frame, at, end, null);
  const fields = showHeader(TCP, frame, at, { checksum: checksumNote(frame, at, end, below) });
  const options = tcpDataOffset(frame, at) - TCP_BYTES;
  if (options === 0) return fields;
  const known = [
    ...(maxSegment === null ? [] : [`largest segment ${maxSegment}`]),
    ...(windowShift === undefined ? [] : [`windows are shifted by ${windowShift} bits`]),
    ...(permitsSacks === true ? ["selective acknowledgements"] : []),
    ...sacks.map(({ from, to }) => `has ${from} to ${to}`),
    ...(timeStamps === null ? [] : [`time stamp ${timeStamps.value}, echo ${timeStamps.echo}`]),
  ];
  return [...fields, shownField("options", known.join("; ") || `${options} bytes`, at + TCP_BYTES, options)];
}

function checksumNote(frame: Uint8Array, at: number, end: number, { at: ipAt, isFragment }: Below): Shown {
  if (isFragment) return { note: "not checked: the first of several fragments" };
  const addresses = { from: u32(frame, ipAt + IPV4_AT.from), to: u32(frame, ipAt + IPV4_AT.to) };
  const want = tcpChecksum(frame, at, end, addresses);
  return { note: u16(frame, at + TCP_AT.checksum) === want ? "right" : `wrong, want ${hex(want, 4)}` };
}

export const dissectors: readonly Dissector[] = [{ name: "TCP", below: "IPv4", keys: [PROTOCOL_TCP], read: readTcp }];
