/** The compiler's tree of a file, which several checks read and one reading makes. */
import ts from "typescript";
import type { ProjectFile } from "./finding.ts";

const trees = new WeakMap<ProjectFile, ts.SourceFile>();

export function treeOf(file: ProjectFile): ts.SourceFile {
  const tree = trees.get(file) ?? ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
  trees.set(file, tree);
  return tree;
}

export const hasModifier = (node: ts.Node, wanted: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === wanted) === true;
