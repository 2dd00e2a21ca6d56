import { Explore } from "../../lab/Explore.tsx";
import { useBench } from "../../lab/context.ts";
import { experimentOf } from "../../setup/setup.ts";

/** The search for faults that break the protocol. It begins anew where a step or a button leaves out another rule. */
export function Search() {
  const setup = useBench((bench) => bench.setup);
  const { without } = setup.parameters;
  return <Explore key={`${setup.experiment} ${String(without)}`} experiment={experimentOf(setup)} />;
}
