/** The pages of the reference: the things that its sections describe. What stands on them, find.ts knows. */
import { CATALOGUE, FAMILY_TITLES } from "../../engine/experiments/catalogue.ts";
import { familyOf } from "../../engine/experiments/family.ts";
import { namedIn } from "../../engine/kernel/reads.ts";
import { COST_TABLES } from "../../engine/hardware/cost-tables.ts";
import { STATE_MACHINES } from "../../engine/protocols/state-machines.ts";
import type { StateMachine } from "../../engine/protocols/state-machine.ts";
import { GROUPS } from "../setup/questions/index.ts";

/** A page that is about one thing. */
export interface ReferencePage {
  /** What `entry` of its link says: "cedar/call". */
  readonly entry: string;
  readonly title: string;
  /** One line for the list of its section; "" where the title says enough. */
  readonly about: string;
  /** The heading over it in the list of its section; "" for none. */
  readonly group: string;
}

export const experimentPages: readonly ReferencePage[] = CATALOGUE.map(({ id, title, question }) => ({
  entry: id,
  title,
  about: question,
  group: namedIn(FAMILY_TITLES, familyOf(id), "family"),
}));

export const questionPages: readonly ReferencePage[] = GROUPS.flatMap(({ title: group, questions }) =>
  questions.map(({ id, asked }) => ({ entry: id, title: asked, about: "", group })),
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
  ...[...new Set(COST_TABLES.map(({ of }) => of))].map((of) => ({
    entry: of,
    title: of,
    about: COST_TABLES.filter((table) => table.of === of)
      .map(({ title }) => title)
      .join("; "),
    group: "",
  })),
  { entry: CAMPUS, title: "The campus, a picture", about: "Where the calls of MultiRPC go", group: "" },
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
}));

/** The page that an entry of a link names: "cedar/call" for it and for "cedar/call/threads". Undefined for none. */
export const pageNamed = (pages: readonly ReferencePage[], entry: string): ReferencePage | undefined =>
  pages.find((page) => entry === page.entry || entry.startsWith(`${page.entry}/`));
