/** What of an address the place of captures cannot use, a sentence each. */
import { quote } from "../../engine/faults/quote.ts";
import { EXAMPLES } from "./examples.ts";
import { ASKED } from "./question-words.ts";

/** @param calls of the capture that is open; null where none is */
export function problemsOf(query: string, calls: number | null): readonly string[] {
  const given = new URLSearchParams(query);
  const oneOf = (key: string, known: readonly string[]): readonly string[] => {
    const value = given.get(key);
    if (value === null || known.includes(value)) return [];
    return [`${key} = ${quote(value)} is not allowed: ${known.join(", ")}.`];
  };
  const call = given.get("call");
  const isCall = (text: string, most: number): boolean => /^[1-9]\d*$/.test(text) && Number(text) <= most;
  const isWrong = call !== null && calls !== null && !isCall(call, calls);
  return [
    ...oneOf(
      "example",
      EXAMPLES.map(({ id }) => id),
    ),
    ...oneOf(
      "ask",
      ASKED.map(({ id }) => id),
    ),
    ...(isWrong ? [`call = ${quote(call)} is not allowed: the capture has calls 1 to ${calls}.`] : []),
  ];
}
