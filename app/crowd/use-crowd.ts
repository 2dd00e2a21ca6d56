/** The crowd on the page: the run that is drawn, the setup under a hand, and what was found beside the page. */
import { useCallback, useEffect, useMemo, useReducer, useState } from "react";
import { crowdOf } from "../../engine/experiments/crowd.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { useBench, useBenchStore } from "../lab/context.ts";
import { change } from "../lab/store.ts";
import { setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { crowdView } from "./facts.ts";
import type { CrowdView } from "./facts.ts";
import { withValue } from "./handles.ts";
import type { CrowdHandle } from "./handles.ts";
import { CrowdRuns, policiesOf } from "./runs.ts";

const setupOfRun = ({ experiment, parameters, seed, faults }: Run): Setup => ({ experiment, parameters, seed, faults });

/** Runs in workers, as long as the figure stands. */
function useRuns(): readonly [CrowdRuns, number] {
  const [count, changed] = useReducer((count: number) => count + 1, 0);
  const [runs] = useState(() => new CrowdRuns(changed));
  useEffect(() => () => runs.end(), [runs]);
  return [runs, count];
}

/** A hand that rests so long waits for more than its run. */
const REST_MS = 150;

/** Looks for the point of no return of what stands, or of what a hand holds; policies are run of what stands. */
function useLooking(
  runs: CrowdRuns,
  standing: Setup | null,
  others: readonly { readonly setup: Setup }[],
  held: Setup | null,
): void {
  useEffect(() => {
    const wanted = held ?? standing;
    if (wanted === null) return;
    const look = (): void => {
      const view = runs.get(wanted);
      const beside = held === null ? others.map(({ setup }) => setup) : [];
      if (view !== undefined) void runs.look(view, beside);
    };
    if (held === null) return look();
    const wait = setTimeout(look, REST_MS);
    return () => clearTimeout(wait);
  }, [runs, standing, others, held]);
}

export interface CrowdOnPage {
  readonly runs: CrowdRuns;
  /** The run that is drawn. */
  readonly view: CrowdView;
  /** The setup that is wanted, with the run that is drawn. */
  readonly wanted: CrowdView;
  /** Whether the run of what is wanted has yet to come. */
  readonly isLate: boolean;
  readonly isHeld: boolean;
  /** The setup that stands, as a key. */
  readonly stands: string;
  readonly hold: (handle: CrowdHandle, value: number | null) => void;
  readonly set: (handle: CrowdHandle, value: number, byKey: boolean) => void;
  readonly choose: (setup: Setup) => void;
  readonly warm: () => void;
  readonly policies: readonly { readonly name: string; readonly setup: Setup; readonly view: CrowdView | undefined }[];
}

/**
 * @param run of the experiment that the page asks about
 * @param compares whether other policies are run beside it
 */
export function useCrowd(run: Run, compares: boolean): CrowdOnPage {
  const store = useBenchStore();
  const setup = useBench((state) => state.setup);
  const [runs, count] = useRuns(); // the count says that a run has come
  const [held, setHeld] = useState<{ readonly of: Setup; readonly setup: Setup } | null>(null);
  const ofRun = useMemo(() => {
    const view = crowdView(setupOfRun(run), { ...run, crowd: crowdOf(run) });
    runs.keep(view);
    return view;
  }, [run, runs]);
  const heldSetup = held?.of === setup ? held.setup : null;
  const asked = heldSetup ?? setup;
  const found = runs.get(asked);
  const [last, setLast] = useState(ofRun); // the figure keeps it until the next one is there
  if (found !== undefined && found !== last) setLast(found);
  const view = found ?? last;
  const isLate = found === undefined && setupKey(asked) !== view.key;
  const wanted = useMemo(
    () => (isLate ? crowdView(asked, { ...view, parameters: asked.parameters }) : view),
    [isLate, asked, view],
  );
  const standing = runs.get(setup) === undefined ? null : setup;
  const others = useMemo(() => (compares ? policiesOf(setup) : []), [compares, setup]);
  const policies = useMemo(
    () => others.map((one) => ({ ...one, view: count < 0 ? undefined : runs.get(one.setup) })),
    [others, runs, count],
  );
  useLooking(runs, standing, others, heldSetup);
  const choose = useCallback((next: Setup): void => change(store, null, () => next), [store]);
  const setupFor = ({ parameter }: CrowdHandle, value: number): Setup => withValue(setup, parameter, value);
  return {
    ...{ runs, view, wanted, isLate, isHeld: heldSetup !== null, stands: setupKey(setup) },
    hold: (handle, value) => {
      if (value === null) return setHeld(null);
      const next = setupFor(handle, value);
      setHeld({ of: setup, setup: next });
      runs.ask(next);
    },
    set: (handle, value, byKey) => {
      const least = Math.max(handle.least, Math.min(handle.most, value));
      change(store, byKey ? `crowd ${handle.parameter}` : null, (now) => withValue(now, handle.parameter, least));
      setHeld(null);
    },
    ...{ choose, policies },
    warm: () => runs.warm(setup),
  };
}
