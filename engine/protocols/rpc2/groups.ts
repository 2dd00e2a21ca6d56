/**
 * Groups of connections, for parallel calls over multicast (MultiRPC paper §VIII): the programmer groups connections
 * explicitly, each server learns of the group over its own connection, and one packet then takes the place of a request
 * to each. What follows a request is as before, so that a call keeps MultiRPC's guarantees.
 *
 * Rules
 * 1. A connection joins by a call on it, INITMULTICAST, which the server's process answers by itself. The call brings
 *    the group's number, Uniquefier, next sequence number and key; a secure connection encrypts it as any other call.
 *    The connection leaves a group that it was in before.
 * 2. A multicast request names the group in place of a connection. Its number is the group's, and each server adds what
 *    its connection's number was ahead when it joined. From there on it is a request on that connection.
 * 3. A connection in a group makes calls of the group alone, and these go to all of the group: so the numbers stay in
 *    step, and nobody executes a request that it was not meant to have.
 * 4. A process drops a multicast request of a group that it is not in, or of another Uniquefier, without a NAK. The
 *    request comes again to its connection alone, and is answered as any other.
 * 5. The request is encrypted with the group's key, as far as the level of its connections says.
 */
import { hex, putU32, u32 } from "../../wire/bytes.ts";
import { WireError } from "../../wire/error.ts";
import { parseRpc2, RPC2_AT, RPC2_BYTES, RPC2_FLAG, type Rpc2Packet } from "../../wire/rpc2.ts";
import { KEY_BYTES, openRpc2, type EncryptionKey, type Seal } from "../../wire/rpc2-cipher.ts";
import { after, sealOf, type Connection, type Handle, type Peer } from "./connection.ts";

/** Names a group within the process that has made it. */
export type GroupNumber = number;

/** A group that this process calls. */
interface Group {
  readonly number: GroupNumber;
  readonly uniquefier: number;
  readonly key: EncryptionKey; // zeros where nothing is encrypted
  readonly next: number; // sequence number of its next request
  readonly members: readonly Handle[];
}

/** A group that a connection of this process is in, at the server's end. */
interface Membership {
  readonly from: Peer;
  readonly number: GroupNumber;
  readonly uniquefier: number;
  readonly key: EncryptionKey;
  readonly handle: Handle;
  readonly ahead: number; // rule 2
}

export interface Groups {
  readonly made: readonly Group[];
  readonly joined: readonly Membership[];
}

export const NO_GROUPS: Groups = { made: [], joined: [] };

/** What is drawn for a group. */
export interface GroupNumbers {
  readonly uniquefier: number;
  readonly key: EncryptionKey;
}

export function withGroup(groups: Groups, numbers: GroupNumbers): readonly [Groups, GroupNumber] {
  const number = groups.made.length + 1;
  return [{ ...groups, made: [...groups.made, { number, ...numbers, next: 0, members: [] }] }, number];
}

export const groupOf = ({ made }: Groups, number: GroupNumber): Group | null => made[number - 1] ?? null;

/** Whether the connection of a client is in a group (rule 3). */
export const isGrouped = ({ made }: Groups, handle: Handle): boolean =>
  made.some(({ members }) => members.includes(handle));

const change = (groups: Groups, group: Group): Groups => ({
  ...groups,
  made: groups.made.with(group.number - 1, group),
});

/** Rule 1. */
export function withMember(groups: Groups, group: Group, handle: Handle): Groups {
  const made = groups.made.map((one) => ({ ...one, members: one.members.filter((member) => member !== handle) }));
  return change({ ...groups, made }, { ...group, members: [...group.members, handle] });
}

const BODY = { group: 0, uniquefier: 4, next: 8, key: 12, bytes: 12 + KEY_BYTES } as const;

/** Rule 1: the body of INITMULTICAST, four words and the key. */
export function joinBody({ number, uniquefier, next, key }: Group): Uint8Array {
  const body = new Uint8Array(BODY.bytes);
  putU32(body, BODY.group, number);
  putU32(body, BODY.uniquefier, uniquefier);
  putU32(body, BODY.next, next);
  body.set(key, BODY.key);
  return body;
}

/** Rule 1, at the server: a connection has joined. False where the body makes no sense. */
export function joined(groups: Groups, end: Connection, { body, seqNumber }: Rpc2Packet): Groups | null {
  if (body.length !== BODY.bytes) return null;
  const number = u32(body, BODY.group);
  const member: Membership = {
    from: end.peer,
    number,
    uniquefier: u32(body, BODY.uniquefier),
    key: body.slice(BODY.key, BODY.bytes),
    handle: end.handle,
    ahead: after(seqNumber, 2 - u32(body, BODY.next)),
  };
  const others = groups.joined.filter((one) => !isOf(one, end.peer, number) && one.handle !== end.handle);
  return { ...groups, joined: [...others, member] };
}

const isOf = ({ from, number }: Membership, { host, port }: Peer, group: GroupNumber): boolean =>
  number === group && from.host === host && from.port === port;

/** Rules 2 and 5: the packet that takes the place of the requests, of which `first` is one; the group counts on. */
export function multicast(groups: Groups, group: Group, first: Rpc2Packet): readonly [Groups, Rpc2Packet] {
  const packet = {
    ...first,
    remoteHandle: group.number,
    localHandle: 0,
    flags: first.flags | RPC2_FLAG.multicast,
    seqNumber: group.next,
    uniquefier: group.uniquefier,
  };
  return [change(groups, { ...group, next: after(group.next, 2) }), packet];
}

const sealWith = (connection: Connection, key: EncryptionKey): Seal | null => {
  const seal = sealOf(connection);
  return seal === null ? null : { ...seal, key };
};

export const groupSeal = (member: Connection, { key }: Group): Seal | null => sealWith(member, key);

export const isMulticast = (bytes: Uint8Array): boolean =>
  bytes.length >= RPC2_BYTES && (u32(bytes, RPC2_AT.flags) & RPC2_FLAG.multicast) !== 0;

type Given =
  | { readonly tag: "request"; readonly packet: Rpc2Packet; readonly handle: Handle }
  | { readonly tag: "dropped"; readonly why: string };

/** Rules 2 and 4: the request on its own connection that a multicast packet stands for. */
export function requestOf(
  { joined: all }: Groups,
  bytes: Uint8Array,
  from: Peer,
  find: (handle: Handle) => Connection | null,
): Given {
  const number = u32(bytes, RPC2_AT.remoteHandle);
  const member = all.find((one) => isOf(one, from, number));
  const end = member === undefined ? null : find(member.handle);
  if (member === undefined || end === null) return { tag: "dropped", why: `it is for group ${number}, not ours` };
  try {
    const packet = parseRpc2(openRpc2(bytes, sealWith(end, member.key)));
    if (packet.uniquefier !== member.uniquefier) {
      return { tag: "dropped", why: `it is for group ${number} of ${hex(packet.uniquefier, 8)}, not ours` };
    }
    const request = {
      ...packet,
      remoteHandle: end.handle,
      localHandle: end.peerHandle,
      flags: packet.flags & ~RPC2_FLAG.multicast,
      seqNumber: after(packet.seqNumber, member.ahead),
      uniquefier: end.uniquefier,
    };
    return { tag: "request", packet: request, handle: end.handle };
  } catch (error) {
    if (error instanceof WireError) return { tag: "dropped", why: error.message };
    throw error; // a mistake of ours, not of the bytes
  }
}
