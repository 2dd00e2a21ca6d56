/** The smaller parts of a step: explain, transfer, things to try, what is not built yet, questions from memory. */
import { useId } from "react";
import type { ReactNode } from "react";
import { findLesson } from "../../lessons/course.ts";
import type { ExplainRecord } from "./answers.ts";
import { Prose, usePlainText } from "./Address.tsx";
import { useLesson, useRecord } from "./context.ts";
import { Question, Radios } from "./Options.tsx";

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
    <Say
      id={`${step.id}-transfer`}
      title="Carry it over"
      prompt={transfer.question}
      picks={[]}
      ours={transfer.answer}
    />
  );
}

/** A button that does something to the stage; what it shows may then be spoken of. */
export function Try({ id }: { readonly id: string }) {
  const { step, show } = useLesson();
  const [record, change] = useRecord();
  const found = step.tries?.find((one) => one.id === id);
  if (found === undefined) return null;
  const key = `${step.id}/${id}`;
  const press = (): void => {
    show(found.stage);
    if (!record.tried.includes(key)) change((before) => ({ ...before, tried: [...before.tried, key] }));
  };
  return (
    <button type="button" className="btn small try" onClick={press}>
      {found.label}
    </button>
  );
}

/** Prose that would give something away before its prediction is committed or its button pressed. */
export function After({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const { step } = useLesson();
  const [record] = useRecord();
  const done = record.predictions[id] !== undefined || record.tried.includes(`${step.id}/${id}`);
  return <div role="status">{done && children}</div>;
}

export function NotBuilt({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <aside className="not-built" aria-label={`${name}: not built yet`}>
      <p>
        <b>{name}: this switch is not built yet.</b>
      </p>
      {children}
    </aside>
  );
}

export function Recap({ children }: { readonly children: ReactNode }) {
  return (
    <aside className="recap" aria-label="Before you begin">
      {children}
    </aside>
  );
}

/** What an earlier lesson asked, from memory, with other numbers. */
export function Retrieval() {
  const { lesson } = useLesson();
  const [record, change] = useRecord();
  return lesson.retrieval.map(({ id, from, question, options }) => (
    <section key={id} className="retrieval" aria-label={`From memory: ${findLesson(from)?.lesson.title ?? from}`}>
      <Question
        question={question}
        options={options}
        chosen={record.retrieved[id] ?? null}
        onChoose={(option) => change((before) => ({ ...before, retrieved: { ...before.retrieved, [id]: option } }))}
      />
    </section>
  ));
}
