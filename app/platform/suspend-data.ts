/**
 * What a learning platform keeps for a reader of a lesson: the answers and the place, as a short text. SCORM 1.2 loses
 * what is longer than 4,096 characters. Runs are not kept: the same answers and the same address give them again.
 */
import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import { answersText } from "../record/answers-text.ts";
import { readAnswers } from "../record/read-answers.ts";
import { EMPTY } from "../record/record.ts";
import type { ExplainRecord, LessonRecord } from "../record/record.ts";

/** Characters that a state has at most: SCORM 1.2 lets a platform keep 4,096. */
const LONGEST_STATE = 4000;
const FORM = "1."; // what a state begins with
const LONGEST_JSON = 400_000; // bytes; more is no state of ours
const SHORTEST = 40; // characters of a reader’s sentence that stay whatever else is cut

export interface Resumed {
  readonly record: LessonRecord;
  readonly query: string; // of the lesson’s address: step and what is changed on the stage
}

const codeOf = (bytes: Uint8Array): string =>
  btoa(strFromU8(bytes, true)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const stateOf = (slug: string, { record, query }: Resumed): string => {
  const { lessons } = JSON.parse(answersText({ [slug]: record })) as { readonly lessons: object };
  return FORM + codeOf(deflateSync(strToU8(JSON.stringify({ lessons, query })), { level: 9 }));
};

/** The sentences with the longest one cut to three quarters; null where all are short. */
function shortened(explains: LessonRecord["explains"]): LessonRecord["explains"] | null {
  const [longest] = Object.entries(explains).toSorted(([, a], [, b]) => b.text.length - a.text.length);
  if (longest === undefined || longest[1].text.length <= SHORTEST) return null;
  const [id, said] = longest;
  const text = [...said.text].slice(0, Math.max(SHORTEST, Math.floor(said.text.length * 0.75))).join("");
  return { ...explains, [id]: { ...said, text } satisfies ExplainRecord };
}

/** The state, and whether sentences of the reader’s were cut so that it is short enough. */
export function writeState(slug: string, kept: Resumed): { readonly state: string; readonly isCut: boolean } {
  let { record } = kept;
  let state = stateOf(slug, kept);
  while (state.length > LONGEST_STATE) {
    const explains = shortened(record.explains);
    // The log shows beliefs over time, and is the one part that is not needed to go on.
    if (explains === null && record.log.length === 0) break;
    record =
      explains === null
        ? { ...record, log: record.log.slice(Math.ceil(record.log.length / 2)) }
        : { ...record, explains };
    state = stateOf(slug, { ...kept, record });
  }
  return { state, isCut: record.explains !== kept.record.explains };
}

/** What a state keeps; null where it is none that this version reads: damaged, or of another version or lesson. */
export function readState(slug: string, state: string): Resumed | null {
  if (!state.startsWith(FORM)) return null;
  try {
    const code = state.slice(FORM.length).replaceAll("-", "+").replaceAll("_", "/");
    const packed = strToU8(atob(code), true);
    // Into a buffer of its own: a state that unpacks to more than any of ours has no room in it.
    const json = JSON.parse(strFromU8(inflateSync(packed, { out: new Uint8Array(LONGEST_JSON) }))) as {
      readonly lessons?: unknown;
      readonly query?: unknown;
    };
    const { format, version } = JSON.parse(answersText({})) as { readonly format: string; readonly version: number };
    const read = readAnswers(JSON.stringify({ format, version, lessons: json.lessons }));
    if (typeof read === "string" || typeof json.query !== "string") return null;
    return { record: read[slug] ?? EMPTY, query: json.query };
  } catch {
    return null;
  }
}
