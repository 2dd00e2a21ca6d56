/** One end of a TCP connection on a machine: gives `protocols/tcp` its time, its bytes and its frames. */
import { NO_TIMER, type Timer } from "../../kernel/simulation.ts";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import {
  stepTcp,
  tcpDeadline,
  type Segment,
  type TcpEffect,
  type TcpInput,
  type TcpOptions,
  type TcpState,
  type TcpStep,
} from "../../protocols/tcp/tcp.ts";
import { SEGMENT_BYTES } from "../../hardware/linux-costs.ts";
import type { FlexMessage } from "../../wire/flexrpc.ts";
import { TCP_FLAG, type TcpHeader } from "../../wire/tcp.ts";
import type { FlexFrame, FlexKind } from "./frame.ts";
import { InStream, OutStream } from "./stream.ts";

/** Linux 2.6.18's, but for the limits, which would be a quarter of an hour and two hours (see MODEL.md of TCP). */
export const TCP_OPTIONS: TcpOptions = {
  segmentBytes: SEGMENT_BYTES,
  windowBytes: 65_535, // the largest without scaling (RFC 793)
  acknowledgeAfter: millis(40),
  duplicateLimit: 3,
  retransmitAfter: millis(200),
  openAfter: seconds(3),
  sendLimit: 6,
  keepAlive: { after: seconds(1), every: seconds(1), limit: 5 },
};

const WINDOW = 65_535;
const TWO_32 = 2 ** 32;
const CLOCK = millis(1); // of the time stamps: a Linux tick of 1000 Hz

/** Byte 0 of a stream has the sequence number behind the one of SYN, which is 0 at either end. */
const toWire = (offset: number): number => (offset + 1 + TWO_32) % TWO_32;
/** The offset that a sequence number means: the one nearest to `near`. */
const fromWire = (sequence: number, near: number): number => near + ((sequence - toWire(near)) | 0);

/** What an end asks of the machine that it is on. */
export interface ConnectionOwner {
  readonly now: Nanos;
  /** Sends the bytes behind `header`, filled in by `read`. */
  transmit(connection: Connection, out: Outgoing): void;
  setTimer(connection: Connection, at: Nanos): Timer;
  cancel(timer: Timer): void;
  /** A timer of TCP's went off: the row of the trace that says so. */
  timerMark(connection: Connection): Ref;
  message(connection: Connection, message: FlexMessage, arrived: number, whole: boolean): void;
  lost(connection: Connection): void;
}

/** A segment to be put into a frame. */
export interface Outgoing {
  readonly header: TcpHeader;
  readonly kind: FlexKind;
  readonly call: number;
  readonly again: boolean;
  readonly cause: Ref;
  readonly length: number; // of its data
  readonly endsMessage: boolean;
  readonly read: (into: Uint8Array, at: number) => void;
}

export interface Ends {
  readonly peer: number; // machine
  readonly localPort: number;
  readonly peerPort: number;
}

export class Connection implements Ends {
  readonly number: number; // on its machine
  readonly peer: number;
  readonly localPort: number;
  readonly peerPort: number;
  readonly out = new OutStream();
  private readonly owner: ConnectionOwner;
  private readonly incoming: InStream;
  private state: TcpState;
  private timer: Timer = NO_TIMER;
  private armedFor: Nanos = Infinity;
  private echo = 0; // the time stamp last received
  private early: { readonly from: number; readonly data: Uint8Array }[] = [];
  /** What happened last, and for which call: segments without data are sent because of that. */
  cause: Ref = NO_REF;
  call = 0;

  constructor(owner: ConnectionOwner, number: number, ends: Ends, state: TcpState) {
    this.owner = owner;
    this.number = number;
    this.peer = ends.peer;
    this.localPort = ends.localPort;
    this.peerPort = ends.peerPort;
    this.state = state;
    this.incoming = new InStream((message, arrived, whole) => owner.message(this, message, arrived, whole));
    this.arm();
  }

  get isBroken(): boolean {
    return this.state.tag === "broken";
  }

  get isOpen(): boolean {
    return this.state.tag === "open";
  }

  /** Takes the first step of a connection that is being opened. */
  begin([state, effects]: TcpStep): void {
    this.enter(state, effects, null);
  }

  /** Hands to TCP what the messages have ready. */
  pump(cause: Ref, call: number): void {
    const bytes = this.out.takeReady();
    if (bytes === 0) return;
    this.cause = cause;
    this.call = call;
    this.step({ tag: "write", bytes });
  }

  /** A frame for this end has been handled. */
  receive(header: TcpHeader, data: Uint8Array, frame: FlexFrame): void {
    if (header.timeStamps !== null) this.echo = header.timeStamps.value;
    this.cause = frame.ref;
    this.call = frame.call;
    const { received, acknowledged } = this.state;
    const segment: Segment = {
      control: controlOf(header.flags),
      sequence: fromWire(header.sequence, received),
      length: data.length,
      acknowledgement: fromWire(header.acknowledgement, acknowledged),
    };
    if (segment.sequence > received) frame.isShared = true; // its data may be kept until what comes before is there
    this.step({ tag: "segment", segment }, data);
  }

