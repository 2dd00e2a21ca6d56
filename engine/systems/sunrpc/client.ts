/**
 * The calling process: it makes one call after another by one handle, which has a socket of its own. Before that it may
 * ask the portmapper, by another handle. `protocols/sunrpc/client.ts` and `protocols/sunrpc/tcp/client.ts` decide what
 * timers and replies mean; this file says how long the work takes.
 */
import type { Timer } from "../../kernel/simulation.ts";
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF } from "../../kernel/trace-data.ts";
import type { Machine } from "../../protocols/machine.ts";
import type { Asked, SunClientEffect, SunClientInput, SunClientState } from "../../protocols/sunrpc/client.ts";
import type { SunTcpClientEffect, SunTcpClientInput, SunTcpClientState } from "../../protocols/sunrpc/tcp/client.ts";
import { ProtocolInstance } from "../world/instance.ts";
import type { Arrived, Channel, Message } from "./channel.ts";
import type { Format } from "./format.ts";
import { FIRST_PORT, type Clocks, type SunHost } from "./host.ts";
import type { RoutineTime } from "./profile.ts";
import { CLOCK_TICK } from "./options.ts";
import { Reader } from "./reader.ts";
import { OPENS_WITHIN } from "./stream.ts";
import { NOTHING, type ClientSegments } from "./steps.ts";

/** The end of a call. */
export type CallEnd =
  "returned" | "refused" | "timed out" | "unreadable reply" | "no connection" | "too long" | "crashed";

/** The client's half over UDP, or over TCP. */
type ClientState = SunClientState | SunTcpClientState;
type ClientInput = SunClientInput | SunTcpClientInput;
type ClientEffect = SunClientEffect | SunTcpClientEffect;
type SendEffect = Extract<ClientEffect, { readonly tag: "send" }>;
type ClientMachine = Machine<ClientState, ClientInput, ClientEffect, { readonly xid: number }>;

/** Over TCP a call is sent once. */
const sendOf = (effect: SendEffect): number => ("send" in effect ? effect.send : 1);

/** A program on a host: its port, the protocol by which it is called, and what that takes the client. */
export interface Handle {
  readonly name: string; // "server"
  readonly to: number; // host
  readonly port: number;
  /** Whether it has a connection to the port; else it sends datagrams there. */
  readonly isStream: boolean;
  readonly machine: ClientMachine;
  readonly segments: ClientSegments;
  /** The transaction identifier before its first. */
  readonly xid: number;
  readonly format: Format;
  /** Kinds of packets in the trace, and in a fault script where that has a word for them. */
  readonly kind: string;
}

interface Exchange {
  readonly handle: Handle;
  readonly protocol: ProtocolInstance<ClientState, ClientInput, ClientEffect, { readonly xid: number }>;
  readonly asked: Asked;
  readonly bytes: number; // of the argument, not filled up
  readonly call: number; // of the run; 0 for one that belongs to none
  readonly done: (end: CallEnd, data: Uint8Array | null) => void;
}

/** The calls of a program, in the order in which it makes them. */
export interface Program {
  /** Takes one of the calls that are left to make; false where there is none. */
  readonly takes: () => boolean;
  /** Before the first call: asks the portmapper for the server's port. Null for a program that knows it. */
  readonly bind: { readonly handle: Handle; readonly asked: Asked; readonly port: (data: Uint8Array) => number } | null;
  readonly handle: (port: number) => Handle;
  readonly asked: (call: number) => Asked;
  /** Bytes of each argument, not filled up. */
  readonly bytes: number;
  /** The port where the program knows it. */
  readonly port: number;
  /** The client knows the server's port: it begins its calls. */
  readonly bound: () => void;
  readonly sent: (call: number) => void;
  readonly ended: (call: number, end: CallEnd) => void;
  /** The program makes no more calls. */
  readonly over: () => void;
}

/** From the end of connect to the loop: a tick, so that the last segments of the opening are in no call. Ours. */
const SETTLES = CLOCK_TICK;

/** Bytes of an argument in a datagram, at most (Section 2.2). */
const MOST_BYTES = 8 * 1024;
/** The channel of a handle, as a process opens it: the kernel chooses the port. */
const openingOf = (host: SunHost, { isStream, segments }: Handle) => ({
  segments,
  channel: (arrived: Arrived, lost: () => void): Channel =>
    isStream ? host.stream(FIRST_PORT, arrived, lost) : host.openAny(arrived),
});

