/** Definition modules of Modula-2+, as the stub generator of the Firefly reads them. */
import { FIREFLY_MAX_DATA } from "../../wire/firefly.ts";
import { shownField, type Field as ShownField } from "../../wire/layer.ts";
import { inside, shown, type StubPlace } from "../error.ts";
import type { Copy, CopyKind, End } from "../modula/copies.ts";
import { byteError } from "../modula/error.ts";
import { parseModule, RESERVED } from "../modula/parser.ts";
import { moduleText } from "../modula/print.ts";
import { stubsOf, type StubProcedure } from "../modula/stub.ts";
import { bare, fieldsBehind, isIn } from "../modula/types.ts";
import type { Field, Module, ModulaType, Packet as ModulaPacket, Procedure } from "../modula/types.ts";
import { isBytes, isRecord, type ModulaRecord, type ModulaValue } from "../modula/values.ts";
import type { Compiled, CompiledProcedure, Language, Message, Packet } from "./language.ts";

const EXAMPLE = `(* The test program of the Firefly, and a procedure with a text and a list. *)
DEFINITION MODULE Test;
TYPE
  Seat = RECORD number: CARDINAL; next: REF Seat; END;
PROCEDURE Book(name: Text.T; VAR seats: REF Seat; VAR OUT done: BOOLEAN);
PROCEDURE MaxArg(VAR IN buffer: ARRAY OF CHAR);
PROCEDURE MaxResult(VAR OUT buffer: ARRAY OF CHAR);
PROCEDURE Null();
END Test.
`;

