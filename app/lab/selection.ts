/** The reader chooses in a run: an event, a machine, a moment of another call. */
import type { Ref } from "../../engine/kernel/trace-data.ts";
import type { Elsewhere } from "../trace/calls.ts";
import type { BenchStore } from "./store.ts";

/** An event, or NO_REF for none; the inspector shows it in place of a machine. */
export const select = (store: BenchStore, selected: Ref): void => store.setState({ selected, host: null });

/** A machine, whose state the inspector shows; null for none. */
export const selectHost = (store: BenchStore, host: string | null): void => store.setState({ host });

/** An event with its call, wherever in the run. */
export const goTo = (store: BenchStore, place: Elsewhere): void =>
  store.setState({ ...place, host: null, playing: false });
