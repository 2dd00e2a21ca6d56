/** The runs behind a chart, which come after the run that is looked at. */
import type { SweepClient } from "../workers/sweep-client.ts";
import { sweepKey } from "../setup/charts.ts";
import { chartNameOf, chartSetupOf } from "./store.ts";
import type { BenchStore } from "./store.ts";
import { failed } from "./bench-work.ts";
import { messageOf } from "../words/message-of.ts";

/** The key of the runs behind the chart that is shown. */
function keyOf(store: BenchStore): string {
  const state = store.getState();
  return sweepKey(chartSetupOf(state), chartNameOf(state));
}

/** The work behind a chart, which comes with the first chart on the page. */
const sweeping = () => import("./sweeping.ts");
type Sweeping = Awaited<ReturnType<typeof sweeping>>;

/** Does something of it when it has come; where it does not come, the page says so. */
function withSweeping(store: BenchStore, work: (parts: Sweeping) => Promise<void> | void): void {
  sweeping()
    .then(work)
    .catch((error: unknown) =>
      store.setState(({ work }) => ({ sweeping: null, work: failed(work, messageOf(error)) })),
    );
}

export type Sweeps = ReturnType<typeof startSweeps>;

/**
 * The runs behind a chart: their workers come with the first.
 * @param wanted whether a chart stands on the page, which has drawn what it begins with
 */
export function startSweeps(store: BenchStore, wanted: () => boolean) {
  let client: SweepClient | undefined;
  const begin = (): void => {
    if (!wanted()) return;
    withSweeping(store, ({ sweepShown, newSweeps }) =>
      wanted() ? sweepShown(store, (client ??= newSweeps())) : undefined,
    );
  };
  return {
    /** Runs what the chart needs, where that is not known yet. */
    begin,
    /** Runs the curves of pinned runs, where nothing else is run. */
    pins: (): void => {
      const { sweeping, sweep } = store.getState();
      if (!wanted() || sweeping !== null || sweep?.key !== keyOf(store)) return;
      withSweeping(store, ({ sweepPins, newSweeps }) => sweepPins(store, (client ??= newSweeps())));
    },
    /** Ends what is run for another chart than the one shown. */
    dropOld: (): void => {
      const { sweeping } = store.getState();
      if (sweeping === null || sweeping.key === keyOf(store)) return;
      client?.drop();
      store.setState({ sweeping: null });
    },
    cancel: (): void => client?.cancel(),
  };
}
