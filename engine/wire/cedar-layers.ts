/** Takes Pups and Cedar RPC packets apart into layers and fields. */
import { hex, u16 } from "./bytes.ts";
import { CEDAR, CEDAR_BYTES, parseCedar, PUP_TYPE_CEDAR, type CedarType } from "./cedar.ts";
import { WireError } from "./error.ts";
import { showHeader } from "./header.ts";
import { bytesLayer, shownField, type Dissector, type PacketRole, type Taken } from "./layer.ts";
import {
  ETHERTYPE_PUP,
  EXPERIMENTAL,
  isExperimental,
  parsePup,
  PUP,
  PUP_CHECK,
  PUP_HEADER,
  pupBytes,
  pupChecksum,
} from "./pup.ts";

const PUP_BELOW = "Experimental Ethernet";

function readExperimental(frame: Uint8Array, at: number, end: number): Taken | undefined {
  if (at !== 0 || !isExperimental(frame, end)) return undefined;
  return {
    layers: [{ name: PUP_BELOW, length: EXPERIMENTAL.bytes, fields: showHeader(EXPERIMENTAL, frame, at) }],
    inside: { from: EXPERIMENTAL.bytes, end, keys: [ETHERTYPE_PUP], isFragment: false },
  };
}

/** A wrong checksum is a note on its field: the bytes can still be read. */
function readPup(frame: Uint8Array, at: number, end: number): Taken | string {
  let length: number;
  try {
    ({ length } = parsePup(frame, at, end));
  } catch (error) {
    if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
    if (error.field !== "checksum") return error.message;
    length = u16(frame, at) - PUP_HEADER - PUP_CHECK;
  }
  const check = at + pupBytes(length) - PUP_CHECK;
  const want = pupChecksum(frame, at, check);
  const got = u16(frame, check);
  const note = got === want ? "right" : got === 0xffff ? "none" : `wrong, want ${hex(want, 4)}`;
  const fields = [
    ...showHeader(PUP, frame, at),
    shownField("checksum, behind the data", hex(got, 4), check, PUP_CHECK, note),
  ];
  return {
    layers: [{ name: "Pup", length: PUP_HEADER, fields }],
    inside: {
      from: at + PUP_HEADER,
      end: at + PUP_HEADER + length,
      keys: [frame[at + PUP.at.type] ?? 0],
      isFragment: false,
    },
    behind: { name: "Pup checksum", from: at + PUP_HEADER + length },
  };
}

function readCedar(frame: Uint8Array, at: number, end: number): Taken | string {
  let isSealed: boolean;
  try {
    isSealed = parseCedar(frame, at, end).isSealed === true;
  } catch (error) {
    if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
    return error.message;
  }
  return {
    layers: [
      { name: "Cedar RPC", length: CEDAR_BYTES, fields: showHeader(CEDAR, frame, at) },
      ...(isSealed
        ? bytesLayer("encrypted data", at + CEDAR_BYTES, end, "only the two ends of the call have the key")
        : bytesLayer("data", at + CEDAR_BYTES, end, "arguments or results")),
    ],
  };
}

const PACKET_KINDS: Readonly<Record<CedarType, PacketRole>> = {
  call: "request",
  result: "reply",
  data: "other",
  acknowledgement: "acknowledgement",
  probe: "other",
  exception: "reply",
  resume: "request",
  unwind: "request",
  reject: "other",
  open: "other",
  close: "other",
  closed: "other",
};

export const dissectors: readonly Dissector[] = [
  { name: PUP_BELOW, below: "frame", read: readExperimental },
  { name: "Pup", below: PUP_BELOW, keys: [ETHERTYPE_PUP], read: readPup },
  { name: "Pup", below: "Ethernet", keys: [ETHERTYPE_PUP], read: readPup },
  { name: "Cedar RPC", below: "Pup", keys: [PUP_TYPE_CEDAR], packetKinds: PACKET_KINDS, read: readCedar },
];
