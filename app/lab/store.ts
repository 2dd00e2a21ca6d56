/**
 * The state of the bench. `setup` decides the run; past and future are the setups that undo and redo go to. The rest
 * follows from work in the background (lab.ts) or is where the reader is looking.
 */
import { DEFAULT_AXIS } from "../setup/axis.ts";
import type { AxisKind } from "../setup/axis.ts";
import { create } from "zustand";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import type { ParamValues, Run, TracedRun } from "../../engine/experiments/types.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import type { ChartView } from "../chart/Chart.tsx";
import { NO_PINS } from "../setup/pin-list.ts";
import type { Pins } from "../setup/pin-list.ts";
import type { Kept } from "../state/items.ts";
import type { BenchView } from "../setup/bench-view.ts";
import type { ChartChoice } from "../setup/charts.ts";
import type { Linked } from "../setup/write-link.ts";
import type { Notice } from "../controls/notice.ts";
import type { Setup } from "../setup/setup.ts";
import { setupKey } from "../setup/setup.ts";

interface RunState {
  readonly key: string; // setupKey of the setup that it answers
  readonly run: Run;
  readonly keepCalls: number; // the first of its calls, whose trace is kept
}

/** The reader's viewpoint in a run. */
export interface Viewpoint {
  readonly call: number; // the call shown, from 1
  readonly time: number; // ns from the start of the run
  readonly playing: boolean;
  readonly selected: Ref;
}

/** The beginning of a run that goes on, with the call that is looked at; only the timeline shows it. */
interface Opening {
  readonly run: TracedRun;
  readonly viewpoint: Viewpoint;
}

/** A setup that a reader's hand is over, and the newest run that has come for it. */
interface Preview {
  readonly of: Setup; // the setup that stands meanwhile; the preview is over with it
  readonly setup: Setup;
  readonly chart: ChartChoice | undefined; // where the hand is over a chart too: shown in place of the chosen one
  readonly isLate: boolean; // its run has yet to come: what is shown is that of a setup before
  readonly shown: {
    readonly setup: Setup;
    readonly run: TracedRun;
    readonly whole: Pick<RunState, "run" | "keepCalls"> | null; // null where the run is an opening
  } | null;
}

export interface SweepState {
  readonly key: string; // sweepKey of the setup that it answers
  readonly swept: string; // which curves those are (sweptAs in charts.ts)
  readonly values: readonly SweepValue[];
  readonly whole: readonly SweepValue[]; // of those, the trials that every value has had
  readonly total: number; // runs in all
}

export type PythonState =
  | { readonly tag: "asleep" }
  | { readonly tag: "starting"; readonly bytes: number } // that have come so far
  | { readonly tag: "cancelled" }
  | { readonly tag: "ready" }
  | { readonly tag: "failed"; readonly message: string };

/** Parameters that a slider is drawn over, and what the model says there as far as that is known. */
interface Dragged {
  readonly of: Setup; // the setup that stood when the reader took the slider; the drag is over with it
  readonly parameters: ParamValues;
  readonly models: Readonly<Record<string, number>>;
}

/**
 * The place of a new fault, where the reader shall look when its run comes. A part is null that nobody knows before.
 */
export interface Aim {
  readonly call: number | null;
  readonly time: number | null; // ns from the start of the run
  readonly selected: Ref;
}

/** The moment from which on no further fault saves the run of a setup. */
interface Lost {
  readonly key: string; // of the setup
  readonly at: number; // ns from the start of the run
}

/** Why a change is refused, as a sentence; null for one that is not. */
export type Lock = (before: Setup, after: Setup) => string | null;

export interface BenchState extends Viewpoint {
  readonly setup: Setup;
  readonly past: readonly Setup[];
  readonly future: readonly Setup[];
  readonly linked: Linked | null; // until the first change
  readonly lock: Lock | null; // what the link keeps the reader from changing (locks.ts)
  readonly notices: readonly Notice[];

  readonly preview: Preview | null; // the last one; ask `previewOf`
  readonly dragged: Dragged | null; // the last drag; ask `dragOf`

