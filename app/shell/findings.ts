/** What can be found: every page of the site and the commands that need no place, with words to find them by. */
import { CATALOGUE } from "../../engine/experiments/catalogue.ts";
import { papers } from "../../engine/papers/all.ts";
import { LESSONS } from "../../lessons/course.ts";
import { hrefOf } from "../setup/link-table.ts";
import { pageHref, paperHref, tableHref } from "../setup/paper-links.ts";

export interface Finding {
  readonly title: string;
  readonly kind: "lesson" | "experiment" | "table" | "page" | "command";
  /** Where it leads; commands do something instead. */
  readonly href: string | null;
  readonly command: "theme" | "help" | null;
  readonly words: string; // lower case, what is searched
}

function finding(kind: Finding["kind"], title: string, href: string, more = ""): Finding {
  return { kind, title, href, command: null, words: `${title} ${kind} ${more}`.toLowerCase() };
}

function command(title: string, name: "theme" | "help", more: string): Finding {
  return { kind: "command", title, href: null, command: name, words: `${title} ${more}`.toLowerCase() };
}

export const FINDINGS: readonly Finding[] = [
  ...LESSONS.filter(({ written }) => written).map(({ title, slug, question }) =>
    finding("lesson", title, hrefOf("lesson", [slug]), question),
  ),
  ...CATALOGUE.map(({ id, title, question }) =>
    finding("experiment", title, hrefOf("bench", [id]), `${id} ${question}`),
  ),
  ...papers.flatMap((paper) => [
    finding("page", `${paper.citation.title}: all tables`, paperHref(paper.id), paper.citation.authors.join(" ")),
    ...paper.tables.map((table) =>
      finding("table", `${table.source}: ${table.title}`, tableHref(paper.id, table.id), paper.id),
    ),
    finding("page", `${paper.citation.title}: claims`, pageHref(paper.id, "claims")),
    finding("page", `${paper.citation.title}: errata`, pageHref(paper.id, "errata")),
  ]),
  finding("page", "Course", hrefOf(""), "home lessons"),
  ...["parameters", "machines", "protocols", "links", "keys", "glossary", "browser"].map((section) =>
    finding("page", `Reference: ${section}`, hrefOf("reference", [section])),
  ),
  command("Light or dark", "theme", "theme colour night"),
  command("Help with keys", "help", "keyboard shortcuts"),
];

/** Those that hold every word of the query, in their order; all of them for an empty query. */
export function find(query: string, among: readonly Finding[] = FINDINGS): readonly Finding[] {
  const wanted = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return among.filter(({ words }) => wanted.every((word) => words.includes(word)));
}
