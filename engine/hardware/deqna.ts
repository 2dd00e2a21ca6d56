/**
 * The DEQNA, an Ethernet controller on the QBus: store and forward both ways, with separate engines for transmitting
 * and receiving that share the bus (Schroeder & Burrows 1990, Sections 1.1, 3.1.3 and 4.2.1).
 *
 * Transmit: the driver queues a packet in host memory and prods the controller, which reads all of it over the QBus and
 * then sends it. Then it writes the packet's status to memory and reads the next descriptor. The paper times neither,
 * so we let each take as long as the smallest packet on its way out, 70 µs. It reports completion with an interrupt and
 * starts nothing until it is prodded again.
 * Receive: a packet that has arrived whole is written over the QBus into a buffer of host memory, then an interrupt is
 * raised. A packet that finds no buffer is dropped in silence.
 * Overlapping (§4.2.1, "maximum conceivable overlap"): another controller moves a packet over the bus while it is on
 * the wire, and needs no time of its own. It sends as soon as the rest of the packet will come in time: after a word
 * where the bus is the faster of the two. On the other side all is in memory a word after the last bit, or when the bus
 * has caught up. A packet that comes in is moved only while the bus is idle; the rest of it follows after its last bit.
 */
import type { Simulation } from "../kernel/simulation.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import { NO_REF, type Ref, type Step } from "../kernel/trace-data.ts";
import { durationOf, sizedDuration } from "./cost.ts";
import { ETHERNET_FRAMES } from "./ethernet.ts";
import { FIREFLY, FIREFLY_ASSUMED } from "./firefly-costs.ts";
import type { MachineFrame, Reception } from "./machine.ts";
import { QBus } from "./qbus.ts";

/** A packet under way, as hardware knows it. Its bytes are without preamble and check sequence. */
export interface FrameInFlight extends MachineFrame {
  /** The span that raised the interprocessor interrupt for it. */
  raised: Ref;
}

interface DeqnaOwner<F extends FrameInFlight> {
  /** The controller has read the packet and wants it on the medium. */
  transmit(frame: F): void;
  /** The packet has been sent; the controller asks for an interrupt. */
  transmitted(frame: F): void;
  /** The packet lies in host memory; the controller asks for an interrupt. */
  received(frame: F): void;
}

/** A packet that has come in, and for how long the bus still has to move it. */
interface Arrival<F> {
  readonly frame: F;
  readonly rest: Nanos;
}

/** One transfer of the QBus: 16 bits. */
const WORD_BYTES = 2;
/** Of the packet on the wire: preamble and check sequence. */
const WIRE_BYTES = 12;

const TRANSMIT_OVERHEAD = 0;
const TRANSMIT_BUS = 1;
const RECEIVE_BUS = 2;
const RECEIVE_OVERHEAD = 3;
const TRANSMIT_LEAD = 4;
const TRANSMIT_REST = 5;
const RECEIVE_REST = 6;
const REPORT = 7;

const latencyStep = (action: string, part: string, column: string): Step => ({
  name: `${action}: ${part}`,
  layer: "hardware",
  group: action,
  source: {
    kind: "paper",
    text: `Table VI, ${action}; the part on the QBus is the packet at 16 Mbit/s, between the two sizes a straight line`,
    cell: { paper: "firefly", table: "table-vi", row: { side: "network", action }, column },
  },
});

/** For the status of a packet, and for the next descriptor. */
const REPORTING = 2 * durationOf(FIREFLY.transmitLatency.small);

const REPORTS: Step = {
  name: "Controller writes the status and reads the next descriptor",
  layer: "hardware",
  source: {
    kind: "derived",
    text: "Twice the transmit latency of the smallest packet, Table VI; that it is so is ours",
  },
};

const SENDING: Step = {
  name: "Controller sends",
  layer: "wire",
  source: { kind: "standard", text: "IEEE 802.3 framing: the controller is occupied while the packet is on the wire" },
};

export class Deqna<F extends FrameInFlight> {
  transmitBusyNs: Nanos = 0;
  receiveBusyNs: Nanos = 0;
  readonly transmitTrack: number;
  readonly receiveTrack: number;
  private readonly sim: Simulation;
  private readonly recorder: TraceRecorder;
  private readonly owner: DeqnaOwner<F>;
  private readonly qbus: QBus;
  private readonly qbusTrack: number;
  private readonly tag: number;
  private readonly steps: Readonly<
    Record<"transmit" | "transmitBus" | "receive" | "receiveBus" | "wire" | "report", number>
  >;
  private readonly list: F[] = []; // queued for transmission, in host memory
  private readonly arrivals: Arrival<F>[] = []; // received whole, not yet in host memory
  private sending: F | null = null;
  private sendingSince: Nanos = 0;
  private receiving: Arrival<F> | null = null;
  private receivingSince: Nanos = 0;
  private beforePacket: Ref = NO_REF; // the row of the trace that put the present packet on the wire
  private buffers = FIREFLY_ASSUMED.receiveBuffers.value;
  private halted = false;
  private readonly overlapsAt: number | null; // the speed of the wire that it keeps pace with
  private rest: { readonly call: number; readonly ref: Ref; readonly nanos: Nanos } | null = null;

