/** All calls, or those of one procedure, by the figures that runs have: how long they took, and what went on when. */
import { useEffect, useMemo, useState } from "react";
import type { Crowd } from "../../engine/experiments/crowd.ts";
import { tally } from "../../engine/kernel/tally.ts";
import { Histogram } from "../chart/Histogram.tsx";
import { distributionIn } from "../chart/histogram.ts";
import { RecordedCrowd } from "../crowd/RecordedCrowd.tsx";
import { messageOf } from "../words/message-of.ts";
import { counted, grouped } from "../words/numbers.ts";
import type { CallRow } from "../workers/capture-rows.ts";
import { crowdOf } from "./use-capture.ts";

const HEIGHT = 300; // px

interface Props {
  readonly rows: readonly CallRow[];
  readonly shows: "times" | "crowd";
  readonly call: number;
  readonly onCall: (call: number) => void;
}

const groupOf = ({ program, procedure }: CallRow): string => `${program} ${procedure}`;

/** The procedures of a capture with their calls, those of most calls first. */
function groupsIn(rows: readonly CallRow[]): readonly (readonly [name: string, calls: number])[] {
  const counts = new Map<string, number>();
  for (const row of rows) tally(counts, groupOf(row));
  return [...counts].toSorted((a, b) => b[1] - a[1]);
}

export function AllCalls({ rows, shows, call, onCall }: Props) {
  const groups = useMemo(() => groupsIn(rows), [rows]);
  const [group, setGroup] = useState<string | null>(null);
  const own = useMemo(() => (group === null ? rows : rows.filter((row) => groupOf(row) === group)), [rows, group]);
  return (
    <>
      <label className="capture-of">
        Of{" "}
        <select value={group ?? ""} onChange={({ currentTarget: { value } }) => setGroup(value === "" ? null : value)}>
          <option value="">all {counted(rows.length, "call")}</option>
          {groups.map(([name, calls]) => (
            <option key={name} value={name}>
              {name} ({grouped(calls, 0)})
            </option>
          ))}
        </select>
      </label>
      {shows === "times" ? (
        <Times {...{ call, onCall }} rows={own} />
      ) : (
        <OverTime key={group} {...{ group, call, onCall }} rows={own} all={rows} />
      )}
    </>
  );
}

interface TimesProps extends Pick<Props, "call" | "onCall"> {
  readonly rows: readonly CallRow[];
}

function Times({ rows, call, onCall }: TimesProps) {
  const [said, setSaid] = useState("");
  const distribution = useMemo(() => {
    const answered = rows.flatMap(({ number, took }) => (took === null ? [] : [{ call: number, ns: took }]));
    return distributionIn(answered, rows.length);
  }, [rows]);
  if (distribution.bars.length === 0) return <p className="note">No call of these was seen with its reply.</p>;
  const choose = (next: number): void => {
    onCall(next);
    setSaid(`Call ${grouped(next, 0)} is chosen in the list.`);
  };
  return (
    <Histogram
      {...{ distribution, call, said }}
      count={rows.length}
      height={HEIGHT}
      reach={Number.POSITIVE_INFINITY}
      onCall={choose}
    />
  );
}

interface OverTimeProps extends TimesProps {
  readonly group: string | null;
  readonly all: readonly CallRow[];
}

function OverTime({ group, rows, all, call, onCall }: OverTimeProps) {
  const [crowd, setCrowd] = useState<Crowd | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    crowdOf(group).then(
      (found) => {
        if (!isOver) setCrowd(found);
      },
      (error: unknown) => {
        if (!isOver) setProblem(messageOf(error));
      },
    );
    return () => {
      isOver = true;
    };
  }, [group]);
  if (problem !== null) {
    return (
      <p className="error" role="alert">
        {problem}
      </p>
    );
  }
  if (crowd === null) return null;
  const goTo = (at: number): void => {
    const next = rows.findLast((row) => row.at <= at) ?? rows[0];
    if (next !== undefined) onCall(next.number);
  };
  return <RecordedCrowd crowd={crowd} at={all[call - 1]?.at ?? 0} onMoment={goTo} />;
}
