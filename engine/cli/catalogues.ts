/**
 * `npm run catalogues`: writes the lists of papers, families of experiments, packet formats, state machines of
 * protocols, tables of costs, portable protocols and lessons from their folders and files, so that a new one is a
 * folder or a file and no list is edited by hand. A test holds them to what this writes.
 *
 * family-catalogues.ts says what a family of experiments is, and lesson-catalogues.ts what a lesson is. A paper is a
 * folder of engine/papers with a citation.ts (CITATION, NAME), an index.ts that exports `paper`, claims.json,
 * errata.json and corrections.json. A packet format is a file of engine/wire that exports its headers as tables, and a
 * table of packets, which has dissectors, or `dissectors` of its own, there or in a file *-layers.ts beside it. A
 * system may have a sentences.ts that exports `SENTENCES`, with `FAMILIES` where families of other names take its
 * steps, and a portable.ts that exports `PORTABLE`: its protocol for any machine and network. A protocol is a folder of
 * engine/protocols with a states.ts that exports `MACHINES`. Its scripts in traces/ are played by its trace-script.ts,
 * which exports `TRACED`, or by its ends.ts, which exports `tracedEnds`. A table of costs is a file of engine/hardware
 * that exports `COST_TABLES`.
 */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { present } from "../kernel/items.ts";
import type { CostTable } from "../hardware/cost.ts";
import type { StateMachine } from "../protocols/state-machine.ts";
import type { Portable } from "../systems/portable/portable.ts";
import type { Citation } from "../papers/types.ts";
import { headerTable, type Header } from "../wire/header.ts";
import type { Dissector, PacketRole } from "../wire/layer.ts";
import { root } from "./bootstrap.mjs";
import { exportedBy, foldersWith, formatted, HEAD, isFixture, nameOf } from "./catalogue-parts.ts";
import { experimentFiles } from "./family-catalogues.ts";
import { loadMistake, STACK } from "./usage.ts";

const PAPERS = "engine/papers";
const WIRE = "engine/wire";
const PROTOCOLS = "engine/protocols";
const HARDWARE = "engine/hardware";
const SYSTEMS = "engine/systems";
const REFERENCE = "app/reference";
const COST_LIST = "cost-tables.ts";

/** A paper's name and citation, written out: the list of all papers then fetches no file of each. */
async function catalogueEntry(folder: string): Promise<string> {
  const path = pathToFileURL(join(root, PAPERS, folder, "citation.ts")).href;
  const { NAME, CITATION } = (await import(path)) as { readonly NAME?: string; readonly CITATION?: Citation };
  if (NAME === undefined || CITATION === undefined)
    throw new Error(`${PAPERS}/${folder}/citation.ts exports no NAME or no CITATION.`);
  const fields = Object.entries(CITATION).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `{ id: "${folder}", name: ${JSON.stringify(NAME)}, citation: { ${fields.join(", ")} } },`;
}

