/** Puts the stage in the state that a step describes: the setup of its run, then where to look once it has run. */
import { withDefaults } from "../../engine/experiments/settings.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { endOf, startOf } from "../../engine/kernel/critical-path.ts";
import { markRef, NO_REF, packetRef, spanRef } from "../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { DEFAULT_AXIS } from "../setup/axis.ts";
import type { Moment, Place, StageRun, StageState, TwinRun } from "../../lessons/types.ts";
import { callStretch } from "../trace/folds.ts";
import { DEFAULT_SEED, KEPT_CALLS, setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { asked } from "../lab/bench-work.ts";
import { presentRun, setUp } from "../lab/store.ts";
import type { BenchState, BenchStore } from "../lab/store.ts";
import { chosenPin, pinned } from "../setup/pin-list.ts";
import type { Pins } from "../setup/pin-list.ts";
import { experimentNamed } from "../../lessons/named.ts";
import { itemAt, numberAt } from "../../engine/kernel/reads.ts";
import { trackAt } from "../trace/tables.ts";

export function setupOf({ experiment, set = {}, seed = DEFAULT_SEED, faults = [] }: StageRun): Setup {
  return { experiment, parameters: withDefaults(experimentNamed(experiment), set), seed, faults };
}

/** The rows of each table in turn: packets first, as a packet's kind may also be a step's name. */
function* placesIn(trace: TraceData, call: number): Generator<readonly [Ref, Place]> {
  const { packets, spans, marks, steps, labels, packetKinds } = trace;
  const machine = (track: number | undefined): string => trackAt(trace, track).machine;
  for (let row = 0; row < packets.count; row++) {
    if (packets.call[row] !== call) continue;
    yield [
      packetRef(row),
      { name: itemAt(packetKinds, numberAt(packets.kind, row), "packet kind"), machine: machine(packets.from[row]) },
    ];
  }
  for (let row = 0; row < spans.count; row++) {
    if (spans.call[row] !== call) continue;
    yield [
      spanRef(row),
      { name: itemAt(steps, numberAt(spans.step, row), "step").name, machine: machine(spans.track[row]) },
    ];
  }
  for (let row = 0; row < marks.count; row++) {
    if (marks.call[row] !== call) continue;
    yield [
      markRef(row),
      { name: itemAt(labels, numberAt(marks.label, row), "label"), machine: machine(marks.track[row]) },
    ];
  }
}

/** The row of a call at a place; NO_REF where there is none. */
export function refAt(trace: TraceData, call: number, { name, machine, nth = 1 }: Place): Ref {
  const fits = ([, row]: readonly [Ref, Place]): boolean =>
    row.name === name && (machine === undefined || machine === row.machine);
  let count = 0;
  let last: Ref = NO_REF;
  for (const one of placesIn(trace, call)) {
    if (!fits(one)) continue;
    [last] = one;
    if (++count === nth) return last;
  }
  return nth === -1 ? last : NO_REF;
}

/** A moment of a call, in nanoseconds of the run. */
export function timeOf(trace: TraceData, call: number, moment: Moment): number {
  const { from: start, to: end } = callStretch(trace, call); // call 0 is the whole run
  if (moment === "start") return start;
  if (moment === "end") return end;
  const ref = refAt(trace, call, moment.of);
  if (ref === NO_REF) return start;
  return moment.at === "start" ? startOf(trace, ref) : endOf(trace, ref);
}

/** The viewpoint of a step in a run. */
function lookOf(state: StageState, run: Run): Pick<BenchState, "call" | "time" | "selected" | "host" | "playing"> {
  const call = Math.min(state.call ?? 1, Math.max(1, run.trace.calls.count));
  const selected = state.highlight === undefined ? NO_REF : refAt(run.trace, call, state.highlight);
  return { call, time: timeOf(run.trace, call, state.moment), selected, host: state.host ?? null, playing: false };
}

/** The moment that the state marks as the one from which on its run is lost. */
const markOf = ({ lost }: StageState, setup: Setup): BenchState["lost"] =>
  typeof lost !== "number" ? null : { key: setupKey(setup), at: lost };

const isRun = (run: StageRun, setup: Setup): boolean => setupKey(setupOf(run)) === setupKey(setup);

/** Whether the stage shows what the state says: its run, and its twin or none. */
export function isAt(state: StageState, { setup, pins }: Pick<BenchState, "setup" | "pins">): boolean {
  const beside = chosenPin(pins);
  if (!isRun(state, setup)) return false;
  return state.twin === undefined ? beside === null : beside !== null && isRun(state.twin, beside.setup);
}

/** The pins with the twin chosen. */
function pinsWith(twin: TwinRun, pins: Pins): Pins {
  const setup = setupOf(twin);
  const run = pins.list.find((pin) => isRun(twin, pin.setup))?.run ?? null;
  return pinned(pins, { do: "pin", name: twin.name, setup, run });
}

/** Works for one store: a state is applied when its run is there, and given up when the reader changes the setup. */
export class StageDirector {
  readonly #store: BenchStore;
  #waiting: StageState | null = null;
  #twin: string | null = null; // the pin that a state brought
  readonly #stop: () => void;

  constructor(store: BenchStore) {
    this.#store = store;
    this.#stop = store.subscribe((state, before) => {
      if (state.setup !== before.setup && this.#waiting !== null && !isRun(this.#waiting, state.setup))
        this.#waiting = null;
      if (state.work.shown !== before.work.shown) this.#look();
    });
  }

  /** @param comparing whether a run that the reader chose to compare with stays beside the stage's */
  goTo(state: StageState, comparing = false): void {
    this.#waiting = state;
    const { call = 1 } = state;
    // Of a call late in the run its run keeps no rows, unless they are asked for.
    const aim = call > KEPT_CALLS ? { call, time: null, selected: NO_REF } : undefined;
    setUp(this.#store, "step", setupOf(state), aim);
    if (aim !== undefined && !this.#keeps(call)) {
      const { setup, work } = this.#store.getState();
      if (work.aim?.call !== call) this.#store.setState({ setup: { ...setup }, work: asked(work, aim) });
    }
    this.#compare(state.twin, comparing);
    this.#look();
  }

  #compare(twin: TwinRun | undefined, comparing: boolean): void {
    const { pins } = this.#store.getState();
    const kept = comparing && pins.chosen !== this.#twin;
    this.#twin = null;
    if (twin !== undefined) {
      const withTwin = pinsWith(twin, pins);
      this.#twin = withTwin.chosen;
      this.#store.setState({ pins: withTwin });
    } else if (pins.chosen !== null && !kept) {
      this.#store.setState({ pins: pinned(pins, { do: "choose", name: null }) });
    }
  }

  stop(): void {
    this.#stop();
  }

  /** Whether the run on the screen has the rows of a call. */
  #keeps(call: number): boolean {
    const { shown } = this.#store.getState().work;
    return shown !== null && call <= shown.keepCalls;
  }

  #look(): void {
    const { setup } = this.#store.getState();
    const run = presentRun(this.#store.getState());
    const state = this.#waiting;
    if (state === null || run === null || !this.#keeps(state.call ?? 1)) return;
    this.#waiting = null;
    this.#store.setState({
      ...lookOf(state, run),
      lost: markOf(state, setup),
      axis: state.axis ?? DEFAULT_AXIS,
      rung: state.rung ?? null,
      kept: state.keeps === undefined ? [] : [state.keeps],
    });
  }
}
