/** What the reader has changed since where they began: faults and parameters, a line each, each with its way back. */
import { useId, useRef } from "react";
import { useBench, useBenchStore } from "./context.ts";
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { settingText } from "../setup/setting-text.ts";
import { change } from "./store.ts";
import "./changed.css";

interface Line {
  readonly text: string;
  /** Before the text: of a line that is there no more. */
  readonly gone?: string;
  /** Whether it is a line of the fault script, which is set as code. */
  readonly isFault: boolean;
  readonly back: (setup: Setup) => Setup;
}

const saidOf = ({ text, gone }: Line): string => (gone === undefined ? text : `${gone} ${text}`);

const withFaults = (setup: Setup, faults: readonly string[]): Setup => ({ ...setup, faults });

function linesOf(start: Setup, setup: Setup): readonly Line[] {
  const added = setup.faults.filter((fault) => !start.faults.includes(fault));
  const gone = start.faults.filter((fault) => !setup.faults.includes(fault));
  const { params } = experimentOf(setup);
  const keys = Object.keys(params).filter((key) => setup.parameters[key] !== start.parameters[key]);
  return [
    ...added.map((fault): Line => {
      const back = (now: Setup): Setup =>
        withFaults(
          now,
          now.faults.filter((one) => one !== fault),
        );
      return { text: fault, isFault: true, back };
    }),
    ...gone.map((fault): Line => {
      const back = (now: Setup): Setup =>
        withFaults(
          now,
          start.faults.filter((one) => one === fault || now.faults.includes(one)),
        );
      return { text: fault, gone: "removed:", isFault: true, back };
    }),
    ...keys.flatMap((key): readonly Line[] => {
      const [param, value] = [params[key], start.parameters[key]];
      if (param === undefined || value === undefined) return [];
      const back = (now: Setup): Setup => ({ ...now, parameters: { ...now.parameters, [key]: value } });
      return [{ text: settingText(param, setup.parameters[key]), isFault: false, back }];
    }),
  ];
}

interface Props {
  /** The setup with which the reader began: of the same experiment. */
  readonly start: Setup;
  /** Whether the fault script stands open below, so that its lines need not stand here, too. */
  readonly scriptBelow?: boolean;
}

export function Changed({ start, scriptBelow = false }: Props) {
  const heading = useId();
  const store = useBenchStore();
  const list = useRef<HTMLUListElement>(null);
  const setup = useBench((state) => state.setup);
  if (setup.experiment !== start.experiment) return null;
  const lines = linesOf(start, setup).filter(({ isFault, gone }) => !(scriptBelow && isFault && gone === undefined));
  if (lines.length === 0) return null;
  const takeBack = (line: Line, nth: number): void => {
    // The focus goes to the next line, or to the figure: it may not be lost with the line.
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const next = buttons[nth + 1] ?? buttons[nth - 1] ?? document.querySelector<HTMLElement>(".tl-figure");
    next?.focus();
    change(store, `take back ${saidOf(line)}`, line.back);
  };
  return (
    <section className="row changed" aria-labelledby={heading}>
      <h2 id={heading}>What you have changed</h2>
      <ul className="row" ref={list}>
        {lines.map((line, i) => (
          <li key={saidOf(line)}>
            {line.gone} {line.isFault ? <code>{line.text}</code> : line.text}
            <button
              type="button"
              className="link"
              aria-label={`Take back ${saidOf(line)}`}
              onClick={() => takeBack(line, i)}
            >
              take back
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
