/**
 * Return codes above 0 on the wire. They belong to the subsystem; where they are errors of Unix, the library of 2025
 * sends them in one numbering for all systems (BSD's), because Linux and others number some errors differently. The
 * library of 1996 sends the number as it is. Codes of 0 and below are the same everywhere.
 *
 * Numbers of the wire: the RPC2 library (2025), its table of errors. Numbers here: Linux, include/uapi/asm-generic.
 */

/** Both ends turn a number that the table does not have into this one. */
export const UNKNOWN_ERROR = 4711;

/** Errors whose numbers Linux and the wire share: 1 EPERM to 34 ERANGE without 11, and 38 ENOSYS. */
const SHARED = [...Array.from({ length: 34 }, (_, i) => i + 1).filter((code) => code !== 11), 38];

/** Linux, wire */
const MOVED: readonly (readonly [linux: number, wire: number])[] = [
  [35, 11], // EDEADLK
  [11, 35], // EAGAIN
  [114, 37], // EALREADY
  [93, 43], // EPROTONOSUPPORT
  [95, 45], // EOPNOTSUPP
  [105, 55], // ENOBUFS
  [107, 57], // ENOTCONN
  [108, 58], // ESHUTDOWN
  [109, 59], // ETOOMANYREFS
  [110, 60], // ETIMEDOUT
  [40, 62], // ELOOP
  [36, 63], // ENAMETOOLONG
  [39, 66], // ENOTEMPTY
  [122, 69], // EDQUOT
];

/** Coda's own errors on the wire, of which no system knows: VSALVAGE to VFAIL, then those of its advice monitor. */
const CODA = [101, 102, 103, 104, 105, 106, 107, 110, 111, 112, 113, 158, 198, 199, 200, 302, 303, 304, 305, 307, 308];
/** The library adds this to an error that its system does not have. */
const CODA_BASE = 500;

const PAIRS: readonly (readonly [linux: number, wire: number])[] = [
  ...SHARED.map((code) => [code, code] as const),
  ...MOVED,
  ...CODA.map((code) => [CODA_BASE + code, code] as const),
];
const TO_WIRE: ReadonlyMap<number, number> = new Map(PAIRS);
const FROM_WIRE: ReadonlyMap<number, number> = new Map(PAIRS.map(([linux, wire]) => [wire, linux]));

/** A server of 2025 turns its procedure's code into the wire's number for a reply: Linux's 110 travels as 60. */
export const errorToWire = (code: number): number => (code <= 0 ? code : (TO_WIRE.get(code) ?? UNKNOWN_ERROR));

/** A client of 2025 turns a reply's code back into Linux's number: 60 is 110. */
export const errorFromWire = (code: number): number => (code <= 0 ? code : (FROM_WIRE.get(code) ?? UNKNOWN_ERROR));
