/** The timeline: canvas for the eye, transport and range for hand and keyboard; the event list holds the same in words. */
import { useId, useMemo, useRef, useState } from "react";
import type { CSSProperties, KeyboardEvent } from "react";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { refExists, toPlain } from "./folds.ts";
import { useBeats, useFrames, useLooks, useReducedMotion, useWidth } from "./hooks.ts";
import { timelineCommand } from "./keys.ts";
import type { TimelineCommand } from "./keys.ts";
import { nowText } from "./now.ts";
import { clockUnit, onClock } from "./numbers.ts";
import { advance, eventTimes, keyMoments, neighbour, speedsFor } from "./playback.ts";
import type { TimelineProps } from "./props.ts";
import { panned, zoomed } from "./scale.ts";
import type { View } from "./scale.ts";
import { setStage } from "./stage.ts";
import type { Stage } from "./stage.ts";
import { summaryOf } from "./summary.ts";
import { TimelineFigure } from "./TimelineFigure.tsx";
import { Transport } from "./Transport.tsx";
import { useFigure, useLook } from "./use-drawing.ts";
import type { Figure } from "./use-drawing.ts";
import { causeOf, effectOf } from "./words.ts";
import "./timeline.css";

const STORYBOARD_MS = 1400;
const ZOOM_STEP = 0.7;
const PAN_STEP = 0.2;

export function Timeline(props: TimelineProps) {
  const { run, call, time, onTime, playing, onPlaying, selected, onSelect } = props;
  const [folded, setFolded] = useState(true);
  const stage = useMemo(() => setStage(run.trace, call, folded), [run, call, folded]);
  const foldable = useMemo(() => stage.folds.length > 0 || setStage(run.trace, call, true).folds.length > 0, [run, call, stage]);
  const speeds = useMemo(() => speedsFor(stage), [stage]);
  const [wish, setWish] = useState<{ readonly stage: Stage; readonly view: View } | null>(null);
  const [speedIndex, setSpeedIndex] = useState(1);
  const box = useRef<HTMLElement>(null);
  const width = useWidth(box);
  const { style, measure } = useLook(useLooks(), props.theme);
  // A view belongs to its stage: another run or call is fitted anew.
  const view = wish?.stage === stage ? wish.view : stage.fit;
  const chosen = refExists(run.trace, selected) ? selected : NO_REF;
  const figure = useFigure(stage, width, view, chosen, measure);
  const moments = useMemo(() => eventTimes(run.trace, call, stage.call), [run, call, stage]);
  const now = Math.min(stage.call.to, Math.max(stage.call.from, time));
  const setView = (next: View): void => setWish({ stage, view: next });
  const speed = speeds[speedIndex] ?? speeds[1];

  const goTo = (next: number): void => {
    const clamped = Math.min(stage.call.to, Math.max(stage.call.from, next));
    onTime(clamped);
    const followed = follow(view, toPlain(clamped, stage.folds), stage.limits);
    if (followed !== view) setView(followed);
  };
  usePlaying({ stage, now, playing, onPlaying, speed, goTo });

  const select = (ref: number): void => {
    if (ref !== NO_REF) onSelect(ref);
  };
  const commands: Readonly<Record<TimelineCommand, () => void>> = {
    play: () => {
      if (!playing && now >= stage.call.to - 0.5) goTo(stage.call.from);
      onPlaying(!playing);
    },
    back: () => goTo(neighbour(moments, now, -1)),
    forward: () => goTo(neighbour(moments, now, 1)),
    start: () => goTo(stage.call.from),
    end: () => goTo(stage.call.to),
    "zoom-in": () => setView(zoomed(view, ZOOM_STEP, middleOf(view, toPlain(now, stage.folds)), stage.limits)),
    "zoom-out": () => setView(zoomed(view, 1 / ZOOM_STEP, middleOf(view, toPlain(now, stage.folds)), stage.limits)),
    fit: () => setView(stage.fit),
    "pan-left": () => setView(panned(view, -PAN_STEP * (view.to - view.from), stage.limits)),
    "pan-right": () => setView(panned(view, PAN_STEP * (view.to - view.from), stage.limits)),
    cause: () => select(chosen === NO_REF ? NO_REF : causeOf(run.trace, chosen)),
    effect: () => select(chosen === NO_REF ? NO_REF : effectOf(run.trace, chosen)),
    clear: () => onSelect(NO_REF),
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const command = timelineCommand(event);
    if (command === undefined || ownKey(event)) return;
    event.preventDefault();
    commands[command]();
  };
  const { title, description } = summaryOf(run, stage);
  const unit = clockUnit(stage.call.to - stage.call.from);
  const words = nowText(stage, now);
  const helpId = useId();
  return (
    <section ref={box} className={figure?.down === true ? "tl tl-down" : "tl"} aria-label={title} onKeyDown={onKeyDown}>
      {stage.kept && figure !== null ? (
        <TimelineFigure
          figure={figure}
          style={style}
          label={`${title}. ${description}`}
          helpId={helpId}
          time={now}
          clock={`${onClock(now - stage.call.from, unit)} ${unit.name}`}
          words={words}
          onScrub={(next) => {
            onPlaying(false);
            goTo(next);
          }}
          onSelect={onSelect}
          onPan={(pixels) => setView(panned(view, -pixels / figure.scale.perNano, stage.limits))}
          onZoom={(factor, at) => setView(zoomed(view, factor, toPlain(figure.scale.time(at), stage.folds), stage.limits))}
          zoomedIn={view.to - view.from < stage.limits.to - stage.limits.from - 1}
        />
      ) : (
        <p className="tl-empty">{stage.kept || figure === null ? "" : emptyText(run.trace.calls.count, call)}</p>
      )}
      <p id={helpId} className="tl-hidden">
        Space plays, comma and full stop step, W and S zoom, A and D pan. The list of events holds the same in words.
      </p>
      {stage.kept && figure !== null && (
        <input
          type="range"
          className="tl-range"
          style={rangePlace(figure)}
          min={0}
          max={Math.round(figure.scale.length)}
          step={1}
          value={Math.round(Math.min(figure.scale.length, Math.max(0, figure.scale.at(now))))}
          aria-label="Playhead"
          aria-orientation={figure.down ? "vertical" : "horizontal"}
          aria-valuetext={`${onClock(now - stage.call.from, unit)} ${unit.name}${words === "" ? "" : `, ${words}`}`}
          onChange={(event) => {
            onPlaying(false);
            goTo(figure.scale.time(Number(event.target.value)));
          }}
        />
      )}
      <Transport
        stage={stage}
        time={now}
        words={figure?.down === true ? words : ""}
        playing={playing}
        speeds={speeds}
        speed={speed}
        onSpeed={(next) => setSpeedIndex(Math.max(0, speeds.indexOf(next)))}
        folded={foldable ? folded : null}
        onFolded={setFolded}
        onCommand={(command) => commands[command]()}
      />
    </section>
  );
}

