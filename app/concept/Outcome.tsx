/** After both sittings: what was right, what the reader believed, and the runs that prove each key. */
import { hrefOf } from "../setup/link-table.ts";
import { answerOf } from "../setup/questions/reading.ts";
import { BELIEFS } from "./beliefs.ts";
import { isRight } from "./gain.ts";
import { ITEMS } from "./items.ts";
import { proofHref } from "./proof-link.ts";
import { formOf, optionOf, SITTINGS } from "./sitting.ts";
import type { SittingName, Sittings } from "./sitting.ts";
import type { Item } from "./types.ts";

const TITLES: Readonly<Record<SittingName, string>> = { before: "Before the course", after: "After the course" };

interface AnswerProps {
  readonly item: Item;
  readonly sitting: SittingName;
  readonly sittings: Sittings;
}

function Answer({ item, sitting, sittings }: AnswerProps) {
  const { asked, options, answer, runs } = item.forms[formOf(sittings, sitting)];
  const chosen = optionOf(sittings, sitting, item.id);
  const right = options.find(({ belief }) => belief === null);
  const belief = chosen?.belief ?? null;
  return (
    <div className="concept-answer">
      <h4>{TITLES[sitting]}</h4>
      <p className="q">{asked}</p>
      <p>
        You: {chosen?.text ?? "I do not know"}.{" "}
        {chosen?.belief === null ? (
          <b className="ok">Right.</b>
        ) : (
          <>
            The runs say: <b>{right?.text}</b>.
          </>
        )}
      </p>
      <p>{answerOf({ id: item.id, asked, words: "", answer, runs })}</p>
      {belief !== null && (
        <p className="note">
          Your answer goes with the belief that {BELIEFS[belief].says}.{" "}
          <a href={hrefOf("lesson", [BELIEFS[belief].lesson])}>The lesson on it</a>
        </p>
      )}
      <ul className="concept-runs">
        {runs.map((run) => (
          <li key={run.says}>
            <a href={proofHref(run)}>Open the run: {run.says}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const mark = (right: boolean): string => (right ? "✓ right" : "✗ wrong");

export function Outcome({ sittings }: { readonly sittings: Sittings }) {
  const right = (sitting: SittingName): number => ITEMS.filter(({ id }) => isRight(sittings, sitting, id)).length;
  return (
    <section className="concept-outcome" aria-labelledby="concept-outcome">
      <h2 id="concept-outcome">
        {right("before")} of {ITEMS.length} right before the course, {right("after")} after it
      </h2>
      <p>Open a question: it shows what you chose, what the runs say, and the runs themselves.</p>
      {ITEMS.map((item) => (
        <details key={item.id}>
          <summary>
            <span className="concept-about">{item.about}</span>
            <span className="concept-mark">{mark(isRight(sittings, "before", item.id))} before</span>
            <span className="concept-mark">{mark(isRight(sittings, "after", item.id))} after</span>
          </summary>
          {SITTINGS.map((sitting) => (
            <Answer key={sitting} {...{ item, sitting, sittings }} />
          ))}
        </details>
      ))}
    </section>
  );
}