const MAX_CODE = 255;
const countText = (bytes: number): string => `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
const PACKETS: Readonly<Record<Packet, ModulaPacket>> = { request: "call", reply: "result" };

/** One value of a type. Behind a REF stands NIL, so that the sample of a list has an end. */
function sampleOf(module: Module, type: ModulaType, isInside = false): unknown {
  const at = bare(type);
  const fields = (all: readonly Field[]): unknown =>
    Object.fromEntries(all.map((one) => [one.name, sampleOf(module, one.type, true)]));
  switch (at.tag) {
    case "boolean":
      return true;
    case "text":
      return "abcd";
    case "array":
      if (isBytes(at.of)) return "a".repeat(at.length);
      return Array.from({ length: at.length }, () => sampleOf(module, at.of, true));
    case "open array":
      return isBytes(at.of) ? "abcd" : [sampleOf(module, at.of, true)];
    case "record":
      return fields(at.fields);
    case "reference":
      return isInside ? null : fields(fieldsBehind(module, at.to));
    default:
      return 21;
  }
}

const samplesIn = (module: Module, { parameters }: Procedure, packet: Packet): unknown =>
  Object.fromEntries(
    parameters
      .filter((one) => isIn(PACKETS[packet], one))
      .map(({ name, type }) => [name, sampleOf(module, type)] as const),
  );

/** The bytes of an array of CHAR that JSON has as a text. */
function bytesOf(place: StubPlace, value: unknown): Uint8Array {
  if (typeof value === "string" && [...value].every((one) => one.charCodeAt(0) <= MAX_CODE)) {
    return Uint8Array.from([...value], (one) => one.charCodeAt(0));
  }
  throw byteError(place, null, shown(value), `a text of codes up to ${MAX_CODE}, a character for each CHAR`);
}

/** A value of JSON as the stubs take it. What does not fit its type is left to them: they say what they want. */
function fromJson(module: Module, place: StubPlace, type: ModulaType, value: unknown): ModulaValue {
  const at = bare(type);
  if (at.tag === "array" || at.tag === "open array") {
    if (isBytes(at.of)) return bytesOf(place, value);
    if (Array.isArray(value)) return value.map((one, i) => fromJson(module, inside(place, `[${i}]`), at.of, one));
  }
  const given = value as ModulaValue;
  if (at.tag === "record" && isRecord(given)) return recordOf(module, place, at.fields, given);
  if (at.tag === "reference" && isRecord(given)) return recordOf(module, place, fieldsBehind(module, at.to), given);
  return given;
}

function recordOf(module: Module, place: StubPlace, fields: readonly Field[], record: ModulaRecord): ModulaRecord {
  const entries = Object.entries(record).map(([name, value]): [string, ModulaValue] => {
    const field = fields.find((one) => one.name === name);
    return [name, field === undefined ? value : fromJson(module, inside(place, name), field.type, value)];
  });
  return Object.fromEntries(entries);
}

/** The arguments or results that a packet has, as the stubs take them. */
function valuesOf(module: Module, procedure: Procedure, packet: Packet, values: unknown): ModulaRecord {
  const place: StubPlace = {
    procedure: `${module.name}.${procedure.name}`,
    part: packet === "request" ? "arguments" : "results",
    argument: "",
  };
  const given = values as ModulaValue;
  return isRecord(given) ? recordOf(module, place, procedure.parameters, given) : (values as ModulaRecord);
}

/** A value as the list of fields shows it. */
function valueText(value: ModulaValue): string {
  if (value === null) return "NIL";
  if (value instanceof Uint8Array) return JSON.stringify(String.fromCharCode(...value.subarray(0, 40)));
  return isRecord(value) ? "an object" : JSON.stringify(value);
}

function messageOf(module: Module, procedure: Procedure, stub: StubProcedure, packet: Packet, json: unknown): Message {
  const values = valuesOf(module, procedure, packet, json);
  const isCall = packet === "request";
  const frame = isCall ? stub.encodeCall(values) : stub.encodeResult(values);
  const parts = isCall ? stub.callParts(frame) : stub.resultParts(frame);
  const fields: ShownField[] = parts.map(({ name, type, value, at, bytes }) =>
    shownField(name, type.startsWith("REF") && value !== null ? "object 1" : valueText(value), at, bytes, type),
  );
  const end = parts.reduce((last, { at, bytes }) => Math.max(last, at + bytes), 0);
  if (end < frame.length) {
    fields.push(shownField("objects behind pointers", countText(frame.length - end), end, frame.length - end));
  }
  const name = `${isCall ? "arguments" : "results"} of ${module.name}.${procedure.name}`;
  return { frame, layers: frame.length === 0 ? [] : [{ name, length: frame.length, fields }] };
}

const ENDS: Readonly<Record<End, string>> = { caller: "the caller’s stub", server: "the server’s stub" };

const WAYS: Readonly<Record<CopyKind, string>> = {
  scalar: "by an assignment",
  block: "as one block",
  open: "by a loop",
  text: "by the library of texts",
  nil: "by a call of the library, for NIL",
  object: "by the library of structures",
};

const copyLine = ({ parameter, end, kind, bytes, allocates }: Copy): string =>
  `    ${ENDS[end]} copies ${parameter}, ${countText(bytes)}, ${WAYS[kind]}${allocates ? " into new storage" : ""}`;

/** What both stubs do for a call with the samples. */
function workText(module: Module, procedure: Procedure, stub: StubProcedure): string {
  const lines = (["request", "reply"] as const).flatMap((packet) => {
    const values = valuesOf(module, procedure, packet, samplesIn(module, procedure, packet));
    const copies = stub.copies(PACKETS[packet], values, FIREFLY_MAX_DATA);
    return [`  ${PACKETS[packet]}:${copies.length === 0 ? " nothing to copy" : ""}`, ...copies.map(copyLine)];
  });
  return [procedure.name, ...lines].join("\n");
}

function compile(text: string): Compiled {
  const module = parseModule(text);
  const stubs = stubsOf(module);
  const both = module.procedures.flatMap((procedure, i) => {
    const stub = stubs.procedures[i];
    return stub === undefined ? [] : [{ procedure, stub }];
  });
  const procedures = both.map(({ procedure, stub }): CompiledProcedure => ({
    name: stub.name,
    text: stub.text,
    sample: { request: samplesIn(module, procedure, "request"), reply: samplesIn(module, procedure, "reply") },
    message: (packet, values) => messageOf(module, procedure, stub, packet, values),
  }));
  return {
    files: [
      {
        title: "Work of both stubs, for short values",
        text: both.map(({ procedure, stub }) => workText(module, procedure, stub)).join("\n\n"),
      },
      { title: "The module, as the compiler reads it", text: moduleText(module) },
    ],
    procedures,
  };
}

export const MODULA: Language = {
  id: "modula",
  title: "Modula-2+, for the Firefly",
  what:
    "A definition module names procedures. A VAR OUT parameter travels in the result only, and a VAR IN parameter in " +
    "the call only. The encoding is ours, because the paper does not give one. Write an array of CHAR as a text.",
  example: EXAMPLE,
  keywords: RESERVED,
  remark: /\(\*[^]*?\*\)/y,
  compile,
};
