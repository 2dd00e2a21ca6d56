/** The span that is chosen in the figure, as its file has it. */
import { counted, grouped } from "../words/numbers.ts";
import { roughText } from "../words/times.ts";
import type { SpanFacts } from "../workers/spans-rows.ts";

interface Props extends SpanFacts {
  readonly onSpan: (span: string) => void;
}

export function ChosenSpan({ id, title, kind, from, took, own, parent, children, bytes, isError, onSpan }: Props) {
  return (
    <section className="spans-chosen" aria-label={`Span ${id}`}>
      <h3>{title}</h3>
      <dl>
        <dt>Span</dt>
        <dd>{kind === "unknown" ? id : `${id}, ${kind}`}</dd>
        <dt>Called by</dt>
        <dd>
          {parent === null ? (
            "nobody in this file"
          ) : (
            <button type="button" className="link" onClick={() => onSpan(parent.id)}>
              {parent.title}
            </button>
          )}
        </dd>
        <dt>Begins</dt>
        <dd>{from === null ? "not said" : `${roughText(Math.abs(from))} ${from < 0 ? "before" : "after"} its root`}</dd>
        <dt>Takes</dt>
        <dd>{took === null ? "not said: it has no end" : roughText(took)}</dd>
        <dt>Own time on the path</dt>
        <dd>{own === 0 ? "none" : roughText(own)}</dd>
        <dt>Calls</dt>
        <dd>{children === 0 ? "nothing" : counted(children, "span")}</dd>
        {bytes !== null && (
          <>
            <dt>Bytes</dt>
            <dd>{grouped(bytes, 0)}</dd>
          </>
        )}
        {isError && (
          <>
            <dt>Status</dt>
            <dd>ended in an error</dd>
          </>
        )}
      </dl>
    </section>
  );
}
