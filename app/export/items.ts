/** The exports of a run under eight words: the name of each file, and its contents. */
import type { Description, Run } from "../../engine/experiments/types.ts";
import { codeAt } from "../../engine/kernel/reads.ts";
import { FATES } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { counted, grouped } from "../words/numbers.ts";
import type { ThemeName } from "../draw/palette.ts";
import { PICTURE_SIZES, type PictureSize, type PixelRatio } from "./sizes.ts";
import type { SweepRow, Swept } from "../../engine/experiments/export/sweep-csv.ts";

/** Stands in the file's name: "timeline", "table-cedar-callee". */
export type FigureName =
  | ("timeline" | "campus" | "machines" | "waterfall" | "chart" | "calls" | "twin" | "ways")
  | `${"table" | "graph" | "buffer"}-${string}`;

export interface ExportFigure {
  readonly name: FigureName;
  readonly label: string; // "Timeline"
  /**
   * The figure as a standalone SVG with colours of the theme and a width and height in px: laid out for this width, for
   * one of its own where it is left out.
   */
  readonly svg: (theme: ThemeName, width?: number) => string;
  /** A table's rows as comma-separated values, and what the file holds. */
  readonly csv?: { readonly text: () => string; readonly holds: string };
  /** The run that it shows besides, as the page calls it: a figure of two. */
  readonly beside?: { readonly name: string; readonly run: Run };
}

/** All that the drawer exports from. */
export interface ExportSource {
  readonly experiment: Description;
  readonly run: Run;
  /** The runs behind the chart; null until the sweep is done. */
  readonly sweep: ({ readonly values: readonly SweepRow[] } & Swept) | null;
  readonly figures: readonly ExportFigure[];
  /** Address that opens this run again. */
  readonly link: string;
  readonly citation: string | null; // BibTeX; null where the experiment has no paper
  /** The paper's model.py; null where it is not loaded or the paper has none. */
  readonly modelSource: string | null;
}

export type ItemId =
  | "svg"
  | "png"
  | "table"
  | "csv"
  | "json"
  | "calls"
  | "sweep"
  | "pcapng"
  | "trace"
  | "itf"
  | "history"
  | "model"
  | "link"
  | "citation";

export interface ExportChoice {
  readonly figure: ExportFigure | undefined;
  readonly size: PictureSize;
  readonly scale: PixelRatio; // of a PNG as on the screen
  readonly theme: ThemeName;
}

export interface ExportItem {
  readonly id: ItemId;
  readonly label: string;
  /** The file's name; for a link, the link itself. */
  readonly name: string;
  readonly holds: string;
  /** Why it cannot be had now; "" where it can. */
  readonly missing: string;
}

/** A word of the drawer, with the files that stand behind it. */
export interface ExportGroup {
  readonly label: string;
  readonly kinds: string; // "SVG or PNG"
  readonly items: readonly [ExportItem, ...ExportItem[]];
}

/** Calls whose trace goes into a file; a longer run's file holds its beginning, and says so. */
export const FILE_CALLS = 2000;

/** The page keeps less of a run than a file holds; what a file will hold is then known by its bound alone. */
const BOUND = `of the run, at most its first ${grouped(FILE_CALLS, 0)} calls`;

/** "4 packets, one of them lost". */
export function packetsText({ packets, complete }: TraceData): string {
  if (!complete) return `Packets ${BOUND}`;
  let lost = 0;
  for (let row = 0; row < packets.count; row++) if (FATES[codeAt(packets.fate, row)] === "lost") lost++;
  const loss = lost === 0 ? "none lost" : lost === 1 ? "one of them lost" : `${grouped(lost, 0)} of them lost`;
  return `${counted(packets.count, "packet")}, ${loss}`;
}

const NO_PAPER = "The experiment has no paper.";

const whyNoModel = (hasPaper: boolean): string =>
  hasPaper ? "The model is not loaded." : `${NO_PAPER} So it has no model.`;

