/**
 * A process's connections: at most 64K of them, about a hundred bytes each, and no other resource (MultiRPC paper §IV,
 * properties 2 and 4).
 *
 * A connection that rests is a row of columns, one typed array for each. What is more than a row, a packet that is
 * waited for, kept or worked on, hangs beside it only as long as there is such a packet. Two hash tables of row numbers
 * find a row by its handle, and a server's by the INIT1 that made it.
 */
import { SECURITY_LEVELS } from "../../wire/rpc2-codes.ts";
import { KEY_BYTES } from "../../wire/rpc2-cipher.ts";
import type { ClientState } from "./client.ts";
import type { Connection, Handle, Peer } from "./connection.ts";
import type { ServerState } from "./server-state.ts";

/** A connection at one of its ends. */
export type End =
  { readonly role: "client"; readonly state: ClientState } | { readonly role: "server"; readonly state: ServerState };

export const MOST_CONNECTIONS = 65_536;

const RESTING = ["THINK", "AWAITENABLE", "AWAITREQUEST", "HARDERROR"] as const;
type RestingTag = (typeof RESTING)[number];

/** Columns: what a resting connection is. */
class Columns {
  readonly capacity: number;
  readonly handle: Uint32Array;
  readonly peerHandle: Uint32Array;
  readonly host: Uint32Array;
  readonly port: Uint16Array;
  readonly subsystem: Uint32Array;
  readonly uniquefier: Uint32Array;
  readonly nextSeq: Uint32Array;
  readonly code: Int32Array;
  readonly sideEffectType: Uint32Array;
  readonly role: Uint8Array; // 0 free, 1 client, 2 server
  readonly tag: Uint8Array; // index in RESTING
  readonly level: Uint8Array; // index in SECURITY_LEVELS
  readonly hasKey: Uint8Array;
  readonly key: Uint8Array;
  readonly byHandle: Int32Array; // row + 1, or 0
  readonly byInit1: Int32Array;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.handle = new Uint32Array(capacity);
    this.peerHandle = new Uint32Array(capacity);
    this.host = new Uint32Array(capacity);
    this.port = new Uint16Array(capacity);
    this.subsystem = new Uint32Array(capacity);
    this.uniquefier = new Uint32Array(capacity);
    this.nextSeq = new Uint32Array(capacity);
    this.code = new Int32Array(capacity);
    this.sideEffectType = new Uint32Array(capacity);
    this.role = new Uint8Array(capacity);
    this.tag = new Uint8Array(capacity);
    this.level = new Uint8Array(capacity);
    this.hasKey = new Uint8Array(capacity);
    this.key = new Uint8Array(capacity * KEY_BYTES);
    this.byHandle = new Int32Array(capacity * 2);
    this.byInit1 = new Int32Array(capacity * 2);
  }

  get bytes(): number {
    return Object.values(this).reduce(
      (sum: number, column: unknown) => sum + (isColumn(column) ? column.byteLength : 0),
      0,
    );
  }
}

const isColumn = (value: unknown): value is Uint8Array => ArrayBuffer.isView(value);

const FIRST_CAPACITY = 16;

/** Spreads a number over the slots of a hash table whose size is a power of two (Knuth's multiplicative method). */
const slotOf = (hash: number, size: number): number => (Math.imul(hash, 0x9e37_79b1) >>> 0) & (size - 1);

const init1Hash = (peer: Peer, peerHandle: Handle, uniquefier: number): number =>
  Math.imul(peer.host ^ (peer.port << 7), 31) ^ Math.imul(peerHandle, 17) ^ uniquefier;

export class ConnectionTable {
  private columns = new Columns(FIRST_CAPACITY);
  private readonly more = new Map<number, End>(); // by row: ends that are more than their row
  private readonly free: number[] = [];
  private used = 0; // rows that were ever used since the table grew
  size = 0;

  /** Bytes of a row, its share of the hash tables included, at the table's present size. */
  get bytesPerConnection(): number {
    return this.columns.bytes / this.columns.capacity;
  }

