/** Lupine, the stub generator of Cedar RPC. */
import { shownField } from "../../wire/layer.ts";
import type { Part } from "../lupine/marshal.ts";
import { parseInterface, RESERVED } from "../lupine/parser.ts";
import { interfaceText } from "../lupine/print.ts";
import { stubsOf, type StubProcedure } from "../lupine/stub.ts";
import type { Field, Interface, LupineType } from "../lupine/types.ts";
import type { Compiled, CompiledProcedure, Language, Message, Packet } from "./language.ts";

const EXAMPLE = `-- A file server, as a definitions module of Mesa.
Files: DEFINITIONS = BEGIN
  Mode: TYPE = {read, write};
  Handle: TYPE = LONG CARDINAL;
  NoSuchFile: ERROR [name: STRING[40]];
  Open: PROCEDURE [name: STRING[40], mode: Mode] RETURNS [file: Handle];
  Read: PROCEDURE [file: Handle, page: CARDINAL] RETURNS [words: DESCRIPTOR FOR ARRAY OF CARDINAL];
END.
`;

const WORD = 2; // bytes

function sampleOf(type: LupineType): unknown {
  switch (type.tag) {
    case "boolean":
      return true;
    case "character":
      return "a";
    case "string":
      return "abcd".slice(0, type.most);
    case "enumeration":
      return type.names[0];
    case "array":
      return Array.from({ length: type.length }, () => sampleOf(type.of));
    case "descriptor":
      return [sampleOf(type.of)];
    case "record":
      return samplesOf(type.fields);
    case "named":
      return sampleOf(type.is);
    default:
      return 21;
  }
}

const samplesOf = (fields: readonly Field[]): unknown =>
  Object.fromEntries(fields.map(({ name, type }) => [name, sampleOf(type)]));

function messageOf(of: string, stub: StubProcedure, packet: Packet, values: unknown): Message {
  const isRequest = packet === "request";
  const record = values as Parameters<StubProcedure["encodeArguments"]>[0];
  const frame = isRequest ? stub.encodeArguments(record) : stub.encodeResults(record);
  const parts: readonly Part[] = isRequest ? stub.argumentParts(frame) : stub.resultParts(frame);
  const fields = parts.map(({ name, type, value, at, words }) =>
    shownField(name, JSON.stringify(value), WORD * at, WORD * words, type),
  );
  const name = `${isRequest ? "arguments" : "results"} of ${of}.${stub.name}`;
  return { frame, layers: frame.length === 0 ? [] : [{ name, length: frame.length, fields }] };
}

/** What both stubs know of a procedure: the words of its arguments and results. */
function planText({ name, argumentPlan, resultPlan }: StubProcedure): string {
  const words = (least: number, most: number | null): string =>
    most === null ? `${least} words or more` : least === most ? `${least} words` : `${least} to ${most} words`;
  const lines = (plan: StubProcedure["argumentPlan"], what: string): readonly string[] =>
    plan.map((one) => `  ${what} ${one.name}: ${one.type}, ${words(one.leastWords, one.mostWords)}`);
  return [name, ...lines(argumentPlan, "takes"), ...lines(resultPlan, "returns")].join("\n");
}

function compile(text: string): Compiled {
  const from: Interface = parseInterface(text);
  const stub = stubsOf(from);
  const declared = from.declarations.flatMap((one) => (one.tag === "procedure" ? [one] : []));
  const procedures = stub.procedures.map((one, i): CompiledProcedure => {
    const { arguments: given = [], results = [] } = declared[i] ?? {};
    return {
      name: one.name,
      text: `${one.name}, number ${one.number}`,
      sample: { request: samplesOf(given), reply: samplesOf(results) },
      message: (packet, values) => messageOf(stub.name, one, packet, values),
    };
  });
  return {
    files: [
      { title: "What both stubs know", text: stub.procedures.map(planText).join("\n\n") },
      { title: `Type that exporter and importer agree on: ${stub.typeName}`, text: interfaceText(from) },
    ],
    procedures,
  };
}

export const LUPINE: Language = {
  id: "lupine",
  title: "Lupine, for Cedar RPC",
  what:
    "A definitions module of Mesa names procedures with their arguments and results. All values are made of words of " +
    "16 bits. The encoding is ours, because the paper does not give one.",
  example: EXAMPLE,
  keywords: RESERVED,
  remark: /--.*?(?:--|$)/y,
  compile,
};
