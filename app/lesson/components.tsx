/** The components that the prose of a lesson may name. */
import type { ComponentType, ReactNode } from "react";
import { experimentNamed, unitText } from "../../lessons/named.ts";
import { exactText } from "../words/numbers.ts";
import { millisText } from "../words/times.ts";
import { Paragraph, TermNote } from "./text/Noted.tsx";
import { English, Fold, Recap } from "./text/Blocks.tsx";
import { hrefOf } from "../setup/link-table.ts";
import { useLesson } from "./context.ts";
import { Later } from "./later.tsx";

/** Only the open step is drawn. */
function StepText({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const { step } = useLesson();
  return step.id === id ? <div className="step-text">{children}</div> : null;
}

/** A value to set, not a claim: "100 Mbit/s". */
function Setting({
  experiment,
  name,
  value,
}: {
  readonly experiment: string;
  readonly name: string;
  readonly value: string;
}) {
  const param = experimentNamed(experiment).params[name];
  if (param?.kind !== "number") return <b className="num">{value}</b>;
  if (param.unit === "ms") return <b className="num">{millisText(Number(value)).replace(" ", "\u202f")}</b>;
  const number = exactText(Number(value));
  return <b className="num">{param.unit === "" ? number : `${number}\u202f${unitText(param.unit)}`}</b>;
}

/** An earlier lesson, which these words speak of. */
const Earlier = ({ lesson, children }: { readonly lesson: string; readonly children: ReactNode }) => (
  <a href={hrefOf("lesson", [lesson])}>{children}</a>
);

export const components: Readonly<Record<string, ComponentType<never>>> = {
  p: Paragraph,
  Step: StepText,
  Setting,
  N: Later.NamedNumber,
  Erratum: Later.ErratumNote,
  Term: TermNote,
  Earlier,
  Lit: Later.Lit,
  Recap,
  English,
  After: Later.After,
  Fold,
  Predict: Later.Predict,
  Explain: Later.Explain,
  Try: Later.Try,
  Checkpoint: Later.Checkpoint,
  Transfer: Later.Transfer,
};
