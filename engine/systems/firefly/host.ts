/**
 * Caller and server have in common: a Firefly on the segment, its packets, the lock of its call table, and the
 * operating system's own thread, which handles the packets that the fast path does not.
 *
 * Slow path (Section 3.2): where the interrupt routine finds no thread waiting, the call table locked, or a packet that
 * is neither a call nor a result for a waiting thread, it wakes the operating system's thread, which demultiplexes the
 * packet and wakes the RPC thread in its turn.
 */
import type { FireflyDesign } from "../../hardware/firefly-design.ts";
import { fireflyMachine, type FireflyMachine, type FireflyOwner } from "../../hardware/firefly-machine.ts";
import { FireflyWork } from "../../hardware/firefly-work.ts";
import type { Worker } from "../../hardware/processors.ts";
import type { Origin, Ref } from "../../kernel/trace-data.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";
import { fireflyPacket } from "../../protocols/firefly/exchange.ts";
import { station as address, type FireflyPacket } from "../../wire/firefly.ts";
import { fireflyFormat, type FireflyFormat } from "../../wire/firefly-format.ts";
import type { EthernetMedium } from "../world/ethernet-medium.ts";
import type { Frame } from "../world/frame.ts";
import { NetworkHost } from "../world/host.ts";
import type { World } from "../world/world.ts";
import { FOREIGN } from "./foreign.ts";
import type { ExchangeChanges } from "./options.ts";
import { fireflySegments, type FireflySegments, type Procedure } from "./steps.ts";
import { tally } from "../../kernel/tally.ts";

/** The parts of one run that all machines share. */
export interface Surroundings {
  readonly world: World;
  readonly medium: EthernetMedium;
  readonly design: FireflyDesign;
  readonly segments: FireflySegments;
  readonly format: FireflyFormat;
  /** Of the network, in Mbit/s. */
  readonly mbps: number;
  readonly exchange: ExchangeChanges;
}

interface Given extends Pick<Surroundings, "world" | "medium" | "design" | "mbps" | "exchange"> {
  readonly procedure: Procedure;
  /** Packets go through a byte stream; left out: they do not. */
  readonly isStream?: boolean;
}

/** What all machines of a run share, for calls of one procedure. */
export function surroundings({ procedure, isStream, ...given }: Given): Surroundings {
  const format = fireflyFormat(given.design);
  const { recorder } = given.world;
  const segments = fireflySegments(recorder, new FireflyWork(given.design), procedure, format.frameBytes, isStream);
  return { ...given, format, segments };
}

export abstract class Host extends NetworkHost<FireflyMachine<Frame>, FireflyPacket> implements FireflyOwner<Frame> {
  protected readonly design: FireflyDesign;
  protected readonly segments: FireflySegments;
  private readonly format: FireflyFormat;
  /** Calls of which a packet took the slow path. */
  readonly slowCalls = new Set<number>();
  protected locked = 0; // threads that hold the lock of the call table
  private readonly sends = new Map<string, number>();

  constructor(around: Surroundings, name: string, number: number, cpus: number) {
    const { world, medium, segments, design, format, mbps } = around;
    const read = (octets: Uint8Array): FireflyPacket => format.decode(octets).packet;
    const random = world.streams.stream(`background threads of ${name}`);
    super(world, medium, { name, number, machine: fireflyMachine({ cpus, design, mbps, random }), read });
    this.segments = segments;
    this.design = design;
    this.format = format;
    this.switchOn();
  }

  /** The interrupt routine has checked a packet and looks its thread up in the call table. */
  abstract lookUp(frame: Frame): void;

  /** The thread that has the packet in its entry of the call table. */
  protected abstract workerOf(frame: Frame): Worker | undefined;

  seesItself(frame: Frame): boolean {
    const worker = this.workerOf(frame);
    return worker !== undefined && this.machine.processors.isSpinning(worker);
  }

  override inspect(frame: Frame): boolean {
    if (frame.kind === FOREIGN) return true; // no RPC packet: nothing is looked up
    const isSound = super.inspect(frame);
    if (isSound) this.lookUp(frame);
    return isSound;
  }

  /** The machine has handled a frame; one of another protocol ends with the operating system’s thread. */
  override received(frame: Frame): void {
    if (frame.kind === FOREIGN) this.slowPath(frame, () => this.ignore(frame));
    else this.receivedPacket(frame);
  }

  /** The same for a packet of RPC. */
  protected abstract receivedPacket(frame: Frame): void;

  protected memory(): object {
    return {};
  }

  protected override crashed(): void {
    this.locked = 0;
  }

  // What caller and server do with packets.

  /** Encodes a packet for the wire; `to` is the number of the host that gets it. */
  protected encode(
    packet: ExchangePacket,
    to: number,
    call: number,
    send: number,
    cause: Ref,
    origin: Origin = send === 1 ? "first" : "retransmission",
  ): Frame {
    const addresses = { from: address(this.number + 1), to: address(to + 1) };
    const octets = this.format.encode(fireflyPacket(packet), addresses);
    return this.frameOf(octets, { to, kind: packet.type, call, send, origin, cause });
  }

  /**
   * Sends a packet on the operating system's own account: retransmissions, acknowledgements, rejections. Calls and
   * results count their sends themselves; the others are counted here, so that a fault script can name each. `sent` is
   * told when the packet has been handed to the controller.
   */
  protected systemSend(
    packet: ExchangePacket,
    to: number,
    call: number,
    send: number,
    cause: Ref,
    sent: (last: Ref) => void = () => undefined,
  ): void {
    const number = this.sendNumber(packet, call, send);
    // The packets of a long message are counted together, but each is sent for the first time once.
    const origin = packet.type === "data" ? (send === 1 ? "first" : "retransmission") : undefined;
    const frame = this.encode(packet, to, call, number, cause, origin);
    this.task(this.segments.send(frame.bytes), call, cause, (last) => {
      frame.ref = last;
      this.sendFrame(frame);
      sent(last);
    });
  }

  private sendNumber({ type }: ExchangePacket, call: number, send: number): number {
    if (type === "call" || type === "result") return send;
    return tally(this.sends, `${type}#${call}`);
  }

  /** A waiting thread has its packet; where a thread sorts all packets, that was not the fast path. */
  protected handedOver(frame: Frame): void {
    if (this.design.demultiplexing === "thread") this.slowCalls.add(frame.call);
  }

  /** The slow path: `then` runs in the operating system's thread. */
  protected slowPath(frame: Frame, then: () => void): void {
    this.noteOf(frame, "slow path");
    this.task(this.segments.demultiplex, frame.call, frame.ref, (last) => {
      frame.ref = last;
      then();
    });
  }
}