export class Client extends Reader {
  /** When the loop of calls began, and when its last call ended; null before. */
  began: Clocks | null = null;
  ended: Clocks | null = null;
  /** From the first packet of what failed, the binding or a call, until the program gave up. */
  failedAfter: Nanos | null = null;
  private segments: ClientSegments; // of the present handle
  private readonly program: Program;
  private readonly owner: number;
  private exchange: Exchange | null = null;
  private handle: Handle | null = null;
  private protocol: Exchange["protocol"] | null = null;
  private isBroken = false; // the connection
  private opensWithin: Timer | null = null; // while the connection opens
  private sentAt: Nanos = 0; // the first packet of the present call

  constructor(host: SunHost, program: Program) {
    const first = program.bind?.handle ?? program.handle(program.port);
    super(host, { name: "client process", ...openingOf(host, first) });
    this.segments = first.segments;
    this.program = program;
    this.owner = this.process.worker.owner;
  }

  /** The program begins. */
  start(): void {
    const { bind, port, handle } = this.program;
    if (bind === null) {
      const known = handle(port);
      this.knows(known);
      this.begin(() => this.callsBy(known));
      return;
    }
    const protocol = this.instanceOf(bind.handle);
    this.begin(() => {
      this.make({
        handle: bind.handle,
        protocol,
        asked: bind.asked,
        bytes: bind.asked.data.length,
        call: 0,
        done: (end, data) => {
          protocol.end(this.cause, 0);
          const found = end === "returned" && data !== null ? bind.port(data) : 0;
          if (found === 0) {
            this.failedAfter = this.host.now - this.sentAt;
            this.end();
          } else {
            const known = handle(found);
            this.host.close(this.channel, this.cause);
            this.turnTo(openingOf(this.host, known));
            this.knows(known);
            this.callsBy(known);
          }
        },
      });
    });
  }

  /** The power has gone: the call under way has failed. */
  crashed(): void {
    const { exchange } = this;
    if (exchange === null || exchange.call === 0) return;
    this.exchange = null;
    this.host.world.recorder.endCall(exchange.call, this.host.now, "failed", this.cause);
    this.program.ended(exchange.call, "crashed");
  }

  private begin(then: () => void): void {
    this.wake(NOTHING, 0, NO_REF, then);
  }

  private instanceOf({ machine, name, xid }: Handle): Exchange["protocol"] {
    return new ProtocolInstance(this.host, machine, {
      name: `client of ${name}`,
      identity: { xid },
      due: () => this.timeIsUp(this.host.timerMark(this.cause, this.call)),
    });
  }

  private knows(handle: Handle): void {
    this.handle = handle;
    this.segments = handle.segments;
    this.protocol = this.instanceOf(handle);
    if (!handle.isStream) this.program.bound();
  }

  private callsBy(handle: Handle): void {
    if (handle.isStream) this.connect(handle);
    else this.nextCall();
  }

  /** Opens the connection. The process sleeps in connect until it is open, or given up. */
  private connect({ to, port }: Handle): void {
    const { sim } = this.host.world;
    this.sentAt = this.host.now;
    this.protocol?.step({ tag: "connect" }, this.cause, 0);
    const giveUp = this.host.connect(this.channel, to, port, this.cause, () => this.connected("connected"));
    this.opensWithin = sim.after(OPENS_WITHIN, sim.register(this.inThisLife(giveUp)), 0);
    this.sleep();
  }

  /** The loop of calls begins a little later, or its first call fails. */
  private connected(how: "connected" | "broken"): void {
    const { sim } = this.host.world;
    if (this.opensWithin !== null) sim.cancel(this.opensWithin);
    this.opensWithin = null;
    this.protocol?.step({ tag: how }, this.cause, 0);
    const goOn = (): void => {
      this.program.bound();
      this.wake(this.segments.rouse, 0, this.cause, () => this.nextCall());
    };
    sim.after(SETTLES, sim.register(this.inThisLife(goOn)), 0);
  }

  /** Does something later, unless the machine has crashed by then. */
  private inThisLife(then: () => void): () => void {
    const power = this.host.up;
    return () => {
      if (power.endedAt === Infinity) then();
    };
  }

  /** The loop of calls begins: clock and profile count from here on. */
  private beginLoop(): void {
    if (this.began !== null) return;
    this.began = this.host.readClocks(this.process);
    this.host.markClock(this.process);
    this.segments.book.restart();
  }

  /** The loop of calls as prof would see it. */
  get profile(): readonly RoutineTime[] {
    return this.segments.book.routines();
  }

