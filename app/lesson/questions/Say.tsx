/** What the reader says in a sentence of their own before ours shows: why it is so, and where else the cause is met. */
import { useId } from "react";
import { chosen } from "../../../lessons/verdict.ts";
import type { ExplainRecord } from "../../record/record.ts";
import { transferSaid } from "../../../lessons/hand-in/said.ts";
import type { Said } from "../../../lessons/hand-in/said.ts";
import { Prose, usePlainText } from "../text/Numbers.tsx";
import { useLesson, useRecord } from "../context.ts";
import { Radios } from "./Options.tsx";
import { Reply, useReply } from "./Reply.tsx";

const BLANK: ExplainRecord = { pick: null, text: "", shown: false };

/** What was written in own words is not judged. */
const WRITTEN = { right: null, title: "Our sentence" } as const;

interface SayProps extends Said {
  readonly title: string;
}

/** The reader writes or picks a sentence; ours shows after that, and what is said to the one that was picked. */
function Say({ id, title, prompt, picks = [], ours }: SayProps) {
  const [record, change] = useRecord();
  const plain = usePlainText();
  const field = useId();
  const [heading, answered] = useReply();
  const mine = record.explains[id] ?? BLANK;
  const put = (next: Partial<ExplainRecord>): void =>
    change((before) => ({ ...before, explains: { ...before.explains, [id]: { ...mine, ...next } } }));
  const said = mine.pick !== null || mine.text.trim() !== "";
  const todo = picks.length > 0 ? "Choose a sentence or write one first." : "Write a sentence first.";
  const picked = mine.pick === null ? undefined : chosen(picks, mine.pick);
  const compare = (): void => {
    if (!said) return;
    answered();
    put({ shown: true });
  };
  return (
    <section className="explain" aria-labelledby={`${field}-title`}>
      <h3 id={`${field}-title`}>{title}</h3>
      {picks.length > 0 ? (
        <Radios legend={prompt} options={picks} chosen={mine.pick} onChoose={(pick) => put({ pick })} />
      ) : (
        <Prose className="q" text={prompt} />
      )}
      <label className="vh" htmlFor={field}>
        {picks.length > 0 ? "Or in your own words" : plain(prompt)}
      </label>
      <textarea
        id={field}
        rows={2}
        value={mine.text}
        placeholder={picks.length > 0 ? "Or in your own words" : "In your own words"}
        onChange={(event) => put({ text: event.target.value })}
      />
      {!mine.shown && (
        <div className="row asked-row">
          <button
            type="button"
            className="btn small"
            aria-disabled={!said}
            {...(said ? {} : { "aria-describedby": `${field}-todo` })}
            onClick={compare}
          >
            Compare with ours
          </button>
          {!said && (
            <span className="note" id={`${field}-todo`}>
              {todo}
            </span>
          )}
        </div>
      )}
      <div role="status">
        {mine.shown && (
          <Reply heading={heading} {...(picked === undefined ? WRITTEN : { right: picked.right === true })}>
            {picked !== undefined && (
              <>
                <Prose text={picked.reply} />
                <b>Our sentence</b>
              </>
            )}
            <Prose text={ours} />
          </Reply>
        )}
      </div>
    </section>
  );
}

export function Explain() {
  const { step } = useLesson();
  const { explain } = step;
  return explain === undefined ? null : <Say {...explain} title="Your explanation" />;
}

/** The same cause in another system. */
export function Transfer() {
  const { step } = useLesson();
  const { transfer } = step;
  return transfer === undefined ? null : <Say {...transferSaid(step, transfer)} title="A modern case" />;
}
