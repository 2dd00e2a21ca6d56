/** Exported types of the page have names of their own: one name has one meaning. */
import { isCode, isTest, lineAt } from "./finding.ts";
import type { Finding, ProjectFile } from "./finding.ts";

const EXPORTED = /^export (?:interface|type|class|enum) (\w+)/gm;

/** One finding for each exported type whose name a file before has given to another. */
export function checkTypeNames(files: readonly ProjectFile[]): Finding[] {
  const first = new Map<string, string>();
  return files.flatMap(({ path, text }): Finding[] => {
    if (!path.startsWith("app/") || !isCode(path) || isTest(path)) return [];
    return [...text.matchAll(EXPORTED)].flatMap((match): Finding[] => {
      const [, name = ""] = match;
      const known = first.get(name);
      if (known === undefined) first.set(name, path);
      if (known === undefined || known === path) return [];
      const message = `${known} exports a type ${name}, too. Rename one, or let both use one.`;
      return [{ path, line: lineAt(text, match.index), severity: "error", message }];
    });
  });
}
