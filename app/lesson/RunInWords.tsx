import type { Run } from "../../engine/experiments/types.ts";
import { useBench, useBenchStore } from "../lab/context.ts";
import { goTo } from "../lab/selection.ts";
import { lostOf } from "../lab/store.ts";
import { useViewpoint } from "../lab/use-viewpoint.ts";
import { EventList } from "../timeline/events/EventList.tsx";

/** The run on the stage as sentences, as a tree or as a table: for keyboard and screen reader. */
export function RunInWords({ run }: { readonly run: Run }) {
  const store = useBenchStore();
  const { call, time, selected } = useViewpoint();
  const lost = useBench(lostOf);
  return (
    <EventList
      {...{ run, call, time, selected, lost }}
      first="story"
      onSelect={(ref) => store.setState({ selected: ref, host: null })}
      onElsewhere={(place) => goTo(store, place)}
    />
  );
}
