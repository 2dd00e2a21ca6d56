/**
 * Mends a link that was changed on its way: by mail, chat, a wiki, a sentence around it. It tries the ways in which
 * programs change links, one behind the other, and takes the first address about which there is the least to complain.
 * So a link that can be read as it stands is never changed.
 */
import { PARAMETER_NAMES } from "../../engine/experiments/families.ts";
import { itemAt, present } from "../../engine/kernel/reads.ts";
import { LINKS, PAGE_KEY } from "./link-table.ts";
import { hashOf, readPlace } from "./location.ts";
import type { PagePlace } from "./location.ts";
import { TRACKING } from "./odd-address.ts";

/** An address as text, "/bench/firefly/null?threads=4", and what was mended in it so far. */
interface Candidate {
  readonly text: string;
  readonly said: readonly string[]; // for the notice; nothing of what nobody needs to know
}

export interface MendedLink {
  readonly place: PagePlace;
  /** One sentence on what was mended; null where the reader need not know. */
  readonly notice: string | null;
}

/** The number of things in a place that cannot be used. */
type Judge = (place: PagePlace) => Promise<number>;

const MOST_LETTERS = 8000; // a longer link is no longer one that a person sends
const MOST_TRIES = 120;

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", num: "#", equals: "=", plus: "+", percnt: "%" },
  ...{
    quest: "?",
    sol: "/",
    lpar: "(",
    rpar: ")",
    comma: ",",
    period: ".",
    colon: ":",
    semi: ";",
    ast: "*",
    excl: "!",
  },
  ...{
    lowbar: "_",
    hyphen: "-",
    dash: "-",
    shy: "\u00ad",
    ldquo: "“",
    rdquo: "”",
    lsquo: "‘",
    rsquo: "’",
    zwnj: "\u200c",
  },
};
const ENTITY = /&(?:(amp)(?=;|[a-zA-Z]+=)|#(\d{1,6})(?=;)|#x([0-9a-f]{1,6})(?=;)|([a-z]{2,7})(?=;));?/gi;

function entityOf(whole: string, amp?: string, decimal?: string, hex = "", name = ""): string {
  if (amp !== undefined) return "&";
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
  if (Number.isInteger(code) && code <= 0x10ffff) return String.fromCodePoint(code);
  const known = name.toLowerCase();
  return Object.hasOwn(ENTITIES, known) ? (ENTITIES[known] ?? whole) : whole;
}

/** Decodes what can be decoded, and leaves the rest. */
const decoded = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });

const SOFT_BREAK = /=(?:\r?\n|(?:%0D)?%0A)/gi;
const LINE_BREAK = /(?:\r?\n|(?:%0D)?%0A)(?:[ \t]|%20|%09)*/gi;

/** Quoted-printable: "=3D" for "=", and "=" at the end of a line that goes on. */
function unquoted(text: string): string {
  const joined = text.replaceAll(SOFT_BREAK, "").replaceAll(LINE_BREAK, "");
  const all = [...joined.matchAll(/=(..)?/g)].every(([, next = ""]) => /^[0-9A-F]{2}$/.test(next));
  return all ? decoded(joined.replaceAll("=", "%")) : joined.replaceAll(/=3D/gi, "=");
}

/** The texts without one "=" that stands where none can: what is left of a soft break whose line end is gone. */
function withoutOneEquals(text: string): readonly string[] {
  const texts: string[] = [];
  for (const { index } of text.matchAll(/=/g)) {
    const start = Math.max(text.lastIndexOf("&", index), text.indexOf("?"));
    const end = text.indexOf("&", index);
    const part = text.slice(start, end < 0 ? undefined : end);
    if (index < text.indexOf("?") || part.split("=").length > 2)
      texts.push(`${text.slice(0, index)}${text.slice(index + 1)}`);
  }
  return texts.slice(0, 12);
}

const KEYS = new Map(
  [...Object.values(LINKS).flatMap(({ keys }): readonly string[] => keys), ...PARAMETER_NAMES, PAGE_KEY, "as"].map(
    (key) => [key.toLowerCase(), key],
  ),
);

/** The text with each pair of its query made anew. */
function withPairs(text: string, change: (key: string, value: string) => readonly [string, string] | null): string {
  const { path, query } = readPlace(text);
  const pairs = present(new URLSearchParams(query), ([key, value]) => change(key, value));
  return hashOf({ path, query: new URLSearchParams(pairs.map(([key, value]) => [key, value])).toString() }).slice(1);
}

/** Names of places, experiments and papers have small letters; those of keys are known. */
function inSmallLetters(text: string): string {
  const small = withPairs(text, (key, value) => [KEYS.get(key.toLowerCase()) ?? key, value]);
  const { path, query } = readPlace(small);
  return hashOf({ path: path.toLowerCase(), query }).slice(1);
}

const valuesInSmallLetters = (text: string): string =>
  withPairs(text, (key, value) => [key, /^[A-Z][A-Z-]*$/.test(value) ? value.toLowerCase() : value]);

