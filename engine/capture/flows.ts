/**
 * Who talks to whom: one direction between two ports, and the other direction beside it. The table has an end; the
 * oldest flow that has been silent is given up for a new one.
 */
import { entryOf } from "../kernel/reads.ts";
import { u16 } from "../wire/bytes.ts";
import { addressText, UDP } from "./internet.ts";
import type { Packet } from "./packet.ts";
import type { End, Flow, Half } from "./call.ts";

const MOST_FLOWS = 20_000;
/** A flow that was silent for so many frames may be given up. */
const SILENT = 20_000;
/** Flows that are asked whether they are silent, before one goes all the same. */
const TRIES = 8;

const isSame = (half: HalfKey, packet: Packet): boolean => {
  const { key } = half;
  const { addresses, addressAt, addressBytes, bytes, at } = packet;
  if (key.length !== 2 * addressBytes + 5 || key[0] !== packet.protocol) return false;
  for (let i = 0; i < 2 * addressBytes; i++) if (key[i + 1] !== addresses[addressAt + i]) return false;
  if (addressBytes === STATION) return true;
  const ports = 2 * addressBytes + 1;
  for (let i = 0; i < 4; i++) if (key[ports + i] !== bytes[at + i]) return false;
  return true;
};

interface HalfKey {
  readonly key: Uint8Array; // protocol, addresses, ports
  readonly half: Half;
}

function hashOf({ addresses, addressAt, addressBytes, bytes, at, protocol }: Packet): number {
  let hash = protocol;
  for (let i = 0; i < 2 * addressBytes; i++) hash = Math.imul(hash ^ (addresses[addressAt + i] as number), 0x01000193);
  if (addressBytes === STATION) return hash ^ (hash >>> 15);
  for (let i = 0; i < 4; i++) hash = Math.imul(hash ^ (bytes[at + i] as number), 0x01000193);
  return hash ^ (hash >>> 15);
}

export class Flows {
  given = 0; // flows that were given up
  private readonly table = new Map<number, HalfKey[]>();
  private readonly order = new Map<Half, number>(); // hashes, oldest first
  /** Goes on where it was: from the start it would step over all that are gone. */
  private oldest = this.order.entries();
  private readonly giveUp: (half: Half) => void;
  private readonly newFlow: () => Flow;
  private ids = 0;

  constructor(newFlow: () => Flow, giveUp: (half: Half) => void) {
    this.newFlow = newFlow;
    this.giveUp = giveUp;
  }

  /** The direction that a packet belongs to, whose ports are its first four bytes. */
  of(packet: Packet): Half {
    const hash = hashOf(packet);
    const found = this.table.get(hash)?.find((one) => isSame(one, packet));
    if (found !== undefined) {
      found.half.flow.lastFrame = packet.frame;
      return found.half;
    }
    return this.make(packet, hash);
  }

  all(): Iterable<Half> {
    return this.order.keys();
  }

  /** The same for a packet that another one quotes; null where there is no such flow. */
  known(packet: Packet): Half | null {
    return this.table.get(hashOf(packet))?.find((one) => isSame(one, packet))?.half ?? null;
  }

  private make(packet: Packet, hash: number): Half {
    if (this.order.size >= MOST_FLOWS) this.evict(packet.frame);
    const { addresses, addressAt, addressBytes, bytes, at } = packet;
    const from = endOf(addresses, addressAt, addressBytes, addressBytes === STATION ? 0 : u16(bytes, at));
    const to = endOf(
      addresses,
      addressAt + addressBytes,
      addressBytes,
      addressBytes === STATION ? 0 : u16(bytes, at + 2),
    );
    const back = this.reverse(packet);
    const half: Half = {
      id: this.ids++,
      transport: packet.addressBytes === STATION ? "ethernet" : packet.protocol === UDP ? "udp" : "tcp",
      from,
      to,
      other: back ?? null,
      flow: back?.flow ?? this.newFlow(),
      calls: new Map(),
      stream: null,
      foreign: back?.foreign ?? null,
      ttl: packet.ttl,
      checksums: { right: 0, wrong: 0 },
      outgoing: 0,
      incoming: 0,
    };
    if (back !== undefined) back.other = half;
    half.flow.lastFrame = packet.frame;
    const key = new Uint8Array(2 * addressBytes + 5);
    key[0] = packet.protocol;
    key.set(addresses.subarray(addressAt, addressAt + 2 * addressBytes), 1);
    if (addressBytes !== STATION) key.set(bytes.subarray(at, at + 4), 2 * addressBytes + 1);
    const list = this.table.get(hash);
    if (list === undefined) this.table.set(hash, [{ key, half }]);
    else list.push({ key, half });
    this.order.set(half, hash);
    return half;
  }

  private reverse(packet: Packet): Half | undefined {
    const { addresses, addressAt, addressBytes, bytes, at } = packet;
    const turned = new Uint8Array(2 * addressBytes);
    turned.set(addresses.subarray(addressAt + addressBytes, addressAt + 2 * addressBytes));
    turned.set(addresses.subarray(addressAt, addressAt + addressBytes), addressBytes);
    const ports = Uint8Array.of(...bytes.subarray(at + 2, at + 4), ...bytes.subarray(at, at + 2));
    const back: Packet = { ...packet, addresses: turned, addressAt: 0, bytes: ports, at: 0 };
    return this.table.get(hashOf(back))?.find((one) => isSame(one, back))?.half;
  }

  private evict(frame: number): void {
    for (let tries = TRIES; tries > 0;) {
      const next = this.oldest.next();
      if (next.done === true) {
        this.oldest = this.order.entries();
        continue;
      }
      const [half, hash] = next.value;
      this.order.delete(half);
      tries -= 1;
      if (tries === 0 || frame - half.flow.lastFrame >= SILENT) return this.remove(half, hash);
      this.order.set(half, hash);
    }
  }

  private remove(half: Half, hash: number): void {
    this.given += 1;
    this.giveUp(half);
    if (half.other !== null) half.other.other = null;
    const left = entryOf(this.table, hash, "list of flows").filter((one) => one.half !== half);
    if (left.length === 0) this.table.delete(hash);
    else this.table.set(hash, left);
  }
}

/** Bytes of the address of a station on an Ethernet. */
const STATION = 6;

/** IEEE 802 writes the address of a station with hyphens. */
const stationText = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("-");

function endOf(addresses: Uint8Array, at: number, length: Packet["addressBytes"], port: number): End {
  if (length === STATION) {
    const host = stationText(addresses.subarray(at, at + length));
    return { host, port, text: host };
  }
  const host = addressText(addresses, at, length);
  return { host, port, text: length === 4 ? `${host}:${port}` : `[${host}]:${port}` };
}
