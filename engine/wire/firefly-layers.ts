/** Takes Firefly RPC packets apart into layers and fields: both headers, over UDP or straight on the Ethernet. */
import { hex, u16 } from "./bytes.ts";
import { WireError } from "./error.ts";
import { FIREFLY, FIREFLY_PORT, parseFirefly, type FireflyType } from "./firefly.ts";
import { datagramChecksum, datagramEnd, ETHERTYPE_FIREFLY, FIREFLY_DATAGRAM } from "./firefly-ethernet.ts";
import { isRedesigned, parseRedesigned, REDESIGNED } from "./firefly-redesigned.ts";
import { showHeader, type Shown } from "./header.ts";
import { bytesLayer, type CallPacket, type Dissector, type Layer, type PacketRole, type Taken } from "./layer.ts";

function readFirefly(frame: Uint8Array, at: number, end: number): Taken | string {
  const isNew = isRedesigned(frame, at);
  try {
    (isNew ? parseRedesigned : parseFirefly)(frame, at, end);
  } catch (error) {
    if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
    return error.message;
  }
  const { bytes } = isNew ? REDESIGNED : FIREFLY;
  const fields = isNew ? showHeader(REDESIGNED, frame, at) : showHeader(FIREFLY, frame, at);
  const layer: Layer = { name: "Firefly RPC", length: bytes, fields };
  return { layers: [layer, ...bytesLayer("data", at + bytes, end, "arguments or results")] };
}

const ROLES: Readonly<Partial<Record<FireflyType, CallPacket["role"]>>> = {
  call: "request",
  result: "reply",
  reject: "reply",
  data: "more",
};

function callPacket(frame: Uint8Array, at: number, end: number): CallPacket | null {
  try {
    const isNew = isRedesigned(frame, at);
    const packet = (isNew ? parseRedesigned : parseFirefly)(frame, at, end);
    const { type, activity, sequence, fragment, procedure } = packet;
    const role = ROLES[type];
    if (role === undefined) return null;
    return {
      ...{ role, kind: type, call: sequence, place: fragment, procedure },
      identity: [activity.machine, activity.space, activity.thread, sequence],
      isFailed: type === "reject",
      dataAt: at + (isNew ? REDESIGNED : FIREFLY).bytes,
    };
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error; // a bug of ours, not of the bytes
  }
}

function readDatagram(frame: Uint8Array, at: number, end: number): Taken | string {
  const { bytes, what } = FIREFLY_DATAGRAM;
  const dataEnd = datagramEnd(frame, at, end);
  if (dataEnd === undefined) return `${what}: its length does not fit the ${end - at} bytes of the frame`;
  const layer = { name: DATAGRAM, length: bytes };
  const checksum = checksumNote(frame, at, dataEnd);
  return {
    layers: [{ ...layer, fields: showHeader(FIREFLY_DATAGRAM, frame, at, { checksum }) }],
    inside: { from: at + bytes, end: dataEnd, keys: [ETHERTYPE_FIREFLY], isFragment: false },
    behind: { name: "padding", from: dataEnd },
  };
}

function checksumNote(frame: Uint8Array, at: number, end: number): Shown {
  const found = u16(frame, at + FIREFLY_DATAGRAM.at.checksum);
  if (found === 0) return { note: "none: the sender made no checksum" };
  const want = datagramChecksum(frame, at, end);
  return { note: found === want ? "right" : `wrong, want ${hex(want, 4)}` };
}

const DATAGRAM = "Firefly datagram";

const PACKET_KINDS: Readonly<Record<FireflyType, PacketRole>> = {
  call: "request",
  result: "reply",
  acknowledgement: "acknowledgement",
  probe: "other",
  reject: "other",
  data: "other",
};

export const dissectors: readonly Dissector[] = [
  { name: "Firefly RPC", below: "UDP", keys: [FIREFLY_PORT], packetKinds: PACKET_KINDS, read: readFirefly, callPacket },
  { name: DATAGRAM, below: "Ethernet", keys: [ETHERTYPE_FIREFLY], read: readDatagram },
  {
    name: "Firefly RPC",
    below: DATAGRAM,
    keys: [ETHERTYPE_FIREFLY],
    packetKinds: PACKET_KINDS,
    read: readFirefly,
    callPacket,
  },
];