  /** How many connections have a packet hanging beside their row. */
  get withPackets(): number {
    return this.more.size;
  }

  /** Throws where the table is full or knows the handle: the process asks before. */
  add(end: End): void {
    if (this.size >= MOST_CONNECTIONS) throw new Error(`A process has at most ${MOST_CONNECTIONS} connections.`);
    if (this.rowOf(end.state.handle) >= 0) throw new Error(`Handle ${end.state.handle} names a connection already.`);
    if (this.size === this.columns.capacity) this.grow();
    const row = this.free.pop() ?? this.used++;
    this.size++;
    this.write(row, end);
    this.link(row);
  }

  get(handle: Handle): End | null {
    const row = this.rowOf(handle);
    return row < 0 ? null : (this.more.get(row) ?? this.read(row));
  }

  /** Throws where there is no connection with the state's handle. */
  put(end: End): void {
    const row = this.rowOf(end.state.handle);
    if (row < 0) throw new Error(`No connection has the handle ${end.state.handle}.`);
    this.write(row, end);
  }

  remove(handle: Handle): void {
    const row = this.rowOf(handle);
    if (row < 0) return;
    this.unlink(row);
    this.more.delete(row);
    this.columns.role[row] = 0;
    this.free.push(row);
    this.size--;
  }

  /** The server's connection that an INIT1 has made, known by peer, the client's handle and its uniquefier. */
  byInit1(peer: Peer, peerHandle: Handle, uniquefier: number): End | null {
    const { byInit1, host, port, peerHandle: handles, uniquefier: uniquefiers, role } = this.columns;
    const size = byInit1.length;
    for (let slot = slotOf(init1Hash(peer, peerHandle, uniquefier), size); ; slot = (slot + 1) & (size - 1)) {
      const row = (byInit1[slot] ?? 0) - 1;
      if (row < 0) return null;
      const isIt =
        role[row] === 2 &&
        host[row] === peer.host &&
        port[row] === peer.port &&
        handles[row] === peerHandle &&
        uniquefiers[row] === uniquefier;
      if (isIt) return this.more.get(row) ?? this.read(row);
    }
  }

  /** The handles of all connections to a peer, at either end, in the order of their rows. */
  to(peer: Peer): Handle[] {
    const { host, port, role, handle } = this.columns;
    const found: Handle[] = [];
    for (let row = 0; row < this.used; row++) {
      if (role[row] !== 0 && host[row] === peer.host && port[row] === peer.port) found.push(handle[row] ?? 0);
    }
    return found;
  }

  /** All connections, in the order of their rows. */
  *ends(): Iterable<End> {
    for (let row = 0; row < this.used; row++) {
      if (this.columns.role[row] !== 0) yield this.more.get(row) ?? this.read(row);
    }
  }

  private rowOf(handle: Handle): number {
    const { byHandle, handle: handles } = this.columns;
    const size = byHandle.length;
    for (let slot = slotOf(handle, size); ; slot = (slot + 1) & (size - 1)) {
      const row = (byHandle[slot] ?? 0) - 1;
      if (row < 0 || handles[row] === handle) return row;
    }
  }

  private write(row: number, end: End): void {
    const { role, state } = end;
    const { columns } = this;
    columns.handle[row] = state.handle;
    columns.peerHandle[row] = state.peerHandle;
    columns.host[row] = state.peer.host;
    columns.port[row] = state.peer.port;
    columns.subsystem[row] = state.subsystem;
    columns.uniquefier[row] = state.uniquefier;
    columns.sideEffectType[row] = state.sideEffectType;
    columns.role[row] = role === "client" ? 1 : 2;
    columns.level[row] = SECURITY_LEVELS.indexOf(state.level);
    columns.hasKey[row] = state.key === null ? 0 : 1;
    if (state.key !== null) columns.key.set(state.key, row * KEY_BYTES);
    columns.nextSeq[row] = "nextSeq" in state ? state.nextSeq : 0;
    columns.code[row] = state.tag === "HARDERROR" ? state.code : 0;
    const resting = restingTag(end);
    columns.tag[row] = resting === null ? 0 : RESTING.indexOf(resting);
    if (resting === null) this.more.set(row, end);
    else this.more.delete(row);
  }

