/** Without motion and on paper: five pictures below each other. The last one can be taken hold of. */
import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { PHONE, useMedia } from "../../controls/media.ts";
import { itemAt } from "../../../engine/kernel/reads.ts";
import { setupHref } from "../../setup/bench-links.ts";
import { useWidth } from "../../draw/page-hooks.ts";
import { LAST, SENTENCES, viewsOf, whole, YOURS } from "./beats.ts";
import { keyOf, LOST, UNHARMED } from "./call.ts";
import type { Change } from "./call.ts";
import { OpeningFigure } from "./OpeningFigure.tsx";
import { outcomeOf } from "./outcome.ts";
import { roomOf } from "./scene-room.ts";
import { Scene } from "./Scene.tsx";
import type { HeldGrip } from "./shown.ts";
import { useRuns } from "./use-runs.ts";
import type { Runs } from "./use-runs.ts";

const HEIGHT = { across: 300, down: 460 } as const; // px; as opening.css

/** One of the first four pictures. */
function Still({ runs, beat }: { readonly runs: Runs; readonly beat: number }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const down = useMedia(PHONE);
  const [unharmed, lost] = [runs.of(UNHARMED)?.tale, runs.of(LOST)?.tale];
  const drawn = (both: Parameters<typeof viewsOf>[0]): ReactNode => {
    const { now, until } = itemAt(viewsOf(both), beat, "beat");
    const room = roomOf(width, down ? HEIGHT.down : HEIGHT.across, down, until);
    return <OpeningFigure room={room} tale={beat === 0 ? both.unharmed : both.lost} now={now} />;
  };
  return (
    <div className="scene" ref={box}>
      {unharmed !== undefined && lost !== undefined && width > 0 && drawn({ unharmed, lost })}
    </div>
  );
}

export function Stills() {
  const [change, setChange] = useState<Change>(LOST);
  const [held, setHeld] = useState<HeldGrip | null>(null);
  const runs = useRuns(held?.drop.change ?? change);
  const told = runs.latest;
  const unharmed = runs.of(UNHARMED)?.tale;
  const isStory = keyOf(change) === keyOf(LOST);
  const before = runs.of(change) ?? told;
  const shown =
    told === undefined || before === undefined
      ? null
      : { base: change, told, before, now: told.tale.end, until: whole(before.tale) };
  const outcome = shown === null ? "" : outcomeOf(shown.told.tale, unharmed ?? null);
  return (
    <ol className="stills">
      {SENTENCES.map((sentence, i) => (
        <li key={sentence}>
          <p className="note">
            {i + 1} of {LAST + 1}
          </p>
          <h2>{sentence}</h2>
          {i < LAST ? (
            <Still runs={runs} beat={i} />
          ) : (
            <Scene
              shown={shown}
              held={held}
              failure={runs.failure}
              onAgain={runs.again}
              hasBooking
              onHold={setHeld}
              onChange={setChange}
              unharmed={unharmed}
            />
          )}
        </li>
      ))}
      <li className="row beat-bar">
        {!isStory && (
          <button type="button" className="btn" onClick={() => setChange(LOST)}>
            Back to the story
          </button>
        )}
        <p className="note" role="status">
          {isStory ? YOURS[LAST] : outcome}
        </p>
        {shown !== null && (
          <p className="note">
            A run of our simulation of Cedar RPC. <a href={setupHref(shown.told.run)}>Open this run on the bench</a>.
          </p>
        )}
      </li>
    </ol>
  );
}
