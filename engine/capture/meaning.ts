/**
 * What a call is about, and what its results say, as far as the capture holds them: file handles and names of NFS and
 * MOUNT, the program that a portmapper is asked for, and the procedures' own statuses.
 */
import { padded, u32 } from "../wire/bytes.ts";
import { answeredOperations, readCompound, textOf } from "./compound.ts";
import { PROGRAM, programName } from "./programs.ts";

/** What is known of the arguments. */
export interface About {
  readonly object: string | null;
  readonly handle: string | null; // the first digits of a hash of it, as a name
  readonly operations: readonly string[] | null;
}

const NOTHING: About = { object: null, handle: null, operations: null };
const HANDLE_2 = 32; // RFC 1094 §2.3.3
const MOST_HANDLE = 128; // RFC 8881 §3.2; 64 in version 3
const MOST_NAME = 1024;

/** A short name for a handle: eight digits of a sum of all its bytes, for many differ in their last bytes alone. */
function handleName(bytes: Uint8Array): string {
  let sum = 0x811c9dc5; // FNV-1a
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0");
}

/** Opaque bytes behind their length; null where they are not seen or too long. */
function opaque(bytes: Uint8Array, at: number, end: number, most: number): Uint8Array | null {
  if (end - at < 4) return null;
  const length = u32(bytes, at);
  return length > most || length > end - at - 4 ? null : bytes.subarray(at + 4, at + 4 + length);
}

/** Procedures whose handle is followed by a name: LOOKUP, CREATE, REMOVE, RENAME, and so on. */
const NAMED_2: readonly number[] = [4, 9, 10, 11, 13, 14, 15];
const NAMED_3: readonly number[] = [3, 8, 9, 10, 11, 12, 13, 14];
const WITHOUT_HANDLE_2: readonly number[] = [0, 3, 7];

function ofFiles(version: number, procedure: number, bytes: Uint8Array, at: number, end: number): About {
  const isOld = version === 2;
  if (isOld ? WITHOUT_HANDLE_2.includes(procedure) : procedure === 0) return NOTHING;
  const seen = isOld && end - at >= HANDLE_2 ? bytes.subarray(at, at + HANDLE_2) : null;
  const handle = isOld ? seen : opaque(bytes, at, end, MOST_HANDLE);
  if (handle === null) return NOTHING;
  const behind = at + (isOld ? HANDLE_2 : 4 + padded(handle.length));
  const isNamed = (isOld ? NAMED_2 : NAMED_3).includes(procedure);
  const name = isNamed ? opaque(bytes, behind, end, MOST_NAME) : null;
  return { object: name === null ? null : textOf(name), handle: handleName(handle), operations: null };
}

/** What the arguments `bytes[at..end)` of a call are about. */
export function aboutCall(
  program: number,
  version: number,
  procedure: number,
  isCallback: boolean,
  bytes: Uint8Array,
  at: number,
  end: number,
): About {
  if (isCallback || (program === PROGRAM.nfs && version === 4)) {
    if (procedure !== 1) return NOTHING;
    const { operations, handle, name } = readCompound(bytes, at, end, isCallback);
    return { object: name, handle: handle === null ? null : handleName(handle), operations };
  }
  if (program === PROGRAM.nfs) return ofFiles(version, procedure, bytes, at, end);
  if (program === PROGRAM.mount && (procedure === 1 || procedure === 3)) {
    const path = opaque(bytes, at, end, MOST_NAME);
    return { ...NOTHING, object: path === null ? null : textOf(path) };
  }
  if (program === PROGRAM.portmap && procedure >= 1 && procedure <= 3 && end - at >= 8) {
    return { ...NOTHING, object: `${programName(u32(bytes, at))} ${u32(bytes, at + 4)}` };
  }
  return NOTHING;
}

