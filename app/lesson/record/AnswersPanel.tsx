/** The reader's own answers: how sure guesses were, a file to take along, and the way to forget them. */
import { Suspense, useRef, useState } from "react";
import { download } from "../../controls/download.ts";
import { fetched } from "../../controls/fetched.tsx";
import { useLesson } from "../context.ts";
import { ledgerOf, ledgerText } from "./ledger.ts";
import { MISCONCEPTIONS } from "../../../lessons/misconceptions.ts";
import { answers, keep, reset } from "../../record/answers.ts";
import type { Answers } from "../../record/record.ts";
import { beliefsOf } from "./log.ts";
import type { Belief } from "./log.ts";
import { answersText } from "../../record/answers-text.ts";
import { inMegabytes } from "../../words/numbers.ts";
import { readAnswers } from "../../record/read-answers.ts";

const Report = fetched("The report", () => import("./Report.tsx").then((m) => m.Report));

/** Browsers keep about 5 MB of a site's texts. */
const LARGEST_BYTES = 4_000_000;

const save = (text: string): void => download(new Blob([text], { type: "application/json" }), "roundtrip-answers.json");

/** Asks before it forgets. */
function Forget({ onForget }: { readonly onForget: () => void }) {
  const [asking, setAsking] = useState(false);
  if (!asking) {
    return (
      <button type="button" className="btn small bare" onClick={() => setAsking(true)}>
        Forget this lesson’s
      </button>
    );
  }
  const forget = (): void => {
    onForget();
    setAsking(false);
  };
  return (
    <>
      <button type="button" className="btn small" onClick={forget}>
        Yes, forget them
      </button>
      <button type="button" className="btn small bare" onClick={() => setAsking(false)}>
        Keep them
      </button>
    </>
  );
}

/** "in 2 of 3 questions, most recently in the last one". */
function beliefText({ showed, asked, persists }: Belief): string {
  if (asked === 1) return "in the one question about it";
  return `in ${showed} of ${asked} questions about it, ${persists ? "most recently" : "but not"} in the last one`;
}

/** The beliefs that the reader's answers showed: the log by its tags. */
function Beliefs({ lessons }: { readonly lessons: Answers["lessons"] }) {
  const beliefs = beliefsOf(lessons);
  if (beliefs.length === 0) return null;
  return (
    <>
      <p>What your answers showed:</p>
      <ul className="beliefs">
        {beliefs.map((belief) => (
          <li key={belief.tag}>
            You chose “{MISCONCEPTIONS[belief.tag]}” {beliefText(belief)}.
          </li>
        ))}
      </ul>
    </>
  );
}

export function AnswersPanel() {
  const { lesson } = useLesson();
  const lessons = answers((state) => state.lessons);
  const kept = answers((state) => state.kept);
  const file = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");
  const take = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    if (chosen.size > LARGEST_BYTES) {
      const size = `${inMegabytes(chosen.size)} MB`;
      return setSaid(
        `${chosen.name} has ${size}; answers have at most 4 MB. Nothing was taken in: choose another file.`,
      );
    }
    const read = readAnswers(await chosen.text());
    if (typeof read === "string") {
      return setSaid(`The answers of ${chosen.name} cannot be read. ${read} Choose a file that was exported here.`);
    }
    const before = answers.getState();
    keep({ ...before.lessons, ...read });
    if (before.kept && !answers.getState().kept) {
      keep(before.lessons);
      return setSaid(`The browser has no room for the answers of ${chosen.name}. Nothing was taken in.`);
    }
    const count = Object.keys(read).length;
    setSaid(`Answers to ${count} ${count === 1 ? "lesson" : "lessons"} came from ${chosen.name}.`);
  };
  return (
    <>
      <p>{ledgerText(ledgerOf(lessons))}</p>
      <Beliefs lessons={lessons} />
      <p>
        {kept
          ? "They are kept in this browser and nowhere else."
          : "This browser keeps nothing: they last until the page is closed. Export them to keep them."}
      </p>
      <div className="row asked-row">
        <button type="button" className="btn small" onClick={() => save(answersText(answers.getState().lessons))}>
          Export
        </button>
        <button type="button" className="btn small" onClick={() => file.current?.click()}>
          Import
        </button>
        <input
          ref={file}
          className="vh"
          type="file"
          accept="application/json,.json"
          aria-label="File of answers"
          tabIndex={-1}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Forget
          onForget={() => {
            reset(lesson.slug);
            setSaid("Forgotten.");
          }}
        />
      </div>
      <p>A report of this lesson shows your answers, your curves and your parameters on one page.</p>
      <Suspense>
        <Report />
      </Suspense>
      <p role="status">{said}</p>
    </>
  );
}
