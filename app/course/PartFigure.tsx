/** A small figure for a part of the course, where there is data for one: measured points of its paper. */
import { paper as firefly } from "../../engine/papers/firefly/index.ts";
import { table } from "../../engine/papers/lookup.ts";
import { plainText } from "../words/numbers.ts";
import { tableHref } from "../setup/paper-links.ts";

const [WIDTH, HEIGHT] = [260, 128];
const PLOT = { left: 4, right: 200, top: 10, bottom: 96 } as const;

interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** What Table I says of both calls, each over its own single thread. */
function fireflyGain(): readonly Series[] {
  const { rows } = table(firefly.id, "table-i", [firefly]);
  const series = (name: string, column: string): Series => {
    const first = Number(rows[0]?.[column]);
    return { name, points: rows.map((row) => ({ x: Number(row["callerThreads"]), y: Number(row[column]) / first })) };
  };
  return [series("MaxResult", "maxResultMbitPerS"), series("Null()", "nullRpcsPerS")];
}

function FireflyFigure() {
  const all = fireflyGain();
  const x = (threads: number): number => PLOT.left + 6 + ((threads - 1) / 7) * (PLOT.right - PLOT.left - 12);
  const y = (gain: number): number => PLOT.bottom - (gain / 3) * (PLOT.bottom - PLOT.top);
  const said = all
    .map(({ name, points }) => `${name} ${plainText(Number((points.at(-1)?.y ?? 0).toPrecision(2)))} times`)
    .join(", ");
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Rate of eight threads divided by the rate of one: ${said}`}
      >
        <line x1={PLOT.left} x2={PLOT.right} y1={y(0)} y2={y(0)} className="base" />
        <line x1={PLOT.left} x2={PLOT.right} y1={y(1)} y2={y(1)} className="one" />
        {all.map(({ name, points }) => (
          <g key={name}>
            {points.map((point) => (
              <circle key={point.x} cx={x(point.x)} cy={y(point.y)} r={3.2} />
            ))}
            <text x={PLOT.right + 6} y={y(points.at(-1)?.y ?? 0) + 4}>
              {name}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        measured rate of one to eight threads, divided by the rate of one;{" "}
        <a href={tableHref(firefly.id, "table-i")}>Table I</a>
      </figcaption>
    </figure>
  );
}

/** Nothing where the paper's data is not here yet: no figure is better than a made-up one. */
export function PartFigure({ part }: { readonly part: string }) {
  return part === firefly.id ? <FireflyFigure /> : null;
}
