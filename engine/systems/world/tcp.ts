/** TCP on a host, in one power cycle: its connections, the ports that a program listens at, and segments for nobody. */
import type { Ref } from "../../kernel/trace-data.ts";
import { resetFor, tcpEnd } from "../../protocols/tcp/tcp.ts";
import type { TcpOptions } from "../../protocols/tcp/tcp-state.ts";
import type { IpStack } from "../../wire/ip-stack.ts";
import { TCP_FLAG, type TcpHeader } from "../../wire/tcp.ts";
import { decodeTcpFrame, emitTcpFrame, tcpFrameDataAt } from "../../wire/tcp-frame.ts";
import type { Frame } from "./frame.ts";
import type { SocketHost } from "./host.ts";
import { SMALL_NET } from "./addresses.ts";
import {
  Connection,
  type ConnectionStack,
  type Ends,
  type OutgoingBytes,
  type OutgoingSegment,
  type Streams,
  type Tcp,
  type TcpLook,
} from "./tcp-connection.ts";

/** The program that uses TCP. */
export interface TcpProgram<Out extends OutgoingBytes> {
  /** Whether the program takes a connection that another host opens. */
  accepts(ends: Ends): boolean;
  /** The streams of the program at its end of a new connection. */
  streams(connection: Connection<Out>): Streams<Out>;
  /** A connection is broken. */
  lost(connection: Connection<Out>): void;
}

/** The first port that is free for any use (RFC 6335 §6). */
const FREE_PORTS = 49_152;
const PORTS = 65_536;
const key = ({ peer, localPort, peerPort }: Ends): number => (peer * PORTS + localPort) * PORTS + peerPort;

/** Ports that a host gives to its own ends: they go on after a restart, so that no late segment finds a new end. */
export class PortNumbers {
  private readonly first: number;
  private next: number;

  constructor(first = FREE_PORTS) {
    this.first = first;
    this.next = first;
  }

  /** Throws where all have been used. */
  take(): number {
    if (this.next === PORTS)
      throw new RangeError(`TCP: this host has used its ${PORTS - this.first} ports, and has none left.`);
    return this.next++;
  }
}

interface TcpStackOptions<Out extends OutgoingBytes> {
  readonly host: SocketHost;
  readonly ports: PortNumbers;
  readonly tcp: TcpOptions;
  readonly stack: IpStack;
  readonly hasTimeStamps: boolean;
  /**
   * Whether a reset that answers an acknowledgement has none itself, as RFC 793 wants it (§3.4); others acknowledge
   * what they answer.
   */
  readonly hasBareResets: boolean;
  readonly program: TcpProgram<Out>;
}

export class TcpStack<Out extends OutgoingBytes = OutgoingBytes> implements ConnectionStack<Out> {
  readonly host: SocketHost;
  readonly tcp: Tcp;
  readonly look: TcpLook;
  private readonly options: TcpStackOptions<Out>;
  private readonly connections = new Map<number, Connection<Out>>();

  constructor(options: TcpStackOptions<Out>) {
    this.options = options;
    this.host = options.host;
    this.tcp = tcpEnd(options.tcp);
    const { segmentBytes, windowBytes } = options.tcp;
    this.look = { segmentBytes, windowBytes, hasTimeStamps: options.hasTimeStamps };
  }

  /** A connection to another host that was opened before the run, as both ends know. */
  openedBefore(other: TcpStack<Out>, port: number): void {
    const localPort = this.options.ports.take();
    const [here, there] = [this.host.number, other.host.number];
    this.add({ peer: there, localPort, peerPort: port }).open({ tag: "opened before", by: "this end" });
    other.add({ peer: here, localPort: port, peerPort: localPort }).open({ tag: "opened before", by: "the other end" });
  }

  /** The connection to another host's port; opens one where there is none. */
  connectionTo(peer: number, port: number, cause: Ref, call: number): Connection<Out> {
    for (const connection of this.connections.values()) {
      if (connection.peer === peer && connection.peerPort === port && !connection.isBroken) return connection;
    }
    const connection = this.add({ peer, localPort: this.options.ports.take(), peerPort: port });
    connection.cause = cause;
    connection.call = call;
    connection.open({ tag: "connect" });
    return connection;
  }

