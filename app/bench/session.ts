/**
 * The one bench of the page: made when the reader first comes to it, kept while they are elsewhere, so that nothing set
 * there is lost.
 */
import { pageTitle } from "../language/text.ts";
import { currentPlace, isAddressRead, isAskedFor, placeName, replacePlace } from "../setup/location.ts";
import type { PagePlace } from "../setup/location.ts";
import { presentationOf, PARTS, PLAIN, withPresentation } from "../setup/presentation.ts";
import type { Presentation } from "../setup/presentation.ts";
import type { TestApi } from "../lab/test-api.ts";
import { answerRows } from "../setup/answers.ts";
import type { BenchContext } from "../lab/context.ts";
import { CALLS, sweepKey } from "../setup/charts.ts";
import type { ChartChoice } from "../setup/charts.ts";
import { startLab } from "../lab/lab.ts";
import { withSweep } from "../setup/write-sweep.ts";
import { withKeys } from "../setup/link-table.ts";
import { readLink } from "../setup/link.ts";
import { DEFAULT_AXIS } from "../setup/axis.ts";
import { writeLink } from "../setup/write-link.ts";
import type { Linked } from "../setup/write-link.ts";
import { readPins, withPins } from "../setup/pins.ts";
import type { Notice } from "../controls/notice.ts";
import { runPins } from "../lab/pin.ts";
import { experimentOf, setupKey } from "../setup/setup.ts";
import { createBenchStore, follow, lostOf, notify } from "../lab/store.ts";
import { previewOf } from "../lab/draft.ts";
import { openingIn } from "../lab/bench-work.ts";
import type { BenchState, BenchStore } from "../lab/store.ts";

const noticesOf = (problems: readonly string[]): readonly Notice[] =>
  problems.map((text) => ({ kind: "problem", text }));

/**
 * The place of all that a bench shows: its setup, the runs pinned beside it, and how the link asked to be shown. A link
 * to give away is not embedded, wherever the bench that it is copied from stands.
 */
export function placeOf(
  state: Pick<BenchState, "setup" | "pins" | "chart" | "lost" | "view" | "axis" | "rung">,
  linked?: Linked,
): PagePlace {
  const { setup, pins, chart, view, axis, rung } = state;
  const link = withSweep(writeLink(setup, linked, chart.name, lostOf(state)), experimentOf(setup), chart.name);
  const place = withKeys<"bench">(withPins(link, pins), {
    view: view === "run" ? null : view,
    axis: axis === DEFAULT_AXIS ? null : axis,
    rung: rung === null ? null : String(rung),
  });
  return withPresentation(place, { ...presentationShown(state), embed: false });
}

/** The presentation that the link on the screen asked for, without names that hide nothing of this experiment. */
function presentationShown({ setup }: Pick<BenchState, "setup">): Presentation {
  if (shownPlace === null) return PLAIN;
  const { params } = experimentOf(setup);
  const isThere = (name: string): boolean =>
    name === "seed" || Object.hasOwn(PARTS, name) || Object.hasOwn(params, name);
  const presentation = presentationOf(shownPlace);
  const asked = shownPlace === answeredPlace ? null : presentation.asked;
  return { ...presentation, asked, hide: presentation.hide.filter(isThere) };
}

/** The reader has put the question away that the link asked: from now on the link is without it. */
export function forgetQuestion({ store }: BenchContext): void {
  answeredPlace = shownPlace;
  const state = store.getState();
  replacePlace(withPresentation(placeOf(state), presentationShown(state)));
}

function testApi({ store, lab }: BenchContext): TestApi {
  const ran = (): boolean => {
    const { setup, work } = store.getState();
    // React shows the place in an effect, a moment after the address was read.
    return isAddressRead() && isAskedFor(shownPlace) && work.tag !== "running" && work.shown?.key === setupKey(setup);
  };
  return {
    version: __ROUNDTRIP_VERSION__,
    ran,
    ready: () => {
      const { setup, sweep, chart } = store.getState();
      const swept = chart.name === CALLS || sweep?.key === sweepKey(setup, chart.name);
      return ran() && swept && !lab.isModelAsked();
    },
    traceHash: () => store.getState().work.shown?.run.traceHash ?? null,
    drawnHash: () => {
      const state = store.getState();
      return (previewOf(state) ?? openingIn(state.work) ?? state.work.shown)?.run.trace.hash ?? null;
    },
    modelValue: (measure) => {
      const { setup, work, models } = store.getState();
      const rows = answerRows(experimentOf(setup), setup, work.shown?.run ?? null, models);
      return rows.find((row) => row.measure === measure)?.model?.value ?? null;
    },
    experiment: () => store.getState().setup.experiment,
  };
}

