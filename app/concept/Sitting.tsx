/** One sitting: a question at a time, in any order, and at its end all answers are handed in together. */
import { useEffect, useId, useRef, useState } from "react";
import { itemAt } from "../../engine/kernel/reads.ts";
import { ITEMS } from "./items.ts";
import { formOf, NONE } from "./sitting.ts";
import type { SittingName, Sittings } from "./sitting.ts";

interface Props {
  readonly name: SittingName;
  readonly sittings: Sittings;
  readonly onChange: (next: Sittings) => void;
}

const isAnswered = ({ name, sittings }: Props, id: string): boolean => sittings[name][id] !== undefined;

interface QuestionProps extends Props {
  readonly at: number;
}

function Question({ at, ...props }: QuestionProps) {
  const { name, sittings, onChange } = props;
  const group = useId();
  const { id, forms } = itemAt(ITEMS, at, "item");
  const { asked, options } = forms[formOf(sittings, name)];
  const all = [...options, { id: NONE, text: "I do not know" }];
  return (
    <fieldset className="options">
      <legend>{asked}</legend>
      {all.map((option) => (
        <label key={option.id}>
          <input
            type="radio"
            name={group}
            value={option.id}
            checked={sittings[name][id] === option.id}
            onChange={() => onChange({ ...sittings, [name]: { ...sittings[name], [id]: option.id } })}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function Sitting(props: Props) {
  const { name, sittings, onChange } = props;
  const firstOpen = ITEMS.findIndex(({ id }) => !isAnswered(props, id));
  const [at, setAt] = useState(firstOpen === -1 ? ITEMS.length - 1 : firstOpen);
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current) heading.current?.focus();
  }, [at]);
  const go = (to: number): void => {
    moved.current = true;
    setAt(to);
  };
  const left = ITEMS.filter(({ id }) => !isAnswered(props, id)).length;
  return (
    <section className="concept-sitting" aria-labelledby="concept-question">
      <h2 id="concept-question" tabIndex={-1} ref={heading}>
        {name === "before" ? "Before the course" : "After the course"}: question {at + 1} of {ITEMS.length}
      </h2>
      <progress max={ITEMS.length} value={ITEMS.length - left} aria-label="Answered questions" />
      <Question key={at} at={at} {...props} />
      <div className="row concept-steps">
        <button type="button" className="btn" disabled={at === 0} onClick={() => go(at - 1)}>
          Back
        </button>
        {at < ITEMS.length - 1 && (
          <button type="button" className="btn primary" onClick={() => go(at + 1)}>
            Next
          </button>
        )}
        {left === 0 && (
          <button
            type="button"
            className={at === ITEMS.length - 1 ? "btn primary" : "btn"}
            onClick={() => onChange({ ...sittings, done: [...sittings.done, name] })}
          >
            Hand in all {ITEMS.length} answers
          </button>
        )}
        {left > 0 && at === ITEMS.length - 1 && (
          <button type="button" className="btn" onClick={() => go(firstOpen)}>
            {left === 1 ? "One question is open: go to it" : `${left} questions are open: go to the first`}
          </button>
        )}
      </div>
    </section>
  );
}
