/** Sizes of encrypted data, apart from the cipher itself: a run in clear needs these alone. */
import { CEDAR_BYTES, CEDAR_MAX_DATA, CLEAR_BYTES, INNER_BYTES } from "./cedar-header.ts";
import type { CedarType } from "./cedar.ts";

export const CIPHER_KEY_BYTES = 16;
export const BLOCK_BYTES = 8;

/** The check and the length before the data. */
export const CHECK_BYTES = 4;
export const DATA_AT = CHECK_BYTES + 2;

/** Bytes of cipher text for so many bytes. */
export const sealedBytes = (bytes: number): number => Math.ceil((DATA_AT + bytes) / BLOCK_BYTES) * BLOCK_BYTES;
/** Bytes of cipher text of a packet with so many bytes of data: words 12 to 19 of its header are in it, too. */
export const sealedPacketBytes = (data: number): number => sealedBytes(INNER_BYTES + data);

/** An encrypted packet has room for so many bytes of arguments or results: 506 bytes, 253 words. */
const ROOM = CEDAR_BYTES + CEDAR_MAX_DATA - CLEAR_BYTES;
export const CEDAR_MAX_SEALED = Math.floor(ROOM / BLOCK_BYTES) * BLOCK_BYTES - DATA_AT - INNER_BYTES;

/** Types of packets that stay in clear: a machine without the key rejects a call, and Cedar has no connections. */
const CLEAR: ReadonlySet<CedarType> = new Set(["reject", "open", "close", "closed"]);

/** Whether packets of a type are encrypted in a conversation that has a key. */
export const isSealable = (type: CedarType): boolean => !CLEAR.has(type);
