/**
 * The portmapper's process on a machine of a broadcast: it reads requests at port 111, and
 * `protocols/sunrpc/portmap/portmapper.ts` says what they mean. A CALLIT to a program that is there gets a process of
 * its own (indirect-caller.ts). This file says how long the work takes.
 */
import type { Segment } from "../../../hardware/processors.ts";
import { NO_REF, type Ref } from "../../../kernel/trace-data.ts";
import type { Call, Reply } from "../../../protocols/sunrpc/message.ts";
import { portmapperMachine } from "../../../protocols/sunrpc/portmap/portmapper.ts";
import type {
  PortmapperEffect,
  PortmapperInput,
  PortmapperState,
} from "../../../protocols/sunrpc/portmap/portmapper.ts";
import { PROTOCOL_UDP } from "../../../wire/ipv4.ts";
import { encodeMapping, PORTMAP, PORTMAP_PORT, PORTMAP_PROGRAM, type Mapping } from "../../../wire/portmap.ts";
import { ProtocolInstance } from "../../world/instance.ts";
import type { Message } from "../channel.ts";
import { SUN_RPC } from "../format.ts";
import type { SunHost } from "../host.ts";
import { Reader } from "../reader.ts";
import { NOTHING, type ClientSegments, type ServerSegments } from "../steps.ts";
import { IndirectCaller } from "./indirect-caller.ts";

interface PortmapProcessOptions {
  readonly segments: ServerSegments;
  /** The work of its processes: calls to programs of the own machine. */
  readonly calling: ClientSegments;
  /** A request has been read. */
  readonly heard: () => void;
}

const VERSION = 2;
const OWN_XID = 0;

export class PortmapProcess extends Reader {
  private readonly options: PortmapProcessOptions;
  private readonly protocol: ProtocolInstance<PortmapperState, PortmapperInput, PortmapperEffect>;
  private readonly callers = new Map<number, IndirectCaller>();

  constructor(host: SunHost, options: PortmapProcessOptions) {
    super(host, {
      name: "portmapper",
      segments: options.segments,
      channel: (arrived) => host.open(PORTMAP_PORT, arrived),
    });
    this.options = options;
    this.protocol = new ProtocolInstance(host, portmapperMachine(), {
      name: "portmapper",
      identity: undefined,
      due: () => this.processesGiveUp(),
    });
  }

  /** The process begins to wait for requests. */
  start(): void {
    this.wake(NOTHING, 0, NO_REF, () => this.await());
  }

  /** A server of this machine has registered its program over UDP: it did so before the run, in no time. */
  registers({ program, version, port }: Omit<Mapping, "protocol">): void {
    const data = encodeMapping({ program, version, protocol: PROTOCOL_UDP, port });
    const call: Call = { xid: OWN_XID, program: PORTMAP_PROGRAM, version: VERSION, procedure: PORTMAP.set, data };
    this.protocol.step({ tag: "request", request: { from: this.host.name, call } }, NO_REF, 0);
  }

  protected bytesIn({ data }: Message): number {
    return SUN_RPC.readCall(data)?.data.length ?? 0; // 0: what is no call has no argument
  }

  protected override reading({ call }: Message): void {
    this.call = call;
  }

  protected taken(message: Message): void {
    const call = SUN_RPC.readCall(message.data);
    if (call === null) {
      this.host.discard(message, this.cause, "no call");
      this.await();
      return;
    }
    this.options.heard();
    const compared = this.protocol.state.mappings.length;
    this.run(this.options.segments.take(compared), () => this.request(message, call));
  }

  private request(message: Message, call: Call): void {
    const request = { from: `${message.from}:${message.fromPort}`, call };
    const [effect] = this.protocol.step({ tag: "request", request }, this.cause, this.call);
    if (effect === undefined) {
      this.host.note("no such program", { cause: this.cause, call: this.call });
      this.next();
    } else if (effect.tag === "forward") {
      this.forward(effect, message);
      this.next();
    } else {
      this.run(this.options.segments.reply(0), () => {
        this.reply(effect.reply, message, this.cause);
        this.run(this.options.segments.afterSend, () => this.next());
      });
    }
  }

  private next(): void {
    this.call = 0;
    this.await();
  }

  private reply(reply: Reply, { from, fromPort, call }: Message, cause: Ref): void {
    this.channel.send({
      to: from,
      toPort: fromPort,
      data: SUN_RPC.reply(reply),
      kind: "reply",
      call,
      origin: "first",
      cause,
    });
  }

  // Calls that its processes make.

  private get replying(): Segment {
    return this.options.segments.reply(0);
  }

  private forward(forward: Extract<PortmapperEffect, { readonly tag: "forward" }>, asked: Message): void {
    const caller = new IndirectCaller(this.host, {
      forward,
      asked,
      segments: this.options.calling,
      replying: this.replying,
      isForwarding: (number) => this.isForwarding(number),
      answered: (number, ending, cause, call) => {
        const [effect] = this.protocol.step({ tag: "answer", number, ending }, cause, call);
        return effect?.tag === "reply" ? effect.reply : null;
      },
      reply: (reply, to, cause) => this.reply(reply, to, cause),
      over: () => this.callers.delete(forward.number),
    });
    this.callers.set(forward.number, caller);
    caller.start(this.cause);
  }

  private isForwarding(number: number): boolean {
    return this.protocol.state.forwarded.some((one) => one.number === number);
  }

  /** The time of a call has passed: its process wakes and ends. */
  private processesGiveUp(): void {
    const mark = this.host.timerMark(NO_REF, 0);
    this.protocol.step({ tag: "tick" }, mark, 0);
    for (const [number, caller] of this.callers) if (!this.isForwarding(number)) caller.giveUp(mark);
  }

  protected lost(): void {
    throw new Error("A portmapper has no connection.");
  }

  protected get isDue(): boolean {
    return false;
  }

  protected timedOut(): void {
    throw new Error("A portmapper has no time-out.");
  }
}