async function paperFiles(): Promise<Readonly<Record<string, string>>> {
  const folders = foldersWith(PAPERS, "citation.ts", "index.ts", "claims.json", "errata.json", "corrections.json");
  const each = (text: (folder: string, name: string) => string, separator = "\n"): string =>
    folders.map((folder) => text(folder, nameOf(folder))).join(separator);
  const json = 'with { type: "json" }';
  const catalogue = `${HEAD}
import type { CatalogueEntry } from "./types.ts";

export const CATALOGUE: readonly CatalogueEntry[] = [
${(await Promise.all(folders.map(catalogueEntry))).join("\n")}
];`;
  const files = `${HEAD}
import type { Fetched, Paper } from "./types.ts";

/** The data of each paper. */
export const PAPERS: Fetched<{ readonly paper: Paper }> = {
${each((folder) => `"${folder}": () => import("./${folder}/index.ts"),`)}
};`;
  const proseFiles = `${HEAD}
import type { ProseFiles } from "./types.ts";

/** The files of each paper that hold no data. */
export const PROSE: Readonly<Record<string, ProseFiles>> = {
${each(
  (folder) => `"${folder}": {
  claims: () => import("./${folder}/claims.json", { with: { type: "json" } }),
  errata: () => import("./${folder}/errata.json", { with: { type: "json" } }),
  corrections: () => import("./${folder}/corrections.json", { with: { type: "json" } }),
},`,
)}
};`;
  const all = `${HEAD}
${each((folder, name) => `import { paper as ${name} } from "./${folder}/index.ts";`)}
import type { Paper } from "./types.ts";

/** The data of all papers, without their prose. */
export const papers: readonly Paper[] = [${each((_, name) => name, ", ")}];`;
  const prose = `${HEAD}
${each(
  (folder, name) => `import ${name}Claims from "./${folder}/claims.json" ${json};
import ${name}Corrections from "./${folder}/corrections.json" ${json};
import ${name}Errata from "./${folder}/errata.json" ${json};`,
)}
import type { Prose } from "./types.ts";

/** The claims, the errata and the corrections of all papers. */
export const PROSE: readonly Prose[] = [
${each(
  (folder, name) => `{
  paper: "${folder}",
  claims: ${name}Claims,
  errata: ${name}Errata,
  corrections: ${name}Corrections,
},`,
)}
];`;
  return {
    [`${PAPERS}/catalogue.ts`]: catalogue,
    [`${PAPERS}/files.ts`]: files,
    [`${PAPERS}/prose-files.ts`]: proseFiles,
    [`${PAPERS}/all.ts`]: all,
    [`${PAPERS}/prose.ts`]: prose,
  };
}

/** Files that need the list of dissectors: they hold no format. */
const BY_LIST: readonly string[] = ["dissectors.ts", "layers.ts"];

const isHeader = (value: unknown): value is Header =>
  typeof value === "object" && value !== null && "fields" in value && "source" in value;

/** The header that a file exports, by itself or as a part of a table of packets. */
function headerOf(value: unknown): readonly Header[] {
  if (isHeader(value)) return [value];
  const inside = typeof value === "object" && value !== null && "header" in value ? value.header : null;
  return isHeader(inside) ? [inside] : [];
}

interface PacketKinds {
  readonly roles: Readonly<Record<string, PacketRole>>;
  readonly ofFormats: Readonly<Record<string, readonly string[]>>;
}

/** The words for packets of all formats, each once, and what the packets are for. Throws where two formats differ. */
function packetKinds(formats: readonly Format[]): PacketKinds {
  const roles: Record<string, PacketRole> = {};
  const ofFormats: Record<string, readonly string[]> = {};
  const first: Record<string, string> = {}; // the format that has had a word first
  for (const format of formats) {
    for (const { name, packetKinds: kinds } of format.dissectors) {
      if (kinds === undefined) continue;
      ofFormats[nameOf(format.name)] = Object.keys(kinds);
      for (const [kind, role] of Object.entries(kinds)) {
        const other = roles[kind] ?? role;
        first[kind] ??= name;
        if (other !== role)
          throw new Error(
            `${name} (${WIRE}/${format.name}.ts): packets of the kind "${kind}" have the role "${role}", but in ` +
              `${first[kind]} the kind "${kind}" has the role "${other}". A word has one role in all formats: give ` +
              "it that role here, or call the kind by another word.",
          );
        roles[kind] = role;
      }
    }
  }
  return { roles, ofFormats };
}

/** The tables that a file exports, by their names: loaders of modules do not agree on another order. */
async function headersIn(file: string): Promise<readonly Header[]> {
  const exported: unknown = await import(pathToFileURL(join(root, WIRE, file)).href);
  const entries = Object.entries(exported as Readonly<Record<string, unknown>>);
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, value]) => headerOf(value));
}

/** A format that can be taken apart: the file that does it, and what of its exports. */
interface Format {
  readonly name: string; // "today-streams"
  readonly file: string;
  readonly exported: string; // "dissectors", "STREAMS"
  readonly of: string; // ".dissectors" of a table
  readonly dissectors: readonly Dissector[];
}

