/**
 * The end of a call's argument in its bytes, to be pulled: letters come and go one by one, units whole. By a
 * pointer, by keys, or by the two buttons below.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { CSSProperties, ReactNode, RefObject } from "react";
import { namedIn } from "../../../engine/kernel/reads.ts";
import { FewerMore } from "../../hand/FewerMore.tsx";
import { useSlider } from "../../hand/use-slider.ts";
import { useBench, useLab } from "../../lab/context.ts";
import { startPreviews } from "../../lab/preview.ts";
import { useHides, useLocks } from "../../setup/presentation.ts";
import { experimentOf, setupKey } from "../../setup/setup.ts";
import { fillText, lengthText } from "./data-end.ts";
import type { DataEnd } from "./data-end.ts";
import "./pulled-end.css";

const KEY = "argumentBytes";
/** Bytes in a row. */
const UNIT = 4;

interface Props {
  /** In the bytes that are shown; null where nothing is to be pulled. */
  readonly end: DataEnd | null;
  /** By how many bytes the message that is shown is longer than the one that stands. */
  readonly longer: number;
  readonly children: ReactNode;
}

export function PulledEnd({ end, longer, children }: Props) {
  const hides = useHides();
  const locks = useLocks();
  const isFixed = hides("parameters") || locks(KEY);
  return (
    <div className="pulled">
      {children}
      {end !== null && !isFixed && <Handle end={end} longer={longer} />}
    </div>
  );
}

interface HandleProps extends Pick<Props, "longer"> {
  readonly end: DataEnd;
}

function Handle({ end: { at, least, most, isString }, longer }: HandleProps) {
  const previews = useLab().previewsBy(startPreviews);
  const setup = useBench((state) => state.setup);
  useEffect(() => previews.warm(), [previews]);
  const value = Number(setup.parameters[KEY]);
  const own = useRef<HTMLDivElement>(null);
  const place = usePlace(own, at);
  const withBytes = (bytes: number) => ({ ...setup, parameters: { ...setup.parameters, [KEY]: bytes } });
  const set = (bytes: number, byKey: boolean): void => previews.settle(withBytes(bytes), byKey ? KEY : null);
  const step = (bytes: number): void => set(Math.min(most, Math.max(least, bytes)), true);
  const end = {
    value,
    least,
    most,
    page: UNIT,
    by: (right: number, down: number) =>
      place === null ? 0 : Math.round(right / place.width) + UNIT * Math.round(down / place.height),
    onHeld: (bytes: number | null) => {
      const next = bytes === null ? setup : withBytes(bytes);
      if (setupKey(next) === setupKey(setup)) previews.cancel();
      else previews.show(next);
    },
    onSet: set,
    onDelete: () => set(Number(namedIn(experimentOf(setup).params, KEY, "parameter").default), true),
  };
  const { held, slider } = useSlider(end, setupKey(setup), "pull pulled-end");
  const [what, one] = isString ? ["string", "letter"] : ["argument", "byte"];
  const now = held ?? value;
  return (
    <>
      <div
        {...slider}
        ref={own}
        style={place === null ? { visibility: "hidden" } : styleOf(place)}
        aria-label={`End of the ${what}. Right makes it longer, left shorter.`}
        aria-valuetext={`${lengthText(now, isString)}, ${fillText(now, isString)}`}
        title={`Pull the end of the ${what}`}
      >
        <i />
      </div>
      <div className="row pulled-line">
        <FewerMore name={`End of the ${what}`} one={`One ${one}`} onStep={(by) => step(value + by)} />
        <p>
          {held === null ? (
            `Pull the end of the ${what}: ${lengthText(value, isString)}, ${fillText(value, isString)}.`
          ) : (
            <>
              <b>
                {value} → {lengthText(held, isString)}
              </b>
              , {fillText(held, isString)}; message <b>{signed(longer)}</b>.
            </>
          )}
        </p>
      </div>
    </>
  );
}

const signed = (bytes: number): string =>
  bytes === 0 ? "as long as before" : `${bytes > 0 ? "+" : "−"}${lengthText(Math.abs(bytes), false)}`;

/** The right edge of a byte within the box, and how large a byte and a row are; in px. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const styleOf = ({ left, top, height }: Place): CSSProperties => ({ left, top, height });

/** Where the byte stands behind which so many bytes of the message end. Null until it is drawn. */
function usePlace(handle: RefObject<HTMLDivElement | null>, at: number): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    const element = handle.current?.parentElement ?? null;
    if (element === null) return;
    const measure = (): void => {
      const byte = element.querySelectorAll("code > span")[at - 1];
      const row = byte?.closest("li")?.getBoundingClientRect();
      if (byte === undefined || row === undefined) return;
      const [own, cell] = [element.getBoundingClientRect(), byte.getBoundingClientRect()];
      const next = {
        left: cell.right - own.left,
        top: row.top - own.top,
        width: cell.width,
        height: row.height,
      };
      setPlace((was) => (was !== null && JSON.stringify(was) === JSON.stringify(next) ? was : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const row of element.querySelectorAll("li")) observer.observe(row);
    return () => observer.disconnect();
  });
  return place;
}
