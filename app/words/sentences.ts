/** Words in their sentence: lists, capitals, full stops. */
import { pageLocale, spokenLanguage, translated } from "../language/text.ts";

/** "Schroeder and Burrows", "Kim, Kim and Maeng", in the language of the page. */
export const listed = (names: readonly string[]): string =>
  spokenLanguage() !== null
    ? new Intl.ListFormat(pageLocale(), { type: "conjunction" }).format(names.map((name) => translated(name)))
    : names.length < 2
      ? names.join("")
      : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** "1 calling process", "8 calling processes", "1 turn of the loop": the label of a count in its number. */
export function ofCount(label: string, count: number): string {
  if (count !== 1) return label;
  return label.replace(/(s|x|ch|sh)es(?=$| of )/, "$1").replace(/(?<=[a-rt-z])s(?=$| of )/, "");
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "Call packet", "Acknowledgement". */
export const packetName = (kind: string): string => (kind.endsWith("ment") ? capital(kind) : `${capital(kind)} packet`);

/** With a capital and a full stop. */
export function sentence(text: string): string {
  const [first = ""] = text;
  return `${first.toUpperCase()}${text.slice(first.length)}${/[.?!]$/.test(text) ? "" : "."}`;
}