  /** Its timer has gone off. */
  tick(): void {
    this.armedFor = Infinity;
    if (this.owner.now >= tcpDeadline(this.state)) {
      this.cause = this.owner.timerMark(this);
      this.step({ tag: "tick" });
    } else this.arm();
  }

  /** Breaks it, and tells the other end. */
  abort(): void {
    this.step({ tag: "abort" });
  }

  /** The machine's power has gone, or its process: nothing more is heard of this end. */
  forget(): void {
    this.owner.cancel(this.timer);
    this.armedFor = Infinity;
    this.state = { ...this.state, tag: "broken" };
  }

  private step(input: TcpInput, data: Uint8Array | null = null): void {
    const from = input.tag === "segment" ? input.segment.sequence : 0;
    const position = this.state.received;
    const [state, effects] = stepTcp(this.state, input, this.owner.now, TCP_OPTIONS);
    if (data !== null && data.length > 0 && from > position) this.early.push({ from, data });
    this.enter(state, effects, data === null ? null : { from, data, position });
    this.out.forget(this.state.acknowledged);
  }

  private enter(
    state: TcpState,
    effects: readonly TcpEffect[],
    arrival: { readonly from: number; readonly data: Uint8Array; readonly position: number } | null,
  ): void {
    this.state = state;
    this.arm();
    for (const effect of effects) {
      if (effect.tag === "send") this.transmit(effect.segment, effect.what, effect.again);
      else if (effect.tag === "broken") {
        this.forget();
        this.owner.lost(this);
      } else if (arrival !== null) this.deliver(arrival, effect.bytes);
    }
  }

  /** Bytes that are now in order, of this segment and of those that came early. */
  private deliver(arrival: { from: number; data: Uint8Array; position: number }, bytes: number): void {
    const { from, data, position } = arrival;
    if (from === position && data.length === bytes && this.early.length === 0) {
      this.incoming.take(data);
      return;
    }
    const pieces = [{ from, data }, ...this.early];
    const end = position + bytes;
    for (let at = position; at < end;) {
      const piece = pieces.find((one) => one.from <= at && at < one.from + one.data.length);
      if (piece === undefined) throw new Error(`TCP delivered byte ${at}, which never came.`);
      const stop = Math.min(end, piece.from + piece.data.length);
      this.incoming.take(piece.data.subarray(at - piece.from, stop - piece.from));
      at = stop;
    }
    this.early = this.early.filter((one) => one.from + one.data.length > end);
  }

  private transmit(segment: Segment, what: (TcpEffect & { tag: "send" })["what"], again: boolean): void {
    const { sequence, length, acknowledgement, control } = segment;
    const message = length > 0 ? this.out.messageAt(sequence) : null;
    const kind = message?.kind ?? KINDS[what];
    const now = Math.floor(this.owner.now / CLOCK);
    const isReset = control === "reset";
    const header: TcpHeader = {
      from: this.localPort,
      to: this.peerPort,
      sequence: control === "none" || isReset ? toWire(sequence) : 0,
      acknowledgement: control === "open" ? 0 : toWire(acknowledgement),
      flags: FLAGS[control] | (length > 0 ? TCP_FLAG.psh : 0),
      window: isReset ? 0 : WINDOW,
      maxSegment: control === "open" || control === "accept" ? SEGMENT_BYTES + 12 : null,
      timeStamps: isReset ? null : { value: now % TWO_32, echo: this.echo },
    };
    this.owner.transmit(this, {
      header,
      kind,
      call: message?.call ?? this.call,
      again,
      cause: this.cause,
      length,
      endsMessage: message !== null && sequence + length >= message.end,
      read: (into, at) => this.out.read(sequence, into, at),
    });
  }

  /** One timer serves all deadlines; it is set anew only for an earlier one. */
  private arm(): void {
    const deadline = tcpDeadline(this.state);
    if (deadline >= this.armedFor) return;
    this.owner.cancel(this.timer);
    this.armedFor = deadline;
    this.timer = this.owner.setTimer(this, deadline);
  }
}

const KINDS = {
  data: "argument",
  acknowledgement: "acknowledgement",
  probe: "probe",
  open: "open",
  accept: "open",
  reset: "reset",
} as const;

const FLAGS = {
  none: TCP_FLAG.ack,
  open: TCP_FLAG.syn,
  accept: TCP_FLAG.syn | TCP_FLAG.ack,
  reset: TCP_FLAG.rst | TCP_FLAG.ack,
} as const;

function controlOf(flags: number): Segment["control"] {
  if ((flags & TCP_FLAG.rst) !== 0) return "reset";
  if ((flags & TCP_FLAG.syn) === 0) return "none";
  return (flags & TCP_FLAG.ack) === 0 ? "open" : "accept";
}
