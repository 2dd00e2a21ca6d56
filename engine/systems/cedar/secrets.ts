/** What each machine and Grapevine have shared since before the run. */
import type { CipherKey } from "../../wire/block-cipher.ts";
import { CIPHER_KEY_BYTES } from "../../wire/cedar-sizes.ts";

/** By the machine's number. */
export const secretOf = (host: number): CipherKey =>
  Uint8Array.from({ length: CIPHER_KEY_BYTES }, (_, i) => (0x51 + 0x1d * host + 0x2f * i) & 0xff);
