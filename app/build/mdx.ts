/** Builds the prose of lessons: MDX whose components the page brings. It refuses prose that breaks the rules. */
import mdx from "@mdx-js/rollup";
import { relative } from "node:path";
import type { Plugin } from "vite";
import { findingText, lintText } from "../../lessons/lint-text.ts";
import type { TextNode } from "../../lessons/lint-text.ts";

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
        const compiled = id.endsWith("?raw") ? undefined : await transform(text, id); // a test reads it as it is
        return compiled === undefined ? undefined : { code: compiled.code, map: compiled.map as string | null };
      },
    },
  ];
}
