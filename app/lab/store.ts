/**
 * The state of the bench. `setup` decides the run; past and future are the setups that undo and redo go to. The rest
 * follows from work in the background (lab.ts) or is where the reader is looking.
 */
import { DEFAULT_AXIS } from "../setup/axis.ts";
import type { AxisKind } from "../setup/axis.ts";
import { create } from "zustand";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Run } from "../../engine/experiments/types.ts";
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
import { draftChartOf } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { asked, BEGUN } from "./bench-work.ts";
import type { Aim, Viewpoint, Work } from "./bench-work.ts";

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

  readonly draft: Draft | null; // the last one; ask draft.ts
  readonly work: Work; // for the setup on the screen
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
  readonly inspects: boolean; // something was chosen, and the bench shows it in full
  readonly host: string | null; // the machine whose state is looked at: "server"
  readonly oneFault: boolean; // the task asks for one fault line: a new one takes the place of the one before
}

const PAST_MAX = 200;
/** Changes under one name that follow each other this closely are one step of undo: a drag, a held arrow key. */
const ONE_GESTURE_MS = 800;

let lastChange: { readonly name: string | null; readonly at: number } = { name: null, at: -Infinity };

export function createBenchStore(setup: Setup, linked: Linked | null, notices: readonly Notice[]) {
  return create<BenchState>(() => ({
    setup,
    linked,
    notices,
    lock: null,
    past: [],
    future: [],
    draft: null,
    work: BEGUN,
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
    inspects: false,
    host: null,
    lost: null,
    oneFault: false,
  }));
}

/** From this moment on the run of the setup on the screen is lost; undefined where nobody has said so. */
export const lostOf = ({ lost, setup }: Pick<BenchState, "lost" | "setup">): number | undefined =>
  lost?.key === setupKey(setup) ? lost.at : undefined;

/** The run of the setup that stands; null where the one on the screen is of another. */
export const presentRun = ({ work: { shown }, setup }: Pick<BenchState, "work" | "setup">): Run | null =>
  shown?.key === setupKey(setup) ? shown.run : null;

export type BenchStore = ReturnType<typeof createBenchStore>;

/** When the reader acted, in milliseconds: a busy page hears of a key long after it was pressed. */
const actedAt = (): number => globalThis.event?.timeStamp ?? performance.now();

/**
 * Puts a setup in place as a step that can be undone. No lock keeps a step of a lesson or a link from what it says.
 * @param name what changed, so that a gesture is one step; null for a step of its own
 * @param aim where its run is looked at; without one, where the reader looks now
 */
export function setUp(store: BenchStore, name: string | null, changed: Setup, aim?: Aim): void {
  const { setup, past, work } = store.getState();
  if (setupKey(changed) === setupKey(setup)) return;
  const now = actedAt();
  const sameGesture =
    name !== null && name === lastChange.name && now - lastChange.at < ONE_GESTURE_MS && past.length > 0;
  lastChange = { name, at: now };
  const steps = sameGesture ? past : [...past, setup].slice(-PAST_MAX);
  const still = aim === undefined ? {} : { playing: false };
  store.setState({ setup: changed, past: steps, future: [], linked: null, work: asked(work, aim ?? null), ...still });
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

/** Goes to a setup of the past or the future. */
function goTo(store: BenchStore, setup: Setup, steps: Pick<BenchState, "past" | "future">): void {
  lastChange = { name: null, at: -Infinity };
  store.setState({ setup, ...steps, linked: null, work: asked(store.getState().work, null) });
}

export function undo(store: BenchStore): void {
  const { setup, past, future } = store.getState();
  const before = past.at(-1);
  if (before === undefined || isRefused(store, before)) return;
  goTo(store, before, { past: past.slice(0, -1), future: [setup, ...future] });
}

export function redo(store: BenchStore): void {
  const { setup, past, future } = store.getState();
  const [after, ...later] = future;
  if (after === undefined || isRefused(store, after)) return;
  goTo(store, after, { past: [...past, setup], future: later });
}

/** A link was followed: its setup stands, and what was on the screen can be gone back to. */
export function follow(store: BenchStore, setup: Setup, linked: Linked | null, notices: readonly Notice[]): void {
  const state = store.getState();
  if (setupKey(setup) === setupKey(state.setup)) {
    store.setState({ linked, notices });
    return;
  }
  const past = [...state.past, state.setup];
  store.setState({ setup, linked, notices, past, future: [], work: asked(state.work, null) });
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

/** The setup of the chart on the page: that which stands, or the one under a hand that is over a chart. */
export const chartSetupOf = (state: Pick<BenchState, "draft" | "setup">): Setup =>
  draftChartOf(state)?.setup ?? state.setup;

/** The chart on the page, of that setup. */
export const chartNameOf = (state: Pick<BenchState, "draft" | "setup" | "chart">): ChartChoice =>
  (draftChartOf(state) ?? state.chart).name;

/** The thumb of a slider stands over a value; null when it is let go. */
export function drag(store: BenchStore, key: string, value: number | null): void {
  const { setup: of, draft } = store.getState();
  if (value === null) return draft?.tag === "slider" ? store.setState({ draft: null }) : undefined;
  const setup = { ...of, parameters: { ...of.parameters, [key]: value } };
  store.setState({ draft: { tag: "slider", of, setup, models: {} } });
}
