import { lazy, Suspense, useEffect, useState } from "react";
import { Footer } from "./shell/Footer.tsx";
import { useGlobalKeys } from "./shell/keys.ts";
import { placeName, usePlace } from "./shell/location.ts";
import type { Place } from "./shell/location.ts";
import { Masthead } from "./shell/Masthead.tsx";
import { toggleTheme } from "./shell/theme.ts";

// Each place is a chunk of its own: a reader of a lesson waits for no bench.
const CourseHome = lazy(() => import("./course/index.ts").then((m) => ({ default: m.CourseHome })));
const LessonPlayer = lazy(() => import("./lesson/index.ts").then((m) => ({ default: m.LessonPlayer })));
const BenchPlace = lazy(() => import("./bench/BenchPlace.tsx").then((m) => ({ default: m.BenchPlace })));
const PapersPlace = lazy(() => import("./papers/index.ts").then((m) => ({ default: m.PapersPlace })));
const ReferencePlace = lazy(() => import("./reference/index.ts").then((m) => ({ default: m.ReferencePlace })));
const Help = lazy(() => import("./shell/Help.tsx").then((m) => ({ default: m.Help })));
const Palette = lazy(() => import("./shell/Palette.tsx").then((m) => ({ default: m.Palette })));

const TITLES = { "": "Roundtrip", papers: "Papers – Roundtrip", reference: "Reference – Roundtrip" } as const;

/** A step of a lesson, from 1; undefined where the link names none. */
function stepOf({ query }: Place): number | undefined {
  const text = new URLSearchParams(query).get("step");
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}

/** What stands at a place. A path that leads nowhere is said to, and shows the course. */
function Shown({ place }: { readonly place: Place }) {
  const [, , first = null, second = null] = place.path.split("/").map((part) => (part === "" ? null : part));
  switch (placeName(place)) {
    case "lesson":
      return <LessonPlayer slug={first ?? ""} step={stepOf(place)} />;
    case "bench":
      return <BenchPlace place={place} />;
    case "papers":
      return <PapersPlace paper={first} table={second} />;
    case "reference":
      return <ReferencePlace section={first} />;
    case "":
      return <CourseHome />;
    case null:
      return (
        <>
          <p className="notice" role="status">
            There is nothing at {JSON.stringify(place.path)}. The places are the course, the bench, the papers and the
            reference; this is the course.
          </p>
          <CourseHome />
        </>
      );
  }
}

/** The page: masthead, the place that the address names, foot. */
export function App() {
  const place = usePlace();
  const [open, setOpen] = useState<"help" | "find" | null>(null);
  const name = placeName(place) ?? "";
  useGlobalKeys({ help: () => setOpen("help"), find: () => setOpen("find"), theme: toggleTheme });
  useEffect(() => {
    if (name !== "bench" && name !== "lesson") document.title = TITLES[name]; // those name themselves
  }, [name]);
  useEffect(() => {
    window.scrollTo(0, 0); // gives a promise in some browsers, which is no clean-up
  }, [name, place.path]);
  return (
    <>
      <button type="button" className="skip" onClick={() => document.querySelector<HTMLElement>("main")?.focus()}>
        Skip to the content
      </button>
      <Masthead at={name} onHelp={() => setOpen("help")} onFind={() => setOpen("find")} />
      <Suspense fallback={<div className="arriving" />}>
        <Shown place={place} />
      </Suspense>
      <Footer />
      <Suspense>
        {open === "help" && <Help onClose={() => setOpen(null)} />}
        {open === "find" && <Palette onClose={() => setOpen(null)} onHelp={() => setOpen("help")} />}
      </Suspense>
    </>
  );
}
