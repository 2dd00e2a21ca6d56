/**
 * The receive buffer of a UDP socket in 4.2BSD: limits on bytes and on the memory that they lie in, and silence about
 * what does not fit.
 *
 * Rules (4.2BSD sys/socketvar.h, uipc_socket2.c)
 * 1. A datagram of `len` bytes is let in if 16 + len <= min(limit - cc, 2 limit - mbcnt): `cc` counts the bytes that
 *    lie in the buffer, `mbcnt` the memory. The 16 are the sender's address, which is kept with it.
 * 2. Memory is counted in mbufs of 128 bytes, each with room for 112: one for the address, and as many as the data
 *    need. So 16 replies of 64 bytes fill the buffer (32 mbufs of 128), although they are only 1280 bytes of 2048.
 * 3. A datagram that is not let in is dropped; nobody is told.
 */
import { wholeFrom } from "./check.ts";
import { standard } from "./cost.ts";

const SOCKET = {
  receiveBytes: standard("Receive buffer of a UDP socket", 2048, "bytes", "4.2BSD netinet/udp_usrreq.c: soreserve"),
  addressBytes: standard("Address kept with a datagram", 16, "bytes", "4.2BSD sys/socket.h: struct sockaddr"),
  mbufBytes: standard("Memory buffer (mbuf)", 128, "bytes", "4.2BSD sys/mbuf.h: MSIZE"),
  mbufData: standard("Data in an mbuf, at most", 112, "bytes", "4.2BSD sys/mbuf.h: MLEN"),
  memoryShare: standard("Memory allowed for each byte of the limit", 2, "", "4.2BSD uipc_socket2.c: sbreserve"),
} as const;

const ADDRESS = SOCKET.addressBytes.value;
const MBUF = SOCKET.mbufBytes.value;

export class SocketBuffer<D> {
  /** Datagrams that were not let in. */
  dropped = 0;
  private readonly limit: number;
  private readonly queue: { readonly datagram: D; readonly bytes: number }[] = [];
  private cc = 0;
  private mbcnt = 0;

  /**
   * Throws RangeError where the limit is no whole number of bytes from 0.
   * @param limit bytes, 2048 in 4.2BSD; the limit on memory follows it
   */
  constructor(limit: number = SOCKET.receiveBytes.value) {
    this.limit = wholeFrom("socket", "limit", limit, 0, "bytes");
  }

  /** Datagrams that wait to be read. */
  get length(): number {
    return this.queue.length;
  }

  /** Bytes that wait, addresses included, and the memory that they take. */
  get used(): { readonly bytes: number; readonly memory: number } {
    return { bytes: this.cc, memory: this.mbcnt };
  }

  /** Rule 1. @param bytes of data, without IP and UDP headers */
  accepts(bytes: number): boolean {
    const space = Math.min(this.limit - this.cc, SOCKET.memoryShare.value * this.limit - this.mbcnt);
    return ADDRESS + bytes <= space;
  }

  /** Puts a datagram last; false where it was dropped. Throws RangeError for a negative size. */
  append(datagram: D, bytes: number): boolean {
    wholeFrom("socket", "bytes", bytes, 0, "bytes");
    if (!this.accepts(bytes)) {
      this.dropped++;
      return false;
    }
    this.queue.push({ datagram, bytes });
    this.cc += ADDRESS + bytes;
    this.mbcnt += memoryOf(bytes);
    return true;
  }

  /** Takes the first datagram out. */
  take(): D | undefined {
    const first = this.queue.shift();
    if (first === undefined) return undefined;
    this.cc -= ADDRESS + first.bytes;
    this.mbcnt -= memoryOf(first.bytes);
    return first.datagram;
  }
}

/** Rule 2. */
export function memoryOf(bytes: number): number {
  return MBUF * (1 + Math.ceil(bytes / SOCKET.mbufData.value));
}

/** How many datagrams of so many bytes find room in an empty buffer with this limit. */
export function placesIn(limit: number, bytes: number): number {
  const least = ADDRESS + bytes;
  if (least > limit) return 0;
  const byMemory = Math.floor((SOCKET.memoryShare.value * limit - least) / memoryOf(bytes));
  return Math.min(Math.floor(limit / least), 1 + byMemory);
}

/** The least limit with which so many find room. */
export function limitFor(places: number, bytes: number): number {
  if (places <= 0) return 0;
  const least = ADDRESS + bytes;
  return Math.max(places * least, Math.ceil(((places - 1) * memoryOf(bytes) + least) / SOCKET.memoryShare.value));
}
