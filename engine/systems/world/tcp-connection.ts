/** One end of a TCP connection on a host: gives `protocols/tcp` its time, its bytes and its frames. */
import { millis } from "../../kernel/time.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import type { Machine } from "../../protocols/machine.ts";
import { isQuiet, type Segment, type TcpEffect, type TcpInput, type TcpState } from "../../protocols/tcp/tcp-state.ts";
import { TCP_FLAG, type TcpHeader } from "../../wire/tcp.ts";
import type { Frame } from "./frame.ts";
import { ProtocolInstance } from "./instance.ts";
import type { SocketHost } from "./host.ts";

/** TCP with its options. */
export type Tcp = Machine<TcpState, TcpInput, TcpEffect>;

const TWO_32 = 2 ** 32;
const CLOCK = millis(1); // of the time stamps: a Linux tick of 1000 Hz
/** Options that SYN does not carry: time stamps, 12 bytes in every later segment (RFC 7323). */
const STAMP_BYTES = 12;

/** Byte 0 of a stream has the sequence number behind the one of SYN, which is 0 at either end. */
const toWire = (offset: number): number => (offset + 1 + TWO_32) % TWO_32;
/** The offset that a sequence number means: the one nearest to `near`. */
const fromWire = (sequence: number, near: number): number => near + ((sequence - toWire(near)) | 0);

/** The bytes that a program sends over a connection; it makes them when they are needed. */
export interface OutgoingBytes {
  /** Bytes that may be handed to TCP now; counts them as handed. */
  takeReady(): number;
  /** The message that the byte at `offset` belongs to: its kind, its call, and the offset behind its last byte. */
  messageAt(offset: number): { readonly kind: string; readonly call: number; readonly end: number };
  /** Writes the bytes from `offset` on into `into[at..]`, to its end. */
  read(offset: number, into: Uint8Array, at: number): void;
  /** Bytes before `offset` have been acknowledged and are not asked for again. */
  forget(offset: number): void;
}

/** The two streams of a program at its end of a connection. */
export interface Streams<Out extends OutgoingBytes> {
  readonly out: Out;
  /** Takes bytes that have come, in order. */
  readonly take: (bytes: Uint8Array) => void;
  /** The connection that this end has asked for is open; left out by a program whose connections are. */
  readonly opened?: () => void;
  /** All has come that the other end wrote; left out by a program whose connections last. */
  readonly finished?: () => void;
  /** Whether the program has closed its end and will read no more; left out as above. */
  readonly abandoned?: () => boolean;
}

/** A segment to be put into a frame. */
export interface OutgoingSegment {
  readonly header: TcpHeader;
  readonly kind: string;
  readonly call: number;
  readonly again: boolean;
  readonly cause: Ref;
  readonly length: number; // of its data
  readonly endsMessage: boolean;
  readonly read: (into: Uint8Array, at: number) => void;
}

/** The stack of a connection, as the connection uses it. */
export interface ConnectionStack<Out extends OutgoingBytes> {
  readonly host: SocketHost;
  readonly tcp: Tcp;
  readonly look: TcpLook;
  transmit(ends: Ends, segment: OutgoingSegment): void;
  /** The connection is broken. */
  lost(connection: Connection<Out>): void;
  /** Both ends have closed it. */
  ended(connection: Connection<Out>): void;
}

/** The headers of a system's segments. */
export interface TcpLook {
  /** Data of a segment, at most. */
  readonly segmentBytes: number;
  /** The window that every segment offers: users take what has come at once. */
  readonly windowBytes: number;
  readonly hasTimeStamps: boolean;
}

export interface Ends {
  readonly peer: number; // host
  readonly localPort: number;
  readonly peerPort: number;
}

/** Bytes of one segment, by their offset in the stream. */
interface Piece {
  readonly from: number;
  readonly data: Uint8Array;
}

export class Connection<Out extends OutgoingBytes = OutgoingBytes> implements Ends {
  readonly peer: number;
  readonly localPort: number;
  readonly peerPort: number;
  readonly out: Out;
  private readonly stack: ConnectionStack<Out>;
  private readonly take: (bytes: Uint8Array) => void;
  private readonly finished: (() => void) | undefined;
  private readonly opened: (() => void) | undefined;
  private readonly abandoned: (() => boolean) | undefined;
  private readonly protocol: ProtocolInstance<TcpState, TcpInput, TcpEffect>;
  private isForgotten = false;
  private echo = 0; // the time stamp last received
  private early: readonly Piece[] = [];
  /** The last row of the trace at this end, and its call: the cause of segments without data. */
  cause: Ref = NO_REF;
  call = 0;

