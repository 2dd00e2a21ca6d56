import type { Run } from "../../engine/experiments/types.ts";
import { useTheme } from "../controls/theme.ts";
import { MachineFigure } from "../machine/MachineFigure.tsx";
import { useBench, useBenchStore } from "./context.ts";
import { select, selectHost } from "./selection.ts";

/** The inside of the run’s machines. @param alone whether no timeline is on the page */
export function MachinePanel({ run, alone }: { readonly run: Run; readonly alone: boolean }) {
  const store = useBenchStore();
  const theme = useTheme();
  const call = useBench((state) => state.call);
  const time = useBench((state) => state.time);
  const playing = useBench((state) => state.playing);
  return (
    <MachineFigure
      trace={run.trace}
      call={call}
      time={time}
      playing={playing}
      alone={alone}
      theme={theme}
      onTime={(next) => store.setState({ time: next })}
      onPlaying={(next) => store.setState({ playing: next })}
      onSelect={(ref) => select(store, ref)}
      onHost={(machine) => selectHost(store, machine)}
    />
  );
}
