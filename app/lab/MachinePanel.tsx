import type { Run } from "../../engine/experiments/types.ts";
import { useTheme } from "../controls/theme.ts";
import { MachineFigure } from "../machine/MachineFigure.tsx";
import { useBenchStore } from "./context.ts";
import { selectHost } from "./selection.ts";
import { useViewpoint } from "./use-viewpoint.ts";

/** The inside of the run’s machines. @param alone whether no timeline is on the page */
export function MachinePanel({ run, alone }: { readonly run: Run; readonly alone: boolean }) {
  const store = useBenchStore();
  const theme = useTheme();
  const { call, time, playing, onTime, onPlaying, onSelect } = useViewpoint();
  return (
    <MachineFigure
      {...{ trace: run.trace, call, time, playing, alone, theme, onTime, onPlaying, onSelect }}
      onHost={(machine) => selectHost(store, machine)}
    />
  );
}
