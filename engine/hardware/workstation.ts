/** A usual workstation of about 1990 on an Ethernet: to begin with, where no machine was measured. */
import type { Source } from "../kernel/trace-data.ts";
import type { StationTable } from "./station.ts";

/** The source of what nobody has measured. */
export const OURS: Source = { kind: "assumed", text: "A usual workstation of about 1990; nobody has measured it." };

export const WORKSTATION: StationTable = {
  controller: "Ethernet",
  sendRing: 16,
  receiveRing: 16,
  send: [{ name: "Send a packet", value: 100, unit: "us", source: OURS }],
  receive: [{ name: "Take a packet in", value: 150, unit: "us", source: OURS }],
};
