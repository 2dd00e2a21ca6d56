/** How long the procedure runs at each server, each time that it is called. */
import type { RandomStream, RandomStreams } from "../../kernel/random.ts";
import { millis, type Nanos } from "../../kernel/time.ts";
import { serverName, type Distribution } from "./options.ts";

/** Share of the mean (MultiRPC paper, Section VI-B3). */
const NORMAL_DEVIATION = 0.1;
/** Uniform draws whose sum, less six, is as good as normal: mean 0, variance 1. It never goes beyond six deviations. */
const DRAWS = 12;

const normal = (random: RandomStream): number =>
  Array.from({ length: DRAWS }, () => random.float()).reduce((sum, draw) => sum + draw, -DRAWS / 2);

/** One server's service times, from a stream of its own: it computes alike whatever the other servers do. */
export class ServiceTime {
  private readonly mean: Nanos;
  private readonly distribution: Distribution;
  private readonly random: RandomStream;

  constructor(streams: RandomStreams, server: number, { computeMs, distribution }: ServiceOptions) {
    this.mean = millis(computeMs);
    this.distribution = distribution;
    this.random = streams.stream(`computation of ${serverName(server)}`);
  }

  next(): Nanos {
    const { mean, distribution, random } = this;
    if (distribution === "constant") return mean;
    if (distribution === "exponential") return random.exponential(mean);
    return Math.max(0, Math.round(mean * (1 + NORMAL_DEVIATION * normal(random))));
  }
}

interface ServiceOptions {
  readonly computeMs: number;
  readonly distribution: Distribution;
}
