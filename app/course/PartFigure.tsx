/** A small figure for each part of the course: measured points of its paper, drawn with the paper's own numbers. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { loadPaper } from "../../engine/papers/load.ts";
import type { Paper, Row } from "../../engine/papers/types.ts";
import { dotPlot } from "../chart/dot-plot.ts";
import type { DotRow } from "../chart/dot-plot.ts";
import { layoutChart } from "../chart/layout.ts";
import type { Shape } from "../draw/scene.ts";
import { Shapes } from "../draw/Shapes.tsx";
import type { Series } from "../setup/points.ts";
import { numberText, plainText } from "../words/numbers.ts";
import { tableHref } from "../setup/paper-links.ts";

const SIZE = { width: 280, height: 168 } as const;
const LOW = { width: 280, height: 124 } as const;
const FLAT = { width: 280, height: 84 } as const;
const TALL = { width: 280, height: 212 } as const; // three curves have room for their names between them

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
  readonly size?: { readonly width: number; readonly height: number };
  readonly shapes: readonly Shape[];
}

const Figure = ({ label, caption, size: { width, height } = SIZE, shapes }: FigureProps) => (
  <figure>
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <Shapes shapes={shapes} />
    </svg>
    <figcaption>{caption}</figcaption>
  </figure>
);

interface CurvesOf {
  readonly paper: Paper;
  readonly table: string;
  /** Of the x axis. */
  readonly label: string;
  readonly curves: readonly Curve[];
  readonly limit?: { readonly value: number; readonly label: string };
  readonly size?: FigureProps["size"];
}

/** Measured points as a chart; each curve has its name at its points. */
function chartShapes({ paper, table, label, curves, limit, size = SIZE }: CurvesOf): readonly Shape[] {
  const source = { text: table, href: tableHref(paper.id, table) };
  const values = [...new Set(curves.flatMap(({ points }) => points.map(({ x }) => x)))];
  const series = curves.map(({ name, points }, nth): Series => {
    const own = points.map((point) => ({ ...point, source }));
    return { kind: "measured", name, label: name, curveNumber: curves.length > 1 ? nth : null, points: own };
  });
  const spec = { y: table, title: "", points: [], ...(limit === undefined ? {} : { limit }) };
  const { layers } = layoutChart({ spec, unit: "", x: { label, unit: "", values }, series }, size);
  return layers.flatMap(({ marks }) => marks);
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
      shapes={chartShapes({ paper, table: "table-i", label: "Caller threads", curves })}
    />
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
      shapes={chartShapes({ paper, table: "table-i", label: "Words each way", curves })}
    />
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
      size={TALL}
      shapes={chartShapes({ paper, table: "table-viii", label: "Servers", curves, size: TALL })}
    />
  );
}

function FlexRpc({ paper }: { readonly paper: Paper }) {
  const rows = rowsOf(paper, "relay-efficiency");
  const points = rows.map((row) => ({ x: numberIn(row, "callee"), y: numberIn(row, "alpha") }));
  const limit = { value: 1, label: "ideal" };
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
      shapes={chartShapes({
        paper,
        table: "relay-efficiency",
        label: "Callee",
        curves: [{ name: "", points }],
        limit,
      })}
    />
  );
}

/** A call without arguments: in C, by two protocols of the authors, by Sun RPC. */
function SunRpc({ paper }: { readonly paper: Paper }) {
  const only = (table: string, want: Row): Row => {
    const row = rowsOf(paper, table).find((one) => Object.entries(want).every(([key, value]) => one[key] === value));
    if (row === undefined) throw new Error(`course: ${paper.id} ${table} has no row ${JSON.stringify(want)}.`);
    return row;
  };
  const call = (name: string, machine: string, program: number, mode: string): DotRow => {
    const row = only("table-3", { machine, program, mode, argument: "none" });
    const us = numberIn(row, "usPerIteration");
    return { name, value: us, text: plainText(us) };
  };
  const inC = numberIn(only("table-2", { iterations: 1_000_000 }), "noArgUs");
  const rows = [
    { name: "C", value: inC, text: numberText(inC, 1) },
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
      size={LOW}
      shapes={dotPlot(rows, LOW)}
    />
  );
}

/** Null calls of seven systems, fastest first. */
function Sweepstakes({ paper }: { readonly paper: Paper }) {
  const rows = rowsOf(paper, "table-xii")
    .map((row): DotRow => {
      const ms = numberIn(row, "msPerCall");
      return { name: String(row["system"]), value: ms, text: numberText(ms, 1) };
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
      size={LOW}
      shapes={dotPlot(rows, LOW)}
    />
  );
}

/** One server of a hundred, 95 of them, and all: 99 of 100 pages are faster than these times. */
function Today({ paper }: { readonly paper: Paper }) {
  const ms = (table: string, key: string, id: string): number => {
    const row = rowsOf(paper, table).find((one) => one[key] === id);
    if (row === undefined) throw new Error(`course: ${paper.id} ${table} has no row ${id}.`);
    return numberIn(row, "value");
  };
  const rows = [
    { name: "One server", value: ms("settings", "key", "d19-leaf-p99") },
    { name: "95 of 100", value: ms("services", "id", "d19-most-p99") },
    { name: "All 100", value: ms("services", "id", "d19-all-p99") },
  ].map((row): DotRow => ({ ...row, text: plainText(row.value) }));
  return (
    <Figure
      label={`99 of 100 answers come within so long: ${rows.map(({ name, text }) => `${name} ${text} ms`).join(", ")}.`}
      caption={
        <>
          99 of 100 answers, in milliseconds, logarithmic,{" "}
          <a href={tableHref(paper.id, "services")}>published numbers of services</a>
        </>
      }
      size={FLAT}
      shapes={dotPlot(rows, FLAT)}
    />
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
  today: { paper: "today", Draw: Today },
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
