/**
 * The numbered rules in the head of a source file, so that the reference shows what stands beside the code and no copy
 * of it can grow old.
 */
import { groupsIn } from "../../engine/kernel/items.ts";

export interface Rule {
  readonly number: number;
  readonly text: string;
}

/** The rules of the first comment of a TypeScript file, in order; none where it has no numbered lines. */
export function readRules(source: string): readonly Rule[] {
  const comment = /\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? "";
  const rules: { number: number; text: string }[] = [];
  let open = false;
  for (const line of comment.split("\n").map((text) => text.replace(/^\s*\*\s?/, ""))) {
    const [, number, text = ""] = groupsIn(/^(\d+)\. (.*)$/, line);
    if (number !== undefined) {
      rules.push({ number: Number(number), text });
      open = true;
    } else if (open && /^\s+\S/.test(line)) {
      const last = rules.at(-1);
      if (last !== undefined) last.text += ` ${line.trim()}`;
    } else {
      open = false; // an empty line, or a paragraph of its own, ends a rule
    }
  }
  return rules;
}
