import { useEffect, useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { allowedText, readValue } from "../../engine/experiments/parameters.ts";
import type { NumberParam } from "../../engine/experiments/types.ts";
import { keyValue, positionOf, RAIL, valueAt } from "./number-steps.ts";

interface Props {
  readonly param: NumberParam;
  readonly value: number;
  readonly onChange: (value: number) => void;
  /** False for a number without order, such as a seed: no rail to slide along. */
  readonly rail?: boolean;
}

const numberText = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 10 });

/** Label, number field, unit and rail. Text that is no allowed value stays in the field with a sentence under it. */
export function NumberParameter({ param, value, onChange, rail = true }: Props) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const changed = value !== param.default;
  const unit = param.unit === "" ? "" : ` ${param.unit}`;

  // Another value from elsewhere (undo, a link, the rail) replaces whatever was being typed.
  useEffect(() => {
    setDraft(null);
    setProblem(null);
  }, [value]);

  const commit = (): void => {
    if (draft === null) return;
    const read = readValue(param, draft.replaceAll(",", ""));
    if (typeof read !== "number") {
      setProblem(
        `${JSON.stringify(draft)} is not allowed here: ${allowedText(param)}. ${numberText(value)}${unit} stays.`,
      );
      return;
    }
    setDraft(null);
    setProblem(null);
    onChange(read);
  };
  const onFieldKey = (event: KeyboardEvent): void => {
    if (event.key === "Enter") commit();
    else if (event.key === "Escape" && draft !== null) {
      setDraft(null);
      setProblem(null);
    } else if (
      event.key !== "Home" &&
      event.key !== "End" &&
      event.key !== "ArrowLeft" &&
      event.key !== "ArrowRight"
    ) {
      onRailKey(event);
    }
  };
  const onRailKey = (event: KeyboardEvent): void => {
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
      <span className="value">
        <input
          id={`${id}-field`}
          className="field"
          type="text"
          inputMode="decimal"
          style={{ width: `${Math.max(4, numberText(param.max).length + 0.5)}ch` }}
          autoComplete="off"
          spellCheck={false}
          value={draft ?? numberText(value)}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? `${id}-why` : `${id}-problem`}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
          onKeyDown={onFieldKey}
        />
        {param.unit !== "" && <span className="unit">{param.unit}</span>}
      </span>
      {problem !== null && (
        <p className="error" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
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
            aria-valuetext={`${numberText(value)}${unit}`}
            onChange={(event) => onChange(valueAt(param, Number(event.target.value)))}
            onKeyDown={onRailKey}
          />
        </div>
      )}
      <Why
        id={id}
        changed={changed}
        text={param.why}
        standard={`${numberText(param.default)}${unit}`}
        label={param.label}
        onReset={() => onChange(param.default)}
      />
    </div>
  );
}

/** The middle of the thumb: it travels half its width (8 px) inside the ends of the rail. */
const railPlace = (position: number): string => `calc(8px + ${position / RAIL} * (100% - 16px))`;

interface WhyProps {
  readonly id: string;
  readonly changed: boolean;
  readonly text: string;
  readonly standard: string; // the default with its unit
  readonly label: string;
  readonly onReset: () => void;
}

/** Why the default is what it is; where the value differs, what the default was and the way back. */
export function Why({ id, changed, text, standard, label, onReset }: WhyProps) {
  if (!changed) {
    return (
      <span className="vh" id={`${id}-why`}>
        {text}
      </span>
    );
  }
  return (
    <div className="why">
      <span id={`${id}-why`}>
        {standard} by default. {text}
      </span>
      <button type="button" className="link" onClick={onReset} aria-label={`Reset ${label}`}>
        Reset
      </button>
    </div>
  );
}
