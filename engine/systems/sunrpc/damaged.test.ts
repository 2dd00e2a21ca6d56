/**
 * Random and damaged bytes for every reader of XDR and of Sun RPC's messages: a reader gives a value, or throws its own
 * error, which says where and what is allowed; and it reads no byte that is not its own. `npm run audit` tries 100,000
 * inputs, `npm test` 500 of them.
 */
import { expect, it } from "vitest";
import { itemAt } from "../../kernel/reads.ts";
import { RandomStream } from "../../kernel/random.ts";
import { WireError } from "../../wire/error.ts";
import { parseMinimalCall, parseMinimalReply, encodeMinimalCall } from "../../wire/minimal.ts";
import { encodeCallit, encodeCallitResult, encodeMapping, encodeMappings, parseMapping } from "../../wire/portmap.ts";
import { parseCallit, parseCallitResult, parseMappings } from "../../wire/portmap.ts";
import { AUTH_SYS, encodeRpc, NO_AUTH, parseRpc, type RpcMessage } from "../../wire/sunrpc.ts";
import { encodeIdentity, parseIdentity } from "../../wire/sunrpc-auth.ts";
import { encodeRecord, RecordReader } from "../../wire/sunrpc-record.ts";
import { decodeXdr } from "../../stubs/xdr/decode.ts";
import { encodeXdr } from "../../stubs/xdr/encode.ts";
import { XdrError } from "../../stubs/xdr/error.ts";
import type { Pick } from "../../stubs/testing.ts";
import { randomType, randomValue } from "../../stubs/xdr/testing.ts";

const CASES = 100_000;
const STRIDE = process.env["ROUNDTRIP_EVERY"] === "1" ? 1 : 200;
const LONGEST = 64; // of random bytes
const AROUND = 16; // bytes that are not the reader's own

/** A reader, and bytes that it can read. */
interface Case {
  readonly name: string;
  readonly good: Uint8Array;
  readonly read: (bytes: Uint8Array) => unknown;
}

const mapping = (pick: Pick) => ({ program: pick(0, 9), version: 1, protocol: 17, port: pick(0, 65_535) });
const some = (pick: Pick, most: number): Uint8Array => Uint8Array.from({ length: pick(0, most) }, () => pick(0, 255));

function message(pick: Pick): RpcMessage {
  const xid = pick(0, 2 ** 32 - 1);
  const identity = { stamp: 1, machine: "lab", uid: 2, gid: 3, gids: [4, 5] };
  const credentials = pick(0, 1) === 0 ? NO_AUTH : encodeIdentity(identity);
  if (pick(0, 1) === 0) {
    return { kind: "call", xid, program: 100, version: 1, procedure: pick(0, 9), credentials, verifier: NO_AUTH };
  }
  const replies: readonly RpcMessage[] = [
    { kind: "accepted", xid, verifier: NO_AUTH, status: "SUCCESS" },
    { kind: "accepted", xid, verifier: credentials, status: "PROG_MISMATCH", low: 1, high: 3 },
    { kind: "denied", xid, reason: "RPC_MISMATCH", low: 2, high: 2 },
    { kind: "denied", xid, reason: "AUTH_ERROR", why: "AUTH_TOOWEAK" },
  ];
  return itemAt(replies, pick(0, replies.length - 1), "reply");
}

/** A record comes in two pieces, so that what is not whole is kept. */
function readRecords(bytes: Uint8Array): unknown {
  const reader = new RecordReader();
  const half = bytes.length >> 1;
  return [...reader.take(bytes.subarray(0, half)), ...reader.take(bytes.subarray(half))];
}

