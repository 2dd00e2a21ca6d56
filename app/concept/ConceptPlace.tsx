/** The concept test: fourteen questions before the course and fourteen after it. The keys come after the second. */
import { useEffect, useId, useState } from "react";
import { download } from "../controls/download.ts";
import { hrefOf } from "../setup/link-table.ts";
import { ITEMS } from "./items.ts";
import { keep, onOtherTab, readKept } from "./kept.ts";
import { Outcome } from "./Outcome.tsx";
import { begun, fileText, LONGEST_CODE } from "./sitting.ts";
import type { SittingName, Sittings } from "./sitting.ts";
import { Sitting } from "./Sitting.tsx";
import "../styles/board.css";
import "./concept.css";

function Begin({ onBegin }: { readonly onBegin: (code: string) => void }) {
  const [code, setCode] = useState("");
  const field = useId();
  return (
    <form
      className="concept-begin"
      onSubmit={(event) => {
        event.preventDefault();
        onBegin(code);
      }}
    >
      <p>
        Answer {ITEMS.length} questions now, and {ITEMS.length} others after the course. It takes ten minutes each time.
        After the second time the page says what was right, and opens the run that proves each answer.
      </p>
      <label htmlFor={field}>Your name or number, if a teacher asked for one</label>
      <input
        id={field}
        type="text"
        value={code}
        maxLength={LONGEST_CODE}
        autoComplete="off"
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <p>
        <button type="submit" className="btn primary">
          Begin
        </button>
      </p>
    </form>
  );
}

const saveFile = (sittings: Sittings): void => {
  const name = sittings.code.replaceAll(/[^\p{L}\p{N}-]+/gu, "-") || "answers";
  download(new Blob([fileText(sittings)], { type: "application/json" }), `concept-test-${name}.json`);
};

interface BetweenProps {
  readonly onAfter: () => void;
}

function Between({ onAfter }: BetweenProps) {
  return (
    <section className="concept-between" aria-labelledby="concept-between">
      <h2 id="concept-between">Your first answers are kept</h2>
      <p>
        Now take <a href={hrefOf("")}>the course</a>, or the lessons that your teacher chose. Then come back to this
        page for the other {ITEMS.length} questions. Until then it does not say what was right.
      </p>
      <p>
        <button type="button" className="btn" onClick={onAfter}>
          I have taken it: ask me again
        </button>
      </p>
    </section>
  );
}

interface FootProps {
  readonly sittings: Sittings;
  readonly onErase: () => void;
}

/** What one can do with one’s answers. */
function Foot({ sittings, onErase }: FootProps) {
  const [asks, setAsks] = useState(false);
  return (
    <div className="row concept-foot">
      <button type="button" className="btn small" onClick={() => saveFile(sittings)}>
        Save my answers as a file
      </button>
      {asks ? (
        <>
          <span role="alert">Both sittings are erased. There is no way back.</span>
          <button type="button" className="btn small" onClick={onErase}>
            Erase
          </button>
          <button type="button" className="btn small" onClick={() => setAsks(false)}>
            Keep
          </button>
        </>
      ) : (
        <button type="button" className="btn small" onClick={() => setAsks(true)}>
          Erase my answers
        </button>
      )}
    </div>
  );
}

/** The sitting that is open; null between the two and after both. */
const openSitting = (sittings: Sittings, asksAgain: boolean): SittingName | null => {
  if (!sittings.done.includes("before")) return "before";
  if (sittings.done.includes("after")) return null;
  return asksAgain || Object.keys(sittings.after).length > 0 ? "after" : null;
};

export function ConceptPlace() {
  const [{ sittings, problem }, setKept] = useState(readKept);
  const [isKept, setIsKept] = useState(true);
  const [asksAgain, setAsksAgain] = useState(false);
  // What another tab kept counts here, too: else the next answer would lose it.
  useEffect(() => onOtherTab((other) => setKept((own) => (other.problem === null ? other : own))), []);
  const take = (next: Sittings | null): void => {
    setKept({ sittings: next, problem: null });
    setIsKept(keep(next));
  };
  const open = sittings === null ? null : openSitting(sittings, asksAgain);
  return (
    <main className="place concept" id="concept" tabIndex={-1}>
      <h1>What do you believe?</h1>
      <p className="lede">A test of fourteen ideas on remote calls, before the course and after it.</p>
      {problem !== null && (
        <p className="error" role="status">
          {problem}
        </p>
      )}
      {!isKept && (
        <p className="note" role="status">
          This browser keeps nothing. Save your answers as a file, or stay on this page until the end.
        </p>
      )}
      {sittings === null && <Begin onBegin={(code) => take(begun(code))} />}
      {sittings !== null && open !== null && <Sitting key={open} name={open} {...{ sittings }} onChange={take} />}
      {sittings !== null && open === null && !sittings.done.includes("after") && (
        <Between onAfter={() => setAsksAgain(true)} />
      )}
      {sittings?.done.includes("after") === true && <Outcome sittings={sittings} />}
      {sittings !== null && (
        <Foot
          sittings={sittings}
          onErase={() => {
            setAsksAgain(false);
            take(null);
          }}
        />
      )}
      <p className="note">
        For a teacher: <a href={hrefOf("desk")}>the desk</a> reads the files of a class and shows what it gained.
      </p>
    </main>
  );
}
