/**
 * Two runs on one time axis, aligned by cause. The figure shows where they part, pairs their steps, and names the steps
 * that make the difference.
 */
import { useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { refExists } from "../trace/folds.ts";
import { useFigureSize } from "../draw/figure-size.ts";
import { useFigureStyle } from "../draw/figure-style.ts";
import { ByMachine } from "./ByMachine.tsx";
import { byMachine, lengthSentence } from "./by-machine.ts";
import { momentText } from "../words/times.ts";
import type { View } from "../figure/scale.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { Figure } from "../figure/figure.ts";
import { callsInBoth, otherCall } from "./calls.ts";
import { CallStepper } from "./CallStepper.tsx";
import { Differences } from "./Differences.tsx";
import { differencesOf, rowsOf, sentenceOf, stretchOf } from "./differences.ts";
import type { Difference, Labels } from "./differences.ts";
import { PairFigure } from "./PairFigure.tsx";
import { partingOf } from "./divergence.ts";
import { drawTwin, refOfTarget, sideOfTarget } from "./draw.ts";
import type { TwinChoice } from "./scene.ts";
import { frameTwin, isPair } from "./frame.ts";
import { NO_ROWS, rowsAt, SIDES, withPartner } from "./pair.ts";
import type { Both, Pair, TwinRows } from "./pair.ts";
import type { TwinProps } from "./props.ts";
import { useTwin } from "./use-twin.ts";
import type { TwinState } from "./use-twin.ts";
import { bothOf } from "./both.ts";
import { waysOf } from "./ways/lay-out.ts";
import { Ways } from "./ways/Ways.tsx";
import { choiceText } from "./choice-text.ts";
import { ZoomButtons } from "./ZoomButtons.tsx";
import "../timeline/timeline.css";
import "./twin.css";

export function Twin(props: TwinProps) {
  const { a, b, call, onCall, labels, axis } = props;
  const pair = useMemo(() => bothOf(a, b, call, axis), [a, b, call, axis]);
  const ways = useMemo(() => waysOf(a, b), [a, b]);
  const usedRef = useRef<"Previous" | "Next" | null>(null);
  const most = useMemo(() => callsInBoth(a.trace, b.trace), [a, b]);
  if (ways !== null) return <Ways {...props} ways={ways} />;
  const stepper = onCall !== undefined && <CallStepper call={call} most={most} onCall={onCall} usedRef={usedRef} />;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = stepOf(event);
    const next = step === null ? null : otherCall(call, most, step);
    if (next !== null) onCall?.(next);
  };
  if (typeof pair === "string") {
    return (
      <section className="twin" aria-label={`Twin timelines of ${labels.a} and ${labels.b}`} onKeyDown={onKeyDown}>
        {stepper}
        <p className="tl-empty">{pair}</p>
      </section>
    );
  }
  return (
    <div onKeyDown={onKeyDown}>
      <Shown {...props} both={pair} stepper={stepper} />
    </div>
  );
}

/** C is the next call, Shift C the one before. */
function stepOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 1 | -1 | null {
  if (ctrlKey || metaKey || altKey || key.toLowerCase() !== "c") return null;
  return shiftKey ? -1 : 1;
}

function PartingLine({ sentence, onShow }: { readonly sentence: string; readonly onShow: () => void }) {
  return (
    <p className="twin-parting">
      {sentence}{" "}
      <button type="button" className="link" onClick={onShow}>
        Show it
      </button>
    </p>
  );
}

const VIEW_KEYS = "W and S zoom, A and D pan, 0 shows all";
const TABLE_HOLDS = "The table of differences holds the same in words.";
const KEYS =
  "Arrow left and right go from step to step, arrow up and down to the same step in the other run, Escape chooses " +
  `nothing. ${VIEW_KEYS}; C is the next call, Shift C the one before. ${TABLE_HOLDS}`;
const MANY_KEYS = `${VIEW_KEYS}; the slider moves the playhead of both runs. ${TABLE_HOLDS}`;

interface ShownProps extends TwinProps {
  readonly both: Both;
  /** The way to other calls. */
  readonly stepper: ReactNode;
}

