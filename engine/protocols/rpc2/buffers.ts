/**
 * ALLOCBUFFER and FREEBUFFER: packet buffers in three sizes. They are made as they are needed and kept for ever, so
 * that new ones are made only when more are in use than ever before (MultiRPC paper §V-C). A pool is plain data: a
 * change makes another pool.
 */
import { RPC2_MAX_BODY } from "../../wire/rpc2.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";

/** Bytes of body: the library's small, medium and large buffers have 350, 3000 and 4500 bytes, header included. */
export const BUFFER_SIZES = [290, 2940, RPC2_MAX_BODY] as const;

interface PacketBuffer {
  readonly number: number; // within its pool
  readonly size: number; // bytes of body that it has room for
}

interface BufferPool {
  readonly made: number; // buffers that were ever made
  readonly idle: readonly PacketBuffer[];
  readonly inUse: readonly PacketBuffer[];
}

export const NO_BUFFERS: BufferPool = { made: 0, idle: [], inUse: [] };

/** A pool, a return code, and a buffer with room for `bytes` of body; TOOLONG and null where no packet is so long. */
export function allocBuffer(pool: BufferPool, bytes: number): readonly [BufferPool, number, PacketBuffer | null] {
  const size = BUFFER_SIZES.find((room) => room >= bytes);
  if (size === undefined) return [pool, RPC2_RETURN.tooLong, null];
  const known = pool.idle.findLast((buffer) => buffer.size === size);
  const buffer = known ?? { number: pool.made, size };
  const made = known === undefined ? pool.made + 1 : pool.made;
  const idle = pool.idle.filter((other) => other !== buffer);
  return [{ made, idle, inUse: [...pool.inUse, buffer] }, RPC2_RETURN.success, buffer];
}

/** Throws where the buffer is not in use: it would be given out twice. */
export function freeBuffer({ made, idle, inUse }: BufferPool, { number }: PacketBuffer): BufferPool {
  const buffer = inUse.find((one) => one.number === number);
  if (buffer === undefined) throw new Error("FREEBUFFER is given a buffer that is not in use.");
  return { made, idle: [...idle, buffer], inUse: inUse.filter((one) => one !== buffer) };
}
