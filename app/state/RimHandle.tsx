/** The rim of a buffer: pulled by a pointer, moved by keys, or by the two buttons beside it. */
import { useRef } from "react";
import type { CSSProperties } from "react";
import { FewerMore } from "../hand/FewerMore.tsx";
import { useSlider } from "../hand/use-slider.ts";
import { setupKey } from "../setup/setup.ts";
import type { RimHands } from "./props.ts";
import { rimText, withDefault, withinRim, withPlaces } from "./rims.ts";
import type { Rim } from "./rims.ts";

interface Props {
  readonly rim: Rim;
  readonly span: number;
  readonly hands: RimHands;
  readonly name: string;
  /** The places under the hand; null where none is on it. */
  readonly onHeld: (places: number | null) => void;
}

/** By how many places the page keys move it. */
const PAGE = 4;

export function RimHandle({ rim, span, hands, name, onHeld }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const most = Math.min(rim.most, span);
  const set = (next: number): void => {
    const within = withinRim(rim, next);
    if (within !== rim.places) hands.onChange(withPlaces(hands.setup, rim, within), `rim ${rim.key}`);
  };
  const wide = (): number => box.current?.parentElement?.querySelector(".state-places")?.clientWidth ?? 0;
  const own = {
    value: rim.places,
    least: rim.least,
    most,
    page: PAGE,
    by: (right: number) => Math.round((right / (wide() || Infinity)) * span),
    onHeld: (places: number | null) => {
      onHeld(places);
      hands.onPreview(places === null ? null : withPlaces(hands.setup, rim, places));
    },
    onSet: (places: number, byKey: boolean) => {
      onHeld(null);
      hands.onChange(withPlaces(hands.setup, rim, places), byKey ? `rim ${rim.key}` : null);
    },
    onDelete: () => hands.onChange(withDefault(hands.setup, rim), null),
  };
  const { held, slider } = useSlider(own, setupKey(hands.setup), "pull state-rim");
  const places = held ?? rim.places;
  return (
    <>
      <div
        {...slider}
        ref={box}
        style={{ "--at": Math.min(1, places / span) } as CSSProperties}
        aria-label={`${name}. Left and right move it, Delete sets the default.`}
        aria-valuetext={rimText(hands.setup, rim, places)}
      >
        <i />
      </div>
      {held !== null && (
        <span className="state-ghost" style={{ "--at": Math.min(1, rim.places / span) } as CSSProperties} />
      )}
      <FewerMore className="state-steps" name={name} one="One place" onStep={(by) => set(rim.places + by)} />
    </>
  );
}
