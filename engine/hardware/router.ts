/**
 * A router: a small computer with a port on each of several networks, which stores a packet whole and sends it on.
 *
 * Rules
 * 1. Its one processor forwards packets in the order in which their last bits came, whichever ports they came in by and
 *    leave by, and takes the same time for each.
 * 2. A forwarded packet is sent by its output, one after another, when the network there lets it.
 * 3. A packet holds one of its output's buffers from when it has come until its last bit has left. One that finds them
 *    all taken is dropped; nobody is told.
 */
import { FifoResource } from "../kernel/resources.ts";
import type { Simulation } from "../kernel/simulation.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import type { Ref, Step } from "../kernel/trace-data.ts";
import { wholeFrom } from "./check.ts";

/** A packet as a router knows it. `ref` is the last row of the trace in its own chain of causes. */
export interface Routed {
  readonly call: number;
  ref: Ref;
}

interface RouterOptions {
  readonly ports: number;
  /** The processor's work for one packet, and why it takes that long. */
  readonly service: Nanos;
  readonly step: Step;
  /** Buffers of each output. */
  readonly buffers: number;
}

interface RouterOwner<P> {
  /** The packet is to be sent by this port; `sent` is to be called when it has left, or was given up. */
  transmit(port: number, packet: P): void;
  /** Rule 3. */
  dropped(port: number, packet: P): void;
}

interface Output<P> {
  readonly ready: P[]; // forwarded; the first is being sent
  held: number; // buffers taken
}

export class Router<P extends Routed> {
  forwarded = 0;
  dropped = 0;
  private readonly track: number;
  private readonly recorder: TraceRecorder;
  private readonly owner: RouterOwner<P>;
  private readonly options: RouterOptions;
  private readonly sim: Simulation;
  private readonly processor: FifoResource;
  private readonly tag: number;
  private readonly step: number;
  private readonly outputs: readonly Output<P>[];
  private readonly line: { readonly packet: P; readonly output: number }[] = [];

  /** Throws RangeError for a router that could not forward. */
  constructor(sim: Simulation, recorder: TraceRecorder, name: string, options: RouterOptions, owner: RouterOwner<P>) {
    const { ports, buffers } = options;
    wholeFrom(name, "service", options.service, 0, "nanoseconds");
    if (!(ports >= 2)) throw new RangeError(`${name}: ${ports} ports, want two or more.`);
    if (!(buffers >= 1)) throw new RangeError(`${name}: ${buffers} buffers an output, want one or more.`);
    this.sim = sim;
    this.recorder = recorder;
    this.options = options;
    this.owner = owner;
    this.processor = new FifoResource(sim, name);
    this.track = recorder.track({ name: "Forwarding", machine: name, kind: "processor" });
    this.step = recorder.step(options.step);
    this.tag = sim.register(() => this.forward());
    this.outputs = Array.from({ length: ports }, () => ({ ready: [], held: 0 }));
  }

  get busyNs(): Nanos {
    return this.processor.busyNs;
  }

  /** Buffers taken at an output. */
  held(port: number): number {
    return this.output(port).held;
  }

  /** The last bit of a packet has come, which is to leave by `port`. */
  arrive(packet: P, port: number): void {
    const output = this.output(port);
    if (output.held === this.options.buffers) {
      this.dropped++;
      this.owner.dropped(port, packet);
      return;
    }
    output.held++;
    this.line.push({ packet, output: port });
    this.processor.request(this.options.service, this.tag, 0);
  }

  /** The packet that a port was sending has left it. */
  sent(port: number): void {
    const output = this.output(port);
    if (output.ready.shift() === undefined) throw new Error(`Router port ${port} sends nothing that could have left.`);
    output.held--;
    const next = output.ready[0];
    if (next !== undefined) this.owner.transmit(port, next);
  }

  private output(port: number): Output<P> {
    const output = this.outputs[port];
    if (output === undefined) throw new Error(`There is no port ${port} of ${this.outputs.length} on this router.`);
    return output;
  }

  private forward(): void {
    const done = this.line.shift();
    if (done === undefined) throw new Error("A router has forwarded a packet that it does not hold.");
    const { packet, output: port } = done;
    const { now } = this.sim;
    this.forwarded++;
    packet.ref = this.recorder.span(
      this.track,
      this.step,
      -1,
      now - this.options.service,
      now,
      packet.ref,
      packet.call,
    );
    const { ready } = this.output(port);
    if (ready.push(packet) === 1) this.owner.transmit(port, packet);
  }
}
