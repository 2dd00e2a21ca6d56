/** Makes a table's numbers again, off the page's thread. The page talks to it through app/papers/run-again.ts. */
import { accounts, experiments } from "../../engine/experiments/index.ts";
import { loadPaper } from "../../engine/papers/load.ts";
import type { Progress } from "../../engine/experiments/reproduce.ts";
import { expose } from "../workers/remote.ts";
import { makeReproduction, modelKey } from "./reproduction.ts";
import type { Reproduction } from "./reproduction.ts";

export interface AgainRequest {
  readonly version: string;
  readonly paper: string;
  readonly table: string;
  readonly trials: number;
  /** The model's values as they are known (see `modelKey`): there is no Python here. */
  readonly modelValues: Readonly<Record<string, number>>;
}

const work = {
  async again(request: AgainRequest, onProgress: (progress: Progress) => void): Promise<Reproduction> {
    const { version, paper, table, trials, modelValues } = request;
    const models: Parameters<typeof makeReproduction>[0]["models"] = (id, name, args) => {
      const value = modelValues[modelKey(id, name, args)];
      if (value === undefined) throw new Error(`no value of ${name} is known`);
      return value;
    };
    const papers = [await loadPaper(paper)];
    return makeReproduction({ version, accounts, experiments, papers, models, trials, paper, table, onProgress });
  },
};

export type ReproductionWorker = typeof work;
expose(work);
