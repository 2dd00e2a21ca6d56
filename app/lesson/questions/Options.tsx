import { useId, useState } from "react";
import type { Option } from "../../../lessons/types.ts";
import { Prose, usePlainText } from "../text/Numbers.tsx";

interface RadiosProps {
  readonly legend: string;
  readonly options: readonly { readonly id: string; readonly text: string }[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly disabled?: boolean;
}

/** One of a few sentences: the browser's radio buttons, so that arrow keys move the choice. */
export function Radios({ legend, options, chosen, onChoose, disabled = false }: RadiosProps) {
  const name = useId();
  const plain = usePlainText();
  return (
    <fieldset className="options" disabled={disabled}>
      <legend>{plain(legend)}</legend>
      {options.map(({ id, text }) => (
        <label key={id}>
          <input type="radio" name={name} value={id} checked={chosen === id} onChange={() => onChoose(id)} />
          <span>{plain(text)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** "✓ right" or "✗ not so", in words beside the sign. */
export function Verdict({ right, children }: { readonly right: boolean; readonly children?: string }) {
  return (
    <b className={right ? "verdict right" : "verdict wrong"}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <path
          d={right ? "M1.5 6.5 4.5 9.5 10.5 2.5" : "M2 2l8 8M10 2l-8 8"}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        />
      </svg>
      {children ?? (right ? "Right" : "Not right")}
    </b>
  );
}

interface QuestionProps {
  readonly question: string;
  readonly options: readonly Option[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** A question answered in place: each option has its own reply. Choosing is not yet answering: arrow keys pass by. */
export function Question({ question, options, chosen, onChoose }: QuestionProps) {
  const [draft, setDraft] = useState(chosen);
  const option = options.find(({ id }) => id === chosen);
  return (
    <div className="question">
      <Radios legend={question} options={options} chosen={draft} onChoose={setDraft} />
      {draft !== chosen && draft !== null && (
        <div className="row">
          <button type="button" className="btn small" onClick={() => onChoose(draft)}>
            Answer
          </button>
        </div>
      )}
      <div role="status">
        {option !== undefined && (
          <div className="reply">
            <Verdict right={option.right === true} />
            <Prose text={option.reply} />
          </div>
        )}
      </div>
    </div>
  );
}