/** Statuses of NFS 2 and 3 (RFC 1094 §2.3.1, RFC 1813 §2.6), and of NFS 4 where they have the same numbers. */
const NFS_STATUS: Readonly<Record<number, string>> = {
  ...{ 0: "OK", 1: "PERM", 2: "NOENT", 5: "IO", 6: "NXIO", 13: "ACCES", 17: "EXIST", 18: "XDEV", 19: "NODEV" },
  ...{ 20: "NOTDIR", 21: "ISDIR", 22: "INVAL", 27: "FBIG", 28: "NOSPC", 30: "ROFS", 31: "MLINK" },
  ...{ 63: "NAMETOOLONG", 66: "NOTEMPTY", 69: "DQUOT", 70: "STALE", 71: "REMOTE", 99: "WFLUSH" },
  ...{ 10001: "BADHANDLE", 10002: "NOT_SYNC", 10003: "BAD_COOKIE", 10004: "NOTSUPP", 10005: "TOOSMALL" },
  ...{ 10006: "SERVERFAULT", 10007: "BADTYPE", 10008: "JUKEBOX" },
};
/** RFC 8881 §15.1, RFC 7862 §11, RFC 8276 §8.4.5. */
const NFS4_STATUS: Readonly<Record<number, string>> = {
  ...NFS_STATUS,
  ...Object.fromEntries(
    [
      ...["DELAY", "SAME", "DENIED", "EXPIRED", "LOCKED", "GRACE", "FHEXPIRED", "SHARE_DENIED", "WRONGSEC"],
      ...["CLID_INUSE", "RESOURCE", "MOVED", "NOFILEHANDLE", "MINOR_VERS_MISMATCH", "STALE_CLIENTID"],
      ...["STALE_STATEID", "OLD_STATEID", "BAD_STATEID", "BAD_SEQID", "NOT_SAME", "LOCK_RANGE", "SYMLINK"],
      ...["RESTOREFH", "LEASE_MOVED", "ATTRNOTSUPP", "NO_GRACE", "RECLAIM_BAD", "RECLAIM_CONFLICT", "BADXDR"],
      ...["LOCKS_HELD", "OPENMODE", "BADOWNER", "BADCHAR", "BADNAME", "BAD_RANGE", "LOCK_NOTSUPP"],
      ...["OP_ILLEGAL", "DEADLOCK", "FILE_OPEN", "ADMIN_REVOKED", "CB_PATH_DOWN", "BADIOMODE", "BADLAYOUT"],
      ...["BAD_SESSION_DIGEST", "BADSESSION", "BADSLOT", "COMPLETE_ALREADY", "CONN_NOT_BOUND_TO_SESSION"],
      ...["DELEG_ALREADY_WANTED", "BACK_CHAN_BUSY", "LAYOUTTRYLATER", "LAYOUTUNAVAILABLE"],
      ...["NOMATCHING_LAYOUT", "RECALLCONFLICT", "UNKNOWN_LAYOUTTYPE", "SEQ_MISORDERED", "SEQUENCE_POS"],
      ...["REQ_TOO_BIG", "REP_TOO_BIG", "REP_TOO_BIG_TO_CACHE", "RETRY_UNCACHED_REP", "UNSAFE_COMPOUND"],
      ...["TOO_MANY_OPS", "OP_NOT_IN_SESSION", "HASH_ALG_UNSUPP", "", "CLIENTID_BUSY", "PNFS_IO_HOLE"],
      ...["SEQ_FALSE_RETRY", "BAD_HIGH_SLOT", "DEADSESSION", "ENCR_ALG_UNSUPP", "PNFS_NO_LAYOUT"],
      ...["NOT_ONLY_OP", "WRONG_CRED", "WRONG_TYPE", "DIRDELEG_UNAVAIL", "REJECT_DELEG", "RETURNCONFLICT"],
      ...["DELEG_REVOKED", "PARTNER_NOTSUPP", "PARTNER_NO_AUTH", "UNION_NOTSUPP", "OFFLOAD_DENIED", "WRONG_LFS"],
      ...["BADLABEL", "OFFLOAD_NO_REQS", "NOXATTR", "XATTR2BIG"],
    ].map((name, i) => [10_008 + i, name]),
  ),
};

const NLM_STATUS = [
  ...["GRANTED", "DENIED", "DENIED_NOLOCKS", "BLOCKED", "DENIED_GRACE_PERIOD", "DEADLCK", "ROFS", "STALE_FH"],
  ...["FBIG", "FAILED"],
];
/** rpcsvc/yp.x: ypstat. */
const YP_STATUS: Readonly<Record<number, string>> = {
  ...{ 1: "YP_TRUE", 2: "YP_NOMORE", 0: "YP_FALSE", [-1]: "YP_NOMAP", [-2]: "YP_NODOM", [-3]: "YP_NOKEY" },
  ...{ [-4]: "YP_BADOP", [-5]: "YP_BADDB", [-6]: "YP_YPERR", [-7]: "YP_BADARGS", [-8]: "YP_VERS" },
};

/** What the results of a procedure say of themselves. */
interface Outcome {
  readonly result: string | null;
  readonly isFailed: boolean;
  readonly operations: number | null; // that a COMPOUND answered
}

const SILENT: Outcome = { result: null, isFailed: false, operations: null };

