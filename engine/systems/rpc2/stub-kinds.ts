/**
 * Two kinds of stub for calls of MultiRPC: descriptors (ARGs) that one shared routine reads while the program runs, and
 * code that is generated for each procedure. The authors chose descriptors for their size and expected them to be a
 * little slower (Satyanarayanan & Siegel 1990, Section V-A). They measured neither; the estimate is ours.
 *
 * Rules
 * 1. Size. Descriptors take their arrays, with the one that ends each, and the shared routine once. Generated stubs
 *    take code for each procedure and for each of its parameters, to pack it and to unpack it. Routines that copy
 *    bytes are in the C library, for both.
 * 2. The shared routine has the code of every type, once to pack and once to unpack it.
 * 3. Time. Both kinds run the same instructions for a value. Descriptors are read besides: twice, once for the size of
 *    the buffer and once to pack. Those of a parameter that is not in the request are read, too, and skipped.
 * 4. The rest of `pack` (Table VI) is the same for both kinds. It is what the paper's 0.56 ms leave beside one integer:
 *    we assume that the test program had one, as the example of Appendix II has.
 */
import { RT_PC } from "../../hardware/rt-pc-costs.ts";
import { RT_PC_STUBS } from "../../hardware/rt-pc-stub-costs.ts";
import { argsOf, bytesOfArgs, type ArgArray } from "../../stubs/rp2gen/args.ts";
import { encodeUtf8 } from "../../wire/utf8.ts";
import { samplesIn } from "../../stubs/rp2gen/samples.ts";
import { bare, isIn } from "../../stubs/rp2gen/types.ts";
import type { Parameter, Procedure, Rp2Type, Subsystem } from "../../stubs/rp2gen/types.ts";

/** The sizes of both kinds for a subsystem, in bytes. */
export interface StubSizes {
  readonly procedures: number;
  readonly descriptors: number;
  /** The routine that reads them, once for all subsystems. */
  readonly interpreter: number;
  readonly generated: number;
  /** Each procedure by itself, in the order of the text. */
  readonly each: readonly { readonly name: string; readonly descriptors: number; readonly generated: number }[];
  /** From so many procedures of this mean size on, descriptors take less; null where they never do. */
  readonly smallerFrom: number | null;
}

/** The time to pack the arguments of a call, in microseconds. */
interface PackTimes {
  readonly interpretedUs: number;
  readonly generatedUs: number;
}

const of = (name: keyof typeof RT_PC_STUBS): number => RT_PC_STUBS[name].value;

/** Instructions that pack or unpack a value of a type; those of a list once, and not for each element. */
function codeOf(type: Rp2Type): number {
  const is = bare(type);
  switch (is.tag) {
    case "byte":
      return of("word") + of("narrow");
    case "key":
    case "double":
      return 2 * of("word");
    case "bytes":
      return of("copy");
    case "counted bytes":
      return of("word") + of("copy");
    case "bounded bytes":
      return 2 * of("word") + of("copy");
    case "string":
      return of("scan") + of("word") + of("copy");
    case "struct":
      return is.fields.reduce((sum, field) => sum + codeOf(field.type), 0);
    case "list":
      return of("word") + of("loop") + codeOf(is.of);
    case "bulk":
      return 0;
    default:
      return of("word");
  }
}

const POINT: Rp2Type = { tag: "struct", fields: [] };

/** One type of each kind that the shared routine knows. */
const ALL_TYPES: readonly Rp2Type[] = [
  ...(["integer", "unsigned", "byte", "string", "counted bytes", "bounded bytes", "key", "double"] as const).map(
    (tag): Rp2Type => ({ tag }),
  ),
  { tag: "bytes", length: 1 },
  { tag: "enum", names: [] },
  { tag: "list", of: POINT },
  { tag: "bulk" },
];

/** Rule 2. */
const INTERPRETER_BYTES =
  of("instructionBytes") *
  ALL_TYPES.reduce((sum, type) => sum + 2 * codeOf(type) + 3 * of("typeCase"), of("walker") + 2 * of("nest"));

/** Code to pack and to unpack the parameters of a procedure; an IN OUT parameter has both. */
function generatedBytes({ parameters }: Procedure): number {
  const packed = (["request", "reply"] as const).flatMap((packet) => parameters.filter((one) => isIn(packet, one)));
  const code = packed.reduce((sum, { type }) => sum + codeOf(type), of("stub") + of("takeReply"));
  return of("instructionBytes") * code;
}

/** An array with all arrays behind it. */
const arraysOf = (array: ArgArray): readonly ArgArray[] => [
  array,
  ...array.args.flatMap(({ fields }) => (fields === undefined ? [] : arraysOf(fields))),
];

