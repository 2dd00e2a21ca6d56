/** RP2Gen, the stub compiler of RPC2 and MultiRPC. */
import { u32 } from "../../wire/bytes.ts";
import { showHeader } from "../../wire/header.ts";
import { shownField, type Field } from "../../wire/layer.ts";
import { encodeRpc2, RPC2, RPC2_BYTES, RPC2_OPCODE } from "../../wire/rpc2.ts";
import type { ArgPart } from "../../wire/rpc2-args.ts";
import { argsOf, bytesOfArgs } from "../rp2gen/args.ts";
import { EXAMPLE } from "../rp2gen/example.ts";
import { parseSubsystem, RESERVED } from "../rp2gen/parser.ts";
import { procedureText } from "../rp2gen/print.ts";
import { samplesIn } from "../rp2gen/samples.ts";
import { stubFiles } from "../rp2gen/stub-text.ts";
import type { Procedure } from "../rp2gen/types.ts";
import { pack } from "../rp2gen/values.ts";
import type { Compiled, CompiledProcedure, Language, Message, Packet } from "./language.ts";

/** The value at a path such as "at[0].x"; undefined where there is none. */
function valueAt(values: unknown, path: string): unknown {
  const steps = path.split(/[.[\]]/).filter((step) => step !== "");
  return steps.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[step] : undefined,
    values,
  );
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A value of a body, as people wrote it; a length or a number of elements, which they did not write, as a number. */
function bodyField(frame: Uint8Array, values: unknown, { path, at, length, padding }: ArgPart): Field {
  const start = RPC2_BYTES + at;
  const value = valueAt(values, path);
  const isText = typeof value === "string" || typeof value === "number";
  const isLength = /\.(length|count|max)$/.test(path);
  const bytes = frame.subarray(start, start + length - padding);
  const text = isText ? JSON.stringify(value) : isLength ? String(u32(frame, start)) : hex(bytes);
  const note = padding === 0 ? undefined : `${padding} of its bytes fill the unit up`;
  return shownField(path, text, start, length, note);
}

/** The numbers of a connection that a bind in clear gave: the first call of the first subsystem. */
const CONNECTION = {
  protoVersion: 8,
  remoteHandle: 0x1001,
  localHandle: 0x2001,
  flags: 0,
  seFlags: 0,
  seDataOffset: 0,
  subsysId: 1,
  returnCode: 0,
  lamport: 1,
  uniquefier: 1,
  timeStamp: 0,
  bindTime: 0,
} as const;

function messageOf(procedure: Procedure, packet: Packet, values: unknown): Message {
  const { bytes, parts } = pack(procedure, packet, values);
  const isRequest = packet === "request";
  const opcode = isRequest ? procedure.opcode : RPC2_OPCODE.reply;
  const frame = encodeRpc2({ ...CONNECTION, opcode, seqNumber: isRequest ? 0 : 1, body: bytes });
  const header = { name: "RPC2", length: RPC2_BYTES, fields: showHeader(RPC2, frame, 0) };
  const fields = parts.map((part) => bodyField(frame, values, part));
  const name = `${isRequest ? "arguments" : "results"} of ${procedure.name}`;
  return { frame, layers: bytes.length === 0 ? [header] : [header, { name, length: bytes.length, fields }] };
}

function compile(text: string): Compiled {
  const subsystem = parseSubsystem(text);
  const { header, client, server, args } = stubFiles(subsystem);
  const procedures = subsystem.procedures.map((one): CompiledProcedure => ({
    name: one.name,
    text: procedureText(one),
    sample: { request: samplesIn(one, "request"), reply: samplesIn(one, "reply") },
    message: (packet, values) => messageOf(one, packet, values),
  }));
  return {
    files: [
      { title: `Argument descriptors, ${bytesOfArgs(argsOf(subsystem))} bytes`, text: args },
      { title: "Client’s stubs", text: client },
      { title: "Server’s stub", text: server },
      { title: "Header file", text: header },
    ],
    procedures,
    subsystem,
  };
}

export const RP2GEN: Language = {
  id: "rp2gen",
  title: "RP2Gen, for RPC2",
  what:
    "A specification names the procedures of a subsystem. Each parameter is IN, OUT or IN OUT. The stubs of a call " +
    "to one server are compiled. MultiRPC reads argument descriptors instead, while the program runs.",
  example: EXAMPLE,
  keywords: new Set([...RESERVED, "#define"]),
  remark: /\/\*[^]*?\*\//y,
  compile,
};
