/** The call that is compared, and the way to the one before and after it. */
import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import { otherCall } from "./calls.ts";

interface Props {
  readonly call: number;
  /** The number of calls that both runs have. */
  readonly most: number;
  readonly onCall: (call: number) => void;
  /** The button that the reader used last. It takes the focus again when the figure is made anew with other buttons. */
  readonly usedRef: RefObject<Way | null>;
}

type Way = "Previous" | "Next";

/** Nothing where there is one call alone. */
export function CallStepper({ call, most, onCall, usedRef }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (usedRef.current === null || document.activeElement !== document.body) return;
    box.current?.querySelector<HTMLElement>(`[data-way="${usedRef.current}"]`)?.focus();
  }, [usedRef]);
  const go = (way: Way, to: number): void => {
    usedRef.current = way;
    onCall(to);
  };
  const [before, after] = [otherCall(call, most, -1), otherCall(call, most, 1)];
  if (before === null && after === null) return null;
  return (
    <div ref={box} className="twin-calls" role="group" aria-label="Call compared">
      <span>
        Call <b>{call}</b>
        {call > most ? `; both runs have ${most}` : ` of ${most} in both`}
      </span>
      <Step text="Previous" to={before} onGo={go} />
      <Step text="Next" to={after} onGo={go} />
    </div>
  );
}

interface StepProps {
  readonly text: Way;
  readonly to: number | null;
  readonly onGo: (way: Way, to: number) => void;
}

/** It keeps the focus where it leads no further. */
const Step = ({ text, to, onGo }: StepProps) => (
  <button
    type="button"
    className="btn small bare"
    data-way={text}
    aria-label={`${text} call in both runs`}
    aria-disabled={to === null}
    onClick={() => to !== null && onGo(text, to)}
  >
    {text}
  </button>
);
