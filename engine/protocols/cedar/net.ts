/** For tests: one activity's caller and callee, joined back to back. The exchange by itself: no bytes. */
import type { Nanos } from "../../kernel/time.ts";
import type { Machine } from "../machine.ts";
import { LossyNet, NetEnd, type Fate, type Step } from "../testing/net.ts";
import type { ActivityState, CalleeEffect, CalleeInput } from "./callee-state.ts";
import type { CallerEffect, CallerIdentity, CallerInput, CallerState } from "./caller.ts";
import { NO_DATA, type CallName, type ExchangePacket } from "./packet.ts";

export type Party = "caller" | "server";
type Sent = Extract<CallerEffect | CalleeEffect, { readonly tag: "send" }>;

/** The two machines of a system that uses the exchange. */
export interface Pair {
  readonly caller: Machine<CallerState, CallerInput, CallerEffect, CallerIdentity>;
  /** @param binding the incarnation of the server, from 1 */
  readonly callee: (binding: number) => Machine<ActivityState, CalleeInput, CalleeEffect>;
}

interface ExchangeNetOptions {
  readonly pair: Pair;
  /** Asked once for each packet that is sent. */
  readonly fateOf: (to: Party, sent: Sent) => Fate;
  /** How long the procedure runs for a call; Infinity where only `done` ends it. */
  readonly runsFor: (call: ExchangePacket) => Nanos;
  readonly procedure: (argument: Uint8Array) => Uint8Array;
  /** Whether the procedure raises an exception, with its argument, instead of returning. */
  readonly raises?: (call: ExchangePacket) => boolean;
  /** How long the caller's handler runs, and how it ends; left out where only the test ends it. */
  readonly handler?: () => { readonly runsFor: Nanos; readonly ends: "resume" | "unwind" };
}

export type ExchangeStep =
  | ({ readonly party: "caller" } & Step<CallerState, CallerInput, CallerEffect>)
  | ({ readonly party: "server"; readonly binding: number } & Step<ActivityState, CalleeInput, CalleeEffect>);

const ACTIVITY = { machine: 1, space: 1, thread: 1 };
const SERVER_THREAD = 1;
const EXCEPTION_BYTES = 1; // of the argument, which an exception carries
const tick = { tag: "tick" } as const;

const inConversation = (conversation: number | undefined): { readonly conversation?: number } =>
  conversation === undefined ? {} : { conversation };

export class ExchangeNet extends LossyNet<ExchangeStep> {
  /** The incarnation of the server. */
  binding = 1;
  /** The incarnation that the caller is bound to. */
  imported = 1;
  readonly ends: {
    readonly caller: NetEnd<CallerState, CallerInput, CallerEffect>;
    readonly server: NetEnd<ActivityState, CalleeInput, CalleeEffect>;
  };
  private conversation: number | null;
  private running: { readonly time: Nanos; readonly result: Uint8Array } = { time: 0, result: NO_DATA };
  private readonly options: ExchangeNetOptions;

  /** @param conversation of the caller; null where the activity itself is another after a restart */
  constructor(options: ExchangeNetOptions, conversation: number | null = null) {
    super();
    this.options = options;
    this.conversation = conversation;
    const { caller, callee } = options.pair;
    const server = callee(this.binding);
    this.ends = {
      caller: new NetEnd(this, caller.start(this.identity), {
        machine: caller,
        tick,
        keep: (step) => this.steps.push({ party: "caller", ...step }),
        act: (effect) => this.act("server", effect),
      }),
      server: new NetEnd(this, server.start(), {
        machine: server,
        tick,
        keep: (step) => this.steps.push({ party: "server", binding: this.binding, ...step }),
        act: (effect) => this.act("caller", effect),
      }),
    };
  }

  private get identity(): CallerIdentity {
    const { conversation } = this;
    return conversation === null ? { activity: ACTIVITY } : { activity: ACTIVITY, conversation };
  }

  /** The conversation of the callee's row, for a test that ends a procedure by hand. */
  get spoken(): number | undefined {
    const row = this.server;
    if (row === null || row.tag === "new") return undefined;
    return row.tag === "settled" ? row.conversation : row.call.conversation;
  }

  get caller(): CallerState {
    const { state } = this.ends.caller;
    if (state === null) throw new Error("The caller is never down for long.");
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
    const machine = this.options.pair.callee(++this.binding);
    this.ends.server.become(machine);
    this.ends.server.begin(machine.start());
  }

  /** The caller's machine starts anew: the same activity, with a greater conversation. */
  restartCaller(): void {
    if (this.conversation === null) throw new Error("A caller without conversations does not come back as itself.");
    this.conversation++;
    this.ends.caller.begin(this.options.pair.caller.start(this.identity));
  }

  deliver(to: Party, packet: ExchangePacket): void {
    this.ends[to].hear({ tag: "packet", packet });
  }

  /** The procedure has ended for a call. */
  done(sequence: number, data: Uint8Array, conversation = this.spoken): void {
    this.ends.server.hear({
      tag: "done",
      ...inConversation(conversation),
      sequence,
      data,
      serverThread: SERVER_THREAD,
    });
  }

  /** The procedure has raised an exception. */
  raise(sequence: number, data: Uint8Array, conversation = this.spoken): void {
    const said = { ...inConversation(conversation), sequence, data, serverThread: SERVER_THREAD };
    this.ends.server.hear({ tag: "raise", ...said });
  }

  /** The caller's handler has ended. */
  handled(how: "resume" | "unwind", data: Uint8Array): void {
    this.ends.caller.hear({ tag: how, data });
  }

  private act(other: Party, effect: CallerEffect | CalleeEffect): void {
    switch (effect.tag) {
      case "send":
        this.send(this.options.fateOf(other, effect), () => this.deliver(other, effect.packet));
        return;
      case "execute":
        this.execute(effect.call);
        return;
      case "resume":
        this.finish(effect.call, this.running.result);
        return;
      case "unwind":
        this.finish(effect.call, NO_DATA);
        return;
      case "raised":
        this.handle(effect.data);
        return;
      case "failed":
        if (effect.reason === "unbound") this.imported = this.binding; // the caller imports the interface again
        return;
      default: // what a program learns, and does nothing about
    }
  }

  private execute(call: ExchangePacket): void {
    const { sequence, data, conversation } = call;
    const time = this.options.runsFor(call);
    const result = this.options.procedure(data);
    this.running = { time, result };
    const isRaised = this.options.raises?.(call) === true;
    this.ends.server.work(time, () =>
      isRaised
        ? this.raise(sequence, data.subarray(0, EXCEPTION_BYTES), conversation)
        : this.done(sequence, result, conversation),
    );
  }

  /** A procedure goes on after its exception, for as long as before. */
  private finish({ sequence, conversation }: CallName, result: Uint8Array): void {
    this.ends.server.work(this.running.time, () => this.done(sequence, result, conversation));
  }

  private handle(data: Uint8Array): void {
    const handler = this.options.handler?.();
    if (handler === undefined) return;
    this.ends.caller.work(handler.runsFor, () => this.handled(handler.ends, data));
  }
}
