/**
 * ALLOCBUFFER and FREEBUFFER: packet buffers in three sizes. They are made as they are needed and kept for ever, so
 * that new ones are made only when more are in use than ever before (MultiRPC paper §V-C).
 */
import { RPC2_MAX_BODY } from "../../wire/rpc2.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";

/** Bytes of body: the library's small, medium and large buffers have 350, 3000 and 4500 bytes, header included. */
export const BUFFER_SIZES = [290, 2940, RPC2_MAX_BODY] as const;
const KINDS = BUFFER_SIZES.length;

export interface PacketBuffer {
  readonly size: number; // bytes of body that it has room for
}

export class BufferPool {
  private readonly made = new Array<number>(KINDS).fill(0);
  private readonly idle: PacketBuffer[][] = BUFFER_SIZES.map(() => []);
  private readonly out = new Set<PacketBuffer>();

  /** Buffers that were ever made. */
  get created(): number {
    return this.made.reduce((sum, count) => sum + count, 0);
  }

  get inUse(): number {
    return this.out.size;
  }

  /** A buffer with room for `bytes` of body; TOOLONG where no packet can be so long. */
  alloc(bytes: number): { readonly code: number; readonly buffer: PacketBuffer | null } {
    const kind = BUFFER_SIZES.findIndex((size) => size >= bytes);
    if (kind < 0) return { code: RPC2_RETURN.tooLong, buffer: null };
    const buffer = this.idle[kind]?.pop() ?? this.make(kind);
    this.out.add(buffer);
    return { code: RPC2_RETURN.success, buffer };
  }

  /** Throws where the buffer is not in use: it would be given out twice. */
  free(buffer: PacketBuffer): void {
    if (!this.out.delete(buffer)) throw new Error("FREEBUFFER is given a buffer that is not in use.");
    this.idle[BUFFER_SIZES.findIndex((size) => size === buffer.size)]?.push(buffer);
  }

  private make(kind: number): PacketBuffer {
    this.made[kind] = (this.made[kind] ?? 0) + 1;
    return { size: BUFFER_SIZES[kind] ?? RPC2_MAX_BODY };
  }
}
