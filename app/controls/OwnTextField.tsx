import { useEffect, useId, useState } from "react";
import type { SubmitEvent } from "react";
import type { OwnText } from "../../engine/experiments/types.ts";
import "../styles/own-text.css";

interface Props {
  readonly own: OwnText;
  readonly value: string; // a text that was read
  readonly onChange: (value: string) => void;
}

/** A text that is the value of a parameter. It counts once the reader says so, and only where it can be read. */
export function OwnTextField({ own, value, onChange }: Props) {
  const id = useId();
  const [draft, setDraft] = useState(() => own.lines(value));
  const [problem, setProblem] = useState<string | null>(null);
  // The value may change elsewhere: by Undo, by a link, or here.
  useEffect(() => {
    setDraft(own.lines(value));
    setProblem(null);
  }, [own, value]);
  const take = (event: SubmitEvent): void => {
    event.preventDefault();
    const read = own.read(draft);
    if ("problem" in read) {
      setProblem(read.problem);
      return;
    }
    setProblem(null);
    setDraft(own.lines(read.text));
    onChange(read.text);
  };
  return (
    <form className="own-text" onSubmit={take}>
      <label className="vh" htmlFor={`${id}-text`}>
        {own.label}
      </label>
      <textarea
        id={`${id}-text`}
        className="field line"
        rows={10}
        value={draft}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={(event) => setDraft(event.target.value)}
      />
      {problem !== null && (
        <p className="error" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className="btn small">
        Run it
      </button>
    </form>
  );
}