/** The format in a file; null where it takes nothing apart, or leaves that to a file *-layers.ts. */
async function formatIn(file: string, files: readonly string[]): Promise<Format | null> {
  const name = file.replace(/(-layers)?\.ts$/, "");
  if (file !== `${name}-layers.ts` && files.includes(`${name}-layers.ts`)) return null;
  const module = (await import(pathToFileURL(join(root, WIRE, file)).href)) as Readonly<Record<string, unknown>>;
  const { dissectors } = module;
  if (dissectors !== undefined)
    return { name, file, exported: "dissectors", of: "", dissectors: dissectors as readonly Dissector[] };
  const table = Object.entries(module).find(([, value]) => isTable(value));
  if (table === undefined) return null;
  const [exported, { dissectors: taken }] = table as [string, { readonly dissectors: readonly Dissector[] }];
  return { name, file, exported, of: ".dissectors", dissectors: taken };
}

const isTable = (value: unknown): boolean => typeof value === "object" && value !== null && "dissectors" in value;

/** Throws where a format is carried by something that nobody takes apart: its packets would be bytes for a reader. */
function checkBelow(formats: readonly Format[]): void {
  const known = new Set(["frame", ...formats.flatMap(({ dissectors }) => dissectors.map(({ name }) => name))]);
  for (const { name: format, dissectors } of formats) {
    for (const { name, below } of dissectors) {
      if (!known.has(below))
        throw new Error(`${name} (${WIRE}/${format}.ts): below is "${below}", want one of ${[...known].join(", ")}.`);
    }
  }
}

async function wireFiles(): Promise<Readonly<Record<string, string>>> {
  const files = readdirSync(join(root, WIRE))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !BY_LIST.includes(file) && !isFixture(file))
    .sort();
  const found = await Promise.all(files.map((file) => formatIn(file, files)));
  const formats = found.filter((format) => format !== null).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  checkBelow(formats);
  const headers = (await Promise.all(files.map(headersIn))).flat();
  const dissectors = `${HEAD}
${formats.map(({ exported, name, file }) => `import { ${exported} as ${nameOf(name)} } from "./${file}";`).join("\n")}
import type { Dissector } from "./layer.ts";

export const DISSECTORS: readonly Dissector[] = [
${formats.map(({ name, of }) => `  ...${nameOf(name)}${of},`).join("\n")}
];`;
  const tables = `# Packet formats

Written by \`npm run catalogues\` from the tables in the code beside this file. Most significant bytes stand first.

${headers.map(headerTable).join("\n\n")}`;
  const { roles, ofFormats } = packetKinds(formats);
  const kinds = `${HEAD}
/** Kinds of packets that a fault can name, and what each is for. A system’s trace uses the same words. */
export const PACKET_ROLES = ${JSON.stringify(roles)} as const;

/** The kinds of each format, by the name of its file. */
export const KINDS_OF = ${JSON.stringify(ofFormats)} as const;`;
  return {
    [`${WIRE}/dissectors.ts`]: dissectors,
    [`${WIRE}/FORMATS.md`]: tables,
    "engine/faults/packet-kinds.ts": kinds,
  };
}

