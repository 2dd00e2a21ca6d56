/**
 * Computes the reproduction and the runs that try the claims in Node and prints both as JSON, by paper: the process
 * that app/build/reproduction.ts starts.
 */
import { readFileSync } from "node:fs";
import { openPython } from "../../engine/cli/python-node.ts";
import { TRIES } from "../../engine/experiments/all-tries.ts";
import { accounts, experiments } from "../../engine/experiments/index.ts";
import { claimsOf } from "../../engine/papers/claims.ts";
import { papers } from "../../engine/papers/index.ts";
import { makeClaimRuns } from "../papers/claim-runs.ts";
import { reproductionOf } from "../papers/of-paper.ts";
import { makeReproduction } from "../papers/reproduction.ts";

const TRIALS = 2; // seeds 1 and 2

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};
const python = await openPython();
const reproduction = makeReproduction({
  version,
  accounts,
  experiments,
  papers,
  models: (paper, name, args) => python.call(paper, name, args),
  trials: TRIALS,
});
python.close();
const claims = makeClaimRuns({ tries: TRIES, experiments, claimsOf, cells: reproduction.cells });
const parts = papers.map(({ id }) => [
  id,
  { reproduction: reproductionOf(reproduction, id, experiments), claims: claims[id] ?? {} },
]);
process.stdout.write(JSON.stringify(Object.fromEntries(parts)));
