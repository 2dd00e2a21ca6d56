/** For tests: one activity's caller and server, joined back to back. The exchange by itself: no bytes. */
import { seconds, type Nanos } from "../../kernel/time.ts";
import type { FireflyPacket } from "../../wire/firefly.ts";
import { LossyNet, NetEnd, type Fate, type Step } from "../testing/net.ts";
import { fireflyCaller, type CallerEffect, type CallerInput, type CallerOptions, type CallerState } from "./caller.ts";
import {
  fireflyServer,
  type ActivityState,
  type ServerEffect,
  type ServerInput,
  type ServerOptions,
} from "./server.ts";

export type Party = "caller" | "server";

interface FireflyNetOptions {
  /** Asked once for each packet that is sent. */
  readonly fateOf: (to: Party, packet: FireflyPacket) => Fate;
  /** How long the procedure runs for a call; Infinity where only `done` ends it. */
  readonly runsFor: (call: FireflyPacket) => Nanos;
  readonly procedure: (argument: Uint8Array) => Uint8Array;
}

type CallerStep = Step<CallerState, CallerInput, CallerEffect>;
type ServerStep = Step<ActivityState, ServerInput, ServerEffect>;

export type FireflyStep =
  ({ readonly party: "caller" } & CallerStep) | ({ readonly party: "server"; readonly binding: number } & ServerStep);

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

const CALLER = fireflyCaller(CALLER_OPTIONS);
const ACTIVITY = { machine: 1, space: 1, thread: 1 };
const SERVER_THREAD = 1;
const TICK = { tag: "tick" } as const;

export class FireflyNet extends LossyNet {
  /** The incarnation of the server. */
  binding = 1;
  /** The incarnation that the caller is bound to. */
  imported = 1;
  readonly steps: FireflyStep[] = [];
  private readonly options: FireflyNetOptions;
  private readonly ends = {
    caller: new NetEnd(this, CALLER, CALLER.start(ACTIVITY), TICK, (step) => this.callerTook(step)),
    server: new NetEnd(this, fireflyServer(serverOptions(1)), null, TICK, (step) => this.serverTook(step)),
  };

  constructor(options: FireflyNetOptions) {
    super();
    this.options = options;
    this.ends.server.state = this.ends.server.machine.start();
  }

  get caller(): CallerState {
    const { state } = this.ends.caller;
    if (state === null) throw new Error("The caller is never down.");
    return state;
  }

  /** The activity's row; null while the server is down. */
  get server(): ActivityState | null {
    return this.ends.server.state;
  }

  /** The caller's stub starts a call. Throws where one is outstanding. */
  start(data: Uint8Array): void {
    const call = { serverSpace: 1, interface: 1, binding: this.imported, procedure: 1, data };
    this.ends.caller.step({ tag: "start", call });
  }

  /** The caller imports the interface again. */
  rebind(): void {
    this.imported = this.binding;
  }

  /** The server loses all that it knows and hears nothing until it restarts, as another incarnation. */
  crashServer(): void {
    this.ends.server.state = null;
  }

  restartServer(): void {
    const { server } = this.ends;
    this.binding++;
    server.machine = fireflyServer(serverOptions(this.binding));
    server.state = server.machine.start();
  }

  deliver(to: Party, packet: FireflyPacket): void {
    const { caller, server } = this.ends;
    if (to === "caller") caller.step({ tag: "packet", packet });
    else if (server.state !== null) server.step({ tag: "packet", packet });
  }

  /** The procedure has ended for a call. */
  done(sequence: number, data: Uint8Array): void {
    const { server } = this.ends;
    if (server.state !== null) server.step({ tag: "done", sequence, data, serverThread: SERVER_THREAD });
  }

  /** Time goes on by `duration`, and the party is ticked whether its deadline has come or not. */
  tick(party: Party, duration: Nanos): void {
    this.now += duration;
    if (this.ends[party].state !== null) this.ends[party].tick();
  }

  private callerTook(step: CallerStep): void {
    this.steps.push({ party: "caller", ...step });
    for (const effect of step.effects) {
      if (effect.tag === "send") this.transmit("server", effect.packet);
      else if (effect.tag === "failed" && effect.reason === "unbound") this.rebind();
    }
  }

  private serverTook(step: ServerStep): void {
    this.steps.push({ party: "server", binding: this.binding, ...step });
    for (const effect of step.effects) {
      if (effect.tag === "send") this.transmit("caller", effect.packet);
      else this.execute(effect.call, this.binding);
    }
  }

  private execute(call: FireflyPacket, binding: number): void {
    const result = this.options.procedure(call.data);
    this.after(this.options.runsFor(call), () => {
      if (this.binding === binding) this.done(call.sequence, result); // a crash ends what runs
    });
  }

  private transmit(to: Party, packet: FireflyPacket): void {
    this.send(this.options.fateOf(to, packet), () => this.deliver(to, packet));
  }
}
