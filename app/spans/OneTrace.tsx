/** One trace: the answer in a sentence, what the reader supposes, the timeline, and the table of its critical path. */
import { useEffect, useMemo, useState } from "react";
import { quote } from "../../engine/faults/quote.ts";
import { messageOf } from "../words/message-of.ts";
import { counted, plain } from "../words/numbers.ts";
import { roughText } from "../words/times.ts";
import type { PathlessTrace, ShownTrace, TraceRow } from "../workers/spans-rows.ts";
import type { AskedTrace, Supposed } from "../workers/spans.worker.ts";
import { ChosenSpan } from "./ChosenSpan.tsx";
import { PathTable } from "./PathTable.tsx";
import { SpanFigure } from "./SpanFigure.tsx";
import { timesText } from "./supposed.ts";
import { showTrace } from "./use-traces.ts";
import { WhatIf } from "./WhatIf.tsx";

interface Found {
  readonly shown: ShownTrace | PathlessTrace | null;
  readonly of: AskedTrace;
  readonly problem: string | null;
}

/** The last answer stays until the next is here. */
function useShown(number: number, asked: AskedTrace): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isOver = false;
    const tell = (shown: Found["shown"], problem: string | null): void => {
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

/** How a trace is shown; the root that is null is the longest. */
type Way = Omit<AskedTrace, "supposed">;
const AS_RECORDED: Way = { root: null, isWaitedOnly: false, isShifted: false };

export function OneTrace({ number, row, supposed, onSuppose }: Props) {
  const [way, setWay] = useState(AS_RECORDED);
  const asked = useMemo(() => ({ ...way, supposed }), [way, supposed]);
  const found = useShown(number, asked);
  const shown = found?.shown ?? null;
  const choose = (span: string): void => onSuppose({ factor: "1", isWhole: false, ...supposed, span });
  const said = shown?.said.map((sentence) => (
    <p key={sentence} className="own-note">
      {sentence}
    </p>
  ));
  return (
    <section className="own-one spans-one" aria-label={`Trace ${number}`} aria-busy={found?.of !== asked}>
      <h2>
        Trace {number}
        <span>{` ${row?.root ?? ""}`}</span>
      </h2>
      {found !== null && found.problem !== null && (
        <p className="error" role="alert">
          {found.problem}
        </p>
      )}
      {shown?.traced === null && (
        <>
          <p className="own-note">No root of this trace has a start and a later end, so there is no path.</p>
          {said}
        </>
      )}
      {shown !== null && shown.traced !== null && (
        <>
          <p className="spans-answer" role="status">
            {answerOf(shown, found?.of.supposed ?? null)}
          </p>
          {said}
          <Ways shown={shown} way={way} onWay={setWay} />
          <WhatIf shown={shown} supposed={supposed} onSuppose={onSuppose} />
          {shown.took > 0 && (
            <SpanFigure key={shown.root} shown={shown} span={supposed?.span ?? null} onSpan={choose}>
              {shown.chosen !== null && <ChosenSpan {...shown.chosen} onSpan={choose} />}
              <PathTable shown={shown} />
            </SpanFigure>
          )}
        </>
      )}
    </section>
  );
}

interface WaysProps {
  readonly shown: ShownTrace;
  readonly way: Way;
  readonly onWay: (way: Way) => void;
}

/** What a reader may choose of a trace that has several roots, clocks that are apart, or work that nobody waits for. */
function Ways({ shown: { roots, root, shifts, unwaited }, way, onWay }: WaysProps) {
  return (
    <div className="row spans-ways">
      {roots.length > 1 && (
        <label>
          Path of{" "}
          <select value={root} onChange={({ currentTarget }) => onWay({ ...way, root: Number(currentTarget.value) })}>
            {roots.map(({ id, title }, place) => (
              <option key={id} value={place} translate="no">
                {`${title}, ${id}`}
              </option>
            ))}
          </select>
        </label>
      )}
      {shifts > 0 && (
        <label>
          <input
            type="checkbox"
            checked={way.isShifted}
            onChange={({ currentTarget }) => onWay({ ...way, isShifted: currentTarget.checked })}
          />{" "}
          {`move ${counted(shifts, "span")} as if all clocks agreed`}
        </label>
      )}
      {unwaited > 0 && (
        <label>
          <input
            type="checkbox"
            checked={way.isWaitedOnly}
            onChange={({ currentTarget }) => onWay({ ...way, isWaitedOnly: currentTarget.checked })}
          />{" "}
          {`leave out what nobody waited for (${counted(unwaited, "span")})`}
        </label>
      )}
    </div>
  );
}

/** Where the time went, or what it would be. */
function answerOf(shown: ShownTrace, supposed: Supposed | null): string {
  const { took, before, services } = shown;
  const [most] = services;
  if (most === undefined || took === 0) return "Its path takes no time, so there is nothing to draw.";
  const share = (nanos: number): string => `${plain((100 * nanos) / took, 0)} %`;
  if (before === null || supposed === null || Number(supposed.factor) === 1) {
    const missing = supposed !== null && before === null ? ` It has no span ${quote(supposed.span)}.` : "";
    const who = most.of || "a service without a name";
    if (services.length === 1) return `It took ${roughText(took)}, all of it in ${who}.${missing}`;
    const own = `${roughText(most.nanos)} (${share(most.nanos)})`;
    return `It took ${roughText(took)}. On its critical path ${who} itself takes ${own}.${missing}`;
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
