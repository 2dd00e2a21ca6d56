/** What a search over faults finds in the experiment on the bench; nothing of it is fetched before it is asked for. */
import { WITH_RULES } from "../../engine/experiments/explorable-ids.ts";
import type { Description } from "../../engine/experiments/types.ts";
import { useBench } from "../lab/context.ts";
import { Explore } from "../lab/Explore.tsx";
import { ReachedStates } from "../lab/ReachedStates.tsx";
import { RuleMatrix } from "../lab/RuleMatrix.tsx";
import { hrefOf } from "../setup/link-table.ts";

/** The search itself: above the timeline, which shows what it finds. */
export function Search({ experiment }: { readonly experiment: Description }) {
  return (
    <section aria-labelledby="search-place">
      <h2 id="search-place">Look for faults that break it</h2>
      <p className="note">
        The search tries every way in which so many faults can meet a call or two. Packets are lost, copied, late or
        overtaken. Machines crash and restart, or stand still for a while.
      </p>
      <Explore experiment={experiment} />
    </section>
  );
}

/** What else a search finds out: what each rule is for, the states that it reaches. */
export function MoreSearches({ experiment }: { readonly experiment: Description }) {
  const parameters = useBench((state) => state.setup.parameters);
  return (
    <>
      {WITH_RULES.flat().includes(experiment.id) && <RuleMatrix parts={[{ experiment, parameters }]} />}
      <ReachedStates experiment={experiment} />
      <p className="note">
        Or <a href={hrefOf("write")}>write rules of your own</a>, and let the search attack them.
      </p>
    </>
  );
}
