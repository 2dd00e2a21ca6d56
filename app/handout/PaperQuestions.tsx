/** What a step asks, with room to answer by hand. */
import type { ReactNode } from "react";
import type { Option, Prediction, Prose } from "../../lessons/types.ts";
import { proseText } from "../words/prose-text.ts";
import { usePaper, usePaperStep } from "./context.ts";

/** Room to write; a slide needs none. */
const Lines = ({ count }: { readonly count: number }) =>
  usePaper().kind === "handout" && (
    <div className="paper-lines" aria-hidden="true">
      {Array.from({ length: count }, (_, i) => (
        <i key={i} />
      ))}
    </div>
  );

function Choices({ options }: { readonly options: readonly Option[] }) {
  const { lesson } = usePaper();
  return (
    <ul className="paper-choices">
      {options.map(({ id, text }) => (
        <li key={id}>{proseText(lesson, text)}</li>
      ))}
    </ul>
  );
}

function Room({ prediction }: { readonly prediction: Prediction }) {
  switch (prediction.kind) {
    case "choice":
      return <Choices options={prediction.options} />;
    case "number":
      return (
        <p className="paper-number">
          <i aria-hidden="true" /> {prediction.unit}
        </p>
      );
    case "curve":
      return <div className="paper-draw">Draw the curve here.</div>;
    case "crossing":
      return <div className="paper-draw">Draw both curves here.</div>;
  }
}

interface AskedProps {
  readonly label: string;
  readonly text: Prose;
  readonly children: ReactNode; // room for the answer
}

function Asked({ label, text, children }: AskedProps) {
  return (
    <div className="paper-asked" role="group" aria-label={label}>
      <p>
        <b>{proseText(usePaper().lesson, text)}</b>
      </p>
      {children}
    </div>
  );
}

export function PaperPredict() {
  const { predict } = usePaperStep();
  if (predict === undefined) return null;
  return (
    <Asked label="Your prediction" text={predict.question}>
      <Room prediction={predict} />
    </Asked>
  );
}

export function PaperExplain() {
  const { explain } = usePaperStep();
  if (explain === undefined) return null;
  const { prompt, picks } = explain;
  return (
    <Asked label="Your explanation" text={prompt}>
      {picks === undefined ? <Lines count={3} /> : <Choices options={picks} />}
    </Asked>
  );
}

export function PaperCheckpoint() {
  const { lesson } = usePaper();
  const { checkpoint } = usePaperStep();
  if (checkpoint === undefined) return null;
  return (
    <Asked label="Checkpoint" text={checkpoint.question}>
      {checkpoint.parts.map(({ id, title }) => (
        <div key={id}>
          <p>{proseText(lesson, title)}</p>
          <Lines count={2} />
        </div>
      ))}
    </Asked>
  );
}

export function PaperTransfer() {
  const { transfer } = usePaperStep();
  if (transfer === undefined) return null;
  return (
    <Asked label="In another system" text={transfer.question}>
      <Lines count={3} />
    </Asked>
  );
}
