/** Words in their sentence: lists, capitals, full stops. */
import { pageLocale, spokenLanguage, translated } from "../language/text.ts";

/** "Schroeder and Burrows", "Kim, Kim and Maeng", in the language of the page. */
export const listed = (names: readonly string[]): string =>
  spokenLanguage() !== null
    ? new Intl.ListFormat(pageLocale(), { type: "conjunction" }).format(names.map((name) => translated(name)))
    : names.length < 2
      ? names.join("")
      : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** Behind what is counted: "turns" of "turns of the loop", "servers" of "servers that a page asks". */
const BEHIND = / (?:of|that|a|at|in|on|with|for|before|waited) .*$/;

/** Whether a label names things to be counted, and not a number or a share: "slow callee" is the number of one. */
export const isCounted = (label: string): boolean => label.replace(BEHIND, "").endsWith("s") && !label.includes(":");

/** "1 calling process", "8 calling processes", "1 turn of the loop": the label of a count in its number. */
export function ofCount(label: string, count: number): string {
  if (count !== 1) return label;
  const things = label.replace(BEHIND, "");
  const one = things
    .replace(/ies$/, "y")
    .replace(/(s|x|ch|sh)es$/, "$1")
    .replace(/(?<=[a-rt-z])s$/, "");
  // "1 thread that shares the call", "1 peer that has gone".
  return `${one}${label.slice(things.length)}`
    .replace(/ that (share|end) /, " that $1s ")
    .replace(" that have ", " that has ")
    .replace(" that are ", " that is ");
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "Call packet", "Acknowledgement". */
export const packetName = (kind: string): string => (kind.endsWith("ment") ? capital(kind) : `${capital(kind)} packet`);

/** With a capital and a full stop. */
export function sentence(text: string): string {
  const [first = ""] = text;
  return `${first.toUpperCase()}${text.slice(first.length)}${/[.?!]$/.test(text) ? "" : "."}`;
}
