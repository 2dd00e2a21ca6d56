/** Frames, segments and files for the tests of this room, written by hand so that no reader judges its own writer. */

const joinedAll = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

export const words = (...values: readonly number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  for (const [i, value] of values.entries()) view.setUint32(4 * i, value >>> 0);
  return new Uint8Array(view.buffer);
};

/** A call without credentials. */
export const callOf = (xid: number, program: number, version: number, procedure: number, args = words()): Uint8Array =>
  joinedAll([words(xid, 0, 2, program, version, procedure, 0, 0, 0, 0), args]);

/** An accepted reply that went well. */
export const replyOf = (xid: number, results = words()): Uint8Array => joinedAll([words(xid, 1, 0, 0, 0, 0), results]);

/** A record of one fragment, or of several of at most `most` bytes. */
export function recordOf(message: Uint8Array, most = Infinity): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < message.length; at += most) {
    const piece = message.subarray(at, Math.min(message.length, at + most));
    const isLast = at + piece.length === message.length;
    parts.push(words((isLast ? 0x8000_0000 : 0) + piece.length), piece);
  }
  return joinedAll(parts);
}

const CLIENT = [10, 0, 0, 2];
const SERVER = [10, 0, 0, 1];

interface Ends {
  readonly isReply?: boolean; // from the server
  readonly port?: number; // of the client
  readonly serverPort?: number;
}

function ports({ isReply = false, port = 900, serverPort = 2049 }: Ends): readonly number[] {
  const [from, to] = isReply ? [serverPort, port] : [port, serverPort];
  return [from >> 8, from & 255, to >> 8, to & 255];
}

/** An IPv4 packet of one piece, or one piece of several. */
export function ipv4(protocol: number, data: Uint8Array, { isReply = false }: Ends, flags = 0, id = 1): Uint8Array {
  const length = 20 + data.length;
  const ends = isReply ? [...SERVER, ...CLIENT] : [...CLIENT, ...SERVER];
  const rest = [id >> 8, id & 255, flags >> 8, flags & 255, 64, protocol, 0, 0];
  return Uint8Array.from([0x45, 0, length >> 8, length & 255, ...rest, ...ends, ...data]);
}

export function ipv6(protocol: number, data: Uint8Array, { isReply = false }: Ends): Uint8Array {
  const address = (last: number): readonly number[] => [0xfe, 0x80, ...Array.from({ length: 13 }, () => 0), last];
  const ends = isReply ? [...address(1), ...address(2)] : [...address(2), ...address(1)];
  return Uint8Array.from([0x60, 0, 0, 0, data.length >> 8, data.length & 255, protocol, 64, ...ends, ...data]);
}

export function udp(data: Uint8Array, ends: Ends): Uint8Array {
  const length = data.length + 8;
  return Uint8Array.from([...ports(ends), length >> 8, length & 255, 0, 0, ...data]);
}

function tcp(sequence: number, data: Uint8Array, ends: Ends, flags = 0x18, acknowledgement = 1): Uint8Array {
  const numbers = words(sequence, acknowledgement);
  return Uint8Array.from([...ports(ends), ...numbers, 0x50, flags, 0xff, 0xff, 0, 0, 0, 0, ...data]);
}

export const ethernet = (packet: Uint8Array, type = 0x0800, tags: readonly number[] = []): Uint8Array =>
  Uint8Array.from([...Array.from({ length: 12 }, () => 2), ...tags, type >> 8, type & 255, ...packet]);

export const inUdp = (message: Uint8Array, ends: Ends = {}): Uint8Array => ethernet(ipv4(17, udp(message, ends), ends));

export const inTcp = (sequence: number, data: Uint8Array, ends: Ends = {}, flags = 0x18, ack = 1): Uint8Array =>
  ethernet(ipv4(6, tcp(sequence, data, ends, flags, ack), ends));

export interface Timed {
  readonly ns: number; // since 1 January 2026
  readonly frame: Uint8Array;
  readonly seen?: number; // bytes of it that the file holds
}

const START = 1_767_225_600;

interface PcapForm {
  readonly little?: boolean;
  readonly isNano?: boolean;
  readonly linkType?: number;
}

export function pcapOf(
  frames: readonly Timed[],
  { little = true, isNano = false, linkType = 1 }: PcapForm = {},
): Uint8Array {
  const parts: Uint8Array[] = [];
  const put = (...values: readonly number[]): void => {
    const view = new DataView(new ArrayBuffer(4 * values.length));
    for (const [i, value] of values.entries()) view.setUint32(4 * i, value, little);
    parts.push(new Uint8Array(view.buffer));
  };
  put(isNano ? 0xa1b23c4d : 0xa1b2c3d4, little ? 0x0004_0002 : 0x0002_0004, 0, 0, 262_144, linkType);
  for (const { ns, frame, seen = frame.length } of frames) {
    const rest = ns % 1e9;
    put(START + Math.floor(ns / 1e9), isNano ? rest : Math.floor(rest / 1000), seen, frame.length);
    parts.push(frame.subarray(0, seen));
  }
  return joinedAll(parts);
}

/** Frames a millisecond apart. */
export const everyMs = (...frames: readonly Uint8Array[]): readonly Timed[] =>
  frames.map((frame, i) => ({ ns: i * 1_000_000, frame }));
