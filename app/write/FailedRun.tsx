/** The run that breaks a promise, as a timeline; and the way to the bench, which makes the same run. */
import { useEffect, useState } from "react";
import { loadDescription } from "../../engine/experiments/load.ts";
import type { Description, Run } from "../../engine/experiments/types.ts";
import type { Broken } from "../../engine/explore/written/judge.ts";
import type { Level } from "../../engine/explore/written/levels.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { useTheme } from "../controls/theme.ts";
import { setupHref } from "../setup/bench-links.ts";
import { defaultSetup } from "../setup/setup.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import type { Attacker } from "./attack.ts";
import type { Text } from "./judge.worker.ts";
import { callTimes } from "../trace/calls.ts";
import { Segments } from "../controls/Segments.tsx";

interface Props {
  readonly level: Level;
  readonly text: Text;
  readonly broken: Broken;
  readonly attacker: Attacker;
}

interface Made {
  readonly run: Run;
  readonly description: Description;
}

export function FailedRun({ level, text, broken, attacker }: Props) {
  const [made, setMade] = useState<Made | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    Promise.all([attacker.run(level.number, text, broken.faults), loadDescription("written/call")]).then(
      ([run, description]) => {
        if (isWanted) setMade({ run, description });
      },
      (error: unknown) => {
        if (isWanted && !(error instanceof Error && error.name === "Superseded")) setProblem(String(error));
      },
    );
    return () => void (isWanted = false);
  }, [attacker, level, text, broken]);
  if (problem !== null) return <p className="error">The timeline does not come: {problem}</p>;
  if (made === null) return <div className="timeline-room" />;
  return <Shown key={made.run.traceHash} made={made} isTable={"rules" in text} broken={broken} />;
}

interface ShownProps {
  readonly made: Made;
  readonly isTable: boolean;
  readonly broken: Broken;
}

function Shown({ made: { run, description }, isTable, broken }: ShownProps) {
  const theme = useTheme();
  const calls = Array.from({ length: run.trace.calls.count }, (_, row) => row + 1);
  const [call, setCall] = useState(Math.min(broken.call, calls.length));
  const [time, setTime] = useState<number | null>(null);
  const [playing, setPlaying] = useState(false);
  const [selected, setSelected] = useState(NO_REF);
  const setup = { ...defaultSetup(description), parameters: run.parameters, seed: run.seed, faults: run.faults };
  const show = (other: number): void => {
    setCall(other);
    setTime(null);
    setPlaying(false);
  };
  return (
    <div className="failed-run">
      <div className="row failed-head">
        <Segments
          label="Call"
          choices={calls.map((value) => ({ value, text: <>Call {value}</> }))}
          chosen={call}
          onChoose={show}
        />
        {isTable && (
          <a className="btn small" href={setupHref(setup)}>
            Open this run on the bench
          </a>
        )}
      </div>
      <Timeline
        key={call}
        run={run}
        call={call}
        time={time ?? callTimes(run.trace, call).from}
        onTime={setTime}
        playing={playing}
        onPlaying={setPlaying}
        theme={theme}
        selected={selected}
        onSelect={setSelected}
        later
      />
    </div>
  );
}
