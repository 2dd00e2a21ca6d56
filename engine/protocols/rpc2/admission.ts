/** A server decides which client to let in: it looks at an INIT1, and at the key that it shares with the client. */
import { putU32 } from "../../wire/bytes.ts";
import { WireError } from "../../wire/error.ts";
import type { Rpc2Packet } from "../../wire/rpc2.ts";
import { KEY_BYTES, type EncryptionKey } from "../../wire/rpc2-cipher.ts";
import { ENCRYPTION } from "../../wire/rpc2-codes.ts";
import { parseInit1 } from "../../wire/rpc2-init.ts";
import type { ProcessOptions } from "./process-types.ts";
import type { Acceptance } from "./server-state.ts";

/** Numbers of 32 bits that let a client in: two are its session key, then YRandom and the first sequence number. */
export const ADMISSION_NUMBERS = 4;

/** A body that cannot be read makes no connection. */
export function isReadable(init1: Rpc2Packet): boolean {
  try {
    parseInit1(init1.body);
    return true;
  } catch (error) {
    if (error instanceof WireError) return false;
    throw error;
  }
}

export const isOpenBind = (init1: Rpc2Packet): boolean => parseInit1(init1.body).securityLevel === "openKimono";

/** Null where the server does not know the client, or not its cipher. */
export function sharedKeyOf(init1: Rpc2Packet, { keyOf }: ProcessOptions): EncryptionKey | null {
  const { identity, authenticationType, encryptionType } = parseInit1(init1.body);
  return encryptionType === ENCRYPTION.xor ? (keyOf?.(identity, authenticationType) ?? null) : null;
}

/** The keys and numbers that let a client in. Throws where there are not four numbers. */
export function acceptance(sharedKey: EncryptionKey, numbers: readonly number[]): Acceptance {
  const [first, second, yRandom, firstSequence] = numbers;
  if (first === undefined || second === undefined || yRandom === undefined || firstSequence === undefined) {
    throw new Error(`To let a client in takes ${ADMISSION_NUMBERS} numbers; ${numbers.length} were drawn.`);
  }
  const sessionKey = new Uint8Array(KEY_BYTES);
  putU32(sessionKey, 0, first);
  putU32(sessionKey, 4, second);
  return { sharedKey, sessionKey, yRandom, firstSequence };
}
