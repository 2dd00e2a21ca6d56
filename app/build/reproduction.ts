/**
 * The modules "virtual:reproduction", with one of each paper below it (every published number beside the model's and
 * the simulation's, with their addresses, and the runs that try the claims), and "virtual:claim-checks" (the tests and
 * the lesson of every claim). The reproduction takes half a minute, so it is made by a process of its own, only when
 * somebody asks for it, and kept while nothing that it depends on changes.
 */
import { claimsOf, testsOf } from "../../engine/papers/claims.ts";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { Plugin } from "vite";
import { KEPT_IN } from "../../engine/cli/kept-results.ts";
import { papers } from "../../engine/papers/index.ts";
import { readClaimChecks } from "../papers/claim-checks.ts";
import type { ClaimChecks } from "../papers/claim-checks.ts";
import { runProgram } from "./run-program.ts";

/** The module with the ways, or, behind a slash, that of one paper. */
const PARTS = /^virtual:reproduction(?:\/([a-z]+))?$/;
/** A way to each paper's numbers. */
const WAYS = `export const reproductions = { ${papers
  .map(({ id }) => `${JSON.stringify(id)}: () => import("virtual:reproduction/${id}")`)
  .join(", ")} };`;
const CLAIMS = "virtual:claim-checks";
const ASK_MS = 300;
const ASKED_MOST = 3000; // a quarter of an hour: then nobody computes it any more, whatever the mark says
const PROGRAM = "app/build/reproduction-values.ts";
const LESSONS = "app/build/claim-lessons.ts";
/** Beside all of the engine, what decides the values or their form. */
const DEPENDS = [
  PROGRAM,
  "app/papers/reproduction.ts",
  "app/papers/of-paper.ts",
  "app/papers/claim-runs.ts",
  "app/papers/provenance.ts",
  "app/setup/setup.ts",
  "package.json",
];

/** Sources and data of the engine: what runs, not what tests or prints it. */
const decides = (file: string): boolean =>
  /\.(ts|json|py)$/.test(file) && !/\.test\.ts$/.test(file) && !/^(cli|bench)[\\/]/.test(file);

async function contentKey(root: string): Promise<string> {
  const all = await readdir(join(root, "engine"), { recursive: true });
  const files = [...all.filter(decides).map((file) => join("engine", file)), ...DEPENDS].sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(await readFile(join(root, file)));
  return hash.digest("hex").slice(0, 16);
}

/** @param runs a folder for the runs that its processes share */
async function compute(root: string, runs: string): Promise<string> {
  const args = ["--import", "tsx", join(root, PROGRAM)];
  const env = { ...process.env, [KEPT_IN]: runs };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26, env });
  JSON.parse(stdout); // half an answer must not be kept
  return stdout;
}

/** Whether a process lives. */
function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0); // asks, and ends nothing
  } catch {
    return false;
  }
}

/** Resolves once no other process computes what is to be kept in this file: it has been kept, or is ours to compute. */
async function ownTurn(kept: string): Promise<void> {
  const mark = `${kept}.by`;
  for (let asked = 0; !existsSync(kept) && asked < ASKED_MOST; asked++) {
    try {
      return await writeFile(mark, String(process.pid), { flag: "wx" });
    } catch {
      const pid = Number(await readFile(mark, "utf8").catch(() => ""));
      if (pid > 0 && !lives(pid)) await rm(mark, { force: true });
      else await setTimeout(ASK_MS);
    }
  }
}

/** The parts of all papers as JSON, kept from the time before where the engine is the same. */
export async function reproductionText(root: string): Promise<string> {
  const folder = join(root, ".cache", "reproduction");
  const kept = join(folder, `${await contentKey(root)}.json`);
  await mkdir(folder, { recursive: true });
  await ownTurn(kept); // the build and its test begin at once
  if (existsSync(kept)) return readFile(kept, "utf8");
  try {
    const text = await compute(root, `${kept}.runs`);
    await writeFile(`${kept}.${process.pid}`, text); // a file appears whole or not at all
    await rename(`${kept}.${process.pid}`, kept);
  } finally {
    await rm(`${kept}.by`, { force: true });
  }
  const older = (await readdir(folder)).filter((file) => /\.(json|runs)$/.test(file) && join(folder, file) !== kept);
  await Promise.all(older.map((file) => rm(join(folder, file), { recursive: true, force: true })));
  return readFile(kept, "utf8");
}

/** Files of the engine, named from the project's folder. */
async function engineFiles(root: string): Promise<readonly string[]> {
  const files = await readdir(join(root, "engine"), { recursive: true });
  return files.map((file) => `engine/${file.replaceAll("\\", "/")}`).sort();
}

/** Tests of a paper's own numbers stand before those of a simulation. */
const numbersFirst = (id: string) => (a: string, b: string) =>
  Number(testsOf(id, b) === "numbers") - Number(testsOf(id, a) === "numbers");

async function claimChecks(root: string): Promise<Readonly<Record<string, ClaimChecks>>> {
  const all = await engineFiles(root);
  const entries = papers.map(async ({ id }): Promise<[string, ClaimChecks]> => {
    const paths = all.filter((path) => testsOf(id, path) !== null).sort(numbersFirst(id));
    const files = paths.map(async (path) => ({ path, text: await readFile(join(root, path), "utf8") }));
    const unclaimed = await readFile(join(root, "engine/papers", id, "unclaimed.json"), "utf8");
    const reasons = JSON.parse(unclaimed) as Readonly<Record<string, string>>;
    return [
      id,
      readClaimChecks(
        claimsOf(id).map((claim) => claim.id),
        await Promise.all(files),
        reasons,
      ),
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The exports of claim-lessons.ts, written out: a build file does not know the types of lessons. */
interface Lessons {
  readonly allClaimLessons: () => Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const claimLessons = (root: string): Promise<ReturnType<Lessons["allClaimLessons"]>> =>
  runProgram(root, LESSONS, ({ allClaimLessons }: Lessons) => allClaimLessons());

/** A module that exports these parts of one JSON text. A string parses faster than an object literal. */
const asModule = (json: string, names: readonly string[]): string =>
  `const { ${names.join(", ")} } = JSON.parse(${JSON.stringify(json)});\nexport { ${names.join(", ")} };`;

/** @param root the project's folder */
export function reproductionValues(root: string): Plugin {
  let making: Promise<string> | null = null; // asked for twice, made once
  return {
    name: "roundtrip-reproduction",
    resolveId: (id) => (id === CLAIMS || PARTS.test(id) ? `\0${id}` : undefined),
    async load(id) {
      if (id === `\0${CLAIMS}`) {
        const made = { claimChecks: await claimChecks(root), claimLessons: await claimLessons(root) };
        return asModule(JSON.stringify(made), ["claimChecks", "claimLessons"]);
      }
      const asked = id.startsWith("\0") ? PARTS.exec(id.slice(1)) : null;
      if (asked === null) return undefined;
      const [, paper] = asked;
      if (paper === undefined) return WAYS;
      making ??= reproductionText(root);
      try {
        const parts = JSON.parse(await making) as Readonly<Record<string, unknown>>;
        return asModule(JSON.stringify(parts[paper]), ["reproduction", "claims"]);
      } finally {
        making = null;
      }
    },
  };
}
