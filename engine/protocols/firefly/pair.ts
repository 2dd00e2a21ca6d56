/**
 * For tests: one activity's caller and server joined back to back by a wire that loses, copies, delays and so reorders
 * packets. The exchange by itself: no machine, no bytes, no lane to queue for.
 *
 * Ordering: events happen in the order of their times; at one time packets and ends of procedures come first, in the
 * order in which they were set off, then the caller's timer, then the server's.
 */
import type { Nanos } from "../../kernel/time.ts";
import { seconds } from "../../kernel/time.ts";
import type { FireflyPacket } from "../../wire/firefly.ts";
import {
  callerDeadline,
  newCaller,
  stepCaller,
  type CallerEffect,
  type CallerInput,
  type CallerOptions,
  type CallerState,
} from "./caller.ts";
import {
  activityDeadline,
  NEW_ACTIVITY,
  stepServer,
  type ActivityState,
  type ServerEffect,
  type ServerInput,
  type ServerOptions,
} from "./server.ts";

export type Party = "caller" | "server";

/** How long after being sent each copy of a packet arrives: none, it is lost; one, all is well; two, it comes twice. */
export type Fate = readonly Nanos[];

export interface PairOptions {
  /** Asked once for each packet that is sent. */
  readonly fateOf: (to: Party, packet: FireflyPacket) => Fate;
  /** How long the procedure runs for a call; Infinity where only `done` ends it. */
  readonly runsFor: (call: FireflyPacket) => Nanos;
  readonly procedure: (argument: Uint8Array) => Uint8Array;
}

/** A step that was taken, with all that went in and came out. */
export type PairStep =
  | {
      readonly party: "caller";
      readonly at: Nanos;
      readonly before: CallerState;
      readonly input: CallerInput;
      readonly after: CallerState;
      readonly effects: readonly CallerEffect[];
    }
  | {
      readonly party: "server";
      readonly at: Nanos;
      readonly binding: number;
      readonly before: ActivityState;
      readonly input: ServerInput;
      readonly after: ActivityState;
      readonly effects: readonly ServerEffect[];
    };

interface Due {
  readonly at: Nanos;
  readonly happen: () => void;
}

const RETRANSMIT_AFTER = seconds(0.6); // Firefly paper, Section 5
const SEND_LIMIT = 10; // ours, as in the machine's table
export const CALLER_OPTIONS: CallerOptions = {
  retransmitAfter: RETRANSMIT_AFTER,
  sendLimit: SEND_LIMIT,
  longestProbeInterval: seconds(300), // Cedar RPC
};
export const serverOptions = (binding: number): ServerOptions => ({
  binding,
  retransmitAfter: RETRANSMIT_AFTER,
  sendLimit: SEND_LIMIT,
});

const SERVER_THREAD = 1;

export class Pair {
  now: Nanos = 0;
  caller: CallerState = newCaller({ machine: 1, space: 1, thread: 1 });
  /** The activity's row; null while the server is down. */
  server: ActivityState | null = NEW_ACTIVITY;
  /** The incarnation of the server. */
  binding = 1;
  /** The incarnation that the caller is bound to. */
  imported = 1;
  readonly steps: PairStep[] = [];
  private readonly options: PairOptions;
  private due: Due[] = [];

  constructor(options: PairOptions) {
    this.options = options;
  }

  /** The caller's stub starts a call. Throws where one is outstanding. */
  start(data: Uint8Array): void {
    this.stepCaller({
      tag: "start",
      call: { serverSpace: 1, interface: 1, binding: this.imported, procedure: 1, data },
    });
  }

  /** The caller imports the interface again. */
  rebind(): void {
    this.imported = this.binding;
  }

  /** The server loses all that it knows and hears nothing until it restarts, as another incarnation. */
  crashServer(): void {
    this.server = null;
  }

  restartServer(): void {
    this.server = NEW_ACTIVITY;
    this.binding++;
  }

  deliver(to: Party, packet: FireflyPacket): void {
    if (to === "caller") this.stepCaller({ tag: "packet", packet });
    else if (this.server !== null) this.stepServer({ tag: "packet", packet });
  }

  /** The procedure has ended for a call. */
  done(sequence: number, data: Uint8Array): void {
    if (this.server !== null) this.stepServer({ tag: "done", sequence, data, serverThread: SERVER_THREAD });
  }

  /** Time goes on by `duration`, and the party is ticked whether its deadline has come or not. */
  tick(party: Party, duration: Nanos): void {
    this.now += duration;
    if (party === "caller") this.stepCaller({ tag: "tick" });
    else if (this.server !== null) this.stepServer({ tag: "tick" });
  }

  /** All that happens within `duration`, and at its end. */
  run(duration: Nanos): void {
    const until = this.now + duration;
    for (let next = this.next(); next.at <= until; next = this.next()) {
      this.now = next.at;
      this.due = this.due.filter((other) => other !== next);
      next.happen();
    }
    this.now = until;
  }

  /** Until nothing is under way and nobody waits for a time, or `limit` has passed. */
  settle(limit: Nanos): void {
    const until = this.now + limit;
    for (let { at } = this.next(); at <= until; { at } = this.next()) this.run(at - this.now);
  }

  private next(): Due {
    const timers: Due[] = [
      { at: callerDeadline(this.caller) ?? Infinity, happen: () => this.stepCaller({ tag: "tick" }) },
      {
        at: (this.server === null ? null : activityDeadline(this.server)) ?? Infinity,
        happen: () => this.stepServer({ tag: "tick" }),
      },
    ];
    const all = [...this.due, ...timers];
    return all.reduce((first, other) => (other.at < first.at ? other : first));
  }

  private stepCaller(input: CallerInput): void {
    const before = this.caller;
    const [after, effects] = stepCaller(before, input, this.now, CALLER_OPTIONS);
    this.caller = after;
    this.steps.push({ party: "caller", at: this.now, before, input, after, effects });
    for (const effect of effects) {
      if (effect.tag === "send") this.send("server", effect.packet);
      else if (effect.tag === "failed" && effect.reason === "unbound") this.rebind();
    }
  }

  private stepServer(input: ServerInput): void {
    const before = this.server;
    if (before === null) throw new Error("The server is down; it takes no step.");
    const { binding, now } = this;
    const [after, effects] = stepServer(before, input, now, serverOptions(binding));
    this.server = after;
    this.steps.push({ party: "server", at: now, binding, before, input, after, effects });
    for (const effect of effects) {
      if (effect.tag === "send") this.send("caller", effect.packet);
      else this.execute(effect.call, binding);
    }
  }

  private execute(call: FireflyPacket, binding: number): void {
    const result = this.options.procedure(call.data);
    this.due.push({
      at: this.now + this.options.runsFor(call),
      happen: () => {
        if (this.binding === binding) this.done(call.sequence, result); // a crash ends what runs
      },
    });
  }

  private send(to: Party, packet: FireflyPacket): void {
    for (const delay of this.options.fateOf(to, packet)) {
      this.due.push({ at: this.now + delay, happen: () => this.deliver(to, packet) });
    }
  }
}
