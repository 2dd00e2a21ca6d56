/** The procedures of a subsystem of RPC2, for captured calls: names, and the values in a body as far as it goes. */
import { digitsOf, u32 } from "../../wire/bytes.ts";
import { WireError } from "../../wire/error.ts";
import { unpackAt } from "../../wire/rpc2-args.ts";
import type { Declarations } from "../declared.ts";
import { MOST_VALUES, SHOWN_BYTES, type NamedValue, type ReadValues } from "../named-value.ts";
import { wireField } from "./args.ts";
import type { CompiledSubsystem } from "./parser.ts";
import { procedureText, typeText } from "./print.ts";
import { bare, isIn } from "./types.ts";
import type { Field, Rp2Type } from "./types.ts";
import { pack, unpack } from "./values.ts";

/**
 * A file that defines a number whose name has SUBSYS in it, as EXSUBSYS of the paper's example, declares the calls of
 * that subsystem; one without such a number declares those of every subsystem, since a specification has no other
 * place for it.
 */
export function rp2Declarations({ subsystem, places }: CompiledSubsystem): Declarations {
  const numbers = subsystem.definitions.flatMap(({ name, value }) =>
    /subsys/i.test(name) && typeof value === "number" ? [value] : [],
  );
  return ({ family, program, procedure: opcode }) => {
    if (family !== "rpc2" || (numbers.length > 0 && !numbers.includes(program))) return null;
    const found = subsystem.procedures.find((one) => one.opcode === opcode && one.isNewConnection !== true);
    if (found === undefined) return null;
    const fieldsIn = (direction: "call" | "reply"): readonly Field[] =>
      found.parameters.filter((one) => isIn(direction === "call" ? "request" : "reply", one));
    return {
      program: subsystem.name === "" ? "RPC2" : subsystem.name,
      procedure: found.name,
      text: procedureText(found),
      place: places.get(found) ?? null,
      read: (direction, bytes) => new Reader(bytes, places).all(fieldsIn(direction)),
      write: (direction, bytes, change) => {
        const packet = direction === "call" ? "request" : "reply";
        return pack(found, packet, change(unpack(found, packet, bytes))).bytes;
      },
    };
  };
}

class Stopped extends Error {}

type Leaf = Pick<NamedValue, "value" | "note">;

/** Reads a body from its start: of bytes that are cut or foreign the values before the fault stand. */
class Reader {
  private at = 0;
  private count = 0;
  private readonly bytes: Uint8Array;
  private readonly places: CompiledSubsystem["places"];

  constructor(bytes: Uint8Array, places: CompiledSubsystem["places"]) {
    this.bytes = bytes;
    this.places = places;
  }

  all(fields: readonly Field[]): ReadValues {
    const values: NamedValue[] = [];
    let stopped: string | null = null;
    try {
      for (const field of fields) this.put(values, field, field.name);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      stopped = error.message;
    }
    return { values, next: this.at, stopped };
  }

  /** Where reading stops amid a value, those of its parts that were read stand. */
  private put(into: NamedValue[], field: Field, path: string): void {
    const { name, type } = field;
    const is = bare(type);
    if (is.tag === "bulk") return; // nothing of it stands in a body
    if (++this.count > MOST_VALUES) throw new Stopped(`byte ${this.at}, ${path}: more than ${MOST_VALUES} values.`);
    const from = this.at;
    const parts: NamedValue[] = [];
    const end = (leaf: Leaf): void => {
      const place = this.places.get(field) ?? null;
      into.push({ name, type: typeText(type), from, to: this.at, parts, ...leaf, place });
    };
    try {
      end(this.value(is, parts, path));
    } catch (error) {
      if (error instanceof Stopped && (parts.length > 0 || this.at > from)) end(WITH_PARTS);
      throw error;
    }
  }

  private value(is: ReturnType<typeof bare>, parts: NamedValue[], path: string): Leaf {
    if (is.tag === "struct") {
      for (const field of is.fields) this.put(parts, field, `${path}.${field.name}`);
      return WITH_PARTS;
    }
    if (is.tag === "list") {
      const count = Number(this.leaf({ tag: "unsigned" }, path));
      for (let i = 0; i < count; i++) this.put(parts, { name: `[${i}]`, type: is.of }, `${path}[${i}]`);
      return WITH_PARTS;
    }
    if (is.tag === "bounded bytes") {
      // Room for so many bytes, and those that are used.
      this.put(parts, { name: "max", type: { tag: "unsigned" } }, `${path}.max`);
      this.put(parts, { name: "bytes", type: { tag: "counted bytes" } }, `${path}.bytes`);
      const [most = 0, used = 0] = parts.map(({ from }) => u32(this.bytes, from));
      return { value: null, note: used > most ? `${used} bytes where there is room for ${most}` : null };
    }
    const value = this.leaf(is, path);
    if (is.tag === "enum") {
      const one = is.names.find((known) => known.value === value);
      return one === undefined ? { value, note: "no value of this enumeration" } : { value: one.name, note: null };
    }
    return { value, note: null };
  }

  private leaf(type: Rp2Type, path: string): string | number {
    try {
      const { value, next } = unpackAt(this.bytes, this.at, wireField({ name: path, type }));
      this.at = next;
      if (value instanceof Uint8Array) {
        return digitsOf(value.subarray(0, SHOWN_BYTES)) + (value.length > SHOWN_BYTES ? "…" : "");
      }
      return typeof value === "number" ? (Number.isFinite(value) ? value : String(value)) : shortText(value as string);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      throw new Stopped(`byte ${error.at}, ${path}: got ${error.got}, want ${error.want}.`);
    }
  }
}

const WITH_PARTS: Leaf = { value: null, note: null };
const shortText = (text: string): string => (text.length > SHOWN_BYTES ? `${text.slice(0, SHOWN_BYTES)}…` : text);
