/**
 * Packets that the `lose` and the `cut` lines of a fault script take. Each `lose` line draws from a random stream of
 * its own, named after the packets that it speaks of: no other draw of the run moves, and a larger percentage loses the
 * packets of a smaller one and more, as long as the runs send the same. A `cut` line takes all that leave in its time.
 */
import type { CutFault, LossFault } from "../../faults/fault.ts";
import type { FaultScript } from "../../faults/script.ts";
import type { RandomStream, RandomStreams } from "../../kernel/random.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Loss } from "../../kernel/trace-data.ts";

interface Line {
  readonly fault: LossFault;
  /** So many of PARTS packets are lost. */
  readonly parts: number;
  readonly random: RandomStream;
}

/** A line that takes packets. */
type Taker = LossFault | CutFault;

/** A percentage has three decimals. */
const PARTS = 100_000;
const CERTAIN = PARTS; // and nothing is drawn

export class Chance {
  private readonly script: FaultScript;
  private readonly lines: readonly Line[];
  private readonly cuts: readonly CutFault[];

  constructor(script: FaultScript, streams: RandomStreams) {
    this.script = script;
    this.cuts = script.cuts();
    this.lines = script.losses().map((fault) => ({
      fault,
      parts: Math.round((fault.percent / 100) * PARTS),
      random: streams.stream(streamName(fault)),
    }));
  }

  /** Whether any packet can be lost so. */
  get isAny(): boolean {
    return this.lines.length > 0 || this.cuts.length > 0;
  }

  /**
   * Draws for a packet between two machines of the run, once for each line that speaks of it. To be called for each
   * packet, whatever else befalls it, so that the others keep their luck.
   * @param at when it leaves
   * @returns the lines that take it
   */
  draw(kind: string, from: string, to: string, at: Nanos): readonly Taker[] {
    const speaks = ({ fault }: Line): boolean =>
      (fault.kind ?? kind) === kind && (fault.from ?? from) === from && (fault.to ?? to) === to;
    const isCut = ({ ends, ...cut }: CutFault): boolean =>
      at >= cut.at && at < cut.at + cut.forNs && from !== to && ends.includes(from) && ends.includes(to);
    const taken = this.lines
      .filter(speaks)
      .filter(({ parts, random }) => parts === CERTAIN || random.integer(PARTS) < parts)
      .map(({ fault }) => fault);
    return this.cuts.length === 0 ? taken : [...this.cuts.filter(isCut), ...taken];
  }

  /** The packet is lost because of these lines. @returns why */
  took(faults: readonly Taker[]): Loss {
    for (const fault of faults) this.script.met(fault);
    return faults[0]?.what === "cut" ? "network cut" : "lost by chance";
  }
}

const streamName = ({ kind, from, to }: LossFault): string =>
  `loss of ${kind ?? "all"} packets from ${from ?? "all"} to ${to ?? "all"}`;
