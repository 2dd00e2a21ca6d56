/**
 * The pages of the reference: the things that its sections describe, each with what stands on its page. Contents,
 * search and pages take them from here.
 */
import { CATALOGUE, FAMILY_TITLES } from "../../engine/experiments/catalogue.ts";
import { descriptions } from "../../engine/experiments/descriptions.ts";
import { familyOf } from "../../engine/experiments/family.ts";
import { oneOf } from "../../engine/experiments/load.ts";
import { namedIn } from "../../engine/kernel/reads.ts";
import { COST_TABLES } from "../../engine/hardware/cost-tables.ts";
import { STATE_MACHINES } from "../../engine/protocols/state-machines.ts";
import type { StateMachine } from "../../engine/protocols/state-machine.ts";
import { GROUPS } from "../setup/questions/index.ts";
import { GLOSSARY } from "../words/glossary.ts";
import { ALL_KEYS } from "../words/keys/all.ts";
import { stemOf, tokensOf } from "../words/tokens.ts";
import type { ReferenceSection } from "../setup/reference-sections.ts";

/** A thing that stands on a page: a parameter, a cost, a word of the glossary. */
interface Inside {
  readonly entry: string; // of the link that leads to it
  readonly title: string;
  readonly kind: string; // "parameter of Cedar RPC: one call"
  readonly words?: string; // what else it is found by
}

/** A page that is about one thing. */
export interface ReferencePage {
  /** What `entry` of its link says: "cedar/call". */
  readonly entry: string;
  readonly title: string;
  /** One line for the list of its section; "" where the title says enough. */
  readonly about: string;
  /** The heading over it in the list of its section; "" for none. */
  readonly group: string;
  readonly inside: readonly Inside[];
}

export const experimentPages: readonly ReferencePage[] = CATALOGUE.map(({ id, title, question }) => {
  const { params, measures } = oneOf(descriptions, id);
  const inside = (what: string, table: Readonly<Record<string, { readonly label: string }>>): readonly Inside[] =>
    Object.entries(table).map(([key, { label }]) => ({
      entry: `${id}/${key}`,
      title: label,
      kind: `${what} of ${title}`,
      words: key,
    }));
  return {
    entry: id,
    title,
    about: question,
    group: namedIn(FAMILY_TITLES, familyOf(id), "family"),
    inside: [...inside("parameter", params), ...inside("measure", measures)],
  };
});

export const questionPages: readonly ReferencePage[] = GROUPS.flatMap(({ title: group, questions }) =>
  questions.map(({ id, asked, words }) => ({
    entry: id,
    title: asked,
    about: "",
    group,
    inside: [{ entry: id, title: asked, kind: "question", words }],
  })),
);

/** What a page is shown with. */
export interface Paged {
  readonly page: ReferencePage;
  readonly entry: string; // of its link: the page’s own, or one of a thing that stands on it
}

/** What a link calls the picture of the campus, which stands among the machines. */
export const CAMPUS = "campus";

/** The machines and networks that have tables of costs, each once, in the tables' order. */
export const machinePages: readonly ReferencePage[] = [
  ...[...new Set(COST_TABLES.map(({ of }) => of))].map((of) => {
    const tables = COST_TABLES.filter((table) => table.of === of);
    const names = new Set(tables.flatMap(({ costs }) => costs.map(({ name }) => name)));
    return {
      entry: of,
      title: of,
      about: tables.map(({ title }) => title).join("; "),
      group: "",
      inside: [...names].map((title) => ({ entry: of, title, kind: `cost of ${of}` })),
    };
  }),
  { entry: CAMPUS, title: "The campus, a picture", about: "Where the calls of MultiRPC go", group: "", inside: [] },
];

/** The state machines of all protocols, by what a link calls them: "cedar" and "cedar-2" are the two of Cedar. */
const MACHINES = Object.entries(STATE_MACHINES).flatMap(([protocol, machines]) =>
  machines.map((machine, i) => [i === 0 ? protocol : `${protocol}-${i + 1}`, machine] as const),
);

/** Throws where there is none of this name. */
export function machineOf(entry: string): StateMachine {
  const found = MACHINES.find(([name]) => name === entry);
  if (found === undefined) throw new RangeError(`reference: there is no state machine ${JSON.stringify(entry)}.`);
  return found[1];
}

/** A page for each state machine. */
export const protocolPages: readonly ReferencePage[] = MACHINES.map(([entry, { protocol, title, states }]) => ({
  entry,
  title,
  about: states.map(({ tag }) => tag).join(", "),
  group: protocol,
  inside: states.map(({ tag, what }) => ({ entry, title: tag, kind: `state of ${protocol}`, words: what })),
}));

/** The page that an entry of a link names: "cedar/call" for it and for "cedar/call/threads". Undefined for none. */
export const pageNamed = (pages: readonly ReferencePage[], entry: string): ReferencePage | undefined =>
  pages.find((page) => entry === page.entry || entry.startsWith(`${page.entry}/`));

/** Whether an entry is the page’s own, or that of a thing on it. */
export const standsOn = (page: ReferencePage, entry: string): boolean =>
  entry === page.entry || page.inside.some((one) => one.entry === entry);

interface Found extends Inside {
  readonly section: ReferenceSection;
  readonly isPage?: true;
}

/** The pages of a section, and all that stands on them. */
const found = (section: ReferenceSection, kind: string, pages: readonly ReferencePage[]): readonly Found[] =>
  pages.flatMap(({ entry, title, about, inside }) =>
    [{ entry, title, kind, words: about, isPage: true as const }, ...inside].map((one) => ({ ...one, section })),
  );

const ALL: readonly (Found & { readonly tokens: readonly string[] })[] = [
  ...found("experiments", "experiment", experimentPages),
  ...found("questions", "question", questionPages),
  ...found("protocols", "protocol", protocolPages),
  ...found("machines", "machine", machinePages),
  ...GLOSSARY.map(({ term }) => ({ section: "glossary" as const, entry: term, title: term, kind: "word" })),
  ...ALL_KEYS.map(({ id, what, keys }) => ({
    section: "keys" as const,
    entry: id,
    title: what,
    kind: "key",
    words: keys.join(" "),
  })),
].map((one: Found) => ({ ...one, tokens: tokensOf(`${one.title} ${one.words ?? ""} ${one.entry}`).map(stemOf) }));

/**
 * What of the reference has all the words that were typed, each as the beginning of one of its own: pages first, then
 * things whose title begins as the query does.
 */
export function findInReference(query: string): readonly Found[] {
  const typed = tokensOf(query).map(stemOf);
  if (typed.length === 0) return [];
  const first = query.trim().toLowerCase();
  const rank = ({ title, isPage }: Found): number =>
    (title.toLowerCase() === first ? 0 : title.toLowerCase().startsWith(first) ? 2 : 4) + (isPage === true ? 0 : 1);
  const fitting = ALL.filter(({ tokens }) => typed.every((word) => tokens.some((own) => own.startsWith(word))));
  const seen = new Set<string>();
  return fitting
    .toSorted((a, b) => rank(a) - rank(b))
    .filter(({ section, entry, title }) => {
      const key = JSON.stringify([section, entry, title]);
      return seen.has(key) ? false : seen.add(key);
    });
}
