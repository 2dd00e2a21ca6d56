/** The module "virtual:lesson-words": the words of the lessons' steps, which the search fetches when it is opened. */
import { join } from "node:path";
import { runnerImport } from "vite";
import type { Plugin } from "vite";

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
    const { module } = await runnerImport<Program>(join(root, "app/build/lesson-words.ts"), { root });
    return `export const lessonWords = JSON.parse(${JSON.stringify(JSON.stringify(module.lessonWords()))});`;
  },
});
