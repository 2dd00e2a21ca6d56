/**
 * Checks the words of a lesson that say how numbers stand to one another ("most", "twice", "the longest"): those that
 * are bound must be so, and a sentence about a run leaves none unbound.
 */
import { attributeOf, componentsOf, paragraphsOf, plainSentence, untagged } from "./lint-text.ts";
import type { TextNode } from "./lint-text.ts";
import { LessonError } from "./named.ts";
import { compared } from "./numbers.ts";
import { piecesOf } from "./prose.ts";
import { sentencesOf } from "./sentences.ts";
import type { Lesson, Recall } from "./types.ts";
import { wantedIn, wrongWord } from "./words.ts";

type Say = (step: string, what: string, todo: string) => void;

/** A sentence speaks of a run if it says what a try shows, states a number, or points to what stands on the stage. */
const OF_A_RUN =
  /\b(?:runs? (?:of|has|have|shows?|takes?|says?|makes?)|our runs?|in the table|stage|timeline|waterfall|chart)\b/i;

interface Claim {
  readonly step: string;
  readonly text: string; // a number for each that is bound
  readonly isOfTry: boolean; // it says what one shows
}

function claimsOf(lesson: Lesson, recall: readonly Recall[], tree: TextNode): readonly Claim[] {
  const named = (name: string) => componentsOf(tree).filter(({ node }) => node.name === name);
  const meanings = new Set(named("Term").map(({ node }) => attributeOf(node, "means")));
  const ofTries = new Set(named("After").flatMap(({ node }) => paragraphsOf(node)));
  return [
    ...named("Step").flatMap(({ step, node }) =>
      paragraphsOf(node).map((text) => ({ step, text, isOfTry: ofTries.has(text) && !meanings.has(text) })),
    ),
    ...sentencesOf(lesson, recall).flatMap(({ step, text, isClaim }) =>
      isClaim ? [{ step, text: plainSentence(text), isOfTry: false }] : [],
    ),
  ].flatMap(({ text, ...rest }) => text.split(/(?<=[.?!])\s+/).map((one) => ({ ...rest, text: one })));
}

/** The steps in which a number is stated; "" for one that only others are made of. */
function stepsWith(name: string, lesson: Lesson, recall: readonly Recall[], tree: TextNode): readonly string[] {
  const inProse = componentsOf(tree).filter(({ node }) => node.name === "N" && attributeOf(node, "id") === name);
  const inData = sentencesOf(lesson, recall).filter(({ text }) =>
    piecesOf(text).some((piece) => "number" in piece && piece.number === name),
  );
  const steps = [...new Set([...inProse, ...inData].map(({ step }) => step))];
  return steps.length === 0 ? [""] : steps;
}

/** What is wrong with a word of the lesson; null where nothing is, and for every other number. */
function wrong(lesson: Lesson, name: string): string | null {
  const number = lesson.numbers[name];
  try {
    if (number?.kind !== "word") return null;
    return wrongWord(number.phrase, compared(lesson.paper, number, lesson.numbers));
  } catch (error) {
    if (error instanceof LessonError) return error.message;
    throw error;
  }
}

function lintBound(lesson: Lesson, recall: readonly Recall[], tree: TextNode, say: Say): void {
  for (const name of Object.keys(lesson.numbers)) {
    const problem = wrong(lesson, name);
    if (problem === null) continue;
    for (const step of stepsWith(name, lesson, recall, tree))
      say(step, `the word "${name}": ${problem}`, "Write the word that the run bears out, or compare other numbers.");
  }
}

function lintUnbound(lesson: Lesson, recall: readonly Recall[], tree: TextNode, say: Say): void {
  const general = Object.keys(lesson.general ?? {});
  const unmet = new Set(general);
  for (const { step, text, isOfTry } of claimsOf(lesson, recall, tree)) {
    let left = text;
    for (const phrase of general) {
      if (!left.includes(phrase)) continue;
      unmet.delete(phrase);
      left = left.replaceAll(phrase, "");
    }
    if (text.endsWith("?") || !(isOfTry || untagged(text) !== null || OF_A_RUN.test(text))) continue;
    for (const word of wantedIn(left))
      say(
        step,
        `"${word}" is not bound in "${text}"`,
        "Bind it to numbers (said in sources.ts), or name it in general with the reason.",
      );
  }
  for (const phrase of unmet)
    say("", `general has "${phrase}", which no sentence has.`, "Leave it out, or write it as the sentence does.");
}

export function lintWords(lesson: Lesson, recall: readonly Recall[], tree: TextNode, say: Say): void {
  lintBound(lesson, recall, tree, say);
  lintUnbound(lesson, recall, tree, say);
}
