/** `lab xdr`: values of a type to their bytes, and back. */
import { quote, visible } from "../faults/quote.ts";
import { lastItem } from "../kernel/reads.ts";
import { plainValues, type NamedValue } from "../stubs/named-value.ts";
import { declaredCall, decodeCall } from "../stubs/xdr/decode-call.ts";
import type { AskedCall } from "../stubs/xdr/decode-call.ts";
import { decodeXdr } from "../stubs/xdr/decode.ts";
import { encodeXdr } from "../stubs/xdr/encode.ts";
import { XdrError } from "../stubs/xdr/error.ts";
import { missingIn } from "../stubs/xdr/missing.ts";
import { compileType, missingError } from "../stubs/xdr/compile.ts";
import { procedureText } from "../stubs/xdr/print.ts";
import type { Definitions, Schema } from "../stubs/xdr/types.ts";
import { bytesOf, type XdrValue } from "../stubs/xdr/values.ts";
import { digitsOf } from "../wire/bytes.ts";
import type { Arguments } from "./arguments.ts";
import { DEFINE, readDefinitions, readInterface } from "./interface-files.ts";
import { textTable } from "./text-table.ts";
import { CHECK_FAILED, DONE, suggestion, UsageError } from "./usage.ts";
import { printJson } from "./verb.ts";
import type { Io, Verb } from "./verb.ts";

const WAYS = ["encode", "decode", "list"] as const;

function needed(args: Arguments, flag: string, example: string): string {
  const value = args.one(flag);
  if (value !== undefined) return value;
  throw new UsageError(`lab xdr ${args.operand(0)}: --${flag} is missing; for example --${flag} ${example}.`);
}

/** The type behind the definitions. An error names the file or the flag that it is in. */
function readSchema(args: Arguments): Schema {
  const text = needed(args, "type", "'struct { int x; string name<8>; }'");
  const compiled = readInterface("xdr", "definitions", args, (sources, around) =>
    compileType([...sources, { name: "--type", text }], around),
  );
  const missing = missingIn(compiled);
  if (missing !== undefined) throw new UsageError(`lab xdr: ${missingError(missing).message}`);
  return compiled;
}

/** A number of JSON, outside of texts. */
const JSON_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * JSON's numbers have 53 bits and an end: a whole number that would become another one is refused, and so is one that
 * would become nothing or endless.
 */
function needExactNumbers(json: string): void {
  for (const [text] of json.matchAll(JSON_NUMBER)) {
    if (text.startsWith('"')) continue;
    const value = Number(text);
    const isWhole = /^-?\d+$/.test(text);
    const isLost = !Number.isFinite(value) || (value === 0 && /[1-9]/.test(text.replace(/e.*/i, "")));
    if (!isLost && !(isWhole && BigInt(text) !== BigInt(value))) continue;
    const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
    const read = isWhole && !isLost ? BigInt(value) : value;
    const advice = isWhole ? ` Write it as a text: "${shown}".` : ` Numbers go from 5e-324 to 1.79e308.`;
    throw new UsageError(`lab xdr encode: --value: ${shown} would be read as ${read}.${advice}`);
  }
}

const LONGEST = 60; // characters of a number in an error

function readValue(args: Arguments): XdrValue {
  const text = needed(args, "value", `'{"x": 1, "name": "one"}'`);
  try {
    const value = JSON.parse(text) as XdrValue;
    needExactNumbers(text);
    return value;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`lab xdr encode: --value is no JSON: ${why}. A text needs its quotation marks: '"one"'.`);
  }
}

function readBytes(args: Arguments): Uint8Array {
  const digits = needed(args, "hex", "0000000100000002");
  const bytes = bytesOf(digits.replaceAll(/[\s:]/g, ""));
  if (bytes !== undefined) return bytes;
  throw new UsageError(`lab xdr decode: --hex = ${quote(digits)}, want hexadecimal digits, two a byte.`);
}