  /** @param overlapsAt the speed of the wire in Mbit/s, of a controller that overlaps; null for the DEQNA */
  constructor(
    sim: Simulation,
    recorder: TraceRecorder,
    machine: string,
    owner: DeqnaOwner<F>,
    overlapsAt: number | null = null,
  ) {
    this.overlapsAt = overlapsAt;
    this.sim = sim;
    this.recorder = recorder;
    this.owner = owner;
    this.qbus = new QBus(sim, `${machine}.qbus`, overlapsAt === null ? 0 : wireTime(ETHERNET_FRAMES.most, overlapsAt));
    this.qbusTrack = recorder.track({ name: "QBus", machine, kind: "bus" });
    this.transmitTrack = recorder.track({ name: "DEQNA transmit", machine, kind: "controller" });
    this.receiveTrack = recorder.track({ name: "DEQNA receive", machine, kind: "controller" });
    this.tag = sim.register((kind) => this.handle(kind));
    const [transmit, receive] = ["QBus/controller transmit latency", "QBus/controller receive latency"];
    this.steps = {
      transmit: recorder.step(latencyStep(transmit, "controller", "us74")),
      transmitBus: recorder.step(latencyStep(transmit, "QBus", "us74")),
      receive: recorder.step(latencyStep(receive, "controller", "us74")),
      receiveBus: recorder.step(latencyStep(receive, "QBus", "us74")),
      wire: recorder.step(SENDING),
      report: recorder.step(REPORTS),
    };
  }

  get qbusBusyNs(): Nanos {
    return this.qbus.busyNs;
  }

  /** The part of a transfer that does not overlap with the wire. */
  private alone(bytes: number, mbps: number): Nanos {
    return Math.min(busTime(bytes), Math.max(busTime(WORD_BYTES), busTime(bytes) - wireTime(bytes, mbps)));
  }

  get idle(): boolean {
    return this.sending === null;
  }

  /** The packet that the next prod will start, if any. */
  get next(): F | undefined {
    return this.list[0];
  }

  isQueued(frame: F): boolean {
    return this.list.includes(frame);
  }

  queue(frame: F): void {
    this.list.push(frame);
  }

  /** The driver tells an idle controller to look at the list. `frame.ref` says what prodded it. */
  prod(): void {
    if (this.sending !== null) throw new Error("The DEQNA was prodded while it sends; the driver must wait.");
    const frame = this.list.shift();
    if (frame === undefined) return;
    this.sending = frame;
    this.sendingSince = this.sim.now;
    const bus = busTime(frame.bytes);
    if (this.overlapsAt !== null) this.qbus.request(this.alone(frame.bytes, this.overlapsAt), this.tag + TRANSMIT_LEAD);
    else this.sim.after(sizedDuration(FIREFLY.transmitLatency, frame.bytes) - bus, this.tag + TRANSMIT_OVERHEAD, 0);
  }

  /** The last bit has left; the first did at `departs`. */
  sent(departs: Nanos): void {
    const frame = this.sending;
    if (frame === null) throw new Error("The medium sent a packet that the DEQNA does not hold.");
    const { now } = this.sim;
    this.recorder.span(this.transmitTrack, this.steps.wire, -1, departs, now, this.beforePacket, frame.call);
    if (this.overlapsAt !== null) this.finishSending(frame);
    else this.sim.after(REPORTING, this.tag + REPORT, 0);
  }

  /** The medium gave the packet up; the driver learns no more than that the controller is free. */
  abandoned(): void {
    if (this.sending !== null) this.finishSending(this.sending);
  }

  /** The last bit of a packet has come in. */
  arrive(frame: F): Reception {
    if (this.halted) return "absent";
    if (this.buffers === 0) return "no buffer";
    this.buffers--;
    this.arrivals.push({ frame, rest: this.notYetMoved(frame.bytes) });
    this.startReceiving();
    return "copied";
  }

  /** The driver gives a receive buffer back. */
  giveBuffer(): void {
    this.buffers++;
  }

  /** The power goes: its work ends; nobody is told of it and nothing more is recorded. */
  halt(): void {
    this.halted = true;
  }

  private finishSending(frame: F): void {
    this.transmitBusyNs += this.sim.now - this.sendingSince;
    this.sending = null;
    this.owner.transmitted(frame);
  }

  private startReceiving(): void {
    if (this.receiving !== null) return;
    const arrival = this.arrivals.shift();
    if (arrival === undefined) return;
    this.receiving = arrival;
    this.receivingSince = this.sim.now;
    this.qbus.request(arrival.rest, this.tag + (this.overlapsAt === null ? RECEIVE_BUS : RECEIVE_REST));
  }

