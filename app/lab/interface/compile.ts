/** What a compiler says of a text, and what a procedure's stub says of values: a result, or a problem in words. */
import { StubError, TextError } from "../../../engine/stubs/error.ts";
import type {
  Compiled,
  CompiledProcedure,
  Language,
  Message,
  Packet,
} from "../../../engine/stubs/languages/language.ts";

export interface TextProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

type Outcome = { readonly compiled: Compiled } | { readonly problem: TextProblem };

export function compiledOf({ compile }: Language, text: string): Outcome {
  try {
    return { compiled: compile(text) };
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    const { line, column, message } = error;
    return { problem: { line, column, message: message.replace(/^line \d+, column \d+: /, "") } };
  }
}

/** The packet of a call with the values in a text of JSON, or what is wrong with the text, as a sentence. */
export function messageOf(procedure: CompiledProcedure, packet: Packet, text: string): Message | string {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `These values are no JSON: ${why}. Write an object such as ${JSON.stringify(procedure.sample[packet])}.`;
  }
  try {
    return procedure.message(packet, values);
  } catch (error) {
    if (error instanceof StubError) return error.message;
    throw error;
  }
}
