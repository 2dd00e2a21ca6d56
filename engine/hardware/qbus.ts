/**
 * The QBus between an Ethernet controller and host memory: one transfer at a time, first come, first served. It also
 * knows when it was idle, for a controller that moved a packet while the packet was still on the wire.
 */
import { FifoResource } from "../kernel/resources.ts";
import type { Simulation } from "../kernel/simulation.ts";
import type { Nanos } from "../kernel/time.ts";

/** A time in which the bus moves something. */
interface Use {
  readonly from: Nanos;
  readonly to: Nanos;
}

export class QBus {
  private readonly sim: Simulation;
  private readonly transfers: FifoResource;
  private readonly memory: Nanos;
  private uses: Use[] = []; // in order, none overlaps another; those that `useIdle` may still ask for
  private usedWhileIdle: Nanos = 0;

  /** @param memory how far back `useIdle` may look */
  constructor(sim: Simulation, name: string, memory: Nanos) {
    this.sim = sim;
    this.transfers = new FifoResource(sim, name);
    this.memory = memory;
  }

  /** Asks for a transfer; (tag, 0) fires when it ends. */
  request(duration: Nanos, tag: number): void {
    const from = this.transfers.nextStart;
    this.transfers.request(duration, tag, 0);
    this.forget();
    if (duration > 0) this.uses.push({ from, to: from + duration });
  }

  /**
   * The bus has moved a part of a packet since `since`, whenever it was idle, until `most` was moved. Returns how long
   * the bus moved it.
   */
  useIdle(since: Nanos, most: Nanos): Nanos {
    const { now } = this.sim;
    this.forget();
    const all: Use[] = [];
    let moved = 0;
    let idleFrom = Math.max(0, since);
    const useUntil = (end: Nanos): void => {
      const to = Math.min(end, now, idleFrom + most - moved);
      if (to <= idleFrom) return;
      all.push({ from: idleFrom, to });
      moved += to - idleFrom;
    };
    for (const use of this.uses) {
      useUntil(use.from);
      all.push(use);
      idleFrom = Math.max(idleFrom, use.to);
    }
    useUntil(now);
    this.uses = all;
    this.usedWhileIdle += moved;
    return moved;
  }

  get busyNs(): Nanos {
    return this.transfers.busyNs + this.usedWhileIdle;
  }

  private forget(): void {
    const oldest = this.sim.now - this.memory;
    while ((this.uses[0]?.to ?? oldest + 1) <= oldest) this.uses.shift();
  }
}
