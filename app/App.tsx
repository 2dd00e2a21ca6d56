import { Suspense, use, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { atRest } from "./controls/at-rest.ts";
import { fetched } from "./controls/fetched.tsx";
import { FindOnItsWay } from "./shell/FindOnItsWay.tsx";
import { Footer } from "./shell/Footer.tsx";
import { useGlobalKeys } from "./controls/page-keys.ts";
import { hashOf, placeName, shownPlace, usePlace } from "./setup/location.ts";
import type { PagePlace, PlaceName } from "./setup/location.ts";
import { answers } from "./record/answers.ts";
import { restOf } from "./setup/link-table.ts";
import { PresentationContext, presentationOf } from "./setup/presentation.ts";
import {
  AssignedPlace,
  BenchPlace,
  CapturePlace,
  ConceptPlace,
  CourseHome,
  DeskPlace,
  LessonPlayer,
  NumbersPlace,
  PapersPlace,
  ReferencePlace,
  TracesPlace,
  WritePlace,
} from "./places.ts";
import type { HandIn } from "./assigned/AssignedPlace.tsx";
import { Masthead } from "./shell/Masthead.tsx";
import { toggleTheme } from "./controls/theme.ts";
import { toFigure } from "./controls/to-figure.ts";
import { unknownLanguage } from "./language/choice.ts";
import { pageTitle, spokenLanguage, withTexts } from "./language/text.ts";

const AddressNotices = fetched(
  "The notices about the address",
  withTexts(() => import("./shell/AddressNotices.tsx").then((m) => m.AddressNotices)),
);
const EmbeddedFoot = fetched("The way to the whole page", () =>
  import("./shell/Embedded.tsx").then((m) => m.EmbeddedFoot),
);
const Help = fetched("Help", () => import("./shell/Help.tsx").then((m) => m.Help));
const KeptNotice = fetched("A notice", () => import("./shell/KeptNotice.tsx").then((m) => m.KeptNotice));

const NewVersion = fetched("The notice of a new version", () =>
  atRest()
    .then(() => import("./offline/NewVersion.tsx"))
    .then(
      (m) => m.NewVersion,
      () => () => null, // no network: there is no newer version either
    ),
);
/** Notes on terms, and files that are dropped: without a network there are none. */
const listenAtRest = (): void =>
  void atRest()
    .then(() => import("./shell/listeners.ts"))
    .then(
      (m) => m.listen(),
      () => undefined,
    );
const Handout = fetched("The handout", () => import("./handout/Handout.tsx").then((m) => m.Handout));
const Palette = fetched(
  "The search",
  withTexts(() => import("./shell/Palette.tsx").then((m) => m.Palette), "palette"),
);

const TITLES = {
  "": "",
  numbers: "Your numbers",
  capture: "Captures",
  traces: "Traces",
  papers: "Papers",
  reference: "Reference",
  write: "Write the rule",
  concept: "What do you believe?",
  desk: "The teacher’s desk",
  do: "An assignment",
} as const;

/** Runs all checkpoints of an assignment’s lessons again, for the file that is handed in. */
const handIn: HandIn = (...of) => import("./lesson/record/hand-in-assignment.ts").then((m) => m.handInText(...of));

/** What stands in a frame, where it is not the bench. */
const EMBEDDED: Partial<Record<PlaceName, string>> = { lesson: "the lesson", do: "the assignment" };

/** Before this a part that is on its way says nothing: ms. */
const LONG_MS = 4000;

/** Room for a place that is on its way; after some seconds it says so. */
function Arriving({ at }: { readonly at: string }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={`arriving at-${at}`}>
      {isLong && (
        <p className="notice" role="status">
          Still waiting for this part of the site: the network is slow, or a filter holds it back.
        </p>
      )}
    </div>
  );
}

