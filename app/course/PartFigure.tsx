/** A small figure for each part of the course: measured points of its paper, drawn with the paper's own numbers. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { loadPaper } from "../../engine/papers/load.ts";
import type { Paper, Row } from "../../engine/papers/types.ts";
import { plainText } from "../words/numbers.ts";
import { tableHref } from "../setup/paper-links.ts";

const [WIDTH, HEIGHT] = [260, 132];
const PLOT = { left: 16, right: 176, top: 10, bottom: 104 } as const;

interface Curve {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const numberIn = (row: Row, column: string): number => Number(row[column]);

function rowsOf(paper: Paper, table: string): readonly Row[] {
  const found = paper.tables.find(({ id }) => id === table);
  if (found === undefined) throw new Error(`course: ${paper.id} has no ${table}.`);
  return found.rows;
}

interface FigureProps {
  readonly label: string;
  readonly caption: ReactNode;
  readonly children: ReactNode;
}

const Figure = ({ label, caption, children }: FigureProps) => (
  <figure>
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {children}
    </svg>
    <figcaption>{caption}</figcaption>
  </figure>
);

const LINE = 13; // px from one name to the next

/** Measured points over a baseline; each curve has its name and last value at its end. */
function Curves({
  curves,
  most,
  unit,
}: {
  readonly curves: readonly Curve[];
  readonly most: number;
  readonly unit: string;
}) {
  const all = curves.flatMap(({ points }) => points);
  const [first, last] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  const x = (value: number): number => PLOT.left + ((value - first) / (last - first)) * (PLOT.right - PLOT.left);
  const y = (value: number): number => PLOT.bottom - (value / most) * (PLOT.bottom - PLOT.top);
  return (
    <>
      <line x1={PLOT.left - 6} x2={PLOT.right + 6} y1={y(0)} y2={y(0)} className="base" />
      <line x1={PLOT.left - 6} x2={PLOT.right + 6} y1={y(1)} y2={y(1)} className="one" />
      <text x={PLOT.left - 8} y={y(1) + 4} textAnchor="end">
        1
      </text>
      {[first, last].map((value) => (
        <text key={value} x={x(value)} y={PLOT.bottom + 16} textAnchor="middle">
          {value}
        </text>
      ))}
      <text x={(x(first) + x(last)) / 2} y={PLOT.bottom + 16} textAnchor="middle">
        {unit}
      </text>
      {curves.map(({ name, points }, place) => {
        const end = points.at(-1);
        const above = curves[place - 1]?.points.at(-1);
        const near = end !== undefined && above !== undefined ? y(end.y) - y(above.y) : LINE;
        const down = Math.max(0, LINE - near);
        return (
          <g key={name}>
            {points.map((point) => (
              <circle key={point.x} cx={x(point.x)} cy={y(point.y)} r={3} />
            ))}
            {end !== undefined && (
              <text x={PLOT.right + 10} y={y(end.y) + 4 + down}>
                {name}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

const times = (value: number): string => `${plainText(Number(value.toPrecision(2)))} times`;

function Firefly({ paper }: { readonly paper: Paper }) {
  const rows = rowsOf(paper, "table-i");
  const curve = (name: string, column: string): Curve => {
    const points = rows.map((row) => ({ x: numberIn(row, "callerThreads"), y: numberIn(row, column) }));
    const [{ y: first }, { y: last }] = [itemAt(points, 0, "point"), itemAt(points, points.length - 1, "point")];
    return {
      name: `${name}, ${plainText(Number((last / first).toPrecision(2)))}`,
      points: points.map(({ x, y }) => ({ x, y: y / first })),
    };
  };
  const curves = [curve("MaxResult", "maxResultMbitPerS"), curve("Null()", "nullRpcsPerS")];
  return (
    <Figure
      label={`Rate over that of one thread. With eight threads: ${curves.map(({ name }) => name).join("; ")}.`}
      caption={
        <>
          How many times faster than one thread, <a href={tableHref(paper.id, "table-i")}>Table I</a>
        </>
      }
    >
      <Curves curves={curves} most={2.9} unit="caller threads" />
    </Figure>
  );
}

const MOST_SERVERS = 20; // then servers stand on other rings

/** Median and transmission of calls that carry an array there and back. */
function Cedar({ paper }: { readonly paper: Paper }) {
  const arrays = rowsOf(paper, "table-i").filter((row) => /array|no args/.test(String(row["procedure"])));
  const curve = (name: string, column: string): Curve => {
    const points = arrays.map((row) => ({ x: numberIn(row, "wordsEachWay"), y: numberIn(row, column) / 1000 }));
    const { y: last } = itemAt(points, points.length - 1, "point");
    return { name: `${name} ${plainText(Number(last.toPrecision(2)))} ms`, points };
  };
  const curves = [curve("call", "medianUs"), curve("wire", "transmissionUs")];
  return (
    <Figure
      label={`Time of a call by the words of its array. With 100 words: ${curves.map(({ name }) => name).join(", ")}.`}
      caption={
        <>
          Milliseconds of a call and of its bits, <a href={tableHref(paper.id, "table-i")}>Table I</a>
        </>
      }
    >
      <Curves curves={curves} most={3} unit="words each way" />
    </Figure>
  );
}

function MultiRpc({ paper }: { readonly paper: Paper }) {
  const rows = rowsOf(paper, "table-viii").filter((row) => numberIn(row, "servers") <= MOST_SERVERS);
  const curves = [50, 20, 10].map((ms): Curve => {
    const mine = rows.filter((row) => numberIn(row, "computeMs") === ms);
    return {
      name: `${ms} ms`,
      points: mine.map((row) => ({ x: numberIn(row, "servers"), y: numberIn(row, "speedup") })),
    };
  });
  const ends = curves.map(({ name, points }) => `${times(itemAt(points, points.length - 1, "point").y)} at ${name}`);
  return (
    <Figure
      label={`Speedup of a call to many servers at once, by their computation: ${ends.join(", ")}.`}
      caption={
        <>
          How many times faster than one server after another,{" "}
          <a href={tableHref(paper.id, "table-viii")}>Table VIII</a>
        </>
      }
    >
      <Curves curves={curves} most={7.6} unit="servers" />
    </Figure>
  );
}

function FlexRpc({ paper }: { readonly paper: Paper }) {
  const rows = rowsOf(paper, "relay-efficiency");
  const x = (callee: number): number => PLOT.left + ((callee - 1) / 6) * 232;
  const y = (alpha: number): number => PLOT.bottom - ((alpha - 0.5) / 0.5) * (PLOT.bottom - PLOT.top);
  const said = rows.map((row) => `${row["callee"]}: ${row["alpha"]}`).join(", ");
  return (
    <Figure
      label={`Relay efficiency by callee: ${said}. 1 is ideal.`}
      caption={
        <>
          How well each callee relays, 1 is ideal,{" "}
          <a href={tableHref(paper.id, "relay-efficiency")}>the paper’s table</a>
        </>
      }
    >
      <line x1={0} x2={WIDTH} y1={y(1)} y2={y(1)} className="one" />
      <line x1={0} x2={WIDTH} y1={PLOT.bottom} y2={PLOT.bottom} className="base" />
      {rows.map((row) => {
        const [at, alpha] = [x(numberIn(row, "callee")), numberIn(row, "alpha")];
        return (
          <g key={at}>
            <line x1={at} x2={at} y1={y(1)} y2={y(alpha)} className="one" />
            <circle cx={at} cy={y(alpha)} r={3.4} />
            <text x={at + 6} y={y(alpha) + 12}>
              {alpha.toFixed(2)}
            </text>
            <text x={at} y={PLOT.bottom + 16} textAnchor="middle">
              {row["callee"]}
            </text>
          </g>
        );
      })}
    </Figure>
  );
}

interface Ranked {
  readonly name: string;
  readonly value: number;
  readonly text: string; // the value as printed
}

/** One dot a row on a logarithmic scale, from `left` on, with the name before it and the value behind it. */
function Ranking({
  rows,
  left,
  decade,
}: {
  readonly rows: readonly Ranked[];
  readonly left: number;
  readonly decade: number; // px
}) {
  const least = Math.min(...rows.map(({ value }) => value));
  const x = (value: number): number => left + Math.log10(value / least) * decade;
  const y = (place: number): number => 10 + place * Math.min(26, 108 / (rows.length - 1));
  return rows.map(({ name, value, text }, place) => (
    <g key={name}>
      <line x1={left} x2={WIDTH} y1={y(place)} y2={y(place)} className="one" />
      <text x={0} y={y(place) + 4}>
        {name}
      </text>
      <circle cx={x(value)} cy={y(place)} r={3.4} />
      <text x={x(value) + 8} y={y(place) + 4} className="value">
        {text}
      </text>
    </g>
  ));
}

/** A call without arguments: in C, by two protocols of the authors, by Sun RPC. */
function SunRpc({ paper }: { readonly paper: Paper }) {
  const only = (table: string, want: Row): Row => {
    const row = rowsOf(paper, table).find((one) => Object.entries(want).every(([key, value]) => one[key] === value));
    if (row === undefined) throw new Error(`course: ${paper.id} ${table} has no row ${JSON.stringify(want)}.`);
    return row;
  };
  const call = (name: string, machine: string, program: number, mode: string): Ranked => {
    const row = only("table-3", { machine, program, mode, argument: "none" });
    const us = numberIn(row, "usPerIteration");
    return { name, value: us, text: plainText(us) };
  };
  const inC = numberIn(only("table-2", { iterations: 1_000_000 }), "noArgUs");
  const rows = [
    { name: "C", value: inC, text: inC.toFixed(1) },
    call("UDP, blocking", "local", 3, "block"),
    call("UDP, select", "local", 3, "select"),
    call("Sun RPC", "local", 2, "library default"),
    call("Sun RPC, remote", "remote", 2, "library default"),
  ];
  return (
    <Figure
      label={`A call without arguments: ${rows.map(({ name, text }) => `${name} ${text} µs`).join("; ")}.`}
      caption={
        <>
          A call in microseconds, logarithmic, <a href={tableHref(paper.id, "table-2")}>Table 2</a> and{" "}
          <a href={tableHref(paper.id, "table-3")}>Table 3</a>
        </>
      }
    >
      <Ranking rows={rows} left={104} decade={35} />
    </Figure>
  );
}

/** Null calls of seven systems, fastest first. */
function Sweepstakes({ paper }: { readonly paper: Paper }) {
  const rows = rowsOf(paper, "table-xii")
    .map((row): Ranked => {
      const ms = numberIn(row, "msPerCall");
      return { name: String(row["system"]), value: ms, text: ms.toFixed(1) };
    })
    .toSorted((a, b) => a.value - b.value);
  return (
    <Figure
      label={`A null call: ${rows.map(({ name, text }) => `${name} ${text} ms`).join(", ")}.`}
      caption={
        <>
          A null call in milliseconds, logarithmic, <a href={tableHref(paper.id, "table-xii")}>Firefly’s Table XII</a>
        </>
      }
    >
      <Ranking rows={rows} left={129} decade={116} />
    </Figure>
  );
}

interface Drawn {
  readonly paper: string;
  readonly Draw: (props: { readonly paper: Paper }) => ReactNode;
}

/** By part of the course. */
const FIGURES: Readonly<Record<string, Drawn>> = {
  cedar: { paper: "cedar", Draw: Cedar },
  firefly: { paper: "firefly", Draw: Firefly },
  "sun-rpc": { paper: "enutt", Draw: SunRpc },
  multirpc: { paper: "multirpc", Draw: MultiRpc },
  flexrpc: { paper: "flexrpc", Draw: FlexRpc },
  sweepstakes: { paper: "firefly", Draw: Sweepstakes },
};

/** Nothing for a part without a figure: no figure is better than a made-up one. */
export function PartFigure({ part }: { readonly part: string }) {
  const drawn = FIGURES[part];
  const [paper, setPaper] = useState<Paper | { readonly failure: unknown } | null>(null);
  useEffect(() => {
    if (drawn !== undefined) loadPaper(drawn.paper).then(setPaper, (failure: unknown) => setPaper({ failure }));
  }, [drawn]);
  if (drawn === undefined || paper === null) return null;
  if ("failure" in paper) throw paper.failure; // the boundary around the figure says so, and tries again
  return <drawn.Draw paper={paper} />;
}
