/**
 * A Dorado: a station (station.ts) with one processor. Microcode runs its Ethernet controller and costs the processor
 * nothing; it starts the next packet when one has left. All work at interrupt level is done in the order in which it
 * came up.
 */
import type { MachineFrame, MachineKind } from "./machine.ts";
import { BY_HOST, Station, type StationSizes } from "./station.ts";

const SIZES: StationSizes = {
  processors: 1,
  sendRing: Infinity,
  receiveRing: Infinity,
  inputQueue: Infinity,
  startsNext: "controller",
  urgency: "first come",
};

const [OUT, IN] = ["Ethernet out", "Ethernet in"];

export const dorado = <F extends MachineFrame>(): MachineKind<F, Station<F>> => ({
  tracks: {
    all: [
      { name: "CPU 0", kind: "processor" },
      { name: OUT, kind: "controller" },
      { name: IN, kind: "controller" },
    ],
    out: OUT,
    in: IN,
    notes: IN,
    timers: OUT,
  },
  make: (sim, recorder, name, owner) =>
    new Station<F>(sim, recorder, name, { sizes: SIZES, work: { ...BY_HOST, received: null, sent: null }, owner }),
});
