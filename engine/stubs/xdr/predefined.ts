/** What an interface may use without declaring it: the types of the language, and what rpcgen's own headers give. */
import type { XdrType } from "./types.ts";

const INT: XdrType = { kind: "whole", of: "int" };
const UNSIGNED_INT: XdrType = { kind: "whole", of: "unsigned int" };
const HYPER: XdrType = { kind: "hyper", of: "hyper" };
const UNSIGNED_HYPER: XdrType = { kind: "hyper", of: "unsigned hyper" };
const UNSIGNED_SHORT: XdrType = { kind: "whole", of: "unsigned short" };
const UNSIGNED_CHAR: XdrType = { kind: "whole", of: "unsigned char" };

/** Types by their word. */
export const NUMBERS: ReadonlyMap<string, XdrType> = new Map<string, XdrType>([
  ["int", INT],
  ["long", INT], // on the machines of 1984 the two were the same
  ["short", { kind: "whole", of: "short" }],
  ["char", { kind: "whole", of: "char" }],
  ["hyper", HYPER],
  ["float", { kind: "floating", of: "float" }],
  ["double", { kind: "floating", of: "double" }],
  ["quadruple", { kind: "quadruple" }],
  ["bool", { kind: "bool" }],
]);

/** Types by their word behind `unsigned`. */
export const UNSIGNED: ReadonlyMap<string, XdrType> = new Map<string, XdrType>([
  ["int", UNSIGNED_INT],
  ["long", UNSIGNED_INT],
  ["short", UNSIGNED_SHORT],
  ["char", UNSIGNED_CHAR],
  ["hyper", UNSIGNED_HYPER],
]);

/**
 * Types that rpcgen leaves to C: its routines are in the library of RPC (libtirpc, rpc/xdr.h). A text may declare the
 * same names itself.
 */
export const OF_LIBRARY: ReadonlyMap<string, XdrType> = new Map<string, XdrType>([
  ["int8_t", { kind: "whole", of: "char" }],
  ["int16_t", { kind: "whole", of: "short" }],
  ["int32_t", INT],
  ["int64_t", HYPER],
  ["uint8_t", UNSIGNED_CHAR],
  ["uint16_t", UNSIGNED_SHORT],
  ["uint32_t", UNSIGNED_INT],
  ["uint64_t", UNSIGNED_HYPER],
  ["u_int8_t", UNSIGNED_CHAR],
  ["u_int16_t", UNSIGNED_SHORT],
  ["u_int32_t", UNSIGNED_INT],
  ["u_int64_t", UNSIGNED_HYPER],
  ["u_char", UNSIGNED_CHAR],
  ["u_short", UNSIGNED_SHORT],
  ["u_int", UNSIGNED_INT],
  ["u_long", UNSIGNED_INT],
  ["uint", UNSIGNED_INT],
  ["quad_t", HYPER],
  ["u_quad_t", UNSIGNED_HYPER],
  ["longlong_t", HYPER],
  ["u_longlong_t", UNSIGNED_HYPER],
  ["bool_t", { kind: "bool" }],
  ["netobj", { kind: "opaque", length: 1024, isFixed: false }], // MAX_NETOBJ_SZ
  ["des_block", { kind: "opaque", length: 8, isFixed: true }],
  ["opaque_auth", opaqueAuth()],
]);

function opaqueAuth(): XdrType {
  const body: XdrType = { kind: "opaque", length: 400, isFixed: false }; // RFC 5531, section 8.2
  return {
    kind: "struct",
    fields: [
      { name: "flavor", type: INT },
      { name: "body", type: body },
    ],
  };
}

/** Numbers that the interface files of libvirt take from its public header (libvirt.h, since version 0.10). */
const OF_LIBVIRT: readonly (readonly [string, bigint])[] = [
  ["VIR_UUID_BUFLEN", 16n],
  ["VIR_SECURITY_MODEL_BUFLEN", 257n],
  ["VIR_SECURITY_LABEL_BUFLEN", 4097n],
  ["VIR_SECURITY_DOI_BUFLEN", 257n],
  ["VIR_TYPED_PARAM_INT", 1n],
  ["VIR_TYPED_PARAM_UINT", 2n],
  ["VIR_TYPED_PARAM_LLONG", 3n],
  ["VIR_TYPED_PARAM_ULLONG", 4n],
  ["VIR_TYPED_PARAM_DOUBLE", 5n],
  ["VIR_TYPED_PARAM_BOOLEAN", 6n],
  ["VIR_TYPED_PARAM_STRING", 7n],
];

/** Numbers of the headers of RPC (rpc/auth.h; RFC 5531, section 8.2), under all their names. */
export const NUMBERS_OF_LIBRARY: ReadonlyMap<string, bigint> = new Map([
  ["AUTH_NONE", 0n],
  ["AUTH_NULL", 0n],
  ["AUTH_SYS", 1n],
  ["AUTH_UNIX", 1n],
  ["AUTH_SHORT", 2n],
  ["AUTH_DES", 3n],
  ["AUTH_DH", 3n],
  ["AUTH_KERB", 4n],
  ["RPCSEC_GSS", 6n],
  ["MAX_AUTH_BYTES", 400n],
  ["MAXNETNAMELEN", 255n],
  ["MAX_NETOBJ_SZ", 1024n],
  ["MAX_MACHINE_NAME", 255n],
  ...OF_LIBVIRT,
]);
