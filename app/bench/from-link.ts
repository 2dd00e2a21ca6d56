/** The parts of a link that few links have: the bench says whether a run is the linked one, and shows a sweep. */
import { readSweep } from "../setup/own-sweep.ts";
import type { PagePlace } from "../setup/location.ts";
import { experimentOf, setupKey } from "../setup/setup.ts";
import { quote } from "../../engine/faults/quote.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { callAt } from "../trace/calls.ts";
import { lastText } from "../setup/link-table.ts";
import { notify } from "../lab/store.ts";
import type { BenchStore } from "../lab/store.ts";

/** Says whether the run that a link led to is the one that it was made of. */
export function compareLinked(store: BenchStore): void {
  const { linked, work } = store.getState();
  if (linked === null || work.shown === null) return;
  const hash = work.shown.run.traceHash;
  const version = linked.version === null ? "" : ` with version ${linked.version}`;
  const text =
    linked.hash === hash
      ? `This run is identical to the one linked to: trace ${hash}.`
      : `This run has changed since the link was made${version}: its trace was ${linked.hash}, now it is ${hash}.`;
  store.setState({ linked: null });
  notify(store, { kind: linked.hash === hash ? "news" : "problem", text });
}

/** Shows the reader's sweep that a link carries. */
export function showSweep(store: BenchStore, { query }: PagePlace): void {
  const problems: string[] = [];
  const found = readSweep(new URLSearchParams(query), experimentOf(store.getState().setup), problems);
  if (found !== null) store.setState((state) => ({ chart: { ...state.chart, name: found } }));
  for (const text of problems) notify(store, { kind: "problem", text });
}

const LOST_MOST = 1e15; // ns: longer than any run

/** Marks the moment from which on the run of a link is lost, and shows the call that lasts then. */
export function showLost(store: BenchStore, { query }: PagePlace): void {
  const text = lastText(new URLSearchParams(query), "lost");
  const at = Number(text);
  if (!/^\d+$/.test(text) || at > LOST_MOST) {
    const allowed = "a whole number of nanoseconds from the start of the run";
    return notify(store, { kind: "problem", text: `lost = ${quote(text)} is not ${allowed}. It is left out.` });
  }
  const key = setupKey(store.getState().setup);
  store.setState({ lost: { key, at } });
  const look = (stop: () => void): void => {
    const { work, setup, call } = store.getState();
    const { shown } = work;
    const isGone = setupKey(setup) !== key;
    if (!isGone && shown?.key !== key) return;
    stop(); // first: what follows changes the store
    if (isGone || shown === null) return;
    const then = callAt(shown.run.trace, at, call);
    // Drop a selection that belongs to another call: showing it would move the view away.
    store.setState({ call: then, time: at, playing: false, ...(then === call ? {} : { selected: NO_REF }) });
  };
  const unsubscribe = store.subscribe(() => look(unsubscribe));
  look(unsubscribe);
}
