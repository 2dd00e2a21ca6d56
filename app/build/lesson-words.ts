/**
 * The words of each step of the lessons, with its numbers as they are printed, for the search.
 * app/build/lesson-search.ts runs it.
 */
import "../../engine/experiments/index.ts";
import "../../engine/papers/index.ts";
import { ALL_LESSONS } from "../../lessons/all.ts";
import { stated } from "../../lessons/numbers.ts";
import type { Lesson } from "../../lessons/types.ts";
import { tokensOf } from "../words/tokens.ts";

/** A step of a lesson as the search knows it. */
interface StepWords {
  readonly slug: string;
  readonly step: number; // from 1
  readonly gist: string;
  readonly words: string; // each once
  readonly experiment: string; // of the run on its stage
}

const TEXTS = import.meta.glob<string>("../../lessons/*/text.mdx", { query: "?raw", import: "default", eager: true });

/** The text of a step without its tags; a number stands as it is printed. */
function plain(text: string, { paper, numbers }: Lesson): string {
  const printed = (id: string): string => {
    const number = numbers[id];
    if (number === undefined) return " ";
    const { text: digits, unit } = stated(paper, number, numbers);
    return ` ${digits} ${unit} `;
  };
  return text.replaceAll(/<N id="(\w+)"[^>]*\/>/g, (_, id: string) => printed(id)).replaceAll(/<[^>]*>/g, " ");
}

/** The text of each step of a lesson's prose, by the step's id. */
const stepsOf = (prose: string): ReadonlyMap<string, string> =>
  new Map([...prose.matchAll(/<Step id="([^"]+)">([\s\S]*?)<\/Step>/g)].map(([, id = "", text = ""]) => [id, text]));

export function lessonWords(): readonly StepWords[] {
  return ALL_LESSONS.flatMap((lesson) => {
    const { slug } = lesson;
    const prose = TEXTS[`../../lessons/${slug}/text.mdx`];
    if (prose === undefined) throw new Error(`lesson words: the lesson ${slug} has no text.`);
    const texts = stepsOf(prose);
    return lesson.steps.map(({ id, gist, action, stage }, i): StepWords => {
      const text = texts.get(id);
      if (text === undefined) throw new Error(`lesson words: ${slug} has no text for its step ${id}.`);
      const words = [...new Set(tokensOf(`${gist} ${action} ${plain(text, lesson)}`))].join(" ");
      return { slug, step: i + 1, gist, words, experiment: stage.experiment };
    });
  });
}
