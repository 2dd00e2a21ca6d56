/** Events that carry an object. The kernel's events carry whole numbers: here each is the slot of an object. */
import { itemAt } from "../../kernel/reads.ts";
import { NO_TIMER, type Simulation, type Timer } from "../../kernel/simulation.ts";
import type { Nanos } from "../../kernel/time.ts";

/** Names a scheduled event, until it fires or is cancelled. */
export type Slot = number;
/** None is scheduled. */
export const NO_SLOT: Slot = -1;

/** A kind of events, by what happens to the objects that they carry. */
export interface Kind<Thing extends object> {
  readonly number: number;
  readonly happens: (thing: Thing) => void;
}

export class Agenda {
  private readonly sim: Simulation;
  private readonly tag: number;
  private readonly handlers: ((thing: never) => void)[] = [];
  private readonly things: (object | null)[] = [];
  private readonly timers: Timer[] = [];
  private readonly free: Slot[] = [];

  constructor(sim: Simulation) {
    this.sim = sim;
    this.tag = sim.register((kind, slot) => {
      const thing = itemAt(this.things, slot, "object of an event");
      this.release(slot);
      // `at` takes only objects of the kind's type.
      (itemAt(this.handlers, kind, "kind of events") as (object: object | null) => void)(thing);
    });
  }

  on<Thing extends object>(happens: (thing: Thing) => void): Kind<Thing> {
    return { number: this.handlers.push(happens) - 1, happens };
  }

  /** Schedules an event at a moment that is not in the past. */
  at<Thing extends object>(time: Nanos, kind: Kind<Thing>, thing: Thing): Slot {
    const slot = this.free.pop() ?? this.things.push(null) - 1;
    this.things[slot] = thing;
    this.timers[slot] = this.sim.at(time, this.tag + kind.number, slot);
    return slot;
  }

  after<Thing extends object>(delay: Nanos, kind: Kind<Thing>, thing: Thing): Slot {
    return this.at(this.sim.now + delay, kind, thing);
  }

  /** Cancels an event that has not fired. @returns NO_SLOT, for the field that named it */
  cancel(slot: Slot): Slot {
    if (slot === NO_SLOT) return NO_SLOT;
    this.sim.cancel(itemAt(this.timers, slot, "timer"));
    this.release(slot);
    return NO_SLOT;
  }

  private release(slot: Slot): void {
    this.things[slot] = null;
    this.timers[slot] = NO_TIMER;
    this.free.push(slot);
  }
}
