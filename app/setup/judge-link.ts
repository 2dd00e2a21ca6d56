/** How many things of a place cannot be used: mend-link.ts asks it about each way in which a link may be meant. */
import { familyOf } from "../../engine/experiments/family.ts";
import { loadFamily } from "../../engine/experiments/load.ts";
import { FAMILIES } from "../../engine/experiments/families.ts";
import { descriptionsHere, findDescription } from "../../engine/experiments/lookup.ts";
import { readParameters } from "../../engine/experiments/parameters.ts";
import { CATALOGUE } from "../../engine/experiments/catalogue.ts";
import { LEVELS } from "../../engine/explore/written/levels.ts";
import { CATALOGUE as PAPERS } from "../../engine/papers/catalogue.ts";
import { loadPaper } from "../../engine/papers/load.ts";
import { readRules } from "../../engine/protocols/written/rules.ts";
import { findLesson } from "../../lessons/course.ts";
import { addressProblems } from "./address-problems.ts";
import { listedAt, readLink } from "./link.ts";
import { lastOf, LINKS, placeAt, restOf } from "./link-table.ts";
import { REFERENCE_SECTIONS } from "./reference-sections.ts";
import { placeName } from "./location.ts";
import type { PagePlace } from "./location.ts";
import { readSweep } from "./own-sweep.ts";
import { readNumbers } from "./your-numbers.ts";
import { PAGES } from "./paper-links.ts";
import { pinnedPaths, readPins } from "./pins.ts";

const NOWHERE = 100; // an address of no place is worse than any at a place
const WRONG_PART = 20; // so is a part of a path that nothing has

const partsOf = ({ path }: PagePlace): readonly string[] => path.split("/").slice(2).filter(Boolean);

async function benchProblems(place: PagePlace): Promise<number> {
  const query = new URLSearchParams(place.query);
  const ids = [place.path, ...pinnedPaths(query)].map((path) => listedAt({ path }).id);
  await Promise.all([...new Set(ids.map(familyOf))].map(loadFamily));
  const { problems, setup } = readLink(place);
  const found: string[] = [];
  const experiment = findDescription(setup.experiment);
  if (experiment !== undefined) readSweep(query, experiment, found);
  const id = partsOf(place).join("/");
  const isKnown = id === "" || CATALOGUE.some((one) => one.id === id);
  const params = experiment?.params ?? {};
  const isKey = (key: string): boolean => LINKS.bench.keys.some((one) => one === key) || Object.hasOwn(params, key);
  // A name that nothing has is worse than a value that its name does not take.
  const strange = [...query.keys()].filter((key) => !isKey(key)).length;
  const ofParts = readPins(query).problems.length + found.length;
  return problems.length + strange + ofParts + (isKnown ? 0 : WRONG_PART);
}

/** What a lesson's link sets on the stage; its step knows the experiment, so any experiment's values may be meant. */
async function lessonProblems(place: PagePlace): Promise<number> {
  const query = new URLSearchParams(place.query);
  await Promise.all(Object.keys(FAMILIES).map(loadFamily));
  const asked = lastOf(query, "experiment");
  const all = descriptionsHere().filter(({ id }) => asked === null || id === asked);
  const step = lastOf(query, "step");
  const rest = new URLSearchParams([...query].filter(([key]) => key === "seed" || key === "fault")).toString();
  const values = [...query].filter(([key, value]) => {
    const having = all.filter(({ params }) => Object.hasOwn(params, key));
    return having.length > 0 && having.every((one) => readParameters(one, { [key]: value }).problems.length > 0);
  });
  const [slug = ""] = partsOf(place);
  return (
    (slug === "" || findLesson(slug) !== undefined ? 0 : WRONG_PART) +
    (all.length === 0 ? 1 : readLink({ ...placeAt("bench", [asked ?? ""]), query: rest }).problems.length) +
    (step === null || /^[1-9]\d?$/.test(step) ? 0 : 1) +
    values.length
  );
}

async function paperProblems(place: PagePlace): Promise<number> {
  const [id, part] = partsOf(place);
  if (id === undefined) return 0;
  if (!PAPERS.some((paper) => paper.id === id)) return WRONG_PART;
  const { tables } = await loadPaper(id);
  const table = tables.find((one) => one.id === part);
  const isPage = PAGES.some((page) => page === part);
  const query = new URLSearchParams(place.query);
  const column = lastOf(query, "column");
  const rows = table?.rows.flatMap((row) => Object.values(row).map(String)) ?? [];
  return (
    (part === undefined || isPage || table !== undefined ? 0 : WRONG_PART) +
    (column === null || table?.columns.some(({ key }) => key === column) === true ? 0 : 1) +
    query.getAll("row").filter((row) => !rows.includes(row)).length +
    entryProblems(query)
  );
}

function referenceProblems(place: PagePlace): number {
  const [section] = partsOf(place);
  const isKnown = section === undefined || REFERENCE_SECTIONS.some((one) => one === section);
  return (isKnown ? 0 : WRONG_PART) + entryProblems(new URLSearchParams(place.query));
}

/** A level is a number, and its rules are cells that there are. */
function writeProblems(place: PagePlace): number {
  const [level] = partsOf(place);
  const isKnown = level === undefined || LEVELS.some(({ number }) => String(number) === level);
  const rules = lastOf(new URLSearchParams(place.query), "rules");
  const isRead = rules === null || rules === "book" || "rules" in readRules(rules);
  return (isKnown ? 0 : WRONG_PART) + (isRead ? 0 : 1);
}

/** Pages of the desk that are about a lesson. */
const OF_LESSON: ReadonlySet<string> = new Set(["guide", "handout", "slides"]);

/** A page of the desk, and in some of them a lesson. */
function deskProblems(place: PagePlace): number {
  const [section, slug] = partsOf(place);
  const isKnown = section === undefined || (section === "plans" && slug === undefined) || OF_LESSON.has(section);
  return (isKnown ? 0 : WRONG_PART) + (slug === undefined || findLesson(slug) !== undefined ? 0 : WRONG_PART);
}

/** Entries are names of letters, digits and hyphens. */
const entryProblems = (query: URLSearchParams): number => {
  const entry = lastOf(query, "entry");
  return entry === null || /^\w+(?:[-./ ]\w+)*$/.test(entry) ? 0 : 1;
};

/** The number of things that cannot be used. Rejects where the parts that know it cannot be fetched. */
export async function problemsAt(place: PagePlace): Promise<number> {
  const general = addressProblems(place).length;
  switch (placeName(place)) {
    case null:
      return NOWHERE;
    case "":
      return general + (restOf(place) === "" ? 0 : NOWHERE);
    case "bench":
      return general + (await benchProblems(place));
    case "lesson":
      return general + (await lessonProblems(place));
    case "numbers":
      return general + readNumbers(place.query).problems.length;
    case "capture":
    case "traces":
    case "concept":
    case "do":
      return general;
    case "desk":
      return general + deskProblems(place);
    case "papers":
      return general + (await paperProblems(place));
    case "reference":
      return general + referenceProblems(place);
    case "write":
      return general + writeProblems(place);
  }
}
