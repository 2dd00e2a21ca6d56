import type { TimelineState } from "../timeline-state.ts";
import type { AxisKind } from "../../setup/axis.ts";
import { momentOf } from "../../figure/shown-call.ts";
import { speedText } from "../../words/times.ts";
import { Icon } from "../../controls/Icon.tsx";
import type { IconName } from "../../controls/Icon.tsx";
import { toggleSound, useSoundWish } from "../../sound/wish.ts";
import type { TimelineProps } from "../props.ts";
import type { TimelineCommand } from "../keys.ts";
import { Segments } from "../../controls/Segments.tsx";

interface Props {
  readonly state: TimelineState;
  /** A sentence on the moment, shown where the figure has no room for it. */
  readonly words: string;
  readonly playing: boolean;
  readonly door: TimelineProps["door"];
}

/** Clock, steps and play, speed, zoom: everything that the keys of the timeline do, to be clicked. */
export function Transport(props: Props) {
  const { state, words, playing, door } = props;
  const all = door?.isOpen !== false;
  const { shown, now: time, commands } = state;
  const backwards = state.driving.way === -1;
  const onCommand = (command: TimelineCommand): void => commands[command]();
  const button = (command: TimelineCommand, icon: IconName, name: string, extra = "") => (
    <button type="button" className={`tl-icon ${extra}`} aria-label={name} onClick={() => onCommand(command)}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div className="row tl-transport" role="group" aria-label="Transport">
      <span className="tl-clock">
        {momentOf(shown, time)} <i>of {momentOf(shown, shown.end)}</i>
        {words !== "" && <span className="tl-words">{words}</span>}
      </span>
      <span className="tl-steps">
        {all && button("start", "first", "To the start")}
        {all && button("back", "back", "Step back", "docked")}
        {all && (
          <button
            type="button"
            className="tl-icon"
            aria-label="Play backwards"
            aria-pressed={playing && backwards}
            onClick={() => onCommand("reverse")}
          >
            <Icon name="reverse" />
          </button>
        )}
        {button("play", playing ? "pause" : "play", playing ? "Pause" : "Play", "play docked")}
        {all && button("forward", "forward", "Step forward", "docked")}
        {all && button("end", "last", "To the end")}
      </span>
      {door !== undefined && (
        <button type="button" className="fold tl-door" aria-expanded={all} onClick={door.onToggle}>
          Speed, axis, zoom, search
        </button>
      )}
      {all && <Views {...state} />}
    </div>
  );
}

const AXIS_WORDS = {
  folded: { name: "Folded", what: "Long silences are left out" },
  linear: { name: "Linear", what: "A millisecond is equally long everywhere" },
  log: { name: "Log", what: "Logarithmic: waits that double are equally far apart" },
} as const satisfies Readonly<Record<AxisKind, object>>;

const Speeds = ({ speeds, speed, setSpeed }: TimelineState) => (
  <span className="tl-speed" role="group" aria-label="Speed: simulated time that one second shows">
    <span className="tl-note" aria-hidden="true">
      1 s shows
    </span>
    <Segments choices={speeds.map((value) => ({ value, text: speedText(value) }))} chosen={speed} onChoose={setSpeed} />
  </span>
);

const Axes = ({ axis, axes, setAxis }: TimelineState) => (
  <Segments
    label="Axis of time"
    choices={axes.map((value) => ({ value, text: AXIS_WORDS[value].name, title: AXIS_WORDS[value].what }))}
    chosen={axis}
    onChoose={setAxis}
  />
);

/** Buttons for speed, axis and view. */
function Views(state: TimelineState) {
  const { axes, rung, setRung, later, setLater, commands } = state;
  const button = (command: TimelineCommand, icon: IconName, name: string) => (
    <button type="button" className="tl-icon" aria-label={name} onClick={() => commands[command]()}>
      <Icon name={icon} />
    </button>
  );
  return (
    <span className="tl-views">
      <Speeds {...state} />
      {axes.length > 0 && <Axes {...state} />}
      {rung !== undefined && <Rows rung={rung} setRung={setRung} />}
      {later !== null && (
        <span className="seg" role="group" aria-label="After the call has ended">
          <button
            type="button"
            aria-pressed={later}
            title="Packets, work and timers of this call that come after its end"
            onClick={() => setLater(!later)}
          >
            Later
          </button>
        </span>
      )}
      <SoundButton />
      <span className="tl-zoom">
        {button("zoom-out", "out", "Zoom out")}
        {button("zoom-in", "in", "Zoom in")}
        {button("fit", "fit", "Fit the call")}
      </span>
    </span>
  );
}

interface RowsProps {
  readonly rung: number | null;
  readonly setRung: (rung: number | null) => void;
}

/** A row for each processor, or the ladder. */
const Rows = ({ rung, setRung }: RowsProps) => (
  <Segments
    label="Rows"
    choices={ROWS}
    chosen={rung !== null}
    onChoose={(isLayered) => setRung(isLayered ? (rung ?? 0) : null)}
  />
);

const ROWS = [
  { value: false, text: "Processors", title: "A row for each processor, bus and controller" },
  { value: true, text: "Layers", title: "A row for each layer of software, which opens as one looks closer" },
] as const;

/** Off until asked for. Nothing of the sound is fetched before. */
function SoundButton() {
  const wanted = useSoundWish();
  return (
    <button type="button" className="tl-icon" aria-label="Sound" aria-pressed={wanted} onClick={toggleSound}>
      <Icon name="sound" />
    </button>
  );
}
