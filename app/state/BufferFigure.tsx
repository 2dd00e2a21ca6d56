/** A buffer at a moment: its places fill and empty, what finds none is lost at its rim. The rim can be pulled. */
import { useRef, useState } from "react";
import type { CSSProperties } from "react";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { factsText, levelText, MOST_PLACES, outcomeText, spanOf } from "./buffer-text.ts";
import { bufferAt, bufferIn, buffersOf } from "./buffers.ts";
import type { BufferState } from "./buffers.ts";
import type { RimHands, ShownState } from "./props.ts";
import { RimHandle } from "./RimHandle.tsx";
import { clockOf } from "./protocol-table.ts";
import { rimLine, rimOf } from "./rims.ts";
import { useHeldHeight } from "./use-held-height.ts";
import "./buffer.css";

interface Props extends ShownState {
  readonly buffer: string;
  readonly rim: RimHands | null;
}

export function BufferFigure({ run, call, time, isLate, onSelect, buffer: key, rim: hands }: Props) {
  const standing = hands === null ? undefined : buffersOf(hands.before.trace).find((one) => one.key === key);
  const of = bufferIn(run.trace, key, standing);
  const rim = hands === null || standing === undefined ? null : rimOf(hands.setup, standing);
  const [held, setHeld] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useHeldHeight(box, held !== null);
  if (of === null) return <p className="note">Nothing waits here any more.</p>;
  const span = spanOf(standing ?? of);
  const state = bufferAt(run.trace, of, time);
  const places = held ?? of.places;
  const lostInAll = of.losses.length;
  const outcome =
    standing === undefined || held === null ? null : outcomeText(standing.losses.length, lostInAll, isLate);
  return (
    <div ref={box} className="state-body">
      <div className="state-gauge" style={{ "--span": span } as CSSProperties}>
        <Places {...{ state, places, span, onSelect }} title={of.title} />
        {rim !== null && hands !== null && (
          <RimHandle
            {...{ rim, span, hands }}
            onHeld={setHeld}
            name={`Rim of the ${of.title.charAt(0).toLowerCase()}${of.title.slice(1)}`}
          />
        )}
      </div>
      <div className="row state-line">
        <p className="state-level">{levelText(state.held.length, places)}</p>
        <p className="state-pill" aria-hidden={held === null}>
          {held !== null && rim !== null && hands !== null && (
            <>
              <b>{rimLine(hands.setup, rim, held)}</b> {outcome}
            </>
          )}
        </p>
      </div>
      {state.busy !== null && (
        <p className="state-busy">
          The controller was busy for <b>{Math.round(100 * state.busy)}&#8239;%</b> of the time so far.
        </p>
      )}
      <Losses state={state} inAll={lostInAll} clock={clockOf(run.trace, call)} onSelect={onSelect} />
      <Lying facts={factsText(of)} state={state} clock={clockOf(run.trace, call)} onSelect={onSelect} />
    </div>
  );
}

interface PlacesProps {
  readonly state: BufferState;
  readonly places: number | null;
  readonly span: number;
  readonly title: string;
  readonly onSelect: ShownState["onSelect"];
}

/** As a meter for a screen reader; the names of what lies there stand in a list. */
function Places({ state: { held, lost }, places, span, title, onSelect }: PlacesProps) {
  const most = places ?? span;
  const said = `${levelText(held.length, places)}, ${lost} lost so far`;
  const isBar = span > MOST_PLACES;
  return (
    <>
      <div
        className={`state-places${isBar ? " is-bar" : ""}${places === null ? " is-open" : ""}`}
        role="meter"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={Math.max(most, held.length)}
        aria-valuenow={held.length}
        aria-valuetext={said}
      >
        {isBar ? (
          <i className="is-full" style={{ width: `${(100 * held.length) / span}%` }} />
        ) : (
          Array.from({ length: span }, (_, place) => {
            const one = held[place];
            const looks = [
              ...(one === undefined ? [] : ["is-full"]),
              ...(places === null || place >= places ? ["is-beyond"] : []),
            ];
            return (
              <i
                key={place}
                className={looks.join(" ")}
                title={one?.name}
                onClick={one === undefined || one.ref === NO_REF ? undefined : () => onSelect(one.ref)}
              >
                {one?.label}
              </i>
            );
          })
        )}
      </div>
    </>
  );
}

interface LossesProps {
  readonly state: BufferState;
  readonly inAll: number;
  readonly clock: (at: number) => string;
  readonly onSelect: ShownState["onSelect"];
}

/** What found no place, at the rim: so far, and in all of the run. */
function Losses({ state: { lost, lastLost }, inAll, clock, onSelect }: LossesProps) {
  return (
    <p className={lost > 0 ? "state-lost is-bad" : "state-lost"}>
      <b>{lost}</b> lost so far, {inAll} in all of the run.{" "}
      {lastLost !== null && lastLost.ref !== NO_REF && (
        <button type="button" className="state-link" onClick={() => onSelect(lastLost.ref)}>
          The last: {lastLost.name}, {clock(lastLost.since)}
        </button>
      )}
    </p>
  );
}

/** The same as a list, whose lines lead to the packets. */
const Lying = ({
  facts,
  state: { held },
  clock,
  onSelect,
}: Omit<LossesProps, "inAll"> & { readonly facts: string }) => (
  <details className="state-words">
    <summary>What lies there, in words</summary>
    <p className="note">{facts}</p>
    {held.length === 0 && <p className="note">Nothing lies there now.</p>}
    <ol>
      {held.map(({ ref, name, since }) => (
        <li key={ref}>
          <button type="button" className="state-link" onClick={() => onSelect(ref)}>
            {name}, since {clock(since)}
          </button>
        </li>
      ))}
    </ol>
  </details>
);
