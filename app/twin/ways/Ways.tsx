/** Two ways to call the same machines on one time axis: who was asked when, who answered, and whose silence it cost. */
import { useId, useMemo, useRef, useState } from "react";
import { itemAt, timeAt } from "../../../engine/kernel/reads.ts";
import { useFigureSize } from "../../draw/figure-size.ts";
import { useFigureStyle } from "../../draw/figure-style.ts";
import { counted } from "../../words/numbers.ts";
import { durationText } from "../../words/times.ts";
import { PairFigure } from "../PairFigure.tsx";
import type { TwinProps } from "../props.ts";
import { useTwin } from "../use-twin.ts";
import { NO_ROWS } from "../pair.ts";
import { ZoomButtons } from "../ZoomButtons.tsx";
import { drawWays } from "./draw.ts";
import { courseOf, longestOf, troubles } from "./lay-out.ts";
import type { WayRun } from "./lay-out.ts";
import { inSeconds, sentenceOf, standingsText, wayNames } from "./ways-text.ts";
import "./ways.css";
import { capital } from "../../words/sentences.ts";

type Props = Pick<TwinProps, "a" | "b" | "time" | "onTime" | "labels" | "close" | "theme" | "axis"> & {
  readonly ways: readonly [WayRun, WayRun];
};

const HELP =
  "A row for each workstation. W and S zoom, A and D pan, 0 shows all; the slider moves the playhead. The table " +
  "below holds who was asked more than once, or given up.";

const nothing = (): void => undefined;

export function Ways({ ways, a, b, time, onTime, labels, theme, axis, close = false }: Props) {
  const box = useRef<HTMLElement>(null);
  const helpId = useId();
  const { style, measure } = useFigureStyle(theme);
  const longest = longestOf(ways);
  const course = useMemo(() => courseOf(ways, axis), [ways, axis]);
  const began = timeAt(b.trace.calls.start, 0);
  const now = Math.min(longest, Math.max(0, time - began));
  const state = useTwin(course, { chosen: NO_ROWS, onChoose: nothing, now });
  const { width, style: size } = useFigureSize(box);
  const { view } = state;
  const { a: nameA, b: nameB } = labels;
  const names = useMemo(() => wayNames(a, b, { a: nameA, b: nameB }), [a, b, nameA, nameB]);
  const figure = useMemo(
    () => (width > 0 ? drawWays(ways, { names, width, close, course, view, measure }) : null),
    [ways, names, width, close, course, view, measure],
  );
  const title = `Twin timelines of ${labels.a} and ${labels.b}`;
  const sentence = sentenceOf(ways, names);
  return (
    <section ref={box} className="twin tl ways" style={size} aria-label={title}>
      <p className="twin-sentence">{sentence}</p>
      {figure !== null && (
        <PairFigure
          {...{ figure, style, helpId, state }}
          both={course}
          label={`${title}. ${sentence}`}
          time={now}
          clock={durationText(now)}
          onScrub={(since) => onTime(began + Math.round(Math.min(longest, Math.max(0, since))))}
          onSelect={nothing}
        />
      )}
      <p id={helpId} className="vh">
        {HELP}
      </p>
      {ways.map((way, i) => (
        <p key={i} className="ways-now">
          <b>{capital(itemAt(names, i, "name"))}</b> at {inSeconds(now)}: {standingsText(way, now)}.
        </p>
      ))}
      <div className="row ways-tools">
        <Table ways={ways} names={names} />
        <ZoomButtons zoomedIn={state.zoomedIn} onZoom={state.zoom} onFit={state.fit} />
      </div>
    </section>
  );
}

function Table({
  ways,
  names,
}: {
  readonly ways: readonly [WayRun, WayRun];
  readonly names: readonly [string, string];
}) {
  const [open, setOpen] = useState(false);
  return (
    <details className="ways-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Who was asked more than once, or given up</summary>
      {open && (
        <table>
          <thead>
            <tr>
              <th scope="col">Way</th>
              <th scope="col">Workstation</th>
              <th scope="col">Asked</th>
              <th scope="col">First at</th>
              <th scope="col">Ended at</th>
              <th scope="col">Outcome</th>
            </tr>
          </thead>
          <tbody>
            {ways.flatMap((way, i) =>
              troubles(way.destinations).map(({ machine, asked, first, ended, outcome }) => (
                <tr key={`${i} ${machine}`}>
                  <td>{capital(itemAt(names, i, "name"))}</td>
                  <th scope="row">{capital(machine)}</th>
                  <td>{counted(asked, "time")}</td>
                  <td>{inSeconds(first)}</td>
                  <td>{inSeconds(ended)}</td>
                  <td>{outcome}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      )}
    </details>
  );
}
