/**
 * Packets that chance takes, as the `lose` lines of a fault script say. Each line draws from a random stream of its
 * own, named after the packets that it speaks of: no other draw of the run moves, and a larger percentage loses the
 * packets of a smaller one and more, as long as the runs send the same.
 */
import type { LossFault } from "../../faults/fault.ts";
import type { FaultScript } from "../../faults/script.ts";
import type { RandomStream, RandomStreams } from "../../kernel/random.ts";

interface Line {
  readonly fault: LossFault;
  /** So many of PARTS packets are lost. */
  readonly parts: number;
  readonly random: RandomStream;
}

/** A percentage has three decimals. */
const PARTS = 100_000;
const CERTAIN = PARTS; // and nothing is drawn

export class Chance {
  private readonly script: FaultScript;
  private readonly lines: readonly Line[];

  constructor(script: FaultScript, streams: RandomStreams) {
    this.script = script;
    this.lines = script.losses().map((fault) => ({
      fault,
      parts: Math.round((fault.percent / 100) * PARTS),
      random: streams.stream(streamName(fault)),
    }));
  }

  /** Whether any packet can be lost by chance. */
  get isAny(): boolean {
    return this.lines.length > 0;
  }

  /**
   * Draws for a packet between two machines of the run, once for each line that speaks of it. To be called for each
   * packet, whatever else befalls it, so that the others keep their luck.
   * @returns the lines that take it
   */
  draw(kind: string, from: string, to: string): readonly LossFault[] {
    const speaks = ({ fault }: Line): boolean =>
      (fault.kind ?? kind) === kind && (fault.from ?? from) === from && (fault.to ?? to) === to;
    return this.lines
      .filter(speaks)
      .filter(({ parts, random }) => parts === CERTAIN || random.integer(PARTS) < parts)
      .map(({ fault }) => fault);
  }

  /** The packet is lost because of these lines. */
  took(faults: readonly LossFault[]): void {
    for (const fault of faults) this.script.met(fault);
  }
}

const streamName = ({ kind, from, to }: LossFault): string =>
  `loss of ${kind ?? "all"} packets from ${from ?? "all"} to ${to ?? "all"}`;