/** Runs `action`; a value or bytes that do not fit are the reader's mistake. */
function refusing<Result>(flag: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (error instanceof XdrError) throw new UsageError(`lab xdr: --${flag}, ${error.message}`);
    throw error;
  }
}

/** Digits in units of four bytes, with a space between them. */
const inUnits = (digits: string): string => digits.replaceAll(/.{1,8}/g, "$& ").trim();

interface Asked {
  readonly definitions: Definitions;
  readonly call: AskedCall;
}

/** The procedure that --procedure names: READ, or PROGRAM.VERSION.READ where several have the name. */
function askedCall(args: Arguments, name: string): Asked {
  const definitions = readDefinitions("xdr", "definitions", args);
  const all = definitions.programs.flatMap((program) =>
    program.versions.flatMap((version) =>
      version.procedures.map((procedure) => ({
        path: [program.name, version.name, procedure.name],
        numbers: { program: program.number, version: version.number, procedure: procedure.number },
      })),
    ),
  );
  const asked = name.split(".");
  const found = all.filter(({ path }) => path.slice(-asked.length).join(".") === name);
  const [only] = found;
  if (only === undefined) {
    const names = all.map(({ path }) => lastItem(path, "name"));
    throw new UsageError(`lab xdr: --procedure: there is no procedure ${quote(name)}; ${suggestion(name, names)}`);
  }
  if (found.length > 1) {
    const names = found.map(({ path }) => path.join(".")).join(", ");
    throw new UsageError(`lab xdr: --procedure: several are called ${quote(name)}: ${names}. Write the whole name.`);
  }
  return { definitions, call: { ...only.numbers, direction: args.has("reply") ? "reply" : "call" } };
}

/** A line for each value: its bytes, what they mean, and its name. */
function rowsOf(values: readonly NamedValue[], bytes: Uint8Array, place: string): readonly (readonly string[])[] {
  return values.flatMap((value) => {
    const name = value.name.startsWith("[") || place === "" ? `${place}${value.name}` : `${place}.${value.name}`;
    if (value.parts.length > 0) return rowsOf(value.parts, bytes, name);
    const digits = digitsOf(bytes.subarray(value.from, Math.min(value.to, value.from + 8)));
    const more = value.to - value.from > 8 ? "…" : "";
    const text = value.value === null ? "" : visible(String(value.value).slice(0, LONGEST));
    return [[`  ${value.from}`, `${digits}${more}`, name, text, value.type, value.note ?? ""]];
  });
}

function decodeAsked({ definitions, call }: Asked, bytes: Uint8Array, args: Arguments, io: Io): number {
  const decoded = decodeCall(definitions, call, bytes);
  if (decoded === null) throw new Error("lab xdr: a procedure was found and is not declared.");
  const left = bytes.length - decoded.next;
  if (args.has("json")) printJson(io, { ...decoded, plain: plainValues(decoded.values), left });
  else {
    const rows = rowsOf(decoded.values, bytes, "");
    if (rows.length > 0) io.out(textTable(["  at", "bytes", "name", "value", "type", ""], rows));
    else io.out("void");
  }
  if (decoded.stopped !== null) io.err(`lab xdr decode: ${decoded.stopped}`);
  else if (left > 0) io.err(`lab xdr decode: ${left} bytes are left behind the last value.`);
  return decoded.stopped === null && left === 0 ? DONE : CHECK_FAILED;
}

/** The arguments, or the results, as a type: arguments stand one behind the other, as in a structure. */
function schemaOf({ definitions, call }: Asked): Schema {
  const declared = declaredCall(definitions, call);
  if (declared === null) throw new Error("lab xdr: a procedure was found and is not declared.");
  const { takes, gives } = declared.procedure;
  const { types } = definitions;
  if (call.direction === "reply") return { type: gives, types };
  const [first, ...others] = takes;
  if (first === undefined) return { type: { kind: "void" }, types };
  return { type: others.length === 0 ? first.type : { kind: "struct", fields: takes }, types };
}

