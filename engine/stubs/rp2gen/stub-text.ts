/**
 * The files that RP2Gen writes of a specification, in C as a reader can follow it: the header, the client's stubs and
 * the server's. A client stub packs the values that go in, makes the call and unpacks what comes back; the server's
 * unpacks, calls the procedure that the programmer wrote, and packs its results. With them stand the ARGs that
 * MakeMulti interprets in place of a stub.
 */
import { argsOf, type Arg, type ArgArray } from "./args.ts";
import { bare, C_TYPES, isIn } from "./types.ts";
import type { Definition, Parameter, Procedure, Rp2Type, Subsystem, TypeDeclaration } from "./types.ts";

/** The type of a specification as C declares it. */
function cType(type: Rp2Type): string {
  if (type.tag === "named") return type.name;
  if (type.tag === "list") return cType(type.of);
  if (type.tag === "enum") return `enum { ${type.names.map(({ name, value }) => `${name} = ${value}`).join(", ")} }`;
  if (type.tag === "struct") {
    return `struct { ${type.fields.map((field) => `${declared(field.type, field.name)};`).join(" ")} }`;
  }
  return C_TYPES[type.tag];
}

/** A name with its type; behind the name of an array of bytes stands its length. */
const declared = (type: Rp2Type, name: string): string =>
  `${cType(type)} ${name}${type.tag === "bytes" ? `[${type.length}]` : type.tag === "list" ? "[]" : ""}`;

const literal = ({ value }: Definition): string => (typeof value === "number" ? String(value) : `"${value}"`);

/** A parameter of a stub: what comes back is given by its address. */
const cParameter = ({ mode, name, type }: Parameter): string => declared(type, mode === "IN" ? name : `*${name}`);

const typedef = ({ name, type }: TypeDeclaration): string => `typedef ${declared(type, name)};`;

function headerText({ name, definitions, types, procedures }: Subsystem): string {
  const opcodes = procedures.flatMap((one) => [
    `extern long ${one.name}();`,
    `#define ${one.name}_OP ${one.opcode}`,
    `extern ARG ${one.name}_ARGS[];`,
    `#define ${one.name}_PTR ${one.name}_ARGS`,
  ]);
  return [
    `/* Subsystem ${name} */`,
    '#include "rpc2.h"',
    '#include "se.h"',
    ...definitions.map((one) => `#define ${one.name} ${literal(one)}`),
    ...types.map(typedef),
    ...opcodes,
  ].join("\n");
}

const stepName = ({ type }: Parameter): string =>
  cType(bare(type).tag === "struct" ? type : bare(type)).replace("RPC2_", "");

const packLine = (parameter: Parameter): string => `  pack_${stepName(parameter)}(&body, ${parameter.name});`;
const unpackLine = (parameter: Parameter): string => `  unpack_${stepName(parameter)}(&body, &${parameter.name});`;

const packed = (packet: "request" | "reply", parameters: readonly Parameter[]): readonly Parameter[] =>
  parameters.filter((one) => isIn(packet, one) && bare(one.type).tag !== "bulk");

function clientStub({ clientPrefix }: Subsystem, { name, parameters }: Procedure): string {
  const bulk = parameters.find(({ type }) => bare(type).tag === "bulk");
  return [
    `long ${clientPrefix}${name}(${["RPC2_Handle cid", ...parameters.map(cParameter)].join(", ")})`,
    "{",
    ...packed("request", parameters).map(packLine),
    `  code = RPC2_MakeRPC(cid, ${name}_OP, body, ${bulk === undefined ? "NULL" : bulk.name}, &reply);`,
    "  if (code != RPC2_SUCCESS) return code;",
    ...packed("reply", parameters).map(unpackLine),
    "  return reply->ReturnCode;",
    "}",
  ].join("\n");
}

function serverStub({ serverPrefix }: Subsystem, { name, opcode, parameters }: Procedure): string {
  const given = parameters.map(({ mode, name: own }) => (mode === "IN" ? own : `&${own}`));
  return [
    `case ${opcode}: /* ${name} */`,
    ...packed("request", parameters).map(unpackLine),
    `  code = ${serverPrefix === "" ? "" : `${serverPrefix}_`}${name}(${["cid", ...given].join(", ")});`,
    ...packed("reply", parameters).map(packLine),
    "  break;",
  ].join("\n");
}

const argLine = ({ mode, type, size, fields, name }: Arg): string =>
  `  { ${mode.replace(" ", "_")}_MODE, ${type}, ${size ?? "RPC2_VARIABLE"}, ${fields?.name ?? "NULL"} }, /* ${name} */`;

const argText = ({ name, args }: ArgArray): string =>
  [`ARG ${name}[] = {`, ...args.map(argLine), "  { C_END },", "};"].join("\n");

interface StubFiles {
  readonly header: string;
  readonly client: string;
  readonly server: string;
  /** The ARGs of the client file. */
  readonly args: string;
}

/** @param isSharing equal structures have one array of ARGs, as Section VIII proposes */
export function stubFiles(subsystem: Subsystem, isSharing = false): StubFiles {
  const { name, procedures } = subsystem;
  const called = procedures.filter(({ isNewConnection }) => isNewConnection !== true);
  const cases = procedures.map((one) => serverStub(subsystem, one));
  return {
    header: headerText(subsystem),
    client: called.map((one) => clientStub(subsystem, one)).join("\n\n"),
    server: [`long ${name}_ExecuteRequest(cid, body)`, "{", "switch (body->Opcode) {", ...cases, "}", "}"].join("\n"),
    args: argsOf(subsystem, isSharing).arrays.map(argText).join("\n\n"),
  };
}
