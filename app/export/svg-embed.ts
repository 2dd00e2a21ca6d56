/** A figure as a file that explains itself: its parameters in <metadata>, its fonts inside. Pure text. */
import type { Run } from "../../engine/experiments/types.ts";
import type { ExportFigure, ExportSource } from "./items.ts";
import { PALETTES } from "../draw/palette.ts";
import { SLIDE } from "./sizes.ts";
import { xmlProblem } from "./well-formed.ts";

/** The setup that makes a run again, and the hash that the run must have. */
interface RunMetadata {
  readonly experiment: string; // "firefly/null"
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly seed: number;
  readonly faults: readonly string[];
  readonly traceHash: string; // 16 hexadecimal digits
}

/** A figure's file holds these facts about the run that it shows. */
export interface FigureMetadata extends RunMetadata {
  readonly project: "Roundtrip";
  readonly version: string;
  readonly figure: string; // "timeline"
  readonly link: string;
  /** The run that the figure shows beside it. */
  readonly beside?: RunMetadata & { readonly name: string };
}

const runMetadata = ({ experiment, parameters, seed, faults, traceHash }: Run): RunMetadata => ({
  experiment,
  parameters,
  seed,
  faults,
  traceHash,
});

/** The facts in a figure's file about its run, and about the run beside it. */
export function metadataOf(
  { run, link }: Pick<ExportSource, "run" | "link">,
  figure: ExportFigure,
  version: string,
): FigureMetadata {
  const { name, beside } = figure;
  return {
    project: "Roundtrip",
    version,
    figure: name,
    ...runMetadata(run),
    link,
    ...(beside === undefined ? {} : { beside: { name: beside.name, ...runMetadata(beside.run) } }),
  };
}

/** A file that cannot be made, in words for the reader: what, and what to do. */
export class ExportError extends Error {
  override readonly name = "ExportError";
}

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const ROOT = /^(?:\s*<\?xml[^>]*\?>)?\s*<svg\b[^>]*>/;
const NOT_A_NUMBER = /(?:["\s,(]|[MLCHVAZmlchvaz])(?:NaN|undefined|-?Infinity)\b/;

/**
 * The SVG with title, metadata and fonts inside, as its first children.
 * @param fontCss `@font-face` rules whose files are data URIs; "" for none
 * @throws ExportError where the figure is not well-formed, has no namespace, or has a coordinate that is no number
 */
export function embedSvg(svg: string, metadata: FigureMetadata, fontCss: string): string {
  const fail = (what: string): never => {
    throw new ExportError(`The ${metadata.figure}’s SVG has ${what}. Run again, or choose another figure.`);
  };
  const root = ROOT.exec(svg)?.[0];
  if (root === undefined) return fail("no <svg> at its start");
  if (!/\sxmlns="http:\/\/www\.w3\.org\/2000\/svg"/.test(root)) return fail("no namespace");
  const body = svg.slice(root.length);
  for (const [tag] of svg.matchAll(/<[a-z][^>]*>/gi)) {
    if (NOT_A_NUMBER.test(tag)) return fail(`a value that is no number in ${tag.slice(0, 60)}`);
  }
  const inside = [
    body.includes("<title>") ? "" : `<title>${escaped(`${metadata.experiment}, ${metadata.figure}`)}</title>`,
    `<metadata>${escaped(JSON.stringify(metadata))}</metadata>`,
    fontCss === "" ? "" : `<style>${escaped(fontCss)}</style>`,
  ].filter((part) => part !== "");
  const whole = `${root}\n${inside.join("\n")}\n${body}`;
  const problem = xmlProblem(whole);
  return problem === null ? whole : fail(problem);
}

/** The metadata that an exported SVG carries; null where it has none. */
export function readMetadata(svg: string): unknown {
  const text = /<metadata>([^<]*)<\/metadata>/.exec(svg)?.[1];
  if (text === undefined) return null;
  return JSON.parse(text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&")) as unknown;
}

/** The first tag; "" where the text does not begin with one of an SVG. */
const rootOf = (svg: string): string => ROOT.exec(svg)?.[0] ?? "";

/** Width and height of the root in px. @throws ExportError where it does not say */
export function sizeOf(svg: string): { readonly width: number; readonly height: number } {
  const root = rootOf(svg);
  const side = (name: string): number => Number(new RegExp(`\\s${name}="([\\d.]+)(?:px)?"`).exec(root)?.[1] ?? NaN);
  const [width, height] = [side("width"), side("height")];
  if (width > 0 && height > 0) return { width, height };
  throw new ExportError("The figure says no width and height, so it cannot be painted. Save it as SVG instead.");
}

/**
 * A figure in the middle of a slide, as large as it fits.
 * @throws ExportError where the figure does not say its width and height
 */
export function onSlide(svg: string): string {
  const { width, height } = sizeOf(svg);
  const root = rootOf(svg);
  const seen = /\sviewBox="/.test(root) ? root : root.replace("<svg", `<svg viewBox="0 0 ${width} ${height}"`);
  const inner = seen
    .replace(/\swidth="[^"]*"/, ` width="${SLIDE.width}"`)
    .replace(/\sheight="[^"]*"/, ` height="${SLIDE.height}"`);
  const { width: w, height: h } = SLIDE;
  const outer = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">`;
  const ground = `<rect width="${w}" height="${h}" fill="${PALETTES.light.paper}"/>`;
  return `${outer}${ground}${inner}${svg.slice(root.length)}</svg>`;
}
