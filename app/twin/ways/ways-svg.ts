/** Two ways to call the same machines as a file: both whole on one time axis, with the outcome of each call. */
import type { Traced } from "../../../engine/experiments/types.ts";
import { itemAt } from "../../../engine/kernel/reads.ts";
import { counted } from "../../words/numbers.ts";
import { writeSvg, type FileOptions } from "../../draw/svg.ts";
import { tableWidth } from "../../draw/text-width.ts";
import type { Labels } from "../differences.ts";
import { drawWays } from "./draw.ts";
import { courseOf, waysOf } from "./lay-out.ts";
import type { WayRun } from "./lay-out.ts";
import type { AxisKind } from "../../setup/axis.ts";
import { sentenceOf, standingsText, wayNames } from "./ways-text.ts";
import { capital } from "../../words/sentences.ts";

interface WaysSvgOptions extends FileOptions {
  readonly labels: Labels;
  readonly axis?: AxisKind;
}

/** A complete SVG document. Throws RangeError where a run does not say which machines it has told or given up. */
export function waysSvg(a: Traced, b: Traced, options: WaysSvgOptions): string {
  const { width, labels, axis } = options;
  const ways = waysOf(a, b);
  if (ways === null) throw new RangeError("Both ways: a run does not say what became of those that it called.");
  const names = wayNames(a, b, labels);
  const course = courseOf(ways, axis);
  const {
    ground,
    names: words,
    height,
  } = drawWays(ways, {
    ...{ names, width, close: false, course, view: course.fit, measure: tableWidth },
  });
  return writeSvg(
    {
      height,
      title: `Both ways: ${names.join(" and ")}`,
      description: [
        sentenceOf(ways, names),
        ...ways.map((way, i) => described(way, itemAt(names, i, "name"))),
        ...(course.log === null ? [] : ["The axis is logarithmic."]),
      ].join(" "),
    },
    [...ground, ...words],
    options,
  );
}

const described = (way: WayRun, name: string): string =>
  `${capital(name)}: ${counted(way.destinations.list.length, "workstation")}, ${standingsText(way, way.to)}.`;
