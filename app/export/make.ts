/** Makes the file of an item. Loaded when the first file is asked for, so that the first page stays small. */
import { toCsv, toHistory, toItf, toJson, toPcapng, toTraceEvents } from "../../engine/experiments/export/index.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { EngineClient } from "../workers/engine-client.ts";
import { shownInWorker } from "../workers/explore-client.ts";
import { fontCssFor } from "./fonts.ts";
import { FILE_CALLS } from "./items.ts";
import type { ExportChoice, ExportSource, ItemId } from "./items.ts";
import { pngOf } from "./png.ts";
import { dotsOf, PICTURE_SIZES } from "./sizes.ts";
import { embedSvg, ExportError, metadataOf, onSlide } from "./svg-embed.ts";
import { callsCsv } from "../../engine/experiments/export/calls-csv.ts";
import { sweepCsv } from "../../engine/experiments/export/sweep-csv.ts";

const TYPES: Readonly<Record<ItemId, string>> = {
  svg: "image/svg+xml",
  png: "image/png",
  table: "text/csv;charset=utf-8",
  csv: "text/csv;charset=utf-8",
  json: "application/json",
  calls: "text/csv;charset=utf-8",
  sweep: "text/csv;charset=utf-8",
  pcapng: "application/x-pcapng",
  trace: "application/json",
  itf: "application/json",
  history: "application/json",
  model: "text/x-python;charset=utf-8",
  link: "text/plain;charset=utf-8",
  citation: "application/x-bibtex;charset=utf-8",
};

async function figureFile(source: ExportSource, choice: ExportChoice, version: string) {
  const { figure, theme, size } = choice;
  const { width, light } = PICTURE_SIZES[size];
  if (figure === undefined) throw new ExportError("There is no figure to export yet. Run the experiment first.");
  const metadata = metadataOf(source, figure, version);
  const alone = figure.svg(light ? "light" : theme, width);
  const drawn = size === "slide" ? onSlide(alone) : alone;
  return { svg: embedSvg(drawn, metadata, await fontCssFor(drawn)), description: JSON.stringify(metadata) };
}

/** The run with as much of its trace as a file holds: run again, off the page's thread, where the page kept less. */
async function wholeRun(run: Run): Promise<Run> {
  if (run.trace.complete) return run;
  const engine = new EngineClient();
  const { experiment, parameters, seed, faults, traceHash } = run;
  try {
    const again = await engine.run({ experiment, parameters, seed, faults, keepCalls: FILE_CALLS });
    if (again.traceHash === traceHash) return again;
    throw new ExportError(`Running again gave trace ${again.traceHash} instead of ${traceHash}. Reload and try again.`);
  } finally {
    engine.cancel();
  }
}

async function contents(id: ItemId, source: ExportSource, choice: ExportChoice, version: string): Promise<BlobPart> {
  const { run } = source;
  switch (id) {
    case "svg":
      return (await figureFile(source, choice, version)).svg;
    case "png": {
      const { svg, description } = await figureFile(source, choice, version);
      return pngOf(svg, dotsOf(choice.size, choice.scale), description);
    }
    case "table":
      return choice.figure?.csv?.text() ?? "";
    case "csv":
      return toCsv(await wholeRun(run));
    case "json":
      return toJson(run);
    case "calls":
      return callsCsv(run);
    case "sweep":
      return sweepCsv(source.experiment, source.sweep?.values ?? [], source.sweep ?? undefined);
    case "pcapng":
      return toPcapng(await wholeRun(run), source.experiment.inWireshark);
    case "trace":
      return toTraceEvents(await wholeRun(run));
    case "itf":
      return toItf(await wholeRun(run), await shownInWorker(run));
    case "history":
      return toHistory(await wholeRun(run), await shownInWorker(run));
    case "model":
      return source.modelSource ?? "";
    case "link":
      return source.link;
    case "citation":
      return source.citation ?? "";
  }
}

/** @throws ExportError where the file cannot be made */
export async function make(id: ItemId, source: ExportSource, choice: ExportChoice, version: string): Promise<Blob> {
  const part = await contents(id, source, choice, version);
  const blob = new Blob([part], { type: TYPES[id] });
  if (blob.size === 0) throw new ExportError("There is nothing to put into this file.");
  return blob;
}

/** What a file looks like before it is saved. */
export type FilePreview = { readonly svg: string } | { readonly text: string };

const SHOWN_LINES = 40;
const SHOWN_BYTES = 16 * 32;

/** "00000010  0a 0d 0d 0a  ....": sixteen bytes a line, as other programs dump them. */
function dumped(bytes: Uint8Array): string {
  const lines = Array.from({ length: Math.ceil(bytes.length / 16) }, (_, i) => {
    const row = [...bytes.subarray(i * 16, i * 16 + 16)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = row.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
    return `${(i * 16).toString(16).padStart(8, "0")}  ${hex.padEnd(47)}  ${text}`;
  });
  return lines.join("\n");
}

/** The picture, or the first lines of the file. @throws ExportError where the file cannot be made */
export async function previewOf(
  id: ItemId,
  source: ExportSource,
  choice: ExportChoice,
  version: string,
): Promise<FilePreview> {
  if (id === "svg" || id === "png") return { svg: (await figureFile(source, choice, version)).svg };
  const blob = await make(id, source, choice, version);
  if (id === "pcapng") return { text: dumped(new Uint8Array(await blob.slice(0, SHOWN_BYTES).arrayBuffer())) };
  const lines = (await blob.slice(0, 20_000).text()).split("\n");
  return { text: [...lines.slice(0, SHOWN_LINES), ...(lines.length > SHOWN_LINES ? ["…"] : [])].join("\n") };
}
