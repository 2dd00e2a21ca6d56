/** The components of a lesson’s prose on paper: all steps stand there, and nothing waits for a hand. */
import type { ComponentType, ReactNode } from "react";
import { components } from "../lesson/components.tsx";
import { English, Recap } from "../lesson/text/Blocks.tsx";
import { numberText } from "../words/prose-text.ts";
import { Papers, usePaper, usePaperStep } from "./context.ts";
import { PaperCheckpoint, PaperExplain, PaperPredict, PaperTransfer } from "./PaperQuestions.tsx";
import { PaperFigure } from "./PaperFigure.tsx";

interface Inside {
  readonly children?: ReactNode;
}

function PaperStep({ id, children }: Inside & { readonly id: string }) {
  const paper = usePaper();
  const at = paper.lesson.steps.findIndex((one) => one.id === id);
  const step = paper.lesson.steps[at];
  if (step === undefined) return null;
  const asks = step.predict === undefined ? "" : " asks";
  return (
    <Papers value={{ ...paper, step }}>
      <section className={`paper-step${asks}`}>
        <h2>
          {at + 1}. {step.gist}
        </h2>
        <PaperFigure />
        {paper.kind === "handout" ? (
          children
        ) : (
          <>
            <PaperPredict />
            <PaperExplain />
            <PaperCheckpoint />
            <PaperTransfer />
          </>
        )}
      </section>
    </Papers>
  );
}

function PaperNumber({ id }: { readonly id: string }) {
  return <b>{numberText(usePaper().lesson, id)}</b>;
}

/** What becomes of a try is said behind its name; what gives a prediction away is in the guide alone. */
function PaperAfter({ id, children }: Inside & { readonly id: string }) {
  const tried = usePaperStep().tries?.find((one) => one.id === id);
  if (tried === undefined) return null;
  return (
    <div className="paper-tried">
      <p className="note">{tried.label}</p>
      {children}
    </div>
  );
}

const Paragraph = ({ children }: Inside) => <p>{children}</p>;
const Plain = ({ children }: Inside) => <>{children}</>;
const Nothing = () => null;

export const PAPER: Readonly<Record<string, ComponentType<never>>> = {
  ...components,
  p: Paragraph,
  Step: PaperStep,
  N: PaperNumber,
  Erratum: ({ id }: { readonly id: string }) => <>erratum {id}</>,
  Term: ({ means, children }: Inside & { readonly means: string }) => (
    <>
      <b>{children}</b> ({means})
    </>
  ),
  Earlier: Plain,
  Lit: Plain,
  Recap,
  English,
  After: PaperAfter,
  Fold: ({ title, children }: Inside & { readonly title: string }) => (
    <aside className="recap">
      <p>
        <b>{title}</b>
      </p>
      {children}
    </aside>
  ),
  Predict: PaperPredict,
  Explain: PaperExplain,
  Try: Nothing,
  Checkpoint: PaperCheckpoint,
  Transfer: PaperTransfer,
};
