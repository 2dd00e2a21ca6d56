/** Calls of a capture by the reader’s interface files: named values, and bytes written from values. */
import type { Call } from "../../engine/capture/call.ts";
import type { Interface } from "../../engine/capture/calls.ts";
import type { Declarations, DeclaredProcedure } from "../../engine/stubs/declared.ts";
import { StubError } from "../../engine/stubs/error.ts";
import type { NamedValue, ReadValues } from "../../engine/stubs/named-value.ts";
import { XdrError } from "../../engine/stubs/xdr/error.ts";
import { changedAt } from "./changed-values.ts";
import type { ChangedValue } from "./changed-values.ts";

/** Bytes of one message that are kept, and of all messages together: a capture may have 500 MB. */
const MOST_OF_ONE = 4096;
const MOST_OF_ALL = 2 ** 26;
/** Letters and bytes of the short text that stands in the list. */
const SHORT = 60;
const LOOKED_AT = 256;

export interface Message extends ReadValues {
  readonly bytes: Uint8Array;
}

/** A call as its interface declares it. */
export interface CallValues extends Pick<DeclaredProcedure, "program" | "procedure" | "place"> {
  readonly declared: string; // "int ADD(int a, int b)"
  readonly call: Message | null; // null where the file does not hold it
  readonly reply: Message | null;
}

export interface Written {
  readonly bytes: Uint8Array | null;
  readonly problem: string | null;
}

type Direction = "call" | "reply";

/** The interface files that are open. */
export class Values {
  private readonly all: Declarations;
  private kept = 0;

  constructor(all: Declarations) {
    this.all = all;
  }

  /** Names, and the bytes of each message: what they mean is read when somebody looks at the call. */
  asInterface(): Interface {
    return (asked) => {
      const found = this.all(asked);
      if (found === null) return null;
      const { program, procedure } = found;
      return { program, procedure, valuesOf: (_, bytes) => this.keep(bytes) };
    };
  }

  /** "dir = 3f9a02, name = draft.tex"; null where no file declares the call. */
  shortText(call: Call): string | null {
    const bytes = call.values?.arguments;
    const found = bytes instanceof Uint8Array ? this.declaring(call) : null;
    if (found === null || !(bytes instanceof Uint8Array)) return null;
    const { values } = found.read("call", bytes.subarray(0, LOOKED_AT));
    const text = values.flatMap(leavesOf).map(leafText).join(", ");
    return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text;
  }

  of(call: Call): CallValues | null {
    const found = this.declaring(call);
    if (found === null) return null;
    const message = (direction: Direction, bytes: unknown): Message | null =>
      bytes instanceof Uint8Array ? { bytes, ...found.read(direction, bytes) } : null;
    const { program, procedure, place, text } = found;
    return {
      ...{ program, procedure, place },
      declared: text,
      call: message("call", call.values?.arguments),
      reply: message("reply", call.values?.results),
    };
  }

  /** The bytes of a message with some of its values changed. */
  write(call: Call, direction: Direction, changes: readonly ChangedValue[]): Written {
    const found = this.declaring(call);
    const bytes = direction === "call" ? call.values?.arguments : call.values?.results;
    if (found === null || !(bytes instanceof Uint8Array)) throw new Error(`Call ${call.number} has no named values.`);
    try {
      return { bytes: found.write(direction, bytes, (values) => changes.reduce(changedAt, values)), problem: null };
    } catch (error) {
      if (error instanceof XdrError || error instanceof StubError) return { bytes: null, problem: error.message };
      throw error;
    }
  }

  private keep(bytes: Uint8Array): Uint8Array | undefined {
    if (this.kept >= MOST_OF_ALL) return undefined;
    this.kept += Math.min(bytes.length, MOST_OF_ONE);
    return bytes.slice(0, MOST_OF_ONE);
  }

  private declaring({ family, program, version, procedure }: Call): DeclaredProcedure | null {
    if (program === null || version === null || procedure === null) return null;
    return this.all({ family, program, version, procedure });
  }
}

const leavesOf = (value: NamedValue): readonly NamedValue[] =>
  value.parts.length === 0 ? [value] : value.parts.flatMap(leavesOf);

const leafText = ({ name, value }: NamedValue): string =>
  value === null ? name : `${name} = ${String(value).slice(0, SHORT)}`;
