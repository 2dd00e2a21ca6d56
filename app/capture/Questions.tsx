/** Five questions to a capture: one press each; the answer names the calls that show it. */
import { useEffect, useState } from "react";
import type { Question } from "../../engine/capture/ask/answer.ts";
import type { Place } from "../../engine/capture/ask/recorded.ts";
import type { Change } from "../../engine/capture/ask/what-if.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { capital } from "../words/sentences.ts";
import { messageOf } from "../words/message-of.ts";
import type { CaptureAnswer } from "../workers/capture-rows.ts";
import { ASKED, TAKEN_AT } from "./question-words.ts";
import { askCapture } from "./use-capture.ts";

export interface Asking {
  readonly question: Question | null;
  readonly place: Place | null;
  readonly change: Change;
}

export const AS_IT_IS: Change = { server: 0.5, hasRetries: true, everyNth: 1 };

interface Found {
  readonly of: Asking;
  readonly answer: CaptureAnswer | null;
  readonly problem: string | null;
}

/** The last answer stays until the next is here. */
export function useAnswer(asking: Asking): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isOver = false;
    const tell = (answer: CaptureAnswer | null, problem: string | null): void => {
      if (!isOver) setFound({ of: asking, answer, problem });
    };
    const { question, place, change } = asking;
    if (question === null) tell(null, null);
    else
      askCapture(question, place, change).then(
        (answer) => tell(answer, null),
        (error: unknown) => tell(null, messageOf(error)),
      );
    return () => {
      isOver = true;
    };
  }, [asking]);
  return found;
}

interface Props {
  readonly asking: Asking;
  readonly onAsk: (asking: Asking) => void;
}

export function Questions({ asking, onAsk }: Props) {
  return (
    <div className="capture-asks" role="group" aria-label="Questions to this capture">
      {ASKED.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          className="pick"
          aria-pressed={id === asking.question}
          onClick={() => onAsk({ ...asking, question: id === asking.question ? null : id })}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

const SHARES = [
  { value: 0.1, text: "a tenth of its time" },
  { value: 0.5, text: "half its time" },
  { value: 1, text: "its time as it is" },
  { value: 2, text: "twice its time" },
] as const;
const PARTS = [1, 2, 4, 10] as const;

/** What is supposed to be otherwise: the server’s time, whether clients send again, and how many calls there are. */
function Supposed({ asking, onAsk }: Props) {
  const { change } = asking;
  const set = (some: Partial<Change>): void => onAsk({ ...asking, change: { ...change, ...some } });
  return (
    <p className="row capture-supposed">
      <label>
        The server takes{" "}
        <select value={change.server} onChange={({ currentTarget }) => set({ server: Number(currentTarget.value) })}>
          {SHARES.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label>
        Clients{" "}
        <select
          value={change.hasRetries ? "again" : "once"}
          onChange={({ currentTarget }) => set({ hasRetries: currentTarget.value === "again" })}
        >
          <option value="again">send again as they do</option>
          <option value="once">never send again</option>
        </select>
      </label>
      <label>
        Of the calls{" "}
        <select
          value={change.everyNth}
          onChange={({ currentTarget }) => set({ everyNth: Number(currentTarget.value) })}
        >
          {PARTS.map((part) => (
            <option key={part} value={part}>
              {part === 1 ? "all are made" : `one in ${part} is made`}
            </option>
          ))}
        </select>
      </label>
    </p>
  );
}

interface AnswerProps extends Props {
  readonly found: Found | null;
  readonly onCall: (call: number) => void;
}

/** The answer, what was found with the calls that show it, and what is assumed. */
export function AnswerText({ asking, onAsk, found, onCall }: AnswerProps) {
  if (asking.question === null) {
    return <p className="capture-answer">Ask a question: the calls that answer it are lit in the list.</p>;
  }
  const { answer = null, problem = null } = found ?? {};
  return (
    <div className="capture-answer" aria-busy={found?.of !== asking}>
      {asking.question === "what-if" && <Supposed asking={asking} onAsk={onAsk} />}
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {answer !== null && (
        <>
          <p role="status">{answer.text}</p>
          {(answer.findings.length > 0 || answer.assumed.length > 0) && (
            <details open={answer.findings.length <= 3}>
              <summary>What shows it</summary>
              <ul>
                {answer.findings.map(({ text, calls: [first] }, i) => (
                  <li key={i}>
                    {first === undefined ? (
                      capital(text)
                    ) : (
                      <button type="button" className="link" onClick={() => onCall(first)}>
                        {capital(text)}
                      </button>
                    )}
                  </li>
                ))}
                {answer.left > 0 && <li>{answer.left} more; lab ask has them all.</li>}
              </ul>
              {answer.assumed.map((one) => (
                <p key={one} className="note">
                  Assumed: {one}
                </p>
              ))}
              <TakenAt asking={asking} onAsk={onAsk} />
            </details>
          )}
        </>
      )}
    </div>
  );
}

/** Where the capture was taken decides what is measured and what is inferred. */
function TakenAt({ asking, onAsk }: Props) {
  return (
    <label className="note">
      Where was it recorded?{" "}
      <select
        value={asking.place ?? ""}
        onChange={({ currentTarget }) => {
          const { id } = itemAt(TAKEN_AT, currentTarget.selectedIndex, "place");
          onAsk({ ...asking, place: id === "" ? null : id });
        }}
      >
        {TAKEN_AT.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
