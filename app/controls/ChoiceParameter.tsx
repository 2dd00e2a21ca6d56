import { Suspense, useId } from "react";
import type { ChoiceParam } from "../../engine/experiments/types.ts";
import { fetched } from "./fetched.tsx";
import { Why } from "./Why.tsx";

// Fetched when a reader writes a value.
const OwnTextField = fetched("The field for the text", () => import("./OwnTextField.tsx").then((m) => m.OwnTextField));

interface Props {
  readonly param: ChoiceParam;
  readonly value: string;
  /** Why it has no effect with the values of others; null where it has one. */
  readonly idle: string | null;
  readonly onChange: (value: string) => void;
}

/** Px that the parameters have for the options of a choice on the narrowest page, and that an option takes at most. */
const ROOM = 270;
const roomOf = (label: string): number => 7 * label.length + 24;

/** More options than this stand in a list, which opens. */
const MANY = 4;

/**
 * A choice of a few, as one control: the browser's radio buttons under it, so arrow keys move the choice. Where a
 * reader may write a text in place of them, that is the last, with a field below.
 */
export function ChoiceParameter({ param, value, idle, onChange }: Props) {
  const id = useId();
  const { own } = param;
  const isOwn = own !== undefined && param.options.every((option) => option.value !== value);
  const labels = [...param.options, ...(own === undefined ? [] : [own])].map(({ label }) => label);
  const changed = value !== param.default;
  const standard = param.options.find((option) => option.value === param.default)?.label ?? param.default;
  return (
    <fieldset className="param choice" aria-describedby={`${id}-why`}>
      <legend className="name">
        {changed && <span className="dot" aria-hidden="true" />}
        {param.label}
      </legend>
      {own === undefined && labels.length > MANY ? (
        <select aria-label={param.label} value={value} onChange={({ target }) => onChange(target.value)}>
          {param.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <div className={labels.reduce((sum, label) => sum + roomOf(label), 0) > ROOM ? "seg stacked" : "seg"}>
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
          {own !== undefined && (
            <label>
              <input type="radio" name={id} checked={isOwn} onChange={() => onChange(own.example)} />
              {own.label}
            </label>
          )}
        </div>
      )}
      {isOwn && (
        <Suspense fallback={<div className="own-text" />}>
          <OwnTextField own={own} value={value} onChange={onChange} />
        </Suspense>
      )}
      <Why
        id={`${id}-why`}
        changed={changed}
        idle={idle}
        text={param.why}
        standard={standard}
        label={param.label}
        onReset={() => onChange(param.default)}
      />
    </fieldset>
  );
}
