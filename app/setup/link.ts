/**
 * The link of a bench: "#/bench/firefly/null?threads=4&seed=2&fault=drop+call%232&v=0.1.0&hash=0123456789abcdef".
 * Names are those of the parameter table, defaults are left out, `fault` may stand several times. Whatever a link says,
 * reading it gives a setup that can run, and one notice for each thing in it that could not be used.
 */
import { LAST_RUNG } from "../words/rungs.ts";
import { AXIS_KINDS } from "./axis.ts";
import type { AxisKind } from "./axis.ts";
import { chartKey, chartNamed } from "../../engine/experiments/charts.ts";
import { readParameters } from "../../engine/experiments/parameters.ts";
import { CATALOGUE } from "../../engine/experiments/catalogue.ts";
import { findDescription } from "../../engine/experiments/lookup.ts";
import type { Description, Listed } from "../../engine/experiments/types.ts";
import { closestWord } from "../../engine/faults/closest-word.ts";
import { quote } from "../../engine/faults/index.ts";
import { readView } from "./bench-view.ts";
import type { BenchView } from "./bench-view.ts";
import { repeatedKeys } from "./repeated-keys.ts";
import type { PagePlace } from "./location.ts";
import { lastOf, LINKS } from "./link-table.ts";
import { modelFunctions } from "./bench-links.ts";
import { CALLS } from "./charts.ts";
import { leftOut, readScript } from "./faults.ts";
import { DEFAULT_EXPERIMENT, DEFAULT_SEED, MAX_SEED } from "./setup.ts";
import type { Setup } from "./setup.ts";
import type { Linked } from "./write-link.ts";
import { exactText } from "../words/numbers.ts";

interface ReadLink {
  readonly setup: Setup;
  readonly linked: Linked | null;
  readonly chart: string | null; // the chart that is to be shown; null where the link does not say
  readonly axis: AxisKind | null; // null where the link does not say
  readonly rung: number | null; // of the ladder; null where the link does not say
  readonly model: string | null; // the function at which the model's text is to be opened
  readonly view: BenchView;
  readonly problems: readonly string[];
}

const HASH = /^[0-9a-f]{16}$/;
const VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/;
const FAULTS_MAX = 100; // more lines than anybody writes; a longer link is damaged

/**
 * The experiment that a path names. Where there is none of this name it is the nearest one: by its letters, else the
 * first of its family, else the one that the bench begins with.
 */
