/**
 * A cipher of blocks of 64 bits, which stands in the place of DES: XTEA (Needham & Wheeler 1997), 32 cycles, with a key
 * of 128 bits. Blocks are chained: each is added to the one before it, bit by bit, before it is encrypted. The time of
 * DES is in the tables of the machines.
 */
import { putU32, u32 } from "./bytes.ts";
import { BLOCK_BYTES, CIPHER_KEY_BYTES } from "./cedar-sizes.ts";
import { WireError } from "./error.ts";

export type CipherKey = Uint8Array; // CIPHER_KEY_BYTES long

const CYCLES = 32;
const DELTA = 0x9e3779b9;
const LAST_SUM = Math.imul(DELTA, CYCLES) >>> 0;

const mixed = (half: number): number => ((half << 4) ^ (half >>> 5)) + half;

type Block = readonly [number, number];

function encryptBlock([first, second]: Block, key: CipherKey): Block {
  let [a, b, sum] = [first, second, 0];
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    a = (a + (mixed(b) ^ (sum + u32(key, 4 * (sum & 3))))) >>> 0;
    sum = (sum + DELTA) >>> 0;
    b = (b + (mixed(a) ^ (sum + u32(key, 4 * ((sum >>> 11) & 3))))) >>> 0;
  }
  return [a, b];
}

function decryptBlock([first, second]: Block, key: CipherKey): Block {
  let [a, b, sum] = [first, second, LAST_SUM];
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    b = (b - (mixed(a) ^ (sum + u32(key, 4 * ((sum >>> 11) & 3))))) >>> 0;
    sum = (sum - DELTA) >>> 0;
    a = (a - (mixed(b) ^ (sum + u32(key, 4 * (sum & 3))))) >>> 0;
  }
  return [a, b];
}

function needFit(bytes: Uint8Array, key: CipherKey): void {
  const wrong = (field: string, got: number, want: string): WireError =>
    new WireError({ what: "cipher", at: 0, field, got, want });
  if (key.length !== CIPHER_KEY_BYTES) throw wrong("key", key.length, `${CIPHER_KEY_BYTES} bytes`);
  if (bytes.length % BLOCK_BYTES !== 0) throw wrong("length", bytes.length, `whole blocks of ${BLOCK_BYTES} bytes`);
}

const added = ([a, b]: Block, [c, d]: Block): Block => [(a ^ c) >>> 0, (b ^ d) >>> 0];

function inBlocks(bytes: Uint8Array, take: (block: Block) => Block): Uint8Array {
  const out = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    const [a, b] = take([u32(bytes, at), u32(bytes, at + 4)]);
    putU32(out, at, a);
    putU32(out, at + 4, b);
  }
  return out;
}

/** The cipher text of whole blocks. Throws WireError for another length of bytes or key. */
export function encrypt(clear: Uint8Array, key: CipherKey): Uint8Array {
  needFit(clear, key);
  let last: Block = [0, 0];
  return inBlocks(clear, (block) => {
    last = encryptBlock(added(block, last), key);
    return last;
  });
}

/** The blocks that a cipher text was made of, if it was made with this key. Throws WireError as `encrypt` does. */
export function decrypt(cipher: Uint8Array, key: CipherKey): Uint8Array {
  needFit(cipher, key);
  let last: Block = [0, 0];
  return inBlocks(cipher, (block) => {
    const clear = added(decryptBlock(block, key), last);
    last = block;
    return clear;
  });
}