  readonly shown: RunState | null; // the last run that finished
  readonly opening: Opening | null; // of the run under way, where it is shown before the rest is done
  readonly running: boolean;
  readonly progress: number; // share of the calls of the run under way that have begun
  readonly failure: string | null; // why the setup on the screen has no run
  readonly held: boolean; // the setup on the screen asks for a large run, which waits for the reader's word
  readonly cancelled: boolean; // the reader gave up the work for the setup on the screen
  readonly sweep: SweepState | null; // the last sweep that finished
  readonly sweeping: SweepState | null; // the one under way
  readonly sweeps: Readonly<Record<string, SweepState>>; // of the pinned runs, and the last ones, by sweepKey
  readonly axis: AxisKind; // how time lies in the timeline
  readonly rung: number | null; // of the ladder; null for the processors of the run
  readonly kept: Kept; // tables, graphs and buffers that are chosen
  /** The shown chart, and its view. */
  readonly chart: { readonly name: ChartChoice; readonly view: ChartView };
  readonly python: PythonState;
  readonly models: Readonly<Record<string, number>>; // model call (models.ts) to value
  /** The values of the reader's own text of the model; null while the text is the paper's. */
  readonly edited: { readonly source: string; readonly values: Readonly<Record<string, number>> } | null;
  readonly editing: boolean; // the editor of the model is open
  readonly modelAt: string | null; // the function that a link opened it at
  readonly pins: Pins; // runs kept to compare with
  readonly view: BenchView; // of the bench, asked for; an experiment may lack it

  readonly lost: Lost | null; // the last one that was found; ask `lostOf`
  readonly host: string | null; // the machine whose state is looked at: "server"
  readonly aim: Aim | null; // what was broken, until its run is there
  readonly oneFault: boolean; // the task asks for one fault line: a new one takes the place of the one before
}

const PAST_MAX = 200;
/** Changes under one name that follow each other this closely are one step of undo: a drag, a held arrow key. */
const ONE_GESTURE_MS = 800;

/** Nothing has gone wrong yet with a setup that is new. */
const FRESH = { failure: null, held: false, cancelled: false, aim: null } as const;

let lastChange: { readonly name: string | null; readonly at: number } = { name: null, at: -Infinity };

export function createBenchStore(setup: Setup, linked: Linked | null, notices: readonly Notice[]) {
  return create<BenchState>(() => ({
    setup,
    linked,
    notices,
    lock: null,
    past: [],
    future: [],
    preview: null,
    dragged: null,
    shown: null,
    opening: null,
    running: false,
    progress: 0,
    failure: null,
    held: false,
    cancelled: false,
    sweep: null,
    sweeping: null,
    sweeps: {},
    chart: { name: null, view: "values" },
    axis: DEFAULT_AXIS,
    rung: null,
    kept: [],
    python: { tag: "asleep" },
    models: {},
    edited: null,
    editing: false,
    modelAt: null,
    pins: NO_PINS,
    view: "run",
    call: 1,
    time: 0,
    playing: false,
    selected: NO_REF,
    host: null,
    aim: null,
    lost: null,
    oneFault: false,
  }));
}

/** From this moment on the run of the setup on the screen is lost; undefined where nobody has said so. */
export const lostOf = ({ lost, setup }: Pick<BenchState, "lost" | "setup">): number | undefined =>
  lost?.key === setupKey(setup) ? lost.at : undefined;

export type BenchStore = ReturnType<typeof createBenchStore>;

/**
 * Puts a setup in place as a step that can be undone. No lock keeps a step of a lesson or a link from what it says.
 * @param name what changed, so that a gesture is one step; null for a step of its own
 * @param aim where its run is looked at; without one, where the reader looks now
 */
export function setUp(store: BenchStore, name: string | null, changed: Setup, aim?: Aim): void {
  const { setup, past } = store.getState();
  if (setupKey(changed) === setupKey(setup)) return;
  const now = performance.now();
  const sameGesture =
    name !== null && name === lastChange.name && now - lastChange.at < ONE_GESTURE_MS && past.length > 0;
  lastChange = { name, at: now };
  const steps = sameGesture ? past : [...past, setup].slice(-PAST_MAX);
  const aimed = aim === undefined ? {} : { aim, playing: false };
  store.setState({ setup: changed, past: steps, future: [], linked: null, ...FRESH, ...aimed });
}

