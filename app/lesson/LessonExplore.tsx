/** The search for faults that break the protocol of the experiment on the stage. */
import { useBench } from "../lab/context.ts";
import { Explore } from "../lab/Explore.tsx";
import { experimentOf } from "../setup/setup.ts";

/** It begins anew where a step or a button leaves out another rule. */
export function LessonExplore() {
  const setup = useBench((state) => state.setup);
  const { without } = setup.parameters;
  return <Explore key={`${setup.experiment} ${String(without)}`} experiment={experimentOf(setup)} />;
}
