/** What the attack has found: the verdict, the belief behind a typical wrong rule, and the failing run. */
import { Suspense, type Ref } from "react";
import { fetched } from "../controls/fetched.tsx";
import { LEVELS, type Level } from "../../engine/explore/written/levels.ts";
import type { Attacker } from "./attack.ts";
import { End } from "./End.tsx";
import type { State } from "./use-verdict.ts";
import { cellsText, headline, searchText } from "./words.ts";

// Fetched when a run breaks a promise.
const FailedRun = fetched("The timeline of the run", () => import("./FailedRun.tsx").then((m) => m.FailedRun));

interface Props {
  readonly level: Level;
  readonly state: State;
  readonly attacker: Attacker;
  /** The place of the verdict’s words. */
  readonly status: Ref<HTMLElement>;
}

const SIGNS = { solved: "✓", costly: "–", broken: "×", faulty: "×" } as const;

export function Result({ level, state, attacker, status }: Props) {
  const judged = state.tag === "judged" ? state : null;
  const broken = judged?.verdict.tag === "broken" ? judged.verdict.broken : null;
  return (
    <section
      className="verdict"
      ref={status}
      aria-label="What the attack has found"
      aria-busy={state.tag === "rest" || state.tag === "attacking"}
    >
      <div role="status">
        {state.tag === "attacking" && <p className="note">The attack is under way.</p>}
        {state.tag === "failed" && <p className="error">{state.message}</p>}
        {judged !== null && <Told level={level} judged={judged} />}
      </div>
      {judged !== null && broken?.isShown === true && (
        <Suspense fallback={<div className="timeline-room" />}>
          <FailedRun level={level} text={judged.text} broken={broken} attacker={attacker} />
        </Suspense>
      )}
    </section>
  );
}

function Told({ level, judged }: { readonly level: Level; readonly judged: Extract<State, { tag: "judged" }> }) {
  const { verdict } = judged;
  const { tag } = verdict;
  const broken = tag === "broken" ? verdict.broken : null;
  const wrong = tag === "broken" || tag === "costly" ? verdict.wrong : null;
  const searched = searchText(verdict);
  return (
    <>
      <p className={`headline ${tag}`}>
        <span aria-hidden="true">{SIGNS[tag]}</span> {headline(verdict)}
      </p>
      {tag === "solved" && <p>{level.why}</p>}
      {tag === "solved" && level.number === LEVELS.length && <End />}
      {wrong !== null && (
        <blockquote className="belief">
          <p>“{wrong.belief}”</p>
          <p>{wrong.reply}</p>
          {"rules" in judged.text && <p className="note">The cell in question: {cellsText(wrong.cells)}.</p>}
        </blockquote>
      )}
      {broken !== null && (
        <ol className="story">
          {broken.story.map((sentence, i) => (
            <li key={i}>{sentence}</li>
          ))}
        </ol>
      )}
      {broken !== null && !broken.isShown && (
        <p>
          The faults: {broken.faults.join(", ")}. The whole system does not show it: everything takes other times there.
        </p>
      )}
      {searched !== null && <p className="note">{searched}</p>}
    </>
  );
}
