/** The answers beside the form: what breaks first, four numbers, the run over time, and how sure all that is. */
import { useState } from "react";
import type { ReactNode } from "react";
import type { ParamValues } from "../../engine/experiments/types.ts";
import { groupsIn } from "../../engine/kernel/items.ts";
import { PlainTable } from "../controls/PlainTable.tsx";
import { exactText, plain } from "../words/numbers.ts";
import { field, keepsUp, loadOf, mostReturn } from "./facts.ts";
import type { Facts } from "./facts.ts";
import { RatesFigure } from "./RatesFigure.tsx";
import type { FoundSoFar, Base, Judged, MovedRows } from "./use-answers.ts";
import { percentText, timeText } from "./words.ts";
import { Segments } from "../controls/Segments.tsx";

/** Pale while it is of other values than the form has. */
const paleIf = (isOld: boolean): string => (isOld ? "pale" : "");

/** What breaks first; it stands above the form on a phone. @param values those of the form */
export function First({ judged, values }: { readonly judged: Judged | null; readonly values: ParamValues }) {
  const isOld = judged?.of !== values;
  return (
    <p className={`first ${paleIf(isOld)}`} role="status" aria-busy={isOld}>
      {judged === null ? (
        "Your calls are run."
      ) : (
        <>
          <b>{judged.verdict.headline}</b> {judged.verdict.reason}
        </>
      )}
    </p>
  );
}

interface Big {
  readonly name: string;
  readonly value: string;
  readonly how: string;
  readonly isBad?: boolean;
}

const NONE = "none";

/** Fewer than half return: no median; fewer than 99 of 100: no 99th percentile. */
function timesOf(values: ParamValues, facts: Facts): readonly Big[] {
  const isStable = keepsUp(values, facts);
  const why = mostReturn(facts)
    ? "does not keep up: the queue only grows"
    : `only ${percentText(facts.returned)} return`;
  const time = (name: string, value: number | null, quantile: string): Big =>
    value === null || !isStable
      ? { name, value: NONE, how: why, isBad: true }
      : { name, value: timeText(value), how: quantile };
  return [time("Half of the calls within", facts.p50, "p50"), time("99 of 100 within", facts.p99, "p99")];
}

function bigOf({ values, facts }: Base): readonly Big[] {
  const [load, servers, workers] = [loadOf(values), field(values, "servers"), field(values, "workers")];
  const all = workers === 1 ? exactText(servers) : `(${exactText(servers)} × ${exactText(workers)})`;
  const sum = `${exactText(field(values, "loadPerS"))} × ${exactText(field(values, "serverMs"))} ms / ${all}`;
  return [
    ...timesOf(values, facts),
    { name: "Load of the servers", value: percentText(100 * load), how: sum, isBad: load >= 1 },
    { name: "Wasted work", value: percentText(facts.wasted), how: "served for nobody" },
  ];
}

function Four({ base, isOld }: { readonly base: Base | null; readonly isOld: boolean }) {
  if (base === null) return <dl className="big-numbers" aria-busy="true" />;
  return (
    <dl className={`big-numbers ${paleIf(isOld)}`} aria-busy={isOld}>
      {bigOf(base).map(({ name, value, how, isBad = false }) => {
        const [, figure = value, unit = ""] = groupsIn(/^(.*) (\S+)$/, value); // "less than 0.1 %"
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figure">
              {figure}
              {unit !== "" && <small> {unit}</small>}
            </dd>
            <dd className={isBad ? "how bad" : "how"}>{how}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The reader’s own case and the one of the verdict, over time. */
function OverTime({ base, judged, isOld }: Pick<FoundSoFar, "base" | "judged"> & { readonly isOld: boolean }) {
  const [isOther, setOther] = useState(true);
  const other = judged?.verdict.other ?? null;
  const showsOther = isOther && other !== null;
  const run = showsOther ? (judged?.other ?? null) : (base?.run ?? null);
  const cases = [{ value: false, text: "As it is" }, ...(other === null ? [] : [{ value: true, text: other.name }])];
  return (
    <section aria-label="Over time" className={paleIf(isOld)} aria-busy={isOld}>
      <Segments label="Which case" choices={cases} chosen={showsOther} onChoose={setOther} />
      <RatesFigure run={run} />
    </section>
  );
}

const MOVED = [
  { head: "It assumes", cells: "left words" },
  { head: "Changed", cells: "left words" },
  { head: "Then", cells: "left words" },
  { head: "Besides", cells: "left words" },
] as const;

function HowFar({ moved, isOld }: { readonly moved: MovedRows | null; readonly isOld: boolean }) {
  return (
    <section aria-labelledby="how-far" className={paleIf(isOld)} aria-busy={isOld}>
      <h2 id="how-far">How far the answer moves</h2>
      {moved === null ? (
        <p className="note">Each assumption is changed, one at a time, and run.</p>
      ) : (
        <PlainTable
          label="How far the answer moves"
          columns={MOVED}
          rows={moved.rows.map(({ assumes, change, answer, besides, isBad }) => ({
            key: change,
            cells: [
              assumes,
              change,
              <b key="a" className={isBad ? "bad" : ""}>
                {answer}
              </b>,
              besides,
            ],
          }))}
        />
      )}
    </section>
  );
}

const THEORY = [
  { head: "Quantity", cells: "left words" },
  { head: "The run", cells: "left words" },
  { head: "Queueing theory", cells: "left words" },
] as const;

/** Load, mean and Little’s law beside the run. */
function Theory({ base, isOld }: { readonly base: Base | null; readonly isOld: boolean }) {
  if (base === null) return null;
  const { values, facts } = base;
  const isStable = keepsUp(values, facts);
  const mean = isStable ? facts.mean : null;
  const at = (ms: number | null): string => (ms === null ? NONE : plain((facts.offered * ms) / 1000, 1));
  const rows: readonly (readonly [name: string, run: string, theory: string])[] = [
    [
      "Workers busy: λ S / c",
      percentText(facts.busy),
      loadOf(values) < 1 ? percentText(100 * loadOf(values)) : "100 %",
    ],
    ["A call takes, mean", mean === null ? NONE : timeText(mean), facts.model === null ? NONE : timeText(facts.model)],
    ["Calls under way: Little’s λ W", at(mean), at(facts.model)],
  ];
  return (
    <section aria-labelledby="theory" className={paleIf(isOld)} aria-busy={isOld}>
      <h2 id="theory">Queueing theory beside it</h2>
      <PlainTable
        label="Queueing theory beside the run"
        columns={THEORY}
        rows={rows.map(([name, run, theory]) => ({ key: name, cells: [name, run, theory] }))}
      />
      <p className="note">
        Theory is Erlang’s: all workers take from one queue, nobody gives up, nobody sends again. Here each server has a
        queue of its own. Above a load of 100 % it has no mean, because the queue only grows.
      </p>
    </section>
  );
}

interface Props {
  readonly answers: FoundSoFar;
  readonly values: ParamValues;
  /** Stands below the figure. */
  readonly children: ReactNode;
}

export function Results({ answers: { base, judged, moved, problem }, values, children }: Props) {
  const isOld = (of: ParamValues | undefined): boolean => of !== values;
  return (
    <>
      {problem !== null && (
        <p className="error" role="alert">
          The run did not come to its end: {problem}
        </p>
      )}
      <Four base={base} isOld={isOld(base?.values)} />
      <OverTime base={base} judged={judged} isOld={isOld(judged?.of)} />
      {children}
      <HowFar moved={moved} isOld={isOld(moved?.of)} />
      <Theory base={base} isOld={isOld(base?.values)} />
    </>
  );
}
