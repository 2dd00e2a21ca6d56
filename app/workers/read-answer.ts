/** An answer from the room (room.ts). A text may have forged it, so nothing of it is believed. */
import type { ModelProblem, Outcome } from "./evaluate.ts";
import type { RoomMessage } from "./room-frame.ts";

/** Python is no longer there; the message says why. */
export class Ended extends Error {
  override readonly name = "Ended";
}

/** Why there is no Python. */
export const WHY: Readonly<Record<Extract<RoomMessage, { tag: "ended" }>["why"], string>> = {
  refused: "this browser does not open the closed room that Python runs in.",
  unasked: "Your text sent the page something else than its values, so Python was ended.",
  failed: "Your text ended Python itself.",
};

/** The longest message of Python’s that the page shows; Python cuts it before. */
const LONGEST_WORDS = 2000;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isPlace = (value: unknown): value is number | null =>
  value === null || (Number.isSafeInteger(value) && (value as number) > 0);
const isWords = (value: unknown): value is string => typeof value === "string" && value.length <= LONGEST_WORDS;

function problemOf(value: unknown): ModelProblem | null {
  if (!isRecord(value)) return null;
  const { type, detail, line, column } = value;
  if (!isWords(type) || !isWords(detail) || !isPlace(line) || !isPlace(column)) return null;
  return { type, detail, line, column };
}

/** What an answer of so many values says. Throws Ended where a text has made it another thing. */
export function readAnswer(text: string, count: number): Outcome {
  let data: unknown = null;
  try {
    data = JSON.parse(text);
  } catch {
    // Then it is none of ours.
  }
  if (isRecord(data) && data["tag"] === "values") {
    const { values } = data;
    if (Array.isArray(values) && values.length === count && values.every((value) => Number.isFinite(value))) {
      return { tag: "values", values: values as readonly number[] };
    }
  }
  const problem = isRecord(data) && data["tag"] === "problem" ? problemOf(data["problem"]) : null;
  if (problem !== null) return { tag: "problem", problem };
  throw new Ended(isRecord(data) && data["tag"] === "failed" ? WHY.failed : WHY.unasked);
}
