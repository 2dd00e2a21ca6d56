/**
 * The lists of families of experiments, which `npm run catalogues` writes.
 *
 * A family is a folder of engine/experiments with a describe.ts that exports `descriptions` and the family’s `title`,
 * and a run.ts that exports `runs` by the ids of its experiments. It may have an account.ts that exports `account` and
 * breaks traced calls down, a tries.ts that exports `tries`, by which its runs try claims of a paper, an explore.ts
 * that exports `explorables`, by which the search over faults follows its runs, and a notes.ts that exports `NOTES`, on
 * what its simulation leaves out.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkDescription } from "../experiments/check-description.ts";
import { defaultsOf } from "../experiments/settings.ts";
import { hasRules, type Explorable } from "../experiments/explorable.ts";
import type { Runs } from "../experiments/runnable.ts";
import type { Description } from "../experiments/types.ts";
import { root } from "./bootstrap.mjs";
import { exportedBy, foldersWith, HEAD, isFixture, nameOf } from "./catalogue-parts.ts";

const EXPERIMENTS = "engine/experiments";

/** The two files of a family. */
const FAMILY_FILES = ["describe.ts", "run.ts"] as const;

/** What a file of a family exports by a name. Throws where there is no such file, and no such export. */
async function exportedByFamily(folder: string, file: (typeof FAMILY_FILES)[number], name: string): Promise<unknown> {
  const path = `${EXPERIMENTS}/${folder}/${file}`;
  if (!existsSync(join(root, path))) {
    throw new Error(`There is no ${path}. A family has describe.ts, which says what it is, and run.ts, which runs it.`);
  }
  const found = ((await import(pathToFileURL(join(root, path)).href)) as Readonly<Record<string, unknown>>)[name];
  if (found === undefined) throw new Error(`${path} exports no "${name}".`);
  return found;
}

const descriptionsOf = async (folder: string): Promise<readonly Description[]> =>
  (await exportedByFamily(folder, "describe.ts", "descriptions")) as readonly Description[];

/** What the families are called where one is chosen, by their folders. */
async function titlesOf(folders: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const titles: Record<string, string> = {};
  for (const folder of folders) {
    const path = `${EXPERIMENTS}/${folder}/describe.ts`;
    const { title } = (await import(pathToFileURL(join(root, path)).href)) as { readonly title?: string };
    if (title === undefined) throw new Error(`${path} exports no "title": what the family is called on the bench.`);
    titles[folder] = title;
  }
  return titles;
}

/** What a family describes. Throws where it does not run all of that, or runs more. */
async function familyOf(folder: string): Promise<readonly Description[]> {
  const descriptions = await descriptionsOf(folder);
  const runs = (await exportedByFamily(folder, "run.ts", "runs")) as Runs;
  const stranger = descriptions.find(({ id }) => !id.startsWith(`${folder}/`));
  if (stranger !== undefined)
    throw new Error(`${EXPERIMENTS}/${folder}: "${stranger.id}" is of another family. Call it "${folder}/…".`);
  for (const description of descriptions) checkDescription(description);
  const [described, run] = [descriptions.map(({ id }) => id).join(", "), Object.keys(runs).join(", ")];
  if (described === run) return descriptions;
  throw new Error(`${EXPERIMENTS}/${folder}: describe.ts has ${described}; run.ts has ${run}. They must be the same.`);
}

const importAll = (folders: readonly string[], file: string, name: string): string =>
  folders.map((folder) => `import { ${name} as ${nameOf(folder)} } from "./${folder}/${file}";`).join("\n");

const spreadAll = (folders: readonly string[]): string => folders.map((folder) => `...${nameOf(folder)}`).join(", ");

/** The lists of what the families say of themselves, and where their runs are. */
async function familyLists(folders: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const descriptions = (await Promise.all(folders.map(familyOf))).flat();
  const listed = descriptions.map(({ id, title, question, paper }) => ({ id, title, question, paper }));
  const names = [...new Set(descriptions.flatMap(({ params }) => Object.keys(params)))].sort();
  const catalogue = `${HEAD}
import type { Listed } from "./types.ts";

export const CATALOGUE: readonly Listed[] = ${JSON.stringify(listed)};

/** What the families are called, by the part of their experiments’ ids before the stroke. */
export const FAMILY_TITLES: Readonly<Record<string, string>> = ${JSON.stringify(await titlesOf(folders))};`;
  const loaders = (file: string): string =>
    folders.map((folder) => `"${folder}": () => import("./${folder}/${file}"),`).join("\n");
  const families = `${HEAD}
import type { Description } from "./types.ts";

/** The names of all parameters of all experiments. */
export const PARAMETER_NAMES: readonly string[] = ${JSON.stringify(names)};

/** The descriptions of the families, by the part of their experiments’ ids before the stroke. */
export const FAMILIES: Readonly<Record<string, () => Promise<{ readonly descriptions: readonly Description[] }>>> = {
${loaders("describe.ts")}
};`;
  const runs = `${HEAD}
import type { Runs } from "./runnable.ts";

/** The runs of the families, by the same names: for workers. */
export const RUNS: Readonly<Record<string, () => Promise<{ readonly runs: Runs }>>> = {
${loaders("run.ts")}
};`;
  const allDescriptions = `${HEAD}
${importAll(folders, "describe.ts", "descriptions")}
import type { Description } from "./types.ts";

export const descriptions: readonly Description[] = [${spreadAll(folders)}];`;
  return {
    [`${EXPERIMENTS}/catalogue.ts`]: catalogue,
    [`${EXPERIMENTS}/families.ts`]: families,
    [`${EXPERIMENTS}/runs.ts`]: runs,
    [`${EXPERIMENTS}/all-descriptions.ts`]: allDescriptions,
  };
}

