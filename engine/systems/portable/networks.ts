/** The networks of the lab, with two or more machines on one and nobody else. */
import { QUIET_CAMPUS } from "../../hardware/campus.ts";
import { planCampus } from "../../hardware/campus-plan.ts";
import { durationOf } from "../../hardware/cost.ts";
import { CLUSTER_ASSUMED } from "../../hardware/linux-costs.ts";
import { NETWORK_COSTS, NETWORK_MBPS, type NetworkName } from "../../hardware/networks.ts";
import { entryOf } from "../../kernel/reads.ts";
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

function ethernet(world: World, { watch, carrier }: NetworkOptions, isExperimental: boolean): Network {
  const medium = new EthernetMedium(world, {
    mbps: NETWORK_MBPS[isExperimental ? "ethernet-3" : "ethernet-10"],
    metres: NETWORK_COSTS.metres.value,
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
  return { medium, busy: () => [["ring", entryOf(medium.uses(), RING, "network").busyNs]] };
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
      return switched(world, options, NETWORK_MBPS[name], durationOf(CLUSTER_ASSUMED.switchLatency));
    case "gigabit-25":
      return switched(world, options, NETWORK_MBPS[name], durationOf(NETWORK_COSTS.modernLatency));
  }
}