  constructor(stack: ConnectionStack<Out>, ends: Ends, streams: (connection: Connection<Out>) => Streams<Out>) {
    const { peer, localPort, peerPort } = ends;
    this.stack = stack;
    this.peer = peer;
    this.localPort = localPort;
    this.peerPort = peerPort;
    const { out, take, finished, opened, abandoned } = streams(this);
    this.out = out;
    this.take = take;
    this.finished = finished;
    this.opened = opened;
    this.abandoned = abandoned;
    this.protocol = new ProtocolInstance(stack.host, stack.tcp, {
      name: `port ${localPort} to ${stack.host.world.nameOf(peer)} port ${peerPort}`,
      identity: undefined,
      due: () => this.due(),
    });
    stack.host.world.watchers.push(() => this.isWatching);
  }

  get isBroken(): boolean {
    return this.isForgotten || this.protocol.state.tag === "broken";
  }

  get isOpen(): boolean {
    return !this.isForgotten && this.protocol.state.tag === "open";
  }

  /** Opens it. */
  open(how: TcpInput & { readonly tag: "connect" | "asked to open" | "opened before" }): void {
    this.step(how);
  }

  /** Hands to TCP the bytes that the program has ready. */
  pump(cause: Ref, call: number): void {
    const bytes = this.out.takeReady();
    if (bytes === 0) return;
    this.cause = cause;
    this.call = call;
    this.step({ tag: "write", bytes });
  }

  /**
   * A frame for this end has been handled.
   * @returns false for new data that no program reads any more: the connection is gone (RFC 1122 §4.2.2.13)
   */
  receive(header: TcpHeader, data: Uint8Array, frame: Frame): boolean {
    if (header.timeStamps !== null) this.echo = header.timeStamps.value;
    this.cause = frame.ref;
    this.call = frame.call;
    const { received, acknowledged } = this.protocol.state;
    const control = controlOf(header.flags);
    const segment: Segment = {
      control,
      sequence: fromWire(header.sequence, received),
      length: control === "finish" ? 1 : data.length,
      acknowledgement: fromWire(header.acknowledgement, acknowledged),
    };
    if (data.length > 0 && segment.sequence + data.length > received && this.abandoned?.() === true) {
      this.forget();
      return false;
    }
    if (segment.sequence > received) frame.isShared = true; // its data may be kept until the data before it is there
    this.step({ tag: "segment", segment }, data);
    return true;
  }

  /** The program writes no more. What it has written goes out first. */
  close(cause: Ref, call: number): void {
    this.cause = cause;
    this.call = call;
    this.step({ tag: "close" });
  }

  /** Breaks it, and tells the other end. */
  abort(): void {
    this.step({ tag: "abort" });
  }

  /** Ends this end without a word to the other: its power or process has gone, or TCP has given up. */
  forget(): void {
    this.isForgotten = true;
    this.protocol.end(this.cause, this.call);
  }

  private due(): void {
    const { cause, call } = this;
    if (this.isDueInVain) return;
    this.cause = this.stack.host.timerMark(cause, call, "TCP timer");
    this.step({ tag: "tick" });
  }

  /** Whether the next timer of this end is that of a probe. */
  private get isWatching(): boolean {
    const { state, isArmed } = this.protocol;
    return isArmed && isQuiet(state) && state.acknowledgeAt > state.probeAt;
  }

  /** Whether a probe is due that nobody waits for: the program has its answers, and nothing but probes is left. */
  private get isDueInVain(): boolean {
    const { state } = this.protocol;
    return isQuiet(state) && state.probeAt <= this.stack.host.now && this.stack.host.world.onlyWatches;
  }

