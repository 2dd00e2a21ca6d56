import { useId, useState } from "react";
import type { CSSProperties, ReactNode } from "react";
import type { PointSource, OtherAnswer } from "../setup/points.ts";
import type { CallAnswers } from "../timeline/props.ts";
import { durationText } from "../words/times.ts";
import { grouped } from "../words/numbers.ts";

type Name = "sum" | "model" | "rest" | "measured";

interface Line {
  readonly name: Name;
  readonly label: string;
  readonly kind: "simulated" | "model" | "missing" | "measured";
  readonly nanos: number | null; // what is written; null where nobody knows it of the run under a hand
  readonly from: number; // where its bar begins
  readonly source: PointSource;
  readonly way: string; // what stands on the link
  readonly mark: ReactNode;
}

interface Props {
  readonly sum: number; // ns
  readonly here: PointSource; // this call of this run
  readonly isMeasured: boolean; // of a recording, and not of a run
  readonly answers: CallAnswers;
  /** What is known of the run under a reader’s hand. It has the same lines: none may move under the hand. */
  readonly held: CallAnswers | undefined;
  /** Null where silences are folded, so that answers cannot be compared by length. */
  readonly bar: ((from: number, nanos: number) => CSSProperties) | null;
}

const nanosOf = (answer: OtherAnswer | undefined): number | null =>
  answer === undefined ? null : Math.round(answer.ms * 1e6);

function linesOf({ sum, here, isMeasured, answers, held }: Omit<Props, "bar">): readonly Line[] {
  const { paper, model } = answers;
  const now = held ?? answers;
  const lines: Line[] = [
    {
      name: "sum",
      label: isMeasured ? "Sum, recorded" : "Sum, simulated",
      kind: isMeasured ? "measured" : "simulated",
      nanos: sum,
      from: 0,
      source: { ...here, text: `The rows above, ${durationText(sum)}. ${here.text}` },
      way: isMeasured ? "This call in the capture" : "This run on the bench",
      mark: <Mark kind={isMeasured ? "measured" : "simulated"} />,
    },
  ];
  if (model !== undefined) {
    const nanos = nanosOf(now.model);
    const own = { label: "Model", kind: "model", way: "In the model’s text" } as const;
    lines.push({ name: "model", ...own, nanos, from: 0, source: model.source, mark: <Mark kind="model" /> });
  }
  if (paper !== undefined) {
    const nanos = nanosOf(now.paper);
    const missing = nanos === null ? null : nanos - sum;
    const label = missing === null || missing >= 0 ? "Not accounted for" : "Sum exceeds measured by";
    const text = `The measured time less the sum of the rows. ${paper.source.text}`;
    const source = { text, href: paper.source.href };
    const rest = { label, kind: "missing", way: "In its table", mark: null } as const;
    const size = missing === null ? null : Math.abs(missing);
    lines.push({ name: "rest", ...rest, nanos: size, from: Math.min(sum, nanos ?? sum), source });
    const own = { label: "Measured", kind: "measured", way: "In its table" } as const;
    lines.push({ name: "measured", ...own, nanos, from: 0, source: paper.source, mark: <Mark kind="measured" /> });
  }
  return lines;
}

/** Sum, what the paper measured beyond it, and the other answers, each with its own mark and its source. */
export function Closing({ bar, ...shown }: Props) {
  const [open, setOpen] = useState<Name | null>(null);
  const id = useId();
  const lines = linesOf(shown);
  const opened = lines.find(({ name }) => name === open);
  return (
    <>
      <dl className="tl-sum">
        {lines.map(({ name, label, kind, nanos, from, mark }) => {
          const text = nanos === null ? "—" : grouped(nanos / 1e3, nanos % 1000 === 0 ? 0 : 1);
          return (
            <div key={name} className={`tl-closing ${kind}`}>
              <dt>{label}</dt>
              <dd>
                <button
                  type="button"
                  className="addr"
                  aria-expanded={open === name}
                  aria-label={`${nanos === null ? "No number" : `${text} µs`}: ${label}. Where from`}
                  {...(open === name ? { "aria-controls": id } : {})}
                  onClick={() => setOpen(open === name ? null : name)}
                >
                  {text}
                </button>
              </dd>
              <dd className="bars" aria-hidden="true">
                {bar !== null && nanos !== null && <i style={bar(from, nanos)}>{mark}</i>}
              </dd>
            </div>
          );
        })}
      </dl>
      {opened !== undefined && (
        <p className="address" id={id} role="note">
          {opened.source.text} <a href={opened.source.href}>{opened.way}</a>
        </p>
      )}
    </>
  );
}

/** The mark of an answer: filled triangle, hollow square, filled disc. */
function Mark({ kind }: { readonly kind: "simulated" | "model" | "measured" }) {
  return (
    <svg width="11" height="11" viewBox="-5.5 -5.5 11 11" aria-hidden="true">
      {kind === "simulated" && <path d="M0 -4.6 4.6 3.6H-4.6z" fill="var(--simulated)" />}
      {kind === "model" && (
        <rect x="-3.8" y="-3.8" width="7.6" height="7.6" fill="var(--paper)" stroke="var(--model)" strokeWidth="1.8" />
      )}
      {kind === "measured" && <circle r="4.2" fill="var(--measured)" />}
    </svg>
  );
}