/** What a link of the bench has of its state. */
const IN_LINKS = ["setup", "pins", "chart", "lost", "view", "axis", "rung"] as const;

const setTitle = (store: BenchStore): void => {
  document.title = pageTitle(experimentOf(store.getState().setup).title);
};

let session: BenchContext | null = null;
let shownPlace: PagePlace | null = null;
let answeredPlace: PagePlace | null = null; // the one whose question the reader has put away

/** Ends the bench of the page: the next one that is asked for starts at its place. */
export function forgetBench(): void {
  session?.lab.stop();
  session = null;
  shownPlace = null;
}

/** The bench at a place: the first time it starts there, later it follows. */
export function benchAt(place: PagePlace): BenchContext {
  session ??= startBench(place);
  shownPlace ??= place;
  return session;
}

/** A link was followed: its setup stands, and what was on the screen can be gone back to. */
export function followTo({ store }: BenchContext, place: PagePlace): void {
  setTitle(store);
  if (place === shownPlace) return;
  shownPlace = place;
  const followed = readLink(place);
  const { pins, problems } = readPins(new URLSearchParams(place.query));
  follow(store, followed.setup, followed.linked, noticesOf([...followed.problems, ...problems]));
  store.setState({ view: followed.view });
  showChart(store, followed.chart);
  store.setState({ axis: followed.axis ?? DEFAULT_AXIS, rung: followed.rung });
  if (hasSweep(place)) fromLink(store, place, "showSweep");
  if (hasLost(place)) fromLink(store, place, "showLost");
  openModel(store, followed.model);
  if (pins.list.length > 0) store.setState({ pins });
}

/** Shows the chart that a link names; what is shown stays where it names none. */
function showChart(store: BenchStore, name: ChartChoice): void {
  if (name !== null) store.setState((state) => ({ chart: { ...state.chart, name } }));
}

/** Opens the model's text at the function that a link names. */
function openModel(store: BenchStore, at: string | null): void {
  if (at !== null) store.setState({ editing: true, modelAt: at });
}

const hasSweep = ({ query }: PagePlace): boolean => /(^|&)(sweep|by|of)=/.test(query);

const hasLost = ({ query }: PagePlace): boolean => /(^|&)lost=/.test(query);

/** Does what few links ask for; the way to do it is fetched with the first of them. */
function fromLink(store: BenchStore, place: PagePlace, what: "compareLinked" | "showSweep" | "showLost"): void {
  import("./from-link.ts").then(
    (parts) => parts[what](store, place),
    () => notify(store, { kind: "problem", text: "Part of the link could not be read. Load the page again." }),
  );
}

function startBench(place: PagePlace): BenchContext {
  const link = readLink(place);
  const { pins, problems } = readPins(new URLSearchParams(place.query));
  const store = createBenchStore(link.setup, link.linked, noticesOf([...link.problems, ...problems]));
  store.setState({ view: link.view });
  showChart(store, link.chart);
  store.setState({ axis: link.axis ?? DEFAULT_AXIS, rung: link.rung });
  const lab = startLab(store, { openings: true });
  store.subscribe((state, before) => {
    if (state.linked !== null && state.work.shown !== null && state.work.shown !== before.work.shown)
      fromLink(store, place, "compareLinked");
    if (IN_LINKS.every((part) => state[part] === before[part])) return;
    if (placeName(currentPlace()) !== "bench") return;
    replacePlace(withPresentation(placeOf(state), { embed: presentationShown(state).embed }));
    setTitle(store);
  });
  if (pins.list.length > 0) store.setState({ pins });
  runPins(store);
  if (hasSweep(place)) fromLink(store, place, "showSweep");
  if (hasLost(place)) fromLink(store, place, "showLost");
  openModel(store, link.model);
  window.roundtrip = testApi({ store, lab });
  return { store, lab };
}
