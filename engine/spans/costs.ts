/** A fixed cost and a cost by the byte, fitted to spans that say how many bytes their messages have. */
import { gather } from "../kernel/tally.ts";
import type { Span } from "./span.ts";

export interface Cost {
  readonly service: string;
  readonly name: string;
  readonly spans: number;
  readonly fixedNs: number;
  readonly nsPerByte: number;
  readonly explained: number; // share of the variance: 1 where all lie on the line
}

const LEAST = 3; // two points are on a line whatever they are

/** By service and name, where at least three ended spans have at least two sizes: least squares. */
export function costsOf(spans: readonly Span[]): readonly Cost[] {
  const groups = new Map<string, (readonly [bytes: number, nanos: number])[]>();
  const named = new Map<string, Span>();
  for (const span of spans) {
    const { start, end, bytes } = span;
    if (start === null || end === null || end < start || bytes === null) continue;
    const key = JSON.stringify([span.service, span.name]);
    named.set(key, span);
    gather(groups, key, [bytes, Number(end - start)]);
  }
  return [...groups].flatMap(([key, points]) => {
    const line = points.length < LEAST ? null : fitted(points);
    const { service = "", name = "" } = named.get(key) ?? {};
    return line === null ? [] : [{ service, name, spans: points.length, ...line }];
  });
}

/** null where all sizes are equal. */
function fitted(points: readonly (readonly [x: number, y: number])[]) {
  const count = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const sum = (of: (x: number, y: number) => number): number =>
    points.reduce((all, [x, y]) => all + of(x - meanX, y - meanY), 0);
  const [xx, xy, yy] = [sum((x) => x * x), sum((x, y) => x * y), sum((_, y) => y * y)];
  if (xx === 0) return null;
  const nsPerByte = xy / xx;
  return { fixedNs: meanY - nsPerByte * meanX, nsPerByte, explained: yy === 0 ? 1 : (xy * xy) / (xx * yy) };
}
