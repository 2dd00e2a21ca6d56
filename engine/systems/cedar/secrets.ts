/** Secrets that each machine shares with Grapevine since before the run. */
import type { CipherKey } from "../../wire/block-cipher.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";
import { NAME_SERVICE, RUN_TIME } from "../../wire/cedar-header.ts";
import { CIPHER_KEY_BYTES, sealedBytes } from "../../wire/cedar-sizes.ts";
import { CONVERSE, GIVE_KEY } from "../../wire/names.ts";
import { wordsIn, wordsOf } from "./words.ts";

/** By the machine's number. */
export const secretOf = (host: number): CipherKey =>
  Uint8Array.from({ length: CIPHER_KEY_BYTES }, (_, i) => (0x51 + 0x1d * host + 0x2f * i) & 0xff);

/** The key and the caller's host, as the callee alone can read them. */
const AUTHENTICATOR_WORDS = wordsIn(sealedBytes(CIPHER_KEY_BYTES + 2));

type Question = Pick<ExchangePacket, "interface" | "procedure" | "data">;

/** The words of a question that its receiver has to decrypt: an authenticator is in cipher text. */
export const decrypts = ({ interface: index, procedure, data }: Question): number =>
  index === RUN_TIME && procedure === CONVERSE ? wordsOf(data) : 0;

/** The words to encrypt for an answer: a key for the callee, then the same key and that text for the caller. */
export const encrypts = ({ interface: index, procedure }: Question, answer: Uint8Array): number =>
  index === NAME_SERVICE && procedure === GIVE_KEY ? AUTHENTICATOR_WORDS + wordsOf(answer) : 0;
