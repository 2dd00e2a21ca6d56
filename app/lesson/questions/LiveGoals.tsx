/** The goals of a part of a checkpoint beside what the stage has now, while the reader tries. */
import { Fragment } from "react";
import { namedIn } from "../../../engine/kernel/reads.ts";
import type { BoundResult, Count, Counts } from "../../../lessons/judge.ts";
import { experimentNamed } from "../../../lessons/named.ts";
import type { CheckpointPart, Condition } from "../../../lessons/types.ts";
import { usePlainText } from "../text/Numbers.tsx";
import { boundText, goalText } from "../../words/bound-text.ts";
import { Verdict } from "./Verdict.tsx";
import "./goals.css";

/** The unit of a measure before it is measured, so that the goal stands there from the first. */
function unitOf({ experiment, measure, over, relative, per, search }: Condition): string {
  if (over !== undefined || relative === true) return "times";
  if (per !== undefined || search !== undefined) return "";
  return namedIn(experimentNamed(experiment).measures, measure, "measure").unit;
}

/** A longer unit is a word, which the measure’s own name has already. */
const LONGEST_UNIT = 6;

/** A value that may break before its unit: on a small phone "11,730 bytes" is wider than its column. */
const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?<=\u202f)/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));

interface RowProps {
  readonly condition: Condition;
  readonly result: BoundResult | undefined;
  readonly isHidden: boolean;
}

function Row({ condition, result, isHidden }: RowProps) {
  const plain = usePlainText();
  const whole = result?.unit ?? unitOf(condition);
  const unit = whole.length > LONGEST_UNIT ? "" : whole;
  return (
    <tr>
      <th scope="row">{plain(condition.says)}</th>
      <td className="now">
        <Breakable text={isHidden || result === undefined ? "…" : boundText(result.value, unit)} />
      </td>
      <td>
        <Breakable text={goalText(condition, unit)} />
      </td>
      <td>
        {!isHidden && result !== undefined && (
          <Verdict right={result.holds}>{result.holds ? "reached" : "not yet"}</Verdict>
        )}
      </td>
    </tr>
  );
}

/** A count that the part asks for beside its bounds. */
function CountRow({ says, count: { got, least, most, holds } }: { readonly says: string; readonly count: Count }) {
  return (
    <tr>
      <th scope="row">{says}</th>
      <td className="now">{got}</td>
      <td>{least === most ? most : `${least} to ${most}`}</td>
      <td>
        <Verdict right={holds}>{holds ? "reached" : "not yet"}</Verdict>
      </td>
    </tr>
  );
}

/** What Submit tries besides the bounds, which are reached. */
function reached({ neighbour, seeds }: CheckpointPart): string {
  if (neighbour !== undefined) return "Reached, but is it the limit? Submit tries the next value.";
  return seeds.length > 1 ? "You reached the goal. Submit tries other seeds." : "You reached the goal.";
}

interface Props {
  readonly part: CheckpointPart;
  readonly results: readonly BoundResult[];
  /** The stage has something newer than what was measured. */
  readonly isOld: boolean;
  readonly counts: Counts;
  /** The step at which the reader guesses first, from 1; null where nothing is to be guessed. */
  readonly guessAt: number | null;
}

export function LiveGoals({ part, results, isOld, counts, guessAt }: Props) {
  const isHidden = guessAt !== null;
  const { changes, lines } = counts;
  const isCounted = changes?.holds !== false && lines?.holds !== false;
  const holds = results.length > 0 && results.every((result) => result.holds) && isCounted;
  return (
    <div className="goals">
      <table className={isOld ? "old" : undefined}>
        <thead>
          <tr>
            <th scope="col">measure</th>
            <th scope="col">now</th>
            <th scope="col">goal</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {part.conditions.map((condition, i) => (
            <Row key={i} condition={condition} result={results[i]} isHidden={isHidden} />
          ))}
          {changes !== null && <CountRow says="parameters that you have changed" count={changes} />}
          {lines !== null && <CountRow says="fault lines" count={lines} />}
        </tbody>
      </table>
      <p className="reached" aria-live="polite">
        {isHidden ? `The values come with your guess in step ${guessAt}.` : holds && !isOld ? reached(part) : ""}
      </p>
    </div>
  );
}
