/**
 * The DEQNA, an Ethernet controller on the QBus: store and forward both ways, with separate engines for transmitting
 * and receiving that share the bus (Schroeder & Burrows 1990, Sections 1.1, 3.1.3 and 4.2.1).
 *
 * Transmit: the driver queues a packet in host memory and prods the controller, which reads all of it over the QBus and
 * then sends it. It reports completion with an interrupt and starts nothing until it is prodded again.
 * Receive: a packet that has arrived whole is written over the QBus into a buffer of host memory, then an interrupt is
 * raised. A packet that finds no buffer is dropped in silence.
 */
import { FifoResource } from "../kernel/resources.ts";
import type { Simulation } from "../kernel/simulation.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import { NO_REF, type Ref, type Step } from "../kernel/trace-data.ts";
import { sizedDuration } from "./cost.ts";
import { FIREFLY, FIREFLY_ASSUMED } from "./firefly-costs.ts";
import type { MachineFrame, Reception } from "./machine.ts";

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

const TRANSMIT_OVERHEAD = 0;
const TRANSMIT_BUS = 1;
const RECEIVE_BUS = 2;
const RECEIVE_OVERHEAD = 3;

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
  private readonly qbus: FifoResource;
  private readonly qbusTrack: number;
  private readonly tag: number;
  private readonly steps: Readonly<Record<"transmit" | "transmitBus" | "receive" | "receiveBus" | "wire", number>>;
  private readonly list: F[] = []; // queued for transmission, in host memory
  private readonly arrivals: F[] = []; // received whole, not yet in host memory
  private sending: F | null = null;
  private sendingSince: Nanos = 0;
  private receiving: F | null = null;
  private receivingSince: Nanos = 0;
  private beforePacket: Ref = NO_REF; // the row of the trace that put the present packet on the wire
  private buffers = FIREFLY_ASSUMED.receiveBuffers.value;
  private halted = false;

  constructor(sim: Simulation, recorder: TraceRecorder, machine: string, owner: DeqnaOwner<F>) {
    this.sim = sim;
    this.recorder = recorder;
    this.owner = owner;
    this.qbus = new FifoResource(sim, `${machine}.qbus`);
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
    };
  }

  get qbusBusyNs(): Nanos {
    return this.qbus.busyNs;
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
    this.sim.after(sizedDuration(FIREFLY.transmitLatency, frame.bytes) - bus, this.tag + TRANSMIT_OVERHEAD, 0);
  }

  /** The last bit has left; the first did at `departs`. */
  sent(departs: Nanos): void {
    const frame = this.sending;
    if (frame === null) throw new Error("The medium sent a packet that the DEQNA does not hold.");
    const { now } = this.sim;
    this.recorder.span(this.transmitTrack, this.steps.wire, -1, departs, now, this.beforePacket, frame.call);
    this.finishSending(frame);
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
    this.arrivals.push(frame);
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
    const frame = this.arrivals.shift();
    if (frame === undefined) return;
    this.receiving = frame;
    this.receivingSince = this.sim.now;
    this.qbus.request(busTime(frame.bytes), this.tag + RECEIVE_BUS, 0);
  }

  private handle(kind: number): void {
    if (this.halted) return;
    if (kind === RECEIVE_BUS || kind === RECEIVE_OVERHEAD) this.receiveStage(kind);
    else this.transmitStage(kind);
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
      this.qbus.request(bus, this.tag + TRANSMIT_BUS, 0);
      return;
    }
    frame.ref = this.recorder.span(this.qbusTrack, this.steps.transmitBus, -1, now - bus, now, frame.ref, frame.call);
    this.beforePacket = frame.ref;
    this.owner.transmit(frame);
  }

  private receiveStage(kind: number): void {
    const frame = this.receiving;
    if (frame === null) throw new Error("The DEQNA has come to the end of a packet that it does not receive.");
    const { now } = this.sim;
    const bus = busTime(frame.bytes);
    const rest = sizedDuration(FIREFLY.receiveLatency, frame.bytes) - bus;
    if (kind === RECEIVE_BUS) {
      frame.ref = this.recorder.span(this.qbusTrack, this.steps.receiveBus, -1, now - bus, now, frame.ref, frame.call);
      this.sim.after(rest, this.tag + RECEIVE_OVERHEAD, 0);
      return;
    }
    frame.ref = this.recorder.span(this.receiveTrack, this.steps.receive, -1, now - rest, now, frame.ref, frame.call);
    this.receiveBusyNs += now - this.receivingSince;
    this.receiving = null;
    this.owner.received(frame);
    this.startReceiving();
  }
}

/** Time of a packet on the QBus at the bandwidth that the DEQNA has of it. */
export function busTime(bytes: number): Nanos {
  return Math.round((bytes * 8 * 1e3) / FIREFLY.qbus.value);
}
