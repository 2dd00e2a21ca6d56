/** Two runs on one axis as a file. */
import type { Traced } from "../../engine/experiments/types.ts";
import { writeSvg, type FileOptions } from "../draw/svg.ts";
import { tableWidth } from "../draw/text-width.ts";
import { differencesOf, sentenceOf } from "./differences.ts";
import type { Labels } from "./differences.ts";
import { partingOf } from "./divergence.ts";
import { drawTwin } from "./draw.ts";
import { frameTwin, isPair } from "./frame.ts";
import { byMachine, lengthSentence } from "./by-machine.ts";
import { bothOf } from "./both.ts";
import type { AxisKind } from "../setup/axis.ts";
import { NO_ROWS } from "./pair.ts";
import type { Both } from "./pair.ts";

interface TwinSvgOptions extends FileOptions {
  readonly call: number;
  readonly axis?: AxisKind;
  readonly labels: Labels;
}

/** A complete SVG document. Throws RangeError where the runs cannot be compared; the message says why. */
export function twinSvg(a: Traced, b: Traced, options: TwinSvgOptions): string {
  const { call, width, labels, axis } = options;
  const both = bothOf(a, b, call, axis);
  if (typeof both === "string") throw new RangeError(`Twin timelines: ${both}`);
  const rows = isPair(both) ? differencesOf(both) : [];
  const choice = { rows: NO_ROWS, stretch: null };
  const frame = frameTwin(both, width, labels, false);
  const { ground, names, height } = drawTwin(both, frame, both.fit, rows, choice, labels, tableWidth);
  const title = `Twin timelines of ${labels.a} and ${labels.b}, call ${call}`;
  const description = describe(both, labels) ?? lengthSentence(byMachine(a, b, call), labels);
  return writeSvg({ height, title, description }, [...ground, ...names], options);
}

/** The difference in words, step by step; null for machines that are no partners. */
function describe(both: Both, labels: Labels): string | null {
  if (!isPair(both)) return null;
  const parting = partingOf(both, labels);
  const sentence = sentenceOf(differencesOf(both), both.comparison, labels);
  return parting === null ? sentence : `${sentence} ${parting.sentence}`;
}
