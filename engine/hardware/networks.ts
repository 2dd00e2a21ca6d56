/** The networks of the lab, each with a few machines and nobody else on it. */
import { CAMPUS_STANDARD } from "./campus-costs.ts";
import { assumed, type CostTable } from "./cost.ts";
import { EXPERIMENTAL_ETHERNET } from "./ethernet.ts";
import { CLUSTER } from "./linux-costs.ts";

export const NETWORKS = {
  "ethernet-3": "Ethernet of 3 Mbit/s",
  "ethernet-10": "Ethernet of 10 Mbit/s",
  "ring-4": "Token ring of 4 Mbit/s",
  gigabit: "Switch of 1 Gbit/s",
  "gigabit-25": "Switch of 25 Gbit/s",
} as const;
export type NetworkName = keyof typeof NETWORKS;

export const NETWORK_COSTS = {
  metres: assumed(
    "Cable between two machines on an Ethernet",
    100,
    "m",
    "A building. 100 m more take 0.4 µs a packet.",
  ),
  modernRate: assumed("Switch of today", 25_000, "Mbit/s", "A common speed of servers’ links."),
  modernLatency: assumed("Switch of today looks at a frame", 0.5, "us", "Makers of such switches state 0.3 to 0.8 µs."),
} as const;

/** Their speeds, in Mbit/s. */
export const NETWORK_MBPS: Readonly<Record<NetworkName, number>> = {
  "ethernet-3": EXPERIMENTAL_ETHERNET.mbps.value,
  "ethernet-10": CAMPUS_STANDARD.ethernetMbps.value,
  "ring-4": CAMPUS_STANDARD.ringMbps.value,
  gigabit: CLUSTER.linkRate.value,
  "gigabit-25": NETWORK_COSTS.modernRate.value,
};

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "Networks of any machine",
    title: "Assumed",
    note: "Where any protocol runs on any machine, the network has these lengths and speeds.",
    costs: Object.values(NETWORK_COSTS),
  },
];
