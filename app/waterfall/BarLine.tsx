/** Below the rows: what can be pulled in them, what a hand would set, and two buttons in its place. */
import type { BarHands } from "../timeline/props.ts";
import { placeLine, withPlace } from "./bar-ends.ts";
import type { End, Track } from "./bar-ends.ts";

interface Props {
  readonly hands: BarHands;
  readonly ends: readonly (End | null)[];
  /** What the hand on a bar would set; null where none is on one. */
  readonly held: string | null;
}

/** A parameter has one pair of buttons, however many bars it makes longer. */
export function BarLine({ hands, ends, held }: Props) {
  const stops = ends.flatMap((end) => (end?.isStop === true ? [end] : []));
  if (stops.length === 0) return null;
  return (
    <div className={held === null ? "row tl-pulls" : "row tl-pulls is-held"}>
      <p className="note">{held ?? "Pull the end of a bar that has a grip."}</p>
      {stops.map(({ track, handle: { name } }) => (
        <Steps key={track.pulled.key} {...{ track, name, hands }} />
      ))}
    </div>
  );
}

function Steps({ track, name, hands }: { readonly track: Track; readonly name: string; readonly hands: BarHands }) {
  const { now } = track;
  const button = (longer: boolean, word: string) => {
    const next = track.next(longer, false);
    return (
      <button
        type="button"
        className="btn small"
        disabled={next === now}
        aria-label={`${name}: ${word}`}
        onClick={() => hands.onChange(withPlace(track, hands.setup, next), `bar ${track.pulled.key}`)}
      >
        {longer ? "+" : "−"}
      </button>
    );
  };
  return (
    <span role="group" aria-label={name}>
      {name} <b>{placeLine(track, now)}</b> {button(false, "a shorter bar")} {button(true, "a longer bar")}
    </span>
  );
}
