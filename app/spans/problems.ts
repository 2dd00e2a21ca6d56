/** What of an address the place of traces cannot use, a sentence each. */
import { quote } from "../../engine/faults/quote.ts";
import { factorOf } from "../../engine/spans/what-if.ts";
import { EXAMPLES } from "./examples.ts";

/** @param traces in the file that is open; null where none is */
export function problemsOf(query: string, traces: number | null): readonly string[] {
  const given = new URLSearchParams(query);
  const judged = (key: string, isWell: (value: string) => boolean, allowed: string): readonly string[] => {
    const value = given.get(key);
    return value === null || isWell(value) ? [] : [`${key} = ${quote(value)} is not allowed: ${allowed}.`];
  };
  const isTrace = (text: string): boolean => /^[1-9]\d*$/.test(text) && Number(text) <= (traces ?? Infinity);
  const upTo = traces === null ? "a number from 1" : `the file has traces 1 to ${traces}`;
  const examples = EXAMPLES.map(({ id }) => id);
  return [
    ...judged("example", (value) => examples.includes(value), examples.join(", ")),
    ...judged("trace", isTrace, upTo),
    ...judged("factor", (value) => factorOf(value) !== undefined, "a number from 0 to 1000, such as 0.5"),
    ...judged("below", (value) => value === "yes" || value === "no", "yes, no"),
  ];
}
