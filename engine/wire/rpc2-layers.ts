/**
 * Takes RPC2 and SFTP packets apart into layers and fields.
 *
 * RPC2 has no port of its own: a server exports at whatever portal it was given. So a datagram on any port counts as
 * RPC2 where its header reads like one, to the body's length. On the ports that the simulation uses, a datagram that
 * does not read like RPC2 is called malformed.
 */
import { hex, u32 } from "./bytes.ts";
import { WireError } from "./error.ts";
import { showHeader } from "./header.ts";
import { bytesLayer, shownField, type Below, type Dissector, type Field, type Layer, type Taken } from "./layer.ts";
import {
  isInit1,
  parseRpc2,
  RPC2,
  RPC2_AT,
  RPC2_BYTES,
  RPC2_FLAG,
  RPC2_OPCODE,
  RPC2_PORT,
  RPC2_VERSIONS,
} from "./rpc2.ts";
import { describeReturnCode } from "./rpc2-codes.ts";
import { INIT1, INIT1_AT, parseInit1, versionOf } from "./rpc2-init.ts";
import { parseSftp, SFTP, SFTP_PORT, SFTP_VERSION, sftpMaskNumbers, type SftpPacket } from "./sftp.ts";

/**
 * Reads a datagram that has RPC2's ports. A first fragment lacks bytes that its header announces, so only its header
 * can tell.
 */
const readByPort = (frame: Uint8Array, at: number, end: number, { isFragment }: Below): Taken | string | undefined =>
  isFragment ? undefined : read(frame, at, end);

/** Reads a datagram whose header looks like RPC2's. */
function readByHeader(frame: Uint8Array, at: number, end: number): Taken | undefined {
  const taken = read(frame, at, end);
  return typeof taken === "string" ? undefined : taken;
}

function read(frame: Uint8Array, at: number, end: number): Taken | string {
  try {
    return { layers: layersOf(frame, at, end) };
  } catch (error) {
    if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
    return error.message;
  }
}

function layersOf(frame: Uint8Array, at: number, end: number): Layer[] {
  const version = end - at >= 4 ? u32(frame, at) : 0;
  const dataAt = at + RPC2_BYTES;
  if (version === SFTP_VERSION) {
    const packet = parseSftp(frame, at, end);
    const name = packet.opcode === "START" ? "SFTP parameters" : "file data";
    const fields = sftpFields(frame, at, packet);
    return [{ name: "SFTP", length: RPC2_BYTES, fields }, ...bytesLayer(name, dataAt, end)];
  }
  if (RPC2_VERSIONS.includes(version) && end - at >= RPC2_BYTES && isSealed(frame, at)) return sealed(frame, at, end);
  const { opcode, returnCode } = parseRpc2(frame, at, end);
  const isReply = opcode === RPC2_OPCODE.reply;
  const fields = showHeader(RPC2, frame, at, isReply ? { returnCode: { text: describeReturnCode(returnCode) } } : {});
  return [{ name: "RPC2", length: RPC2_BYTES, fields }, ...bodyLayers(frame, dataAt, end, opcode)];
}

const isSealed = (frame: Uint8Array, at: number): boolean =>
  (u32(frame, at + RPC2_AT.flags) & ~RPC2_FLAG.retry) === RPC2_FLAG.encrypted;

/** Without the connection's key only the first 16 bytes can be read. */
function sealed(frame: Uint8Array, at: number, end: number): Layer[] {
  const hidden = at + RPC2_AT.bodyLength;
  const length = RPC2_BYTES - RPC2_AT.bodyLength;
  const clear = showHeader(RPC2, frame, at).filter((field) => field.at < hidden);
  const fields = [...clear, shownField("encrypted", `${length} bytes`, hidden, length)];
  const note = "encrypted too, unless the connection encrypts headers only";
  return [{ name: "RPC2", length: RPC2_BYTES, fields }, ...bytesLayer("data", at + RPC2_BYTES, end, note)];
}

function bodyLayers(frame: Uint8Array, at: number, end: number, opcode: number): readonly Layer[] {
  if (isInit1(opcode)) return init1Layers(frame, at, end);
  if (opcode === RPC2_OPCODE.reply) return bytesLayer("data", at, end, "OUT and IN OUT parameters");
  if (opcode > 0) return bytesLayer("data", at, end, "IN and IN OUT parameters");
  const isInit = opcode === RPC2_OPCODE.init2 || opcode === RPC2_OPCODE.init3 || opcode === RPC2_OPCODE.init4;
  return bytesLayer("data", at, end, isInit ? "zeros, or encrypted with the shared key" : undefined);
}

function init1Layers(frame: Uint8Array, at: number, end: number): Layer[] {
  parseInit1(frame.subarray(at, end));
  const version = versionOf(frame.subarray(at, end));
  const identity = end - at - INIT1_AT.identity;
  const fields = [
    ...showHeader(INIT1, frame, at, { spare: [], spare2: [], spare3: [] }),
    shownField("version", version, at + INIT1_AT.version, INIT1_AT.identity - INIT1_AT.version),
    ...(identity > 0 ? [shownField("identity", `${identity} bytes`, at + INIT1_AT.identity, identity)] : []),
  ];
  return [{ name: "INIT1", length: end - at, fields }];
}

function sftpFields(frame: Uint8Array, at: number, { gotEmAll, bitMask }: SftpPacket): Field[] {
  const beyond = sftpMaskNumbers(gotEmAll, bitMask).join(", ");
  const text = bitMask.map((word) => hex(word, 8)).join(" ");
  const note = beyond === "" ? undefined : beyond;
  const mask = shownField(SFTP.fields.returnCode.name, text, at + SFTP.at.returnCode, 8, note);
  return showHeader(SFTP, frame, at, { returnCode: [mask], lamport: [] });
}

const PACKET_KINDS = { request: "request", reply: "reply", busy: "busy", nak: "other" } as const;

export const dissectors: readonly Dissector[] = [
  { name: "RPC2", below: "UDP", keys: [RPC2_PORT, SFTP_PORT], packetKinds: PACKET_KINDS, read: readByPort },
  { name: "RPC2", below: "UDP", magic: [SFTP_VERSION, ...RPC2_VERSIONS], read: readByHeader },
];
