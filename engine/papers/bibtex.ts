import type { Paper } from "./types.ts";

/** The paper as a BibTeX entry. */
export function bibtex({ citation: c }: Paper): string {
  const fields = {
    author: c.authors.join(" and "),
    title: `{${c.title}}`,
    journal: c.journal,
    volume: String(c.volume),
    number: String(c.number),
    pages: c.pages.join("--"),
    month: c.month,
    year: String(c.year),
    ...(c.doi === undefined ? {} : { doi: c.doi }),
  };
  // Month is one of BibTeX's own macros, so it stands without braces.
  const lines = Object.entries(fields).map(([k, v]) => `  ${k} = ${k === "month" ? v : `{${v}}`}`);
  return `@article{${c.key},\n${lines.join(",\n")}\n}\n`;
}
