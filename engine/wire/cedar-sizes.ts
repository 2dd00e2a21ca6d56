/** Sizes of encrypted data, apart from the cipher itself: a run in clear needs these alone. */
import { CEDAR_MAX_DATA, type CedarType } from "./cedar.ts";

export const CIPHER_KEY_BYTES = 16;
export const BLOCK_BYTES = 8;

/** The check and the length before the data. */
export const CHECK_BYTES = 4;
export const DATA_AT = CHECK_BYTES + 2;

/** Bytes of cipher text for so many bytes of data. */
export const sealedBytes = (data: number): number => Math.ceil((DATA_AT + data) / BLOCK_BYTES) * BLOCK_BYTES;
/** An encrypted packet has room for so many bytes of arguments or results: 498 bytes, 249 words. */
export const CEDAR_MAX_SEALED = Math.floor(CEDAR_MAX_DATA / BLOCK_BYTES) * BLOCK_BYTES - DATA_AT;

/** Types of packets that carry data; the others have none to encrypt. */
const SEALED: ReadonlySet<CedarType> = new Set(["call", "result", "data", "exception", "resume", "unwind"]);

/** Whether the data of packets of a type is encrypted in a conversation that has a key. */
export const isSealable = (type: CedarType): boolean => SEALED.has(type);