/** The picture of a figure: what its file is called, and what it holds. */
function pictures(
  { figure, size, scale, theme }: ExportChoice,
  file: FileMaker,
): readonly [ExportItem, ...ExportItem[]] {
  const missing = figure === undefined ? "There is no figure to export yet." : "";
  const name = `_${figure?.name ?? "figure"}${size === "screen" ? "" : `_${size}`}`;
  const { says, light } = PICTURE_SIZES[size];
  const holds = `${figure?.label ?? "Figure"}, ${light ? "light" : theme}, ${says}; parameters, faults and link inside`;
  const dots = size === "screen" ? `@${scale}x` : "";
  return [
    file("svg", "SVG", `${name}.svg`, `${holds}, fonts too`, missing),
    file("png", "PNG", `${name}${dots}.png`, holds, missing),
    ...(figure?.csv === undefined
      ? []
      : [file("table", "Table CSV", `_${figure.name}.csv`, `${figure.csv.holds}, parameters inside`)]),
  ];
}

type FileMaker = (id: ItemId, label: string, ending: string, holds: string, missing?: string) => ExportItem;

function dataOf({ run, sweep }: ExportSource, rows: string, file: FileMaker): ExportGroup["items"] {
  const runs = sweep === null ? "" : `${counted(sweep.values.length, "run")} behind the chart, every measure`;
  return [
    file("csv", "CSV", ".csv", `${rows}, a row each`),
    file("json", "JSON", ".json", "Parameters, measures, resources, trace hash"),
    file("calls", "Calls CSV", "_calls.csv", `${counted(run.trace.calls.count, "call")}: start, end, time, outcome`),
    file("sweep", "Sweep CSV", "_sweep.csv", runs, sweep === null ? "The sweep behind the chart is not done yet." : ""),
  ];
}

/** The words of the drawer. @param stem name of the run's files without the ending */
export function exportGroups(source: ExportSource, choice: ExportChoice, stem: string): readonly ExportGroup[] {
  const { run, link, modelSource, citation } = source;
  const { complete, spans: spanColumns, packets } = run.trace;
  const spans = complete ? counted(spanColumns.count, "span") : `Spans and packets ${BOUND}`;
  const rows = complete ? `${spans} and ${counted(packets.count, "packet")}` : spans;
  const { inWireshark } = source.experiment;
  const packetFile = packetsText(run.trace);
  const holds =
    inWireshark === undefined
      ? `${packetFile}; opens in Wireshark`
      : `${packetFile}; opens in Wireshark. ${inWireshark.replace(/\.$/, "")}`;
  const noBytes = run.trace.frames.length > 0 ? "" : "The run has kept no bytes of packets.";
  const file: FileMaker = (id, label, ending, holds, missing = "") => {
    return { id, label, name: `${stem}${ending}`, holds, missing };
  };
  return [
    { label: "Picture", kinds: "SVG or PNG", items: pictures(choice, file) },
    { label: "Data", kinds: "CSV or JSON", items: dataOf(source, rows, file) },
    {
      label: "Packets",
      kinds: "pcapng",
      items: [file("pcapng", "Packets", ".pcapng", holds, noBytes)],
    },
    { label: "Trace", kinds: "JSON", items: [file("trace", "Trace", ".trace.json", `${spans}; opens in Perfetto`)] },
    {
      label: "Checks",
      kinds: "for checkers",
      items: [
        file("itf", "States", ".itf.json", "Each machine’s states, step by step; ITF, for Quint and Apalache"),
        file("history", "History", ".history.json", "When each call began and ended; for Porcupine"),
      ],
    },
    {
      label: "Model",
      kinds: "Python",
      items: [
        file(
          "model",
          "Model",
          "_model.py",
          "The paper’s model in Python, standard library only",
          modelSource !== null ? "" : whyNoModel(citation !== null),
        ),
      ],
    },
    {
      label: "Link",
      kinds: "opens this run",
      items: [{ id: "link", label: "Link", name: link, holds: "Opens this run again", missing: "" }],
    },
    {
      label: "Citation",
      kinds: "BibTeX",
      items: [file("citation", "Citation", ".bib", "BibTeX of the paper", citation !== null ? "" : NO_PAPER)],
    },
  ];
}
