/** Below the rows: what can be pulled in them, what a hand would set, and two buttons in its place. */
import type { BarHands } from "../timeline/props.ts";
import { handleOfRow, placeLine, trackOf, withPlace } from "./bar-ends.ts";
import type { Track } from "./bar-ends.ts";
import type { ShownRow } from "./rows.ts";

interface Props {
  readonly hands: BarHands;
  readonly rows: readonly ShownRow[];
  /** What the hand on a bar would set; null where none is on one. */
  readonly held: string | null;
}

/** A parameter has one pair of buttons, however many bars it makes longer. */
export function BarLine({ hands, rows, held }: Props) {
  const tracks = new Map<string, { readonly track: Track; readonly name: string }>();
  for (const row of rows) {
    const handle = handleOfRow(row, hands.handles);
    const track = handle === null ? null : trackOf(handle, hands.setup);
    if (handle !== null && track !== null && !tracks.has(track.pulled.key))
      tracks.set(track.pulled.key, { track, name: handle.name });
  }
  if (tracks.size === 0) return null;
  return (
    <div className="tl-pulls">
      <p className="note">{held ?? "Pull the end of a bar that has a grip."}</p>
      {[...tracks].map(([key, { track, name }]) => (
        <Steps key={key} {...{ track, name, hands }} />
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
