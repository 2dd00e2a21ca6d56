/** A lesson's prose as the MDX compiler reads it, for what checks lessons in Node. */
import mdx from "@mdx-js/rollup";
import type { TextNode } from "./lint-text.ts";

/** The tree of a text, as the MDX compiler sees it. Rejects where that cannot read it. */
export async function parseText(text: string): Promise<TextNode> {
  let tree: TextNode | null = null;
  const keep =
    () =>
    (root: TextNode): void => {
      tree = structuredClone(root); // the compiler goes on to change it
    };
  await mdx({ remarkPlugins: [keep] }).transform(text, "text.mdx");
  if (tree === null) throw new Error("The MDX compiler gave no tree.");
  return tree;
}
