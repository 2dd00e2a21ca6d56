/** AUTH_SYS (RFC 5531, appendix A): a caller that says who it is, and that nobody checks. */
import { padded, putU32, u32 } from "./bytes.ts";
import { needBytes, needRange, WireError } from "./error.ts";
import { AUTH_SYS, type Auth } from "./sunrpc.ts";
import { decodeUtf8, encodeUtf8 } from "./utf8.ts";

interface SystemIdentity {
  readonly stamp: number; // any number of the caller's machine
  readonly machine: string; // at most 255 bytes
  readonly uid: number;
  readonly gid: number;
  readonly gids: readonly number[]; // at most 16
}

const WHAT = "AUTH_SYS credentials";
const MAX_NAME = 255;
const MAX_GROUPS = 16;
const U32 = 0xffff_ffff;

/** The credentials of a caller. Throws WireError where a value does not fit. */
export function encodeIdentity({ stamp, machine, uid, gid, gids }: SystemIdentity): Auth {
  const name = encodeUtf8(machine);
  needRange(WHAT, 4, "bytes of the machine’s name", name.length, MAX_NAME);
  needRange(WHAT, 16 + padded(name.length), "groups", gids.length, MAX_GROUPS);
  const body = new Uint8Array(20 + padded(name.length) + 4 * gids.length);
  let at = 0;
  const put = (field: string, value: number): void => {
    needRange(WHAT, at, field, value, U32);
    putU32(body, at, value);
    at += 4;
  };
  put("stamp", stamp);
  put("length of the machine’s name", name.length);
  body.set(name, at);
  at += padded(name.length);
  put("user", uid);
  put("group", gid);
  put("number of groups", gids.length);
  for (const group of gids) put("a group", group);
  return { flavor: AUTH_SYS, body };
}

/**
 * The caller's identity, as the credentials give it. Throws WireError: offsets count from the first byte of the body.
 */
export function parseIdentity({ body }: Auth): SystemIdentity {
  let at = 0;
  const take = (field: string, most = U32): number => {
    needBytes(WHAT, at, body.length, 4);
    const value = u32(body, at);
    if (value > most) throw new WireError({ what: WHAT, at, field, got: value, want: `at most ${most}` });
    at += 4;
    return value;
  };
  const stamp = take("stamp");
  const length = take("length of the machine’s name", MAX_NAME);
  needBytes(WHAT, at, body.length, padded(length));
  const machine = decodeUtf8(body.subarray(at, at + length));
  at += padded(length);
  const uid = take("user");
  const gid = take("group");
  const gids = Array.from({ length: take("number of groups", MAX_GROUPS) }, () => take("a group"));
  if (at === body.length) return { stamp, machine, uid, gid, gids };
  throw new WireError({ what: WHAT, at, field: "end", got: `${body.length - at} bytes more`, want: "none" });
}
