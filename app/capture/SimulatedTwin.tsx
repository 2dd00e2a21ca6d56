/** Recorded calls beside the same calls simulated: the difference as a number with its interval, and call by call. */
import { useEffect, useState } from "react";
import type { Place } from "../../engine/capture/ask/recorded.ts";
import { loadDescription } from "../../engine/experiments/load.ts";
import { PlainTable } from "../controls/PlainTable.tsx";
import { setupHref } from "../setup/bench-links.ts";
import { messageOf } from "../words/message-of.ts";
import { counted, grouped } from "../words/numbers.ts";
import { durationText } from "../words/times.ts";
import type { KindOfCalls, ShownTwin } from "../workers/capture-twin.ts";
import { TwinPairs } from "./TwinPairs.tsx";
import { twinOf } from "./use-capture.ts";
import "../styles/board.css";
import "../styles/board-lines.css";

interface Props {
  readonly place: Place | null;
  readonly call: number;
  readonly onCall: (call: number) => void;
}

/** With the address of each kind’s setup on the bench: it needs the descriptions of its family. */
interface Found extends ShownTwin {
  readonly hrefs: readonly string[];
}

async function found(place: Place | null): Promise<Found> {
  const twin = await twinOf(place);
  await Promise.all(twin.kinds.map(({ setup }) => loadDescription(setup.experiment)));
  return { ...twin, hrefs: twin.kinds.map(({ setup }) => setupHref(setup)) };
}

const signed = (ns: number): string => `${ns < 0 ? "−" : "+"}${durationText(Math.round(Math.abs(ns)))}`;

function differenceText({ difference: { median, low, high } }: KindOfCalls): string {
  if (low === null || high === null) return `${signed(median)}, too few for an interval`;
  return `${signed(median)} (${signed(low)} to ${signed(high)})`;
}

export function SimulatedTwin({ place, call, onCall }: Props) {
  const [twin, setTwin] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    found(place).then(
      (next) => {
        if (!isOver) setTwin(next);
      },
      (error: unknown) => {
        if (!isOver) setProblem(messageOf(error));
      },
    );
    return () => {
      isOver = true;
    };
  }, [place]);
  if (problem !== null) {
    return (
      <p className="error" role="alert">
        {problem}
      </p>
    );
  }
  if (twin === null) return <p role="status">The same calls are simulated.</p>;
  return (
    <section aria-label="Recorded calls and their simulated twins" className="capture-twin">
      <p role="status">{twin.answer.text}</p>
      {twin.kinds.length > 0 && (
        <div className="capture-kinds" tabIndex={0} role="group" aria-label="Kinds of calls">
          <Kinds twin={twin} />
        </div>
      )}
      {twin.kinds.length > 0 && <TwinPairs {...{ call, onCall }} kinds={twin.kinds} />}
      {twin.answer.assumed.map((one) => (
        <p key={one} className="note">
          Assumed: {one}
        </p>
      ))}
    </section>
  );
}

const COLUMNS = [
  { head: "Calls", cells: "left words" },
  { head: "How many", cells: "", label: "How many:" },
  { head: "Recorded, median", cells: "", label: "Recorded:" },
  { head: "Simulated, median", cells: "", label: "Simulated:" },
  { head: "Difference, median with 95 %", cells: "left words", label: "Difference:" },
  { head: "The run", cells: "left" },
] as const;

const Kinds = ({ twin: { kinds, hrefs } }: { readonly twin: Found }) => (
  <PlainTable
    label="Kinds of calls, recorded and simulated"
    columns={COLUMNS}
    rows={kinds.map((kind, i) => ({
      key: kind.name,
      cells: [
        kind.isFar ? `${kind.name} (a bad twin)` : kind.name,
        grouped(kind.calls.length, 0),
        durationText(Math.round(kind.recorded)),
        durationText(Math.round(kind.simulated)),
        differenceText(kind),
        <a key="bench" href={hrefs[i]} aria-label={`${kind.name} on the bench, ${counted(kind.calls.length, "call")}`}>
          on the bench
        </a>,
      ],
    }))}
  />
);
