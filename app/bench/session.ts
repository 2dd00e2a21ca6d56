/**
 * The one bench of the page: made when the reader first comes to it, kept while they are elsewhere, so that nothing set
 * there is lost.
 */
import { currentPlace, placeName, replacePlace } from "../shell/location.ts";
import type { Place } from "../shell/location.ts";
import type { TestApi } from "../test-api.ts";
import { answerRows } from "./answers.ts";
import type { BenchContext } from "./context.ts";
import { startLab, sweepKey } from "./lab.ts";
import { readLink, writeLink } from "./link.ts";
import type { Linked } from "./link.ts";
import { Cancelled, EngineClient } from "../workers/engine-client.ts";
import { pinned, readPins, writePins } from "../twin/pins.ts";
import type { Notice } from "./notice.ts";
import { experimentOf, KEPT_CALLS, setupKey } from "./setup.ts";
import { createBenchStore, follow, notify } from "./store.ts";
import type { BenchState, BenchStore } from "./store.ts";

const noticesOf = (problems: readonly string[]): readonly Notice[] =>
  problems.map((text) => ({ kind: "problem", text }));

/** The place of all that a bench shows: its setup and the runs pinned beside it. */
export function placeOf({ setup, pins }: Pick<BenchState, "setup" | "pins">, linked?: Linked): Place {
  const { path, query } = writeLink(setup, linked);
  const all = new URLSearchParams(query);
  writePins(all, pins);
  return { path, query: all.toString() };
}

function testApi(store: BenchStore): TestApi {
  const ran = (): boolean => {
    const { setup, shown, running } = store.getState();
    return !running && shown?.key === setupKey(setup);
  };
  return {
    version: __ROUNDTRIP_VERSION__,
    ran,
    ready: () => {
      const { setup, sweep, python } = store.getState();
      return ran() && sweep?.key === sweepKey(setup) && python.tag !== "starting";
    },
    traceHash: () => store.getState().shown?.run.traceHash ?? null,
    modelValue: (measure) => {
      const { setup, shown, models } = store.getState();
      const rows = answerRows(experimentOf(setup), setup.parameters, shown?.run ?? null, models);
      return rows.find((row) => row.measure === measure)?.model?.value ?? null;
    },
    experiment: () => store.getState().setup.experiment,
  };
}

const setTitle = (store: BenchStore): void => {
  document.title = `${experimentOf(store.getState().setup).title} – Roundtrip`;
};

let session: BenchContext | null = null;
let shownPlace: Place | null = null;

/** The bench at a place: the first time it starts there, later it follows. */
export function benchAt(place: Place): BenchContext {
  session ??= startBench(place);
  shownPlace ??= place;
  return session;
}

/** A link was followed: its setup stands, and what was on the screen can be gone back to. */
export function followTo({ store }: BenchContext, place: Place): void {
  setTitle(store);
  if (place === shownPlace) return;
  shownPlace = place;
  const followed = readLink(place);
  const { pins, problems } = readPins(new URLSearchParams(place.query));
  follow(store, followed.setup, followed.linked, noticesOf([...followed.problems, ...problems]));
  if (pins.list.length > 0) store.setState({ pins });
}

function startBench(place: Place): BenchContext {
  const link = readLink(place);
  const { pins, problems } = readPins(new URLSearchParams(place.query));
  const store = createBenchStore(link.setup, link.linked, noticesOf([...link.problems, ...problems]));
  const lab = startLab(store);
  store.subscribe((state, before) => {
    if (state.setup === before.setup && state.pins === before.pins) return;
    if (state.pins !== before.pins) void runPins(store);
    if (placeName(currentPlace()) !== "bench") return;
    replacePlace(placeOf(state));
    setTitle(store);
  });
  if (pins.list.length > 0) store.setState({ pins });
  window.roundtrip = testApi(store);
  return { store, lab };
}

const pinEngine = new EngineClient();

/** Pins that came by a link have no runs yet: runs them, one after the other. */
async function runPins(store: BenchStore): Promise<void> {
  const waiting = store.getState().pins.list.find(({ run }) => run === null);
  if (waiting === undefined) return;
  try {
    const run = await pinEngine.run({ ...waiting.setup, keepCalls: KEPT_CALLS });
    store.setState({ pins: pinned(store.getState().pins, { do: "ran", setup: waiting.setup, run }) });
  } catch (error) {
    if (error instanceof Cancelled) return; // a newer change of the pins runs them
    const message = error instanceof Error ? error.message : String(error);
    notify(store, { kind: "problem", text: `Pinned run ${JSON.stringify(waiting.name)}: ${message}` });
    store.setState({ pins: pinned(store.getState().pins, { do: "remove", name: waiting.name }) });
  }
}
