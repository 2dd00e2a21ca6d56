/**
 * The serving process: it waits for a request, runs the procedure and replies, one request at a time.
 * `protocols/sunrpc/server.ts` decides which requests run; this file says how long the work takes.
 */
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF, type Origin } from "../../kernel/trace-data.ts";
import type { Machine } from "../../protocols/machine.ts";
import type { Call, Ending } from "../../protocols/sunrpc/message.ts";
import type { Request, SunServerEffect, SunServerInput, SunServerState } from "../../protocols/sunrpc/server.ts";
import { ProtocolInstance } from "../world/instance.ts";
import type { Message } from "./channel.ts";
import type { Format } from "./format.ts";
import type { SunHost } from "./host.ts";
import { Reader } from "./reader.ts";
import { NOTHING, type ServerSegments } from "./steps.ts";

type ServerMachine = Machine<SunServerState, SunServerInput, SunServerEffect>;

interface ServerOptions {
  readonly name: string; // of the process
  readonly port: number;
  /** Whether its clients have a connection to the port; else they send datagrams there. */
  readonly isStream: boolean;
  readonly machine: ServerMachine;
  readonly format: Format;
  /** The kind of its replies in the trace. */
  readonly kind: string;
  readonly segments: ServerSegments;
  readonly procedure: Procedure;
}

/** The procedure that the server runs. */
interface Procedure {
  /** How long it waits; the processor is free meanwhile. */
  readonly waits: (call: Call) => Nanos;
  readonly run: (call: Call, number: number) => Ending;
}

type Reply = Extract<SunServerEffect, { readonly tag: "reply" }>;

export class Server extends Reader {
  private readonly options: ServerOptions;
  private readonly protocol: ProtocolInstance<SunServerState, SunServerInput, SunServerEffect>;
  private readonly tag: number;
  private waited: (() => void) | null = null;

  constructor(host: SunHost, options: ServerOptions) {
    const { name, port, segments, isStream } = options;
    super(host, {
      name,
      segments,
      channel: (arrived, lost) => (isStream ? host.stream(port, arrived, lost) : host.open(port, arrived)),
    });
    this.options = options;
    this.protocol = new ProtocolInstance(host, options.machine, {
      name: options.name,
      identity: undefined,
      due: () => undefined, // it waits for no time
    });
    this.tag = host.world.sim.register(() => this.waited?.());
  }

  /** The process begins to wait for requests. */
  start(): void {
    this.wake(NOTHING, 0, NO_REF, () => this.await());
  }

  /** The process has ended: what its procedure waited for wakes nobody. */
  end(): void {
    this.waited = null;
  }

  protected bytesIn({ data }: Message): number {
    return this.options.format.readCall(data)?.data.length ?? 0; // 0: what is no call has no argument
  }

  protected get isDue(): boolean {
    return false;
  }

  protected timedOut(): void {
    throw new Error(`${this.options.name} has no time-out.`);
  }

  protected override reading({ call }: Message): void {
    this.call = call;
  }

  /** Nobody will read its reply: it waits for other requests. */
  protected lost(): void {
    this.host.note("the connection is broken", { cause: this.cause });
  }

  protected taken(message: Message): void {
    const { data, from, fromPort } = message;
    const call = this.options.format.readCall(data);
    if (call === null) {
      this.host.discard(message, this.cause, "no call");
      this.await();
      return;
    }
    const request: Request = { from: `${from}:${fromPort}`, call };
    const [effect] = this.protocol.step({ tag: "request", request }, this.cause, this.call);
    if (effect === undefined) throw new Error("A server of Sun RPC has neither run a request nor refused it.");
    const { segments } = this.options;
    if (effect.tag === "execute") {
      this.run(segments.take(effect.compared), () => this.execute(effect.call, message));
    } else if (effect.compared === 0) {
      this.run(segments.cached, () => this.reply(effect, message, "retransmission"));
    } else {
      this.run(segments.take(effect.compared), () =>
        this.run(segments.reply(0), () => this.reply(effect, message, "first")),
      );
    }
  }

  /** The procedure begins. */
  private execute(call: Call, from: Message): void {
    const { procedure, segments } = this.options;
    const ending = procedure.run(call, this.call);
    const answer = (): void => {
      const [effect] = this.protocol.step({ tag: "done", ending }, this.cause, this.call);
      if (effect?.tag !== "reply") throw new Error("A procedure has ended and there is no reply.");
      this.reply(effect, from, "first");
    };
    const waits = procedure.waits(call);
    const replying = segments.reply(ending.status === "SUCCESS" ? ending.data.length : 0);
    if (waits === 0) {
      this.run(replying, answer);
      return;
    }
    const { call: number } = this;
    const begun = this.host.note("the procedure waits", { cause: this.cause, call: number });
    this.waited = () => {
      this.waited = null;
      const mark = this.host.timerMark(begun, number, "end of the procedure");
      this.wake(replying, number, mark, answer);
    };
    this.host.world.sim.after(waits, this.tag, 0);
    this.sleep();
  }

  private reply({ reply }: Reply, { from, fromPort }: Message, origin: Origin): void {
    const { format, kind, segments } = this.options;
    this.channel.send({
      to: from,
      toPort: fromPort,
      data: format.reply(reply),
      kind,
      call: this.call,
      origin,
      cause: this.cause,
    });
    this.run(segments.afterSend, () => {
      this.call = 0;
      this.await();
    });
  }
}
