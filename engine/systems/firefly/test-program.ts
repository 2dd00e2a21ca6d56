/**
 * The programs of a run: one calls a procedure again and again, the other exports it. Their interface is a definition
 * module of Modula-2+: the paper's test interface (Section 2), and behind it a procedure with arguments of one type.
 * The stubs of that module make and read the bytes of every packet.
 */
import { itemAt } from "../../kernel/reads.ts";
import { FIREFLY_MAX_DATA } from "../../wire/firefly.ts";
import { moduleText } from "../../stubs/modula/print.ts";
import { procedureAt, stubsOf, type StubProcedure } from "../../stubs/modula/stub.ts";
import { isIn } from "../../stubs/modula/types.ts";
import type { Field, Mode, Module, ModulaType, Parameter, Procedure } from "../../stubs/modula/types.ts";
import type { ModulaRecord, ModulaValue } from "../../stubs/modula/values.ts";
import { madeCopies, stubSteps, type StubSteps } from "./marshalling.ts";
import type { Transport } from "./transport.ts";

type ArgumentType = "integer" | "fixed" | "variable" | "text" | "nil" | "record" | "list";

/** "in": by value, or by VAR IN where the type is an array; "out": VAR OUT; "both": VAR. */
type Passing = "in" | "out" | "both";

/** The arguments of a procedure: all alike. */
interface Arguments {
  readonly type: ArgumentType;
  /** Of each; integers, records and lists have as many parts as hold so much. */
  readonly bytes: number;
  readonly count: number;
  readonly passing: Passing;
}

const NULL = 0;
const MAX_RESULT = 1;
const MAX_ARG = 2;
const OTHER = 3;

const CHAR: ModulaType = { tag: "char" };
const INTEGER: ModulaType = { tag: "integer" };
const CHARS: ModulaType = { tag: "open array", of: CHAR };
const WORD = 4; // bytes
const CELL = "Cell";
const CELL_FIELDS: readonly Field[] = [
  { name: "value", type: INTEGER },
  { name: "next", type: { tag: "reference", to: CELL } },
];

const arrayOf = (bytes: number): ModulaType => ({ tag: "array", length: bytes, of: CHAR });

const procedure = (name: string, ...parameters: readonly Parameter[]): Procedure => ({ name, parameters });

/** Section 2 of the paper; its buffer may have a fixed length. */
const testInterface = (type: ModulaType): readonly Procedure[] => [
  procedure("Null"),
  procedure("MaxResult", { mode: "out", name: "buf", type }),
  procedure("MaxArg", { mode: "in", name: "buf", type }),
];

const names = (letter: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);

/** A record has these fields again and again, six bytes, until they hold the argument. */
const RECORD: readonly ModulaType[] = [CHAR, { tag: "boolean" }, INTEGER];
const RECORD_BYTES = 6;

const recordFields = (bytes: number): readonly Field[] =>
  names("f", Math.ceil(bytes / RECORD_BYTES)).flatMap((name) =>
    RECORD.map((type) => ({ name: `${name}${type.tag.charAt(0)}`, type })),
  );

const fieldValue = ({ type }: Field, call: number): ModulaValue => {
  if (type.tag === "boolean") return call % 2 === 1;
  return type.tag === "char" ? call & 0xff : call | 0;
};

const wordsIn = (bytes: number): number => Math.ceil(bytes / WORD);

/** The parameters of an argument: several where several integers fill it. */
function parametersOf({ type, bytes, count, passing }: Arguments): readonly Parameter[] {
  const isArray = type === "fixed" || type === "variable";
  const asInput: Mode = isArray ? "in" : "value";
  const mode: Mode = passing === "out" ? "out" : passing === "both" ? "var" : asInput;
  const many = (each: number, of: ModulaType): readonly Parameter[] =>
    names("a", count * each).map((name) => ({ mode, name, type: of }));
  switch (type) {
    case "integer":
      return many(wordsIn(bytes), INTEGER);
    case "fixed":
      return many(1, arrayOf(bytes));
    case "variable":
      return many(1, CHARS);
    case "text":
    case "nil":
      return many(1, { tag: "text" });
    case "record":
      return many(1, { tag: "record", fields: recordFields(bytes) });
    case "list":
      return many(1, { tag: "reference", to: CELL });
  }
}

