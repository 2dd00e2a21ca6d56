/**
 * Takes RPC2 and SFTP packets apart for the eye, as layers.ts does with what is around them: layers that tile the
 * bytes, fields that name theirs.
 *
 * RPC2 has no port of its own: a server exports at whatever portal it was given. So a datagram on any port counts as
 * RPC2 where its header reads like one, to the body's length. On the ports that the simulation uses, what does not read
 * like RPC2 is called malformed.
 */
import { hex, u32 } from "./bytes.ts";
import { WireError } from "./error.ts";
import type { Field, Layer } from "./layers.ts";
import { isInit1, NO_HANDLE, NO_SEQUENCE, parseRpc2, RPC2_AT, RPC2_BYTES, RPC2_FLAG, RPC2_OPCODE } from "./rpc2.ts";
import { RPC2_VERSIONS, rpc2Kind } from "./rpc2.ts";
import { describeReturnCode, SECURITY_LEVEL, SECURITY_LEVELS } from "./rpc2-codes.ts";
import { RPC2_PORT, SFTP_PORT } from "./rpc2-frame.ts";
import { INIT1_AT, parseInit1, versionOf } from "./rpc2-init.ts";
import { parseSftp, SFTP_ACKME, SFTP_OPCODES, SFTP_SE_FLAG, SFTP_VERSION, sftpMaskNumbers } from "./sftp.ts";

function field(name: string, text: string | number, at: number, length: number, note?: string): Field {
  return { name, text: String(text), at, length, ...(note === undefined ? {} : { note }) };
}

function bytesLayer(name: string, at: number, end: number, note?: string): Layer[] {
  if (at >= end) return [];
  const length = end - at;
  return [{ name, length, fields: [field("bytes", length, at, length, note)] }];
}

/**
 * The layers of the UDP payload `frame[at..end)` if it is RPC2 or SFTP; undefined where it is something else. A text
 * says why bytes on RPC2's ports are neither.
 */
export function rpc2Layers(
  frame: Uint8Array,
  at: number,
  end: number,
  ports: readonly number[],
): Layer[] | string | undefined {
  try {
    return layersOf(frame, at, end);
  } catch (error) {
    if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
    return ports.includes(RPC2_PORT) || ports.includes(SFTP_PORT) ? error.message : undefined;
  }
}

function layersOf(frame: Uint8Array, at: number, end: number): Layer[] {
  const version = end - at >= 4 ? u32(frame, at) : 0;
  if (version === SFTP_VERSION) {
    const packet = parseSftp(frame, at, end);
    const fields = sftpFields(frame, at);
    const name = packet.opcode === "START" ? "SFTP parameters" : "file data";
    return [{ name: "SFTP", length: RPC2_BYTES, fields }, ...bytesLayer(name, at + RPC2_BYTES, end)];
  }
  if (RPC2_VERSIONS.includes(version) && end - at >= RPC2_BYTES && isSealed(frame, at)) return sealed(frame, at, end);
  const packet = parseRpc2(frame, at, end);
  const layers: Layer[] = [
    { name: "RPC2", length: RPC2_BYTES, fields: [...clearFields(frame, at), ...rest(frame, at)] },
  ];
  return [...layers, ...bodyLayers(frame, at + RPC2_BYTES, end, packet.opcode)];
}

const isSealed = (frame: Uint8Array, at: number): boolean =>
  (u32(frame, at + RPC2_AT.flags) & ~RPC2_FLAG.retry) === RPC2_FLAG.encrypted;

/** Without the connection's key only the first 16 bytes can be read. */
function sealed(frame: Uint8Array, at: number, end: number): Layer[] {
  const hidden = at + RPC2_AT.bodyLength;
  const fields = [
    ...clearFields(frame, at),
    field("encrypted", `${RPC2_BYTES - RPC2_AT.bodyLength} bytes`, hidden, RPC2_BYTES - RPC2_AT.bodyLength),
  ];
  const note = "encrypted too, unless the connection encrypts headers only";
  return [{ name: "RPC2", length: RPC2_BYTES, fields }, ...bytesLayer("data", at + RPC2_BYTES, end, note)];
}

function clearFields(frame: Uint8Array, at: number): Field[] {
  const flags = u32(frame, at + RPC2_AT.flags);
  const names = Object.entries(RPC2_FLAG).flatMap(([name, bit]) => ((flags & bit) === 0 ? [] : [name]));
  const local = u32(frame, at + RPC2_AT.localHandle);
  const version = u32(frame, at);
  return [
    field("protocol version", version, at, 4, version === 7 ? "the library of 1987" : "the library of 2025"),
    field("remote handle", hex(u32(frame, at + RPC2_AT.remoteHandle), 8), at + RPC2_AT.remoteHandle, 4),
    field(
      "local handle",
      hex(local, 8),
      at + RPC2_AT.localHandle,
      4,
      local === NO_HANDLE ? "no connection" : undefined,
    ),
    field("flags", hex(flags, 8), at + RPC2_AT.flags, 4, names.length === 0 ? undefined : names.join(", ")),
  ];
}

