/** The listener makes of the bytes that arrive a packet in clear, or nothing. */
import { u32 } from "../../wire/bytes.ts";
import { WireError } from "../../wire/error.ts";
import { isInit1, NO_SEQUENCE, parseRpc2, readRpc2Words, RPC2_AT, RPC2_BYTES, RPC2_FLAG } from "../../wire/rpc2.ts";
import { RPC2_OPCODE, type Rpc2Packet } from "../../wire/rpc2.ts";
import { openRpc2, type Seal } from "../../wire/rpc2-cipher.ts";
import { parseSftp, SFTP_VERSION, type SftpPacket } from "../../wire/sftp.ts";
import { sealOf, type Handle } from "./connection.ts";
import type { End } from "./connection-table.ts";
import type { Library } from "./library.ts";

type Arrived =
  | { readonly tag: "rpc2"; readonly packet: Rpc2Packet; readonly end: End | null }
  | { readonly tag: "sftp"; readonly packet: SftpPacket; readonly end: End | null }
  /** Encrypted, for a handle that names no connection: only its sender's handle can be read. */
  | { readonly tag: "sealed for nobody"; readonly localHandle: Handle }
  | { readonly tag: "dropped"; readonly why: string };

/** Reads what has come. `find` gives the connection that a handle names, and with it the key. */
export function readPacket(bytes: Uint8Array, library: Library, find: (handle: Handle) => End | null): Arrived {
  if (bytes.length < RPC2_BYTES) return { tag: "dropped", why: `${bytes.length} bytes are too few for a header` };
  const version = u32(bytes, 0);
  const end = find(u32(bytes, RPC2_AT.remoteHandle));
  try {
    if (version === SFTP_VERSION) return { tag: "sftp", packet: parseSftp(openRpc2(bytes, sealFor(end))), end };
    if (version !== library.protoVersion) {
      return { tag: "dropped", why: `protocol version ${version}, not ${library.protoVersion}` };
    }
    if (end === null && isSealed(bytes))
      return { tag: "sealed for nobody", localHandle: u32(bytes, RPC2_AT.localHandle) };
    const seal = travelsInClear(bytes) ? null : sealFor(end);
    return { tag: "rpc2", packet: parseRpc2(openRpc2(bytes, seal)), end };
  } catch (error) {
    if (error instanceof WireError) return { tag: "dropped", why: error.message };
    throw error; // a mistake of ours, not of the bytes
  }
}

/** The seal of a connection's packets. A packet that names no connection can only be read in clear. */
const sealFor = (end: End | null): Seal | null => (end === null ? null : sealOf(end.state));

const isSealed = (bytes: Uint8Array): boolean => (u32(bytes, RPC2_AT.flags) & RPC2_FLAG.encrypted) !== 0;

const CLEAR: readonly number[] = [RPC2_OPCODE.init2, RPC2_OPCODE.init3, RPC2_OPCODE.init4, RPC2_OPCODE.nak];

/** Packets of a bind and NAKs are never encrypted as a whole, whatever the connection. */
function travelsInClear(bytes: Uint8Array): boolean {
  const { opcode, seqNumber } = readRpc2Words(bytes, 0, bytes.length);
  if (isSealed(bytes)) return false;
  const isBindBusy = opcode === RPC2_OPCODE.busy && seqNumber === NO_SEQUENCE;
  return isInit1(opcode) || CLEAR.includes(opcode) || isBindBusy;
}
