/** A process's end of a TCP connection: messages as records, one behind the other. */
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import { durationOf } from "../../hardware/cost.ts";
import { SUNOS } from "../../hardware/sun3-costs.ts";
import type { TcpOptions } from "../../protocols/tcp/tcp-state.ts";
import { encodeRecord, RecordReader } from "../../wire/sunrpc-record.ts";
import { ByteQueue } from "../world/byte-queue.ts";
import type { Connection, Streams } from "../world/tcp-connection.ts";
import type { OutgoingDatagram } from "../world/udp.ts";
import type { Arrived, Channel, Message } from "./channel.ts";

/**
 * TCP of SunOS, except for the number of sends: there they would go on for about eight minutes. It has no keep-alives
 * here. When a connection opens, the first round trip is shorter than the least time, so that one stands from then on.
 */
export const SUNOS_TCP: TcpOptions = {
  segmentBytes: SUNOS.tcpSegment.value,
  windowBytes: SUNOS.tcpSocket.value,
  acknowledgeAfter: durationOf(SUNOS.tcpDelayed),
  duplicateLimit: Infinity, // 4.2BSD waits for its timer
  retransmitAfter: durationOf(SUNOS.tcpLeast),
  openAfter: SUNOS.tcpBeta.value * durationOf(SUNOS.tcpRoundTrip),
  sendLimit: 7,
  lingers: durationOf(SUNOS.tcpLingers),
  keepAlive: { after: Infinity, apart: 0, every: Infinity, limit: 1 },
};

/** An end that opens a connection waits so long for it. */
export const OPENS_WITHIN = durationOf(SUNOS.tcpOpens);

export class StreamEnd implements Channel {
  readonly port: number;
  private readonly arrived: Arrived;
  private readonly lost: () => void;
  private readonly paid: (send: () => void) => void;
  private readonly out = new ByteQueue();
  private readonly records = new RecordReader();
  private readonly messages: Message[] = [];
  private connection: Connection<ByteQueue> | null = null;
  private isClosed = false;
  private isAtEnd = false; // the other end writes no more
  private isWorking = false; // the process works on a message
  /** Told when the connection is open that the process has asked for. */
  opened: (() => void) | null = null;

  /** @param paid runs what sends: the process has spent the time of that */
  constructor(port: number, arrived: Arrived, lost: () => void, paid: (send: () => void) => void) {
    this.port = port;
    this.arrived = arrived;
    this.lost = lost;
    this.paid = paid;
  }

  get length(): number {
    return this.messages.length;
  }

  /** The connection is there. */
  attach(connection: Connection<ByteQueue>): Streams<ByteQueue> {
    this.connection = connection;
    this.isClosed = false;
    this.isAtEnd = false;
    return {
      out: this.out,
      opened: () => this.opened?.(),
      finished: () => {
        this.isAtEnd = true;
        if (!this.isWorking) this.closeAtEnd(connection.cause);
      },
      abandoned: () => this.isClosed,
      take: (bytes) => {
        const { call, cause, peer, peerPort } = connection;
        for (const { message } of this.records.take(bytes)) {
          this.messages.push({ from: peer, fromPort: peerPort, data: message, call, frame: null });
          this.arrived(call, cause);
        }
      },
    };
  }

  take(): Message {
    const first = this.messages.shift();
    if (first === undefined) throw new Error("A process reads from an empty connection.");
    this.isWorking = true;
    return first;
  }

  awaited(cause: Ref): void {
    this.isWorking = false;
    this.closeAtEnd(cause);
  }

  /** A process that reads the end of the stream closes its own. */
  private closeAtEnd(cause: Ref): void {
    if (this.isAtEnd && this.messages.length === 0) this.close(cause);
  }

  send({ data, kind, call, cause }: OutgoingDatagram): void {
    const { connection } = this;
    if (connection === null || connection.isBroken) {
      this.lost();
      return;
    }
    this.out.write(encodeRecord(data), kind, call);
    this.paid(() => connection.pump(cause, call));
  }

  /** The process writes no more. What it has written goes out first. */
  close(cause: Ref): void {
    const { connection } = this;
    if (connection?.isOpen !== true || this.isClosed) return;
    this.isClosed = true;
    connection.close(cause, 0);
  }

  /** Gives a connection up that has not opened, without a word to the other end. Others stay. */
  giveUp(): void {
    const { connection } = this;
    if (connection === null || connection.isOpen || connection.isBroken) return;
    connection.forget();
    this.broken();
  }

  /** The connection is broken. */
  broken(): void {
    this.connection = null;
    this.lost();
  }

  /** The process has ended: the kernel breaks the connection. */
  abort(): void {
    const { connection } = this;
    this.connection = null;
    if (connection === null) return;
    connection.cause = NO_REF;
    connection.abort();
  }
}
