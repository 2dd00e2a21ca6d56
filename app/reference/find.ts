/** The search of the reference: all its pages and what stands on them, with the tables of every experiment. */
import { descriptions } from "../../engine/experiments/descriptions.ts";
import { oneOf } from "../../engine/experiments/load.ts";
import { COST_TABLES } from "../../engine/hardware/cost-tables.ts";
import { translated } from "../language/text.ts";
import type { ReferenceSection } from "../setup/reference-sections.ts";
import { QUESTIONS } from "../setup/questions/index.ts";
import { GLOSSARY } from "../words/glossary.ts";
import { ALL_KEYS } from "../words/keys/all.ts";
import { stemOf, tokensOf } from "../words/tokens.ts";
import { experimentPages, machineOf, machinePages, protocolPages, questionPages, type ReferencePage } from "./pages.ts";

/** A page, or a thing that stands on one: a parameter, a cost, a word of the glossary. */
interface Found {
  readonly section: ReferenceSection;
  readonly entry: string; // of the link that leads to it
  readonly title: string;
  readonly kind: string; // "parameter of Cedar RPC: one call"
  readonly words?: string; // what else it is found by
  readonly isPage?: true;
}

const pagesIn = (section: ReferenceSection, kind: string, pages: readonly ReferencePage[]): readonly Found[] =>
  pages.map(({ entry, title, about }) => ({ section, entry, title, kind, words: about, isPage: true as const }));

/** The parameters and measures of an experiment. */
function tablesOf({ entry, title }: ReferencePage): readonly Found[] {
  const { params, measures } = oneOf(descriptions, entry);
  const named = (what: string, table: Readonly<Record<string, { readonly label: string }>>): readonly Found[] =>
    Object.entries(table).map(([key, { label }]) => ({
      section: "experiments",
      entry: `${entry}/${key}`,
      title: label,
      kind: `${what} of ${title}`,
      words: key,
    }));
  return [...named("parameter", params), ...named("measure", measures)];
}

const costNames = COST_TABLES.flatMap(({ of, costs }) => costs.map(({ name }) => ({ of, name })));

const ALL: readonly (Found & { readonly tokens: readonly string[] })[] = [
  ...pagesIn("experiments", "experiment", experimentPages),
  ...experimentPages.flatMap(tablesOf),
  ...pagesIn("questions", "question", questionPages),
  ...QUESTIONS.map(({ id, asked, words }) => ({
    section: "questions" as const,
    entry: id,
    title: asked,
    kind: "question",
    words,
  })),
  ...pagesIn("protocols", "protocol", protocolPages),
  ...protocolPages.flatMap(({ entry, group }) =>
    machineOf(entry).states.map(({ tag, what }) => ({
      section: "protocols" as const,
      entry,
      title: tag,
      kind: `state of ${group}`,
      words: what,
    })),
  ),
  ...pagesIn("machines", "machine", machinePages),
  ...costNames.map(({ of, name }) => ({
    section: "machines" as const,
    entry: of,
    title: name,
    kind: `cost of ${of}`,
  })),
  ...GLOSSARY.map(({ term }) => ({ section: "glossary" as const, entry: term, title: term, kind: "word" })),
  ...ALL_KEYS.map(({ id, what, keys }) => ({
    section: "keys" as const,
    entry: id,
    title: what,
    kind: "key",
    words: keys.join(" "),
  })),
].map((one: Found) => ({ ...one, tokens: stemsOf(one) }));

/** What a thing is found by, in English and in the language of the page. */
function stemsOf({ title, words, entry }: Found): readonly string[] {
  const texts = [title, entry, ...(words === undefined ? [] : [words])].flatMap((text) => [text, translated(text)]);
  return [...new Set(texts.flatMap(tokensOf).map(stemOf))];
}

/**
 * What of the reference has all the words that were typed, each as the beginning of one of its own: pages first, then
 * things whose title begins as the query does.
 */
export function findInReference(query: string): readonly Found[] {
  const typed = tokensOf(query).map(stemOf);
  if (typed.length === 0) return [];
  const first = query.trim().toLowerCase();
  const rank = ({ title, isPage }: Found): number => {
    const titles = [title, translated(title)].map((text) => text.toLowerCase());
    const near = titles.includes(first) ? 0 : titles.some((one) => one.startsWith(first)) ? 2 : 4;
    return near + (isPage === true ? 0 : 1);
  };
  const fitting = ALL.filter(({ tokens }) => typed.every((word) => tokens.some((own) => own.startsWith(word))));
  const seen = new Set<string>();
  return fitting
    .toSorted((a, b) => rank(a) - rank(b))
    .filter(({ section, entry, title }) => {
      const key = JSON.stringify([section, entry, title]);
      return seen.has(key) ? false : seen.add(key);
    });
}