  private step(input: TcpInput, data: Uint8Array | null = null): void {
    if (this.isForgotten) return;
    const from = input.tag === "segment" ? input.segment.sequence : 0;
    const position = this.protocol.state.received;
    const isOpening = this.protocol.state.tag === "opening";
    const effects = this.protocol.step(input, this.cause, this.call);
    if (data !== null && data.length > 0 && from > position) this.early = [...this.early, { from, data }];
    for (const effect of effects) {
      if (effect.tag === "send") this.transmit(effect);
      else if (effect.tag === "deliver") {
        if (data !== null) this.deliver({ from, data }, position, effect.bytes);
      } else this.over(effect);
    }
    this.out.forget(this.protocol.state.acknowledged);
    if (isOpening && this.isOpen) this.opened?.();
  }

  /** No more will come: of one direction, or of both. */
  private over({ tag }: TcpEffect & { readonly tag: "finished" | "ended" | "broken" }): void {
    if (tag === "finished") {
      this.finished?.();
      return;
    }
    this.forget();
    if (tag === "broken") this.stack.lost(this);
    else this.stack.ended(this);
  }

  /** Bytes from `position` that are now in order, of this segment and of segments that came early. */
  private deliver(arrival: Piece, position: number, bytes: number): void {
    const { from, data } = arrival;
    if (from === position && data.length === bytes && this.early.length === 0) {
      this.take(data);
      return;
    }
    const pieces = [arrival, ...this.early];
    const end = position + bytes;
    for (let at = position; at < end;) {
      const piece = pieces.find((one) => one.from <= at && at < one.from + one.data.length);
      if (piece === undefined) throw new Error(`TCP delivered byte ${at}, which never came.`);
      const stop = Math.min(end, piece.from + piece.data.length);
      this.take(piece.data.subarray(at - piece.from, stop - piece.from));
      at = stop;
    }
    this.early = this.early.filter((one) => one.from + one.data.length > end);
  }

  private transmit({ segment, what, again }: TcpEffect & { tag: "send" }): void {
    const { sequence, length } = segment;
    const hasData = length > 0 && what !== "finish";
    const message = hasData ? this.out.messageAt(sequence) : null;
    this.stack.transmit(this, {
      header: this.headerOf(segment),
      kind: message?.kind ?? KINDS[what],
      call: message?.call ?? this.call,
      again,
      cause: this.cause,
      length: hasData ? length : 0,
      endsMessage: message !== null && sequence + length >= message.end,
      read: (into, at) => this.out.read(sequence, into, at),
    });
  }

  private headerOf({ sequence, length, acknowledgement, control }: Segment): TcpHeader {
    const now = Math.floor(this.stack.host.now / CLOCK);
    const isReset = control === "reset";
    const isOpening = control === "open" || control === "accept";
    const { segmentBytes, windowBytes, hasTimeStamps } = this.stack.look;
    return {
      from: this.localPort,
      to: this.peerPort,
      sequence: isOpening ? 0 : toWire(sequence),
      acknowledgement: control === "open" ? 0 : toWire(acknowledgement),
      flags: FLAGS[control] | (length > 0 && control !== "finish" ? TCP_FLAG.psh : 0),
      window: isReset ? 0 : windowBytes,
      maxSegment: isOpening ? segmentBytes + (hasTimeStamps ? STAMP_BYTES : 0) : null,
      timeStamps: isReset || !hasTimeStamps ? null : { value: now % TWO_32, echo: this.echo },
    };
  }
}

/** The packet kinds of segments without data. */
const KINDS: Readonly<Record<(TcpEffect & { tag: "send" })["what"], string>> = {
  data: "data",
  acknowledgement: "acknowledgement",
  probe: "probe",
  open: "open",
  accept: "open",
  finish: "close",
  reset: "reset",
};

const FLAGS = {
  none: TCP_FLAG.ack,
  open: TCP_FLAG.syn,
  accept: TCP_FLAG.syn | TCP_FLAG.ack,
  finish: TCP_FLAG.fin | TCP_FLAG.ack,
  reset: TCP_FLAG.rst | TCP_FLAG.ack,
} as const;

function controlOf(flags: number): Segment["control"] {
  if ((flags & TCP_FLAG.rst) !== 0) return "reset";
  if ((flags & TCP_FLAG.fin) !== 0) return "finish";
  if ((flags & TCP_FLAG.syn) === 0) return "none";
  return (flags & TCP_FLAG.ack) === 0 ? "open" : "accept";
}
