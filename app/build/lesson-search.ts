/** The module "virtual:lesson-words": the words of the lessons' steps, which the search fetches when it is opened. */
import type { Plugin } from "vite";
import { runProgram } from "./run-program.ts";

const NAME = "virtual:lesson-words";

/** The exports of lesson-words.ts, written out: a build file does not know the types of lessons. */
interface Program {
  readonly lessonWords: () => unknown;
}

/** @param root the project's folder */
export const lessonSearch = (root: string): Plugin => ({
  name: "roundtrip-lesson-words",
  resolveId: (id) => (id === NAME ? `\0${id}` : undefined),
  async load(id) {
    if (id !== `\0${NAME}`) return undefined;
    const words = await runProgram(root, "app/build/lesson-words.ts", ({ lessonWords }: Program) => lessonWords());
    return `export const lessonWords = JSON.parse(${JSON.stringify(JSON.stringify(words))});`;
  },
});
