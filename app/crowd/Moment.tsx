/** Calls around a moment: what their callers do, and what the servers do for them; each leads to its own timeline. */
import { useEffect, useMemo, useState } from "react";
import type { CallOfCrowd, Try } from "../../engine/experiments/crowd-calls.ts";
import { callsAround } from "../../engine/experiments/crowd-calls.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { seconds, type Nanos } from "../../engine/kernel/time.ts";
import { present } from "../../engine/kernel/items.ts";
import { counted, plain } from "../words/numbers.ts";
import { onClock } from "../words/times.ts";
import type { CrowdView } from "./facts.ts";
import type { CrowdRuns } from "./runs.ts";
import { clockOf, msText } from "./words.ts";
import "./crowd-calls.css";

/** So long after the moment calls still begin in the run that shows it: work for those that have left follows late. */
const AFTER = seconds(2);

/** Calls around a moment of the run that stands; null while they are being run. */
export function useCallsAround(runs: CrowdRuns, view: CrowdView, run: Run | null, at: Nanos) {
  const { setup, crowd } = view;
  const chosen = useMemo(
    () => (run === null ? { numbers: [], of: 0 } : callsAround(run.trace, at, crowd.width)),
    [run, at, crowd.width],
  );
  const key = `${view.key} ${chosen.numbers.join()}`;
  const [found, setFound] = useState<{ readonly key: string; readonly calls: readonly CallOfCrowd[] } | null>(null);
  useEffect(() => {
    if (run === null || chosen.numbers.length === 0) return;
    let isWanted = true;
    const until = begunBy(run, at + AFTER);
    // A pointer that goes over the figure passes many moments.
    const wait = setTimeout(() => {
      runs.callsOf(setup, until, chosen.numbers).then(
        (calls) => isWanted && setFound({ key, calls }),
        () => undefined, // the run of the bench says what is wrong
      );
    }, 120);
    return () => {
      isWanted = false;
      clearTimeout(wait);
    };
  }, [runs, setup, run, at, chosen, key]);
  return { of: chosen.of, calls: found?.key === key ? found.calls : null };
}

function begunBy({ trace: { calls } }: Run, at: Nanos): number {
  let begun = 0;
  while (begun < calls.count && (calls.start[begun] ?? Infinity) <= at) begun++;
  return Math.max(1, begun);
}

const lateBy = ({ served, givenUp }: Try): Nanos | null =>
  served === null || givenUp === null ? null : Math.max(0, served[1] - givenUp);

/** What became of a call, in words. */
function storyOf({ tries, outcome }: CallOfCrowd): string {
  const late = present(tries, lateBy);
  const ends = {
    ...{ returned: "The call returned.", failed: "The call failed.", wasted: "The call failed." },
    ...{ refused: "The call was refused.", cancelled: "The call was cancelled.", pending: "The call is pending." },
  }[outcome];
  const most = Math.max(0, ...late);
  const served =
    late.length === 0 ? "" : ` ${late.length === tries.length ? "Each" : plain(late.length, 0)} was served for nobody`;
  const by = late.length === 0 ? "" : most > 0 ? `, up to ${msText(most / 1e6)} too late.` : ".";
  return `${counted(tries.length, "try", "tries")}.${served}${by} ${ends}`;
}

interface Span {
  readonly from: Nanos;
  readonly until: Nanos;
}

/** From the first start to the last end of what is drawn. */
function spanOf(calls: readonly CallOfCrowd[]): Span {
  const ends = calls.flatMap(({ end, tries, otherWork }) => [
    end,
    ...tries.map(({ served }) => served?.[1] ?? end),
    ...otherWork.map(([, to]) => to),
  ]);
  return { from: Math.min(...calls.map(({ start }) => start)), until: Math.max(...ends) };
}

const WIDTH = 600;

