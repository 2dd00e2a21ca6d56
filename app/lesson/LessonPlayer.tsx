/** A lesson: its prose at the left, its stage at the right, a step at a time. */
import { startTransition, Suspense, useEffect, useState } from "react";
import { useStore } from "zustand";
import { itemAt } from "../../engine/kernel/reads.ts";
import { quote } from "../../engine/faults/quote.ts";
import type { RunEngine } from "../../lessons/judge.ts";
import { openLessonOf } from "../../lessons/index.ts";
import type { OpenLesson } from "../../lessons/index.ts";
import { Context } from "../lab/context.ts";
import type { BenchContext } from "../lab/context.ts";
import { startLab } from "../lab/lab.ts";
import { createBenchStore, dismiss, redo, undo } from "../lab/store.ts";
import type { BenchStore } from "../lab/store.ts";
import { Notices } from "../controls/Notices.tsx";
import { currentPlace } from "../setup/location.ts";
import type { PagePlace } from "../setup/location.ts";
import { ownStudent, presentationOf } from "../setup/presentation.ts";
import { useStudent } from "../record/student.ts";
import { useGlobalKeys } from "../controls/page-keys.ts";
import { EngineClient } from "../workers/engine-client.ts";
import { experimentNamed } from "../../lessons/named.ts";
import { withDefaults } from "../../engine/experiments/settings.ts";
import type { LessonContext } from "./context.ts";
import { Arrived } from "./lazy-part.tsx";
import { Player } from "./Player.tsx";
import { stepIndex } from "./lesson-link.ts";
import { setupOf, StageDirector } from "./stage-state.ts";
import { runValue } from "./stage/run-value.ts";
import { hrefOf } from "../setup/link-table.ts";
import "../styles/parameters.css";
import "../styles/answers.css";
import "../styles/bench.css"; // the stage is made of the bench's parts
import "../styles/presentation.css";
import "./lesson.css";
import "./low.css";
import "./questions/asked.css";
import "./stage/stage-figures.css";
import "./stage/stage.css";
import "./stage/stage-form.css";

interface Props {
  readonly slug: string;
  /** Step and stage as the address has them; what of it cannot be used is told. */
  readonly place: PagePlace;
}

/** Everything of an open lesson that lives as long as it is open: its own bench, its own engine for checkpoints. */
interface Session {
  readonly open: OpenLesson;
  readonly bench: BenchContext;
  readonly director: StageDirector;
  readonly engine: Pick<LessonContext, "engine" | "live" | "runNumber">;
  readonly stop: () => void;
}

/** Runs pins from the first on: the first lesson fetches nothing for them before. Returns its end. */
function runPinsOnceThere(store: BenchStore): () => void {
  let stop: () => void;
  const start = ({ pins }: ReturnType<BenchStore["getState"]>): void => {
    if (pins.list.length === 0) return;
    stop();
    let gone = false;
    stop = () => void (gone = true);
    import("../lab/pin.ts").then(
      ({ runPins }) => {
        if (!gone) stop = runPins(store);
      },
      () => {
        if (!gone) stop = store.subscribe(start); // with the next change
      },
    );
  };
  stop = store.subscribe(start);
  return () => stop();
}

function startSession(open: OpenLesson): Session {
  const { steps } = open.lesson;
  // The reader came to this one: it runs first.
  const first = itemAt(steps, stepIndex(currentPlace(), steps.length) ?? 0, "step");
  const store = createBenchStore(setupOf(first.stage), null, []);
  const director = new StageDirector(store);
  const lab = startLab(store, { openings: false });
  const stopPins = runPinsOnceThere(store);
  const client = new EngineClient();
  const liveClient = new EngineClient();
  const measuresOf =
    (of: EngineClient): RunEngine =>
    async ({ search, ...request }) => {
      if (search === undefined) return (await of.run({ ...request, keepCalls: 1 })).measures;
      const { countViolations } = await import("../workers/explore-client.ts");
      const value = await countViolations(request.experiment, { parameters: request.parameters, faults: search });
      return { violations: { value, unit: "" } };
    };
  const engine: Session["engine"] = {
    engine: measuresOf(client),
    live: measuresOf(liveClient),
    runNumber: async ({ experiment, set, faults, seed, measure, scale }) => {
      const parameters = withDefaults(experimentNamed(experiment), set);
      const run = await client.run({ experiment, parameters, seed, faults, keepCalls: 1 });
      const value = runValue(run, measure);
      return value === null ? null : value * scale;
    },
  };
  const stop = (): void => {
    director.stop();
    lab.stop();
    stopPins();
    client.cancel();
    liveClient.cancel();
  };
  return { open, bench: { store, lab }, director, engine, stop };
}

type Loaded = Session | "loading" | "none" | { readonly failure: Error };

/** The session of a lesson, from when its files are there until another lesson is opened. */
function useSession(slug: string, own: string | null): Loaded {
  const [loaded, setLoaded] = useState<Loaded>("loading");
  useEffect(() => {
    let session: Session | null = null;
    let gone = false;
    setLoaded("loading");
    openLessonOf(slug, own).then(
      (open) => {
        if (gone) return;
        session = open === null ? null : startSession(open);
        startTransition(() => setLoaded(session ?? "none"));
      },
      (error: unknown) => {
        if (!gone) setLoaded({ failure: error instanceof Error ? error : new Error(String(error)) });
      },
    );
    return () => {
      gone = true;
      session?.stop();
    };
  }, [slug, own]);
  return loaded;
}

function NotHere({ slug }: { readonly slug: string }) {
  return (
    <main className="lesson-missing">
      <h1>There is no such lesson</h1>
      <p>
        The course has no lesson called {quote(slug)}. <a href={hrefOf("")}>The course</a>
      </p>
    </main>
  );
}

function Open({ session, place }: { readonly session: Session; readonly place: PagePlace }) {
  const { store } = session.bench;
  const [arrived, setArrived] = useState(false);
  useEffect(() => setArrived(true), []);
  const notices = useStore(store, (state) => state.notices);
  useGlobalKeys({ undo: () => undo(store), redo: () => redo(store) });
  return (
    <Context value={session.bench}>
      <Notices notices={notices} onDismiss={(gone) => dismiss(store, gone)} />
      <Arrived value={arrived}>
        <Player {...session} place={place} />
      </Arrived>
    </Context>
  );
}

export function LessonPlayer({ slug, place }: Props) {
  const own = ownStudent(presentationOf(place), useStudent());
  const loaded = useSession(slug, own);
  // For a moment after a link to another lesson was followed, what is loaded is still the one before.
  const before = typeof loaded === "object" && "open" in loaded && loaded.open.lesson.slug !== slug;
  const coming = <main className="lesson-missing" aria-busy="true" />;
  if (loaded === "loading" || before) return coming;
  if (loaded === "none") return <NotHere slug={slug} />;
  if ("failure" in loaded) throw loaded.failure; // the boundary around the lesson says so, and tries again
  return (
    <Suspense fallback={coming}>
      <Open key={`${slug} ${own ?? ""}`} session={loaded} place={place} />
    </Suspense>
  );
}