function Shown({ both, a, b, call, time, onTime, onSelect, theme, stepper, ...given }: ShownProps) {
  // Pages make new objects of labels and choices each time. Two of them are the same where their contents are.
  const { a: nameA, b: nameB } = given.labels;
  const labels = useMemo(() => ({ a: nameA, b: nameB }), [nameA, nameB]);
  const { a: refA, b: refB } = given.selected;
  const pair = isPair(both) ? both : null;
  const box = useRef<HTMLElement>(null);
  const { style, measure } = useFigureStyle(theme);
  const rows = useMemo(() => (pair === null ? [] : differencesOf(pair)), [pair]);
  const [picked, setPicked] = useState<number | null>(null);
  const choice = useMemo((): TwinChoice => {
    const chosen = known(both, { a: refA, b: refB });
    if (pair === null) return { rows: chosen, stretch: null };
    const partners = withPartner(pair, chosen);
    return { rows: partners, stretch: stretchOf(rows, partners, picked) };
  }, [both, pair, rows, refA, refB, picked]);
  const pick = (row: Difference | null): void => {
    setPicked(row?.index ?? null);
    onSelect(row === null ? NO_ROWS : rowsOf(row));
  };
  const longest = Math.max(both.took.a, both.took.b);
  const began = both.shown.b.call.from;
  const now = Math.min(longest, Math.max(0, time - began));
  const state = useTwin(both, { chosen: choice.rows, onChoose: onSelect, now });
  const size = useFigureSize(box);
  const place = { width: size.width, close: given.close === true };
  const heads = useMemo(() => (given.words === true ? headsOf(labels) : labels), [labels, given.words]);
  const figure = useTwinFigure(both, place, state.view, rows, choice, heads, measure);
  const parts = useMemo(() => (pair === null ? byMachine(a, b, call) : []), [pair, a, b, call]);
  const sentence = useMemo(
    () => (pair === null ? lengthSentence(parts, labels) : sentenceOf(rows, pair.comparison, labels)),
    [rows, parts, pair, labels],
  );
  const parting = useMemo(() => (pair === null ? null : partingOf(pair, labels)), [pair, labels]);
  const helpId = useId();
  const clock = momentText(now, longest);
  const scrub = (since: number): void => onTime(began + Math.round(Math.min(longest, Math.max(0, since))));
  const title = `Twin timelines of ${labels.a} and ${labels.b}, call ${call}`;
  const look = figure?.down === true ? "twin tl tl-down" : "twin tl";
  return (
    <section ref={box} className={look} style={size.style} aria-label={title}>
      <p className="twin-sentence">{sentence}</p>
      {parting !== null && <PartingLine {...parting} onShow={() => onSelect(parting.rows)} />}
      {figure !== null && (
        <PairFigure
          {...{ figure, style, helpId, both, state, clock }}
          label={`${title}. ${sentence}`}
          time={now}
          onScrub={scrub}
          onSelect={(target) => onSelect(rowsOfTarget(pair, target))}
        />
      )}
      <p id={helpId} className="vh">
        {pair === null ? MANY_KEYS : KEYS}
      </p>
      <Foot words={pair === null ? null : choiceText(pair, choice, labels)} state={state} stepper={stepper} />
      {pair !== null && <Key pair={pair} labels={labels} />}
      {pair === null ? (
        <ByMachine parts={parts} labels={labels} folded={place.close} />
      ) : (
        <Differences rows={rows} labels={labels} chosen={choice.stretch} onChoose={pick} />
      )}
    </section>
  );
}

/** The names of the runs in the figure, where they are one before and one after a change. */
const headsOf = ({ a, b }: Labels): Labels => ({ a: `Before: ${a}`, b: `After: ${b}` });

/** The row that a target stands for, with its partner where it has one. */
function rowsOfTarget(pair: Pair | null, target: number): TwinRows {
  const [side, ref] = [sideOfTarget(target), refOfTarget(target)];
  if (pair !== null) return rowsAt(pair, side, ref);
  return side === "a" ? { a: ref, b: NO_REF } : { a: NO_REF, b: ref };
}

/** The drawing of the view, made anew only when one of its inputs changes. */
function useTwinFigure(
  both: Both,
  { width, close }: { readonly width: number; readonly close: boolean },
  view: View,
  rows: readonly Difference[],
  choice: TwinChoice,
  labels: Labels,
  measure: MeasureText,
): Figure | null {
  const frame = useMemo(() => (width > 0 ? frameTwin(both, width, labels, close) : null), [both, width, labels, close]);
  return useMemo(
    () => (frame === null ? null : drawTwin(both, frame, view, rows, choice, labels, measure)),
    [both, frame, view, rows, choice, labels, measure],
  );
}

interface FootProps {
  /** Null where a choice has no words. */
  readonly words: string | null;
  readonly state: TwinState;
  readonly stepper: ReactNode;
}

/** The choice in words, and the buttons for other calls and for a closer look. */
function Foot({ words, state, stepper }: FootProps) {
  return (
    <div className="row twin-foot">
      {words !== null && (
        <p className="twin-choice" aria-live="polite">
          {words === "" ? <span>Choose a step to see it in both runs.</span> : words}
        </p>
      )}
      <div className="row twin-tools">
        {stepper}
        <ZoomButtons zoomedIn={state.zoomedIn} onZoom={state.zoom} onFit={state.fit} />
      </div>
    </div>
  );
}

/** Explains the signs that occur in the figure. */
function Key({ pair, labels }: { readonly pair: Pair; readonly labels: Labels }) {
  const alone = SIDES.filter((name) => [...pair[name].likeness.values()].includes("alone"));
  return (
    <p className="tl-note twin-key">
      Between the runs a thread joins each step of the critical path to its partner; where they open into a wedge, the
      steps differ.
      {alone.map((name) => (
        <span key={name}>
          {" "}
          <b aria-hidden="true">{name === "a" ? "⊖" : "⊕"}</b> and a dashed frame: only in {labels[name]}.
        </span>
      ))}
    </p>
  );
}

/** The rows of a choice that these traces have: the choice may come from earlier runs. */
const known = ({ shown }: Both, { a, b }: TwinRows): TwinRows => ({
  a: refExists(shown.a.trace, a) ? a : NO_REF,
  b: refExists(shown.b.trace, b) ? b : NO_REF,
});
