/** Your numbers: five fields, and what breaks first. All that is said comes from runs of services/graph. */
import { useEffect, useMemo, useState } from "react";
import type { ParamValue, ParamValues } from "../../engine/experiments/types.ts";
import { CopiedLine, copy, type Copied } from "../controls/CopiedLine.tsx";
import { addressOf, replacePlace } from "../setup/location.ts";
import { benchHref, numbersPlace, readNumbers } from "../setup/your-numbers.ts";
import { Fields } from "./Fields.tsx";
import { First, Results } from "./Results.tsx";
import { useAnswers, type Judged } from "./use-answers.ts";
import "../styles/board.css";
import "../styles/parameters.css";
import "./numbers.css";

/** The values of the address, as long as it is the same; the reader’s changes are written into it. */
function useValues(query: string) {
  const read = useMemo(() => readNumbers(query), [query]);
  const [changed, setChanged] = useState<{ readonly of: typeof read; readonly values: ParamValues } | null>(null);
  const values = changed?.of === read ? changed.values : read.values;
  const set = (key: string, value: ParamValue): void => setChanged({ of: read, values: { ...values, [key]: value } });
  useEffect(() => {
    if (values !== read.values) replacePlace(numbersPlace(values));
  }, [values, read]);
  return { values, set, problems: read.problems };
}

interface WaysProps {
  readonly values: ParamValues;
  readonly judged: Judged | null;
}

/** To the bench, with the pause that breaks it, and the link for others. */
function Ways({ values, judged }: WaysProps) {
  const [copied, setCopied] = useState<Copied | null>(null);
  const other = judged?.of === values ? judged.verdict.other : null;
  return (
    <>
      <p className="row ways">
        <a className="btn primary" href={benchHref(values, other?.values === values ? other.blipMs : 0)}>
          Open as experiment
        </a>
        <button
          type="button"
          className="btn"
          onClick={() => void copy(addressOf(numbersPlace(values))).then(setCopied)}
        >
          Copy the link
        </button>
      </p>
      <CopiedLine copied={copied} />
    </>
  );
}

export function NumbersPlace({ query }: { readonly query: string }) {
  const { values, set, problems } = useValues(query);
  const [held, setHeld] = useState<ParamValues | null>(null);
  const shown = held ?? values;
  const answers = useAnswers(shown, held !== null);
  return (
    <main className="numbers" id="numbers" tabIndex={-1}>
      <header className="place numbers-head">
        <h1 id="your-numbers">Your numbers</h1>
        <p className="lede">Five of them. The page runs your calls and says what breaks first.</p>
      </header>
      <First judged={answers.judged} values={shown} />
      <section className="numbers-fields" aria-labelledby="your-numbers">
        {problems.map((problem) => (
          <p key={problem} className="error" role="status">
            {problem}
          </p>
        ))}
        <Fields
          values={shown}
          onSet={set}
          onDrag={(key, value) => setHeld(value === null ? null : { ...values, [key]: value })}
        />
      </section>
      <section className="numbers-results" aria-label="Result">
        <Results answers={answers} values={shown}>
          <Ways values={shown} judged={answers.judged} />
        </Results>
      </section>
    </main>
  );
}
