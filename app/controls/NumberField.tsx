import { useEffect, useState } from "react";
import type { KeyboardEvent } from "react";
import { quote } from "../../engine/faults/quote.ts";
import type { NumberParam } from "../../engine/experiments/types.ts";
import { exactText } from "../words/numbers.ts";
import { unitText } from "../words/units.ts";
import { allowedHere, parameterText } from "./number-steps.ts";
import { typedNumber } from "./typed-number.ts";

interface Props {
  readonly id: string;
  readonly param: NumberParam;
  readonly value: number;
  readonly onChange: (value: number) => void;
  /** Keys that step the value; those that move the caret stay the field's. */
  readonly onStepKey: (event: KeyboardEvent) => void;
  readonly describedBy: string;
}

/** Keys with which a text field moves its caret. */
const CARET = new Set(["Home", "End", "ArrowLeft", "ArrowRight"]);

/**
 * A field for a number. If the reader types text that is not allowed, the text stays with a sentence on the allowed
 * values, and the parameter keeps its value.
 */
export function NumberField({ id, param, value, onChange, onStepKey, describedBy }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const discard = (): void => {
    setDraft(null);
    setProblem(null);
  };
  // Another value from elsewhere (undo, a link, the rail) replaces whatever was being typed.
  useEffect(discard, [value]);
  const commit = (): void => {
    if (draft === null) return;
    const read = typedNumber(param, draft, exactText(value));
    if ("value" in read) {
      discard();
      onChange(read.value);
    } else {
      const advice = read.why === "" ? "" : ` ${read.why}`;
      const stays = `${parameterText(param, value)} stays.`;
      setProblem(`${quote(draft)} is not allowed here: ${allowedHere(param)}.${advice} ${stays}`);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") commit();
    else if (event.key === "Escape") discard();
    else if (!CARET.has(event.key)) onStepKey(event);
  };
  return (
    <>
      <span className="value">
        <input
          id={id}
          className="field"
          type="text"
          inputMode="decimal"
          style={{ width: `${Math.max(4, exactText(param.max).length + 0.5)}ch` }}
          autoComplete="off"
          spellCheck={false}
          value={draft ?? exactText(value)}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? describedBy : `${id}-problem`}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
        {param.unit !== "" && <span className="unit">{unitText(param.unit)}</span>}
      </span>
      {problem !== null && (
        <p className="error" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
