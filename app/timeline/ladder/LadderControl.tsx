/** The control of the ladder: farther, closer, a slider between, and the name of each rung. */
import type { KeyboardEvent } from "react";
import { RUNGS } from "../../words/rungs.ts";
import { rungAt } from "./rung.ts";
import "./ladder.css";

interface Props {
  readonly position: number;
  readonly last: number;
  /** What is seen on the rung. */
  readonly sentence: string;
  readonly onDrag: (position: number) => void;
  readonly onRung: (rung: number) => void;
}

const STEP = 0.01;

const KEYS: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowUp: 1, PageUp: 1, ArrowLeft: -1, ArrowDown: -1, PageDown: -1 },
  ...{ Home: -RUNGS.length, End: RUNGS.length },
};

export function LadderControl({ position, last, sentence, onDrag, onRung }: Props) {
  const rung = Math.round(position);
  const go = (next: number): void => onRung(rungAt(last, next));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const by = event.ctrlKey || event.altKey || event.metaKey ? undefined : KEYS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    go(rung + by);
  };
  return (
    <div className="row tl-ladder" role="group" aria-label="How close one looks">
      <button type="button" className="btn small" aria-disabled={rung === 0} onClick={() => go(rung - 1)}>
        Farther
      </button>
      <input
        type="range"
        min={0}
        max={last}
        step={STEP}
        value={position}
        aria-label="Closer"
        aria-valuetext={RUNGS[rung]}
        onChange={({ target }) => onDrag(Number(target.value))}
        onPointerUp={() => go(rung)}
        onKeyDown={onKeyDown}
        onBlur={() => go(rung)}
      />
      <button type="button" className="btn small" aria-disabled={rung === last} onClick={() => go(rung + 1)}>
        Closer
      </button>
      <ol className="row">
        {RUNGS.slice(0, last + 1).map((name, i) => (
          <li key={name}>
            <button type="button" aria-current={i === rung ? "step" : undefined} onClick={() => go(i)}>
              {name}
            </button>
          </li>
        ))}
      </ol>
      <p role="status">
        <b>{RUNGS[rung]}. </b>
        {sentence}
      </p>
    </div>
  );
}