/** All lists of experiments. */
export async function experimentFiles(): Promise<Readonly<Record<string, string>>> {
  const folders = [...new Set(FAMILY_FILES.flatMap((file) => foldersWith(EXPERIMENTS, file)))]
    .filter((folder) => !isFixture(folder))
    .sort();
  const accounts = folders.filter((folder) => existsSync(join(root, EXPERIMENTS, folder, "account.ts")));
  const tries = folders.filter((folder) => existsSync(join(root, EXPERIMENTS, folder, "tries.ts")));
  const all = `${HEAD}
import type { Account } from "./accounts.ts";
import { descriptions } from "./all-descriptions.ts";
import type { Experiment } from "./types.ts";
import { withRuns } from "./with-runs.ts";
${importAll(folders, "run.ts", "runs")}
${accounts.map((folder) => `import { account as ${nameOf(folder)}Account } from "./${folder}/account.ts";`).join("\n")}

export const experiments: readonly Experiment[] = withRuns(descriptions, { ${spreadAll(folders)} });

export const accounts: readonly Account[] = [${accounts.map((folder) => `${nameOf(folder)}Account`).join(", ")}];`;
  const allTries = `${HEAD}
${tries.map((folder) => `import { tries as ${nameOf(folder)} } from "./${folder}/tries.ts";`).join("\n")}
import type { Tries } from "./tries.ts";

/** The runs that try the claims of each paper. */
export const TRIES: readonly Tries[] = [${tries.map(nameOf).join(", ")}];`;
  const notes = folders.filter((folder) => existsSync(join(root, EXPERIMENTS, folder, "notes.ts")));
  const allNotes = `${HEAD}
${notes.map((folder) => `import { NOTES as ${nameOf(folder)} } from "./${folder}/notes.ts";`).join("\n")}
import type { Notes } from "./types.ts";

/** Notes by experiment: a simulation leaves these things out, and misses for these reasons. */
export const NOTES: Notes = { ${notes.map((folder) => `...${nameOf(folder)}`).join(", ")} };`;
  return {
    [`${EXPERIMENTS}/all-notes.ts`]: allNotes,
    [`${EXPERIMENTS}/all-tries.ts`]: allTries,
    ...(await familyLists(folders)),
    [`${EXPERIMENTS}/all.ts`]: all,
    ...(await explorableFiles(folders)),
  };
}

/** How the search over faults follows experiments, and their ids: the page shows its panel beside these. */
async function explorableFiles(families: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const explored = families.filter((folder) => existsSync(join(root, EXPERIMENTS, folder, "explore.ts")));
  const found = await Promise.all(
    explored.map((folder) => exportedBy<Explorable>(`${EXPERIMENTS}/${folder}/explore.ts`, "explorables")),
  );
  const all = found.flatMap((list = []) => list);
  const ids = all.flatMap(({ experiments }) => experiments);
  const described = (await Promise.all(explored.map(descriptionsOf))).flat();
  const books = all
    .filter((one) => described.some((other) => one.experiments.includes(other.id) && hasRules(other, one)))
    .map(({ experiments }) => experiments);
  const promised = all.flatMap((one) =>
    described
      .filter(({ id }) => one.experiments.includes(id))
      .map((experiment) => [experiment.id, one.ends(defaultsOf(experiment)).promises] as const),
  );
  const explorables = `${HEAD}
${explored.map((folder) => `import { explorables as ${nameOf(folder)} } from "./${folder}/explore.ts";`).join("\n")}
import type { Explorable } from "./explorable.ts";

/** The experiments whose protocols the search over faults can follow. */
export const EXPLORABLES: readonly Explorable[] = [${explored.map((folder) => `...${nameOf(folder)}`).join(", ")}];`;
  return {
    [`${EXPERIMENTS}/all-explorables.ts`]: explorables,
    [`${EXPERIMENTS}/explorable-ids.ts`]: `${HEAD}
/** Ids of the experiments that the search over faults can follow. */
export const EXPLORABLE: readonly string[] = ${JSON.stringify(ids)};

/** Of these the ones with rules that can be left out; those with the same rules stand together. */
export const WITH_RULES: readonly (readonly string[])[] = ${JSON.stringify(books)};`,
    [`${EXPERIMENTS}/promised.ts`]: `${HEAD}
import type { Property } from "../protocols/promises.ts";

/** What the protocol of an experiment that can be explored promises with its defaults, by the experiment’s id. */
export const PROMISED: Readonly<Record<string, readonly Property[]>> =
  ${JSON.stringify(Object.fromEntries(promised))};`,
  };
}
