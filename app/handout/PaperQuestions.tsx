/** What a step asks, with room to answer by hand. */
import { setText } from "../../lessons/hand-in/shown.ts";
import type { Option, Prediction } from "../../lessons/types.ts";
import { usePaper, usePaperStep } from "./context.ts";

const Lines = ({ count }: { readonly count: number }) => (
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
        <li key={id}>{setText(lesson, text)}</li>
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

export function PaperPredict() {
  const { lesson } = usePaper();
  const { predict } = usePaperStep();
  if (predict === undefined) return null;
  return (
    <section className="paper-asked" aria-label="Your prediction">
      <p>
        <b>{setText(lesson, predict.question)}</b>
      </p>
      <Room prediction={predict} />
    </section>
  );
}

export function PaperExplain() {
  const { lesson, kind } = usePaper();
  const { explain } = usePaperStep();
  if (explain === undefined) return null;
  return (
    <section className="paper-asked" aria-label="Your explanation">
      <p>
        <b>{setText(lesson, explain.prompt)}</b>
      </p>
      {explain.picks === undefined ? kind === "handout" && <Lines count={3} /> : <Choices options={explain.picks} />}
    </section>
  );
}

export function PaperCheckpoint() {
  const { lesson, kind } = usePaper();
  const { checkpoint } = usePaperStep();
  if (checkpoint === undefined) return null;
  return (
    <section className="paper-asked" aria-label="Checkpoint">
      <p>
        <b>{setText(lesson, checkpoint.question)}</b>
      </p>
      {checkpoint.parts.map(({ id, title }) => (
        <div key={id}>
          <p>{setText(lesson, title)}</p>
          {kind === "handout" && <Lines count={2} />}
        </div>
      ))}
    </section>
  );
}

export function PaperTransfer() {
  const { lesson, kind } = usePaper();
  const { transfer } = usePaperStep();
  if (transfer === undefined) return null;
  return (
    <section className="paper-asked" aria-label="In another system">
      <p>
        <b>{setText(lesson, transfer.question)}</b>
      </p>
      {kind === "handout" && <Lines count={3} />}
    </section>
  );
}