const status = (prefix: string, code: number, names: Readonly<Record<number, string>>): Outcome => ({
  result: prefix + (names[code] ?? (names === NFS_STATUS || names === NFS4_STATUS ? `ERR_${code}` : String(code))),
  isFailed: code !== 0,
  operations: null,
});

const nfsStatus = (version: number, code: number): Outcome => {
  const names = version >= 4 ? NFS4_STATUS : NFS_STATUS;
  const prefix = version === 2 ? "NFSERR_" : `NFS${version}ERR_`;
  return code === 0
    ? { ...SILENT, result: version === 2 ? "NFS_OK" : `NFS${version}_OK` }
    : status(prefix, code, names);
};

/** Procedures without a status: NULL; of version 2 also ROOT and WRITECACHE. */
const saysStatus = (version: number, procedure: number): boolean =>
  procedure !== 0 && !(version === 2 && (procedure === 3 || procedure === 7));

/** What the results `bytes[at..end)` of a successful reply say. */
export function outcomeOf(
  program: number,
  version: number,
  procedure: number,
  isCallback: boolean,
  bytes: Uint8Array,
  at: number,
  end: number,
): Outcome {
  if (end - at < 4) return SILENT;
  const word = u32(bytes, at);
  if (isCallback || (program === PROGRAM.nfs && version === 4)) {
    if (procedure !== 1) return SILENT;
    return { ...nfsStatus(4, word), operations: answeredOperations(bytes, at, end) };
  }
  switch (program) {
    case PROGRAM.nfs:
      return saysStatus(version, procedure) ? nfsStatus(version, word) : SILENT;
    case PROGRAM.mount:
      if (procedure !== 1) return SILENT;
      return word === 0 ? { ...SILENT, result: "MNT_OK" } : status("MNT_ERR_", word, NFS_STATUS);
    case PROGRAM.portmap:
      return portmapOutcome(version, procedure, word);
    case PROGRAM.nlm:
      return lockOutcome(procedure, bytes, at, end);
    case PROGRAM.ypserv: {
      const code = word | 0;
      const isStatus = procedure >= 3 && procedure <= 10 && procedure !== 7 && procedure !== 8;
      return isStatus ? { result: YP_STATUS[code] ?? `YP ${code}`, isFailed: code <= 0, operations: null } : SILENT;
    }
    case PROGRAM.nsm:
      // sm_stat_res of STAT and MON: 0 is success (XNFS, chapter 11).
      return procedure === 1 || procedure === 2 ? status("STAT_", word, { 0: "SUCC", 1: "FAIL" }) : SILENT;
    default:
      return SILENT;
  }
}

/** Port 0, or no address, says that nobody is registered (RFC 1833). */
function portmapOutcome(version: number, procedure: number, word: number): Outcome {
  if (version === 2 && procedure === 3) {
    const result = word === 0 ? "not registered" : `port ${word}`;
    return { result, isFailed: word === 0, operations: null };
  }
  if (version > 2 && procedure === 3 && word === 0)
    return { result: "not registered", isFailed: true, operations: null };
  return SILENT;
}

/** A cookie, and then the status. */
function lockOutcome(procedure: number, bytes: Uint8Array, at: number, end: number): Outcome {
  if (procedure === 0 || (procedure >= 6 && procedure <= 15)) return SILENT; // messages: their results come as calls
  const cookie = opaque(bytes, at, end, MOST_NAME);
  if (cookie === null || end - at < 8 + padded(cookie.length)) return SILENT;
  const code = u32(bytes, at + 4 + padded(cookie.length));
  return status("NLM_", code, { ...NLM_STATUS });
}

/** The identity in the credentials `bytes[at..end)`, for people. */
export function credentialsText(
  flavorName: string,
  flavor: number,
  bytes: Uint8Array,
  at: number,
  end: number,
): string {
  if (flavor === 1 && end - at >= 8) {
    const machine = opaque(bytes, at + 4, end, 255); // behind a stamp (RFC 5531, appendix A)
    const behind = machine === null ? end : at + 8 + padded(machine.length);
    if (machine !== null && end >= behind + 8) {
      return `${flavorName} user ${u32(bytes, behind)}, group ${u32(bytes, behind + 4)} at ${textOf(machine) || "?"}`;
    }
  }
  if (flavor === 6 && end - at >= 16) {
    // RFC 2203 §5: version, procedure, sequence number, service.
    const procedure = ["data", "init", "continued init", "destroy"][u32(bytes, at + 4)] ?? "of another kind";
    const service = ["", "none", "integrity", "privacy"][u32(bytes, at + 12)] ?? "";
    return `${flavorName} ${procedure}${service === "" ? "" : `, ${service}`}`;
  }
  return flavorName;
}
