/** The end of a bar that a parameter makes longer: pulled by a pointer, or moved by keys. */
import { useEffect, useRef, useState } from "react";
import { usePull } from "../controls/use-pull.ts";
import { setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import type { BarHands } from "../timeline/props.ts";
import { defaultPlace, placeAt, placeLine, withPlace } from "./bar-ends.ts";
import type { End, Track } from "./bar-ends.ts";

interface Props {
  readonly end: End;
  readonly hands: BarHands;
  /** Where the bar ends, as a share of the room of all bars. */
  readonly at: number;
  /** Nanoseconds that fill the room. */
  readonly whole: number;
  /** What it would be set to, for the line below; null where no hand is on it. */
  readonly onHeld: (line: string | null) => void;
}

/** While it is held, the track is that of the run in which it was taken. */
interface Grab {
  readonly track: Track;
  readonly setup: Setup;
}

export function BarEnd({ end: { handle, track: shown, isStop }, hands, at, whole, onHeld }: Props) {
  const room = useRef<HTMLSpanElement>(null);
  const [grab, setGrab] = useState<Grab | null>(null);
  const { track, setup } = grab ?? { track: shown, setup: hands.setup };
  const { held, slider } = usePull({
    value: track.now,
    least: track.least,
    most: track.most,
    keyTo: track.next,
    by: (right, _, from) => {
      const wide = room.current?.clientWidth ?? 0;
      return wide === 0 ? 0 : placeAt(track, track.pulled.to + (right / wide) * whole) - from;
    },
    onHeld: (place) => {
      if (place === null) setGrab(null);
      const next = place === null ? setup : withPlace(track, setup, place);
      onHeld(place === null ? null : placeLine(track, place));
      hands.onPreview(setupKey(next) === setupKey(setup) ? null : next);
    },
    onSet: (place, byKey) => {
      setGrab(null);
      onHeld(null);
      hands.onChange(withPlace(track, setup, place), byKey ? handle.key : null);
    },
    onDelete: () => hands.onChange(withPlace(track, setup, defaultPlace(track)), null),
  });
  const { onPreview } = hands;
  const gone = useRef<(() => void) | null>(null);
  useEffect(() => {
    gone.current = held === null ? null : () => onPreview(null);
  }, [held, onPreview]);
  useEffect(() => () => gone.current?.(), []); // its row may go under the hand
  return (
    <div className="tl-ends">
      <span ref={room} className="tl-end-room">
        <span
          {...slider}
          tabIndex={isStop ? 0 : -1}
          onPointerDown={(event) => {
            setGrab({ track: shown, setup: hands.setup });
            slider.onPointerDown?.(event);
          }}
          className={held === null ? "grip tl-end" : "grip tl-end is-held"}
          style={{ left: `${Math.min(1, at) * 100}%` }}
          aria-label={`${handle.name}. Right makes the bar longer, left shorter.`}
          aria-valuetext={placeLine(track, held ?? track.now)}
          aria-orientation="horizontal"
          title={handle.hint}
        >
          <i />
        </span>
      </span>
    </div>
  );
}
