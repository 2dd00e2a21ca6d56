/** What is counted of a run of services, by pieces of its time. */
import { itemAt, sumAt } from "../../kernel/reads.ts";
import type { SeriesLine } from "../../kernel/series.ts";
import { toSeconds, type Nanos } from "../../kernel/time.ts";
import type { ServiceState } from "./request.ts";

/** The time of a run has so many pieces. */
export const PIECES = 200;

/** Events at the last service, and ends of calls. */
const COUNTED = ["first", "retried", "hedged", "refused", "wasted", "useful"] as const;
export type Counted = (typeof COUNTED)[number];

/** How much of the time from one moment to another lies before an end. */
export const timeBefore = (end: Nanos, from: Nanos, until: Nanos): Nanos => Math.max(0, Math.min(until, end) - from);

export class Counts {
  readonly total: Record<Counted, number> = { first: 0, retried: 0, hedged: 0, refused: 0, wasted: 0, useful: 0 };
  /** Time that the last service has worked, how much of it while calls came, and how much for nobody. */
  workedNs = 0;
  workedWhileNs = 0;
  wastedNs = 0;
  /** Failures of a caller when its budget had no retry left for the first time; null before. */
  failuresToStop: number | null = null;
  private readonly time: Nanos;
  private readonly width: Nanos;
  private readonly pieces: Readonly<Record<Counted, Float64Array>>;
  private readonly queues: readonly Float64Array[]; // the longest of each piece, by service

  /** @param time in which calls come */
  constructor(time: Nanos, services: number) {
    this.time = time;
    this.width = Math.max(1, Math.ceil(time / PIECES));
    const none = (): Float64Array => new Float64Array(PIECES);
    this.pieces = { first: none(), retried: none(), hedged: none(), refused: none(), wasted: none(), useful: none() };
    this.queues = Array.from({ length: services }, none);
  }

  count(what: Counted, at: Nanos): void {
    this.total[what]++;
    const piece = Math.floor(at / this.width);
    const pieces = this.pieces[what];
    if (piece < PIECES) pieces[piece] = sumAt(pieces, piece) + 1;
  }

  /** A caller with so many failures wanted a retry, and its budget had none left. */
  denied(failures: number): void {
    this.failuresToStop ??= failures;
  }

  /** The last service has worked from one moment to another. */
  worked(from: Nanos, until: Nanos): void {
    this.workedNs += until - from;
    this.workedWhileNs += timeBefore(this.time, from, until);
  }

  /** So many requests wait at a service now, all its servers together. */
  waiting({ place }: ServiceState, requests: number, at: Nanos): void {
    const piece = Math.floor(at / this.width);
    const queue = this.queues[place];
    if (queue !== undefined && piece < PIECES) queue[piece] = Math.max(sumAt(queue, piece), requests);
  }

  /** A second, in each piece. */
  rates(): readonly SeriesLine[] {
    const perS = 1 / toSeconds(this.width);
    return COUNTED.map((name) => this.line(name, this.pieces[name], (count) => count * perS));
  }

  queueLines(services: readonly ServiceState[]): readonly SeriesLine[] {
    return this.queues.map((queue, place) => {
      return this.line(itemAt(services, place, "service").service.name, queue, (most) => most);
    });
  }

  private line(name: string, values: Float64Array, of: (value: number) => number): SeriesLine {
    return {
      name,
      atNs: Array.from(values, (_, piece) => piece * this.width),
      values: Array.from(values, of),
    };
  }
}
