/**
 * Computes the reproduction and the runs that try the claims in Node and prints both as JSON, by paper: the process
 * that app/build/reproduction.ts starts. It starts others with a share of the runs, which keep them in a folder.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { keptFolder, keptResults } from "../../engine/cli/kept-results.ts";
import { openPython } from "../../engine/cli/python-node.ts";
import { readShare, sharers, startOthers } from "../../engine/cli/shares.ts";
import type { Share } from "../../engine/cli/shares.ts";
import { TRIES } from "../../engine/experiments/all-tries.ts";
import { accounts, experiments } from "../../engine/experiments/index.ts";
import { claimsOf } from "../../engine/papers/claims.ts";
import { keepRuns } from "../../engine/experiments/reproduce.ts";
import type { ModelArguments } from "../../engine/papers/types.ts";
import { papers } from "../../engine/papers/index.ts";
import { makeClaimRuns } from "../papers/claim-runs.ts";
import { reproductionOf } from "../papers/of-paper.ts";
import { makeReproduction } from "../papers/reproduction.ts";

const TRIALS = 2; // seeds 1 and 2

const folder = keptFolder();
const remember = keptResults("site", folder); // the folder belongs to one version of all that decides a result
const options = { experiments, papers, trials: TRIALS, remember };

/** Every n-th try and every n-th run, from the i-th of them on. */
function keepShare(share: Share): void {
  const tries = TRIES.map(({ paper, claims }) => {
    const ours = Object.entries(claims).filter((_, at) => at % share.count === share.index - 1);
    return { paper, claims: Object.fromEntries(ours) };
  });
  makeClaimRuns({ tries, experiments, claimsOf, cells: [], remember });
  keepRuns(options, share);
}

async function printAll(): Promise<void> {
  const count = sharers();
  const others = startOthers(["--import", "tsx", fileURLToPath(import.meta.url)], count, folder);
  keepShare({ index: 1, count });
  await others;
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  const python = await openPython();
  const models = (paper: string, name: string, args: ModelArguments): number => python.call(paper, name, args);
  const reproduction = makeReproduction({ ...options, version, accounts, models });
  python.close();
  const claims = makeClaimRuns({ tries: TRIES, experiments, claimsOf, cells: reproduction.cells, remember });
  const parts = papers.map(({ id }) => [
    id,
    { reproduction: reproductionOf(reproduction, id, experiments), claims: claims[id] ?? {} },
  ]);
  process.stdout.write(JSON.stringify(Object.fromEntries(parts)));
}

const share = readShare(process.argv[2] ?? "");
if (share === null) await printAll();
else keepShare(share);
