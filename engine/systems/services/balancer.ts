/**
 * Balancers: which server of a service gets the next request. Each caller has its own, and sees only its own requests.
 *
 * pick first: a caller keeps to one server, as gRPC's `pick_first` does; callers begin at different ones.
 * round robin: one after the other.
 * random: each with equal chance.
 * two choices: of two drawn at random the one with fewer requests under way (Envoy's *least request*, 2 choices).
 * least requests: the one with the fewest under way; of equal ones the next in turn.
 * ewma: of two drawn at random the one with the smaller cost: a moving average of its times, set at once to a longer
 *   time, multiplied by its requests under way and this one (Finagle's peak EWMA; decay 10 s). A server that has a
 *   request and has never answered this caller comes last.
 */
import { itemAt, numberAt, timeAt } from "../../kernel/reads.ts";
import type { RandomStream } from "../../kernel/random.ts";
import { seconds, type Nanos } from "../../kernel/time.ts";

export const BALANCERS = {
  "pick-first": "Always the same server",
  "round-robin": "One after the other",
  random: "At random",
  "two-choices": "The less busy of two",
  "least-requests": "The least busy",
  ewma: "The quicker of two, by experience",
} as const;
export type BalancerKind = keyof typeof BALANCERS;

/** Finagle, `PeakEwma`: `DefaultDecayTime`. */
const DECAY = seconds(10);
/** Finagle’s `Penalty`: more than any time of a run costs. */
const UNKNOWN_COST = 2 ** 47;

export class Balancer {
  private readonly kind: BalancerKind;
  private readonly random: RandomStream;
  private readonly first: number;
  private turn: number;
  /** By server: requests of this caller that are under way, the average of their times, and when that was computed. */
  private readonly underWay: Int32Array;
  private readonly average: Float64Array;
  private readonly averagedAt: Float64Array;

  /** @param first the server with which this caller begins */
  constructor(kind: BalancerKind, servers: number, first: number, random: RandomStream) {
    this.kind = kind;
    this.random = random;
    this.first = first % servers;
    this.turn = this.first;
    this.underWay = new Int32Array(servers);
    this.average = new Float64Array(servers);
    this.averagedAt = new Float64Array(servers);
  }

  /**
   * The server for a request that leaves now.
   * @param candidates of the service's servers, by number, at least one
   */
  choose(candidates: readonly number[], now: Nanos): number {
    const [one = 0] = candidates;
    const chosen = candidates.length === 1 ? one : this.chosenOf(candidates, now);
    this.underWay[chosen] = numberAt(this.underWay, chosen) + 1;
    return chosen;
  }

  /** A request to a server has ended, after so long; it was taken back where that is null. */
  ended(server: number, took: Nanos | null, now: Nanos): void {
    this.underWay[server] = numberAt(this.underWay, server) - 1;
    if (took === null || this.kind !== "ewma") return;
    const before = timeAt(this.average, server);
    const since = now - timeAt(this.averagedAt, server);
    // The weight of the past: near e^(-t/decay), by arithmetic that every engine rounds alike.
    const weight = 1 / (1 + since / DECAY + (since / DECAY) ** 2 / 2);
    this.average[server] = took > before ? took : took + (before - took) * weight;
    this.averagedAt[server] = now;
  }

  private chosenOf(candidates: readonly number[], now: Nanos): number {
    switch (this.kind) {
      case "pick-first":
        return candidates.includes(this.first) ? this.first : itemAt(candidates, 0, "server");
      case "round-robin":
        return this.inTurn(candidates);
      case "random":
        return itemAt(candidates, this.random.integer(candidates.length), "server");
      case "two-choices":
        return this.betterOf(this.two(candidates), (server) => numberAt(this.underWay, server));
      case "ewma":
        return this.betterOf(this.two(candidates), (server) => this.costOf(server, now));
      case "least-requests": {
        const least = Math.min(...candidates.map((server) => numberAt(this.underWay, server)));
        return this.inTurn(candidates.filter((server) => this.underWay[server] === least));
      }
    }
  }

  /** The first candidate from the turn on; the turn goes on behind it. */
  private inTurn(candidates: readonly number[]): number {
    const chosen = candidates.find((server) => server >= this.turn) ?? itemAt(candidates, 0, "server");
    this.turn = (chosen + 1) % this.underWay.length;
    return chosen;
  }

  /** Two different ones. */
  private two(candidates: readonly number[]): readonly [number, number] {
    const first = this.random.integer(candidates.length);
    const other = this.random.integer(candidates.length - 1);
    return [itemAt(candidates, first, "server"), itemAt(candidates, other >= first ? other + 1 : other, "server")];
  }

  private betterOf([a, b]: readonly [number, number], cost: (server: number) => number): number {
    return cost(b) < cost(a) ? b : a;
  }

  private costOf(server: number, now: Nanos): number {
    const underWay = numberAt(this.underWay, server);
    if (timeAt(this.average, server) === 0 && underWay > 0) return UNKNOWN_COST + underWay;
    const since = (now - timeAt(this.averagedAt, server)) / DECAY;
    return (timeAt(this.average, server) / (1 + since)) * (underWay + 1);
  }
}
