/**
 * The head of a Sun RPC message (RFC 5531, section 9), as far as a capture holds it. Other than the reader in wire/, it
 * never throws, takes messages whose end is not in the file, and says which bytes are no message at all.
 */
import { padded, u32 } from "../wire/bytes.ts";
import { ACCEPT_STATUS, AUTH_STATUS } from "../wire/sunrpc.ts";

export interface CallHead {
  readonly kind: "call";
  readonly xid: number;
  /** Null where the file does not hold it. */
  readonly program: number | null;
  readonly version: number | null;
  readonly procedure: number | null;
  readonly flavor: number | null;
  /** Where the body of the credentials is; the same twice where they have none. */
  readonly credentials: readonly [from: number, end: number];
  readonly body: number | null; // first byte of the arguments
}

export interface ReplyHead {
  readonly kind: "reply";
  readonly xid: number;
  readonly isAccepted: boolean | null;
  /** SUCCESS, or why there are no results; null where the file does not hold it. */
  readonly status: string | null;
  readonly body: number | null; // first byte of the results, for SUCCESS
}

type RpcHead = CallHead | ReplyHead;

/** Flavours of authentication (IANA, "RPC Authentication Numbers"). */
const FLAVORS: Readonly<Record<number, string>> = {
  0: "AUTH_NONE",
  1: "AUTH_SYS",
  2: "AUTH_SHORT",
  3: "AUTH_DH",
  4: "AUTH_KERB",
  5: "AUTH_RSA",
  6: "RPCSEC_GSS",
  7: "AUTH_TLS",
};
export const flavorName = (flavor: number): string => FLAVORS[flavor] ?? `flavour ${flavor}`;
const isFlavor = (flavor: number): boolean => flavor in FLAVORS || (flavor >= 300_000 && flavor < 400_000);

const MAX_AUTH = 400; // RFC 5531, section 8.2
const RPC_VERSION = 2;
const LEAST_CALL = 40; // without credentials and arguments
const LEAST_REPLY = 20;
const REJECTED = ["RPC_MISMATCH", "AUTH_ERROR"];
/** Of GSS (RFC 5531, section 9): its numbers follow those of the others. */
const GSS_PROBLEMS: Readonly<Record<number, string>> = { 13: "RPCSEC_GSS_CREDPROBLEM", 14: "RPCSEC_GSS_CTXPROBLEM" };
const MOST_AUTH_STATUS = 14;

/**
 * Reads the message whose bytes are `bytes[at..end)` as far as they are seen, and which has `length` in all.
 * Null for bytes that are no message.
 */
export function readHead(bytes: Uint8Array, at: number, end: number, length: number): RpcHead | null {
  if (end - at < 8) return null;
  const type = u32(bytes, at + 4);
  if (type === 0) return length < LEAST_CALL ? null : readCall(bytes, at, end, length);
  return type === 1 && length >= LEAST_REPLY ? readReply(bytes, at, end, length) : null;
}

function readCall(bytes: Uint8Array, at: number, end: number, length: number): CallHead | null {
  const seen = end - at;
  const word = (offset: number): number | null => (seen >= offset + 4 ? u32(bytes, at + offset) : null);
  const rpcVersion = word(8);
  if (rpcVersion === null || rpcVersion !== RPC_VERSION) return null;
  const flavor = word(24);
  const credentialBytes = word(28);
  if (flavor !== null && !isFlavor(flavor)) return null;
  if (credentialBytes !== null && credentialBytes > MAX_AUTH) return null;
  const credentialsAt = at + 32;
  let body: number | null = null;
  if (credentialBytes !== null) {
    const verifierAt = 32 + padded(credentialBytes);
    if (verifierAt + 8 > length) return null;
    const verifierFlavor = word(verifierAt);
    const verifierBytes = word(verifierAt + 4);
    if (verifierFlavor !== null && !isFlavor(verifierFlavor)) return null;
    if (verifierBytes !== null) {
      const behind = verifierAt + 8 + padded(verifierBytes);
      if (verifierBytes > MAX_AUTH || behind > length) return null;
      if (behind <= seen) body = at + behind;
    }
  }
  const credentialsEnd = Math.min(end, credentialsAt + (credentialBytes ?? 0));
  return {
    kind: "call",
    xid: u32(bytes, at),
    program: word(12),
    version: word(16),
    procedure: word(20),
    flavor,
    credentials: [Math.min(credentialsAt, credentialsEnd), credentialsEnd],
    body,
  };
}

function readReply(bytes: Uint8Array, at: number, end: number, length: number): ReplyHead | null {
  const seen = end - at;
  const word = (offset: number): number | null => (seen >= offset + 4 ? u32(bytes, at + offset) : null);
  const xid = u32(bytes, at);
  const state = word(8);
  if (state === null) return { kind: "reply", xid, isAccepted: null, status: null, body: null };
  if (state === 1) return readDenied(xid, word(12), word(16));
  const verifierFlavor = word(12);
  const verifierBytes = word(16);
  if (state !== 0 || (verifierFlavor !== null && !isFlavor(verifierFlavor))) return null;
  if (verifierBytes === null) return { kind: "reply", xid, isAccepted: true, status: null, body: null };
  const statusAt = 20 + padded(verifierBytes);
  if (verifierBytes > MAX_AUTH || statusAt + 4 > length) return null;
  const code = word(statusAt);
  if (code === null) return { kind: "reply", xid, isAccepted: true, status: null, body: null };
  const status = ACCEPT_STATUS[code];
  if (status === undefined) return null;
  return { kind: "reply", xid, isAccepted: true, status, body: status === "SUCCESS" ? at + statusAt + 4 : null };
}

function readDenied(xid: number, reason: number | null, why: number | null): ReplyHead | null {
  const denied = { kind: "reply", xid, isAccepted: false, body: null } as const;
  if (reason === null) return { ...denied, status: null };
  const name = REJECTED[reason];
  if (name === undefined) return null;
  if (reason === 0 || why === null) return { ...denied, status: name };
  if (why > MOST_AUTH_STATUS) return null;
  return { ...denied, status: AUTH_STATUS[why] ?? GSS_PROBLEMS[why] ?? `AUTH_ERROR ${why}` };
}
