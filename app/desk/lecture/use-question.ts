/** The question that a lecture shows, and the answers to it: from the files of the class, and from codes of phones. */
import { create } from "zustand";
import { useEffect, useState } from "react";
import { answerCode, bareCode, readCode, toldBy } from "../../../lessons/hand-in/answer-code.ts";
import type { Told } from "../../../lessons/hand-in/answer-code.ts";
import type { Lesson, Prediction } from "../../../lessons/types.ts";
import { messageOf } from "../../words/message-of.ts";
import { checker } from "../class/class-files.ts";
import type { ClassTable } from "../class/rows.ts";

/** Codes of phones, by the question that they answer: kept while the page is there. */
interface Codes {
  readonly by: Readonly<Record<string, readonly string[]>>;
}
const codes = create<Codes>(() => ({ by: {} }));

const keyOf = (lesson: Lesson, { id }: Prediction): string => `${lesson.slug} ${id}`;

/** A lesson by its slug: null while its files are on the way, a sentence where they do not come. */
export function useLessonData(slug: string): Lesson | string | null {
  const [came, setCame] = useState<{ readonly slug: string; readonly lesson: Lesson | string } | null>(null);
  useEffect(() => {
    let isWanted = true;
    checker.open(slug).then(
      (lesson) => isWanted && setCame({ slug, lesson: lesson ?? `There is no lesson ${slug}.` }),
      (error: unknown) => isWanted && setCame({ slug, lesson: `Its questions cannot be fetched: ${messageOf(error)}` }),
    );
    return () => {
      isWanted = false;
    };
  }, [slug]);
  return came?.slug === slug ? came.lesson : null;
}

/** The answers of the class’s reports to a question, without their names. */
export const toldByFiles = ({ rows }: ClassTable, lesson: Lesson, prediction: Prediction): readonly Told[] =>
  rows.flatMap(({ reports }): Told[] => {
    const shown = reports.get(lesson.slug);
    const first = shown?.data.predictions[prediction.id]?.answers[0];
    const matches = shown?.answers.some(({ id, state }) => id === prediction.id && state !== "does not match");
    return first === undefined || matches !== true ? [] : [toldBy(lesson, prediction, first)];
  });

const NO_CODES: readonly string[] = [];

export function useCodes(lesson: Lesson, prediction: Prediction): readonly Told[] {
  const mine = codes((state) => state.by[keyOf(lesson, prediction)] ?? NO_CODES);
  return mine.flatMap((code): Told[] => {
    const told = readCode(lesson, prediction, code);
    return typeof told === "string" ? [] : [told];
  });
}

const MOST_CODES = 1000; // of a question

/** Takes in the codes of a text: how many are new, and a sentence for each that is refused. */
export function takeCodes(lesson: Lesson, prediction: Prediction, text: string): readonly string[] {
  const key = keyOf(lesson, prediction);
  const before = codes.getState().by[key] ?? NO_CODES;
  const known = new Set(before);
  const said: string[] = [];
  let again = 0;
  for (const one of text.split(/[\s,;]+/).filter((word) => word !== "")) {
    const told = readCode(lesson, prediction, one);
    if (typeof told === "string") said.push(told);
    else if (known.has(bareCode(one))) again++;
    else if (known.size < MOST_CODES) known.add(bareCode(one));
  }
  codes.setState({ by: { ...codes.getState().by, [key]: [...known] } });
  const added = known.size - before.length;
  const counts = `${added} taken in${again === 0 ? "" : `, ${again} had been there already`}.`;
  return [counts, ...said];
}

export function forgetCodes(lesson: Lesson, prediction: Prediction): void {
  codes.setState({ by: { ...codes.getState().by, [keyOf(lesson, prediction)]: [] } });
}

/** A code as a phone would show it, for an example beside the field. */
export const exampleCode = (lesson: Lesson, prediction: Prediction): string =>
  answerCode(lesson, prediction, { kind: "none" }, "example");