const READERS: readonly ((pick: Pick) => Case)[] = [
  (pick) => {
    const schema = { type: randomType(pick, 3), types: new Map() };
    const good = Uint8Array.from(encodeXdr(schema, randomValue(pick, schema)));
    return { name: "XDR", good, read: (bytes) => decodeXdr(schema, bytes) };
  },
  (pick) => ({
    name: "message",
    good: encodeRpc(message(pick), some(pick, 20)),
    read: (bytes) => parseRpc(bytes, 0, bytes.length),
  }),
  (pick) => ({ name: "record", good: encodeRecord(some(pick, 40), pick(1, 20)), read: readRecords }),
  (pick) => ({ name: "mapping", good: encodeMapping(mapping(pick)), read: (bytes) => parseMapping(bytes) }),
  (pick) => ({ name: "mappings", good: encodeMappings([mapping(pick), mapping(pick)]), read: parseMappings }),
  (pick) => ({
    name: "indirect call",
    good: encodeCallit({ program: 100, version: 1, procedure: 2, data: some(pick, 20) }),
    read: parseCallit,
  }),
  (pick) => ({ name: "indirect result", good: encodeCallitResult(1000, some(pick, 20)), read: parseCallitResult }),
  () => ({
    name: "identity",
    good: encodeIdentity({ stamp: 1, machine: "labhost", uid: 2, gid: 3, gids: [4, 5, 6] }).body,
    read: (body) => parseIdentity({ flavor: AUTH_SYS, body }),
  }),
  (pick) => ({
    name: "minimal call",
    good: encodeMinimalCall({ number: pick(0, 99), procedure: 1, argument: some(pick, 8) }),
    read: (bytes) => parseMinimalCall(bytes),
  }),
  () => ({ name: "minimal reply", good: new Uint8Array(8), read: (bytes) => parseMinimalReply(bytes) }),
];

/** Random bytes, or good ones with some changed, left out or added. */
function damaged(pick: Pick, good: Uint8Array): Uint8Array {
  if (pick(0, 4) === 0) return some(pick, LONGEST);
  const bytes = [...good];
  for (let i = pick(0, 3); i > 0 && bytes.length > 0; i--) {
    const at = pick(0, bytes.length - 1);
    const byte = itemAt([0, 1, 0x7f, 0x80, 0xff, pick(0, 255)], pick(0, 5), "byte");
    bytes.splice(at, pick(0, 5) === 0 ? 4 : 1, ...(pick(0, 5) === 0 ? [] : [byte]));
  }
  return Uint8Array.from(pick(0, 4) === 0 ? bytes.slice(0, pick(0, bytes.length)) : bytes);
}

/** What became of the bytes: a value as text, or the error's own words. */
function outcome({ read, name }: Case, bytes: Uint8Array): string {
  try {
    return JSON.stringify(read(bytes), (_, value: unknown) => (value instanceof Uint8Array ? [...value] : value)) ?? "";
  } catch (error) {
    if (!(error instanceof XdrError) && !(error instanceof WireError)) throw error;
    const at = error instanceof XdrError ? error.offset : error.at;
    expect(at, `${name}: ${error.message}`).toBeGreaterThanOrEqual(0);
    expect(at, `${name}: ${error.message}`).toBeLessThanOrEqual(bytes.length);
    expect(error.want, name).not.toBe("");
    expect(String(error.got), name).not.toBe("");
    return error.message;
  }
}

/** The bytes as a part of a longer buffer that is full of another byte. */
function among(bytes: Uint8Array, filling: number): Uint8Array {
  const buffer = new Uint8Array(AROUND + bytes.length + AROUND).fill(filling);
  buffer.set(bytes, AROUND);
  return buffer.subarray(AROUND, AROUND + bytes.length);
}

it(`each reader takes or refuses ${CASES / STRIDE} damaged inputs, whatever stands around them`, () => {
  const refused = new Set<string>();
  for (let number = 0; number < CASES; number += STRIDE) {
    const stream = new RandomStream(number + 1, "damage");
    const pick: Pick = (least, most) => least + stream.integer(most - least + 1);
    const one = itemAt(READERS, Math.floor(number / STRIDE) % READERS.length, "reader")(pick);
    const bytes = damaged(pick, one.good);
    const alone = outcome(one, bytes);
    expect(outcome(one, among(bytes, 0)), `case ${number}, ${one.name}`).toBe(alone);
    expect(outcome(one, among(bytes, 0xff)), `case ${number}, ${one.name}`).toBe(alone);
    if (alone.includes(": got ")) refused.add(one.name);
  }
  expect([...refused].sort()).toEqual(READERS.map((make) => make(() => 1).name).sort());
});
