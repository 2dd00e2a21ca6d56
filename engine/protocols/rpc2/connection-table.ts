/**
 * A process's connections: at most 64K of them, about a hundred bytes each, and no other resource (MultiRPC paper §IV,
 * properties 2 and 4). The table is plain data: a change makes another table.
 */
import type { ClientState } from "./client-state.ts";
import type { Handle, Peer } from "./connection.ts";
import { EMPTY_MAP, mapEntries, mapGet, mapRank, mapRemove, mapSet, type IntMap } from "./int-map.ts";
import type { ServerState } from "./server-state.ts";

/** A connection at one of its ends. */
export type End =
  { readonly role: "client"; readonly state: ClientState } | { readonly role: "server"; readonly state: ServerState };

/** Whether a packet hangs on the connection: waited for, kept or worked on. A connection at rest has none. */
export function hasPacket({ state }: End): boolean {
  switch (state.tag) {
    case "THINK":
      return state.seen !== null;
    case "AWAITENABLE":
    case "AWAITREQUEST":
      return state.held !== null;
    default:
      return state.tag !== "HARDERROR";
  }
}

export const MOST_CONNECTIONS = 65_536;

export interface ConnectionTable {
  readonly ends: IntMap<End>; // by handle; the rank counts the connections that were added before
  /** The servers' ends by a hash of the peer, handle and Uniquefier that their INIT1 names. */
  readonly byInit1: IntMap<Handle | readonly Handle[]>;
  readonly added: number;
}

export const NO_CONNECTIONS: ConnectionTable = { ends: EMPTY_MAP, byInit1: EMPTY_MAP, added: 0 };

const init1Hash = (peer: Peer, peerHandle: Handle, uniquefier: number): number =>
  (Math.imul(peer.host ^ (peer.port << 7), 31) ^ Math.imul(peerHandle, 17) ^ uniquefier) >>> 0;

const hashOf = ({ state }: End): number => init1Hash(state.peer, state.peerHandle, state.uniquefier);

export const endOf = ({ ends }: ConnectionTable, handle: Handle): End | null => mapGet(ends, handle);

/** Throws where the table is full or knows the handle: the process asks before. */
export function withEnd(table: ConnectionTable, end: End): ConnectionTable {
  const { ends, byInit1, added } = table;
  const { handle } = end.state;
  if (ends.count >= MOST_CONNECTIONS) throw new Error(`A process has at most ${MOST_CONNECTIONS} connections.`);
  if (mapGet(ends, handle) !== null) throw new Error(`Handle ${handle} names a connection already.`);
  const hash = hashOf(end);
  const same = end.role === "server" ? handlesAt(byInit1, hash) : [];
  return {
    ends: mapSet(ends, handle, end, added),
    byInit1: end.role === "server" ? atHash(byInit1, hash, [...same, handle]) : byInit1,
    added: added + 1,
  };
}

/** Throws where there is no connection with the state's handle. */
export function withState(table: ConnectionTable, end: End): ConnectionTable {
  const { handle } = end.state;
  const rank = mapRank(table.ends, handle);
  if (rank === null) throw new Error(`No connection has the handle ${handle}.`);
  return { ...table, ends: mapSet(table.ends, handle, end, rank) };
}

export function withoutEnd(table: ConnectionTable, handle: Handle): ConnectionTable {
  const end = endOf(table, handle);
  if (end === null) return table;
  const { ends, byInit1, added } = table;
  const hash = hashOf(end);
  const others = handlesAt(byInit1, hash).filter((other) => other !== handle);
  return {
    ends: mapRemove(ends, handle),
    byInit1: end.role === "server" ? atHash(byInit1, hash, others) : byInit1,
    added,
  };
}

/** One handle stands for itself: hashes of two connections are almost never the same. */
function handlesAt(byInit1: ConnectionTable["byInit1"], hash: number): readonly Handle[] {
  const known = mapGet(byInit1, hash);
  return known === null ? [] : typeof known === "number" ? [known] : known;
}

function atHash(byInit1: ConnectionTable["byInit1"], hash: number, handles: readonly Handle[]): typeof byInit1 {
  const [first] = handles;
  if (first === undefined) return mapRemove(byInit1, hash);
  return mapSet(byInit1, hash, handles.length === 1 ? first : handles);
}

/** The server's connection that an INIT1 has made, known by peer, the client's handle and its uniquefier. */
export function endByInit1(table: ConnectionTable, peer: Peer, peerHandle: Handle, uniquefier: number): End | null {
  const handles = handlesAt(table.byInit1, init1Hash(peer, peerHandle, uniquefier));
  const found = handles
    .map((handle) => endOf(table, handle))
    .find((end) => {
      const state = end?.state;
      return state?.peerHandle === peerHandle && state.uniquefier === uniquefier && isSame(state.peer, peer);
    });
  return found ?? null;
}

const isSame = (a: Peer, b: Peer): boolean => a.host === b.host && a.port === b.port;

/** All connections, in the order in which they were added. */
export const allEnds = ({ ends }: ConnectionTable): readonly End[] =>
  [...mapEntries(ends)].sort((a, b) => a.rank - b.rank).map(({ value }) => value);

/** The handles of all connections to a peer, at either end, in the order in which they were added. */
export function handlesTo({ ends }: ConnectionTable, peer: Peer): readonly Handle[] {
  const found = mapEntries(ends).filter(({ value }) => isSame(value.state.peer, peer));
  return found.sort((a, b) => a.rank - b.rank).map(({ key }) => key);
}
