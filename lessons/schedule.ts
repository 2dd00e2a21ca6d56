/**
 * The schedule of questions from memory. As a lesson opens: one about the lesson before it and one about the lesson
 * five places back, and the questions that the reader missed two lessons ago or earlier. As a part ends: five, mixed
 * from its lessons. A lesson later is the next one that the reader opens, in whatever order they read.
 */
import { gather, listUnder } from "../engine/kernel/tally.ts";

/** A question by the lesson that it is about and its own name: "more-threads/first-full". */
export type QuestionName = `${string}/${string}`;

/** One asking of a question. */
export interface Asking {
  readonly question: QuestionName;
  /** Turn of the lesson in which it was asked: 1 for the first lesson that the reader opened. */
  readonly turn: number;
  /** Whether the first answer was right; null while there is none. */
  readonly right: boolean | null;
}

/** A question to ask: by name, or whichever of a lesson's is next. */
export type Wanted =
  { readonly tag: "again"; readonly question: QuestionName } | { readonly tag: "of"; readonly lesson: string };

/** "One from five back." */
const BACK = 5;
/** "What was missed returns two lessons later." */
export const RETURNS_AFTER = 2;
/** A lesson is for something new: of what was missed, no more than this at once, the oldest first. */
const AGAIN_MOST = 2;
/** "Each part ends with five mixed." */
export const MIXED = 5;

export const lessonOf = (question: QuestionName): string => question.slice(0, question.indexOf("/"));

/** The last asking of each question, in the order of their turns. */
function lastAskings(askings: readonly Asking[]): readonly Asking[] {
  const last = new Map<QuestionName, Asking>();
  for (const asking of askings) {
    const before = last.get(asking.question);
    if (before === undefined || asking.turn >= before.turn) last.set(asking.question, asking);
  }
  return [...last.values()].sort((a, b) => a.turn - b.turn);
}

/** Whether what was asked last was answered, and wrongly. */
const isMissed = ({ right }: Asking): boolean => right === false;

interface Opening {
  /** The lesson that opens, and its turn. */
  readonly lesson: string;
  readonly turn: number;
  /** All lessons in reading order; those of them that can be asked about. */
  readonly order: readonly string[];
  readonly known: ReadonlySet<string>;
  readonly askings: readonly Asking[];
}

/** The questions with which a lesson opens. Nothing is about the lesson itself or what comes after it in the course. */
export function openingOf({ lesson, turn, order, known, askings }: Opening): readonly Wanted[] {
  const place = order.indexOf(lesson);
  const before = order.slice(0, Math.max(0, place)).filter((slug) => known.has(slug));
  const last = before.at(-1);
  const fiveBack = before.findLast((slug) => order.indexOf(slug) <= place - BACK) ?? last;
  const due = lastAskings(askings).filter((one) => isMissed(one) && turn - one.turn >= RETURNS_AFTER);
  const again = due.filter(({ question }) => before.includes(lessonOf(question))).slice(0, AGAIN_MOST);
  return [
    ...again.map(({ question }): Wanted => ({ tag: "again", question })),
    ...[last, fiveBack].flatMap((slug): readonly Wanted[] => (slug === undefined ? [] : [{ tag: "of", lesson: slug }])),
  ];
}

type State = "missed" | "new" | "known";

/** @param last see lastAskings */
function stateIn(last: readonly Asking[], question: QuestionName): State {
  const asked = last.find((one) => one.question === question);
  return asked === undefined ? "new" : isMissed(asked) ? "missed" : "known";
}

/** The questions of a lesson by what is known of them, within that what was asked longest ago first. */
function inOrder(
  questions: readonly QuestionName[],
  askings: readonly Asking[],
  states: readonly State[],
): readonly QuestionName[] {
  const last = lastAskings(askings);
  const rank = (question: QuestionName): number => states.indexOf(stateIn(last, question));
  const turn = (question: QuestionName): number => last.find((one) => one.question === question)?.turn ?? 0;
  return questions.toSorted((a, b) => rank(a) - rank(b) || turn(a) - turn(b));
}

export type Questions = ReadonlyMap<string, readonly QuestionName[]>;

/**
 * The questions that are wanted, each once. A lesson's next is a new one; what was missed waits for its own time.
 * @param questions those of every lesson that is asked about, in the lesson's own order
 */
export function chosenFor(
  wanted: readonly Wanted[],
  questions: Questions,
  askings: readonly Asking[],
): readonly QuestionName[] {
  const named = new Set(
    wanted.flatMap((one) =>
      one.tag === "again" && questions.get(lessonOf(one.question))?.includes(one.question) ? [one.question] : [],
    ),
  );
  const chosen = [...named];
  for (const one of wanted) {
    const own = one.tag === "of" ? listUnder(questions, one.lesson) : [];
    const next = inOrder(own, askings, ["new", "known", "missed"]).find((question) => !chosen.includes(question));
    if (next !== undefined) chosen.push(next);
  }
  return chosen;
}

/** Takes from the lists in turn: the first of each, the second of each, … */
function inRounds<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, round) => lists.flatMap((list) => list.slice(round, round + 1))).flat();
}

/** One lesson after the other, so that neighbours are of different lessons while there are two to choose from. */
function mixed(questions: readonly QuestionName[]): readonly QuestionName[] {
  const left = new Map<string, QuestionName[]>();
  for (const question of questions) gather(left, lessonOf(question), question);
  const order: QuestionName[] = [];
  for (const _ of questions) {
    const last = order.at(-1);
    const open = [...left].filter(
      ([lesson, own]) => own.length > 0 && (last === undefined || lessonOf(last) !== lesson),
    );
    const all = open.length > 0 ? open : [...left].filter(([, own]) => own.length > 0);
    // Of those with most left: what is plenty must not be left for the end.
    const next = all.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[1].shift();
    if (next !== undefined) order.push(next);
  }
  return order;
}

/** At most five questions of a part, mixed: those that were missed, then new ones, then those asked longest ago. */
export function mixedOf(questions: Questions, askings: readonly Asking[]): readonly QuestionName[] {
  const states: readonly State[] = ["missed", "new", "known"];
  const last = lastAskings(askings);
  const stateOf = (question: QuestionName): State => stateIn(last, question);
  const own = [...questions.values()].map((names) => inOrder(names, askings, states));
  const chosen = states.flatMap((state) => inRounds(own.map((names) => names.filter((one) => stateOf(one) === state))));
  return mixed(chosen.slice(0, MIXED));
}