/** What a caller does above, and what servers do for it below. */
function TriesOf({
  tries,
  span,
  rows,
  otherWork = [],
}: {
  readonly tries: readonly Try[];
  readonly span: Span;
  readonly rows: boolean;
  readonly otherWork?: CallOfCrowd["otherWork"];
}) {
  const x = (time: Nanos): number =>
    (WIDTH * (Math.min(span.until, time) - span.from)) / Math.max(1, span.until - span.from);
  const tall = rows ? 15 : 0;
  const height = rows ? 15 * tries.length : 18;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" style={{ height }} aria-hidden="true">
      {tries.map((one, nth) => {
        const y = nth * tall;
        const left = one.givenUp ?? one.served?.[1] ?? one.sent;
        return (
          <g key={one.sent}>
            <path
              className="try"
              strokeDasharray={nth === 0 ? undefined : "5 2"}
              d={`M${x(one.sent)} ${y + 1}v8M${x(one.sent)} ${y + 5}H${x(left)}`}
            />
            {one.waits.map(([from, to]) => (
              <path key={from} className="waits" d={`M${x(from)} ${y + 12}H${x(to < 0 ? span.until : to)}`} />
            ))}
            {one.served !== null && (
              <path
                className={one.isUseful ? "served is-useful" : "served"}
                d={`M${x(one.served[0])} ${y + 12}H${Math.max(x(one.served[1]), x(one.served[0]) + 4)}`}
              />
            )}
            {one.givenUp !== null && <path className="gives-up" d={`M${x(one.givenUp) - 4} ${y + 1}l8 8m0 -8l-8 8`} />}
          </g>
        );
      })}
      {otherWork.map(([from, to]) => (
        <path key={from} className="served" d={`M${x(from)} 12H${Math.max(x(to), x(from) + 4)}`} />
      ))}
    </svg>
  );
}

export function OneCall({ calls }: { readonly calls: readonly CallOfCrowd[] | null }) {
  const shown = calls?.find(({ tries }) => tries.some((one) => lateBy(one) !== null)) ?? calls?.[0];
  if (shown === undefined || shown.tries.length === 0) return null;
  return (
    <section className="crowd-one" aria-label="One call of this moment">
      <h3>One call of this moment</h3>
      <TriesOf tries={shown.tries.slice(0, 6)} span={spanOf([shown])} rows />
      <p>{storyOf(shown)}</p>
    </section>
  );
}

interface Props {
  readonly view: CrowdView;
  readonly at: Nanos;
  readonly around: ReturnType<typeof useCallsAround>;
  /** Shows the timeline of a call. */
  readonly onCall: (call: number) => void;
  readonly onClose: () => void;
}

const KEY = [
  { name: "sent, and waits", width: 30, look: "try", path: "M2 3v8M2 7H30" },
  { name: "gives up", width: 14, look: "gives-up", path: "M3 3l8 8m0 -8l-8 8" },
  { name: "in a queue", width: 30, look: "waits", path: "M0 7H30" },
  { name: "served in time", width: 20, look: "served is-useful", path: "M0 7H20" },
  { name: "served for nobody", width: 20, look: "served", path: "M0 7H20" },
] as const;

export function MomentCalls({ view, at, around, onCall, onClose }: Props) {
  const { calls, of } = around;
  const clock = clockOf(view.until);
  return (
    <section className="crowd-calls" aria-labelledby="crowd-calls">
      <h3 id="crowd-calls">
        Calls around {onClock(at, clock)} {clock.name}{" "}
        <small>
          {calls === null
            ? "They are being run."
            : `${plain(calls.length, 0)} of ${plain(of, 0)}. Choose one to see its timeline.`}
        </small>
      </h3>
      <button type="button" className="btn small bare" onClick={onClose}>
        Close
      </button>
      {calls !== null && calls.length > 0 && <Rows calls={calls} onCall={onCall} />}
      <p className="row legend crowd-key">
        {KEY.map(({ name, width, path, look }) => (
          <span key={name}>
            <svg viewBox={`0 0 ${width} 14`} aria-hidden="true">
              <path className={look} d={path} />
            </svg>
            {name}
          </span>
        ))}
      </p>
    </section>
  );
}

function Rows({ calls, onCall }: { readonly calls: readonly CallOfCrowd[]; readonly onCall: (call: number) => void }) {
  const span = spanOf(calls);
  return (
    <ul>
      {calls.map((call) => (
        <li key={call.number}>
          <button
            type="button"
            className="pick"
            onClick={() => onCall(call.number)}
            aria-label={`Call ${plain(call.number, 0)}: ${storyOf(call)}`}
          >
            <span>call {plain(call.number, 0)}</span>
            <TriesOf tries={call.tries} otherWork={call.otherWork} span={span} rows={false} />
          </button>
        </li>
      ))}
    </ul>
  );
}