  private read(row: number): End {
    const { columns } = this;
    const level = SECURITY_LEVELS[columns.level[row] ?? 0] ?? "openKimono";
    const connection: Connection = {
      handle: columns.handle[row] ?? 0,
      peer: { host: columns.host[row] ?? 0, port: columns.port[row] ?? 0 },
      peerHandle: columns.peerHandle[row] ?? 0,
      subsystem: columns.subsystem[row] ?? 0,
      uniquefier: columns.uniquefier[row] ?? 0,
      level,
      sideEffectType: columns.sideEffectType[row] ?? 0,
      key: columns.hasKey[row] === 1 ? columns.key.slice(row * KEY_BYTES, (row + 1) * KEY_BYTES) : null,
    };
    const tag = RESTING[columns.tag[row] ?? 0] ?? "HARDERROR";
    const nextSeq = columns.nextSeq[row] ?? 0;
    const broken = { ...connection, tag: "HARDERROR", code: columns.code[row] ?? 0 } as const;
    if (columns.role[row] === 1) {
      return { role: "client", state: tag === "THINK" ? { ...connection, tag, nextSeq, seen: null } : broken };
    }
    const isIdle = tag === "AWAITENABLE" || tag === "AWAITREQUEST";
    return { role: "server", state: isIdle ? { ...connection, tag, nextSeq, held: null } : broken };
  }

  private homeByHandle(row: number): number {
    const { handle, byHandle } = this.columns;
    return slotOf(handle[row] ?? 0, byHandle.length);
  }

  private homeByInit1(row: number): number {
    const { peerHandle, uniquefier, host, port, byInit1 } = this.columns;
    const peer = { host: host[row] ?? 0, port: port[row] ?? 0 };
    return slotOf(init1Hash(peer, peerHandle[row] ?? 0, uniquefier[row] ?? 0), byInit1.length);
  }

  private link(row: number): void {
    insert(this.columns.byHandle, this.homeByHandle(row), row);
    if (this.columns.role[row] === 2) insert(this.columns.byInit1, this.homeByInit1(row), row);
  }

  private unlink(row: number): void {
    erase(this.columns.byHandle, row, (other) => this.homeByHandle(other));
    if (this.columns.role[row] === 2) erase(this.columns.byInit1, row, (other) => this.homeByInit1(other));
  }

  private grow(): void {
    const old = this.columns;
    this.columns = new Columns(Math.min(old.capacity * 2, MOST_CONNECTIONS));
    for (const [name, column] of Object.entries(old)) {
      if (!isColumn(column) || name.startsWith("by")) continue;
      (this.columns as unknown as Record<string, Uint8Array>)[name]?.set(column);
    }
    for (let row = 0; row < this.used; row++) if (old.role[row] !== 0) this.link(row);
  }
}

function insert(table: Int32Array, from: number, row: number): void {
  let slot = from;
  while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1);
  table[slot] = row + 1;
}

/** Takes a row out and closes the gap, so that what was put past it is still found. */
function erase(table: Int32Array, row: number, homeOf: (row: number) => number): void {
  const mask = table.length - 1;
  let hole = homeOf(row);
  while (table[hole] !== row + 1) hole = (hole + 1) & mask;
  for (let next = (hole + 1) & mask; table[next] !== 0; next = (next + 1) & mask) {
    const home = homeOf((table[next] ?? 0) - 1);
    if (((next - home) & mask) < ((next - hole) & mask)) continue; // it lies between its home and here: it may stay
    table[hole] = table[next] ?? 0;
    hole = next;
  }
  table[hole] = 0;
}

/** The tag of a state that its row says all about; null where there is more. */
function restingTag({ state }: End): RestingTag | null {
  switch (state.tag) {
    case "THINK":
      return state.seen === null ? state.tag : null;
    case "AWAITENABLE":
    case "AWAITREQUEST":
      return state.held === null ? state.tag : null;
    case "HARDERROR":
      return state.tag;
    default:
      return null;
  }
}
