/** `lab xdr`: values of a type to their bytes, and back. */
import { quote } from "../faults/quote.ts";
import { decodeXdr } from "../stubs/xdr/decode.ts";
import { encodeXdr } from "../stubs/xdr/encode.ts";
import { XdrError, XdrTextError } from "../stubs/xdr/error.ts";
import { parseTypeIn } from "../stubs/xdr/parser.ts";
import type { Schema } from "../stubs/xdr/types.ts";
import { bytesOf, type XdrValue } from "../stubs/xdr/values.ts";
import { digitsOf } from "../wire/bytes.ts";
import type { Arguments } from "./arguments.ts";
import { readText } from "./read-text.ts";
import { inReadersFolder } from "./readers-folder.ts";
import { DONE, suggestion, UsageError } from "./usage.ts";
import { printJson } from "./verb.ts";
import type { Verb } from "./verb.ts";

const WAYS = ["encode", "decode"] as const;

function needed(args: Arguments, flag: string, example: string): string {
  const value = args.one(flag);
  if (value !== undefined) return value;
  throw new UsageError(`lab xdr ${args.operand(0)}: --${flag} is missing; for example --${flag} ${example}.`);
}

/** The text of a file of definitions; none where the flag was not given. */
function readDefinitions(args: Arguments): string {
  const path = args.one("definitions");
  return path === undefined ? "" : readText("xdr: --definitions", path, inReadersFolder(path));
}

/** The type behind the definitions. An error names the file or the flag that it is in. */
function readSchema(args: Arguments): Schema {
  const type = { name: "--type", text: needed(args, "type", "'struct { int x; string name<8>; }'") };
  const definitions = { name: args.one("definitions") ?? "", text: readDefinitions(args) };
  try {
    return parseTypeIn(definitions, type);
  } catch (error) {
    if (error instanceof XdrTextError) throw new UsageError(`lab xdr: ${error.message}`);
    throw error;
  }
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
const inUnits = (digits: string): string => digits.match(/.{1,8}/g)?.join(" ") ?? "";

export const xdr: Verb = {
  name: "xdr",
  summary: "Turns a value into its bytes in XDR (RFC 4506), or bytes into a value: lab xdr encode, lab xdr decode.",
  operands: ["encode|decode"],
  flags: [
    {
      name: "type",
      value: "TYPE",
      what: "a type of the XDR language, such as 'int<8>'; definitions may stand before it",
    },
    {
      name: "definitions",
      value: "FILE",
      what: "a file of definitions to stand before the type: RFC 4506, and what rpcgen reads beside it",
    },
    { name: "value", value: "JSON", what: "the value to encode" },
    { name: "hex", value: "HEX", what: "the bytes to decode; spaces and colons between them do not count" },
  ],
  run: (args, io) => {
    const way = args.operand(0);
    if (way !== "encode" && way !== "decode") {
      throw new UsageError(`lab xdr: there is no way ${quote(way)}; ${suggestion(way, WAYS)}`);
    }
    const schema = readSchema(args);
    if (way === "decode") {
      const bytes = readBytes(args);
      printJson(
        io,
        refusing("hex", () => decodeXdr(schema, bytes)),
      );
      return DONE;
    }
    const value = readValue(args);
    const bytes = refusing("value", () => encodeXdr(schema, value));
    if (args.has("json")) printJson(io, { hex: digitsOf(bytes), bytes: bytes.length });
    else io.out(inUnits(digitsOf(bytes)));
    const rounded = roundedIn(value, decodeXdr(schema, bytes));
    for (const text of rounded.slice(0, MOST_ROUNDED)) io.err(`lab xdr encode: ${text}`);
    if (rounded.length > MOST_ROUNDED) io.err(`lab xdr encode: ${rounded.length - MOST_ROUNDED} more are rounded.`);
    return DONE;
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
