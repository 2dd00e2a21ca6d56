/** Takes Pups and Cedar RPC packets apart into layers and fields. */
import { hex, u16, u8 } from "./bytes.ts";
import {
  CEDAR,
  CEDAR_BYTES,
  CEDAR_DETAILS,
  CEDAR_OUTCOME,
  CEDAR_PUP,
  CLASS,
  CLASSES,
  CLEAR_BYTES,
  NOT_END,
  PLEASE_ACK,
  PUP_TYPES_CEDAR,
  RPC_SUBTYPE,
  SEALED,
  SUBTYPE_SHIFT,
} from "./cedar-header.ts";
import { hasDetails, isSealed, parseCedar, type CedarType } from "./cedar.ts";
import { WireError } from "./error.ts";
import { showHeader } from "./header.ts";
import {
  bytesLayer,
  shownField,
  type Below,
  type CallPacket,
  type Dissector,
  type Field,
  type PacketRole,
  type Taken,
} from "./layer.ts";
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
    ...(isRpc(frame, at) ? rpcFields(frame, at) : showHeader(PUP, frame, at)),
    shownField("checksum, behind the data", hex(got, 4), check, PUP_CHECK, note),
  ];
  return {
    layers: [{ name: "Pup", length: PUP_HEADER, fields }],
    inside: {
      from: at + PUP_HEADER,
      end: at + PUP_HEADER + length,
      keys: [u8(frame, at + PUP.at.type)],
      isFragment: false,
    },
    behind: { name: "Pup checksum", from: at + PUP_HEADER + length },
  };
}

const isRpc = (frame: Uint8Array, pup: number): boolean =>
  u8(frame, pup + PUP.at.type) >> SUBTYPE_SHIFT === RPC_SUBTYPE;

/** The header of a Pup as Cedar RPC uses it: its type has bits, and two processes name it. */
function rpcFields(frame: Uint8Array, pup: number): readonly Field[] {
  const type = u8(frame, pup + CEDAR_PUP.at.type);
  const at = pup + CEDAR_PUP.at.type;
  const source = pup + CEDAR_PUP.at.fromProcess;
  const isTrue = (name: string, value: boolean, where = at): Field => shownField(name, value ? "yes" : "no", where, 1);
  const fields = showHeader(CEDAR_PUP, frame, pup, {
    type: [
      shownField("type", hex(type, 2), at, 1, `${type.toString(8)} octal`),
      shownField("subtype", RPC_SUBTYPE, at, 1, "remote procedure call"),
      isTrue("last packet of its message", (type & NOT_END) === 0),
      isTrue("please acknowledge", (type & PLEASE_ACK) !== 0),
      shownField("class", CLASSES[type & CLASS] ?? "not used", at, 1, String(type & CLASS)),
    ],
  });
  const encrypted = isTrue("encrypted", (u16(frame, source) & SEALED) !== 0, source);
  return fields.flatMap((field) => (field.at === source ? [field, encrypted] : [field]));
}

function readCedar(frame: Uint8Array, at: number, end: number, below: Below): Taken | string {
  try {
    const { packet, from } = parseCedar(frame, below.at);
    const conversation = showHeader(CEDAR, frame, at);
    if (isSealed(packet)) {
      return {
        layers: [
          { name: "Cedar RPC", length: CLEAR_BYTES, fields: conversation.slice(0, 1) },
          ...bytesLayer("encrypted words", at + CLEAR_BYTES, end, "only the two ends of the call have the key"),
        ],
      };
    }
    const rest = at + CEDAR.bytes;
    const more = hasDetails(packet, from) ? showHeader(CEDAR_DETAILS, frame, rest) : showOutcome(frame, rest);
    return {
      layers: [
        { name: "Cedar RPC", length: CEDAR_BYTES, fields: [...conversation, ...more] },
        ...bytesLayer("data", at + CEDAR_BYTES, end, "arguments or results"),
      ],
    };
  } catch (error) {
    if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
    return error.message;
  }
}

const ROLES: Readonly<Partial<Record<CedarType, CallPacket["role"]>>> = {
  call: "request",
  result: "reply",
  exception: "reply",
  reject: "reply",
  data: "more",
};

/** Resuming or unwinding an exception belongs to the call that raised it: its end is the result behind it. */
function callPacket(frame: Uint8Array, at: number, end: number, below: Below): CallPacket | null {
  try {
    const { packet } = parseCedar(frame, below.at);
    if (isSealed(packet)) return null;
    const { type, activity, conversation, sequence, fragment, procedure } = packet;
    const role = ROLES[type];
    if (role === undefined) return null;
    return {
      ...{ role, kind: type, call: sequence, place: fragment },
      procedure: type === "call" ? procedure : null,
      identity: [activity.machine, activity.thread, conversation, sequence],
      isFailed: type === "reject" || type === "exception",
      dataAt: Math.min(end, at + CEDAR_BYTES),
    };
  } catch (error) {
    if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
    return null;
  }
}

const showOutcome = (frame: Uint8Array, at: number): Field[] => showHeader(CEDAR_OUTCOME, frame, at);

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
  { name: "Cedar RPC", below: "Pup", keys: PUP_TYPES_CEDAR, packetKinds: PACKET_KINDS, read: readCedar, callPacket },
];
