/** Below the figure: the five beats as buttons, the way on, and what the reader may do or has done. */
import type { KeyboardEvent } from "react";
import type { Run } from "../../../engine/experiments/types.ts";
import { setupHref } from "../../setup/bench-links.ts";
import { LAST, SENTENCES, YOURS } from "./beats.ts";

interface Props {
  readonly place: number;
  readonly beat: number;
  /** What became of the reader’s own run; null in the story. */
  readonly outcome: string | null;
  readonly run: Run | null;
  readonly onGo: (beat: number) => void;
  readonly onBack: () => void;
}

export function BeatBar({ place, beat, outcome, run, onGo, onBack }: Props) {
  const isAtEnd = place > LAST - 0.01;
  const next = isAtEnd ? 0 : Math.min(LAST, Math.floor(place + 0.1) + 1);
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === "ArrowRight" && !isAtEnd) onGo(next);
    if (key === "ArrowLeft") onGo(Math.max(0, Math.ceil(place - 0.1) - 1));
  };
  return (
    <div className="row beat-bar" role="group" aria-label="The story" onKeyDown={onKeyDown}>
      <div className="beat-dots">
        {SENTENCES.map((sentence, i) => (
          <button
            key={sentence}
            type="button"
            aria-label={`${i + 1} of ${LAST + 1}: ${sentence}`}
            aria-current={i === beat ? "step" : undefined}
            onClick={() => onGo(i)}
          >
            <i style={{ width: `${Math.max(0, Math.min(1, i === 0 ? 1 : place - i + 1)) * 100}%` }} />
          </button>
        ))}
      </div>
      <button type="button" className="btn" onClick={() => onGo(next)}>
        {isAtEnd ? "Again" : "Next"}
      </button>
      {outcome !== null && (
        <button type="button" className="btn" onClick={onBack}>
          Back to the story
        </button>
      )}
      <p className="note">
        {outcome ?? YOURS[beat]}{" "}
        {run !== null && (
          <>
            A run of our simulation of Cedar RPC, on machines 1&#8239;ms apart.{" "}
            <a href={setupHref(run)}>Open this run on the bench</a>.
          </>
        )}
      </p>
    </div>
  );
}
