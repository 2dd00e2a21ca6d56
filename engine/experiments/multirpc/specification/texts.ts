/** The specifications that a run may call: those that are ready, or one that the reader writes. */
import { itemAt, lastItem } from "../../../kernel/reads.ts";
import { StubError, TextError } from "../../../stubs/error.ts";
import { EXAMPLE } from "../../../stubs/rp2gen/example.ts";
import { parseSubsystem } from "../../../stubs/rp2gen/parser.ts";
import { samplesIn } from "../../../stubs/rp2gen/samples.ts";
import type { Procedure, Subsystem } from "../../../stubs/rp2gen/types.ts";
import { pack } from "../../../stubs/rp2gen/values.ts";
import type { OwnText } from "../../types.ts";

const WORD = `Subsystem "Words";

say(IN String word);
`;

/** The texts of the specifications that are ready, by the words of the parameter. */
const READY: Readonly<Record<string, string>> = { "double-it": EXAMPLE, "triple-it": EXAMPLE, say: WORD };

/** The text that the value of the parameter stands for. */
export const specificationText = (value: string): string =>
  Object.hasOwn(READY, value) ? (READY[value] ?? value) : value;

/** The value of the parameter for a text: the word of a specification that is ready, or the text itself. */
export const specificationValue = (text: string): string =>
  Object.entries(READY).find(([, ready]) => ready.trim() === text.trim())?.[0] ?? text.trim();

/** A body with headers of RPC2, UDP and IP in the largest packet of an Ethernet: 1,500 less 60, 8 and 20 bytes. */
const MOST_BODY = 1412;
const LONGEST_TEXT = 4000;

/** The subsystem and the procedure that a run calls: its first. Throws TextError for a text that is none. */
export function calledIn(text: string): { readonly subsystem: Subsystem; readonly procedure: Procedure } {
  const subsystem = parseSubsystem(text);
  const [procedure] = subsystem.procedures;
  if (procedure === undefined) {
    const lines = text.trimEnd().split("\n");
    const place = { line: lines.length, column: lastItem(lines, "line").length + 1 };
    throw new TextError(place, "the end of the text", "a procedure", "A run calls the first procedure of the text.");
  }
  return { subsystem, procedure };
}

interface Called {
  readonly subsystem: Subsystem;
  readonly procedure: Procedure;
  /** Each number of a request, and each of a reply. */
  readonly given: number;
  readonly result: number;
}

const GIVEN = 21;
/** By how much the server multiplies: the names of the example say it. */
const FACTORS = { double: 2, triple: 3 } as const;

/** The call that a value of the parameter stands for. Throws TextError for a text that is none. */
export function calledBy(value: string): Called {
  const called = calledIn(specificationText(value));
  if (value !== "triple-it") return { ...called, given: GIVEN, result: GIVEN * FACTORS.double };
  const procedure = itemAt(called.subsystem.procedures, 1, "procedure of the example");
  return { ...called, procedure, given: GIVEN, result: GIVEN * FACTORS.triple };
}

function problemOf(text: string): string | null {
  if (text.length > LONGEST_TEXT) return `The text has ${text.length} characters, want at most ${LONGEST_TEXT}.`;
  try {
    const { procedure } = calledIn(text);
    const large = (["request", "reply"] as const)
      .map((packet) => ({ packet, bytes: pack(procedure, packet, samplesIn(procedure, packet)).bytes.length }))
      .find(({ bytes }) => bytes > MOST_BODY);
    if (large === undefined) return null;
    return `The ${large.packet} of ${procedure.name} has a body of ${large.bytes} bytes, want at most ${MOST_BODY}.`;
  } catch (error) {
    if (error instanceof TextError || error instanceof StubError) return `The specification: ${error.message}`;
    throw error; // a bug of ours, not of the text
  }
}

/** The text counts as it is written: its remarks and lines are the reader's. */
export const OWN_SPECIFICATION: OwnText = {
  label: "Your own",
  allowed: "a specification of RP2Gen",
  read: (text) => {
    const problem = problemOf(text);
    return problem === null ? { text } : { problem };
  },
  lines: (text) => text,
  example: EXAMPLE.trim().replace(
    "triple_it(IN OUT Integer testval);",
    "triple_it(IN OUT Integer testval); /* yours */",
  ),
};

const LONGEST_WORD = 100;

export const OWN_WORD: OwnText = {
  label: "Another",
  allowed: `a text of 1 to ${LONGEST_WORD} characters`,
  read: (text) => {
    const length = [...text].length;
    if (/\0|\p{Surrogate}/u.test(text)) {
      return { problem: "The word holds a zero character or half a character. RPC2 ends a text with a zero byte." };
    }
    if (length > 0 && length <= LONGEST_WORD) return { text };
    return { problem: `The word has ${length} characters, want 1 to ${LONGEST_WORD}.` };
  },
  lines: (text) => text,
  example: "roundtrips",
};