/** @param isSharing equal structures are described once, as Section VIII proposes */
export function stubSizes(subsystem: Subsystem, isSharing = false): StubSizes {
  const args = argsOf(subsystem, isSharing);
  const each = subsystem.procedures.map((one) => {
    const array = args.procedures.get(one);
    const arrays = array === undefined ? [] : arraysOf(array);
    const descriptors = bytesOfArgs({ procedures: args.procedures, arrays });
    return { name: one.name, descriptors, generated: generatedBytes(one) };
  });
  const descriptors = bytesOfArgs(args);
  const generated = each.reduce((sum, one) => sum + one.generated, 0);
  const saved = each.length === 0 ? 0 : (generated - descriptors) / each.length;
  return {
    procedures: each.length,
    descriptors,
    interpreter: INTERPRETER_BYTES,
    generated,
    each,
    smallerFrom: saved <= 0 ? null : Math.floor(INTERPRETER_BYTES / saved) + 1,
  };
}

/** The sizes for so many procedures of the subsystem's mean size. */
export const sizesFor = (
  { procedures, descriptors, interpreter, generated }: StubSizes,
  count: number,
): { readonly interpreted: number; readonly generated: number } => ({
  interpreted: interpreter + Math.round((count * descriptors) / procedures),
  generated: Math.round((count * generated) / procedures),
});

/** Numbers of procedures for which both sizes are worth a look, besides the subsystem's own and the crossing. */
const COUNTS = [10, 100, 10_000];

/** Numbers of procedures to compare the sizes for, ascending. */
export const countsOf = ({ procedures, smallerFrom }: StubSizes): readonly number[] =>
  [...new Set([procedures, ...(smallerFrom === null ? [] : [smallerFrom]), ...COUNTS])].toSorted((a, b) => a - b);

/** Work for a value: the instructions of both kinds, and those that read its descriptors. */
interface Work {
  readonly packing: number;
  readonly reading: number;
}

const sum = (parts: readonly Work[], packing: number, reading: number): Work =>
  parts.reduce((all, one) => ({ packing: all.packing + one.packing, reading: all.reading + one.reading }), {
    packing,
    reading,
  });

const textLength = (value: unknown): number => (typeof value === "string" ? encodeUtf8(value).length : 0);
const hexLength = (value: unknown): number => (typeof value === "string" ? value.length / 2 : 0);
const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

type Struct = Extract<Rp2Type, { readonly tag: "struct" }>;

/** Rule 3, for a value as people write it in JSON. */
function workOf(type: Rp2Type, value: unknown): Work {
  const is = bare(type);
  const copied = (bytes: number, each = of("copyByte")): Work => ({
    packing: codeOf(type) + bytes * each,
    reading: of("visit"),
  });
  const worked = ({ fields }: Struct, from: unknown): readonly Work[] =>
    fields.map((field) => workOf(field.type, fieldOf(from, field.name)));
  switch (is.tag) {
    case "string":
      return copied(textLength(value) + 1, of("copyByte") + of("scanByte")); // and the zero byte
    case "counted bytes":
      return copied(hexLength(value));
    case "bounded bytes":
      return copied(hexLength(fieldOf(value, "bytes")));
    case "bytes":
      return copied(is.length);
    case "struct":
      return sum(worked(is, value), 0, of("visit") + of("nest"));
    case "list": {
      const element = bare(is.of);
      if (!Array.isArray(value) || element.tag !== "struct") throw new Error("RP2Gen: a list holds structures.");
      const each = value.map((item) => sum(worked(element, item), of("loop"), of("nest")));
      return sum(each, of("word"), of("visit"));
    }
    default:
      return { packing: codeOf(type), reading: of("visit") };
  }
}

const MILLISECOND = 1000; // microseconds

/** Microseconds of the instructions; reading counts once for each pass. */
const timeOf = ({ packing, reading }: Work): { readonly packing: number; readonly reading: number } => ({
  packing: packing * of("instruction"),
  reading: reading * of("passes") * of("instruction"),
});

/** Rule 4: what `pack` takes besides the value of one integer and its descriptor. */
function restUs(): number {
  const { packing, reading } = timeOf(workOf({ tag: "integer" }, 0));
  return MILLISECOND * RT_PC.pack.value - packing - reading;
}

const skipped: Work = { packing: 0, reading: of("visit") };

/** The time to pack the request of a procedure with these values, as JSON has them; left out: with its samples. */
export function packTimes(procedure: Procedure, values = samplesIn(procedure, "request")): PackTimes {
  const { parameters } = procedure;
  const work = (one: Parameter): Work => (isIn("request", one) ? workOf(one.type, values[one.name]) : skipped);
  const { packing, reading } = timeOf(sum(parameters.map(work), 0, 0));
  const rest = restUs();
  return { interpretedUs: rest + packing + reading, generatedUs: rest + packing };
}