/** Whether the lock of the link keeps the reader from a setup; then it is said. */
function isRefused(store: BenchStore, wanted: Setup): boolean {
  const { setup, lock } = store.getState();
  const locked = lock?.(setup, wanted) ?? null;
  if (locked !== null) notify(store, { kind: "problem", text: locked });
  return locked !== null;
}

/** What a change of the reader comes to: where the task asks for one fault line, the newest stands alone. */
export function inTask({ setup, oneFault }: Pick<BenchState, "setup" | "oneFault">, changed: Setup): Setup {
  const added = changed.faults.filter((line) => !setup.faults.includes(line));
  return oneFault && added.length > 0 ? { ...changed, faults: added.slice(-1) } : changed;
}

/** The reader changes the setup, as a step that can be undone; parameters as those of `setUp`. */
export function change(store: BenchStore, name: string | null, next: (setup: Setup) => Setup, aim?: Aim): void {
  const changed = inTask(store.getState(), next(store.getState().setup));
  if (!isRefused(store, changed)) setUp(store, name, changed, aim);
}

export function undo(store: BenchStore): void {
  const { setup, past, future } = store.getState();
  const before = past.at(-1);
  if (before === undefined || isRefused(store, before)) return;
  lastChange = { name: null, at: -Infinity };
  store.setState({ setup: before, past: past.slice(0, -1), future: [setup, ...future], linked: null, ...FRESH });
}

export function redo(store: BenchStore): void {
  const { setup, past, future } = store.getState();
  const [after, ...later] = future;
  if (after === undefined || isRefused(store, after)) return;
  lastChange = { name: null, at: -Infinity };
  store.setState({ setup: after, past: [...past, setup], future: later, linked: null, ...FRESH });
}

/** A link was followed: its setup stands, and what was on the screen can be gone back to. */
export function follow(store: BenchStore, setup: Setup, linked: Linked | null, notices: readonly Notice[]): void {
  const state = store.getState();
  if (setupKey(setup) === setupKey(state.setup)) {
    store.setState({ linked, notices });
    return;
  }
  store.setState({ setup, linked, notices, past: [...state.past, state.setup], future: [], ...FRESH });
}

/** A notice that stands already is not said twice. */
export function notify(store: BenchStore, notice: Notice): void {
  const { notices } = store.getState();
  if (notices.every(({ text }) => text !== notice.text)) store.setState({ notices: [...notices, notice] });
}

export function dismiss(store: BenchStore, gone: readonly Notice[]): void {
  const out = new Set(gone);
  store.setState({ notices: store.getState().notices.filter((notice) => !out.has(notice)) });
}

/** The model's values on the page: the reader's where there are some, else the paper's. */
export const modelsShown = ({ models, edited }: Pick<BenchState, "models" | "edited">): BenchState["models"] =>
  edited === null ? models : { ...models, ...edited.values };

/** The preview over the present setup; null where there is none. */
export const previewOf = ({ preview, setup }: Pick<BenchState, "preview" | "setup">): Preview | null =>
  preview?.of === setup ? preview : null;

/** The preview that shows a chart of its own; null where there is none. */
const heldChartOf = (state: Pick<BenchState, "preview" | "setup">): Preview | null => {
  const preview = previewOf(state);
  return preview?.chart === undefined ? null : preview;
};

/** The setup of the chart on the page: that which stands, or the one under a hand that is over a chart. */
export const chartSetupOf = (state: Pick<BenchState, "preview" | "setup">): Setup =>
  heldChartOf(state)?.setup ?? state.setup;

/** The chart on the page, of that setup. */
export const chartNameOf = (state: Pick<BenchState, "preview" | "setup" | "chart">): ChartChoice => {
  const held = heldChartOf(state);
  return held === null ? state.chart.name : (held.chart ?? null);
};

/** Parameters that a slider of the present setup is drawn over; null while none is. */
export const dragOf = ({ dragged, setup }: Pick<BenchState, "dragged" | "setup">): Dragged | null =>
  dragged?.of === setup ? dragged : null;

/** The thumb of a slider stands over a value; null when it is let go. */
export function drag(store: BenchStore, key: string, value: number | null): void {
  const { setup } = store.getState();
  const parameters = { ...setup.parameters, ...(value === null ? {} : { [key]: value }) };
  store.setState({ dragged: value === null ? null : { of: setup, parameters, models: {} } });
}
