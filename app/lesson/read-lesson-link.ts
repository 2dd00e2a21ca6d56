/**
 * Reads the stage from a lesson's link. The page fetches this file only for a link that says something of the stage.
 */
import type { StageState } from "../../lessons/types.ts";
import { familyOf } from "../../engine/experiments/family.ts";
import { loadFamily } from "../../engine/experiments/load.ts";
import { readValue } from "../../engine/experiments/parameters.ts";
import type { ParamValue } from "../../engine/experiments/types.ts";
import { loadPaperOf } from "../../engine/papers/load.ts";
import { experimentNamed } from "../../lessons/named.ts";
import { isRead } from "../setup/address-problems.ts";
import { lastOf, lastText, placeAt } from "../setup/link-table.ts";
import { listedAt, readLink, readSeed } from "../setup/link.ts";
import type { Setup } from "../setup/setup.ts";
import type { PagePlace } from "../setup/location.ts";
import { setupOf } from "./stage-state.ts";

export interface ReadStage {
  readonly setup: Setup;
  readonly problems: readonly string[];
}

/**
 * The setup of a step's stage with the link's changes; what cannot be used stays as the step has it. Rejects where the
 * experiment or its paper cannot be fetched.
 */
export async function readStage({ query }: PagePlace, stage: StageState): Promise<ReadStage> {
  const given = new URLSearchParams(query);
  const experiment = lastOf(given, "experiment") ?? stage.experiment;
  const listed = listedAt(placeAt("bench", [experiment]));
  await Promise.all([loadFamily(familyOf(listed.id)), loadPaperOf(listed)]);
  given.delete("experiment");
  given.delete("hash"); // a lesson's link is of a step, not of a run
  given.delete("v");
  given.delete("parent"); // nor is it of the stage
  for (const key of new Set(given.keys())) if (!isRead("lesson", key)) given.delete(key); // said of the address
  const read = readLink({ ...placeAt("bench", [experiment]), query: given.toString() });
  const { params } = experimentNamed(read.setup.experiment);
  const base = setupOf({ ...stage, experiment: read.setup.experiment });
  // A value that cannot be read stays as the step has it: that is closer to the link's meaning than the experiment's
  // default.
  const parameters = Object.entries(params).map(([key, param]): [string, ParamValue] => {
    const text = given.getAll(key).at(-1);
    const value = text === undefined ? null : readValue(param, text);
    return [key, value ?? base.parameters[key] ?? param.default];
  });
  const seed = readSeed(lastText(given, "seed"));
  return {
    setup: {
      experiment: read.setup.experiment,
      parameters: Object.fromEntries(parameters),
      seed: seed ?? base.seed,
      faults: given.has("fault") ? read.setup.faults : base.faults,
    },
    problems: read.problems,
  };
}
