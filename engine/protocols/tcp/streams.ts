/**
 * The connections of a host that carry bytes: what is written on one comes out at its other end, in order, whatever
 * segments it went in. Who reads must find the ends of messages by itself (`wire/framed.ts`). How connections are
 * opened and lost, connections.ts says.
 */
import type { Nanos } from "../../kernel/time.ts";
import { joined, newBytes } from "../../wire/bytes.ts";
import type { Host, Moment } from "../ends.ts";
import { keyText } from "../machine.ts";
import {
  ConnectionsAtWork,
  connectionsKey,
  type BetweenPorts,
  type Connection,
  type Connections,
  type Delivered,
  type Sent,
  type Told,
} from "./connections.ts";
import type { Flow, TcpOptions, TcpState } from "./tcp-state.ts";

/** What a stretch of a stream is: the kind of the segments that begin in it, and their call. */
interface Mark {
  readonly end: number; // of the stretch, in bytes of the stream
  readonly kind: string;
  readonly call: number;
}

/** Bytes of a stream from `at` on. */
interface Stretch {
  readonly at: number;
  readonly data: Uint8Array;
}

interface Stream extends Connection {
  /** What was written and is not acknowledged. */
  readonly out: Stretch;
  readonly marks: readonly Mark[];
  /** What has come and was not delivered: bytes before it are missing. */
  readonly come: readonly Stretch[];
}

export type StreamsState = Connections<Stream>;

export interface StreamPacket extends BetweenPorts {
  readonly data: Uint8Array;
  /** PSH: with its last byte ends what was written in one go. */
  readonly isEnd: boolean;
}

/** What a connection tells: bytes that have come, or what has become of it. */
export type StreamHeard =
  | {
      readonly tag: "bytes";
      readonly stream: string;
      readonly peer: Host;
      readonly slot: number;
      readonly data: Uint8Array;
    }
  | { readonly tag: Told; readonly stream: string; readonly peer: Host; readonly slot: number };

const NO_DATA = new Uint8Array(0);

/** Equal keys, equal futures; moments count from the first deadline, and where there is none from `known`. */
export const streamsKey = (state: StreamsState, flow?: Flow, known: Nanos = 0): string =>
  connectionsKey(state, ({ out, marks, come }) => keyText([out, marks, come]), flow, known);

interface StreamsOptions {
  readonly tcp: TcpOptions;
  readonly port: number;
  /** Whether bytes are handed on as they come, whatever is missing before them; left out: in order. */
  readonly isApart?: boolean;
}

export class StreamsAtWork extends ConnectionsAtWork<Stream, StreamPacket, StreamHeard> {
  protected readonly tellsAgain = true;
  private readonly isApart: boolean;

  constructor(state: StreamsState, options: StreamsOptions, moment: Moment) {
    super(state, options, moment);
    this.isApart = options.isApart === true;
  }

  /** Bytes of this kind and call are written; nothing happens on a connection that there is not. */
  write(id: string, data: Uint8Array, kind: string, call: number): void {
    const stream = this.find(id);
    if (stream === undefined || data.length === 0) return;
    const { out, marks } = stream;
    const end = out.at + out.data.length + data.length;
    const written = { ...stream, call, out: { ...out, data: joined(out.data, data) } };
    this.step({ ...written, marks: [...marks, { end, kind, call }] }, { tag: "write", bytes: data.length });
  }

  hear(packet: StreamPacket, call: number): void {
    const { segment, data } = packet;
    const stream = this.heardOn(packet, call);
    if (stream === undefined) return;
    const { sequence: at } = segment;
    const come = data.length === 0 ? stream.come : [...stream.come, { at, data }];
    if (this.isApart && data.length > 0 && at >= stream.tcp.received && stream.come.every((one) => one.at !== at))
      this.handOn(stream, data);
    this.step({ ...stream, call, come }, { tag: "segment", segment });
  }

  protected nothing(): Omit<Stream, keyof Connection> {
    return { out: { at: 0, data: NO_DATA }, marks: [], come: [] };
  }

  protected empty(): Omit<StreamPacket, keyof BetweenPorts> {
    return { data: NO_DATA, isEnd: false };
  }

  protected after(stream: Stream, tcp: TcpState): Stream {
    const { acknowledged, received } = tcp;
    const left = acknowledged - stream.out.at;
    const out = left <= 0 ? stream.out : { at: acknowledged, data: stream.out.data.subarray(left) };
    const marks = stream.marks.filter(({ end }) => end > acknowledged);
    const come = stream.come.filter(({ at, data }) => at + data.length > received);
    return { ...stream, tcp, out, marks, come };
  }

  protected tell(tag: Told, { id, peer, slot }: Stream): void {
    this.heard.push({ tag, stream: id, peer, slot });
  }

  private handOn({ id, peer, slot }: Stream, data: Uint8Array): void {
    this.heard.push({ tag: "bytes", stream: id, peer, slot, data });
  }

  protected deliver(stream: Stream, { from, bytes }: Delivered): void {
    if (this.isApart) return;
    const { come } = stream;
    const whole = come.find(({ at, data }) => at === from && data.length === bytes);
    if (whole !== undefined) return this.handOn(stream, whole.data);
    const data = newBytes(bytes);
    for (const { at, data: one } of come) {
      const start = Math.max(from, at);
      const part = one.subarray(start - at, Math.max(0, from + bytes - at)); // a place below 0 would count from the end
      if (part.length > 0) data.set(part, start - from);
    }
    this.handOn(stream, data);
  }

  protected nameOf({ marks }: Stream, { segment, what }: Sent): Mark | undefined {
    return what === "data" ? marks.find(({ end }) => segment.sequence < end) : undefined;
  }

  protected carried({ out, marks }: Stream, { segment, what }: Sent): Omit<StreamPacket, keyof BetweenPorts> {
    if (what !== "data") return this.empty();
    const { sequence, length } = segment;
    const data = out.data.subarray(sequence - out.at, sequence - out.at + length);
    return { data, isEnd: marks.some(({ end }) => end === sequence + length) };
  }
}
