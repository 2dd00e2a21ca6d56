/** The mode of a parameter: its mark is pulled from IN over IN OUT to OUT, or a mode is pressed. */
import { useRef } from "react";
import type { CSSProperties } from "react";
import { useSlider } from "../../hand/use-slider.ts";
import { useBench } from "../../lab/context.ts";
import { setupKey } from "../../setup/setup.ts";
import { isIn } from "../../../engine/stubs/rp2gen/types.ts";
import type { Mode, Parameter } from "../../../engine/stubs/rp2gen/types.ts";

const MODES: readonly Mode[] = ["IN", "IN OUT", "OUT"];

/** "travels out and back" */
export function travelText(parameter: Parameter): string {
  const [there, back] = [isIn("request", parameter), isIn("reply", parameter)];
  if (there && back) return "travels out and back";
  return there ? "travels out" : "travels back";
}

interface Props {
  /** As the text that stands has it. */
  readonly parameter: Parameter;
  readonly locked: boolean;
  /** Null where it is let go, and the mode is kept. */
  readonly onHeld: (mode: Mode | null) => void;
  /** @param byKey keys that follow closely are one step of undo */
  readonly onMode: (mode: Mode, byKey: boolean) => void;
}

const modeAt = (index: number): Mode => MODES[index] ?? "IN";

export function ModeTrack({ parameter, locked, onHeld, onMode }: Props) {
  const { name, mode } = parameter;
  const box = useRef<HTMLDivElement>(null);
  const value = MODES.indexOf(mode);
  const own = {
    value,
    least: 0,
    most: MODES.length - 1,
    page: 1,
    by: (right: number) => Math.round(right / ((box.current?.clientWidth ?? 0) / MODES.length || Infinity)),
    onHeld: (index: number | null) => onHeld(index === null ? null : modeAt(index)),
    onSet: (index: number, byKey: boolean) => onMode(modeAt(index), byKey),
  };
  const { held, slider } = useSlider(own, setupKey(useBench((bench) => bench.setup)), "mode-mark");
  const now = held ?? value;
  return (
    <div ref={box} className="mode-track" role="group" aria-label={`Mode of ${name}`}>
      {MODES.map((one) => (
        <button
          key={one}
          type="button"
          disabled={locked}
          aria-pressed={one === mode}
          onClick={() => onMode(one, false)}
        >
          {one}
        </button>
      ))}
      {!locked && (
        <div
          {...slider}
          style={{ "--at": now } as CSSProperties}
          aria-label={`${name}: left and right change its mode.`}
          aria-valuetext={`${modeAt(now)}, ${travelText({ ...parameter, mode: modeAt(now) })}`}
          title={`Pull ${name} to another mode`}
        >
          {modeAt(now)}
        </div>
      )}
    </div>
  );
}
