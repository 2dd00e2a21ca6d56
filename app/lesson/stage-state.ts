/** Puts the stage in the state that a step describes: the setup of its run, then where to look once it has run. */
import type { Run } from "../../engine/experiments/types.ts";
import { endOf, startOf } from "../../engine/kernel/critical-path.ts";
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import type { Moment, Place, StageState } from "../../lessons/types.ts";
import { DEFAULT_SEED, defaultParameters, setupKey } from "../bench/setup.ts";
import type { Setup } from "../bench/setup.ts";
import { change } from "../bench/store.ts";
import type { BenchState, BenchStore } from "../bench/store.ts";
import { experimentNamed } from "../../lessons/numbers.ts";

export function setupOf({ experiment, set = {}, seed = DEFAULT_SEED, faults = [] }: StageState): Setup {
  return { experiment, parameters: { ...defaultParameters(experimentNamed(experiment)), ...set }, seed, faults };
}

function nameOf(trace: TraceData, ref: Ref): Place {
  const row = refRow(ref);
  if (refTable(ref) === "packet") return { name: trace.packetKinds[trace.packets.kind[row] ?? -1] ?? "" };
  const machine = trace.tracks[trace.spans.track[row] ?? -1]?.machine;
  const name = trace.steps[trace.spans.step[row] ?? -1]?.name ?? "";
  return machine === "caller" || machine === "server" ? { name, machine } : { name };
}

/** The first row of a call at a place; NO_REF where there is none. */
export function refAt(trace: TraceData, call: number, place: Place): Ref {
  const fits = (ref: Ref): boolean => {
    const { name, machine } = nameOf(trace, ref);
    return name === place.name && (place.machine === undefined || place.machine === machine);
  };
  for (let row = 0; row < trace.packets.count; row++) {
    if (trace.packets.call[row] === call && fits(row * 4 + 1)) return row * 4 + 1;
  }
  for (let row = 0; row < trace.spans.count; row++) {
    if (trace.spans.call[row] === call && fits(row * 4)) return row * 4;
  }
  return NO_REF;
}

/** A moment of a call, in nanoseconds of the run. */
export function timeOf(trace: TraceData, call: number, moment: Moment): number {
  const [start, end] = [trace.calls.start[call - 1] ?? 0, trace.calls.end[call - 1] ?? 0];
  if (moment === "start") return start;
  if (moment === "end") return end;
  const ref = refAt(trace, call, moment.of);
  if (ref === NO_REF) return start;
  return moment.at === "start" ? startOf(trace, ref) : endOf(trace, ref);
}

/** Where a step looks in a run. */
function lookOf(state: StageState, run: Run): Pick<BenchState, "call" | "time" | "selected" | "playing"> {
  const call = Math.min(state.call ?? 1, Math.max(1, run.trace.calls.count));
  const selected = state.highlight === undefined ? NO_REF : refAt(run.trace, call, state.highlight);
  return { call, time: timeOf(run.trace, call, state.moment), selected, playing: false };
}

export const isAt = (state: StageState, setup: Setup): boolean => setupKey(setupOf(state)) === setupKey(setup);

/** Works for one store: a state is applied when its run is there, and given up when the reader changes the setup. */
export class StageDirector {
  readonly #store: BenchStore;
  #waiting: StageState | null = null;
  readonly #stop: () => void;

  constructor(store: BenchStore) {
    this.#store = store;
    this.#stop = store.subscribe((state, before) => {
      if (state.setup !== before.setup && this.#waiting !== null && !isAt(this.#waiting, state.setup))
        this.#waiting = null;
      if (state.shown !== before.shown) this.#look();
    });
  }

  goTo(state: StageState): void {
    this.#waiting = state;
    const setup = setupOf(state);
    change(this.#store, "step", () => setup);
    this.#look();
  }

  stop(): void {
    this.#stop();
  }

  #look(): void {
    const { setup, shown } = this.#store.getState();
    const state = this.#waiting;
    if (state === null || shown === null || shown.key !== setupKey(setup)) return;
    this.#waiting = null;
    this.#store.setState(lookOf(state, shown.run));
  }
}
