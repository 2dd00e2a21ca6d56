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
import type { ReadLink } from "./link.ts";
import type { Notice } from "./notice.ts";
import { experimentOf, setupKey } from "./setup.ts";
import { createBenchStore, follow } from "./store.ts";
import type { BenchStore } from "./store.ts";

const noticesOf = (link: ReadLink): readonly Notice[] => link.problems.map((text) => ({ kind: "problem", text }));

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
  follow(store, followed.setup, followed.linked, noticesOf(followed));
}

function startBench(place: Place): BenchContext {
  const link = readLink(place);
  const store = createBenchStore(link.setup, link.linked, noticesOf(link));
  const lab = startLab(store);
  store.subscribe((state, before) => {
    if (state.setup === before.setup || placeName(currentPlace()) !== "bench") return;
    replacePlace(writeLink(state.setup));
    setTitle(store);
  });
  window.roundtrip = testApi(store);
  return { store, lab };
}