/** The lists that the reference shows, and the sources that it reads rules from. */
async function referenceFiles(): Promise<Readonly<Record<string, string>>> {
  const folders = foldersWith(PROTOCOLS, "states.ts");
  const machines = await Promise.all(
    folders.map((folder) => exportedBy<StateMachine>(`${PROTOCOLS}/${folder}/states.ts`, "MACHINES")),
  );
  const files = readdirSync(join(root, HARDWARE)).filter((file) => /^[^.]+\.ts$/.test(file) && file !== COST_LIST);
  const found = await Promise.all(
    files
      .sort()
      .map(async (file) => ({ file, tables: await exportedBy<CostTable>(`${HARDWARE}/${file}`, "COST_TABLES") })),
  );
  const costs = found.flatMap(({ file, tables }) => (tables === undefined ? [] : [{ file, tables }]));
  const nameOfFile = (file: string): string => nameOf(file.replace(/\.ts$/, ""));
  const ruled = [
    ...present(machines.flat(), (machine) => machine?.file),
    ...costs.flatMap(({ tables }) => tables.flatMap(({ rules = [] }) => rules)),
  ];
  const sources = [...new Set(ruled)].sort();
  const protocols = `${HEAD}
${folders.map((folder) => `import { MACHINES as ${nameOf(folder)} } from "./${folder}/states.ts";`).join("\n")}
import type { StateMachine } from "./state-machine.ts";

/** The state machines of all protocols, by the protocol’s folder. */
export const STATE_MACHINES: Readonly<Record<string, readonly StateMachine[]>> = {
${folders.map((folder) => `"${folder}": ${nameOf(folder)},`).join("\n")}
};`;
  const hardware = `${HEAD}
import type { CostTable } from "./cost.ts";
${costs.map(({ file }) => `import { COST_TABLES as ${nameOfFile(file)} } from "./${file}";`).join("\n")}

/** What machines and networks take and allow, in the order of their files. */
export const COST_TABLES: readonly CostTable[] = [${costs.map(({ file }) => `...${nameOfFile(file)}`).join(", ")}];`;
  const rules = `${HEAD}
${sources.map((path, i) => `import source${i} from "../../${path}?rules";`).join("\n")}
import type { Rule } from "./rules.ts";

/** The numbered rules in the heads of sources, by their paths. */
export const SOURCES: Readonly<Record<string, readonly Rule[]>> = {
${sources.map((path, i) => `"${path}": source${i},`).join("\n")}
};`;
  return {
    [`${PROTOCOLS}/state-machines.ts`]: protocols,
    [`${HARDWARE}/${COST_LIST}`]: hardware,
    [`${REFERENCE}/sources.ts`]: rules,
  };
}

/** How the text traces of each protocol are played: by its own words, or by its ends. */
function tracedFiles(): Readonly<Record<string, string>> {
  const folders = readdirSync(join(root, PROTOCOLS), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith("/traces"))
    .map((path) => path.replace(/\/traces$/, ""))
    .filter((folder) => !isFixture(folder))
    .sort();
  const nameOfPath = (folder: string): string => nameOf(folder.replaceAll("/", "-"));
  const hasWords = (folder: string): boolean => existsSync(join(root, PROTOCOLS, folder, "trace-script.ts"));
  const imports = folders.map((folder) =>
    hasWords(folder)
      ? `import { TRACED as ${nameOfPath(folder)} } from "./${folder}/trace-script.ts";`
      : `import { tracedEnds as ${nameOfPath(folder)} } from "./${folder}/ends.ts";`,
  );
  const isByEnds = folders.some((folder) => !hasWords(folder));
  const byEnds = isByEnds ? 'import { tracedByEnds } from "./testing/ends-script.ts";' : "";
  const entries = folders.map((folder) => {
    const name = nameOfPath(folder);
    return `"${folder}": ${hasWords(folder) ? name : `tracedByEnds(${name})`},`;
  });
  const traced = `${HEAD}
${imports.join("\n")}
${byEnds}
import type { Traced } from "./testing/traced.ts";

/** How the scripts in each traces/ are played, by the protocol’s folder. */
export const ALL_TRACED: Readonly<Record<string, Traced>> = {
${entries.join("\n")}
};`;
  return { [`${PROTOCOLS}/all-traced.ts`]: traced };
}