function readListed(path: string, problems: string[]): Listed {
  const id = path.replace(/^\/bench\/?/, "").replace(/^\/*|\/+$/g, "");
  const all = CATALOGUE.map((experiment) => experiment.id);
  const named = (name: string): Listed | undefined => CATALOGUE.find((one) => one.id === name);
  const known = named(id === "" ? DEFAULT_EXPERIMENT : id);
  if (known !== undefined) return known;
  const family = id.slice(0, id.indexOf("/") + 1);
  const near = all.filter((one) => family !== "" && one.startsWith(family));
  const meant = id.length > LONGEST_ID ? undefined : (closestWord(id, near) ?? closestWord(id, all));
  const found = named(meant ?? near[0] ?? DEFAULT_EXPERIMENT);
  if (found === undefined) throw new Error("link: the catalogue has no experiments");
  const there = near.length > 0 ? near : [...new Set(all.map((one) => `${one.split("/")[0]}/…`))];
  const shown = meant === undefined ? `This is ${found.id}` : `This is ${found.id}, the nearest name`;
  problems.push(`There is no experiment at ${quote(path)}; the bench has ${there.join(", ")}. ${shown}.`);
  return found;
}

const LONGEST_ID = 60; // a longer one is near to none

function readExperiment(path: string, problems: string[]): Description {
  const { id } = readListed(path, problems);
  const found = findDescription(id);
  if (found === undefined) throw new Error(`link: ${id} is read before it is loaded`);
  return found;
}

export function readSeed(text: string): number | null {
  const seed = /^\d{1,10}$/.test(text.trim()) ? Number(text) : NaN;
  return seed <= MAX_SEED ? seed : null;
}

function readSeeds(text: string | null, problems: string[]): number {
  if (text === null) return DEFAULT_SEED;
  const seed = readSeed(text);
  if (seed !== null) return seed;
  const allowed = `whole numbers from 0 to ${exactText(MAX_SEED)}`;
  problems.push(`seed = ${quote(text)} is not allowed: ${allowed}. The default ${DEFAULT_SEED} is used.`);
  return DEFAULT_SEED;
}

function readFaults(lines: readonly string[], { packetKinds }: Description, problems: string[]): readonly string[] {
  if (lines.length > FAULTS_MAX) {
    problems.push(`The link has ${lines.length} faults; the first ${FAULTS_MAX} are used.`);
  }
  const script = readScript(lines.slice(0, FAULTS_MAX), packetKinds);
  problems.push(...script.problems.map(leftOut));
  return script.lines;
}

function readVersion(text: string | null, problems: string[]): string | null {
  if (text === null || VERSION.test(text)) return text;
  problems.push(`v = ${quote(text)} is not a version (three numbers, as 0.1.0), so it is left out.`);
  return null;
}

function readLinked(query: URLSearchParams, problems: string[]): Linked | null {
  const hash = lastOf(query, "hash");
  const version = readVersion(lastOf(query, "v"), problems);
  if (hash === null) {
    if (version !== null) problems.push(`v = ${quote(version)} needs a hash beside it, so the page compares nothing.`);
    return null;
  }
  if (HASH.test(hash)) return { version, hash };
  problems.push(`hash = ${quote(hash)} is not a trace hash (16 hexadecimal digits), so the page compares nothing.`);
  return null;
}

/**
 * Keys that are no parameters; pinned runs are read by setup/pins.ts, a sweep by
 * setup/own-sweep.ts, how the page is shown by setup/presentation.ts.
 */
const RESERVED: ReadonlySet<string> = new Set(LINKS.bench.keys);
const MANY: ReadonlySet<string> = new Set(LINKS.bench.many);

/** The function of the paper's model at which its text is to be opened; null where the link names none that we call. */
function readModel(query: URLSearchParams, { paper }: Description, problems: string[]): string | null {
  const name = lastOf(query, "model");
  if (name === null) return null;
  const known = modelFunctions(paper);
  if (known.includes(name)) return name;
  const none = paper === null ? "the experiment has no paper" : "the paper has none";
  const allowed = known.length === 0 ? none : `the page calls ${known.join(", ")}`;
  problems.push(`model = ${quote(name)} is no function of the model that is shown here: ${allowed}. It is left out.`);
  return null;
}

/** The chart that is to be shown, by its name; null where the link names none that the experiment has. */
function readChart(query: URLSearchParams, experiment: Description, problems: string[]): string | null {
  const name = lastOf(query, "chart");
  if (name === null) return null;
  if (name === CALLS) return name;
  const found = chartNamed(experiment, name);
  if (found !== undefined) return chartKey(found);
  const known = experiment.charts.map(chartKey).join(", ");
  problems.push(`chart = ${quote(name)} is no chart of ${experiment.id}: it has ${known}. Its first is shown.`);
  return null;
}

/** How time is to lie in the timeline; null where the link does not say. */
function readAxis(query: URLSearchParams, problems: string[]): AxisKind | null {
  const text = lastOf(query, "axis");
  const known = AXIS_KINDS.find((kind) => kind === text);
  if (text !== null && known === undefined)
    problems.push(`axis = ${quote(text)} is no axis: it is ${AXIS_KINDS.join(", ")}. The default folded is used.`);
  return known ?? null;
}

/** The rung of the ladder; null where the link does not say. */
function readRung(query: URLSearchParams, problems: string[]): number | null {
  const text = lastOf(query, "rung");
  if (text === null) return null;
  if (/^\d$/.test(text) && Number(text) <= LAST_RUNG) return Number(text);
  problems.push(`rung = ${quote(text)} is no rung: 0 to ${LAST_RUNG}. The timeline has a row for each processor.`);
  return null;
}

/** The experiment that a place of the bench leads to, whether it is here or has to be loaded. */
export const listedAt = ({ path }: Pick<PagePlace, "path">): Listed => readListed(path, []);

/** Never gives a setup that cannot run. Throws only where the experiment of the place was not loaded. */
export function readLink({ path, query }: PagePlace): ReadLink {
  const given = new URLSearchParams(query);
  const problems = [...repeatedKeys(given, MANY)];
  const experiment = readExperiment(path, problems);
  const raw = Object.fromEntries([...given].filter(([key]) => !RESERVED.has(key)));
  const { parameters, problems: unusable } = readParameters(experiment, raw);
  problems.push(...unusable.map((problem) => problem.message));
  const seed = readSeeds(lastOf(given, "seed"), problems);
  const faults = readFaults(given.getAll("fault"), experiment, problems);
  return {
    setup: { experiment: experiment.id, parameters, seed, faults },
    linked: readLinked(given, problems),
    chart: readChart(given, experiment, problems),
    axis: readAxis(given, problems),
    rung: readRung(given, problems),
    model: readModel(given, experiment, problems),
    view: readView(given, problems),
    problems,
  };
}