/** The range lies on the axis, a pixel a step, so that its thumb is the foot of the playhead. */
const THUMB = 16;
const rangePlace = ({ down, start, axis, scale }: Figure): CSSProperties => down
  ? { top: start - THUMB / 2, height: scale.length + THUMB, width: axis }
  : { left: start - THUMB / 2, width: scale.length + THUMB, top: axis - 12 };

const emptyText = (calls: number, call: number): string =>
  calls === 0 ? "The run made no call: there is nothing to show." : `The steps of call ${call} were not kept. Choose an earlier call.`;

/** Keys that the focused control answers to itself: a button its space, the range its arrows. */
function ownKey(event: KeyboardEvent<HTMLElement>): boolean {
  const { target, key } = event;
  if (target instanceof HTMLButtonElement) return key === " ";
  return target instanceof HTMLInputElement && !event.ctrlKey && /^(Arrow|Home|End|Page)/.test(key);
}

/** Zooms about the playhead where it is in view, else about the middle. */
const middleOf = (view: View, now: number): number =>
  now >= view.from && now <= view.to ? now : (view.from + view.to) / 2;

/** The view that has the playhead in it: the same one, or moved so far that it stands near the left. */
function follow(view: View, now: number, limits: View): View {
  if (now >= view.from && now <= view.to) return view;
  return panned(view, now - view.from - (view.to - view.from) * 0.1, limits);
}

interface Playing {
  readonly stage: Stage;
  readonly now: number;
  readonly playing: boolean;
  readonly onPlaying: (playing: boolean) => void;
  readonly speed: number;
  readonly goTo: (time: number) => void;
}

/** Moves the playhead while playing: smoothly, or from key moment to key moment where motion is not welcome. */
function usePlaying({ stage, now, playing, onPlaying, speed, goTo }: Playing): void {
  const reduced = useReducedMotion();
  const story = useMemo(() => keyMoments(stage), [stage]);
  const step = (next: number): void => {
    goTo(next);
    if (next >= stage.call.to) onPlaying(false);
  };
  useFrames(playing && !reduced, (seconds) => step(advance(now, seconds, speed, stage.folds, stage.call.to)));
  useBeats(playing && reduced, STORYBOARD_MS, () => step(neighbour(story, now, 1)));
}
