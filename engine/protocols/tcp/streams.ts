/**
 * The connections of a host that carry bytes: what is written on one comes out at its other end, in order, whatever
 * segments it went in. Who reads must find the ends of messages by itself (`wire/framed.ts`).
 *
 * Rules
 * 1. A host opens a connection to another one's port where it has none. Where the other one opens a new one, those
 *    before from the same host are lost.
 * 2. A segment of a connection that the host does not have is answered with a reset.
 * 3. Ports are never used twice, also after a restart: no late segment finds a new connection.
 */
import type { Nanos } from "../../kernel/time.ts";
import { joined } from "../../wire/bytes.ts";
import { take, type Host, type HostEffect, type Moment } from "../ends.ts";
import { keyText, type Machine } from "../machine.ts";
import { resetFor, tcpEnd } from "./tcp.ts";
import { deadline, isQuiet, key, type Segment, type TcpEffect, type TcpInput } from "./tcp-state.ts";
import type { TcpOptions, TcpState } from "./tcp-state.ts";

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

interface Stream {
  readonly id: string; // "1 2048 49152": the peer, its port, the own port
  readonly peer: Host;
  readonly localPort: number;
  readonly peerPort: number;
  readonly tcp: TcpState;
  readonly call: number; // that segments without data belong to
  /** What was written and is not acknowledged. */
  readonly out: Stretch;
  readonly marks: readonly Mark[];
  /** What has come and was not delivered: bytes before it are missing. */
  readonly come: readonly Stretch[];
}

export interface StreamsState {
  readonly host: Host;
  readonly nextPort: number;
  readonly streams: readonly Stream[];
}

export interface StreamPacket {
  readonly from: Host;
  readonly fromPort: number;
  readonly toPort: number;
  readonly segment: Segment;
  readonly data: Uint8Array;
  /** PSH: with its last byte ends what was written in one go. */
  readonly isEnd: boolean;
}

/** What a connection tells. "opened": one that this host opens is open. "finished": the other end writes no more. */
export type StreamHeard =
  | { readonly tag: "bytes"; readonly stream: string; readonly peer: Host; readonly data: Uint8Array }
  | { readonly tag: "opened" | "accepted" | "finished" | "lost"; readonly stream: string; readonly peer: Host };

interface StreamOptions {
  readonly tcp: TcpOptions;
  /** The port at which the program of every host takes connections. */
  readonly port: number;
}

const FIRST_PORT = 49_152; // the first port that is free for any use (RFC 6335 §6)
/** More than any life of a host opens. */
const PORTS_A_LIFE = 1000;
const NO_DATA = new Uint8Array(0);

/** The kinds of segments, in the words of a fault script; those with data have the kind of what they carry. */
const KINDS = {
  data: "data",
  acknowledgement: "acknowledgement",
  probe: "probe",
  open: "open",
  accept: "open",
  finish: "close",
  reset: "reset",
} as const;

/** A host without connections, in its life with this number. */
export const noStreams = (host: Host, life: number): StreamsState => ({
  host,
  nextPort: FIRST_PORT + PORTS_A_LIFE * (life - 1),
  streams: [],
});

