import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { quote } from "../engine/faults/fault.ts";
import { unusedIn } from "./setup/address.ts";
import { EmbeddedFoot } from "./shell/Embedded.tsx";
import { Footer } from "./shell/Footer.tsx";
import { useGlobalKeys } from "./controls/page-keys.ts";
import { hashOf, placeName, usePlace } from "./setup/location.ts";
import type { Place } from "./setup/location.ts";
import { takeInAnswers } from "./record/answers.ts";
import { ManneredPlace, readManners } from "./setup/manners.ts";
import { Masthead } from "./shell/Masthead.tsx";
import { Notices } from "./controls/Notices.tsx";
import { toggleTheme } from "./controls/theme.ts";

// Each place is a chunk of its own: a reader of a lesson waits for no bench.
const CourseHome = lazy(async () => {
  const [{ CourseHome: place }] = await Promise.all([import("./course/CourseHome.tsx"), takeInAnswers()]);
  return { default: place };
});
const LessonPlayer = lazy(async () => {
  const [{ LessonPlayer: place }] = await Promise.all([import("./lesson/LessonPlayer.tsx"), takeInAnswers()]);
  return { default: place };
});
const BenchPlace = lazy(() => import("./bench/BenchPlace.tsx").then((m) => ({ default: m.BenchPlace })));
const PapersPlace = lazy(() => import("./papers/PapersPlace.tsx").then((m) => ({ default: m.PapersPlace })));
const ReferencePlace = lazy(() =>
  import("./reference/ReferencePlace.tsx").then((m) => ({ default: m.ReferencePlace })),
);
const Help = lazy(() => import("./shell/Help.tsx").then((m) => ({ default: m.Help })));
const Palette = lazy(() => import("./shell/Palette.tsx").then((m) => ({ default: m.Palette })));

const TITLES = { "": "Roundtrip", papers: "Papers – Roundtrip", reference: "Reference – Roundtrip" } as const;

/** What stands at a place. A path that leads nowhere is said to, and shows the course. */
function Shown({ place }: { readonly place: Place }) {
  const [, , first = null, second = null] = place.path.split("/").map((part) => (part === "" ? null : part));
  switch (placeName(place)) {
    case "lesson":
      return <LessonPlayer slug={first ?? ""} place={place} />;
    case "bench":
      return <BenchPlace place={place} />;
    case "papers":
      return <PapersPlace paper={first} table={second} query={place.query} />;
    case "reference":
      return <ReferencePlace section={first} />;
    case "":
      return <CourseHome />;
    case null:
      return (
        <>
          <p className="notice" role="status">
            There is nothing at {quote(place.path)}. The places are the course, the bench, the papers and the reference;
            this is the course.
          </p>
          <CourseHome />
        </>
      );
  }
}

interface UnusedProps {
  readonly place: Place;
  readonly problems: readonly string[]; // of how it is to be shown
}

/** What the place has no use for in the address, until it is dismissed. */
function Unused({ place, problems }: UnusedProps) {
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const texts = [...unusedIn(place), ...problems].filter((text) => !dismissed.includes(text));
  if (texts.length === 0) return null;
  const notices = texts.map((text) => ({ kind: "problem" as const, text }));
  return <Notices notices={notices} onDismiss={({ text }) => setDismissed([...dismissed, text])} />;
}

/** The page: masthead, the place that the address names, foot. */
export function App() {
  const place = usePlace();
  const [open, setOpen] = useState<"help" | "find" | null>(null);
  const name = placeName(place) ?? "";
  const { manners, problems } = useMemo(() => readManners(place), [place]);
  useGlobalKeys({ help: () => setOpen("help"), find: () => setOpen("find"), theme: toggleTheme });
  useEffect(() => {
    if (name !== "bench" && name !== "lesson") document.title = TITLES[name]; // those name themselves
  }, [name]);
  useLayoutEffect(() => {
    // Before the place's own effects, one of which may bring what a link points at into view.
    window.scrollTo(0, 0); // gives a promise in some browsers, which is no clean-up
  }, [name, place.path]);
  return (
    <>
      <button type="button" className="skip" onClick={() => document.querySelector<HTMLElement>("main")?.focus()}>
        Skip to the content
      </button>
      {!manners.embed && <Masthead at={name} onHelp={() => setOpen("help")} onFind={() => setOpen("find")} />}
      <Unused key={hashOf(place)} place={place} problems={problems} />
      <ManneredPlace value={manners}>
        <Suspense fallback={<div className="arriving" />}>
          <Shown place={place} />
        </Suspense>
      </ManneredPlace>
      {manners.embed ? <EmbeddedFoot what={name === "lesson" ? "the lesson" : "the bench"} /> : <Footer />}
      <Suspense>
        {open === "help" && <Help onClose={() => setOpen(null)} />}
        {open === "find" && <Palette onClose={() => setOpen(null)} onHelp={() => setOpen("help")} />}
      </Suspense>
    </>
  );
}
