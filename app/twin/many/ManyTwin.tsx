/** Two runs of many machines on one time axis, and the same in words: the part of each machine in the difference. */
import { useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { toPlain } from "../../trace/folds.ts";
import { useWidth } from "../../draw/page.ts";
import { useFigureStyle } from "../../draw/figure-style.ts";
import { clockUnit, onClock } from "../../words/times.ts";
import { panned, zoomed } from "../../timeline/figure/scale.ts";
import type { View } from "../../timeline/figure/scale.ts";
import { byMachine, lengthSentence } from "../by-machine.ts";
import { ByMachine } from "../ByMachine.tsx";
import { PairFigure } from "../PairFigure.tsx";
import type { TwinProps } from "../props.ts";
import { ZOOM_STEP, ZoomButtons } from "../ZoomButtons.tsx";
import { drawManyTwin, rowsOfTarget } from "./draw.ts";
import type { ManyPair } from "./pair.ts";

interface Props extends TwinProps {
  readonly pair: ManyPair;
  /** The way to other calls. */
  readonly stepper: ReactNode;
}

const KEYS =
  "W and S zoom, A and D pan, 0 shows all; the slider moves the playhead of both runs. The table of differences " +
  "holds the same in words.";

export function ManyTwin({ pair, a, b, call, time, onTime, selected, onSelect, theme, stepper, ...given }: Props) {
  // Pages make a new object of labels each time. Two of them are the same where their texts are.
  const { a: nameA, b: nameB } = given.labels;
  const labels = useMemo(() => ({ a: nameA, b: nameB }), [nameA, nameB]);
  const close = given.close === true;
  const box = useRef<HTMLElement>(null);
  const helpId = useId();
  const { style, measure } = useFigureStyle(theme);
  const longest = Math.max(pair.took.a, pair.took.b);
  const began = pair.shown.b.call.from;
  const now = Math.min(longest, Math.max(0, time - began));
  const { view, setView, zoom, zoomedIn, commands } = useView(pair, now);
  const width = useWidth(box);
  const { a: refA, b: refB } = selected;
  const figure = useMemo(
    () => (width > 0 ? drawManyTwin(pair, { width, close }, view, { a: refA, b: refB }, labels, measure) : null),
    [pair, width, close, view, refA, refB, labels, measure],
  );
  const unit = clockUnit(longest);
  const clock = `${onClock(now, unit)} ${unit.name}`;
  const scrub = (since: number): void => onTime(began + Math.round(Math.min(longest, Math.max(0, since))));
  const parts = useMemo(() => byMachine(a, b, call), [a, b, call]);
  const sentence = lengthSentence(parts, labels);
  const title = `Twin timelines of ${labels.a} and ${labels.b}, call ${call}`;
  return (
    <section ref={box} className={figure?.down === true ? "twin tl tl-down" : "twin tl"} aria-label={title}>
      <p className="twin-sentence">{sentence}</p>
      {figure !== null && (
        <PairFigure
          figure={figure}
          style={style}
          label={`${title}. ${sentence}`}
          helpId={helpId}
          time={now}
          clock={clock}
          view={view}
          fit={pair.fit}
          folds={pair.folds}
          zoomedIn={zoomedIn}
          onScrub={scrub}
          onSelect={(target) => onSelect(rowsOfTarget(target))}
          onPan={(nanos) => setView(panned(view, nanos, pair.fit))}
          onZoom={(factor, about) => setView(zoomed(view, factor, about, pair.fit))}
          onView={setView}
          onKeyDown={(event) => obey(event, commands)}
        />
      )}
      <p id={helpId} className="tl-hidden">
        {KEYS}
      </p>
      <div className="twin-foot">
        <div className="twin-tools">
          {stepper}
          <ZoomButtons zoomedIn={zoomedIn} onZoom={zoom} onFit={() => setView(pair.fit)} />
        </div>
      </div>
      <ByMachine parts={parts} labels={labels} folded={close} />
    </section>
  );
}

/** The view, and its change by each key. @param now the playhead, since the calls began */
function useView(pair: ManyPair, now: number) {
  const [wish, setWish] = useState<{ readonly pair: ManyPair; readonly view: View } | null>(null);
  const view = wish?.pair === pair ? wish.view : pair.fit;
  const setView = (next: View): void => setWish({ pair, view: next });
  const zoom = (factor: number): void => {
    const moment = toPlain(now, pair.folds);
    const middle = moment >= view.from && moment <= view.to ? moment : (view.from + view.to) / 2;
    setView(zoomed(view, factor, middle, pair.fit));
  };
  const commands: Readonly<Record<string, () => void>> = {
    w: () => zoom(ZOOM_STEP),
    s: () => zoom(1 / ZOOM_STEP),
    a: () => setView(panned(view, -0.2 * (view.to - view.from), pair.fit)),
    d: () => setView(panned(view, 0.2 * (view.to - view.from), pair.fit)),
    "0": () => setView(pair.fit),
  };
  return { view, setView, zoom, zoomedIn: view.to - view.from < pair.fit.to - pair.fit.from - 1, commands };
}

function obey(event: KeyboardEvent<HTMLElement>, commands: Readonly<Record<string, () => void>>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const command = commands[event.key.toLowerCase()];
  if (command === undefined) return;
  event.preventDefault();
  command();
}
