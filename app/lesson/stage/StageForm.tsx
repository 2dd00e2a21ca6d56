/**
 * What a step sets, directly below its figure: the runs of its buttons as one choice, the parameters in which they
 * differ, and what the text hands over: the controls of a checkpoint.
 */
import { useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { useBench } from "../../lab/context.ts";
import { useLesson } from "../context.ts";
import { PushBars } from "./PushBars.tsx";
import { RankLines } from "./RankLines.tsx";
import { ownParams } from "./own-params.ts";
import { isStop, ownTries, tryAt } from "../own-tries.ts";
import type { Step, Try } from "../../../lessons/types.ts";

const buttonsOf = (step: Step): readonly Try[] => ownTries(step).filter(({ id }) => !isStop(step, id));

function Choices() {
  const { step, show, tried } = useLesson();
  const setup = useBench((bench) => bench.setup);
  const at = useMemo(() => tryAt(step, setup, tried)?.id ?? null, [step, setup, tried]);
  return (
    <div className="row stage-choices" role="group" aria-label="Runs of this step">
      {buttonsOf(step).map(({ id, label, stage }) => (
        <button
          key={id}
          type="button"
          className="btn small try"
          aria-pressed={at === id}
          onClick={() => show(stage, id)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

interface Props {
  /** Told how high it is, in px, whenever that changes: the figure has the rest of the stage. */
  readonly onHeight: (height: number) => void;
  /** The controls of the parameters in which the step's runs differ, which are fetched where a step has some. */
  readonly controls: ReactNode;
}

export function StageForm({ onHeight, controls }: Props) {
  const { step, onDesk } = useLesson();
  const [form, setForm] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (form === null) return;
    const observer = new ResizeObserver(() => onHeight(Math.ceil(form.getBoundingClientRect().height)));
    observer.observe(form);
    return () => {
      observer.disconnect();
      onHeight(0);
    };
  }, [form, onHeight]);
  const hasChoices = buttonsOf(step).length > 0;
  const hasParams = ownParams(step).length > 0;
  return (
    <div className="row stage-form" ref={setForm}>
      {step.ruler !== undefined && <RankLines key={step.id} ruler={step.ruler} />}
      {step.push !== undefined && <PushBars key={step.id} push={step.push} />}
      {hasChoices && <Choices />}
      {hasParams && controls}
      <div className="stage-desk" ref={onDesk} />
    </div>
  );
}
