/**
 * The program that broadcasts one call: `protocols/sunrpc/portmap/broadcaster.ts` says when it sends again and when it
 * ends; this file says how long the work takes, and what the program does with replies. It stops after so many of them.
 */
import { NO_REF } from "../../../kernel/trace-data.ts";
import type { Nanos } from "../../../kernel/time.ts";
import { broadcaster } from "../../../protocols/sunrpc/portmap/broadcaster.ts";
import type {
  BroadcasterEffect,
  BroadcasterInput,
  BroadcasterState,
} from "../../../protocols/sunrpc/portmap/broadcaster.ts";
import { PORTMAP_PORT, type Indirect } from "../../../wire/portmap.ts";
import { EVERYBODY } from "../../world/frame.ts";
import { ProtocolInstance } from "../../world/instance.ts";
import type { Message } from "../channel.ts";
import { SUN_RPC } from "../format.ts";
import { seedOf } from "../handles.ts";
import type { SunHost } from "../host.ts";
import { Reader } from "../reader.ts";
import { NOTHING, type ClientSegments } from "../steps.ts";

interface BroadcastProgram {
  readonly call: Indirect;
  /** The program wants no more after so many replies; 0 for one that takes all that come. */
  readonly repliesWanted: number;
  readonly nameOf: (host: number) => string;
  /** The call goes out, for the so many-th time, from 1. */
  readonly sent: (send: number) => void;
  readonly ended: () => void;
}

/** The end of a broadcast. */
export type BroadcastEnd = "stopped" | "time is up" | "too long" | "crashed";

/** A reply that the program was handed. */
interface Answer {
  readonly from: string; // machine
  readonly at: Nanos; // since the broadcast began
}

type Send = Extract<BroadcasterEffect, { readonly tag: "send" }>;

export class BroadcastClient extends Reader {
  readonly answers: Answer[] = [];
  sends = 0;
  end: BroadcastEnd | null = null;
  /** From its beginning to its end; null before. */
  took: Nanos | null = null;
  private readonly segments: ClientSegments;
  private readonly program: BroadcastProgram;
  private readonly protocol: ProtocolInstance<
    BroadcasterState,
    BroadcasterInput,
    BroadcasterEffect,
    { readonly xid: number }
  >;
  private began: Nanos = 0;

  constructor(host: SunHost, segments: ClientSegments, program: BroadcastProgram) {
    super(host, { name: "client process", segments, channel: (arrived) => host.openAny(arrived) });
    this.segments = segments;
    this.program = program;
    this.protocol = new ProtocolInstance(host, broadcaster(), {
      name: "broadcast",
      identity: { xid: seedOf(1) },
      due: () => this.timeIsUp(this.host.timerMark(this.cause, this.call)),
    });
  }

  /** The program makes its one broadcast. */
  start(): void {
    const { call } = this.program;
    this.wake(NOTHING, 0, NO_REF, () => {
      this.began = this.host.now;
      this.call = this.host.world.recorder.beginCall(this.process.worker.owner, this.host.now);
      this.run(this.segments.message(call.data.length), () => this.apply(this.step({ tag: "start", call })));
    });
  }

  /** The power has gone: a broadcast under way has failed. */
  crashed(): void {
    if (this.end === null) this.ends("crashed");
  }

  private step(input: BroadcasterInput): BroadcasterEffect | undefined {
    return this.protocol.step(input, this.cause, this.call)[0];
  }

  /** Applies what a step gives; without an effect the process waits on. */
  private apply(effect: BroadcasterEffect | undefined): void {
    if (effect === undefined) {
      this.await();
      return;
    }
    switch (effect.tag) {
      case "send":
        this.run(this.segments.resend(effect.call.data.length), () => this.send(effect));
        return;
      case "each":
        this.run(this.segments.decode, () => this.each(effect.from));
        return;
      case "ended":
        this.over(effect.by === "stopped" ? "stopped" : "time is up");
        return;
      case "refused":
        this.host.note(`call failed: ${effect.bytes} bytes`, { kind: "failed", cause: this.cause, call: this.call });
        this.over("too long");
    }
  }

  private send({ call, send }: Send): void {
    this.sends = send;
    this.program.sent(send);
    this.channel.send({
      to: EVERYBODY,
      toPort: PORTMAP_PORT,
      data: SUN_RPC.call(call),
      kind: "call",
      call: this.call,
      origin: send === 1 ? "first" : "retransmission",
      cause: this.cause,
    });
    this.run(this.segments.afterSend, () => this.await());
  }

  /** The program looks at a reply, and says whether it wants more. */
  private each(from: string): void {
    const { repliesWanted } = this.program;
    this.answers.push({ from, at: this.host.now - this.began });
    if (this.answers.length === repliesWanted) this.apply(this.step({ tag: "stop" }));
    else this.await();
  }

  private over(end: BroadcastEnd): void {
    this.ends(end);
    this.host.close(this.channel);
    this.host.world.answered();
    this.sleep();
  }

  private ends(end: BroadcastEnd): void {
    const { recorder } = this.host.world;
    this.end = end;
    this.program.ended();
    this.took = this.call === 0 ? 0 : this.host.now - this.began;
    if (this.call === 0) return; // it had not begun
    const isAnswered = end !== "crashed" && this.answers.length > 0;
    recorder.endCall(this.call, this.host.now, isAnswered ? "returned" : "failed", this.cause);
  }

  // What it reads.

  protected bytesIn(): number {
    return 0; // no result has bytes that count
  }

  protected taken(message: Message): void {
    const reply = SUN_RPC.readReply(message.data);
    if (reply === null) {
      this.host.discard(message, this.cause, "no reply");
      this.await();
      return;
    }
    const effect = this.step({ tag: "reply", from: this.program.nameOf(message.from), reply });
    if (effect === undefined) this.host.discard(message, this.cause, "the reply of another call");
    this.apply(effect);
  }

  protected lost(): void {
    throw new Error("A program that broadcasts has no connection.");
  }

  protected get isDue(): boolean {
    const { state } = this.protocol;
    return state.tag === "collecting" && state.deadline <= this.host.now;
  }

  protected timedOut(): void {
    this.apply(this.step({ tag: "tick" }));
  }
}