/** What the files declare. */
function list(args: Arguments, io: Io): number {
  const definitions = readDefinitions("xdr", "definitions", args);
  const { programs, types, constants, missing } = definitions;
  const said = missing.map((one) => missingError(one).message);
  if (args.has("json")) {
    const numbers = Object.fromEntries([...constants].map(([name, value]) => [name, String(value)]));
    printJson(io, { programs, types: Object.fromEntries(types), constants: numbers, missing: said });
    return DONE;
  }
  for (const program of programs) {
    io.out(`program ${program.name} = ${program.number}`);
    for (const version of program.versions) {
      io.out(`  version ${version.name} = ${version.number}`);
      const rows = version.procedures.map((one) => [`    ${one.number}`, procedureText(one)]);
      io.out(textTable([], rows));
    }
  }
  io.out(`${types.size} types, ${constants.size} constants, ${programs.length} programs`);
  for (const text of said) io.err(`lab xdr list: ${text}`);
  return DONE;
}

function encode(schema: Schema, args: Arguments, io: Io): number {
  const value = readValue(args);
  const bytes = refusing("value", () => encodeXdr(schema, value));
  if (args.has("json")) printJson(io, { hex: digitsOf(bytes), bytes: bytes.length });
  else io.out(inUnits(digitsOf(bytes)));
  const rounded = roundedIn(value, decodeXdr(schema, bytes));
  for (const text of rounded.slice(0, MOST_ROUNDED)) io.err(`lab xdr encode: ${text}`);
  if (rounded.length > MOST_ROUNDED) io.err(`lab xdr encode: ${rounded.length - MOST_ROUNDED} more are rounded.`);
  return DONE;
}

function decode(schema: Schema, args: Arguments, io: Io): number {
  const bytes = readBytes(args);
  printJson(
    io,
    refusing("hex", () => decodeXdr(schema, bytes)),
  );
  return DONE;
}

export const xdr: Verb = {
  name: "xdr",
  summary: "XDR (RFC 4506): values of a type, or of a call, to bytes and back; and what interface files (.x) declare.",
  operands: ["encode|decode|list"],
  flags: [
    {
      name: "type",
      value: "TYPE",
      what: "a type of the XDR language, such as 'int<8>'; definitions may stand before it",
    },
    {
      name: "definitions",
      value: "FILE",
      many: true,
      what: "a file of definitions to stand before the type: RFC 4506, and what rpcgen reads beside it",
    },
    DEFINE,
    {
      name: "procedure",
      value: "NAME",
      what: "in place of a type: the arguments of a procedure that the files declare",
    },
    { name: "reply", what: "with --procedure: its results" },
    { name: "value", value: "JSON", what: "the value to encode" },
    { name: "hex", value: "HEX", what: "the bytes to decode; spaces and colons between them do not count" },
  ],
  run: (args, io) => {
    const way = args.operand(0);
    if (way !== "encode" && way !== "decode" && way !== "list") {
      throw new UsageError(`lab xdr: there is no way ${quote(way)}; ${suggestion(way, WAYS)}`);
    }
    if (way === "list") return list(args, io);
    const name = args.one("procedure");
    if (name === undefined)
      return way === "decode" ? decode(readSchema(args), args, io) : encode(readSchema(args), args, io);
    const asked = askedCall(args, name);
    return way === "decode" ? decodeAsked(asked, readBytes(args), args, io) : encode(schemaOf(asked), args, io);
  },
};

/** More are counted. */
const MOST_ROUNDED = 5;

/** The numbers that the bytes do not hold exactly: a float is the nearest that 32 bits can have. */
function roundedIn(given: XdrValue, kept: XdrValue): readonly string[] {
  if (typeof given === "number" && typeof kept === "number") {
    return given === kept ? [] : [`${given} is rounded to ${kept}, the nearest float.`];
  }
  if (typeof given !== "object" || given === null || typeof kept !== "object" || kept === null) return [];
  const other = new Map(Object.entries(kept));
  return Object.entries(given).flatMap(([field, value]: [string, XdrValue]) => {
    const found: XdrValue | undefined = other.get(field);
    return found === undefined ? [] : roundedIn(value, found);
  });
}
