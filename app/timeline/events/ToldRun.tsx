/** The story of a run: a sentence for each event, in order, with its time. */
import { fateOf } from "../../../engine/kernel/reads.ts";
import { refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import type { TimedRef } from "../../trace/events.ts";
import { exactOnClock } from "../../words/times.ts";
import type { TimeUnit } from "../../words/times.ts";
import { callText } from "./call-text.ts";
import { sentenceOf } from "./Story.tsx";
import "./tree.css";

interface Told extends TimedRef {
  readonly sentence: string;
  /** How many events in a row have this sentence. */
  readonly times: number;
}

/** The sentences of some rows. Neighbours with the same sentence are one. */
export function toldOf(trace: TraceData, rows: readonly TimedRef[]): readonly Told[] {
  const told: Told[] = [];
  for (const { ref, at } of rows) {
    const sentence = sentenceOf(trace, ref);
    const last = told.at(-1);
    if (last?.sentence === sentence) told[told.length - 1] = { ...last, times: last.times + 1 };
    else told.push({ ref, at, sentence, times: 1 });
  }
  return told;
}

interface Props {
  readonly trace: TraceData;
  readonly label: string;
  readonly rows: readonly TimedRef[];
  /** When the clock begins, in nanoseconds of the run. */
  readonly since: number;
  readonly unit: TimeUnit;
  /** The call whose story it is; 0 where it is of several. */
  readonly call: number;
}

export function ToldRun({ trace, label, rows, since, unit, call }: Props) {
  return (
    <div className="tl-scroll" tabIndex={0} role="region" aria-label={label}>
      {call > 0 && call <= trace.calls.count && (
        <p className="tl-lead">
          {callText(trace, call).map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </p>
      )}
      <ol className="tl-told">
        {toldOf(trace, rows).map(({ ref, at, sentence, times }) => (
          <li key={ref}>
            <span className="at">
              {exactOnClock(at - since, unit)} {unit.name}
            </span>{" "}
            <span className={refTable(ref) === "packet" && fateOf(trace, refRow(ref)) === "lost" ? "lost" : undefined}>
              {sentence}
              {times > 1 && <i> {times} times</i>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
