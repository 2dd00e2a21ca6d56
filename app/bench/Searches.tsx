/** What a search over faults finds in the experiment on the bench; nothing of it is fetched before the fold is open. */
import { WITH_RULES } from "../../engine/experiments/explorable-ids.ts";
import type { Description } from "../../engine/experiments/types.ts";
import { useBench } from "../lab/context.ts";
import { Explore } from "../lab/Explore.tsx";
import { ReachedStates } from "../lab/ReachedStates.tsx";
import { RuleMatrix } from "../lab/RuleMatrix.tsx";
import { hrefOf } from "../setup/link-table.ts";

export function Searches({ experiment }: { readonly experiment: Description }) {
  const parameters = useBench((state) => state.setup.parameters);
  return (
    <>
      <Explore experiment={experiment} />
      {WITH_RULES.flat().includes(experiment.id) && <RuleMatrix parts={[{ experiment, parameters }]} />}
      <ReachedStates experiment={experiment} />
      <p className="note">
        Or <a href={hrefOf("write")}>write rules of your own</a>, and let the search attack them.
      </p>
    </>
  );
}
