/**
 * The process that a portmapper starts for a CALLIT: it calls the program on its own machine
 * and hands the answer to the portmapper's rules. They say when it gives up (rule 3 of
 * protocols/sunrpc/portmap/portmapper.ts). To start it takes no time.
 */
import type { Segment } from "../../../hardware/processors.ts";
import type { Ref } from "../../../kernel/trace-data.ts";
import type { PortmapperEffect } from "../../../protocols/sunrpc/portmap/portmapper.ts";
import type { ReadReply, Reply } from "../../../protocols/sunrpc/message.ts";
import type { Message } from "../channel.ts";
import { SUN_RPC } from "../format.ts";
import type { SunHost } from "../host.ts";
import { Reader } from "../reader.ts";
import type { ClientSegments } from "../steps.ts";

/** What a portmapper has for the process. */
interface Parent {
  /** Whether the portmapper's rules still wait for the answer to a call. */
  readonly isForwarding: (number: number) => boolean;
  /** The program has answered; gives the reply to CALLIT, or null where none is sent. */
  readonly answered: (number: number, ending: ReadReply["ending"], cause: Ref, call: number) => Reply | null;
  /** Sends a reply from the portmapper's socket. */
  readonly reply: (reply: Reply, to: Message, cause: Ref) => void;
}

interface CallerOptions extends Parent {
  readonly forward: Extract<PortmapperEffect, { readonly tag: "forward" }>;
  /** The CALLIT that it serves. */
  readonly asked: Message;
  readonly segments: ClientSegments;
  /** To encode the reply to CALLIT, and to send it over the Ethernet. */
  readonly replying: Segment;
  readonly over: () => void;
}

export class IndirectCaller extends Reader {
  private readonly options: CallerOptions;

  constructor(host: SunHost, options: CallerOptions) {
    const { forward, segments } = options;
    super(host, {
      name: `portmapper’s process ${forward.number}`,
      segments,
      channel: (arrived) => host.openAny(arrived),
    });
    this.options = options;
  }

  /** `cause` is the last row of the portmapper's work. */
  start(cause: Ref): void {
    const { forward, asked, segments } = this.options;
    const { number, port, call } = forward;
    this.wake(segments.message(call.data.length), asked.call, cause, () =>
      this.run(segments.resend(call.data.length), () => {
        this.channel.send({
          to: this.host.number,
          toPort: port,
          data: SUN_RPC.call({ xid: number, ...call }),
          kind: "forwarded call",
          call: asked.call,
          origin: "first",
          cause: this.cause,
        });
        this.run(segments.afterSend, () => this.await());
      }),
    );
  }

  /** The portmapper's rules wait no longer. */
  giveUp(mark: Ref): void {
    this.timeIsUp(mark);
  }

  protected bytesIn(): number {
    return 0; // no result has bytes that count
  }

  protected taken(message: Message): void {
    const { forward, segments } = this.options;
    const reply = SUN_RPC.readReply(message.data);
    if (reply?.xid !== forward.number) {
      this.host.discard(message, this.cause, "the reply of another call");
      this.await();
      return;
    }
    this.run(segments.decode, () => this.answer(reply.ending));
  }

  private answer(ending: ReadReply["ending"]): void {
    const { forward, asked, answered, replying, reply } = this.options;
    const answer = answered(forward.number, ending, this.cause, asked.call);
    if (answer === null) {
      this.end();
      return;
    }
    this.run(replying, () => {
      reply(answer, asked, this.cause);
      this.end();
    });
  }

  protected lost(): void {
    throw new Error("A portmapper’s process has no connection.");
  }

  protected get isDue(): boolean {
    return !this.options.isForwarding(this.options.forward.number);
  }

  protected timedOut(): void {
    this.host.note("gave up the forwarded call", { cause: this.cause, call: this.call });
    this.end();
  }

  private end(): void {
    this.host.close(this.channel);
    this.options.over();
    this.sleep();
  }
}