const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const UNSEEN_CODED = /%C2%AD|%E2%80%(?:8[B-F]|A[A-E])|%E2%81%(?:A0|A[6-9])|%EF%BB%BF/gi;
const QUOTES = /^[\s"'“”„‘’‚«»‹›<>]+|[\s"'“”„‘’‚«»‹›<>]+$/gu;
const MARK = /^[\s.,;:!?)\]}>"'“”„‘’»›*_~|\\`…。，、）】》」]$/u;

/** The text without the last marks: a sentence, a bracket or a quotation goes on behind the link. */
function withoutLastMarks(text: string): readonly Candidate[] {
  const at = Math.max(text.lastIndexOf("="), text.lastIndexOf("/"));
  const letters = [...decoded(text.slice(at + 1).replaceAll("+", " "))];
  const found: Candidate[] = [];
  for (
    let kept = letters.length - 1;
    kept > 0 && MARK.test(itemAt(letters, kept, "letter")) && found.length < 4;
    kept--
  ) {
    const end = encodeURIComponent(letters.slice(0, kept).join(""));
    const marks = letters.slice(kept).join("").trim();
    found.push({
      text: `${text.slice(0, at + 1)}${end}`,
      said: marks === "" ? [] : [`“${marks}” stood behind its end`],
    });
  }
  return found;
}

/** The text changed in one way: each way in which programs and people change links. */
function changesOf(text: string): readonly Candidate[] {
  const one = (changed: string, ...said: readonly string[]): Candidate => ({ text: changed, said });
  const all = [
    one(withPairs(text, (key, value) => (TRACKING.test(key) ? null : [key, value]))),
    one(text.replaceAll(ENTITY, entityOf), "its characters were written as HTML, such as &amp; for &"),
    one(text.replaceAll(UNSEEN, "").replaceAll(UNSEEN_CODED, ""), "it had characters that nobody sees"),
    one(unquoted(text), "it was written as in mail, such as =3D for ="),
    one(decoded(text), "its characters were coded twice, such as %25 for %"),
    one(inSmallLetters(text), "it was written in capitals"),
    one(valuesInSmallLetters(text), "it was written in capitals"),
    ...withoutLastMarks(text),
    one(
      withPairs(text, (key, value) => [key.trim(), value.replaceAll(QUOTES, "")]),
      "it had quotation marks",
    ),
    ...withoutOneEquals(text).map((joined) => one(joined, "a line break was in it")),
  ];
  return all.filter((candidate) => candidate.text !== text);
}

interface Judged extends Candidate {
  readonly problems: number;
}

/** The best that comes of a text, the one with the fewest changes among equals. */
async function bestOf(start: Candidate, judge: Judge): Promise<Judged> {
  const seen = new Set([start.text]);
  const queue: Judged[] = [{ ...start, problems: await judge(readPlace(start.text)) }];
  let [best] = queue as [Judged];
  for (let i = 0; best.problems > 0; i++) {
    const from = queue[i];
    if (from === undefined) break;
    for (const change of changesOf(from.text)) {
      if (seen.has(change.text) || seen.size >= MOST_TRIES) continue;
      seen.add(change.text);
      const said = [...new Set([...from.said, ...change.said])];
      const judged = { text: change.text, said, problems: await judge(readPlace(change.text)) };
      queue.push(judged);
      if (judged.problems < best.problems) best = judged;
      if (best.problems === 0) break;
    }
  }
  return best;
}

function noticeOf(said: readonly string[]): string | null {
  if (said.length === 0) return null;
  const list = said.length < 2 ? said.join("") : `${said.slice(0, -1).join(", ")}, and ${said.at(-1)}`;
  return `The link was changed on its way, and the page has mended it: ${list}.`;
}

/**
 * The place that a link means, where it cannot be read as it stands; null where there is nothing to mend.
 * @param search what the address has between "?" and "#"
 */
export async function mendedLink(hash: string, search: string, judge: Judge): Promise<MendedLink | null> {
  if (hash.length + search.length > MOST_LETTERS) return null;
  const { path, query } = readPlace(hash);
  const plain: Candidate = { text: hashOf({ path, query }).slice(1), said: [] };
  const before = await judge(readPlace(plain.text));
  let best = await bestOf(plain, judge);
  const early = search.replace(/^\?/, "");
  if (early !== "") {
    const text = hashOf({ path, query: [early, query].filter((part) => part !== "").join("&") }).slice(1);
    const joined = await bestOf({ text, said: ["its settings stood before the #"] }, judge);
    // Keys that no place knows are the server's.
    const says = readPlace(joined.text).query !== readPlace(best.text).query;
    if (says && joined.problems <= best.problems) best = joined;
  }
  if (best.text === plain.text || (best.problems >= before && best.said.length === 0)) return null;
  return { place: written(readPlace(best.text)), notice: noticeOf(best.said) };
}

/** The place with its query as the page itself writes it. */
const written = ({ path, query }: PagePlace): PagePlace => ({
  path,
  query: new URLSearchParams(query).toString().replaceAll("%2C", ","),
});
