/** For tests: one activity's caller and server, joined back to back. The exchange by itself: no bytes. */
import { seconds, type Nanos } from "../../kernel/time.ts";
import type { FireflyPacket } from "../../wire/firefly.ts";
import { LossyNet, NetEnd, type Fate, type Step } from "../testing/net.ts";
import { fireflyCaller, type CallerEffect, type CallerInput, type CallerOptions, type CallerState } from "./caller.ts";
import { fireflyServer } from "./server.ts";
import type { ActivityState, ServerEffect, ServerInput, ServerOptions } from "./server.ts";

export type Party = "caller" | "server";
type Sent = Extract<CallerEffect | ServerEffect, { readonly tag: "send" }>;

interface FireflyNetOptions {
  /** Asked once for each packet that is sent. */
  readonly fateOf: (to: Party, sent: Sent) => Fate;
  /** How long the procedure runs for a call; Infinity where only `done` ends it. */
  readonly runsFor: (call: FireflyPacket) => Nanos;
  readonly procedure: (argument: Uint8Array) => Uint8Array;
}

export type FireflyStep =
  | ({ readonly party: "caller" } & Step<CallerState, CallerInput, CallerEffect>)
  | ({ readonly party: "server"; readonly binding: number } & Step<ActivityState, ServerInput, ServerEffect>);

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
const SERVER = fireflyServer(serverOptions(1));
const ACTIVITY = { machine: 1, space: 1, thread: 1 };
const SERVER_THREAD = 1;
const tick = { tag: "tick" } as const;

export class FireflyNet extends LossyNet<FireflyStep> {
  /** The incarnation of the server. */
  binding = 1;
  /** The incarnation that the caller is bound to. */
  imported = 1;
  readonly ends = {
    caller: new NetEnd(this, CALLER.start(ACTIVITY), {
      machine: CALLER,
      tick,
      keep: (step) => this.steps.push({ party: "caller", ...step }),
      act: (effect) => this.act("server", effect),
    }),
    server: new NetEnd(this, SERVER.start(), {
      machine: SERVER,
      tick,
      keep: (step) => this.steps.push({ party: "server", binding: this.binding, ...step }),
      act: (effect) => this.act("caller", effect),
    }),
  };
  private readonly options: FireflyNetOptions;

  constructor(options: FireflyNetOptions) {
    super();
    this.options = options;
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

  /** The server is another incarnation from now on. */
  restartServer(): void {
    const machine = fireflyServer(serverOptions(++this.binding));
    this.ends.server.become(machine);
    this.ends.server.begin(machine.start());
  }

  deliver(to: Party, packet: FireflyPacket): void {
    this.ends[to].hear({ tag: "packet", packet });
  }

  /** The procedure has ended for a call. */
  done(sequence: number, data: Uint8Array): void {
    this.ends.server.hear({ tag: "done", sequence, data, serverThread: SERVER_THREAD });
  }

  private act(other: Party, effect: CallerEffect | ServerEffect): void {
    if (effect.tag === "send") {
      this.send(this.options.fateOf(other, effect), () => this.deliver(other, effect.packet));
    } else if (effect.tag === "execute") {
      const { sequence, data } = effect.call;
      const result = this.options.procedure(data);
      this.ends.server.work(this.options.runsFor(effect.call), () => this.done(sequence, result));
    } else if (effect.tag === "failed" && effect.reason === "unbound") {
      this.imported = this.binding; // the caller imports the interface again
    }
  }
}
