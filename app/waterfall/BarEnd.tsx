/** The end of a bar that a parameter makes longer: pulled by a pointer, or moved by keys. */
import { useRef } from "react";
import { useSlider } from "../hand/use-slider.ts";
import { setupKey } from "../setup/setup.ts";
import type { BarHands } from "../timeline/props.ts";
import { defaultPlace, placeAt, placeLine, withPlace } from "./bar-ends.ts";
import type { End } from "./bar-ends.ts";

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

export function BarEnd({ end: { handle, track: shown, isStop }, hands, at, whole, onHeld }: Props) {
  const room = useRef<HTMLSpanElement>(null);
  const { setup, onPreview, onChange } = hands;
  const own = {
    track: shown,
    value: shown.now,
    least: shown.least,
    most: shown.most,
    keyTo: shown.next,
    by: (right: number, _: number, from: number) => {
      const wide = room.current?.clientWidth ?? 0;
      return wide === 0 ? 0 : placeAt(shown, shown.pulled.to + (right / wide) * whole) - from;
    },
    onHeld: (place: number | null) => {
      const next = place === null ? setup : withPlace(shown, setup, place);
      onHeld(place === null ? null : placeLine(shown, place));
      onPreview(setupKey(next) === setupKey(setup) ? null : next);
    },
    onSet: (place: number, byKey: boolean) => {
      onHeld(null);
      onChange(withPlace(shown, setup, place), byKey ? handle.key : null);
    },
    onDelete: () => onChange(withPlace(shown, setup, defaultPlace(shown)), null),
  };
  const { held, pulled, slider } = useSlider(own, hands.stands, "grip tl-end");
  const { track } = pulled;
  return (
    <div className="tl-ends">
      <span ref={room} className="tl-end-room">
        <span
          {...slider}
          tabIndex={isStop ? 0 : -1}
          style={{ left: `${Math.min(1, at) * 100}%` }}
          aria-label={`${handle.name}. Right makes the bar longer, left shorter.`}
          aria-valuetext={placeLine(track, held ?? track.now)}
          title={handle.hint}
        >
          <i />
        </span>
      </span>
    </div>
  );
}
