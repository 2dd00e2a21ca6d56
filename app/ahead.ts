/**
 * Fetches what the place of an address begins with before React draws the page. React draws a place that is here whole
 * and at once. Of one that comes later it draws the room first, and then it waits for 300 ms, lest the page flickers;
 * where a part of that place comes later again, it waits as long once more.
 */
import {
  AssignedPlace,
  BenchPlace,
  CapturePlace,
  CourseHome,
  LessonPlayer,
  NumbersPlace,
  PapersPlace,
  ReferencePlace,
  TracesPlace,
  WritePlace,
  ConceptPlace,
  DeskPlace,
} from "./places.ts";
import { shownPlace } from "./setup/location.ts";
import type { PagePlace, PlaceName } from "./setup/location.ts";

/** A place whose files take longer comes into a page that is on the screen. */
const LONGEST_MS = 250;

/** The lesson, the paper or the section of a place; null for none. */
const partOf = ({ path }: PagePlace): string | null => path.split("/")[2] ?? null;

const AHEAD: Readonly<Record<PlaceName, (place: PagePlace) => Promise<unknown>>> = {
  "": () => CourseHome.ahead(),
  lesson: (place) => {
    const step = Number(new URLSearchParams(place.query).get("step") ?? 1);
    const lesson = import("./lesson/later.tsx").then((m) => m.lessonAhead(partOf(place) ?? "", step));
    return Promise.all([LessonPlayer.ahead(), lesson]);
  },
  bench: (place) => {
    const run = import("./bench/experiments-here.ts").then((m) => m.experimentsAhead(place));
    return Promise.all([BenchPlace.ahead(), run]);
  },
  numbers: () => NumbersPlace.ahead(),
  capture: () => CapturePlace.ahead(),
  traces: () => TracesPlace.ahead(),
  papers: (place) => {
    const paper = import("./papers/load.ts").then((m) => m.paperAhead(partOf(place)));
    return Promise.all([PapersPlace.ahead(), paper]);
  },
  reference: (place) => {
    const section = import("./reference/sections.ts").then((m) => m.sectionNamed(partOf(place)).Part.ahead());
    return Promise.all([ReferencePlace.ahead(), section]);
  },
  write: () => WritePlace.ahead(),
  concept: () => ConceptPlace.ahead(),
  desk: () => DeskPlace.ahead(),
  do: () => AssignedPlace.ahead(),
};

/** Settles when the place can be drawn, or soon. The place fetches again what did not come, and says so. */
export async function fetchedAhead(place: PagePlace): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
  const here = AHEAD[shownPlace(place)](place).catch(() => undefined);
  await Promise.race([here, late]);
}
