/**
 * Argument descriptors (ARGs): what RP2Gen writes down of each parameter, so that MakeMulti can pack and unpack it
 * while the program runs. An ARG has the parameter's usage, type and size; a structure has an ARG for each field.
 * RP2Gen makes a new ARG for each parameter; with sharing, as Section VIII proposes, equal structures are described
 * once.
 */
import type { Arg as WireArg, ArgField as WireField } from "../../wire/rpc2-args.ts";
import { bare } from "./types.ts";
import type { Field, Mode, Parameter, Procedure, Rp2Type, Subsystem } from "./types.ts";

export interface Arg {
  readonly mode: Mode;
  readonly name: string; // of the parameter or the field; the library's ARG has no name
  readonly type: ArgType;
  /** Bytes in the body; null where the value decides. */
  readonly size: number | null;
  /** Of Byte[n]: n. */
  readonly bound?: number;
  /** Of an enumeration. */
  readonly names?: readonly { readonly name: string; readonly value: number }[];
  /** The array of ARGs of a structure, or of the structure of a list. */
  readonly fields?: ArgArray;
}

/** ARGs one behind the other, ended by one that says so. */
export interface ArgArray {
  readonly name: string; // "double_it_ARGS", "Point_ARGS"
  readonly args: readonly Arg[];
}

/** The library's words for types. */
type ArgType =
  | "RPC2_INTEGER_TAG"
  | "RPC2_UNSIGNED_TAG"
  | "RPC2_BYTE_TAG"
  | "RPC2_STRING_TAG"
  | "RPC2_COUNTEDBS_TAG"
  | "RPC2_BOUNDEDBS_TAG"
  | "RPC2_ENCRYPTIONKEY_TAG"
  | "RPC2_DOUBLE_TAG"
  | "RPC2_ENUM_TAG"
  | "RPC2_STRUCT_TAG"
  | "RPC2_STRUCT_LIST_TAG"
  | "RPC2_BULKDESCRIPTOR_TAG";

/** The subsystem’s ARGs: an array for each procedure, and those of its structures. */
export interface Args {
  readonly procedures: ReadonlyMap<Procedure, ArgArray>;
  /** Every array that the stub file declares, those of structures before those that use them. */
  readonly arrays: readonly ArgArray[];
}

const TAGS = {
  integer: ["RPC2_INTEGER_TAG", 4],
  unsigned: ["RPC2_UNSIGNED_TAG", 4],
  byte: ["RPC2_BYTE_TAG", 1],
  string: ["RPC2_STRING_TAG", null],
  "counted bytes": ["RPC2_COUNTEDBS_TAG", null],
  "bounded bytes": ["RPC2_BOUNDEDBS_TAG", null],
  key: ["RPC2_ENCRYPTIONKEY_TAG", 8],
  double: ["RPC2_DOUBLE_TAG", 8],
  bulk: ["RPC2_BULKDESCRIPTOR_TAG", 0],
} as const satisfies Record<string, readonly [ArgType, number | null]>;

class ArgWriter {
  readonly arrays: ArgArray[] = [];
  private readonly shared = new Map<string, ArgArray>();
  private readonly isSharing: boolean;

  constructor(isSharing: boolean) {
    this.isSharing = isSharing;
  }

  array(name: string, parameters: readonly Parameter[]): ArgArray {
    const args = parameters.map((parameter) => this.arg(name, parameter));
    const array: ArgArray = { name, args };
    this.arrays.push(array);
    return array;
  }

  private arg(within: string, { mode, name, type }: Parameter): Arg {
    const is = bare(type);
    switch (is.tag) {
      case "bytes":
        return { mode, name, type: "RPC2_BYTE_TAG", size: is.length, bound: is.length };
      case "enum":
        return { mode, name, type: "RPC2_ENUM_TAG", size: 4, names: is.names };
      case "struct": {
        const fields = this.struct(within, name, mode, type);
        return { mode, name, type: "RPC2_STRUCT_TAG", size: sizeOf(fields), fields };
      }
      case "list":
        return { mode, name, type: "RPC2_STRUCT_LIST_TAG", size: null, fields: this.struct(within, name, mode, is.of) };
      default: {
        const [tag, size] = TAGS[is.tag];
        return { mode, name, type: tag, size };
      }
    }
  }

  /** The array of a structure: a new one, or the one of the same structure with the same usage. */
  private struct(within: string, name: string, mode: Mode, type: Rp2Type): ArgArray {
    const is = bare(type);
    if (is.tag !== "struct") throw new Error(`RP2Gen: ${name} is no structure.`);
    const known = type.tag === "named" ? `${type.name} ${mode}` : null;
    const there = this.isSharing && known !== null ? this.shared.get(known) : undefined;
    if (there !== undefined) return there;
    const title =
      this.isSharing && type.tag === "named" ? `${type.name}_${mode.replace(" ", "_")}` : `${within}_${name}`;
    const fields = is.fields.map((field): Parameter => ({ ...field, mode }));
    const array = this.array(title, fields);
    if (known !== null) this.shared.set(known, array);
    return array;
  }
}

/** The bytes of a structure in the body; null where a value decides. */
function sizeOf({ args }: ArgArray): number | null {
  return args.reduce<number | null>(
    (sum, { size }) => (sum === null || size === null ? null : sum + Math.ceil(size / 4) * 4),
    0,
  );
}

const WIRE_TAGS = {
  integer: "integer",
  unsigned: "unsigned",
  byte: "byte",
  string: "string",
  "counted bytes": "counted",
  "bounded bytes": "bounded",
  key: "key",
  double: "double",
  bulk: "bulk",
  enum: "enum",
} as const;

export function wireField({ name, type }: Field): WireField {
  const is = bare(type);
  switch (is.tag) {
    case "bytes":
      return { name, type: is };
    case "struct":
      return { name, type: { tag: "struct", fields: is.fields.map(wireField) } };
    case "list": {
      const of = bare(is.of);
      return { name, type: { tag: "structs", fields: of.tag === "struct" ? of.fields.map(wireField) : [] } };
    }
    default:
      return { name, type: { tag: WIRE_TAGS[is.tag] } };
  }
}

/** The ARGs of a procedure as the packing of bodies takes them. */
export const wireArgs = ({ parameters }: Procedure): readonly WireArg[] =>
  parameters.map((one) => ({ mode: one.mode, ...wireField(one) }));

/** @param isSharing equal structures are described once, as Section VIII proposes; RP2Gen itself does not do that */
export function argsOf({ procedures }: Subsystem, isSharing = false): Args {
  const writer = new ArgWriter(isSharing);
  const arrays = procedures.map((one) => [one, writer.array(`${one.name}_ARGS`, one.parameters)] as const);
  return { procedures: new Map(arrays), arrays: writer.arrays };
}

/**
 * Bytes of an ARG in the memory of the IBM RT: usage, type, size and a pointer, four bytes each. Assumed: the paper
 * says what an ARG holds, and not how long it is.
 */
const ARG_BYTES = 16;

/** Bytes of all arrays, with the ARG that ends each. */
export const bytesOfArgs = ({ arrays }: Args): number =>
  arrays.reduce((sum, { args }) => sum + (args.length + 1) * ARG_BYTES, 0);
