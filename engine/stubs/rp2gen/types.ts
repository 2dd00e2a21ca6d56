/**
 * A subsystem as RP2Gen's specifications have it: named types, and procedures whose parameters are IN, OUT or IN OUT.
 * Values travel in units of four bytes, in the order of the parameters. Source: RP2Gen of RPC2's library, and the
 * example in Appendix II of the paper.
 */

/** Types that have no parts. Their names in a text have RPC2_ before them, or stand alone, as in the paper. */
export const SIMPLE = {
  Integer: "integer",
  Unsigned: "unsigned",
  Byte: "byte",
  String: "string",
  CountedBS: "counted bytes",
  BoundedBS: "bounded bytes",
  EncryptionKey: "key",
  Double: "double",
} as const;
type Simple = (typeof SIMPLE)[keyof typeof SIMPLE];

/** Their words in a specification and in C; bytes have their number behind the name. */
export const C_TYPES = {
  integer: "RPC2_Integer",
  unsigned: "RPC2_Unsigned",
  byte: "RPC2_Byte",
  string: "RPC2_String",
  "counted bytes": "RPC2_CountedBS",
  "bounded bytes": "RPC2_BoundedBS",
  key: "RPC2_EncryptionKey",
  double: "RPC2_Double",
  bulk: "SE_Descriptor",
  bytes: "RPC2_Byte",
} as const;

export type Rp2Type =
  | { readonly tag: Simple }
  | { readonly tag: "bulk" } // SE_Descriptor: what to move beside the call; nothing of it stands in the body
  | { readonly tag: "bytes"; readonly length: number } // RPC2_Byte name[length]
  | { readonly tag: "enum"; readonly names: readonly EnumName[] } // at least one
  | { readonly tag: "struct"; readonly fields: readonly Field[] } // at least one
  | { readonly tag: "list"; readonly of: Rp2Type } // of structures, as many as come: name[]; a parameter only
  | { readonly tag: "named"; readonly name: string; readonly is: Rp2Type }; // declared above

export interface EnumName {
  readonly name: string;
  readonly value: number;
}

export interface Field {
  readonly name: string;
  readonly type: Rp2Type;
}

export type Mode = "IN" | "OUT" | "IN OUT";

export interface Parameter extends Field {
  readonly mode: Mode;
}

export interface Procedure {
  readonly name: string;
  readonly opcode: number; // from 1; −13 where it is the one for new connections
  readonly parameters: readonly Parameter[];
  readonly isNewConnection?: boolean; // NEW_CONNECTION: it runs when a client binds, and has no stub of the client's
}

export interface TypeDeclaration {
  readonly name: string;
  readonly type: Rp2Type;
}

export interface Definition {
  readonly name: string;
  readonly value: number | string;
}

/** A line of a specification, in the order of the text. */
export interface Subsystem {
  readonly name: string; // "Example"
  readonly serverPrefix: string; // before the names of the server's procedures; "" for none
  readonly clientPrefix: string;
  readonly definitions: readonly Definition[]; // #define
  readonly types: readonly TypeDeclaration[];
  readonly procedures: readonly Procedure[];
}

/** The type without its names. */
export function bare(type: Rp2Type): Exclude<Rp2Type, { readonly tag: "named" }> {
  return type.tag === "named" ? bare(type.is) : type;
}

/**
 * Whether a parameter stands in a packet. A BoundedBS that is only OUT stands in the request too: there it says how
 * many bytes there is room for.
 */
export function isIn(packet: "request" | "reply", { mode, type }: Parameter): boolean {
  if (packet === "reply") return mode !== "IN";
  return mode !== "OUT" || bare(type).tag === "bounded bytes";
}
