/** The networks of the lab, with two or more machines on one and nobody else. */
import type { NetworkName } from "../../hardware/accounts.ts";
import { QUIET_CAMPUS } from "../../hardware/campus.ts";
import { planCampus } from "../../hardware/campus-plan.ts";
import { assumed, durationOf } from "../../hardware/cost.ts";
import { EXPERIMENTAL_ETHERNET } from "../../hardware/ethernet.ts";
import { CLUSTER, CLUSTER_ASSUMED } from "../../hardware/linux-costs.ts";
import type { Nanos } from "../../kernel/time.ts";
import { CampusMedium } from "../world/campus-medium.ts";
import type { Carrier, CarrierWatch } from "../world/carrier.ts";
import { EthernetMedium } from "../world/ethernet-medium.ts";
import type { HostMedium } from "../world/medium.ts";
import { SwitchedMedium } from "../world/switched-medium.ts";
import type { World } from "../world/world.ts";

/** A network, and how long its parts were busy so far. */
interface Network {
  readonly medium: HostMedium;
  readonly busy: () => readonly (readonly [name: string, busy: Nanos])[];
}

interface NetworkOptions {
  /** Machines on it. */
  readonly hosts: number;
  readonly watch?: CarrierWatch;
  /** Of an Ethernet; left out: one without broadcasts. */
  readonly carrier?: typeof Carrier;
}

const CABLE = assumed("Cable between the machines", 100, "m", "A building; 100 m more add 0.4 µs to a packet.");
const MODERN_SWITCH = assumed(
  "Switch of 25 Gbit/s looks at a frame",
  0.5,
  "us",
  "Makers of such switches state 0.3 to 0.8 µs.",
);
export const NETWORK_COSTS = [CABLE, MODERN_SWITCH];

function ethernet(world: World, { watch, carrier }: NetworkOptions, isExperimental: boolean): Network {
  const medium = new EthernetMedium(world, {
    mbps: isExperimental ? EXPERIMENTAL_ETHERNET.mbps.value : 10,
    metres: CABLE.value,
    kind: isExperimental ? "experimental" : "standard",
    ...(carrier === undefined ? {} : { carrier }),
    ...(watch === undefined ? {} : { watch }),
    others: null,
  });
  return { medium, busy: () => [["ethernet", medium.ethernet.busyNs]] };
}

function switched(world: World, { hosts, watch }: NetworkOptions, mbps: number, latency: Nanos): Network {
  const metres = CLUSTER_ASSUMED.cableMetres.value;
  const places = Array.from({ length: hosts }, () => 0);
  return { medium: new SwitchedMedium(world, { mbps, metres, latency, places }, watch), busy: () => [] };
}

const RING = "Test ring";

function ring(world: World, { hosts, watch }: NetworkOptions): Network {
  const medium = new CampusMedium(world, planCampus({ ringServers: hosts - 1 }), QUIET_CAMPUS, watch);
  return { medium, busy: () => [["ring", medium.uses().get(RING)?.busyNs ?? 0]] };
}

/** Joins so many machines, with the numbers from 0, by a network. */
export function networkOf(world: World, name: NetworkName, options: NetworkOptions): Network {
  switch (name) {
    case "ethernet-3":
      return ethernet(world, options, true);
    case "ethernet-10":
      return ethernet(world, options, false);
    case "ring-4":
      return ring(world, options);
    case "gigabit":
      return switched(world, options, CLUSTER.linkRate.value, durationOf(CLUSTER_ASSUMED.switchLatency));
    case "gigabit-25":
      return switched(world, options, 25_000, durationOf(MODERN_SWITCH));
  }
}