  private nextCall(): void {
    const { program, handle, protocol } = this;
    this.beginLoop();
    if (handle === null || protocol === null || !program.takes()) {
      this.end();
      return;
    }
    const call = this.host.world.recorder.beginCall(this.owner, this.host.now);
    this.call = call;
    this.make({
      handle,
      protocol,
      asked: program.asked(call),
      bytes: program.bytes,
      call,
      done: (end) => {
        this.host.world.recorder.endCall(call, this.host.now, end === "returned" ? "returned" : "failed", this.cause);
        this.ended = this.host.readClocks(this.process);
        program.ended(call, end);
        if (end === "returned") {
          this.nextCall();
          return;
        }
        this.failedAfter = this.host.now - this.sentAt;
        this.end();
      },
    });
  }

  private end(): void {
    this.exchange = null;
    this.host.markClock(this.process);
    this.program.over();
    if (this.handle?.isStream === true) this.close();
    this.sleep();
  }

  /** The program destroys its handle: that closes the connection. */
  private close(): void {
    const effects = this.protocol?.step({ tag: "close" }, this.cause, 0) ?? [];
    if (effects.some(({ tag }) => tag === "close")) this.host.close(this.channel, this.cause);
  }

  // One call.

  private make(exchange: Exchange): void {
    this.exchange = exchange;
    if (!exchange.handle.isStream && exchange.bytes > MOST_BYTES) {
      this.run(this.segments.refuse(exchange.bytes), () => this.over("too long", null));
      return;
    }
    this.run(this.segments.request(exchange.bytes), () => {
      this.apply(this.step({ tag: "start", call: exchange.asked }), null);
    });
  }

  private get current(): Exchange {
    if (this.exchange === null) throw new Error("The client process has no call.");
    return this.exchange;
  }

  private step(input: ClientInput): readonly ClientEffect[] {
    const { protocol, call } = this.current;
    return protocol.step(input, this.cause, call);
  }

  /** Applies what a step gives; without an effect the process waits on. */
  private apply(effects: readonly ClientEffect[], message: Message | null): void {
    const [effect] = effects;
    if (effect === undefined) {
      if (message !== null) this.host.discard(message, this.cause, "the reply of another call");
      this.await();
      return;
    }
    switch (effect.tag) {
      case "send":
        if (sendOf(effect) === 1 && message === null) this.send(effect);
        else this.run(this.segments.resend(this.current.bytes), () => this.send(effect));
        return;
      case "returned":
        this.run(this.segments.decode, () => this.over("returned", effect.data));
        return;
      case "refused":
        this.run(this.segments.decode, () => this.over("refused", null));
        return;
      case "failed":
        if (effect.reason === "unreadable reply") this.run(this.segments.decode, () => this.failed(effect.reason));
        else this.failed(effect.reason);
        return;
      default:
        throw new Error(`The client process has no use for the effect ${effect.tag}.`);
    }
  }

  private failed(reason: CallEnd): void {
    this.host.note(`call failed: ${reason}`, { kind: "failed", cause: this.cause, call: this.call });
    this.over(reason, null);
  }

  private over(end: CallEnd, data: Uint8Array | null): void {
    const { done } = this.current;
    this.exchange = null;
    done(end, data);
  }

  private send(effect: SendEffect): void {
    const { call } = effect;
    const send = sendOf(effect);
    const { handle, call: number } = this.current;
    if (number > 0) this.program.sent(number);
    if (send === 1) this.sentAt = this.host.now;
    this.channel.send({
      to: handle.to,
      toPort: handle.port,
      data: handle.format.call(call),
      kind: handle.kind,
      call: number,
      origin: send === 1 ? "first" : "retransmission",
      cause: this.cause,
    });
    this.run(this.segments.afterSend, () => this.await());
  }

  /** No result has bytes that count. */
  protected bytesIn(): number {
    return 0;
  }

  protected taken(message: Message): void {
    const reply = this.current.handle.format.readReply(message.data);
    this.apply(reply === null ? [] : this.step({ tag: "reply", reply }), message);
  }

  protected lost(): void {
    this.isBroken = true;
    const mark = this.host.note("the connection is broken", { cause: this.cause, call: this.call });
    if (this.opensWithin !== null) this.connected("broken");
    else this.timeIsUp(mark);
  }

  protected get isDue(): boolean {
    const { state } = this.current.protocol;
    return this.isBroken || (state.tag === "waiting" && state.deadline <= this.host.now);
  }

  protected timedOut(): void {
    this.apply(this.step({ tag: this.isBroken ? "broken" : "tick" }), null);
  }
}
