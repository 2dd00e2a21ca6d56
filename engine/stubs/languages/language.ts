/** A language for interfaces as a workbench needs it: a text in; files, and the bytes of calls, out. */
import type { Layer } from "../../wire/layer.ts";
import type { Subsystem } from "../rp2gen/types.ts";

/** A packet of a call: it takes the arguments there, or the results back. */
export const PACKETS = ["request", "reply"] as const;
export type Packet = (typeof PACKETS)[number];

export interface Message {
  readonly frame: Uint8Array;
  readonly layers: readonly Layer[];
}

export interface CompiledProcedure {
  readonly name: string;
  readonly text: string; // its declaration
  /** Values to begin with, in JSON. */
  readonly sample: Readonly<Record<Packet, unknown>>;
  /** The packet with these values, as JSON gives them. Throws StubError where they do not fit. */
  readonly message: (packet: Packet, values: unknown) => Message;
}

export interface Compiled {
  readonly files: readonly { readonly title: string; readonly text: string }[];
  readonly procedures: readonly CompiledProcedure[];
  /** Of RP2Gen alone: what the text says. Its stubs are of two kinds, whose size and time can be compared. */
  readonly subsystem?: Subsystem;
}

export interface Language {
  readonly id: string; // "rp2gen"
  readonly title: string; // "RP2Gen, for RPC2"
  readonly what: string; // a sentence or two
  readonly example: string;
  /** Words that stand out. */
  readonly keywords: ReadonlySet<string>;
  /** Where a remark begins: "/*" or "--". */
  readonly remark: RegExp;
  /** Throws TextError with line and column where the text is none. */
  readonly compile: (text: string) => Compiled;
}