export function streamsDeadline({ streams }: StreamsState): Nanos | null {
  const times = streams.flatMap(({ tcp }) => deadline(tcp) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** Whether the first deadline is that of a probe. */
export function isProbeDue(state: StreamsState): boolean {
  const due = streamsDeadline(state);
  return state.streams.some(({ tcp }) => deadline(tcp) === due && isQuiet(tcp) && tcp.probeAt === due);
}

/** Equal keys, equal futures; moments count from the first deadline. */
export function streamsKey(state: StreamsState): string {
  const first = streamsDeadline(state) ?? 0;
  const texts = state.streams.map(({ id, tcp, call, out, marks, come }) => {
    const due = deadline(tcp);
    return `${id} ${call} ${due === null ? "" : due - first} ${key(tcp)} ${keyText([out, marks, come])}`;
  });
  return `${state.nextPort} ${texts.join("; ")}`;
}

/** The connections of a host during one step of its ends. What has come is in `heard`, what is sent in `effects`. */
export class StreamsAtWork {
  readonly heard: StreamHeard[] = [];
  readonly effects: HostEffect<StreamPacket>[] = [];
  private readonly options: StreamOptions;
  private readonly machine: Machine<TcpState, TcpInput, TcpEffect>;
  private readonly moment: Moment;
  private now: StreamsState;

  constructor(state: StreamsState, options: StreamOptions, moment: Moment) {
    this.now = state;
    this.options = options;
    this.machine = tcpEnd(options.tcp);
    this.moment = moment;
  }

  get state(): StreamsState {
    return this.now;
  }

  /** A connection to another host that was opened before the run, as both ends know. */
  openedBefore(other: StreamsAtWork): void {
    const { port } = this.options;
    const localPort = this.takePort();
    this.step(this.add(other.now.host, localPort, port, 0), { tag: "opened before", by: "this end" });
    other.step(other.add(this.now.host, port, localPort, 0), { tag: "opened before", by: "the other end" });
  }

  /** The connection to another host, by its id; opens one where there is none. */
  to(peer: Host, call: number): string {
    const known = this.now.streams.find((one) => one.peer === peer && one.peerPort === this.options.port);
    if (known !== undefined) return known.id;
    const stream = this.add(peer, this.takePort(), this.options.port, call);
    this.step(stream, { tag: "connect" });
    return stream.id;
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

  /** Nothing more is written; what was written before goes out first. */
  close(id: string): void {
    const stream = this.find(id);
    if (stream !== undefined) this.step(stream, { tag: "close" });
  }

  /** Gives a connection up, and tells the other end. */
  abort(id: string): void {
    const stream = this.find(id);
    if (stream === undefined) return;
    this.step(stream, { tag: "abort" });
    this.lose(stream);
  }

  hear(packet: StreamPacket, call: number): void {
    const { from, fromPort, toPort, segment, data } = packet;
    const stream = this.find(idOf(from, fromPort, toPort));
    if (stream === undefined) return this.stranger(packet, call);
    const come = data.length === 0 ? stream.come : [...stream.come, { at: segment.sequence, data }];
    this.step({ ...stream, call, come }, { tag: "segment", segment });
  }

  /** The timer that falls due first is over. */
  tick(): void {
    const due = streamsDeadline(this.now);
    const stream = this.now.streams.find(({ tcp }) => deadline(tcp) === due);
    if (due !== null && stream !== undefined) this.step(stream, { tag: "tick" });
  }

  private find(id: string): Stream | undefined {
    return this.now.streams.find((one) => one.id === id);
  }

  private takePort(): number {
    const { nextPort } = this.now;
    this.now = { ...this.now, nextPort: nextPort + 1 };
    return nextPort;
  }

  private add(peer: Host, localPort: number, peerPort: number, call: number): Stream {
    const nothing = { out: { at: 0, data: NO_DATA }, marks: [], come: [] };
    const id = idOf(peer, peerPort, localPort);
    const stream: Stream = { id, peer, localPort, peerPort, tcp: this.machine.start(), call, ...nothing };
    this.now = { ...this.now, streams: [...this.now.streams, stream] };
    return stream;
  }

  private replace(stream: Stream): void {
    this.now = { ...this.now, streams: this.now.streams.map((one) => (one.id === stream.id ? stream : one)) };
  }

  private remove({ id }: Stream): void {
    this.now = { ...this.now, streams: this.now.streams.filter((one) => one.id !== id) };
  }

  private tell(tag: Exclude<StreamHeard["tag"], "bytes">, { id, peer }: Stream): void {
    this.heard.push({ tag, stream: id, peer });
  }

  private lose(stream: Stream): void {
    this.remove(stream);
    this.tell("lost", stream);
  }

  private step(stream: Stream, input: TcpInput): void {
    const before = stream.tcp.received;
    const name = `port ${stream.localPort} to ${stream.peer} port ${stream.peerPort}`;
    const [tcp, effects] = take(this.machine, name, stream.tcp, input, this.moment);
    const { acknowledged, received } = tcp;
    const left = acknowledged - stream.out.at;
    const out = left <= 0 ? stream.out : { at: acknowledged, data: stream.out.data.subarray(left) };
    const marks = stream.marks.filter(({ end }) => end > acknowledged);
    const come = stream.come.filter(({ at, data }) => at + data.length > received);
    this.replace({ ...stream, tcp, out, marks, come });
    for (const effect of effects) {
      if (effect.tag === "send") this.transmit(stream, effect);
      else if (effect.tag === "deliver") this.deliver(stream, before, effect.bytes);
      else if (effect.tag === "finished") this.tell("finished", stream);
      else if (effect.tag === "broken") this.lose(stream);
      else this.remove(stream);
    }
    if (stream.tcp.tag === "opening" && tcp.tag === "open") this.tell("opened", stream);
    if (input.tag === "asked to open") this.tell("accepted", stream);
  }

  private deliver({ id, peer, come }: Stream, from: number, bytes: number): void {
    const data = new Uint8Array(bytes);
    for (const { at, data: one } of come) {
      const start = Math.max(from, at);
      const part = one.subarray(start - at, Math.max(0, from + bytes - at)); // a place below 0 would count from the end
      if (part.length > 0) data.set(part, start - from);
    }
    this.heard.push({ tag: "bytes", stream: id, peer, data });
  }

  private transmit(stream: Stream, { segment, what, again }: TcpEffect & { readonly tag: "send" }): void {
    const { localPort, peerPort, peer, out, marks } = stream;
    const { sequence, length } = segment;
    const hasData = what === "data";
    const mark = hasData ? marks.find(({ end }) => sequence < end) : undefined;
    const data = hasData ? out.data.slice(sequence - out.at, sequence - out.at + length) : NO_DATA;
    const isEnd = hasData && marks.some(({ end }) => end === sequence + length);
    this.effects.push({
      tag: "send",
      packet: { from: this.now.host, fromPort: localPort, toPort: peerPort, segment, data, isEnd },
      kind: mark?.kind ?? KINDS[what],
      call: mark?.call ?? stream.call,
      send: null,
      again,
      to: peer,
    });
  }

  /** Rules 1 and 2. */
  private stranger({ from, fromPort, toPort, segment }: StreamPacket, call: number): void {
    const { port } = this.options;
    if (segment.control === "open" && toPort === port) {
      const old = this.now.streams.filter((one) => one.peer === from && one.localPort === port);
      for (const stream of old) this.lose(stream);
      this.step(this.add(from, toPort, fromPort, call), { tag: "asked to open" });
      return;
    }
    const reset = resetFor(segment);
    if (reset === null) return;
    const packet = {
      from: this.now.host,
      fromPort: toPort,
      toPort: fromPort,
      segment: reset,
      data: NO_DATA,
      isEnd: false,
    };
    this.effects.push({ tag: "send", packet, kind: KINDS.reset, call, send: null, to: from });
  }
}

const idOf = (peer: Host, peerPort: number, localPort: number): string => `${peer} ${peerPort} ${localPort}`;
