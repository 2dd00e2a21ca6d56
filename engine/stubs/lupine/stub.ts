/**
 * Lupine makes of an interface a user stub and a server stub for each procedure, as plain data. A user stub turns
 * arguments into the bytes of a call packet and the bytes of a result packet into results; a server stub does the
 * opposite, and its dispatcher finds a procedure by the number in the packet.
 */
import type { StubPlace } from "../error.ts";
import { wordError } from "./error.ts";
import { decode, encode, partsOf, type Part, type StubRecord } from "./marshal.ts";
import { interfaceText, typeText } from "./print.ts";
import { leastWords, mostWords } from "./types.ts";
import type { Field, Interface, ProcedureDeclaration, SignalDeclaration } from "./types.ts";

/** A stub's plan for one argument or result. */
interface Planned {
  readonly name: string;
  readonly type: string; // as Mesa writes it: "LONG CARDINAL"
  readonly leastWords: number;
  readonly mostWords: number | null; // null where only the message limits it
}

/** Both stubs write and read the messages of a procedure or an exception by these. All of them throw StubError. */
interface Messages {
  readonly number: number; // from 0, in the order of the text
  readonly name: string;
  readonly argumentPlan: readonly Planned[];
  readonly resultPlan: readonly Planned[];
  /** 16-bit words that these values take. */
  readonly argumentWords: (values: StubRecord) => number;
  readonly resultWords: (values: StubRecord) => number;
  readonly encodeArguments: (values: StubRecord) => Uint8Array;
  readonly decodeArguments: (bytes: Uint8Array) => StubRecord;
  readonly encodeResults: (values: StubRecord) => Uint8Array;
  readonly decodeResults: (bytes: Uint8Array) => StubRecord;
  /** The values again, each with its place in the message, for a reader of packets. */
  readonly argumentParts: (bytes: Uint8Array) => readonly Part[];
  readonly resultParts: (bytes: Uint8Array) => readonly Part[];
}

/** An exception: its arguments go to the caller. Those results go back with which a signal is resumed. */
interface StubSignal extends Messages {
  readonly resumable: boolean; // a SIGNAL, not an ERROR
}

export interface StubProcedure extends Messages {
  /** All exceptions of the interface: Mesa does not say which of them a procedure raises. */
  readonly signals: readonly StubSignal[];
}

export interface Stub {
  readonly name: string; // of the definitions module: "Files"
  readonly version: string; // eight hexadecimal digits
  readonly typeName: string; // what an exporter and an importer have to agree on: "Files-1f2e3d4c"
  readonly procedures: readonly StubProcedure[];
  readonly signals: readonly StubSignal[];
}

/** FNV-1a, 32 bits (Fowler, Noll and Vo), of a text's UTF-16 code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const planOf = (fields: readonly Field[]): readonly Planned[] =>
  fields.map(({ name, type }) => {
    return { name, type: typeText(type), leastWords: leastWords(type), mostWords: mostWords(type) };
  });

function messagesOf(of: Interface, declared: ProcedureDeclaration | SignalDeclaration, number: number): Messages {
  const { name, arguments: given, results } = declared;
  const procedure = `${of.name}.${name}`;
  const asArguments: StubPlace = { procedure, part: "arguments", argument: "" };
  const asResults: StubPlace = { procedure, part: "results", argument: "" };
  return {
    number,
    name,
    argumentPlan: planOf(given),
    resultPlan: planOf(results),
    argumentWords: (values) => encode(asArguments, given, values).length / 2,
    resultWords: (values) => encode(asResults, results, values).length / 2,
    encodeArguments: (values) => encode(asArguments, given, values),
    decodeArguments: (bytes) => decode(asArguments, given, bytes),
    encodeResults: (values) => encode(asResults, results, values),
    decodeResults: (bytes) => decode(asResults, results, bytes),
    argumentParts: (bytes) => partsOf(asArguments, given, bytes),
    resultParts: (bytes) => partsOf(asResults, results, bytes),
  };
}

/**
 * The stubs of an interface. Its version is a hash of the interface as `interfaceText` writes it: other spaces and
 * comments give the same version, and any other declaration gives another. It stands for the stamp that Mesa's compiler
 * put on a module.
 */
export function stubsOf(from: Interface): Stub {
  const { name, declarations } = from;
  const version = hashOf(interfaceText(from)).toString(16).padStart(8, "0");
  const exceptions = declarations.flatMap((one) => (one.tag === "signal" || one.tag === "error" ? [one] : []));
  const procedures = declarations.flatMap((one) => (one.tag === "procedure" ? [one] : []));
  const signals = exceptions.map((one, i) => ({ ...messagesOf(from, one, i), resumable: one.tag === "signal" }));
  return {
    name,
    version,
    typeName: `${name}-${version}`,
    procedures: procedures.map((one, i) => ({ ...messagesOf(from, one, i), signals })),
    signals,
  };
}

function numbered<One>(of: Stub, all: readonly One[], what: string, number: number): One {
  const one = all[number];
  if (one !== undefined) return one;
  const place: StubPlace = { procedure: of.name, part: "arguments", argument: "" };
  const want = all.length === 0 ? `no number: it has no ${what}` : `the number of a ${what}, 0 to ${all.length - 1}`;
  throw wordError(place, null, String(number), want);
}

/** A dispatcher finds the procedure with the number in a packet. Throws StubError where there is none. */
export const procedureAt = (of: Stub, number: number): StubProcedure =>
  numbered(of, of.procedures, "procedure", number);

/** The exception with the number in a packet. Throws StubError where there is none. */
export const signalAt = (of: Stub, number: number): StubSignal => numbered(of, of.signals, "signal", number);
