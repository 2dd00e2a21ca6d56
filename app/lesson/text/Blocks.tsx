/** The smaller parts of a step: things to try, what shows after that, what the reader should know before. */
import type { ReactNode } from "react";
import { useLesson, useRecord } from "../context.ts";

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

export function Recap({ children }: { readonly children: ReactNode }) {
  return (
    <aside className="recap" aria-label="Before you begin">
      {children}
    </aside>
  );
}
