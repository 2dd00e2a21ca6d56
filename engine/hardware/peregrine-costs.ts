/**
 * What a call of Peregrine RPC takes a Sun-3/60 (abstract of SPE 23(2), 1993). A null call between two user threads
 * takes 573 µs, and 309 of them are above the hardware’s own latency. So nothing is fitted: the 309 µs stand at the
 * four places of a call, and what the wire leaves of the other 264 is the controllers’.
 */
import type { MachineAccount } from "./work-accounts.ts";
import { assumed, type Cost, type CostTable } from "./cost.ts";

const ABSTRACT = "Johnson and Zwaenepoel, SPE 23(2), 1993, abstract";

const published = (name: string, value: number, text: string): Cost => ({
  name,
  value,
  unit: "us",
  source: { kind: "derived", text: `${text} (${ABSTRACT})` },
});

const PEREGRINE_COSTS = {
  place: published(
    "Software at one of the four places of a call",
    76.42,
    "A quarter of the 309 µs of a null call that are above the hardware’s latency, less 3.3 of the procedure",
  ),
  controller: published(
    "Controller and interrupt, each packet at each end",
    36.19,
    "A quarter of what the wire leaves of the hardware’s 264 µs: 573 less 309",
  ),
} as const;

const PEREGRINE_ASSUMED = {
  copy: assumed(
    "Copy a byte, at each end",
    0.1966,
    "us per byte",
    "As Amoeba on the same machine. The abstract does not say it.",
  ),
} as const;

const step = (name: string, cost: Cost): Cost => ({ ...cost, name });

/** A Sun-3/60 under Peregrine: the data are copied once at each end, and headers are prepared before. */
export const PEREGRINE_ACCOUNT: MachineAccount = {
  of: "Peregrine",
  localCall: null,
  controller: "LANCE",
  receiveRing: 32,
  network: "ethernet-10",
  call: [step("Make the call", PEREGRINE_COSTS.place)],
  takeCall: [step("Switch to the server’s thread", PEREGRINE_COSTS.place)],
  answer: [step("Answer", PEREGRINE_COSTS.place)],
  takeAnswer: [step("Switch to the caller’s thread", PEREGRINE_COSTS.place)],
  send: [step("Give a packet to the controller", PEREGRINE_COSTS.controller)],
  receive: [step("Take a packet from the controller", PEREGRINE_COSTS.controller)],
  copy: step("Copy a byte of the data", PEREGRINE_ASSUMED.copy),
  sum: [],
};

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "Peregrine",
    title: "A call of two Sun-3/60s",
    note: "From two numbers of the abstract; nothing is fitted.",
    costs: [...Object.values(PEREGRINE_COSTS), ...Object.values(PEREGRINE_ASSUMED)],
    rules: "engine/hardware/work-accounts.ts",
  },
];
