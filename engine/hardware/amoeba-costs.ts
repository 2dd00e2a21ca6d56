/**
 * What a transaction of Amoeba takes a Sun-3/60, as three constants, each fixed by one point: the work of a packet at
 * each end, the copy of a byte at each end, and the way between a user’s process and the kernel. The wire’s time is in
 * none of them; it comes from the Ethernet (ethernet.ts).
 *
 * The points stand in a comparison of Amoeba and Sprite on two Sun-3/60s (sources of Amoeba 5). Between kernels an
 * empty call takes 1.1 ms, and 16 KB take 20.0 ms. Between user processes an empty call takes 1.2 ms.
 */
import type { MachineAccount } from "./work-accounts.ts";
import { assumed, type Cost, type CostTable } from "./cost.ts";

const fitted = (name: string, value: number, unit: string, text: string): Cost => ({
  name,
  value,
  unit,
  source: { kind: "calibrated", text: `Fitted to ${text} (sources of Amoeba 5)` },
});

const KERNELS = "between the kernels of two Sun-3/60s";

export const AMOEBA_COSTS = {
  packet: fitted("Packet, at each end", 184.3, "us", `the empty call ${KERNELS}: 1.1 ms`),
  copy: fitted("Copy of a byte, at each end", 0.1966, "us per byte", `the call of 16 KB ${KERNELS}: 20.0 ms`),
  crossing: fitted(
    "Way between process and kernel, four times a call",
    25,
    "us",
    "the empty call between user processes of two Sun-3/60s: 1.2 ms, where kernels take 1.1",
  ),
} as const;

export const AMOEBA_ASSUMED = {
  procedure: assumed("Procedure that does nothing", 10, "us", "It is a part of what was fitted."),
  cable: assumed("Length of the cable", 100, "m", "The facts do not say it; 100 m more take 0.4 µs a packet."),
} as const;

export type AmoebaSpace = "kernel" | "user";

const step = (name: string, cost: Cost): Cost => ({ ...cost, name });

/** A Sun-3/60 under Amoeba: a packet’s work is the same for all, and a byte is copied at both ends. */
export function amoebaAccount(space: AmoebaSpace): MachineAccount {
  const { packet, copy, crossing } = AMOEBA_COSTS;
  const way = (name: string): readonly Cost[] => (space === "user" ? [step(name, crossing)] : []);
  return {
    of: "Amoeba",
    localCall: null,
    controller: "LANCE",
    receiveRing: Infinity,
    network: "ethernet-10",
    call: way("Enter the kernel"),
    takeCall: way("Leave the kernel for the server"),
    answer: way("Enter the kernel with the answer"),
    takeAnswer: way("Leave the kernel for the client"),
    send: [step("Send a packet", packet)],
    receive: [step("Receive a packet", packet)],
    copy: step("Copy the data", copy),
    sum: [],
  };
}

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "Amoeba",
    title: "Calibrated",
    note: "Three constants of a Sun-3/60, each fixed by one point. The wire’s time is in none of them.",
    costs: Object.values(AMOEBA_COSTS),
    rules: "engine/hardware/sprite-station.ts",
  },
  {
    of: "Amoeba",
    title: "Assumed",
    note: "Not among the facts that we have, and not fitted.",
    costs: Object.values(AMOEBA_ASSUMED),
  },
];
