/**
 * The opening: a call that fails and comes back, in five beats. The page’s own scroll moves one simulated run. At any
 * moment the reader takes hold of it, sees the run that follows, and goes back to the story.
 */
import { useRef, useState } from "react";
import type { RefObject } from "react";
import { itemAt } from "../../../engine/kernel/reads.ts";
import { useMedia, useReducedMotion } from "../../controls/media.ts";
import { usePrinting } from "../../controls/printing.ts";
import { BeatBar } from "./BeatBar.tsx";
import { beatAt, isLostAt, LAST, SENTENCES, viewAt, viewsOf, whole } from "./beats.ts";
import type { BeatView } from "./beats.ts";
import { keyOf, linesOf, LOST, UNHARMED } from "./call.ts";
import type { Change } from "./call.ts";
import { outcomeOf, ownText } from "./outcome.ts";
import { Scene } from "./Scene.tsx";
import type { HeldGrip, Shown } from "./shown.ts";
import { Stills } from "./Stills.tsx";
import { usePlace } from "./use-place.ts";
import { useRuns } from "./use-runs.ts";
import type { Runs } from "./use-runs.ts";
import "./opening.css";

/** A reader’s change stays while the page scrolls by less than this share of the way to the next beat. */
const STAYS = 0.5;

/** A window so low has no room for a figure that stands still while the page scrolls. */
const LOW = "(max-height: 459px)";

interface Mine {
  readonly change: Change;
  /** The place in the story at which it was made. */
  readonly at: number;
}

/** What is drawn: the story at its place, or the whole of the run that the reader has made. */
function shownOf(runs: Runs, base: Change, held: HeldGrip | null, view: BeatView | null): Shown | null {
  const told = runs.latest;
  if (told === undefined) return null;
  const before = runs.of(base) ?? told;
  const until = view?.until ?? whole(before.tale);
  const end = held === null ? told.tale.end : Math.min(told.tale.end, until); // the axis stands while one drags
  return { base, told, before, until, now: held === null && view !== null ? view.now : end };
}

interface TellerProps {
  readonly section: RefObject<HTMLElement | null>;
  readonly pin: RefObject<HTMLDivElement | null>;
}

function Teller({ section, pin }: TellerProps) {
  const [mine, setMine] = useState<Mine | null>(null);
  const [held, setHeld] = useState<HeldGrip | null>(null);
  const [said, setSaid] = useState("");
  const { place, go } = usePlace(section, pin);
  if (mine !== null && held === null && Math.abs(place - mine.at) > STAYS) setMine(null);
  const beat = beatAt(place);
  const story = isLostAt(place) ? LOST : UNHARMED;
  const base = mine?.change ?? story;
  const runs = useRuns(held?.drop.change ?? base);
  const [unharmed, lost] = [runs.of(UNHARMED)?.tale, runs.of(LOST)?.tale];
  const tales = unharmed === undefined || lost === undefined ? null : { unharmed, lost };
  const view = tales === null || mine !== null ? null : viewAt(viewsOf(tales), place);
  const shown = tales === null ? null : shownOf(runs, base, held, view);
  const goTo = (next: number): void => {
    setMine(null);
    setSaid(`${next + 1} of ${LAST + 1}. ${itemAt(SENTENCES, next, "sentence")}`);
    go(next);
  };
  const change = (made: Change): void => {
    if (mine === null && beat === 0 && keyOf(made) === keyOf(LOST)) return goTo(1);
    setMine(keyOf(made) === keyOf(story) ? null : { change: made, at: place });
  };
  return (
    <>
      <ol className="beats">
        {SENTENCES.map((sentence, i) => (
          <li key={sentence} className={i === beat ? undefined : "vh"} aria-current={i === beat ? "step" : undefined}>
            <h2>{i === beat && mine !== null && shown !== null ? ownText(shown.told.tale) : sentence}</h2>
          </li>
        ))}
      </ol>
      <Scene
        shown={shown}
        held={held}
        failure={runs.failure}
        onAgain={runs.again}
        hasBooking={mine !== null || beat === LAST}
        onHold={setHeld}
        onChange={change}
        unharmed={unharmed}
      />
      <BeatBar
        place={place}
        beat={beat}
        outcome={mine === null || shown === null ? null : outcomeOf(shown.told.tale, unharmed ?? null)}
        run={shown?.told.run ?? null}
        onGo={goTo}
        onBack={() => setMine(null)}
      />
      <p className="vh" role="status">
        {mine === null || held !== null || shown === null
          ? said
          : `${linesOf(mine.change).join("; ")}. ${outcomeOf(shown.told.tale, unharmed ?? null)}`}
      </p>
    </>
  );
}

export function Opening() {
  const section = useRef<HTMLElement>(null);
  const pin = useRef<HTMLDivElement>(null);
  const [reduced, printing, paper] = [useReducedMotion(), usePrinting(), useMedia("print")];
  const isLow = useMedia(LOW);
  const isStill = reduced || printing || paper || isLow;
  return (
    <section
      className={isStill ? "opening still" : "opening"}
      aria-label="A call that fails and comes back"
      ref={section}
    >
      {isStill ? (
        <Stills />
      ) : (
        <div className="pin" ref={pin}>
          <Teller section={section} pin={pin} />
        </div>
      )}
    </section>
  );
}
