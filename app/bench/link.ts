/**
 * The link of a bench: "#/bench/firefly/null?threads=4&seed=2&fault=drop+call%232&v=0.1.0&hash=0123456789abcdef".
 * Names are those of the parameter table, defaults are left out, `fault` may stand several times. Whatever a link says,
 * reading it gives a setup that can run, and one notice for each thing in it that could not be used.
 */
import { changedParameters, readParameters } from "../../engine/experiments/parameters.ts";
import { experiments, findExperiment } from "../../engine/experiments/index.ts";
import type { Experiment } from "../../engine/experiments/types.ts";
import type { Place } from "../shell/location.ts";
import { readScript } from "./faults.ts";
import { DEFAULT_EXPERIMENT, DEFAULT_SEED, experimentOf, MAX_SEED } from "./setup.ts";
import type { Setup } from "./setup.ts";

/** What the run had when the link was copied. */
export interface Linked {
  readonly version: string | null;
  readonly hash: string;
}

export interface ReadLink {
  readonly setup: Setup;
  readonly linked: Linked | null;
  readonly problems: readonly string[];
}

const BENCH = "/bench/";
const HASH = /^[0-9a-f]{16}$/;
const FAULTS_MAX = 100; // more lines than anybody writes; a longer link is damaged

/** The place of a setup; with the run's hash and the engine's version where the link is to be checked when opened. */
export function writeLink(setup: Setup, linked?: Linked): Place {
  const experiment = experimentOf(setup);
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(changedParameters(experiment, setup.parameters)))
    query.set(key, String(value));
  if (setup.seed !== DEFAULT_SEED) query.set("seed", String(setup.seed));
  for (const fault of setup.faults) query.append("fault", fault);
  if (linked !== undefined) {
    if (linked.version !== null) query.set("v", linked.version);
    query.set("hash", linked.hash);
  }
  return { path: `${BENCH}${setup.experiment}`, query: query.toString() };
}

function readExperiment(path: string, problems: string[]): Experiment {
  const id = path.startsWith(BENCH) ? path.slice(BENCH.length).replace(/\/+$/, "") : "";
  const found = findExperiment(id === "" ? DEFAULT_EXPERIMENT : id) ?? experiments[0];
  if (found === undefined) throw new Error("link: the registry has no experiments");
  if (path !== "/" && found.id !== id) {
    const known = experiments.map((experiment) => experiment.id).join(", ");
    problems.push(`There is no experiment at ${JSON.stringify(path)}; the bench has ${known}. This is ${found.id}.`);
  }
  return found;
}

export function readSeed(text: string): number | null {
  const seed = /^\d{1,10}$/.test(text.trim()) ? Number(text) : NaN;
  return seed <= MAX_SEED ? seed : null;
}

function readSeeds(given: readonly string[], problems: string[]): number {
  const text = given.at(-1);
  if (text === undefined) return DEFAULT_SEED;
  const seed = readSeed(text);
  if (seed !== null) return seed;
  const allowed = `whole numbers from 0 to ${MAX_SEED.toLocaleString("en-US")}`;
  problems.push(`seed = ${JSON.stringify(text)} is not allowed: ${allowed}. The default ${DEFAULT_SEED} is used.`);
  return DEFAULT_SEED;
}

function readFaults(lines: readonly string[], problems: string[]): readonly string[] {
  if (lines.length > FAULTS_MAX) {
    problems.push(`The link has ${lines.length} faults; the first ${FAULTS_MAX} are used.`);
  }
  const script = readScript(lines.slice(0, FAULTS_MAX));
  problems.push(...script.problems.map((problem) => `${problem} This fault is left out.`));
  return script.lines;
}

function readLinked(query: URLSearchParams, problems: string[]): Linked | null {
  const hash = query.get("hash");
  if (hash === null) return null;
  if (HASH.test(hash)) return { version: query.get("v"), hash };
  problems.push(`hash = ${JSON.stringify(hash)} is not a trace hash (16 hexadecimal digits), so nothing is compared.`);
  return null;
}

/** Keys that are no parameters; pinned runs are read by twin/pins.ts. */
const RESERVED = new Set(["seed", "fault", "v", "hash", "pin", "twin"]);

/** Never throws, never gives a setup that cannot run. */
export function readLink({ path, query }: Place): ReadLink {
  const problems: string[] = [];
  const given = new URLSearchParams(query);
  const experiment = readExperiment(path, problems);
  const raw = Object.fromEntries([...given].filter(([key]) => !RESERVED.has(key)));
  const { parameters, problems: unusable } = readParameters(experiment, raw);
  problems.push(...unusable.map((problem) => problem.message));
  const seed = readSeeds(given.getAll("seed"), problems);
  const faults = readFaults(given.getAll("fault"), problems);
  return {
    setup: { experiment: experiment.id, parameters, seed, faults },
    linked: readLinked(given, problems),
    problems,
  };
}
