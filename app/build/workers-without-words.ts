/**
 * The page explains parameters and measures, its workers only run experiments. So the workers' scripts leave out the
 * sentences of a parameter ("why") and of a measure ("what"): they would weigh as much as a protocol. The page and the
 * headless lab have all of them.
 */
import { join } from "node:path";
import type { Plugin } from "vite";
import { isInFamily } from "./family-files.ts";

const SENTENCES: ReadonlySet<unknown> = new Set(["why", "what"]);

/** A node of the syntax tree, as far as it is looked at. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

const isNode = (part: unknown): part is Node => typeof part === "object" && part !== null && "type" in part;

/** Texts that are written out, also in several pieces. */
function isWritten(node: Node): boolean {
  if (node.type === "Literal") return typeof node.value === "string";
  if (node.type !== "BinaryExpression" || node.operator !== "+") return false;
  return [node.left, node.right].every((side) => isNode(side) && isWritten(side));
}

function* sentencesIn(node: Node): Generator<Node> {
  const { key, value } = node;
  if (node.type === "Property" && isNode(key) && SENTENCES.has(key.name) && isNode(value) && isWritten(value)) {
    yield value;
    return;
  }
  for (const part of Object.values(node).flat()) if (isNode(part)) yield* sentencesIn(part);
}

/** @param root the project's folder */
export function workersWithoutWords(root: string): Plugin {
  const experiments = join(root, "engine", "experiments");
  return {
    name: "roundtrip-workers-without-words",
    apply: "build",
    enforce: "post",
    transform(code, id) {
      if (!id.endsWith(".ts") || !isInFamily(experiments, id)) return undefined;
      const found = [...sentencesIn(this.parse(code) as unknown as Node)].toSorted((a, b) => b.start - a.start);
      return found.reduce((text, { start, end }) => `${text.slice(0, start)}""${text.slice(end)}`, code);
    },
  };
}