/** What the steps of each family’s runs do, in sentences: a step’s name belongs to the systems of its family. */
async function sentenceFiles(): Promise<Readonly<Record<string, string>>> {
  const folders = foldersWith(SYSTEMS, "sentences.ts").filter((folder) => folder !== "world" && !isFixture(folder));
  const systemsOf: Record<string, string[]> = {};
  for (const folder of folders) {
    const families = (await exportedBy<string>(`${SYSTEMS}/${folder}/sentences.ts`, "FAMILIES")) ?? [folder];
    for (const family of families) (systemsOf[family] ??= []).push(`${nameOf(folder)}.SENTENCES`);
  }
  const families = Object.entries(systemsOf).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const sentences = `${HEAD}
${folders.map((folder) => `import * as ${nameOf(folder)} from "./${folder}/sentences.ts";`).join("\n")}
import type { Sentences } from "./world/narration.ts";

/** The sentences of the steps that the runs of each family take, by the systems that they are of. */
export const FAMILY_SENTENCES: Readonly<Record<string, readonly Sentences[]>> = {
${families.map(([family, systems]) => `"${family}": [${systems.join(", ")}],`).join("\n")}
};`;
  return { [`${SYSTEMS}/all-sentences.ts`]: sentences };
}

/** The protocols that any machine and network can run, and what the page says of each. */
async function portableFiles(): Promise<Readonly<Record<string, string>>> {
  const folders = foldersWith(SYSTEMS, "portable.ts").filter((folder) => folder !== "portable" && !isFixture(folder));
  const said: Record<string, { readonly title: string; readonly kinds: readonly string[] }> = {};
  const entries: string[] = [];
  for (const folder of folders) {
    const path = pathToFileURL(join(root, SYSTEMS, folder, "portable.ts")).href;
    const { PORTABLE } = (await import(path)) as { readonly PORTABLE?: Portable };
    if (PORTABLE === undefined) throw new Error(`${SYSTEMS}/${folder}/portable.ts exports no "PORTABLE".`);
    const { id = folder } = PORTABLE;
    entries.push(`"${id}": anyOf(${nameOf(folder)}),`);
    said[id] = { title: PORTABLE.title, kinds: PORTABLE.kinds ?? PORTABLE.ends().kinds };
  }
  const listed = `${HEAD}
/** The protocols that any machine and network can run: what they are called, and the kinds of their packets. */
export const PORTABLE_CATALOGUE = ${JSON.stringify(said)} as const;

export type PortableName = keyof typeof PORTABLE_CATALOGUE;`;
  const all = `${HEAD}
${folders.map((folder) => `import { PORTABLE as ${nameOf(folder)} } from "../${folder}/portable.ts";`).join("\n")}
import type { PortableName } from "./catalogue.ts";
import { anyOf, type Portable } from "./portable.ts";

/** The protocols that any machine and network can run, by their names in a link. */
export const PORTABLES: Readonly<Record<PortableName, Portable>> = {
${entries.join("\n")}
};`;
  return { [`${SYSTEMS}/portable/catalogue.ts`]: listed, [`${SYSTEMS}/portable/all.ts`]: all };
}

/** The lists of experiments come first: lessons are held to them. */
const courseFiles = async (): Promise<Readonly<Record<string, string>>> =>
  (await import("./lesson-catalogues.ts")).lessonFiles();

/**
 * Each written file with its text. A file that the code of later files needs comes first: a caller may write it before
 * the next is made.
 */
export async function* catalogueFiles(): AsyncGenerator<readonly [string, string]> {
  for (const make of [
    wireFiles,
    referenceFiles,
    tracedFiles,
    sentenceFiles,
    portableFiles,
    paperFiles,
    experimentFiles,
    courseFiles,
  ]) {
    for (const [path, text] of Object.entries(await make())) yield [path, await formatted(path, text)];
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    for await (const [path, text] of catalogueFiles()) writeFileSync(join(root, path), text);
    const { TO_MEND } = await import("../../lessons/catalogue.ts");
    for (const sentence of TO_MEND) console.error(sentence);
    if (TO_MEND.length > 0) process.exitCode = 1;
  } catch (error) {
    console.error(`catalogues: ${loadMistake(error)}`);
    if (process.env[STACK] === "1") console.error(error);
    else console.error(`(${STACK}=1 before the command shows the stack.)`);
    process.exitCode = 1;
  }
}
