import type { Citation, Paper } from "./types.ts";

/** The fields that say where a paper appeared. */
const appeared = (c: Citation): Readonly<Record<string, string>> =>
  "report" in c
    ? { institution: c.institution, number: c.report }
    : { journal: c.journal, volume: String(c.volume), number: String(c.number), pages: c.pages.join("--") };

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
  return `@${"report" in c ? "techreport" : "article"}{${c.key},\n${lines.join(",\n")}\n}\n`;
}
