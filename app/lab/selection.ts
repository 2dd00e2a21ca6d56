/** The reader chooses in a run: an event, a machine, a moment of another call. */
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import type { Elsewhere } from "../trace/calls.ts";
import type { BenchStore } from "./store.ts";

/** An event, or NO_REF for none; the inspector shows it in place of a machine. */
export const select = (store: BenchStore, selected: Ref): void =>
  store.setState({ selected, host: null, inspects: selected !== NO_REF });

/** A machine, whose state the inspector shows; null for none. */
export const selectHost = (store: BenchStore, host: string | null): void =>
  store.setState({ host, ...(host === null ? {} : { inspects: true }) });

/** An event with its call, wherever in the run. */
export const goTo = (store: BenchStore, place: Elsewhere): void =>
  store.setState({ ...place, host: null, playing: false, inspects: place.selected !== NO_REF });
