/** Other work of the client's machine: bursts at random, while its program runs. */
import { durationOf } from "../../hardware/cost.ts";
import { SUN3_CALIBRATED } from "../../hardware/sun3-costs.ts";
import type { RandomStream } from "../../kernel/random.ts";
import { seconds } from "../../kernel/time.ts";
import type { SunHost } from "./host.ts";
import { OTHER_PIECES } from "./steps.ts";

const EVERY = durationOf(SUN3_CALIBRATED.otherWorkEvery);
/** No timer of a run is longer. A program that has not run for so long hangs, and the run ends. */
const LONGEST_SILENCE = seconds(130);

export class OtherWork {
  private readonly host: SunHost;
  private readonly random: RandomStream;
  private readonly tag: number;
  private isOver = false;

  constructor(host: SunHost) {
    const { sim, streams } = host.world;
    this.host = host;
    this.random = streams.stream("other work of the client's machine");
    this.tag = sim.register(() => this.burst());
    this.next();
  }

  /** The program has ended: nobody would notice more. */
  over(): void {
    this.isOver = true;
  }

  private next(): void {
    this.host.world.sim.after(this.random.exponential(EVERY), this.tag, 0);
  }

  private burst(): void {
    const { host } = this;
    if (this.isOver || host.isDown || host.now - host.machine.lastRan > LONGEST_SILENCE) return;
    host.machine.otherWork(OTHER_PIECES);
    this.next();
  }
}
