import { NEAR, deviationText, stripX } from "./deviation.ts";
import type { StripScale } from "./deviation.ts";

/** One answer's deviation with the ends of its interval, in percent of the paper's number. */
interface Spread {
  readonly off: number;
  readonly low: number | null;
  readonly high: number | null;
}

interface Props {
  readonly scale: StripScale;
  readonly width: number;
  readonly model: number | null;
  readonly simulated: Spread | null;
}

const HEIGHT = 30;
const MODEL_Y = 10;
const SIMULATED_Y = 20;

const said = (name: string, off: number | null | undefined): string =>
  `${name} ${off === null || off === undefined ? "none" : deviationText(off)}`;

/** The band of ±5 % and the zero line, over all of a cell's height, so that the strips of a board make one figure. */
function Ground({ scale, width }: { readonly scale: StripScale; readonly width: number }) {
  const [from, to, zero] = [stripX(-NEAR, scale, width), stripX(NEAR, scale, width), stripX(0, scale, width)];
  return (
    <>
      <i className="near" style={{ left: from, width: to - from }} />
      <i className="zero" style={{ left: zero }} />
    </>
  );
}

function Triangle({ at, y }: { readonly at: number; readonly y: number }) {
  return <path className="triangle" d={`M${at} ${y - 5.4}l5 8.8h-10z`} />;
}

/** Paper is the zero line; the model's square stands above, the simulation's triangle with its interval below. */
export function Strip({ scale, width, model, simulated }: Props) {
  const x = (percent: number): number => stripX(percent, scale, width);
  const label = `Off the paper: ${said("model", model)}, ${said("simulated", simulated?.off)}`;
  return (
    <>
      <Ground scale={scale} width={width} />
      <svg
        className="strip"
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={label}
      >
        {model !== null && <rect className="square" x={x(model) - 3.6} y={MODEL_Y - 3.6} width="7.2" height="7.2" />}
        {typeof simulated?.low === "number" && simulated.high !== null && (
          <path className="whisker" d={`M${x(simulated.low)} ${SIMULATED_Y}H${x(simulated.high)}`} />
        )}
        {simulated !== null && <Triangle at={x(simulated.off)} y={SIMULATED_Y + 1} />}
      </svg>
    </>
  );
}

/** Many simulated deviations on one strip, each a triangle. */
export function StripOfMany({
  scale,
  width,
  offs,
  label,
}: {
  readonly scale: StripScale;
  readonly width: number;
  readonly offs: readonly number[];
  readonly label: string;
}) {
  return (
    <>
      <Ground scale={scale} width={width} />
      <svg
        className="strip many"
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={label}
      >
        {offs.map((off, i) => (
          <Triangle key={`${i} ${off}`} at={stripX(off, scale, width)} y={HEIGHT / 2 + 1} />
        ))}
      </svg>
    </>
  );
}

const AXIS_HEIGHT = 16;
const ROOM = 34; // px that a figure on the axis needs

const tickText = (percent: number): string => (percent > 0 ? `+${percent}` : percent < 0 ? `−${-percent}` : "0");

/** The strip's axis for the head of its column: as many of its ticks as have room. */
export function StripAxis({ scale, width }: { readonly scale: StripScale; readonly width: number }) {
  const { ticks, range } = scale;
  const all = ticks.length * ROOM <= width + ROOM / 2;
  const ends = 3 * ROOM * 0.75 <= width;
  const shown = all ? ticks : ends ? [-range, 0, range] : [-range, range];
  return (
    <svg width={width} height={AXIS_HEIGHT} viewBox={`0 0 ${width} ${AXIS_HEIGHT}`} aria-hidden="true">
      {shown.map((percent) => (
        <text key={percent} x={stripX(percent, scale, width)} y="12" textAnchor="middle">
          {tickText(percent)}
        </text>
      ))}
    </svg>
  );
}