  /** Forgets the connections that a host has opened to a port; the program is told of each. */
  forgetFrom(peer: number, port: number): void {
    for (const [name, connection] of this.connections) {
      if (connection.peer !== peer || connection.localPort !== port) continue;
      this.connections.delete(name);
      connection.forget();
      this.lost(connection);
    }
  }

  /** The power has gone, and with it every connection. */
  halt(): void {
    for (const connection of this.connections.values()) connection.forget();
    this.connections.clear();
  }

  /** The machine has handled a frame. Every field comes from the bytes, whose checksums the interface has checked. */
  receive(frame: Frame): void {
    const { from, header, data } = decodeTcpFrame(frame.octets, false);
    const ends = { peer: SMALL_NET.hostOf(from.ip), localPort: header.to, peerPort: header.from };
    const name = key(ends);
    const connection = this.connections.get(name);
    const isOurs = connection?.isBroken === false && connection.receive(header, data, frame);
    if (!isOurs) this.stranger(ends, header, data, frame);
    if (connection?.isBroken === true && this.connections.get(name) === connection) this.connections.delete(name);
    this.host.world.pool.give(frame);
  }

  transmit({ peer }: Ends, segment: OutgoingSegment): void {
    const { header, kind, call, again, cause, length, endsMessage } = segment;
    const at = tcpFrameDataAt(header);
    const octets = this.host.world.pool.take(at + length);
    if (length > 0) segment.read(octets, at);
    const addresses = { from: SMALL_NET.stationOf(this.host.number), to: SMALL_NET.stationOf(peer) };
    emitTcpFrame(header, addresses, octets, this.options.stack);
    const origin = again ? "retransmission" : "first";
    const hasData = length > 0;
    this.host.sendFrame(this.host.frameOf(octets, { to: peer, kind, call, origin, cause, hasData, endsMessage }));
  }

  lost(connection: Connection<Out>): void {
    this.options.program.lost(connection);
  }

  ended(connection: Connection<Out>): void {
    const name = key(connection);
    if (this.connections.get(name) === connection) this.connections.delete(name);
  }

  private add(ends: Ends): Connection<Out> {
    const connection = new Connection<Out>(this, ends, (made) => this.options.program.streams(made));
    this.connections.set(key(ends), connection);
    return connection;
  }

  /** A segment of a connection that this host does not have: it opens one, or is answered with a reset. */
  private stranger(ends: Ends, header: TcpHeader, data: Uint8Array, frame: Frame): void {
    const isOpening = (header.flags & (TCP_FLAG.syn | TCP_FLAG.ack)) === TCP_FLAG.syn;
    if (isOpening && this.options.program.accepts(ends)) {
      const connection = this.add(ends);
      connection.cause = frame.ref;
      connection.call = frame.call;
      connection.open({ tag: "asked to open" });
      return;
    }
    this.host.world.recorder.fate(frame.row, "ignored");
    const isReset = (header.flags & TCP_FLAG.rst) !== 0;
    // SYN counts as a byte; sequence numbers stay the wire's, since there is no stream to count in.
    const length = data.length + (isOpening ? 1 : 0);
    const { sequence, acknowledgement } = header;
    const isBare = this.options.hasBareResets && (header.flags & TCP_FLAG.ack) !== 0;
    const reset = resetFor({ control: isReset ? "reset" : "none", sequence, length, acknowledgement });
    if (reset === null) return;
    this.transmit(ends, {
      header: {
        from: ends.localPort,
        to: ends.peerPort,
        sequence: reset.sequence,
        acknowledgement: isBare ? 0 : reset.acknowledgement % 2 ** 32,
        flags: isBare ? TCP_FLAG.rst : TCP_FLAG.rst | TCP_FLAG.ack,
        window: 0,
        maxSegment: null,
        timeStamps: null,
      },
      kind: "reset",
      call: frame.call,
      again: false,
      cause: frame.ref,
      length: 0,
      endsMessage: false,
      read: () => undefined,
    });
  }
}
