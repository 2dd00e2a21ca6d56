/** Builds the prose of lessons: MDX whose components the page brings. It refuses prose that breaks the rules. */
import mdx from "@mdx-js/rollup";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "vite";
import { findingText, lintText } from "../../lessons/lint-text.ts";
import { parseText } from "../../lessons/parse-text.ts";
import { translatedProse } from "../../lessons/translated-prose.ts";
import type { TextNode } from "../../lessons/lint-text.ts";

/** lessons/languages/de/lessons/across-the-wire.mdx */
const IS_TRANSLATION = /\/lessons\/languages\/[^/]+\/lessons\/([^/]+)\.mdx$/;

/** The English prose with the paragraphs of a translation in it. */
async function withTranslation(root: string, id: string, translation: string): Promise<string> {
  const slug = IS_TRANSLATION.exec(id)?.[1] ?? "";
  const english = readFileSync(join(root, "lessons", slug, "text.mdx"), "utf8");
  return translatedProse(english, await parseText(english), translation);
}

interface File {
  readonly path: string;
  readonly message: (reason: string) => unknown;
  readonly fail: (reason: string) => never;
}

/** @param tell is given the tree of every file that is compiled */
function reader(tell: (tree: TextNode, file: File) => void) {
  return () => tell;
}

/** @param root the project's folder, from which files are named in messages */
export function lessonPlugins(root: string): Plugin[] {
  const check = (tree: TextNode, file: File): void => {
    if (IS_TRANSLATION.test(file.path)) return; // its structure is that of the English text, which is checked
    const findings = lintText(relative(root, file.path), tree);
    if (findings.length > 0) file.fail(findings.map(findingText).join("\n"));
  };
  const { name, config, transform } = mdx({ remarkPlugins: [reader(check)] });
  return [
    {
      name,
      enforce: "pre",
      config,
      transform: async (text, id) => {
        const whole = IS_TRANSLATION.test(id) ? await withTranslation(root, id, text) : text;
        const compiled = id.endsWith("?raw") ? undefined : await transform(whole, id); // a test reads it as it is
        return compiled === undefined ? undefined : { code: compiled.code, map: compiled.map as string | null };
      },
    },
  ];
}
