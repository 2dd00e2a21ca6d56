/**
 * The stubs of a definition module: for each procedure what turns arguments into the bytes of a call packet, and the
 * bytes of a result packet into results, at both ends, with the copies that this takes.
 */
import type { StubPlace } from "../error.ts";
import { copiesOf, type Copy } from "./copies.ts";
import { byteError } from "./error.ts";
import { decode, encode, partsOf, type Message, type Part } from "./marshal.ts";
import { parseModule } from "./parser.ts";
import { procedureText } from "./print.ts";
import { isIn, type Module, type Packet, type Procedure } from "./types.ts";
import type { ModulaRecord } from "./values.ts";

/** All of them throw StubError. */
export interface StubProcedure {
  readonly number: number; // from 0, in the order of the text
  readonly name: string;
  readonly text: string; // its declaration
  readonly encodeCall: (values: ModulaRecord) => Uint8Array;
  readonly decodeCall: (bytes: Uint8Array) => ModulaRecord;
  readonly encodeResult: (values: ModulaRecord) => Uint8Array;
  readonly decodeResult: (bytes: Uint8Array) => ModulaRecord;
  /** The values again, each with its place in the message, for a reader of packets. */
  readonly callParts: (bytes: Uint8Array) => readonly Part[];
  readonly resultParts: (bytes: Uint8Array) => readonly Part[];
  /** The work of both stubs for a message with these values. @param room the most bytes of one packet */
  readonly copies: (packet: Packet, values: ModulaRecord, room: number) => readonly Copy[];
}

interface Stubs {
  readonly name: string;
  readonly procedures: readonly StubProcedure[];
}

function procedureOf(module: Module, procedure: Procedure, number: number): StubProcedure {
  const { name, parameters } = procedure;
  const messageOf = (part: StubPlace["part"], packet: Packet): Message => ({
    module,
    place: { procedure: `${module.name}.${name}`, part, argument: "" },
    fields: parameters.filter((one) => isIn(packet, one)),
  });
  const call = messageOf("arguments", "call");
  const result = messageOf("results", "result");
  const bytesOf = (packet: Packet, values: ModulaRecord): number =>
    encode(packet === "call" ? call : result, values).length;
  return {
    number,
    name,
    text: procedureText(procedure),
    encodeCall: (values) => encode(call, values),
    decodeCall: (bytes) => decode(call, bytes),
    encodeResult: (values) => encode(result, values),
    decodeResult: (bytes) => decode(result, bytes),
    callParts: (bytes) => partsOf(call, bytes),
    resultParts: (bytes) => partsOf(result, bytes),
    copies: (packet, values, room) => copiesOf(module, procedure, packet, values, bytesOf(packet, values) <= room),
  };
}

export const stubsOf = (module: Module): Stubs => ({
  name: module.name,
  procedures: module.procedures.map((one, i) => procedureOf(module, one, i)),
});

/** The stubs of a definition module. Throws ModulaError with line and column where the text is none. */
export const modula = (text: string): Stubs => stubsOf(parseModule(text));

/** A dispatcher finds the procedure with the number in a packet. Throws StubError where there is none. */
export function procedureAt({ name, procedures }: Stubs, number: number): StubProcedure {
  const one = procedures[number];
  if (one !== undefined) return one;
  const last = procedures.length - 1;
  const want = last < 0 ? "no number: it has no procedure" : `the number of a procedure, 0 to ${last}`;
  throw byteError({ procedure: name, part: "arguments", argument: "" }, null, String(number), want);
}
