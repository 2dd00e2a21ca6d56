/** `lab rp2gen`: what RP2Gen writes of a specification, and the body of the packet of a call. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { quote } from "../faults/quote.ts";
import { entryOf } from "../kernel/reads.ts";
import { StubError } from "../stubs/error.ts";
import { argsOf, bytesOfArgs, type Args } from "../stubs/rp2gen/args.ts";
import type { Source } from "../stubs/parts.ts";
import { Rp2GenError } from "../stubs/rp2gen/error.ts";
import { parseSubsystem } from "../stubs/rp2gen/parser.ts";
import { procedureText } from "../stubs/rp2gen/print.ts";
import { stubFiles } from "../stubs/rp2gen/stub-text.ts";
import type { Procedure, Subsystem } from "../stubs/rp2gen/types.ts";
import { pack, type Body, type Packet } from "../stubs/rp2gen/values.ts";
import { countsOf, packTimes, sizesFor, stubSizes } from "../systems/rpc2/stub-kinds.ts";
import { digitsOf } from "../wire/bytes.ts";
import type { Arguments } from "./arguments.ts";
import { readText } from "./read-text.ts";
import { inReadersFolder } from "./readers-folder.ts";
import { textTable } from "./text-table.ts";
import { DONE, suggestion, UsageError } from "./usage.ts";
import { printJson } from "./verb.ts";
import type { Io, Verb } from "./verb.ts";

function readSubsystem(file: string): Subsystem {
  const read = (name: string): string => readText("rp2gen:", name, inReadersFolder(name));
  const part = (name: string): Source | null => {
    const beside = [join(dirname(file), name), join(dirname(file), basename(name))];
    const found = beside.find((path) => existsSync(inReadersFolder(path)));
    return found === undefined ? null : { name: found, text: read(found) };
  };
  try {
    return parseSubsystem(read(file), { part });
  } catch (error) {
    if (error instanceof Rp2GenError) throw new UsageError(`lab rp2gen: ${file}, ${error.message}`);
    throw error;
  }
}

interface Asked {
  readonly procedure: Procedure;
  readonly packet: Packet;
  readonly body: Body;
}

/** The body that --call asks for; null without it. */
function askedBody(args: Arguments, { procedures }: Subsystem): Asked | null {
  const name = args.one("call");
  const stray = ["value", "reply"].find((flag) => args.has(flag));
  if (name === undefined && stray !== undefined) throw new UsageError(`lab rp2gen: --${stray} needs --call NAME.`);
  if (name === undefined) return null;
  const procedure = procedures.find((one) => one.name === name);
  if (procedure === undefined) {
    const names = procedures.map((one) => one.name);
    throw new UsageError(`lab rp2gen: --call: there is no procedure ${quote(name)}; ${suggestion(name, names)}`);
  }
  const packet = args.has("reply") ? "reply" : "request";
  return { procedure, packet, body: packed(procedure, packet, readValues(args)) };
}

function packed(procedure: Procedure, packet: Packet, values: unknown): Body {
  try {
    return pack(procedure, packet, values);
  } catch (error) {
    if (error instanceof StubError) throw new UsageError(`lab rp2gen: --value: ${error.message}`);
    throw error;
  }
}

function readValues(args: Arguments): unknown {
  const text = args.one("value") ?? "{}";
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`lab rp2gen: --value is no JSON: ${why}. For example --value '{"testval": 21}'.`);
  }
}

function printBody({ procedure, packet, body }: Asked, io: Io): void {
  const { bytes, parts } = body;
  io.out(`${packet} of ${procedureText(procedure)}`);
  io.out(`body, ${bytes.length} bytes`);
  const rows = parts.map(({ path, at, length, padding }) => [
    `  ${at}`,
    digitsOf(bytes.subarray(at, at + length)),
    path,
    padding === 0 ? "" : `${padding} to fill up`,
  ]);
  if (rows.length > 0) io.out(textTable(["  at", "bytes", "value", ""], rows));
}

function printFiles(subsystem: Subsystem, all: Args, isSharing: boolean, io: Io): void {
  const files = stubFiles(subsystem, isSharing);
  const sections = {
    "header file": files.header,
    "client’s stubs": files.client,
    "server’s stub": files.server,
    [`argument descriptors, ${bytesOfArgs(all)} bytes`]: files.args,
  };
  for (const [title, text] of Object.entries(sections)) io.out(`== ${title}\n${text}\n`);
}

const NOTE =
  "This estimate is ours. The paper says that descriptors are a little slower and take less code (Section V-A); it " +
  "measured neither.";

/** Size and time of both kinds of stub. */
function printKinds(subsystem: Subsystem, isSharing: boolean, io: Io): void {
  const sizes = stubSizes(subsystem, isSharing);
  io.out("== descriptors against generated stubs, an estimate");
  if (sizes.procedures === 0) return io.out("There is no procedure, so there is nothing to compare.");
  const rows = countsOf(sizes).map((count) => {
    const { interpreted, generated } = sizesFor(sizes, count);
    return [`  ${count}`, String(interpreted), String(generated)];
  });
  io.out(textTable(["  procedures", "descriptors and their routine, bytes", "generated stubs, bytes"], rows));
  const times = subsystem.procedures.map((one) => {
    const { interpretedUs, generatedUs } = packTimes(one);
    return [`  ${one.name}`, interpretedUs.toFixed(1), generatedUs.toFixed(1)];
  });
  io.out(textTable(["  pack a call of", "by descriptors, µs", "by a generated stub, µs"], times));
  io.out(
    sizes.smallerFrom === null
      ? "Descriptors never take less memory: those of one procedure take more than its generated stub."
      : `From ${sizes.smallerFrom} procedures like these on, descriptors take less memory.`,
  );
  io.out(NOTE);
}

/** The same for programs. */
function kindsJson(subsystem: Subsystem, isSharing: boolean) {
  const sizes = stubSizes(subsystem, isSharing);
  const pack = subsystem.procedures.map((one) => ({ name: one.name, ...packTimes(one) }));
  return { note: NOTE, ...sizes, pack };
}

export const rp2gen: Verb = {
  name: "rp2gen",
  summary: "Compiles a specification of RPC2: header, stubs, argument descriptors, or the body of a call’s packet.",
  operands: ["FILE"],
  flags: [
    { name: "share", what: "describe equal structures once, as the paper’s Section VIII proposes" },
    { name: "call", value: "NAME", what: "show the body of the request to this procedure in place of the files" },
    { name: "value", value: "JSON", what: "with --call: the values, such as '{\"testval\": 21}'" },
    { name: "reply", what: "with --call: the body of the reply" },
  ],
  run: (args, io) => {
    const isSharing = args.has("share");
    const subsystem = readSubsystem(args.operand(0));
    const all = argsOf(subsystem, isSharing);
    const asked = askedBody(args, subsystem);
    if (args.has("json")) {
      const { name, definitions } = subsystem;
      const procedures = subsystem.procedures.map((one) => ({
        name: one.name,
        opcode: one.opcode,
        args: entryOf(all.procedures, one, "procedure").args,
      }));
      const body = asked === null ? {} : { body: { hex: digitsOf(asked.body.bytes), parts: asked.body.parts } };
      const files = stubFiles(subsystem, isSharing);
      const kinds = kindsJson(subsystem, isSharing);
      printJson(io, { subsystem: name, definitions, procedures, argBytes: bytesOfArgs(all), files, ...body, kinds });
    } else if (asked !== null) printBody(asked, io);
    else {
      printFiles(subsystem, all, isSharing, io);
      printKinds(subsystem, isSharing, io);
    }
    return DONE;
  },
};
