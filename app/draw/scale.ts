/**
 * Scales: from values to places and back, with round ends, ticks and their figures. D3 computes them; nothing else of
 * the page knows it.
 */
import { scaleLinear, scaleLog } from "d3-scale";

export type Span = readonly [number, number];

export interface Scale {
  /** The values at both ends. */
  readonly domain: Span;
  readonly at: (value: number) => number;
  readonly valueAt: (place: number) => number;
  /** Round values, about `count` of them. */
  readonly ticks: (count: number) => readonly number[];
  /** The figure of a tick among about `count`: "1,000", "0.5"; "" for a tick that has none. */
  readonly figure: (tick: number, count: number) => string;
}

interface Ends {
  readonly domain: Span;
  /** Places, mostly px. Where both ends of the domain are one value, it stands in the middle. */
  readonly range: Span;
  /** About how many ticks the domain has, where its ends are to be round. */
  readonly nice?: number;
  /** Whether values beyond the domain stand at its ends. */
  readonly clamp?: boolean;
}

type Numbers = ReturnType<typeof scaleLinear<number, number>> | ReturnType<typeof scaleLog<number, number>>;

function scaleOf(numbers: Numbers, { domain, range, clamp = false }: Ends, figures: (count: number) => Figures): Scale {
  numbers.clamp(clamp);
  const [from = domain[0], to = domain[1]] = numbers.domain();
  const [start] = range;
  return {
    domain: [from, to],
    at: (value) => numbers(value) ?? start,
    valueAt: (place) => numbers.invert(place),
    ticks: (count) => numbers.ticks(count),
    figure: (tick, count) => (tick === 0 ? "0" : figures(count)(tick)),
  };
}

type Figures = (tick: number) => string;

/** Equal steps take equal room. */
export function linearScale(ends: Ends): Scale {
  const { domain, range, nice } = ends;
  const numbers = scaleLinear(domain, range);
  if (nice !== undefined) numbers.nice(nice);
  return scaleOf(numbers, ends, (count) => numbers.tickFormat(count));
}

/** Equal factors take equal room. The domain lies above zero; its round ends are powers of ten. */
export function logScale(ends: Ends): Scale {
  const { domain, range, nice } = ends;
  const numbers = scaleLog(domain, range);
  if (nice !== undefined) numbers.nice();
  return scaleOf(numbers, ends, (count) => numbers.tickFormat(count, ","));
}
