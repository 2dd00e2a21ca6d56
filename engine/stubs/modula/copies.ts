/**
 * The work of the stubs of one call, value by value: who copies what from where to where (Schroeder & Burrows 1990,
 * Section 2.2). Machines price it.
 *
 * Rules
 * 1. A value of fixed size that is passed by value is copied by the caller's stub into the call packet, and by the
 *    server's stub from there to the server's stack.
 * 2. An array that is passed by VAR IN is copied by the caller's stub into the call packet. The procedure gets its
 *    address in the packet. With VAR OUT the procedure writes straight into the result packet, and the caller's stub
 *    copies from there: one copy either way, and it is the caller's. VAR alone has both.
 * 3. Where a message does not fit one packet, its arrays have no address in a packet: the server's stub copies them,
 *    too.
 * 4. A text is copied into the packet by the library of texts. At the other end the library allocates another one and
 *    copies the text into that. NIL costs a call of the library at either end.
 * 5. A structure behind a pointer is marshalled by a library in the same way, object by object.
 */
import { bare, fieldsBehind, fixedBytes, isIn, scalarBytes } from "./types.ts";
import type { Module, ModulaType, Packet, Parameter, Procedure } from "./types.ts";
import { isList, isRecord, type ModulaRecord, type ModulaValue } from "./values.ts";

/** The end whose stub does the work. */
export type End = "caller" | "server";

/**
 * scalar: by an assignment; block, open: an array of fixed and of variable length, by a loop; text, nil, object: by a
 * library, which allocates at the end that receives.
 */
export type CopyKind = "scalar" | "block" | "open" | "text" | "nil" | "object";

export interface Copy {
  readonly parameter: string;
  readonly end: End;
  readonly packet: Packet;
  readonly kind: CopyKind;
  readonly bytes: number;
  /** The stub gets new storage for it from the collected heap. */
  readonly allocates: boolean;
}

class Walk {
  readonly copies: Copy[] = [];
  private readonly module: Module;
  private readonly met = new Set<ModulaRecord>();

  constructor(module: Module) {
    this.module = module;
  }

  /** A value that is taken apart: rules 1, 4 and 5. */
  value(parameter: string, packet: Packet, type: ModulaType, value: ModulaValue | undefined): void {
    const at = bare(type);
    const both = (kind: CopyKind, bytes: number): void => this.both(parameter, packet, kind, bytes);
    switch (at.tag) {
      case "text":
        if (typeof value === "string") both("text", value.length);
        else both("nil", 0);
        return;
      case "reference":
        if (isRecord(value)) this.object(parameter, packet, at.to, value);
        else both("nil", 0);
        return;
      case "array":
      case "open array": {
        const each = fixedBytes(at.of);
        const count = isList(value) || value instanceof Uint8Array ? value.length : 0;
        if (each !== null) both(at.tag === "array" ? "block" : "open", count * each);
        else if (isList(value)) for (const one of value) this.value(parameter, packet, at.of, one);
        return;
      }
      case "record":
        if (!isRecord(value)) return;
        for (const { name, type: of } of at.fields) this.value(parameter, packet, of, value[name]);
        return;
      default:
        both("scalar", scalarBytes(at.tag));
    }
  }

  /** Rule 5, without recursion: a list may be long. */
  private object(parameter: string, packet: Packet, to: string, value: ModulaRecord): void {
    if (this.met.has(value)) return;
    this.met.add(value);
    const left = [{ to, value }];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      let bytes = 0;
      for (const { name, type } of fieldsBehind(this.module, next.to)) {
        const at = bare(type);
        const inner = next.value[name];
        if (at.tag !== "reference") {
          const fixed = fixedBytes(at);
          if (fixed === null) this.value(parameter, packet, at, inner);
          else bytes += fixed;
        } else if (isRecord(inner) && !this.met.has(inner)) {
          this.met.add(inner);
          left.push({ to: at.to, value: inner });
        }
      }
      this.both(parameter, packet, "object", bytes);
    }
  }

  /** One end copies in, the other copies out. */
  private both(parameter: string, packet: Packet, kind: CopyKind, bytes: number): void {
    const library = kind === "text" || kind === "object";
    for (const end of ["caller", "server"] as const) {
      const receives = (end === "server") === (packet === "call");
      this.copies.push({ parameter, end, packet, kind, bytes, allocates: library && receives });
    }
  }

  /** Rules 2 and 3. */
  address({ name, type }: Parameter, packet: Packet, value: ModulaValue | undefined, fits: boolean): void {
    const at = bare(type);
    const bytes = sizeInPlace(at, value);
    if (bytes === null) {
      this.value(name, packet, type, value);
      return;
    }
    const kind: CopyKind = at.tag === "open array" ? "open" : "block";
    const copy: Copy = { parameter: name, end: "caller", packet, kind, bytes, allocates: false };
    this.copies.push(copy);
    if (!fits) this.copies.push({ ...copy, end: "server", kind: "block" });
  }
}

/** The bytes of a value that a procedure can use where it lies in the packet; null for one that it cannot. */
function sizeInPlace(type: ModulaType, value: ModulaValue | undefined): number | null {
  const at = bare(type);
  if (at.tag !== "open array") return fixedBytes(at);
  const each = fixedBytes(at.of);
  const count = isList(value) || value instanceof Uint8Array ? value.length : 0;
  return each === null ? null : count * each;
}

/**
 * The copies of a message with these values, in the order of the parameters.
 * @param fits whether the message fits one packet
 */
export function copiesOf(
  module: Module,
  { parameters }: Procedure,
  packet: Packet,
  values: ModulaRecord,
  fits: boolean,
): readonly Copy[] {
  const walk = new Walk(module);
  for (const parameter of parameters.filter((one) => isIn(packet, one))) {
    const { name, type, mode } = parameter;
    if (mode === "value") walk.value(name, packet, type, values[name]);
    else walk.address(parameter, packet, values[name], fits);
  }
  return walk.copies;
}
