/**
 * The inside of a run's one or two machines at the playhead: who has each processor, what waits, and where each packet
 * is. All of it comes from the spans and packets of the trace, so that every machine can be shown.
 */
import { useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { Icon } from "../controls/Icon.tsx";
import type { IconName } from "../controls/Icon.tsx";
import { useFigureStyle } from "../draw/figure-style.ts";
import { useFigureSize } from "../draw/figure-size.ts";
import { mediumOf } from "../trace/lanes.ts";
import { groundShapes } from "./draw.ts";
import { liveShapes } from "./live.ts";
import { hostsOf } from "./hosts.ts";
import { machineLayout } from "./layout.ts";
import { hostName, hostSentences, wireSentence } from "./machine-text.ts";
import { MachineMap } from "./MachineMap.tsx";
import { MachineTable } from "./MachineTable.tsx";
import { placesOf } from "./places.ts";
import type { MachineMoment } from "./props.ts";
import { stateAt } from "./state.ts";
import type { Now } from "./state.ts";
import { useClock } from "./use-clock.ts";
import "./machine.css";

const LEAST = 288;

export function MachineFigure(props: MachineMoment) {
  const { trace, call, theme } = props;
  const box = useRef<HTMLElement>(null);
  const { width: own, style: size } = useFigureSize(box);
  const width = Math.max(LEAST, own);
  const { style, measure } = useFigureStyle(theme);
  const [table, setTable] = useState(false);
  const tableId = useId();
  const { time, text, kept, play, step } = useClock(props);
  const hosts = hostsOf(trace)?.hosts;
  const layout = useMemo(() => (hosts === undefined ? null : machineLayout(hosts, width)), [hosts, width]);
  const now = useMemo(() => stateAt(trace, call, time), [trace, call, time]);
  const ground = useMemo(
    () => (layout === null ? [] : groundShapes({ trace, layout, measure })),
    [trace, layout, measure],
  );
  if (layout === null || now === null) return <p className="note">{NOT_DRAWN}</p>;
  if (!kept) return <p className="note">The steps of call {call} were not kept. Choose an earlier call.</p>;
  return (
    <section ref={box} className="machine" style={size} aria-label="The machines" onKeyDown={onKeys(step)}>
      <div className="row tl-title">
        <h2>
          Inside the machines <span>at {text}</span>
        </h2>
        <div className="machine-tools">
          <IconButton icon="back" name="To the event before" of="step" onClick={() => step(-1)} />
          <IconButton
            icon={props.playing ? "pause" : "play"}
            name={PLAY[props.playing ? 1 : 0]}
            of="play"
            onClick={play}
          />
          <IconButton icon="forward" name="To the next event" of="step" onClick={() => step(1)} />
          <button
            type="button"
            className="btn small bare machine-as-table"
            aria-expanded={table}
            aria-controls={tableId}
            onClick={() => setTable(!table)}
          >
            As a table
          </button>
        </div>
      </div>
      <MachineMap
        layout={layout}
        ground={ground}
        live={liveShapes({ trace, layout, measure }, now)}
        style={style}
        places={placesOf(trace, layout, now)}
        quiet={props.playing}
        onChoose={({ ref, machine }) => (machine === null ? props.onSelect(ref) : props.onHost(machine))}
      />
      <Legend hasBuffers={layout.places.some(({ host }) => host.bus >= 0)} />
      <NowText trace={trace} now={now} playing={props.playing} />
      <div id={tableId}>{table && <MachineTable trace={trace} now={now} />}</div>
    </section>
  );
}

const PLAY = ["Play inside the machines", "Pause inside the machines"] as const;

interface IconButtonProps {
  readonly icon: IconName;
  readonly name: string;
  readonly of: "step" | "play";
  readonly onClick: () => void;
}

const IconButton = ({ icon, name, of, onClick }: IconButtonProps) => (
  <button type="button" className={`btn small bare machine-${of}`} aria-label={name} onClick={onClick}>
    <Icon name={icon} />
  </button>
);

const NOT_DRAWN = "This run has more than two machines, or none with processors: the timeline shows them.";

/** Comma and full stop step. */
const onKeys =
  (step: (way: 1 | -1) => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key !== "." && event.key !== ",") return;
    event.preventDefault();
    event.stopPropagation();
    step(event.key === "." ? 1 : -1);
  };

/** @param hasBuffers whether empty buffers are seen on their way back */
function Legend({ hasBuffers }: { readonly hasBuffers: boolean }) {
  return (
    <ul className="row legend picture-marks" aria-label="Marks">
      <li>
        <i className="slip" aria-hidden="true" /> packet, with the number of its call
      </li>
      <li>
        <i className="slip round" aria-hidden="true" /> thread that waits
      </li>
      <li>
        <i className="slip shown" aria-hidden="true" /> of the shown call
      </li>
      <li>
        <i className="slip interrupt" aria-hidden="true" /> interrupt
      </li>
      {hasBuffers && (
        <li>
          <i className="slip empty" aria-hidden="true" /> empty buffer
        </li>
      )}
    </ul>
  );
}

interface NowProps {
  readonly trace: TraceData;
  readonly now: Now;
  readonly playing: boolean;
}

/** The moment in sentences. They are read out where the reader steps, not while time runs. */
function NowText({ trace, now, playing }: NowProps) {
  return (
    <div className="machine-now" aria-live={playing ? "off" : "polite"}>
      {now.hosts.map((own) => (
        <p key={own.host.machine}>
          <b>{hostName(trace, own)}:</b> {hostSentences(trace, own).join(" ")}
        </p>
      ))}
      {mediumOf(trace) !== "" && (
        <p>
          <b>Between:</b> {wireSentence(trace, now)}
        </p>
      )}
    </div>
  );
}
