/**
 * Programs of Sun RPC, by number, with the names of their procedures: the one table of them. Numbers of programs are
 * from IANA’s "RPC Program Numbers"; procedures from the document that each row names.
 */

interface Program {
  readonly name: string;
  readonly source: string;
  /** By version; procedures by number. A version without a row has those of the nearest below it. */
  readonly versions: Readonly<Record<number, readonly string[]>>;
}

const NLM_1 = [
  ...["NULL", "TEST", "LOCK", "CANCEL", "UNLOCK", "GRANTED"],
  ...["TEST_MSG", "LOCK_MSG", "CANCEL_MSG", "UNLOCK_MSG", "GRANTED_MSG"],
  ...["TEST_RES", "LOCK_RES", "CANCEL_RES", "UNLOCK_RES", "GRANTED_RES"],
];
const RPCBIND = ["NULL", "SET", "UNSET", "GETADDR", "DUMP", "CALLIT", "GETTIME", "UADDR2TADDR", "TADDR2UADDR"];

export const PROGRAM = {
  portmap: 100_000,
  nfs: 100_003,
  ypserv: 100_004,
  mount: 100_005,
  ypbind: 100_007,
  nlm: 100_021,
  nsm: 100_024,
} as const;

/** RFC 8881 §18.36.3 and RFC 7530 §16.33 leave it to the client; Linux uses this one (fs/nfs/callback.h). */
export const CALLBACK = 0x4000_0000;
/** Numbers that are given out while a program runs (RFC 5531, section 8.3). */
const TRANSIENT: readonly [from: number, end: number] = [0x4000_0000, 0x6000_0000];

