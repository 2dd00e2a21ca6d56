/** A word of the text that names a thing of the figure: each lights the other. */
import { useMemo, useRef } from "react";
import type { ReactNode } from "react";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import { useBench, useBenchStore } from "../../lab/context.ts";
import { refAt } from "../stage-state.ts";

interface Props {
  /** The thing, as a step’s `highlight` names it: a packet’s kind, a step’s name, or what a mark says. */
  readonly name: string;
  readonly machine?: string;
  readonly children: ReactNode;
}

/** Lit while the pointer or the focus is on it, and from a press on; the thing’s own choice in the figure lights it. */
export function Lit({ name, machine, children }: Props) {
  const store = useBenchStore();
  const run = useBench((bench) => bench.work.shown?.run ?? null);
  const call = useBench((bench) => bench.call);
  const selected = useBench((bench) => bench.selected);
  const before = useRef<typeof selected | null>(null);
  const ref = useMemo(
    () => (run === null ? NO_REF : refAt(run.trace, call, machine === undefined ? { name } : { name, machine })),
    [run, call, name, machine],
  );
  if (ref === NO_REF) return children; // this run has no such thing
  const light = (): void => {
    before.current ??= selected;
    store.setState({ selected: ref });
  };
  const leave = (): void => {
    if (before.current !== null && store.getState().selected === ref) store.setState({ selected: before.current });
    before.current = null;
  };
  const keep = (): void => {
    before.current = null;
    store.setState({ selected: ref });
  };
  return (
    <button
      type="button"
      className="lit"
      aria-pressed={selected === ref}
      onPointerEnter={light}
      onPointerLeave={leave}
      onFocus={light}
      onBlur={leave}
      onClick={keep}
    >
      {children}
    </button>
  );
}