  /** What the bus has to move of a packet whose last bit has just come in. */
  private notYetMoved(bytes: number): Nanos {
    const { overlapsAt } = this;
    const bus = busTime(bytes);
    if (overlapsAt === null) return bus;
    return bus - this.qbus.useIdle(this.sim.now - wireTime(bytes, overlapsAt), bus - this.alone(bytes, overlapsAt));
  }

  private handle(kind: number): void {
    if (this.halted) return;
    if (kind === RECEIVE_BUS || kind === RECEIVE_OVERHEAD) this.receiveStage(kind);
    else if (kind === TRANSMIT_LEAD) this.leads();
    else if (kind === RECEIVE_REST) this.hasCaughtUp();
    else if (kind === TRANSMIT_REST) this.hasRead();
    else if (kind === REPORT) this.hasReported();
    else this.transmitStage(kind);
  }

  /** Status and descriptor are done. */
  private hasReported(): void {
    const frame = this.sending;
    if (frame === null) throw new Error("The DEQNA reports a packet that it does not hold.");
    const { now } = this.sim;
    const { report } = this.steps;
    this.recorder.span(this.transmitTrack, report, -1, now - REPORTING, now, this.beforePacket, frame.call);
    this.finishSending(frame);
  }

  /** The overlapping controller begins to send, and reads the rest of the packet meanwhile. */
  private leads(): void {
    const frame = this.sending;
    if (frame === null || this.overlapsAt === null) throw new Error("No packet is on the bus to be sent.");
    const { now } = this.sim;
    const lead = this.alone(frame.bytes, this.overlapsAt);
    frame.ref = this.recorder.span(this.qbusTrack, this.steps.transmitBus, -1, now - lead, now, frame.ref, frame.call);
    this.beforePacket = frame.ref;
    this.rest = { call: frame.call, ref: frame.ref, nanos: busTime(frame.bytes) - lead };
    this.qbus.request(this.rest.nanos, this.tag + TRANSMIT_REST);
    this.owner.transmit(frame);
  }

  /** The overlapping controller has read all of the packet. */
  private hasRead(): void {
    const { rest } = this;
    const { now } = this.sim;
    if (rest === null || rest.nanos === 0) return;
    this.recorder.span(this.qbusTrack, this.steps.transmitBus, -1, now - rest.nanos, now, rest.ref, rest.call);
  }

  /** The end of the packet is in host memory, too. */
  private hasCaughtUp(): void {
    if (this.receiving === null) throw new Error("No packet is on the bus to host memory.");
    const { frame, rest } = this.receiving;
    const { now } = this.sim;
    frame.ref = this.recorder.span(this.qbusTrack, this.steps.receiveBus, -1, now - rest, now, frame.ref, frame.call);
    this.endReceiving(frame);
  }

  private endReceiving(frame: F): void {
    this.receiveBusyNs += this.sim.now - this.receivingSince;
    this.receiving = null;
    this.owner.received(frame);
    this.startReceiving();
  }

  private transmitStage(kind: number): void {
    const frame = this.sending;
    if (frame === null) throw new Error("The DEQNA has come to the end of a packet that it does not send.");
    const { now } = this.sim;
    const bus = busTime(frame.bytes);
    if (kind === TRANSMIT_OVERHEAD) {
      frame.ref = this.recorder.span(
        this.transmitTrack,
        this.steps.transmit,
        -1,
        this.sendingSince,
        now,
        frame.ref,
        frame.call,
      );
      this.qbus.request(bus, this.tag + TRANSMIT_BUS);
      return;
    }
    frame.ref = this.recorder.span(this.qbusTrack, this.steps.transmitBus, -1, now - bus, now, frame.ref, frame.call);
    this.beforePacket = frame.ref;
    this.owner.transmit(frame);
  }

  private receiveStage(kind: number): void {
    const frame = this.receiving?.frame;
    if (frame === undefined) throw new Error("The DEQNA has come to the end of a packet that it does not receive.");
    const { now } = this.sim;
    const bus = busTime(frame.bytes);
    const rest = sizedDuration(FIREFLY.receiveLatency, frame.bytes) - bus;
    if (kind === RECEIVE_BUS) {
      frame.ref = this.recorder.span(this.qbusTrack, this.steps.receiveBus, -1, now - bus, now, frame.ref, frame.call);
      this.sim.after(rest, this.tag + RECEIVE_OVERHEAD, 0);
      return;
    }
    frame.ref = this.recorder.span(this.receiveTrack, this.steps.receive, -1, now - rest, now, frame.ref, frame.call);
    this.endReceiving(frame);
  }
}

/** Time of a packet on the QBus at the bandwidth that the DEQNA has of it. */
export function busTime(bytes: number): Nanos {
  return Math.round((bytes * 8 * 1e3) / FIREFLY.qbus.value);
}

/** Time of a packet on a wire of this speed, in Mbit/s. */
function wireTime(bytes: number, mbps: number): Nanos {
  return Math.round(((bytes + WIRE_BYTES) * 8 * 1e3) / mbps);
}