/** The buffer of a call: its own number, over and over, so that no two calls carry the same bytes. */
function buffer(bytes: number, call: number): Uint8Array {
  const data = new Uint8Array(bytes);
  for (let i = 0; i < bytes; i++) data[i] = (call >>> (8 * (3 - (i & 3)))) & 0xff;
  return data;
}

function listOf(cells: number, call: number): ModulaRecord | null {
  let list: ModulaRecord | null = null;
  for (let i = 0; i < cells; i++) list = { value: call | 0, next: list };
  return list;
}

/** The value of each argument of a call; no two calls have the same. */
function valueOf({ type, bytes }: Arguments, call: number): ModulaValue {
  switch (type) {
    case "integer":
      return call | 0;
    case "fixed":
    case "variable":
      return buffer(bytes, call);
    case "text":
      return String.fromCharCode(...buffer(bytes, call));
    case "nil":
      return null;
    case "record":
      return Object.fromEntries(recordFields(bytes).map((field) => [field.name, fieldValue(field, call)]));
    case "list":
      return listOf(wordsIn(bytes), call);
  }
}

/** The interface of a run's programs, and the work of its stubs. */
export class TestInterface {
  /** In the packets, from 1. */
  readonly procedure: number;
  /** Bytes of every call and of every result. */
  readonly callBytes: number;
  readonly resultBytes: number;
  /** Values that the stubs of both ends copy in a call. */
  readonly copies: number;
  readonly steps: StubSteps;
  private readonly module: Module;
  private readonly stub: StubProcedure;
  private readonly given: Arguments | null;
  private readonly parameters: readonly Parameter[];

  /** @param given the arguments of the procedure; null calls Null() */
  constructor(given: Arguments | null, transport: Transport) {
    const own = given === null ? [] : [procedure("Call", ...parametersOf(given))];
    const types = given?.type === "list" ? [{ name: CELL, type: { tag: "record", fields: CELL_FIELDS } } as const] : [];
    const number = given === null ? NULL : numberOf(given);
    const type = number !== OTHER && given?.type === "fixed" ? arrayOf(given.bytes) : CHARS;
    const procedures = [...testInterface(type), ...(number === OTHER ? own : [])];
    this.module = { name: "Test", types, procedures };
    this.stub = procedureAt(stubsOf(this.module), number);
    this.parameters = itemAt(procedures, number, "procedure").parameters;
    this.given = given;
    this.procedure = number + 1;
    const [call, result] = [this.values("call", 1), this.values("result", 1)];
    this.callBytes = this.stub.encodeCall(call).length;
    this.resultBytes = this.stub.encodeResult(result).length;
    const copies = madeCopies(
      [...this.stub.copies("call", call, FIREFLY_MAX_DATA), ...this.stub.copies("result", result, FIREFLY_MAX_DATA)],
      transport,
    );
    this.copies = copies.filter(({ bytes }) => bytes > 0).length;
    this.steps = stubSteps(copies, transport);
  }

  /** The definition module. */
  get text(): string {
    return moduleText(this.module);
  }

  /** The bytes that the caller's stub makes of a call's arguments. */
  call(call: number): Uint8Array {
    return this.stub.encodeCall(this.values("call", call));
  }

  /**
   * The server's stub takes the arguments of a call out of its packet and makes the bytes of its results. Throws
   * StubError where the packet holds other bytes than the interface says.
   */
  result(call: number, data: Uint8Array): Uint8Array {
    this.stub.decodeCall(data);
    return this.stub.encodeResult(this.values("result", call));
  }

  /** The caller's stub takes the results out of their packet. Throws StubError. */
  results(data: Uint8Array): ModulaRecord {
    return this.stub.decodeResult(data);
  }

  private values(packet: "call" | "result", call: number): ModulaRecord {
    const { given } = this;
    if (given === null) return {};
    const there = this.parameters.filter((one) => isIn(packet, one));
    return Object.fromEntries(there.map(({ name }) => [name, valueOf(given, call)]));
  }
}

/** The paper's own procedures have their own numbers. */
function numberOf({ type, count, passing }: Arguments): number {
  if ((type !== "variable" && type !== "fixed") || count !== 1 || passing === "both") return OTHER;
  return passing === "out" ? MAX_RESULT : MAX_ARG;
}
