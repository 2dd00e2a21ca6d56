/** What the reader says in a sentence of their own before ours shows: why it is so, and where else the cause is met. */
import { useId } from "react";
import type { ExplainRecord } from "../../record/record.ts";
import { Prose, usePlainText } from "../text/Numbers.tsx";
import { useLesson, useRecord } from "../context.ts";
import { Radios } from "./Options.tsx";

interface SayProps {
  readonly id: string;
  readonly title: string;
  readonly prompt: string;
  readonly picks: readonly { readonly id: string; readonly text: string }[];
  readonly ours: string;
}

const BLANK: ExplainRecord = { pick: null, text: "", shown: false };

/** The reader writes or picks a sentence; ours shows after that. */
function Say({ id, title, prompt, picks, ours }: SayProps) {
  const [record, change] = useRecord();
  const plain = usePlainText();
  const field = useId();
  const mine = record.explains[id] ?? BLANK;
  const put = (next: Partial<ExplainRecord>): void =>
    change((before) => ({ ...before, explains: { ...before.explains, [id]: { ...mine, ...next } } }));
  const said = mine.pick !== null || mine.text.trim() !== "";
  return (
    <section className="explain" aria-labelledby={`${field}-title`}>
      <h3 id={`${field}-title`}>
        {title} <span className="yours-tag">yours</span>
      </h3>
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
        <div className="row">
          <button type="button" className="btn small" disabled={!said} onClick={() => put({ shown: true })}>
            Compare with ours
          </button>
        </div>
      )}
      <div role="status">
        {mine.shown && (
          <div className="reply">
            <b>Ours</b>
            <Prose text={ours} />
          </div>
        )}
      </div>
    </section>
  );
}

export function Explain() {
  const { step } = useLesson();
  const { explain } = step;
  if (explain === undefined) return null;
  const { id, prompt, picks = [], ours } = explain;
  return <Say id={id} title="Explain" prompt={prompt} picks={picks} ours={ours} />;
}

/** The same cause in another system. */
export function Transfer() {
  const { step } = useLesson();
  const { transfer } = step;
  if (transfer === undefined) return null;
  return (
    <Say id={`${step.id}-transfer`} title="Transfer" prompt={transfer.question} picks={[]} ours={transfer.answer} />
  );
}
