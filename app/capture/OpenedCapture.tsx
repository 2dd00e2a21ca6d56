/** A capture that is open: one line on what is in it, four questions, the list of its calls, and one of them drawn. */
import { useMemo, useState } from "react";
import { placeAt } from "../setup/link-table.ts";
import { replacePlace } from "../setup/location.ts";
import { durationText } from "../words/times.ts";
import { counted } from "../words/numbers.ts";
import { CallFigure } from "./CallFigure.tsx";
import { CallList } from "./CallList.tsx";
import { ASKED } from "./shown.ts";
import type { CaptureAnswer, AskedId, Summary } from "../workers/capture-rows.ts";
import type { ReadCapture } from "../workers/capture.worker.ts";

interface Props {
  readonly opened: ReadCapture;
  readonly query: string;
  readonly onClose: () => void;
}

const isAsked = (text: string | null): text is AskedId => ASKED.some(({ id }) => id === text);

/** What the address says of this capture: the question asked, and the call chosen. */
function read(query: string, count: number): { readonly asked: AskedId | null; readonly call: number | null } {
  const given = new URLSearchParams(query);
  const asked = given.get("ask");
  const call = Number(given.get("call") ?? Number.NaN);
  return {
    asked: isAsked(asked) ? asked : null,
    call: Number.isInteger(call) && call >= 1 && call <= count ? call : null,
  };
}

export function OpenedCapture({ opened, query, onClose }: Props) {
  const { summary, rows, answers } = opened;
  const first = useMemo(() => read(query, rows.length), [query, rows]);
  const [asked, setAsked] = useState<AskedId | null>(first.asked ?? "twice");
  const [call, setCall] = useState(first.call ?? answers[first.asked ?? "twice"]?.calls[0] ?? 1);
  const answer = asked === null ? null : (answers[asked] ?? null);
  const lit = useMemo(() => new Set<number>(answer?.calls ?? []), [answer]);
  const tell = (nextAsked: AskedId | null, nextCall: number): void => {
    setAsked(nextAsked);
    setCall(nextCall);
    const example = new URLSearchParams(query).get("example");
    replacePlace(placeAt("capture", [], { example, ask: nextAsked, call: String(nextCall) }));
  };
  return (
    <>
      <Head summary={summary} onClose={onClose} />
      {rows.length === 0 ? (
        <p className="capture-none">No remote call that the lab knows is in this file.</p>
      ) : (
        <>
          <Questions
            asked={asked}
            onAsk={(id) => (id === asked ? tell(null, call) : tell(id, answers[id]?.calls[0] ?? call))}
          />
          <AnswerText answer={answer} />
          <div className="capture-parts">
            <CallList
              {...{ rows, lit }}
              chosen={call}
              resolutionNs={summary.resolutionNs}
              onChoose={(number) => tell(asked, number)}
            />
            <CallFigure call={call} row={rows[call - 1]} summary={summary} />
          </div>
        </>
      )}
    </>
  );
}

const countedOther = ({ name, packets }: Summary["others"][number]): string =>
  `${name} (${counted(packets, "packet")})`;

function Head({ summary, onClose }: { readonly summary: Summary; readonly onClose: () => void }) {
  const { name, frames, lengthNs, calls, notes, others } = summary;
  return (
    <header className="capture-head">
      <h1>{name}</h1>
      <p className="note">
        {`${counted(calls, "call")} in ${counted(frames, "packet")}, ${durationText(lengthNs)}. `}
        The file stays on this page. {others.length > 0 && `Not taken apart: ${others.map(countedOther).join(", ")}.`}
      </p>
      <button type="button" className="btn" onClick={onClose}>
        Open another
      </button>
      {notes.map((note) => (
        <p key={note} className="capture-note" role="status">
          {note}
        </p>
      ))}
    </header>
  );
}

interface QuestionsProps {
  readonly asked: AskedId | null;
  readonly onAsk: (id: AskedId) => void;
}

function Questions({ asked, onAsk }: QuestionsProps) {
  return (
    <div className="capture-asks" role="group" aria-label="Questions to this capture">
      {ASKED.map(({ id, title }) => (
        <button key={id} type="button" aria-pressed={id === asked} onClick={() => onAsk(id)}>
          {title}
        </button>
      ))}
    </div>
  );
}

function AnswerText({ answer }: { readonly answer: CaptureAnswer | null }) {
  if (answer === null) {
    return <p className="capture-answer">Ask a question: the calls that answer it are lit in the list.</p>;
  }
  const [first, ...others] = answer.sentences;
  return (
    <p className="capture-answer" role="status">
      <b>{first}</b> {others.join(" ")}
    </p>
  );
}
