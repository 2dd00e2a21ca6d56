import { useSlider } from "../hand/use-slider.ts";
import type { CrowdHandle } from "./handles.ts";

interface Props {
  readonly handle: CrowdHandle;
  /** What stands, as a key. */
  readonly stands: string;
  /** The verdict of the run under the hand: "stays down". */
  readonly verdict: string;
  readonly onHeld: (handle: CrowdHandle, value: number | null) => void;
  readonly onSet: (handle: CrowdHandle, value: number, byKey: boolean) => void;
  /** A hand is near. */
  readonly onNear: () => void;
}

const PAGE = 5; // steps

/** A handle of the figure: a framed bar with two strokes across the way that it goes. */
export function CrowdHandleMark({ handle, stands, verdict, onHeld, onSet, onNear }: Props) {
  const { value, least, most, step, by, textOf, label, standard, way, x, y } = handle;
  const own = {
    ...{ value, least, most, step, by, handle },
    page: PAGE * step,
    onHeld: (next: number | null) => onHeld(own.handle, next),
    onSet: (next: number, byKey: boolean) => onSet(own.handle, next, byKey),
    onDelete: () => onSet(own.handle, standard, true),
  };
  const { held, slider } = useSlider(own, stands, `crowd-handle is-${way}`);
  const isHeld = held !== null;
  return (
    <div
      {...slider}
      aria-label={label}
      aria-orientation={way === "along" ? "horizontal" : "vertical"}
      aria-valuetext={textOf(held ?? value)}
      title={`Pull: ${label.toLowerCase()}`}
      style={{ left: x, top: y }}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <i />
      {isHeld && (
        <span className="pill crowd-held" aria-hidden="true">
          <b>{textOf(held)}</b>
          {verdict !== "" && <span>{verdict}</span>}
        </span>
      )}
    </div>
  );
}
