/** What the interface files of a reader declare, whatever their language: a procedure by the numbers of a call. */
import type { NamedValue, ReadValues } from "./named-value.ts";

interface AskedProcedure {
  readonly family: "sun-rpc" | "rpc2" | "lab"; // no file declares one of the lab’s
  readonly program: number; // of RPC2 the subsystem's number
  readonly version: number;
  readonly procedure: number; // of RPC2 the opcode
}

type Direction = "call" | "reply";

export interface DeclaredProcedure {
  readonly program: string; // "NFS_PROGRAM"; of RPC2 the subsystem
  readonly procedure: string; // "NFSPROC3_READ"
  readonly text: string; // "int ADD(int a, int b)"
  readonly place: NamedValue["place"]; // of the procedure
  /** The values of arguments or of results, as far as they can be read. Never throws. */
  readonly read: (direction: Direction, bytes: Uint8Array) => ReadValues;
  /** Bytes with some values changed: `change` gets all of them. Throws XdrError or StubError. */
  readonly write: (direction: Direction, bytes: Uint8Array, change: (values: WrittenValue) => unknown) => Uint8Array;
}

/** Values as writers take them, in JSON. */
export type WrittenValue =
  string | number | boolean | null | readonly WrittenValue[] | { readonly [name: string]: WrittenValue };

/** Finds the procedure of a call; null where no file declares it. */
export type Declarations = (asked: AskedProcedure) => DeclaredProcedure | null;

/** The first of several that declares a procedure. Each is asked once for the same numbers. */
export function declaredByAny(all: readonly Declarations[]): Declarations {
  const known = new Map<string, DeclaredProcedure | null>();
  return (asked) => {
    const key = `${asked.family} ${asked.program} ${asked.version} ${asked.procedure}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    let found: DeclaredProcedure | null = null;
    for (const one of all) found ??= one(asked);
    // A hostile file has a new number in each call.
    if (known.size < MOST_KNOWN) known.set(key, found);
    return found;
  };
}

const MOST_KNOWN = 10_000;
