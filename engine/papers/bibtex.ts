import type { Citation, Paper } from "./types.ts";

/** The fields that say where a paper appeared. */
function appeared(c: Citation): Readonly<Record<string, string>> {
  if ("collection" in c) return { howpublished: c.collection };
  if ("report" in c) return { institution: c.institution, number: c.report };
  return { journal: c.journal, volume: String(c.volume), number: String(c.number), pages: c.pages.join("--") };
}

const entryOf = (c: Citation): string => ("collection" in c ? "misc" : "report" in c ? "techreport" : "article");

/** The paper as a BibTeX entry. */
export function bibtex({ citation: c }: Paper): string {
  const fields = {
    author: c.authors.join(" and "),
    title: `{${c.title}}`,
    ...appeared(c),
    month: c.month,
    year: String(c.year),
    ...(c.doi === undefined ? {} : { doi: c.doi }),
  };
  // Month is one of BibTeX's own macros, so it stands without braces.
  const lines = Object.entries(fields).map(([k, v]) => `  ${k} = ${k === "month" ? v : `{${v}}`}`);
  return `@${entryOf(c)}{${c.key},\n${lines.join(",\n")}\n}\n`;
}
