/** Two runs on one axis as a file. */
import type { Traced } from "../../engine/experiments/types.ts";
import { framedBy, writeSvg, type FigureHead } from "../draw/svg.ts";
import { tableWidth } from "../draw/text-width.ts";
import { PALETTES } from "../draw/palette.ts";
import type { ThemeName } from "../draw/palette.ts";
import { differencesOf, sentenceOf } from "./differences.ts";
import type { Labels } from "./differences.ts";
import { partingOf } from "./divergence.ts";
import { drawTwin } from "./draw.ts";
import { frameTwin } from "./twin-frame.ts";
import { hasMany } from "../trace/lanes.ts";
import { byMachine, lengthSentence } from "./by-machine.ts";
import { drawManyTwin } from "./many/draw.ts";
import { pairMany } from "./many/pair.ts";
import { NO_ROWS, pairRuns } from "./pair.ts";

interface TwinSvgOptions {
  readonly call: number;
  readonly width: number;
  readonly theme: ThemeName;
  readonly labels: Labels;
  /** The head of a file that stands alone. */
  readonly frame?: FigureHead;
}

/** A complete SVG document. Throws RangeError where the runs cannot be compared; the message says why. */
export function twinSvg(a: Traced, b: Traced, options: TwinSvgOptions): string {
  const { call, width, theme, labels } = options;
  if (hasMany(a.trace) || hasMany(b.trace)) return manyTwinSvg(a, b, options);
  const pair = pairRuns(a, b, call);
  if (typeof pair === "string") throw new RangeError(`Twin timelines: ${pair}`);
  const frame = frameTwin(pair, width, labels);
  const rows = differencesOf(pair);
  const choice = { rows: NO_ROWS, stretch: null };
  const { ground, names, height } = drawTwin(pair, frame, pair.fit, rows, choice, labels, tableWidth);
  const parting = partingOf(pair, labels);
  const sentence = sentenceOf(rows, pair.comparison, labels);
  const title = `Twin timelines of ${labels.a} and ${labels.b}, call ${call}`;
  const description = parting === null ? sentence : `${sentence} ${parting.sentence}`;
  return writeSvg({ width, height, title, description, ...framedBy(options) }, [...ground, ...names], PALETTES[theme]);
}

function manyTwinSvg(a: Traced, b: Traced, options: TwinSvgOptions): string {
  const { call, width, theme, labels } = options;
  const pair = pairMany(a, b, call);
  if (typeof pair === "string") throw new RangeError(`Twin timelines: ${pair}`);
  const place = { width, close: false };
  const { ground, names, height } = drawManyTwin(pair, place, pair.fit, NO_ROWS, labels, tableWidth);
  const title = `Twin timelines of ${labels.a} and ${labels.b}, call ${call}`;
  const description = lengthSentence(byMachine(a, b, call), labels);
  return writeSvg({ width, height, title, description, ...framedBy(options) }, [...ground, ...names], PALETTES[theme]);
}
