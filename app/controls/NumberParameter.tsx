import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { NumberParam } from "../../engine/experiments/types.ts";
import { keyValue, positionOf, RAIL, valueAt, parameterText } from "./number-steps.ts";
import { NumberField } from "./NumberField.tsx";
import { useEscape } from "./use-escape.ts";
import { Why } from "./Why.tsx";

interface Props {
  readonly param: NumberParam;
  readonly value: number;
  /** Why it has no effect with the values of others; null where it has one. */
  readonly idle: string | null;
  readonly onChange: (value: number) => void;
  /** False for a number without order, such as a seed: no rail to slide along. */
  readonly rail?: boolean;
  /** Told each value that the thumb is drawn over; the value changes when it is let go. Null then. */
  readonly onDrag?: ((value: number | null) => void) | undefined;
}

/** The value under the thumb while it is drawn, and what the rail needs for that. */
function useDrag({ param, onChange, onDrag }: Pick<Props, "param" | "onChange" | "onDrag">) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState<number | null>(null);
  const latest = useRef({ over, onChange, onDrag });
  const isTakenBack = useRef(false); // until the thumb is let go: the browser tells its steps all the same
  useEffect(() => {
    latest.current = { over, onChange, onDrag };
  });
  useEscape(over !== null, () => {
    isTakenBack.current = true;
    latest.current.over = null;
    setOver(null);
    onDrag?.(null);
  });
  // React tells every step of the thumb as a change; the browser's own event comes once, when it is let go. It also
  // comes when a slider goes whose thumb is held: then nobody may hear it any more.
  useLayoutEffect(() => {
    const rail = input.current;
    const letGo = (): void => {
      const { over: value, onChange: take, onDrag: tell } = latest.current;
      isTakenBack.current = false;
      setOver(null);
      tell?.(null);
      if (value !== null) take(value);
    };
    rail?.addEventListener("change", letGo);
    return () => {
      rail?.removeEventListener("change", letGo);
      const { over: value, onDrag: tell } = latest.current;
      if (value !== null) tell?.(null); // the slider goes while its thumb is held
    };
  }, []);
  const draw = (position: number): void => {
    if (isTakenBack.current) return;
    const value = valueAt(param, position);
    latest.current.over = value; // the browser may let go before the next drawing
    setOver(value);
    onDrag?.(value);
  };
  return { input, over, draw };
}

/** The middle of the thumb: it travels half its width (8 px) inside the ends of the rail. */
const railPlace = (position: number): string => `calc(8px + ${position / RAIL} * (100% - 16px))`;

/** Label, number field, unit and rail, with a tick at the default. */
export function NumberParameter({ param, value: set, idle, onChange, rail = true, onDrag }: Props) {
  const id = useId();
  const { input, over, draw } = useDrag({ param, onChange, onDrag });
  const value = over ?? set;
  const changed = value !== param.default;
  const onStepKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = keyValue(param, value, event.key, event.shiftKey);
    if (next === undefined) return;
    event.preventDefault();
    if (next !== value) onChange(next);
  };
  return (
    <div className="param">
      <label className="name" htmlFor={`${id}-field`} id={`${id}-name`}>
        {changed && <span className="dot" aria-hidden="true" />}
        {param.label}
      </label>
      <NumberField
        id={`${id}-field`}
        param={param}
        value={value}
        onChange={onChange}
        onStepKey={onStepKey}
        describedBy={`${id}-why`}
      />
      {rail && (
        <div className="rail">
          <span className="tick" aria-hidden="true" style={{ left: railPlace(positionOf(param, param.default)) }} />
          <input
            ref={input}
            type="range"
            min={0}
            max={RAIL}
            step="any"
            value={positionOf(param, value)}
            aria-labelledby={`${id}-name`}
            aria-valuetext={parameterText(param, value)}
            onChange={({ target, nativeEvent }) => {
              // React tells the browser's event of the end, too, and after it the drag is over.
              if (nativeEvent.type !== "change") draw(Number(target.value));
            }}
            onKeyDown={onStepKey}
          />
        </div>
      )}
      <Why
        id={`${id}-why`}
        changed={changed}
        idle={idle}
        text={param.why}
        standard={parameterText(param, param.default)}
        label={param.label}
        onReset={() => onChange(param.default)}
      />
    </div>
  );
}