function rest(frame: Uint8Array, at: number): Field[] {
  const word = (key: keyof typeof RPC2_AT): number => u32(frame, at + RPC2_AT[key]);
  const number = (name: string, key: keyof typeof RPC2_AT, note?: string): Field =>
    field(name, word(key), at + RPC2_AT[key], 4, note);
  const opcode = word("opcode") | 0;
  const code = word("returnCode") | 0;
  const unnumbered = word("seqNumber") === NO_SEQUENCE ? "none" : undefined;
  return [
    number("body length", "bodyLength"),
    number("sequence number", "seqNumber", unnumbered),
    field("opcode", opcode, at + RPC2_AT.opcode, 4, rpc2Kind(opcode)),
    field("side effect flags", hex(word("seFlags"), 8), at + RPC2_AT.seFlags, 4),
    number("side effect data offset", "seDataOffset"),
    number("subsystem", "subsysId"),
    field("return code", opcode === RPC2_OPCODE.reply ? describeReturnCode(code) : code, at + RPC2_AT.returnCode, 4),
    number("Lamport clock", "lamport"),
    field("uniquefier", hex(word("uniquefier"), 8), at + RPC2_AT.uniquefier, 4),
    number("time stamp", "timeStamp"),
    number("bind time", "bindTime"),
  ];
}

function bodyLayers(frame: Uint8Array, at: number, end: number, opcode: number): Layer[] {
  if (isInit1(opcode)) return init1Layers(frame, at, end);
  if (opcode === RPC2_OPCODE.reply) return bytesLayer("data", at, end, "OUT and IN OUT parameters");
  if (opcode > 0) return bytesLayer("data", at, end, "IN and IN OUT parameters");
  const isInit = opcode === RPC2_OPCODE.init2 || opcode === RPC2_OPCODE.init3 || opcode === RPC2_OPCODE.init4;
  return bytesLayer("data", at, end, isInit ? "zeros, or encrypted with the shared key" : undefined);
}

function init1Layers(frame: Uint8Array, at: number, end: number): Layer[] {
  parseInit1(frame.subarray(at, end));
  const number = (name: string, key: keyof typeof INIT1_AT, note?: string): Field =>
    field(name, u32(frame, at + INIT1_AT[key]), at + INIT1_AT[key], 4, note);
  const level = u32(frame, at + INIT1_AT.securityLevel);
  const text = versionOf(frame.subarray(at, end));
  const identity = end - at - INIT1_AT.identity;
  const fields = [
    number("side effect type", "sideEffectType"),
    number(
      "security level",
      "securityLevel",
      SECURITY_LEVELS.find((name) => SECURITY_LEVEL[name] === level),
    ),
    number("encryption type", "encryptionType"),
    number("authentication type", "authenticationType"),
    number("identity's length", "identityLength"),
    field("XRandom", hex(u32(frame, at + INIT1_AT.xRandom), 8), at + INIT1_AT.xRandom, 4),
    field("version", text, at + INIT1_AT.version, INIT1_AT.identity - INIT1_AT.version),
    ...(identity > 0 ? [field("identity", `${identity} bytes`, at + INIT1_AT.identity, identity)] : []),
  ];
  return [{ name: "INIT1", length: end - at, fields }];
}

function sftpFields(frame: Uint8Array, at: number): Field[] {
  const word = (key: keyof typeof RPC2_AT): number => u32(frame, at + RPC2_AT[key]);
  const number = (name: string, key: keyof typeof RPC2_AT, note?: string): Field =>
    field(name, word(key), at + RPC2_AT[key], 4, note);
  const flags = word("flags");
  const asks = (flags & SFTP_ACKME) === 0 ? undefined : "acknowledge this packet";
  const seFlags = word("seFlags");
  const mask: [number, number] = [word("returnCode"), word("lamport")];
  const beyond = sftpMaskNumbers(word("seDataOffset"), mask).join(", ");
  return [
    number("protocol version", "protoVersion", "SFTP"),
    field("remote handle", hex(word("remoteHandle"), 8), at + RPC2_AT.remoteHandle, 4),
    field("local handle", hex(word("localHandle"), 8), at + RPC2_AT.localHandle, 4),
    field("flags", hex(flags, 8), at + RPC2_AT.flags, 4, asks),
    number("body length", "bodyLength"),
    number("sequence number", "seqNumber"),
    number("opcode", "opcode", SFTP_OPCODES[word("opcode") - 1]),
    field(
      "side effect flags",
      hex(seFlags, 8),
      at + RPC2_AT.seFlags,
      4,
      seFlags & SFTP_SE_FLAG.moreData ? "more data" : undefined,
    ),
    number("got them all up to", "seDataOffset"),
    number("subsystem", "subsysId"),
    field(
      "bit mask",
      `${hex(mask[0], 8)} ${hex(mask[1], 8)}`,
      at + RPC2_AT.returnCode,
      8,
      beyond === "" ? undefined : beyond,
    ),
    number("this RPC call", "uniquefier"),
    number("time stamp", "timeStamp"),
    number("time echo", "bindTime"),
  ];
}