/** Shows a place. A path that leads nowhere shows the course. */
function Shown({ place }: { readonly place: PagePlace }) {
  const texts = spokenLanguage()?.texts(shownPlace(place));
  if (texts !== undefined) use(texts);
  const [, , first = null, second = null] = place.path.split("/").map((part) => (part === "" ? null : part));
  switch (placeName(place)) {
    case "lesson":
      return <LessonPlayer slug={first ?? ""} place={place} />;
    case "bench":
      return <BenchPlace place={place} />;
    case "numbers":
      return <NumbersPlace query={place.query} />;
    case "capture":
      return <CapturePlace query={place.query} />;
    case "traces":
      return <TracesPlace query={place.query} />;
    case "papers":
      return <PapersPlace paper={first} table={second} query={place.query} />;
    case "reference":
      return <ReferencePlace section={first} query={place.query} />;
    case "do":
      return <AssignedPlace place={place} handIn={handIn} />;
    case "desk":
      if (first === "handout" || first === "slides") return <Handout key={place.path} slug={second} kind={first} />;
      return <DeskPlace place={place} />;
    case "concept":
      return <ConceptPlace />;
    case "write":
      return <WritePlace level={first} query={place.query} />;
    case "":
    case null:
      return <CourseHome />;
  }
}

interface FindProps {
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

function Find(props: FindProps) {
  const typed = useRef("");
  const onItsWay = <FindOnItsWay onType={(text) => (typed.current = text)} onClose={props.onClose} />;
  return (
    <Suspense fallback={onItsWay}>
      <Palette typed={typed} {...props} />
    </Suspense>
  );
}

/** Whether an address may say something that its place cannot use. */
const saysMore = (place: PagePlace): boolean =>
  place.query !== "" || restOf(place) !== "" || place.mended !== undefined || unknownLanguage() !== null;

/** The page: masthead, the place that the address names, foot. */
export function App() {
  const place = usePlace();
  const [open, setOpen] = useState<"help" | "find" | null>(null);
  const name = shownPlace(place);
  const problem = answers((state) => state.problem);
  const presentation = useMemo(() => presentationOf(place), [place]);
  useGlobalKeys({ help: () => setOpen("help"), find: () => setOpen("find"), theme: toggleTheme, figure: toFigure });
  useEffect(() => {
    if (name !== "bench" && name !== "lesson") document.title = pageTitle(TITLES[name]); // those name themselves
  }, [name]);
  useEffect(listenAtRest, []);
  useLayoutEffect(() => {
    // Before the place's own effects, one of which may bring what a link points at into view.
    window.scrollTo(0, 0); // gives a promise in some browsers, which is no clean-up
  }, [name, place.path]);
  return (
    <>
      <button type="button" className="skip" onClick={() => document.querySelector<HTMLElement>("main")?.focus()}>
        Skip to the content
      </button>
      {!presentation.embed && <Masthead at={name} onHelp={() => setOpen("help")} onFind={() => setOpen("find")} />}
      <Suspense>{problem !== null && <KeptNotice problem={problem} />}</Suspense>
      <Suspense>{import.meta.env.PROD && !presentation.withText && <NewVersion />}</Suspense>
      <Suspense>{saysMore(place) && <AddressNotices key={hashOf(place)} place={place} />}</Suspense>
      <PresentationContext value={presentation}>
        {/* Each place waits alone: what failed in one that is left must not hold the next one up. */}
        <Suspense key={name} fallback={<Arriving at={name} />}>
          <Shown place={place} />
        </Suspense>
      </PresentationContext>
      {!presentation.embed && <Footer />}
      <Suspense>
        {presentation.embed && <EmbeddedFoot what={EMBEDDED[name] ?? "the bench"} withText={presentation.withText} />}
      </Suspense>
      <Suspense>{open === "help" && <Help onClose={() => setOpen(null)} />}</Suspense>
      {open === "find" && <Find onClose={() => setOpen(null)} onHelp={() => setOpen("help")} />}
    </>
  );
}
