/** One trace: the answer in a sentence, what the reader supposes, the timeline, and the table of its critical path. */
import { useEffect, useMemo, useState } from "react";
import { messageOf } from "../words/message-of.ts";
import { counted, plain } from "../words/numbers.ts";
import { roughText } from "../words/times.ts";
import type { ShownTrace, TraceRow } from "../workers/spans-rows.ts";
import type { AskedTrace, Supposed } from "../workers/spans.worker.ts";
import { PathTable } from "./PathTable.tsx";
import { SpanFigure } from "./SpanFigure.tsx";
import { timesText } from "./supposed.ts";
import { showTrace } from "./use-traces.ts";
import { WhatIf } from "./WhatIf.tsx";

interface Found {
  readonly shown: ShownTrace | null;
  readonly of: AskedTrace;
  readonly problem: string | null;
}

/** The last answer stays until the next is here. */
function useShown(number: number, asked: AskedTrace): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isOver = false;
    const tell = (shown: ShownTrace | null, problem: string | null): void => {
      if (!isOver) setFound({ shown, of: asked, problem });
    };
    showTrace(number, asked).then(
      (shown) => tell(shown, null),
      (error: unknown) => tell(null, messageOf(error)),
    );
    return () => {
      isOver = true;
    };
  }, [number, asked]);
  return found;
}

interface Props {
  readonly number: number;
  readonly row: TraceRow | undefined;
  readonly supposed: Supposed | null;
  readonly onSuppose: (supposed: Supposed | null) => void;
}

export function OneTrace({ number, row, supposed, onSuppose }: Props) {
  const [root, setRoot] = useState<number | null>(null);
  const [isWaitedOnly, setWaitedOnly] = useState(false);
  const asked = useMemo(() => ({ root, supposed, isWaitedOnly }), [root, supposed, isWaitedOnly]);
  const found = useShown(number, asked);
  const shown = found?.shown ?? null;
  return (
    <section className="spans-one" aria-label={`Trace ${number}`} aria-busy={found?.of !== asked}>
      <h2>
        Trace {number}
        <span>{` ${row?.root ?? ""}`}</span>
      </h2>
      {found !== null && found.problem !== null && (
        <p className="error" role="alert">
          {found.problem}
        </p>
      )}
      {found !== null && found.problem === null && shown === null && (
        <p className="spans-note">No span of this trace has a start and an end, so there is no path.</p>
      )}
      {shown !== null && (
        <>
          <p className="spans-answer" role="status">
            {answerOf(shown, found?.of.supposed ?? null)}
          </p>
          {shown.roots.length > 1 && (
            <p className="spans-roots">
              <label>
                Path of{" "}
                <select value={shown.root} onChange={({ currentTarget }) => setRoot(Number(currentTarget.value))}>
                  {shown.roots.map(({ id, title }, place) => (
                    <option key={id} value={place}>
                      {`${title}, ${id}`}
                    </option>
                  ))}
                </select>
              </label>
            </p>
          )}
          {shown.said.map((sentence) => (
            <p key={sentence} className="spans-note">
              {sentence}
            </p>
          ))}
          {shown.unwaited > 0 && (
            <p className="spans-roots">
              <label>
                <input
                  type="checkbox"
                  checked={isWaitedOnly}
                  onChange={({ currentTarget: { checked } }) => setWaitedOnly(checked)}
                />{" "}
                {`leave out what nobody waited for (${counted(shown.unwaited, "span")})`}
              </label>
            </p>
          )}
          <WhatIf shown={shown} supposed={supposed} onSuppose={onSuppose} />
          <SpanFigure
            key={shown.root}
            shown={shown}
            span={supposed?.span ?? null}
            onSpan={(span) => onSuppose({ factor: "0.5", isWhole: false, ...supposed, span })}
          >
            <PathTable shown={shown} />
          </SpanFigure>
        </>
      )}
    </section>
  );
}

/** Where the time went, or what it would be. */
function answerOf(shown: ShownTrace, supposed: Supposed | null): string {
  const { took, before, services } = shown;
  const [most] = services;
  if (most === undefined || took === 0) return "Its path has no length.";
  const share = (nanos: number): string => `${plain((100 * nanos) / took, 0)} %`;
  if (before === null || supposed === null) {
    const whole = services.length === 1 ? "all of it" : `${roughText(most.nanos)} (${share(most.nanos)})`;
    const who = most.of || "a service without a name";
    return `It took ${roughText(took)}. Of its critical path ${who} has ${whole} for itself.`;
  }
  const change = ((took - before) * 100) / before;
  const less =
    Math.abs(change) < 0.05 ? "no change" : `${plain(Math.abs(change), 1)} % ${change < 0 ? "less" : "more"}`;
  const below = supposed.isWhole ? " with all below it" : "";
  return (
    `If ${supposed.span}${below} took ${timesText(supposed.factor)}, the trace would take ${roughText(took)} ` +
    `in place of ${roughText(before)}: ${less}.`
  );
}
