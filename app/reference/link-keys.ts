/** The keys of a bench link, found by writing one: what is written there is what opening a link understands. */
import { experiments } from "../../engine/experiments/index.ts";
import type { Experiment } from "../../engine/experiments/types.ts";
import { readLink, writeLink } from "../bench/link.ts";
import { defaultSetup } from "../bench/setup.ts";
import { hashOf } from "../shell/location.ts";

/** Our words for the keys that are no parameters. */
const MEANINGS: Readonly<Record<string, string>> = {
  seed: "the number that the random streams start from; left out where it is 1",
  fault: "a line of the fault script; may stand several times",
  v: "the engine’s version when the link was copied; the reader is told where it differs",
  hash: "the run’s trace when the link was copied, 16 hexadecimal digits; opening says identical or changed since",
};

export interface LinkKey {
  readonly key: string;
  readonly example: string;
  readonly what: string; // "" where nobody has said it yet
}

const exampleOf = (experiment: Experiment) => ({
  setup: { ...defaultSetup(experiment), seed: 7, faults: ["drop call#2"] },
  linked: { version: "0.1.0", hash: "0123456789abcdef" },
});

/** Keys that a link may carry beside the experiment's parameters. */
export function linkKeys(experiment: Experiment): readonly LinkKey[] {
  const { setup, linked } = exampleOf(experiment);
  const written = new URLSearchParams(writeLink(setup, linked).query);
  return [...written].map(([key, example]) => ({ key, example, what: MEANINGS[key] ?? "" }));
}

/** A whole link with one parameter changed. */
export function exampleLink(experiment: Experiment): string {
  const { setup, linked } = exampleOf(experiment);
  const [key] = Object.keys(experiment.params);
  const param = key === undefined ? undefined : experiment.params[key];
  const changed = key !== undefined && param?.kind === "number" ? { [key]: param.max } : {};
  return hashOf(writeLink({ ...setup, parameters: { ...setup.parameters, ...changed } }, linked));
}

/** What is said to a link with one bad value of each sort. */
export function badLink(): { readonly link: string; readonly said: readonly string[] } {
  const [first] = experiments;
  const place = { path: `/bench/${first?.id ?? ""}`, query: "threads=0&colour=red&seed=x&fault=drp+call%231&hash=12" };
  return { link: hashOf(place), said: readLink(place).problems };
}
