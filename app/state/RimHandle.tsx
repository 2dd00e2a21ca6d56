/** The rim of a buffer: pulled by a pointer, moved by keys, or by the two buttons beside it. */
import { useRef } from "react";
import type { CSSProperties, KeyboardEvent, PointerEvent } from "react";
import { useEscape } from "../controls/use-escape.ts";
import type { RimHands } from "./props.ts";
import { rimText, withDefault, withinRim, withPlaces } from "./rims.ts";
import type { Rim } from "./rims.ts";

interface Props {
  readonly rim: Rim;
  readonly span: number;
  readonly hands: RimHands;
  readonly name: string;
  /** The places under the hand; null where none is on it. */
  readonly held: number | null;
  readonly onHeld: (places: number | null) => void;
}

/** By how many places a key moves it. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -4,
  PageUp: 4,
};

export function RimHandle({ rim, span, hands, name, held, onHeld }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const places = held ?? rim.places;
  const set = (next: number): void => {
    const within = withinRim(rim, next);
    if (within !== rim.places) hands.onChange(withPlaces(hands.setup, rim, within), `rim ${rim.key}`);
  };
  const end = (keep: boolean): void => {
    if (held === null) return;
    onHeld(null);
    if (keep && held !== rim.places) hands.onChange(withPlaces(hands.setup, rim, held), null);
    else hands.onPreview(null);
  };
  useEscape(held !== null, () => end(false));
  const under = (event: PointerEvent<HTMLElement>): number => {
    const bounds = box.current?.parentElement?.querySelector(".state-places")?.getBoundingClientRect();
    if (bounds === undefined || bounds.width === 0) return rim.places;
    return Math.min(span, withinRim(rim, ((event.clientX - bounds.left) / bounds.width) * span));
  };
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const to = event.key === "Home" ? rim.least : event.key === "End" ? Math.min(rim.most, span) : null;
    if (event.key === "Delete") hands.onChange(withDefault(hands.setup, rim), null);
    else if (step !== undefined) set(rim.places + step);
    else if (to !== null) set(to);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div
        ref={box}
        className={held === null ? "state-rim" : "state-rim is-held"}
        style={{ "--at": Math.min(1, places / span) } as CSSProperties}
        role="slider"
        tabIndex={0}
        aria-label={`${name}. Left and right move it, Delete sets the default.`}
        aria-valuenow={places}
        aria-valuemin={rim.least}
        aria-valuemax={rim.most}
        aria-valuetext={rimText(hands.setup, rim, places)}
        aria-orientation="horizontal"
        onKeyDown={onKey}
        onPointerDown={(event) => {
          if (event.button !== 0 || !event.isPrimary) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          onHeld(rim.places);
        }}
        onPointerMove={(event) => {
          if (held === null) return;
          const next = under(event);
          if (next === held) return;
          onHeld(next);
          hands.onPreview(withPlaces(hands.setup, rim, next));
        }}
        onPointerUp={() => end(true)}
        onPointerCancel={() => end(false)}
      >
        <i />
      </div>
      {held !== null && (
        <span className="state-ghost" style={{ "--at": Math.min(1, rim.places / span) } as CSSProperties} />
      )}
      <span className="state-steps" role="group" aria-label={name}>
        <button type="button" className="btn small" aria-label="One place fewer" onClick={() => set(rim.places - 1)}>
          −
        </button>
        <button type="button" className="btn small" aria-label="One place more" onClick={() => set(rim.places + 1)}>
          +
        </button>
      </span>
    </>
  );
}
