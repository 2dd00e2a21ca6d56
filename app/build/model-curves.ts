/**
 * The module "virtual:model-values", and one of each paper below it: the papers' models computed as the page is built,
 * kept while nothing changes.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { runProgram } from "./run-program.ts";

/** The exports of model-values.ts, written out: a build file does not know the types of the page. */
interface ModelValues {
  readonly computeModelValues: () => Promise<Readonly<Record<string, number>>>;
}

const PROGRAM = "app/build/model-values.ts";
const ID = "virtual:model-values";
/** Folders whose files decide the values, and the file that says which calls are wanted. */
const DEPENDS = ["engine/papers", "engine/experiments", "app/build", "lessons"] as const;
const CALLS = "app/setup/models.ts";

async function contentKey(root: string): Promise<string> {
  const hash = createHash("sha256").update(await readFile(join(root, CALLS)));
  for (const folder of DEPENDS) {
    const files = (await readdir(join(root, folder), { recursive: true })).filter((file) =>
      /\.(ts|json|py)$/.test(file),
    );
    for (const file of files.sort()) hash.update(file).update(await readFile(join(root, folder, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

async function modelValues(root: string): Promise<string> {
  const folder = join(root, ".cache", "model-values");
  const kept = join(folder, `${await contentKey(root)}.json`);
  if (existsSync(kept)) return readFile(kept, "utf8");
  const values = await runProgram(root, PROGRAM, ({ computeModelValues }: ModelValues) => computeModelValues());
  const text = JSON.stringify(values);
  await mkdir(folder, { recursive: true });
  await writeFile(kept, text);
  return text;
}

type Values = Readonly<Record<string, number>>;

/** The values of one paper, whose name every call begins with. */
const ofPaper = (values: Values, paper: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([call]) => call.startsWith(`${paper} `)));

/** A way to each paper's values: nobody waits for those of a paper that is not looked at. */
function ways(values: Values): string {
  const papers = [...new Set(Object.keys(values).map((call) => call.split(" ")[0]))];
  const lines = papers.map((paper) => `${JSON.stringify(paper)}: () => import("${ID}/${paper}")`);
  return `export const modelValues = { ${lines.join(", ")} };`;
}

/** @param root the project's folder */
export function modelCurves(root: string): Plugin {
  return {
    name: "roundtrip-model-curves",
    resolveId: (id) => (id === ID || id.startsWith(`${ID}/`) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${ID}`)) return undefined;
      const values = JSON.parse(await modelValues(root)) as Values;
      const paper = id.slice(ID.length + 2);
      return paper === "" ? ways(values) : `export const values = ${JSON.stringify(ofPaper(values, paper))};`;
    },
  };
}
