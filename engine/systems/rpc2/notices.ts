/**
 * Notices: packets of RPC2’s format that belong to no connection and get no reply. A file server sends one to say that
 * a file has changed; workstations that are in multicast groups send one for each group that they join or leave.
 * The format’s flag for multicast marks them. How such a packet would have looked, nobody says: the opcodes are ours.
 */
import { LIBRARY_1987 } from "../../protocols/rpc2/library.ts";
import { putU32, u32 } from "../../wire/bytes.ts";
import { encodeRpc2, parseRpc2, RPC2_FLAG, RPC2_PORT } from "../../wire/rpc2.ts";
import type { OutgoingDatagram } from "../world/udp.ts";
import { SUBSYSTEM } from "./bind.ts";

const OPCODES = { changed: 1, join: 2, leave: 3 } as const;

const FILE_BYTES = 4; // as the one integer of a small call

/** What a notice is about: a file. Where files have groups, a file’s group has its number. */
export interface Notice {
  readonly what: keyof typeof OPCODES;
  readonly file: number;
}

/** Kinds of their packets: a change is a request without a reply. */
const KINDS = { changed: "request", join: "join", leave: "leave" } as const satisfies Record<Notice["what"], string>;

const EMPTY = {
  protoVersion: LIBRARY_1987.protoVersion,
  remoteHandle: 0,
  localHandle: 0,
  flags: RPC2_FLAG.multicast,
  seqNumber: 0,
  seFlags: 0,
  seDataOffset: 0,
  subsysId: SUBSYSTEM,
  returnCode: 0,
  lamport: 0,
  uniquefier: 0,
  timeStamp: 0,
  bindTime: 0,
};

/** The datagram of a notice to a host, or to a subnet. */
export function noticeTo(to: number, { what, file }: Notice, call: number, cause: number): OutgoingDatagram {
  const body = new Uint8Array(FILE_BYTES);
  putU32(body, 0, file);
  const data = encodeRpc2({ ...EMPTY, opcode: OPCODES[what], body });
  return { to, toPort: RPC2_PORT, data, kind: KINDS[what], call, origin: "first", cause };
}

/** The notice in a packet of RPC2; null where the packet is of a connection. Throws WireError for other bytes. */
export function noticeIn(bytes: Uint8Array): Notice | null {
  const { flags, opcode, body } = parseRpc2(bytes);
  if ((flags & RPC2_FLAG.multicast) === 0) return null;
  const what = (["changed", "join", "leave"] as const).find((name) => OPCODES[name] === opcode);
  if (what === undefined) throw new Error(`A notice has the opcode ${opcode}, which none has.`);
  return { what, file: u32(body, 0) };
}