const PROGRAMS: Readonly<Record<number, Program>> = {
  [PROGRAM.portmap]: {
    name: "PORTMAP",
    source: "RFC 1833, sections 2 and 3",
    versions: {
      2: ["NULL", "SET", "UNSET", "GETPORT", "DUMP", "CALLIT"],
      3: RPCBIND,
      4: [...RPCBIND.slice(0, 5), "BCAST", ...RPCBIND.slice(6), "GETVERSADDR", "INDIRECT", "GETADDRLIST", "GETSTAT"],
    },
  },
  100_001: { name: "RSTAT", source: "rpcsvc/rstat.x", versions: { 2: ["NULL", "STATS", "HAVEDISK"] } },
  100_002: { name: "RUSERS", source: "rpcsvc/rusers.x", versions: { 2: ["NULL", "NUM", "NAMES", "ALLNAMES"] } },
  [PROGRAM.nfs]: {
    name: "NFS",
    source: "RFC 1094, RFC 1813, RFC 8881",
    versions: {
      2: [
        ...["NULL", "GETATTR", "SETATTR", "ROOT", "LOOKUP", "READLINK", "READ", "WRITECACHE", "WRITE", "CREATE"],
        ...["REMOVE", "RENAME", "LINK", "SYMLINK", "MKDIR", "RMDIR", "READDIR", "STATFS"],
      ],
      3: [
        ...["NULL", "GETATTR", "SETATTR", "LOOKUP", "ACCESS", "READLINK", "READ", "WRITE", "CREATE", "MKDIR"],
        ...["SYMLINK", "MKNOD", "REMOVE", "RMDIR", "RENAME", "LINK", "READDIR", "READDIRPLUS", "FSSTAT", "FSINFO"],
        ...["PATHCONF", "COMMIT"],
      ],
      4: ["NULL", "COMPOUND"],
    },
  },
  [PROGRAM.ypserv]: {
    name: "YP",
    source: "rpcsvc/yp.x",
    versions: {
      2: [
        ...["NULL", "DOMAIN", "DOMAIN_NONACK", "MATCH", "FIRST", "NEXT", "XFR", "CLEAR", "ALL", "MASTER", "ORDER"],
        "MAPLIST",
      ],
    },
  },
  [PROGRAM.mount]: {
    name: "MOUNT",
    source: "RFC 1094, appendix A; RFC 1813, appendix I",
    versions: { 1: ["NULL", "MNT", "DUMP", "UMNT", "UMNTALL", "EXPORT", "EXPORTALL"] },
  },
  [PROGRAM.ypbind]: {
    name: "YPBIND",
    source: "rpcsvc/yp.x",
    versions: { 2: ["NULL", "DOMAIN", "SETDOM"] },
  },
  100_008: { name: "WALL", source: "rpcsvc/rwall.x", versions: { 1: ["NULL", "", "WALL"] } },
  100_009: { name: "YPPASSWD", source: "rpcsvc/yppasswd.x", versions: { 1: ["NULL", "UPDATE"] } },
  100_011: { name: "RQUOTA", source: "rpcsvc/rquota.x", versions: { 1: ["NULL", "GETQUOTA", "GETACTIVEQUOTA"] } },
  100_012: { name: "SPRAY", source: "rpcsvc/spray.x", versions: { 1: ["NULL", "SPRAY", "GET", "CLEAR"] } },
  100_020: { name: "LLOCKMGR", source: "IANA", versions: {} },
  [PROGRAM.nlm]: {
    name: "NLM",
    source: "The Open Group, Protocols for Interworking: XNFS, chapter 10",
    versions: {
      1: NLM_1,
      3: [...NLM_1, "", "", "", "", "SHARE", "UNSHARE", "NM_LOCK", "FREE_ALL"],
    },
  },
  [PROGRAM.nsm]: {
    name: "NSM",
    source: "The Open Group, Protocols for Interworking: XNFS, chapter 11",
    versions: { 1: ["NULL", "STAT", "MON", "UNMON", "UNMON_ALL", "SIMU_CRASH", "NOTIFY"] },
  },
  100_026: { name: "BOOTPARAM", source: "rpcsvc/bootparam_prot.x", versions: { 1: ["NULL", "WHOAMI", "GETFILE"] } },
  100_028: { name: "YPUPDATE", source: "IANA", versions: {} },
  100_029: { name: "KEYSERV", source: "rpcsvc/key_prot.x", versions: {} },
  100_068: { name: "CMSD", source: "IANA", versions: {} },
  100_069: { name: "YPXFR", source: "IANA", versions: {} },
  100_083: { name: "TTDBSERVER", source: "IANA", versions: {} },
  100_133: { name: "NSM_ADDRAND", source: "IANA", versions: {} },
  100_227: { name: "NFS_ACL", source: "fs/nfs/nfs3acl.c of Linux", versions: { 2: ["NULL", "GETACL", "SETACL"] } },
  100_232: { name: "SADMIND", source: "IANA", versions: {} },
  100_300: { name: "NISPLUS", source: "IANA", versions: {} },
  150_001: { name: "PCNFSD", source: "IANA", versions: {} },
  395_183: { name: "VXI11_CORE", source: "VXI-11, B.6", versions: {} },
};

/** The procedures of each program’s versions, the newest first. */
const VERSIONS = new Map(
  Object.entries(PROGRAMS).map(([program, { versions }]) => [
    Number(program),
    Object.entries(versions)
      .map(([version, names]) => ({ version: Number(version), names }))
      .sort((a, b) => b.version - a.version),
  ]),
);

/** "NFS", "NFS CALLBACK", or the number in hexadecimal digits. */
export function programName(program: number, isCallback = false): string {
  if (isCallback) return "NFS CALLBACK";
  return PROGRAMS[program]?.name ?? (program < 1_000_000 ? String(program) : `0x${program.toString(16)}`);
}

/** "READ", "procedure 7". */
export function procedureName(program: number, version: number, procedure: number, isCallback = false): string {
  if (isCallback) return ["CB_NULL", "CB_COMPOUND"][procedure] ?? `procedure ${procedure}`;
  const known = VERSIONS.get(program)?.find((one) => one.version <= version);
  const name = known?.names[procedure];
  if (name !== undefined && name !== "") return name;
  return procedure === 0 ? "NULL" : `procedure ${procedure}`; // RFC 5531, section 12: 0 is NULL in every program
}

/** Whether a call with these numbers may be a server's to its client. */
export const mayBeCallback = (program: number, version: number, procedure: number): boolean =>
  (program === CALLBACK || (program >= TRANSIENT[0] && program < TRANSIENT[1])) &&
  procedure <= 1 &&
  (version === 1 || version === 4);
