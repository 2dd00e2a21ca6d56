/** Takes the messages of the minimal program apart. The server's port says which way a message goes. */
import { u32 } from "./bytes.ts";
import { showHeader, type Header } from "./header.ts";
import { bytesLayer, type Below, type CallPacket, type Dissector, type Taken } from "./layer.ts";
import { MARK_BYTES, RECORD_MARK } from "./sunrpc-record.ts";
import { MINIMAL_CALL, MINIMAL_PORT, MINIMAL_REPLY } from "./minimal.ts";

const NAME = "Minimal protocol";
const PACKET_KINDS = { call: "request", reply: "reply" } as const;
const TO = 1; // of the two ports that UDP gives

function read(frame: Uint8Array, at: number, end: number, { keys }: Below): Taken | string {
  const isCall = keys[TO] === MINIMAL_PORT;
  const table: Header = isCall ? MINIMAL_CALL : MINIMAL_REPLY;
  if (end - at < table.bytes) return `${end - at} bytes are too few for a ${table.what}, which has ${table.bytes}`;
  return {
    layers: [
      { name: NAME, length: table.bytes, fields: showHeader(table, frame, at) },
      ...bytesLayer("data", at + table.bytes, end, isCall ? "argument" : "behind the reply"),
    ],
  };
}

function callPacket(frame: Uint8Array, at: number, end: number, { keys }: Below): CallPacket | null {
  const isCall = keys[TO] === MINIMAL_PORT;
  const table: Header = isCall ? MINIMAL_CALL : MINIMAL_REPLY;
  if (end - at < table.bytes) return null;
  const call = u32(frame, at + MINIMAL_CALL.at.number); // at the same place in both
  return {
    ...{ role: isCall ? "request" : "reply", kind: isCall ? "call" : "reply", call, identity: [call], place: 0 },
    procedure: isCall ? u32(frame, at + MINIMAL_CALL.at.procedure) : null,
    isFailed: !isCall && u32(frame, at + MINIMAL_REPLY.at.result) !== 0,
    dataAt: at + table.bytes,
  };
}

/** A segment that begins with a record of one fragment, which holds a message. */
function readSegment(frame: Uint8Array, at: number, end: number, below: Below): Taken | undefined {
  const from = at + MARK_BYTES;
  if (end < from || (u32(frame, at) & 0x7fff_ffff) !== end - from) return undefined;
  const taken = read(frame, from, end, below);
  if (typeof taken === "string") return undefined;
  const mark = { name: "record mark", length: MARK_BYTES, fields: showHeader(RECORD_MARK, frame, at) };
  return { layers: [mark, ...taken.layers] };
}

export const dissectors: readonly Dissector[] = [
  {
    name: NAME,
    below: "UDP",
    keys: [MINIMAL_PORT],
    packetKinds: PACKET_KINDS,
    read,
    callPacket,
  },
  { name: NAME, below: "TCP", keys: [MINIMAL_PORT], packetKinds: PACKET_KINDS, read: readSegment },
];
