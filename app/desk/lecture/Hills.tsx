/** The class’s predictions as a picture for a projector: no name is in it, and the truth comes when it is asked for. */
import { useRef } from "react";
import type { Told } from "../../../lessons/hand-in/answer-code.ts";
import type { ChoicePrediction, Lesson, Prediction } from "../../../lessons/types.ts";
import { useWidth } from "../../draw/page-hooks.ts";
import { plainText } from "../../words/numbers.ts";
import { barsOf, chosenOf, ticksOf } from "./hills.ts";
import type { Bars } from "./hills.ts";

const HEIGHT = 340;
const AREA = { left: 44, right: 18, top: 30, bottom: 44 };

interface Props {
  readonly lesson: Lesson;
  readonly prediction: Prediction;
  readonly told: readonly Told[];
  readonly revealed: boolean;
  readonly truth: string; // "185 s"
}

function Options({ lesson, prediction, told, revealed }: Props & { readonly prediction: ChoicePrediction }) {
  const options = chosenOf(lesson, prediction, told);
  const most = Math.max(1, ...options.map(({ count }) => count));
  return (
    <ul className="lect-options">
      {options.map(({ text, right, count }) => (
        <li key={text} className={revealed && right ? "right" : undefined}>
          <span className="lect-option">
            {revealed && right && <b>Right: </b>}
            {text}
          </span>
          <span className="lect-bar">
            <svg width="100%" height="26" preserveAspectRatio="none" viewBox="0 0 100 26" aria-hidden="true">
              <rect width={(100 * count) / most} height="26" />
            </svg>
            <b>{count}</b>
          </span>
        </li>
      ))}
    </ul>
  );
}

function wholeTicks(most: number): readonly number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((by) => most / by <= 5) ?? 500;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

interface PlotProps {
  readonly bars: Bars;
  readonly width: number;
  readonly revealed: boolean;
  readonly truth: string;
  readonly label: string;
}

function Plot({ bars: { counts, scale, truth: share }, width, revealed, truth, label }: PlotProps) {
  const [x0, x1] = [AREA.left, width - AREA.right];
  const [y0, y1] = [AREA.top, HEIGHT - AREA.bottom];
  const most = Math.max(4, ...counts) * 1.1;
  const x = (at: number): number => x0 + at * (x1 - x0);
  const y = (count: number): number => y1 - (count / most) * (y1 - y0);
  const across = (x1 - x0) / counts.length;
  const unit = scale.unit === "" ? "" : ` ${scale.unit}`;
  const isLeft = share > 0.5;
  return (
    <svg className="lect-plot" width={width} height={HEIGHT} role="img" aria-label={label}>
      {wholeTicks(most).map((count) => (
        <g key={count}>
          <path className="grid" d={`M${x0} ${y(count)}H${x1}`} />
          <text className="end" x={x0 - 8} y={y(count) + 5}>
            {count}
          </text>
        </g>
      ))}
      {counts.map(
        (count, i) =>
          count > 0 && (
            <rect
              key={i}
              className={revealed ? "bar after" : "bar"}
              x={x(i / counts.length) + 1.5}
              y={y(count)}
              width={Math.max(2, across - 3)}
              height={y1 - y(count)}
            />
          ),
      )}
      <path className="line" d={`M${x0} ${y1}H${x1}`} />
      {ticksOf(scale).map(({ value, share: at }) => (
        <g key={value}>
          <path className="line" d={`M${x(at)} ${y1}v6`} />
          <text className={at > 0.94 ? "end" : "middle"} x={at > 0.94 ? x1 + 10 : x(at)} y={y1 + 26}>
            {plainText(value)}
            {at < 0.001 && unit}
          </text>
        </g>
      ))}
      <text className="name" x="0" y="16">
        students
      </text>
      {revealed && (
        <>
          <path className="truth" d={`M${x(share)} ${y0 - 8}V${y1}`} />
          <circle cx={x(share)} cy={y0 - 8} r="7" />
          <text className={isLeft ? "said end" : "said"} x={x(share) + (isLeft ? -14 : 14)} y={y0 - 2}>
            {truth}
          </text>
        </>
      )}
    </svg>
  );
}

export function Hills(props: Props) {
  const { lesson, prediction, told, revealed, truth } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  if (prediction.kind === "choice") return <Options {...props} prediction={prediction} />;
  const bars = barsOf(lesson, prediction, told);
  const shown = bars.counts.reduce((sum, count) => sum + count, 0);
  const { least, most, log, unit } = bars.scale;
  const label =
    `${shown} predictions on a${log ? " logarithmic" : ""} scale from ${plainText(least)} to ${plainText(most)} ` +
    `${unit}${revealed ? `; the truth is ${truth}` : ""}`;
  return (
    <div ref={box} className="lect-box">
      {width > 0 && <Plot {...{ bars, revealed, truth, label }} width={Math.max(260, width)} />}
    </div>
  );
}
