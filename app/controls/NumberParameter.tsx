import { useId } from "react";
import type { KeyboardEvent } from "react";
import type { NumberParam } from "../../engine/experiments/types.ts";
import { keyValue, positionOf, RAIL, valueAt, parameterText } from "./number-steps.ts";
import { NumberField } from "./NumberField.tsx";
import { Why } from "./Why.tsx";

interface Props {
  readonly param: NumberParam;
  readonly value: number;
  readonly onChange: (value: number) => void;
  /** False for a number without order, such as a seed: no rail to slide along. */
  readonly rail?: boolean;
}

/** The middle of the thumb: it travels half its width (8 px) inside the ends of the rail. */
const railPlace = (position: number): string => `calc(8px + ${position / RAIL} * (100% - 16px))`;

/** Label, number field, unit and rail, with a tick at the default. */
export function NumberParameter({ param, value, onChange, rail = true }: Props) {
  const id = useId();
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
            type="range"
            min={0}
            max={RAIL}
            step="any"
            value={positionOf(param, value)}
            aria-labelledby={`${id}-name`}
            aria-valuetext={parameterText(param, value)}
            onChange={(event) => onChange(valueAt(param, Number(event.target.value)))}
            onKeyDown={onStepKey}
          />
        </div>
      )}
      <Why
        id={`${id}-why`}
        changed={changed}
        text={param.why}
        standard={parameterText(param, param.default)}
        label={param.label}
        onReset={() => onChange(param.default)}
      />
    </div>
  );
}
