import { useId, useState } from "react";
import type { Option } from "../../../lessons/types.ts";
import { Prose, usePlainText } from "../text/Numbers.tsx";
import { Reply, useReply } from "./Reply.tsx";

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

interface QuestionProps {
  readonly question: string;
  readonly options: readonly Option[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** A question answered in place: each option has its own reply. Choosing is not yet answering: arrow keys pass by. */
export function Question({ question, options, chosen, onChoose }: QuestionProps) {
  const [draft, setDraft] = useState(chosen);
  const [heading, answered] = useReply();
  const option = options.find(({ id }) => id === chosen);
  return (
    <div className="question">
      <Radios legend={question} options={options} chosen={draft} onChoose={setDraft} />
      {draft !== chosen && draft !== null && (
        <div className="row asked-row">
          <button
            type="button"
            className="btn small"
            onClick={() => {
              answered();
              onChoose(draft);
            }}
          >
            Answer
          </button>
        </div>
      )}
      <div role="status">
        {option !== undefined && (
          <Reply heading={heading} right={option.right === true}>
            <Prose text={option.reply} />
          </Reply>
        )}
      </div>
    </div>
  );
}
