import { useId } from "react";
import type { ChoiceParam } from "../../engine/experiments/types.ts";
import { Why } from "./Why.tsx";

interface Props {
  readonly param: ChoiceParam;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Px that the parameters have for the options of a choice on the narrowest page, and that an option takes at most. */
const ROOM = 270;
const roomOf = (label: string): number => 7 * label.length + 24;

/** A choice of two to four, as one control: the browser's radio buttons under it, so arrow keys move the choice. */
export function ChoiceParameter({ param, value, onChange }: Props) {
  const id = useId();
  const changed = value !== param.default;
  const standard = param.options.find((option) => option.value === param.default)?.label ?? param.default;
  return (
    <fieldset className="param choice" aria-describedby={`${id}-why`}>
      <legend className="name">
        {changed && <span className="dot" aria-hidden="true" />}
        {param.label}
      </legend>
      <div className={param.options.reduce((sum, { label }) => sum + roomOf(label), 0) > ROOM ? "seg stacked" : "seg"}>
        {param.options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <Why
        id={`${id}-why`}
        changed={changed}
        text={param.why}
        standard={standard}
        label={param.label}
        onReset={() => onChange(param.default)}
      />
    </fieldset>
  );
}
