/**
 * A Dorado: a station (station.ts) with one processor. Microcode runs its Ethernet controller and costs the processor
 * nothing; it starts the next packet when one has left. All work at interrupt level is done in the order in which it
 * came up.
 */
import { tracksOf, type MachineFrame, type MachineKind } from "./machine.ts";
import { BY_HOST, Station, type StationSizes } from "./station.ts";

const SIZES: StationSizes = {
  processors: 1,
  sendRing: Infinity,
  receiveRing: Infinity,
  inputQueue: Infinity,
  startsNext: "controller",
  urgency: "first come",
};

export const dorado = <F extends MachineFrame>(): MachineKind<F, Station<F>> => ({
  tracks: { ...tracksOf(SIZES.processors, "Ethernet"), notes: "Ethernet in", timers: "Ethernet out" },
  make: (sim, recorder, name, owner) =>
    new Station<F>(sim, recorder, name, { sizes: SIZES, work: { ...BY_HOST, received: null, sent: null }, owner }),
});
