/** The timeline: canvas for the eye, transport and range for the hand; the list of events holds the same in words. */
import { createElement, Suspense, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { titleOf } from "../../engine/experiments/traced.ts";
import { NO_CALL } from "../trace/calls.ts";
import { atRest } from "../controls/at-rest.ts";
import { withTexts } from "../language/text.ts";
import { laterPart } from "../controls/later-part.ts";
import { fetched } from "../controls/fetched.tsx";
import type { KeyboardEvent, ReactNode } from "react";
import { useFigureSize } from "../draw/figure-size.ts";
import { useLowRoom } from "../draw/page-hooks.ts";
import { useFigureStyle } from "../draw/figure-style.ts";
import { timelineCommand } from "./keys.ts";
import { nowText } from "./events/now.ts";
import { useSoundWish } from "../sound/wish.ts";
import type { PageStyle } from "../draw/canvas.ts";
import type { TimelineProps } from "./props.ts";
import { TURN_WIDTH } from "../figure/description.ts";
import { momentOf } from "../figure/shown-call.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import { leastView, panned, plainOf, zoomed } from "../figure/scale.ts";
import { Scrubber } from "./tools/Scrubber.tsx";
import { OverFigure } from "./figure/OverFigure.tsx";
import { TimelineFigure } from "./figure/TimelineFigure.tsx";
import type { Handle } from "./handle/handle.ts";
import { hasHandle, useHandles, useWithAlone } from "./handle/use-handles.ts";
import { useFlight } from "./tools/use-flight.ts";
import { Transport } from "./tools/Transport.tsx";
import { useFigure } from "./figure/use-figure.ts";
import { hasPlaces } from "../figure/figure.ts";
import type { Figure, Place } from "../figure/figure.ts";
import { useTimeline } from "./use-timeline.ts";
import type { TimelineState } from "./timeline-state.ts";
import "./timeline.css";

// Words of every system: nobody reads them before the figure is there. Without a network the steps keep their names.
const Story = fetched("The story", () =>
  atRest()
    .then(withTexts(() => import("./events/Story.tsx")))
    .then(
      (m) => m.Story,
      () => () => null,
    ),
);

// Fetched where a reader wants to hear.
const Sounding = fetched(
  "The sound",
  withTexts(() => import("../sound/Sounding.tsx").then((m) => m.Sounding)),
);

/** Whatever a hand holds, a ghost or a still axis is of one experiment: a run of another begins anew. */
export const Timeline = (props: TimelineProps) => <TimelineOfOne key={titleOf(props.run)} {...props} />;

function TimelineOfOne(props: TimelineProps) {
  const { run, call, onDrawn } = props;
  const state = useTimeline(props);
  const { shown, view, commands } = state;
  const box = useRef<HTMLElement>(null);
  const { rungs, parts } = useRungs(state);
  const found = useHandles(props.hands, state, rungs?.isOnRung);
  const { style, measure } = useFigureStyle(props.theme);
  const size = useFigureSize(box);
  const figure = useFigure(
    shown,
    state.stillAxis.still?.shown ?? shown,
    usePlace(props, state, size),
    view,
    hasHandle(found.handles, state.chosen) ? NO_REF : state.chosen,
    measure,
    parts,
  );
  const handles = useWithAlone(props.hands, state, found.handles, figure);
  const helpId = useId();
  const title = `Timeline of ${titleOf(run)}, call ${call}`;
  const description = useDescription(props, state);
  const { seen, playing } = useSeen(props, state, figure);
  const { now } = seen;
  const words = nowText(shown, now);
  const down = figure?.down === true;
  const waiting = shown.kept && figure === null && props.instead === undefined;
  const height = useKeptHeight(figure, waiting, onDrawn);
  if (waiting && height === null) {
    return (
      <section ref={box} className="tl" aria-label={title} aria-busy="true">
        <div className="timeline-room" />
      </section>
    );
  }
  return (
    <section
      ref={box}
      className={down ? "tl tl-down" : "tl"}
      style={size.style}
      aria-label={title}
      onKeyDown={onKey(commands)}
    >
      {shown.kept && figure !== null && props.instead === undefined && (
        <WithLadder state={state} figure={figure} parts={rungs}>
          <Drawn
            {...props}
            state={seen}
            playing={playing}
            figure={figure}
            handles={handles}
            handled={found.of}
            style={style}
            name={`${title}. ${description}`.trimEnd()}
            help={helpId}
          />
        </WithLadder>
      )}
      {waiting && <div style={{ height: (height ?? 0) * size.scale }} aria-busy="true" />}
      {!shown.kept && props.instead === undefined && (
        <p className="tl-empty">{emptyText(run.trace.calls.count, call)}</p>
      )}
      <KeysInWords id={helpId} handles={handles.length > 0} />
      <p className="tl-fingers">Two fingers zoom and move it; one scrolls the page.</p>
      <Transport state={seen} words={down ? words : ""} playing={props.playing} door={props.door} />
      {state.noRung !== "" && <p className="tl-note">{state.noRung}</p>}
      <Sounds state={state} playing={props.playing} onPlaying={props.onPlaying} />
      <Suspense fallback={<p className="tl-story">{words}</p>}>
        <Story shown={shown} time={now} playing={playing} />
      </Suspense>
      {props.instead}
      {props.door?.isOpen !== false && props.tools?.(state.driving)}
    </section>
  );
}

/** What is seen is where the call flies, while it does. */
function useSeen({ opened = null, playing }: TimelineProps, state: TimelineState, figure: Figure | null) {
  const flight = useFlight(opened, figure, state.now);
  return flight === null ? { seen: state, playing } : { seen: { ...state, now: flight }, playing: true };
}

const KeysInWords = ({ id, handles }: { readonly id: string; readonly handles: boolean }) => (
  <p id={id} className="vh">
    Space plays, R backwards, comma and full stop step, W and S zoom, A and D pan. The events, in lessons behind Tools,
    hold the same in words.{handles && " Tab reaches each thing that one can take hold of."}
  </p>
);

/** Of the last figure, while the next is awaited; null before the first. It tells where one is drawn. */
function useKeptHeight(figure: Figure | null, waiting: boolean, onDrawn: TimelineProps["onDrawn"]): number | null {
  const [kept, setKept] = useState<number | null>(null);
  const height = figure?.height ?? kept;
  if (!waiting && kept !== (height ?? 0)) setKept(height ?? 0);
  useLayoutEffect(() => {
    if (!waiting) onDrawn?.();
  }, [waiting, onDrawn]);
  return height;
}

interface SoundsProps extends Pick<TimelineProps, "playing" | "onPlaying"> {
  readonly state: TimelineState;
}

/** The run to be heard; nothing of it is fetched before a reader asks. */
function Sounds({ state, playing, onPlaying }: SoundsProps) {
  const { shown, now, goTo } = state;
  const wanted = useSoundWish();
  const listen = (): void => {
    goTo(shown.call.from);
    onPlaying(true);
  };
  if (!wanted) return null;
  return (
    <Suspense>
      <Sounding shown={shown} time={now} playing={playing} onListen={listen} />
    </Suspense>
  );
}

/** Narrower than this, time runs down even in a window that is wider than high; px of the figure. */
const LEAST_ALONG = 500;

/** In pixels of the figure. Where the page lets a narrow figure be as high as it likes, a low window turns it. */
function usePlace(
  props: TimelineProps,
  { open, ladder }: TimelineState,
  size: ReturnType<typeof useFigureSize>,
): Place {
  const { width, scale } = size;
  const low = useLowRoom();
  const room = props.room ?? (width >= LEAST_ALONG && width < TURN_WIDTH ? low : undefined);
  return { width, room: room === undefined ? undefined : room / scale, open, ladder: ladder.place };
}

/** The code of the ladder, and its parts that the figure is drawn with. */
function useRungs({ ladder: { position, wire } }: TimelineState) {
  const rungs = useLadderParts(position !== null);
  const parts = useMemo(
    () => (rungs === null ? undefined : { ...rungs.LADDER, ...(wire === null ? {} : { wire: wire.WIRE }) }),
    [rungs, wire],
  );
  return { rungs, parts };
}

interface WithLadderProps {
  readonly state: TimelineState;
  readonly figure: Figure;
  readonly parts: typeof import("./ladder/parts.ts") | null;
  readonly children: ReactNode;
}

/** A figure, with the control above it and the bytes below it where it stands on the ladder. */
function WithLadder({ state, figure, parts, children }: WithLadderProps) {
  const { shown, ladder } = state;
  const { position, place, packet, wire } = ladder;
  const bytes = place?.bytes ?? null;
  const laid = bytes !== null && figure.layers.length > 0 && wire !== null;
  return (
    <>
      {position !== null && parts !== null && (
        <parts.LadderControl
          position={position}
          last={ladder.last}
          sentence={parts.rungSentence(shown, Math.round(position), packet, figure.down)}
          onDrag={ladder.onDrag}
          onRung={state.setRung}
        />
      )}
      <div className="tl-drawn enlarged">
        {children}
        {laid && <wire.LayerAreas figure={figure} onLayer={ladder.onLayer} />}
      </div>
      {laid && (
        <wire.LayerBytes {...{ packet, figure }} trace={shown.trace} chosen={bytes.chosen} onLayer={ladder.onLayer} />
      )}
    </>
  );
}

const useLadderParts = laterPart(() => import("./ladder/parts.ts"));
const useFigureWithHands = laterPart(
  withTexts(async () => (await import("./figure/FigureWithHands.tsx")).FigureWithHands),
);

let summary: Promise<typeof import("./figure/summary.ts")> | undefined;

/** The figure in words, for who cannot see it; empty under a hand, and until all that can be seen is drawn. */
function useDescription({ run }: TimelineProps, { shown, stillAxis }: TimelineState): string {
  const [told, setTold] = useState({ shown, text: "" });
  const isHeld = stillAxis.still !== null;
  useEffect(() => {
    if (isHeld) return;
    let gone = false;
    summary ??= atRest().then(withTexts(() => import("./figure/summary.ts")));
    summary.then(
      ({ summaryOf }) => gone || setTold({ shown, text: summaryOf(run, shown).description }),
      () => (summary = undefined),
    );
    return () => {
      gone = true;
    };
  }, [run, shown, isHeld]);
  return told.shown === shown ? told.text : "";
}

interface DrawnProps extends TimelineProps {
  readonly state: TimelineState;
  readonly figure: Figure;
  readonly handles: readonly Handle[];
  /** The run that the handles are of. */
  readonly handled: ShownCall;
  readonly style: PageStyle;
  readonly name: string;
  readonly help: string; // id of the help's text
}

/** The figure, with what lies over it and the range on its axis. */
function Drawn({ state, figure, handles, handled, style, name, help, ...props }: DrawnProps) {
  const { shown, view, setView, now, goTo } = state;
  const clock = momentOf(shown, now);
  const words = nowText(shown, now);
  const scrub = (next: number): void => {
    props.onPlaying(false);
    goTo(next);
  };
  const plainAt = (at: number): number => plainOf(shown, figure.scale.time(at));
  const heldAt = (at: number) => {
    const about = plainAt(at);
    const { perPlain } = figure.scale;
    return { view, limits: shown.limits, perPlain, about, least: leastView(shown, about) };
  };
  const given = {
    ...{ style, label: name, helpId: help, time: now, clock, words, playing: props.playing },
    onScrub: scrub,
    onSelect: props.onSelect,
    onPan: (pixels: number) => setView(panned(view, -pixels / figure.scale.perPlain, shown.limits)),
    onZoom: (factor: number, at: number) => {
      const { view, limits, about, least } = heldAt(at);
      setView(zoomed(view, factor, about, limits, least));
    },
    onHold: heldAt,
    onView: setView,
    zoomedIn: view.to - view.from < shown.limits.to - shown.limits.from - 1,
  };
  const { hands, host } = props;
  const withHands = useFigureWithHands();
  return (
    <>
      {withHands !== null && hands !== undefined && hasPlaces(figure) ? (
        createElement(withHands, { ...given, figure, state, hands, handles, handled, host: host ?? null })
      ) : (
        <TimelineFigure {...given} figure={figure} />
      )}
      <OverFigure figure={figure} state={state} {...props} />
      <Scrubber
        label="Playhead"
        figure={figure}
        time={now}
        text={words === "" ? clock : `${clock}, ${words}`}
        onScrub={scrub}
      />
    </>
  );
}

const emptyText = (calls: number, call: number): string =>
  calls === 0 ? NO_CALL : `The steps of call ${call} were not kept. Choose an earlier call.`;

const onKey =
  (commands: TimelineState["commands"]) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const command = timelineCommand(event);
    // A part that stands in place of the figure answers to some of the keys itself.
    if (command === undefined || event.defaultPrevented || ownKey(event)) return;
    event.preventDefault();
    commands[command]();
  };

/** Keys that the focused control answers to itself: a button its space, the range its arrows. */
function ownKey(event: KeyboardEvent<HTMLElement>): boolean {
  const { target, key } = event;
  if (target instanceof HTMLButtonElement) return key === " ";
  if (target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement && target.type === "search") return true;
  return target instanceof HTMLInputElement && !event.ctrlKey && /^(Arrow|Home|End|Page)/.test(key);
}
