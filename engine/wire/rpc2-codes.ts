/**
 * RPC2's return codes and security levels, by name. 0 is success; -1 to -999 are warnings, -1000 to -1999 errors that
 * leave the connection usable, -2000 and below errors that end it. Codes above 0 belong to the subsystem. Names and
 * values are those of the RPC2 library (1996 and 2025 agree).
 */
export const RPC2_RETURN = {
  success: 0,
  oldVersion: -2,
  invalidOpcode: -3,
  badData: -4,
  noGreedy: -5,
  abandoned: -6,
  connectionBusy: -1001,
  sideEffectFailed: -1002,
  tooLong: -1003,
  fail: -2001,
  noConnection: -2002,
  timeout: -2003,
  noBinding: -2004,
  duplicateServer: -2005,
  notWorker: -2006,
  notClient: -2007,
  wrongVersion: -2008,
  notAuthenticated: -2009,
  closeConnection: -2010,
  badFilter: -2011,
  lwpNotInit: -2012,
  badServer: -2013,
  sideEffectFailed2: -2014,
  dead: -2015,
  naked: -2016,
} as const;

const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries({
    SUCCESS: RPC2_RETURN.success,
    OLDVERSION: RPC2_RETURN.oldVersion,
    INVALIDOPCODE: RPC2_RETURN.invalidOpcode,
    BADDATA: RPC2_RETURN.badData,
    NOGREEDY: RPC2_RETURN.noGreedy,
    ABANDONED: RPC2_RETURN.abandoned,
    CONNBUSY: RPC2_RETURN.connectionBusy,
    SEFAIL1: RPC2_RETURN.sideEffectFailed,
    TOOLONG: RPC2_RETURN.tooLong,
    FAIL: RPC2_RETURN.fail,
    NOCONNECTION: RPC2_RETURN.noConnection,
    TIMEOUT: RPC2_RETURN.timeout,
    NOBINDING: RPC2_RETURN.noBinding,
    DUPLICATESERVER: RPC2_RETURN.duplicateServer,
    NOTWORKER: RPC2_RETURN.notWorker,
    NOTCLIENT: RPC2_RETURN.notClient,
    WRONGVERSION: RPC2_RETURN.wrongVersion,
    NOTAUTHENTICATED: RPC2_RETURN.notAuthenticated,
    CLOSECONNECTION: RPC2_RETURN.closeConnection,
    BADFILTER: RPC2_RETURN.badFilter,
    LWPNOTINIT: RPC2_RETURN.lwpNotInit,
    BADSERVER: RPC2_RETURN.badServer,
    SEFAIL2: RPC2_RETURN.sideEffectFailed2,
    DEAD: RPC2_RETURN.dead,
    NAKED: RPC2_RETURN.naked,
  }).map(([name, code]) => [code, name]),
);

/** `-2015 (DEAD)`; a code of the subsystem's own is only a number. */
export function describeReturnCode(code: number): string {
  const name = NAMES.get(code);
  return name === undefined ? String(code) : `${code} (${name})`;
}

/** The security levels of a connection, by their values in INIT1's body. */
export const SECURITY_LEVEL = { openKimono: 98, authOnly: 12, headersOnly: 73, secure: 66 } as const;
export type SecurityLevel = keyof typeof SECURITY_LEVEL;
export const SECURITY_LEVELS = Object.keys(SECURITY_LEVEL) as readonly SecurityLevel[];

/** DES has a number here and no code: its cost is in the tables of machines; its bytes teach nothing about calls. */
export const ENCRYPTION = { none: 0, des: 1, xor: 2 } as const;
