/**
 * A machine under Sprite on the Ethernet: a station (station.ts) that makes one frame ready at a time.
 *
 * Rules
 * 1. A frame’s work begins when the frame before it has left the controller. So what the processor does for the next
 *    fragment is not hidden behind the wire. (Assumed: with it the calibrated costs are positive on all machines. Where
 *    frames were made ready ahead, the point of 8.25 KB would ask a SPARCstation 1 for as much work for a fragment as
 *    for a whole empty call.)
 * 2. In all else it is a station: frames that come are taken in one behind the other, while others are on the wire.
 */
import type { Simulation } from "../kernel/simulation.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import { tracksOf, type HardwareOwner, type MachineFrame, type MachineKind } from "./machine.ts";
import { BY_HOST, Station, type StationSizes } from "./station.ts";

/** @param receiveRing buffers of the controller for frames that have come */
export function spriteStation<F extends MachineFrame>(receiveRing: number): MachineKind<F, SpriteStation<F>> {
  const sizes: StationSizes = {
    processors: 1,
    sendRing: Infinity,
    receiveRing,
    inputQueue: Infinity,
    startsNext: "controller",
    urgency: "by class",
  };
  return {
    tracks: tracksOf(sizes.processors, "LANCE", receiveRing),
    make: (sim, recorder, name, owner) => new SpriteStation<F>(sim, recorder, name, sizes, owner),
  };
}

class SpriteStation<F extends MachineFrame> extends Station<F> {
  private readonly line: F[] = []; // frames that wait for the one before them
  private isBusy = false;

  constructor(sim: Simulation, recorder: TraceRecorder, name: string, sizes: StationSizes, owner: HardwareOwner<F>) {
    super(sim, recorder, name, { sizes, work: { ...BY_HOST, received: null, sent: null }, owner });
  }

  override send(frame: F): void {
    if (this.isBusy) {
      this.line.push(frame);
      return;
    }
    this.isBusy = true;
    super.send(frame);
  }

  override sent(frame: F): void {
    super.sent(frame);
    this.isBusy = false;
    const next = this.line.shift();
    if (next === undefined) return;
    if (next.call === frame.call) next.ref = frame.ref; // what it has waited for
    this.send(next);
  }
}
