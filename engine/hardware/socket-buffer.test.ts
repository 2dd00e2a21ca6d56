import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limitFor, memoryOf, placesIn, SocketBuffer } from "./socket-buffer.ts";

const REPLY = 64; // an RPC2 reply: a header of 60 bytes and one word

/** How many datagrams of a size an empty buffer lets in. */
function room(bytes: number, limit?: number): number {
  const socket = new SocketBuffer<number>(limit);
  let count = 0;
  while (socket.append(count, bytes)) count++;
  return count;
}

describe("what 4.2BSD lets into a socket of 2048 bytes", () => {
  it("the seventeenth unread reply of 64 bytes is dropped, in silence", () => {
    const socket = new SocketBuffer<number>();
    const kept = Array.from({ length: 20 }, (_, reply) => socket.append(reply, REPLY));
    expect(kept.indexOf(false)).toBe(16);
    expect(socket.dropped).toBe(4);
    expect(socket.used).toEqual({ bytes: 16 * 80, memory: 4096 });
  });

  it("memory is what fills it: by bytes alone there would be room for 25 replies", () => {
    expect(room(REPLY)).toBe(16);
    expect(Math.floor(2048 / (16 + REPLY))).toBe(25);
  });

  it("a datagram takes an mbuf for its sender’s address and one for each 112 bytes", () => {
    expect([0, 1, 112, 113, 224, 225, 1024].map(memoryOf)).toEqual([128, 256, 256, 384, 384, 512, 1408]);
  });

  it("large datagrams are stopped by their bytes: one of 1024 fits beside none of its like", () => {
    expect(room(1024)).toBe(1);
    expect(room(2032)).toBe(1);
    expect(room(2033)).toBe(0);
  });

  it("a read makes room again for one", () => {
    const socket = new SocketBuffer<number>();
    for (let reply = 0; reply < 16; reply++) socket.append(reply, REPLY);
    expect(socket.accepts(REPLY)).toBe(false);
    expect(socket.take()).toBe(0);
    expect([socket.append(16, REPLY), socket.append(17, REPLY)]).toEqual([true, false]);
  });

  it("a larger limit lets in more in proportion", () => {
    expect([1, 2, 4, 8].map((times) => room(REPLY, 2048 * times))).toEqual([16, 32, 64, 128]);
  });

  it("has as many places as are let in, and the least limit for so many has them and one byte less has not", () => {
    for (const limit of [160, 2048, 3200, 3584, 3712]) expect(placesIn(limit, REPLY)).toBe(room(REPLY, limit));
    for (const places of [1, 7, 25, 29]) {
      const least = limitFor(places, REPLY);
      expect([placesIn(least, REPLY), placesIn(least - 1, REPLY)]).toEqual([places, places - 1]);
    }
    expect([placesIn(10, REPLY), limitFor(0, REPLY)]).toEqual([0, 0]);
  });

  it("an empty one has nothing to read", () => {
    expect(new SocketBuffer().take()).toBeUndefined();
  });
});

describe("whatever comes and is read", () => {
  const act = fc.oneof(fc.constant("read" as const), fc.integer({ min: 0, max: 1500 }));

  it("all that was let in is read in order, and the counts agree with a plain sum over what lies there", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 80 }), fc.constantFrom(2048, 4096), (acts, limit) => {
        const socket = new SocketBuffer<number>(limit);
        const inside: { id: number; bytes: number }[] = [];
        let dropped = 0;
        for (const [id, one] of acts.entries()) {
          if (one === "read") expect(socket.take()).toBe(inside.shift()?.id);
          else {
            const bytes = inside.reduce((sum, it) => sum + 16 + it.bytes, 0);
            const memory = inside.reduce((sum, it) => sum + 128 * (1 + Math.ceil(it.bytes / 112)), 0);
            expect(socket.used).toEqual({ bytes, memory });
            const fits = 16 + one <= limit - bytes && 16 + one <= 2 * limit - memory;
            expect(socket.append(id, one)).toBe(fits);
            if (fits) inside.push({ id, bytes: one });
            else dropped++;
          }
          expect(socket.length).toBe(inside.length);
        }
        expect(socket.dropped).toBe(dropped);
      }),
    );
  });
});
