/**
 * The programs of a run: one calls a procedure again and again, the other exports it. Their interface is a definitions
 * module, and Lupine's stubs of it make the words of every packet and read them.
 */
import type { StubRecord } from "../../stubs/lupine/marshal.ts";
import { interfaceText } from "../../stubs/lupine/print.ts";
import { procedureAt, signalAt, stubsOf, type StubProcedure } from "../../stubs/lupine/stub.ts";
import type { Declaration, Field, Interface, LupineType } from "../../stubs/lupine/types.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";
import type { CallEnd, CallingProgram } from "./caller.ts";
import type { ExceptionEnd } from "./steps.ts";

const WORD = 2; // bytes

export interface ProgramOptions {
  /** Arguments and results of a word each. */
  readonly argumentWords: number;
  readonly resultWords: number;
  /** Words of an array that goes there and back. */
  readonly arrayWords: number;
  /** Packets that the arguments fill; 1 leaves them as the words say. */
  readonly argumentPackets: number;
  readonly exception: ExceptionEnd;
}

/** Numbers in their interfaces: "Null" comes before the procedure that is called. */
const PROCEDURE = 1;
const SIGNAL = 0;

const names = (letter: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);

const ARRAY = "array";
const FIRST = "code";
const SECOND = "detail";

interface Message {
  readonly words: readonly string[]; // names of those that stand alone
  readonly array: number; // elements
}

const CARDINAL: LupineType = { tag: "cardinal" };

const cardinals = (...words: readonly string[]): readonly Field[] => words.map((name) => ({ name, type: CARDINAL }));

const fieldsOf = ({ words, array }: Message): readonly Field[] => [
  ...cardinals(...words),
  ...(array === 0 ? [] : [{ name: ARRAY, type: { tag: "array", length: array, of: CARDINAL } } as const]),
];

/** Every word is the call's own number, so that no two calls carry the same bytes. */
function valuesOf({ words, array }: Message, call: number): StubRecord {
  const word = call & 0xffff;
  const alone = words.map((name): readonly [string, number] => [name, word]);
  return Object.fromEntries<StubRecord[string]>([
    ...alone,
    ...(array === 0 ? [] : [[ARRAY, Array<number>(array).fill(word)] as const]),
  ]);
}

/** The interface of a run's programs, with the words of their messages. */
export class TestInterface {
  private readonly module: Interface;
  readonly procedure = PROCEDURE;
  /** Bytes of the arguments and results of a call. */
  readonly argumentBytes: number;
  readonly resultBytes: number;
  /** The values that an exception carries to the caller, and that its handler gives back. */
  readonly raised: Uint8Array;
  readonly handled: Uint8Array;
  private readonly stub: StubProcedure;
  private readonly takes: Message;
  private readonly gives: Message;
  private made: { readonly call: number; readonly bytes: Uint8Array } | null = null; // the last arguments

  /** @param packetWords of one packet */
  constructor(
    { argumentWords, resultWords, arrayWords, argumentPackets, exception }: ProgramOptions,
    packetWords: number,
  ) {
    const isLong = argumentPackets > 1;
    this.takes = {
      words: names("a", isLong ? 0 : argumentWords),
      array: isLong ? argumentPackets * packetWords : arrayWords,
    };
    this.gives = { words: names("r", resultWords), array: arrayWords };
    const pairs = { arguments: cardinals(FIRST, SECOND), results: cardinals(FIRST, SECOND) };
    const declarations: readonly Declaration[] = [
      ...(exception === "none" ? [] : [{ tag: "signal", name: "Raised", ...pairs } as const]),
      { tag: "procedure", name: "Null", arguments: [], results: [] },
      { tag: "procedure", name: "Call", arguments: fieldsOf(this.takes), results: fieldsOf(this.gives) },
    ];
    this.module = { name: "Test", declarations };
    const stub = stubsOf(this.module);
    this.stub = procedureAt(stub, PROCEDURE);
    this.argumentBytes = this.stub.argumentWords(valuesOf(this.takes, 0)) * WORD;
    this.resultBytes = this.stub.resultWords(valuesOf(this.gives, 0)) * WORD;
    const pair = { [FIRST]: 1, [SECOND]: 1 };
    const signal = exception === "none" ? null : signalAt(stub, SIGNAL);
    this.raised = signal === null ? NOTHING : signal.encodeArguments(pair);
    this.handled = signal === null ? NOTHING : signal.encodeResults(pair);
  }

  /** The definitions module, as Lupine reads it. */
  get text(): string {
    return interfaceText(this.module);
  }

  /** The bytes that the user stub makes of a call's arguments. */
  arguments(call: number): Uint8Array {
    if (this.made?.call !== call) {
      this.made = { call, bytes: this.stub.encodeArguments(valuesOf(this.takes, call)) };
    }
    return this.made.bytes;
  }

  /**
   * The server stub takes the arguments of a call out of its packets and makes the words of its results. Throws
   * StubError where the packets hold other words than the interface says.
   */
  results(call: number, { data }: Pick<ExchangePacket, "data">): Uint8Array {
    this.stub.decodeArguments(data);
    return this.stub.encodeResults(valuesOf(this.gives, call));
  }
}

const NOTHING = new Uint8Array(0);

/** The calling program: it calls one procedure again and again. */
export class TestProgram implements CallingProgram {
  readonly handler: "resume" | "unwind";
  readonly value: Uint8Array;
  readonly procedure: number;
  private readonly of: TestInterface;
  private readonly onEnd: (call: number, end: CallEnd) => void;

  constructor(of: TestInterface, exception: ExceptionEnd, onEnd: (call: number, end: CallEnd) => void) {
    this.handler = exception === "unwind" ? "unwind" : "resume";
    this.value = of.handled;
    this.procedure = of.procedure;
    this.of = of;
    this.onEnd = onEnd;
  }

  arguments(call: number): Uint8Array {
    return this.of.arguments(call);
  }

  ended(call: number, end: CallEnd): void {
    this.onEnd(call, end);
  }
}
