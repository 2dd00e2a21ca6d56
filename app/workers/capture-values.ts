/** Calls of a capture by the reader’s interface files: named values, and bytes written from values. */
import type { Call } from "../../engine/capture/call.ts";
import type { Interface } from "../../engine/capture/calls.ts";
import { declaredCall, decodeCall, fieldsOf } from "../../engine/stubs/xdr/decode-call.ts";
import type { AskedCall, DecodedCall, NamedValue } from "../../engine/stubs/xdr/decode-call.ts";
import { decodeXdr } from "../../engine/stubs/xdr/decode.ts";
import { encodeXdr } from "../../engine/stubs/xdr/encode.ts";
import { XdrError } from "../../engine/stubs/xdr/error.ts";
import { procedureText } from "../../engine/stubs/xdr/print.ts";
import type { Definitions, Schema } from "../../engine/stubs/xdr/types.ts";
import { changedAt } from "./changed-values.ts";
import type { ChangedValue } from "./changed-values.ts";

/** Bytes of one message that are kept, and of all messages together: a capture may have 500 MB. */
const MOST_OF_ONE = 4096;
const MOST_OF_ALL = 2 ** 26;
/** Letters and bytes of the short text that stands in the list. */
const SHORT = 60;
const LOOKED_AT = 256;

export interface Message extends Pick<DecodedCall, "values" | "next" | "stopped"> {
  readonly bytes: Uint8Array;
}

/** A call as its interface declares it. */
export interface CallValues extends Pick<DecodedCall, "program" | "version" | "procedure" | "place"> {
  readonly declared: string; // "int ADD(int a, int b)"
  readonly call: Message | null; // null where the file does not hold it
  readonly reply: Message | null;
}

export interface Written {
  readonly bytes: Uint8Array | null;
  readonly problem: string | null;
}

type Numbers = Omit<AskedCall, "direction">;
type Direction = AskedCall["direction"];

function numbersOf({ program, version, procedure }: Call): Numbers | null {
  return program === null || version === null || procedure === null ? null : { program, version, procedure };
}

/** The interface files that are open. */
export class Values {
  private readonly all: readonly Definitions[];
  private kept = 0;

  constructor(all: readonly Definitions[]) {
    this.all = all;
  }

  /** Names, and the bytes of each message: what they mean is read when somebody looks at the call. */
  asInterface(): Interface {
    return {
      nameOf: (program, version, procedure) => {
        const found = this.declaring({ program, version, procedure });
        return found === null ? null : { program: found.program.name, procedure: found.procedure.name };
      },
      valuesOf: (program, version, procedure, _, bytes) => {
        if (this.kept >= MOST_OF_ALL || this.declaring({ program, version, procedure }) === null) return undefined;
        this.kept += Math.min(bytes.length, MOST_OF_ONE);
        return bytes.slice(0, MOST_OF_ONE);
      },
    };
  }

  /** "dir = 3f9a02, name = draft.tex"; null where no file declares the call. */
  shortText(call: Call): string | null {
    const numbers = numbersOf(call);
    const bytes = call.values?.arguments;
    if (numbers === null || !(bytes instanceof Uint8Array)) return null;
    const found = this.decoded(numbers, "call", bytes.subarray(0, LOOKED_AT));
    const text = (found?.values ?? []).flatMap(leavesOf).map(leafText).join(", ");
    return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text;
  }

  of(call: Call): CallValues | null {
    const numbers = numbersOf(call);
    const found = numbers === null ? null : this.declaring(numbers);
    if (numbers === null || found === null) return null;
    const { program, version, procedure, definitions } = found;
    const message = (direction: Direction, bytes: unknown): Message | null => {
      const decoded = bytes instanceof Uint8Array ? this.decoded(numbers, direction, bytes) : null;
      if (decoded === null || !(bytes instanceof Uint8Array)) return null;
      return { bytes, values: decoded.values, next: decoded.next, stopped: decoded.stopped };
    };
    return {
      ...{ program: program.name, version: version.name, procedure: procedure.name },
      place: definitions.places.get(procedure) ?? null,
      declared: procedureText(procedure),
      call: message("call", call.values?.arguments),
      reply: message("reply", call.values?.results),
    };
  }

  /** The bytes of a message with some of its values changed. */
  write(call: Call, direction: Direction, changes: readonly ChangedValue[]): Written {
    const numbers = numbersOf(call);
    const found = numbers === null ? null : this.declaring(numbers);
    const bytes = direction === "call" ? call.values?.arguments : call.values?.results;
    if (found === null || !(bytes instanceof Uint8Array)) throw new Error(`Call ${call.number} has no named values.`);
    const fields = fieldsOf(found.procedure, direction).filter(({ type }) => type.kind !== "void");
    const schema: Schema = { type: { kind: "struct", fields }, types: found.definitions.types };
    try {
      const value = changes.reduce(changedAt, decodeXdr(schema, bytes));
      return { bytes: encodeXdr(schema, value), problem: null };
    } catch (error) {
      if (error instanceof XdrError) return { bytes: null, problem: error.message };
      throw error;
    }
  }

  private declaring(numbers: Numbers) {
    for (const definitions of this.all) {
      const declared = declaredCall(definitions, numbers);
      if (declared !== null) return { ...declared, definitions };
    }
    return null;
  }

  private decoded(numbers: Numbers, direction: Direction, bytes: Uint8Array): DecodedCall | null {
    const found = this.declaring(numbers);
    return found === null ? null : decodeCall(found.definitions, { ...numbers, direction }, bytes);
  }
}

const leavesOf = (value: NamedValue): readonly NamedValue[] =>
  value.parts.length === 0 ? [value] : value.parts.flatMap(leavesOf);

const leafText = ({ name, value }: NamedValue): string =>
  value === null ? name : `${name} = ${String(value).slice(0, SHORT)}`;
